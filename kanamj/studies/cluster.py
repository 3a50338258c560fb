"""A Dask cluster as an executor.

Every worker is asked which kanamj it runs before it gets work. A cluster that does
not answer any more is given up with a message.
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
"""A cluster that finishes no chunk for this many seconds is given up."""
GO_ON = "What is done is kept: --resume goes on from there"
_CONNECT = 10.0
_ASK = 30.0


def running_version() -> str:
    """The version of kanamj where this is called."""
    return __version__


@contextmanager
def open_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor for the cluster of a scheduler, and the number of its threads.

    Raises KanamjError if there is no cluster, if it has no workers, or if one runs another version of kanamj.
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
    """A client; None if connecting fails, or the port never answers."""
    clients: SimpleQueue[Any] = SimpleQueue()

    def run() -> None:
        try:
            clients.put(connect())
        except BaseException:  # the error is dropped: its client would print warnings when it is destroyed
            clients.put(None)

    Thread(target=run, daemon=True).start()
    with suppress(Empty):
        return clients.get(timeout=2 * _CONNECT)
    return None


def _check_workers(client: Any, pool: Any, address: str) -> int:
    """The number of threads of all workers. Raises KanamjError if there is none, or if one runs another version."""
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
                f"the Dask worker {worker} runs kanamj {future.result()}, this is {__version__}; {install}"
            )
    return sum(threads.values())


def explain_failure(address: str, patience: float, error: Exception | None) -> KanamjError:
    """The error to raise for an error of a cluster, or for None, if the cluster finished nothing in time."""
    if error is None:
        return KanamjError(
            f"the Dask cluster at {address} finished nothing for {patience:g} seconds; are its workers alive? "
            f"{GO_ON} (--patience waits longer)"
        )
    if isinstance(error, CancelledError):
        what = "its scheduler is lost"
    elif type(error).__name__ == "KilledWorker":
        what = "its workers die while they do a chunk, perhaps for want of memory"
    else:
        what = f"{type(error).__name__}: {_line(error)}"
    return KanamjError(f"the Dask cluster at {address} failed: {what}. {GO_ON}")


def _line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0][:200] if lines else type(error).__name__


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence what Dask and its network code print about lost connections, tracebacks included."""
    before, hook = logging.root.manager.disable, sys.unraisablehook
    logging.disable(logging.CRITICAL)
    sys.unraisablehook = lambda _: None
    try:
        yield
    finally:
        gc.collect()
        sys.unraisablehook = hook
        logging.disable(before)
