"""Where chunks are worked on: in this process, in worker processes, or on a Dask cluster.

All three are a `concurrent.futures` executor, so a run looks the same on each.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from kanamj.errors import KanamjError, MissingExtraError

Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers(NamedTuple):
    """An executor, and how many items it is given ahead: enough to keep it busy, few enough to stay small."""

    executor: Executor
    ahead: int


class InProcess(Executor):
    """An executor that works in the calling thread: no processes to start, and a debugger sees all."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def cpu_count() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def open_workers(workers: int = 1, dask: str = "", preload: Iterable[str] = ()) -> Iterator[Workers]:
    """Workers for the block: a Dask cluster if an address is given, else so many processes (1: this one).

    preload: modules imported once for all worker processes, where the system can fork them.
    Raises KanamjError for no worker or a cluster that does not answer, MissingExtraError without distributed.
    """
    if workers < 1:
        raise KanamjError(f"{workers} workers cannot work; give at least 1")
    if dask:
        with _dask(dask) as found:
            yield found
    elif workers == 1:
        yield Workers(InProcess(), 1)
    else:
        with _processes(workers, list(preload)) as found:
            yield found


def work_through(
    workers: Workers, work: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[tuple[Item, Result]]:
    """Each item with what `work` makes of it, in the order they finish. An error drops what is not begun."""
    pending: dict[Future[Result], Item] = {}
    try:
        for item in items:
            pending[workers.executor.submit(work, item)] = item
            if len(pending) >= workers.ahead:
                yield from _finished(pending)
        while pending:
            yield from _finished(pending)
    except BrokenExecutor as error:
        raise KanamjError(
            f"a worker process died ({error}). Use --resume to go on from the last chunk"
        ) from None
    finally:
        for future in pending:
            future.cancel()


def _finished(pending: dict[Future[Result], Item]) -> Iterator[tuple[Item, Result]]:
    for future in wait(pending, return_when=FIRST_COMPLETED).done:
        yield pending.pop(future), future.result()


@contextmanager
def _processes(workers: int, preload: list[str]) -> Iterator[Workers]:
    import multiprocessing

    # Never a plain fork: numba and the progress bar have threads that a fork would tear apart.
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if forks else "spawn")
    if forks:
        context.set_forkserver_preload(preload)
    executor = ProcessPoolExecutor(workers, context, initializer=_live_with_parent)
    try:
        yield Workers(executor, 2 * workers)
    finally:
        executor.shutdown(cancel_futures=True)


def _live_with_parent() -> None:
    """Leave Ctrl-C to the parent, which ends its workers in order; end when the parent has been killed."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


@contextmanager
def _dask(address: str) -> Iterator[Workers]:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("a Dask cluster", "distributed", "cluster") from None
    try:
        client: Any = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise KanamjError(
            f"no Dask scheduler answers at {address}; start one with: dask scheduler"
        ) from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise KanamjError(
                f"the Dask scheduler at {address} has no workers; start some: dask worker {address}"
            )
        yield Workers(client.get_executor(pure=False), 2 * threads)
