"""A Dask cluster as an executor of `concurrent.futures`.

Before the workers get work, each is asked which version of kanamj it runs. If a cluster stops answering, the run ends
with a message.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, wait
from contextlib import contextmanager, suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from kanamj.errors import KanamjError, MissingExtraError
from kanamj.version import __version__

PATIENCE = 120.0
"""The default of --patience: if a cluster finishes no chunk for this many seconds, the run ends."""
GO_ON = "What is done is kept: --resume goes on from there"
_CONNECT = 10.0
_ASK = 30.0


def running_version() -> str:
    """The version of kanamj on the machine that runs this function."""
    return __version__


@contextmanager
def open_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield an executor for the cluster of the scheduler at `address`, and the number of the cluster's threads.

    Raises KanamjError if the scheduler does not answer, has no workers, or has a worker with another version of kanamj;
    MissingExtraError if distributed is not installed.
    """
    try:
        distributed: Any = import_module("distributed")  # untyped
    except ImportError:
        raise MissingExtraError("a Dask cluster", "distributed", "cluster") from None
    with _quiet():
        client = _connected(lambda: distributed.Client(address, timeout=_CONNECT, set_as_default=False))
        if not client:
            raise KanamjError(f"no Dask scheduler answers at {address}; start one with: dask scheduler")
        try:
            pool = client.get_executor(pure=False)
            yield pool, _check_workers(client, pool, address)
        finally:
            with suppress(Exception):
                client.close(timeout=1)


def _connected(connect: Callable[[], Any]) -> Any:
    """The client that `connect` returns; None if it raises an error, or does not return in time."""
    clients: SimpleQueue[Any] = SimpleQueue()

    def run() -> None:
        try:
            clients.put(connect())
        except BaseException:
            clients.put(None)  # the error would keep a client alive, which prints warnings

    Thread(target=run, daemon=True).start()
    with suppress(Empty):
        return clients.get(timeout=2 * _CONNECT)
    return None


def _check_workers(client: Any, pool: Any, address: str) -> int:
    """The number of threads of all workers.

    Raises KanamjError if there are no workers, or if a worker does not answer or runs another version of kanamj.
    """
    try:
        threads = client.sync(client.scheduler.ncores, callback_timeout=_ASK)
    except Exception:
        raise KanamjError(f"the Dask scheduler at {address} does not answer. {GO_ON}") from None
    if not threads:
        raise KanamjError(
            f"the Dask scheduler at {address} has no workers; start some: dask worker {address}"
        )
    asked = {
        worker: pool.submit(running_version, workers=[worker], allow_other_workers=False)
        for worker in threads
    }
    wait(asked.values(), _ASK)
    install = f"install kanamj {__version__} there, with the cluster extra"
    for worker, future in asked.items():
        if not future.done():
            raise KanamjError(f"the Dask worker {worker} does not answer; restart it, or {install}")
        if error := future.exception():
            raise KanamjError(f"the Dask worker {worker} cannot load kanamj ({_line(error)}); {install}")
        if future.result() != __version__:
            raise KanamjError(
                f"the Dask worker {worker} runs kanamj {future.result()}, but this is {__version__}; {install}"
            )
    return sum(threads.values())


def explain_failure(address: str, patience: float, error: Exception | None) -> KanamjError:
    """The error to raise if a cluster fails.

    error: what the cluster raised; None if it finished nothing for `patience` seconds.
    """
    if error is None:
        return KanamjError(
            f"the Dask cluster at {address} finished nothing for {patience:g} seconds; are its workers alive? "
            f"{GO_ON} (--patience waits longer)"
        )
    if isinstance(error, CancelledError):
        what = "its scheduler is lost"
    elif type(error).__name__ == "KilledWorker":
        what = "its workers die while they work on a chunk; perhaps there is not enough memory"
    else:
        what = f"{type(error).__name__}: {_line(error)}"
    return KanamjError(f"the Dask cluster at {address} failed: {what}. {GO_ON}")


def _line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0][:200] if lines else type(error).__name__


@contextmanager
def _quiet() -> Iterator[None]:
    """During the block, hide what Dask and its network code print about lost connections, tracebacks included."""
    before, hook = logging.root.manager.disable, sys.unraisablehook
    logging.disable(logging.CRITICAL)
    sys.unraisablehook = lambda _: None
    try:
        yield
    finally:
        gc.collect()
        sys.unraisablehook = hook
        logging.disable(before)
