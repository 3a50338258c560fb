"""Where chunks are worked on: in threads of this process, in worker processes, or on a Dask cluster.

`open_workers` and `open_threads` get a task, which is a function of one item, such as a chunk. They yield a function
that takes items, lets workers do the task for each, and yields pairs (item, outcome) in the order in which they finish.
Threads, processes and clusters are all executors of `concurrent.futures`, and one loop (`_share_out`) hands items to
them. Workers end at once when the block ends; unfinished items are then lost.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stderr
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from kanamj.errors import KanamjError
from kanamj.stopping import STOPS
from old.cluster import GO_ON, PATIENCE, explain_failure, open_cluster

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

Task: TypeAlias = Callable[[Any], Any]
Work: TypeAlias = Callable[[Iterable[Any]], Iterator[tuple[Any, Any]]]


def cpu_count() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def open_workers(
    task: Task, *, workers: int = 1, dask: str = "", patience: float = PATIENCE, apart: bool = False
) -> Iterator[Work]:
    """Open workers for a task. Yields the function that gives them items; the top of this module explains it.

    workers: the number of processes; 1 uses a thread of this process instead, unless `apart` is True. dask: the address
    of a Dask cluster, which is then used instead of processes. patience: the run ends if a cluster finishes no item for
    this many seconds; 0 waits for ever.

    Raises KanamjError if `workers` is below 1, if a worker dies, or if a cluster does not answer or runs another
    version of kanamj; MissingExtraError if distributed is not installed.
    """
    if patience < 0:
        raise KanamjError(f"a patience of {patience:g} seconds is negative; give 0 to wait for ever")
    if dask:
        with open_cluster(dask) as (pool, threads):
            yield partial(
                _share_out, pool, task, 2 * threads, patience, partial(explain_failure, dask, patience)
            )
    elif workers == 1 and not apart:
        with open_threads(task) as work:
            yield work
    else:
        with _open_processes(task, _checked(workers)) as work:
            yield work


@contextmanager
def open_threads(task: Task, *, workers: int = 1) -> Iterator[Work]:
    """As `open_workers`, with threads of this process: for a task that needs much memory and releases Python's lock."""
    pool = ThreadPoolExecutor(_checked(workers), "kanamj-worker")
    try:
        yield partial(_share_out, pool, task, workers, 0, _explain_death)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _open_processes(task: Task, count: int) -> Iterator[Work]:
    from multiprocessing import active_children

    try:
        packed = pickle.dumps(task)
    except (pickle.PickleError, AttributeError, TypeError) as error:
        raise _not_carried(error) from None
    others = {*active_children()}
    with _safe_path():
        context = _context()
        try:
            pool = ProcessPoolExecutor(count, context, initializer=_begin, initargs=(packed,))
        except OSError as error:  # of a semaphore; it names no file
            if error.errno == errno.ENOMEM:
                raise
            raise KanamjError(
                f"worker processes cannot share memory ({error.strerror}); make /dev/shm writable, or use --workers 1"
            ) from None
        try:
            yield partial(_share_out, pool, _work, count, 0, _explain_death)
        finally:
            # Nobody gives the pool items any more, so it starts no other workers.
            for worker in {*active_children()} - others:
                worker.kill()
            # Wait for the pool's thread: if it ends while Python exits, Python prints a traceback.
            pool.shutdown(cancel_futures=True)


@contextmanager
def _safe_path() -> Iterator[None]:
    """During the block, a new Python process does not look for modules in the current folder.

    `multiprocessing` starts processes with `python -c`, which would import any random.py that is there. A worker then
    gets the sys.path of this process, so it can import what this process can.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _share_out(
    pool: Executor,
    task: Task,
    ahead: int,
    patience: float,
    explain: Callable[[Exception | None], Exception],
    items: Iterable[Any],
) -> Iterator[tuple[Any, Any]]:
    """Hand items to the workers of a pool, at most `ahead` at a time, and yield pairs (item, outcome).

    If nothing finishes for `patience` seconds (0: no limit), explain(None) is raised. If the pool or the task raises an
    error, explain(error) is raised, but a KanamjError is raised as it is.
    """
    left, pending = iter(items), dict[Future[Any], Any]()

    def hand_over(most: int) -> None:
        for item in islice(left, most):
            pending[pool.submit(task, item)] = item

    try:
        hand_over(ahead)
        while pending:
            finished = wait(pending, patience or None, FIRST_COMPLETED).done
            if not finished:
                raise explain(None)
            for future in finished:
                item, outcome = pending.pop(future), future.result()
                hand_over(1)
                yield item, outcome
    except KanamjError:
        raise
    except Exception as error:
        raise explain(error) from None


def _explain_death(error: Exception | None) -> Exception:
    """The error to raise: a KanamjError if a worker process, or the server that starts them, has died; else `error`."""
    assert error is not None
    if isinstance(error, BrokenProcessPool | EOFError | ConnectionError):
        return KanamjError(f"a worker process died; it was killed, or there was not enough memory. {GO_ON}")
    return error


def _not_carried(error: Exception) -> KanamjError:
    """The error for a task that cannot be sent to another process, such as a task with a form defined in a notebook."""
    return KanamjError(
        f"this study cannot be sent to a worker process ({error}). Define your classes in a module, or use one worker"
    )


def _checked(workers: int) -> int:
    if workers < 1:
        raise KanamjError(f"{workers} workers are too few; give at least 1")
    return workers


def _context() -> BaseContext:
    """How worker processes are started: forked from a server process that has imported what all workers need.

    Forking this process itself would be wrong: numba and the progress bar have threads, and a fork copies only one
    thread. Where there is no fork server, each worker is a fresh Python process.
    """
    import multiprocessing

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver, resource_tracker

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["old.warm"])
    resource_tracker.ensure_running()  # before the signals are blocked, because this call changes the signal mask
    # Ctrl-C reaches every process of a terminal. The fork server starts with Ctrl-C blocked: only this process stops.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context


_tasks: list[Task] = []
"""In a worker process: its task, as the only item."""


def _begin(packed: bytes) -> None:
    """Prepare this process to work on a pickled task. It ignores the signals STOPS, and ends when its parent ends."""
    for stop in STOPS:
        signal.signal(stop, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _tasks.append(pickle.loads(packed))
    except (pickle.PickleError, AttributeError, ImportError) as error:
        _tasks.append(partial(_fail, _not_carried(error)))


def _work(item: Any) -> Any:
    with redirect_stderr(sys.__stderr__):  # the other is that of `warm`
        return _tasks[0](item)


def _fail(error: Exception, item: Any) -> Any:  # noqa: ARG001  # a task takes an item
    raise error


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
