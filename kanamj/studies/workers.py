"""Where chunks are worked on: in this process or threads of it, in worker processes, or on a Dask cluster.

`open_workers` and `open_threads` give a function that has items worked on and yields each with what became of it, in
the order they finish. Workers are ended with the block, at once: what they were at is lost, what was yielded is not.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from kanamj.errors import KanamjError
from kanamj.studies import forked
from kanamj.studies.cluster import GO_ON, PATIENCE, open_cluster

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")
Task: TypeAlias = Callable[[Any], Any]
Work: TypeAlias = Callable[[Iterable[Any]], Iterator[tuple[Any, Any]]]


def cpu_count() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def open_workers(
    task: Task, *, workers: int = 1, dask: str = "", patience: float = PATIENCE, preload: Iterable[str] = ()
) -> Iterator[Work]:
    """Workers for a task: a Dask cluster if an address is given, else so many processes (1: this one).

    patience: seconds without a finished item after which a cluster is given up; 0 waits for ever. preload: modules
    imported once for all worker processes, where the system can fork them.
    Raises KanamjError for no worker, a worker that dies, a cluster that does not answer or is of another version,
    MissingExtraError without distributed.
    """
    _check(workers)
    if patience < 0:
        raise KanamjError(f"a patience of {patience:g} seconds is less than none; give 0 to wait for ever")
    if dask:
        with open_cluster(task, dask, patience) as work:
            yield work
    elif workers == 1:
        yield lambda items: ((item, task(item)) for item in items)
    else:
        with _processes(task, workers, list(preload)) as work:
            yield work


@contextmanager
def open_threads(task: Task, *, workers: int = 1, **_: object) -> Iterator[Work]:
    """Workers that share this process's memory, for a task that needs much of it and leaves Python to itself.

    As `open_workers`; there is nothing to preload.
    """
    _check(workers)
    pool = futures.ThreadPoolExecutor(workers)

    def work(items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        pending: dict[futures.Future[Any], Any] = {}
        for item in items:
            pending[pool.submit(task, item)] = item
            if len(pending) >= workers:
                yield from _finished(pending)
        while pending:
            yield from _finished(pending)

    try:
        yield work
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _finished(pending: dict[futures.Future[Any], Any]) -> Iterator[tuple[Any, Any]]:
    for future in futures.wait(pending, return_when=futures.FIRST_COMPLETED).done:
        yield pending.pop(future), future.result()


def _check(workers: int) -> None:
    if workers < 1:
        raise KanamjError(f"{workers} workers cannot work; give at least 1")


@contextmanager
def _processes(task: Task, count: int, preload: list[str]) -> Iterator[Work]:
    crew: list[_Worker] = []
    try:
        context = _context(preload)
        for _ in range(count):
            crew.append(_Worker(context, task))
        yield lambda items: _share_out(crew, iter(items))
    finally:
        for worker in crew:
            worker.end()


def _context(preload: list[str]) -> BaseContext:
    """How processes are started: forked from a server that has imported what all need."""
    import multiprocessing

    # Never a plain fork: numba and the progress bar have threads that a fork would tear apart.
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing.forkserver import ensure_running

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([forked.__name__])
    # Ctrl-C reaches every process of a terminal; the server, and the workers it forks, leave it to this one.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    os.environ[forked.PRELOAD] = ",".join(preload)
    try:
        ensure_running()
    finally:
        del os.environ[forked.PRELOAD]
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context


class _Worker:
    """A process that is sent items and sends back what became of them."""

    def __init__(self, context: BaseContext, task: Task) -> None:
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=serve, args=(theirs, task), daemon=True)  # type: ignore[attr-defined]
        try:
            self.process.start()
        except (OSError, EOFError) as error:
            raise KanamjError(
                "the process that starts the workers ended. Try again, or work in one process with --workers 1"
            ) from error
        theirs.close()

    def end(self) -> None:
        self.connection.close()
        with suppress(OSError, ValueError):
            self.process.kill()
            self.process.join(5)


def _share_out(crew: list[_Worker], items: Iterator[Item]) -> Iterator[tuple[Item, Any]]:
    from multiprocessing.connection import wait

    busy: dict[Any, Item] = {}
    for worker, item in zip(crew, items, strict=False):
        _tell(worker.connection, item)
        busy[worker.connection] = item
    while busy:
        for connection in wait([*busy]):
            good, made = _hear(connection)
            if not good:
                raise made
            item = busy.pop(connection)
            for following in items:
                _tell(connection, following)
                busy[connection] = following
                break
            yield item, made


def _tell(connection: Any, item: object) -> None:
    with suppress(OSError):  # a dead worker is noticed when it is listened to
        connection.send(item)


def _hear(connection: Any) -> tuple[bool, Any]:
    try:
        found: tuple[bool, Any] = connection.recv()
        return found
    except (EOFError, OSError):
        raise KanamjError(
            f"a worker process died; it was killed, or there was not enough memory. {GO_ON}"
        ) from None


def serve(connection: Connection[Any, Any], task: Task) -> None:
    """What a worker process does: work on what it is sent, until nobody sends any more or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            item = connection.recv()
        except (EOFError, OSError):
            return
        try:
            reply = True, task(item)
        except MemoryError:
            reply = False, KanamjError(f"there is not enough memory for the work. {GO_ON}")
        except Exception as error:
            reply = False, _portable(error)
        with suppress(OSError):
            connection.send(reply)


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _portable(error: Exception) -> Exception:
    """The error as it can be sent; some cannot be unpickled."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return KanamjError(str(error)) if isinstance(error, KanamjError) else RuntimeError(repr(error))
