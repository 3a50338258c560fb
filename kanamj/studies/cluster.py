"""Chunks sent to a Dask cluster. Workers are asked which kanamj they have before they get work, and a cluster that
falls silent is given up with a sentence.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from kanamj.disk import sha256
from kanamj.errors import KanamjError, MissingExtraError
from kanamj.version import __version__

Item = TypeVar("Item")
Value = TypeVar("Value")
Task: TypeAlias = Callable[[Any], Any]
PATIENCE = 120.0
"""Seconds without a finished chunk after which a cluster is given up."""
GO_ON = "What is done is kept: --resume goes on from there"
_CONNECT = 10.0
_ASK = 30.0


@lru_cache(maxsize=1)
def code_stamp() -> str:
    """The version of kanamj and a hash of its sources: what decides which answers a worker gives."""
    home = Path(__file__).resolve().parents[1]
    sources = sorted(home.rglob("*.py"))
    texts = (f"{path.relative_to(home).as_posix()} {sha256(path.read_bytes())}" for path in sources)
    return f"{__version__} {sha256(chr(10).join(texts))[:16]}"


@contextmanager
def open_cluster(task: Task, address: str, patience: float) -> Iterator[Callable[..., Any]]:
    """What has items worked on by the cluster of a scheduler, for the block.

    Raises KanamjError if there is no cluster, it has no workers, or one of them runs another kanamj.
    """
    try:
        distributed: Any = import_module("distributed")  # untyped
    except ImportError:
        raise MissingExtraError("a Dask cluster", "distributed", "cluster") from None
    with _quiet():
        nobody = KanamjError(f"no Dask scheduler answers at {address}; start one with: dask scheduler")
        client = _within(
            2 * _CONNECT, lambda: distributed.Client(address, timeout=_CONNECT, set_as_default=False), nobody
        )
        try:
            threads = _check_workers(client, address)
            yield partial(_share_out, client, task, 2 * threads, patience, address)
        finally:
            with suppress(Exception):
                _within(5, partial(client.close, timeout=2), TimeoutError())


def _check_workers(client: Any, address: str) -> int:
    """The threads of all workers, which run the same kanamj as this process."""
    lost = KanamjError(f"the Dask scheduler at {address} does not answer any more. {GO_ON}")
    threads = _within(_ASK, client.nthreads, lost)
    if not threads:
        raise KanamjError(
            f"the Dask scheduler at {address} has no workers; start some: dask worker {address}"
        )
    asked = {
        worker: client.submit(code_stamp, workers=[worker], allow_other_workers=False, pure=False)
        for worker in threads
    }
    for worker, future in asked.items():
        silent = KanamjError(
            f"the Dask worker {worker} does not answer; is {_version(code_stamp())} installed there, with the cluster "
            f"extra? If so, restart it, or the scheduler {address}"
        )
        found = _within(_ASK + 5, partial(_outcome, future), silent)
        if isinstance(found, TimeoutError):
            raise silent
        if isinstance(found, Exception):
            raise KanamjError(
                f"the Dask worker {worker} cannot load this kanamj ({_line(found)}). Install "
                f"{_version(code_stamp())} there, with the cluster extra"
            )
        _check_stamp(f"the Dask worker {worker}", found)
    return sum(threads.values())


def _outcome(future: Any) -> object:
    """What a future came to, or its error."""
    try:
        return future.result(timeout=_ASK)
    except Exception as error:
        return error


def _check_stamp(who: str, found: object) -> None:
    if found != code_stamp():
        same = _version(found) == _version(code_stamp())
        other = "a changed copy of it" if same else _version(found)
        raise KanamjError(
            f"{who} runs {other}, this is {_version(code_stamp())}, so it would deal other hands. Install the same "
            f"version there. {GO_ON}"
        )


def _stamped(task: Task, item: Any) -> tuple[str, Any]:
    """What the task makes of the item, and the code that ran."""
    return code_stamp(), task(item)


def _version(stamp: object) -> str:
    return f"kanamj {str(stamp).partition(' ')[0]}"


def _share_out(
    client: Any, task: Task, ahead: int, patience: float, address: str, items: Iterable[Item]
) -> Iterator[tuple[Item, Any]]:
    """Each item with what the task makes of it, `ahead` of them handed over at a time."""
    finished: SimpleQueue[Any] = SimpleQueue()
    pending: dict[str, tuple[Any, Item]] = {}
    left = iter(items)

    def submit() -> None:
        for item in left:
            future = client.submit(_stamped, task, item, pure=False)
            pending[future.key] = future, item
            future.add_done_callback(finished.put)
            return

    try:
        for _ in range(ahead):
            submit()
        while pending:
            try:
                future = finished.get(timeout=patience or None)
            except Empty:
                raise KanamjError(
                    f"the Dask cluster at {address} finished nothing for {patience:g} seconds; are its workers alive? "
                    f"{GO_ON} (--patience waits longer)"
                ) from None
            future, item = pending.pop(future.key)
            stamp, made = _result(future, address)
            _check_stamp("a Dask worker that came later", stamp)
            submit()
            yield item, made
    finally:
        for future, _ in pending.values():
            with suppress(Exception):
                future.cancel()


def _result(future: Any, address: str) -> Any:
    try:
        return future.result(timeout=_ASK)
    except KanamjError:
        raise
    except Exception as error:
        name = type(error).__name__
        what = {
            "KilledWorker": "its workers die over a chunk, perhaps for want of memory",
            "CancelledError": "its scheduler is lost",
            "FutureCancelledError": "its scheduler is lost",
        }.get(name, f"{name}: {_line(error)}")
        raise KanamjError(f"the Dask cluster at {address} failed: {what}. {GO_ON}") from None


def _line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0][:200] if lines else type(error).__name__


def _within(seconds: float, ask: Callable[[], Value], otherwise: Exception) -> Value:
    """What `ask` returns, in a thread of its own; `otherwise` is raised if it takes longer, or raises."""
    answers: SimpleQueue[tuple[bool, Any]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((True, ask()))
        except BaseException as error:
            answers.put((False, error))

    Thread(target=run, daemon=True).start()
    try:
        good, found = answers.get(timeout=seconds)
    except Empty:
        raise otherwise from None
    if good:
        return found  # type: ignore[no-any-return]
    del found  # it holds the client that failed, which complains when it goes
    raise otherwise from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask and its network tell of lost connections, tracebacks and all, to themselves."""
    before, hook = logging.root.manager.disable, sys.unraisablehook
    logging.disable(logging.CRITICAL)
    sys.unraisablehook = lambda _: None
    try:
        yield
    finally:
        gc.collect()
        sys.unraisablehook = hook
        logging.disable(before)
