"""Where chunks are worked on: in this process, in processes on this machine, or on a Dask cluster.

Processes and clusters are executors of `concurrent.futures`, and one loop hands items to either. Worker processes end
at once when their block ends, and when their parent ends; what they have not finished is then lost.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache, partial
from importlib import import_module
from itertools import islice
from multiprocessing.util import Finalize
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir, mkdtemp
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kanamj.disk import locked, sweep_folders, write_file
from kanamj.errors import KanamjError, Message, needing
from kanamj.stopping import STOPS, delete_folders, delete_if_stopped

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

PATIENCE = 30.0
"""If a cluster has finished nothing for this many seconds and has no workers, the run ends."""
GO_ON = Message("What is done is kept: --resume goes on from there")
GUARD = Message('put the call that runs it under `if __name__ == "__main__":`')
MOST_WORKERS = 10_000
UNGUARDED = 90
"""The exit code of a worker that meets a run outside this guard, when it imports the script."""
_CONNECT = 5.0
FOLDER = re.compile("kanamj-([0-9]+)-[a-z0-9_]{8}")
_LONGEST = 103 - len("/pymp-12345678/listener-12345678")
"""The most letters of a folder in which the fork server can have its socket."""
_PRELOADED = ("kanamj.engine.batch", "kanamj.studies.deals", "kanamj.studies.games")

Task: TypeAlias = Callable[[Any], Any]
Work: TypeAlias = Callable[[Iterable[Any]], Iterator[tuple[Any, Any]]]
"""Gives items to the workers, and yields pairs (item, outcome) in the order in which they finish."""


def cpu_count() -> int:
    """Returns the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def open_pool(task: Task, workers: int, dask: str = "") -> Iterator[Work]:
    """Open workers for a task. Yields the function that gives them items.

    task: a function of an item.
    workers: the number of processes; 1 works in this one.
    dask: the address of a scheduler, whose cluster is then used.

    Raises KanamjError if a worker dies, or if a cluster does not answer;
    MissingExtraError if distributed is not installed.
    """
    if workers == 1 and not dask:
        yield lambda items: ((item, task(item)) for item in items)
    elif dask:
        with _cluster(dask) as opened:
            yield partial(_share_out, opened, task)
    else:
        with _kept(task) as kept, _processes(workers) as opened:
            yield partial(_share_out, opened, partial(_asked, kept))


class Opened(NamedTuple):
    """A pool.

    workers: how many it has now.
    explain: the error to raise for one of the pool; None for any other.
    """

    pool: Executor
    workers: Callable[[], int]
    explain: Callable[[BaseException], KanamjError | None]


def _share_out(opened: Opened, task: Task, items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Hand items to the workers of a pool, at most two per worker at a time, and yield pairs (item, outcome)."""
    left, pending = iter(items), dict[Future[Any], Any]()

    def hand_over(most: int) -> None:
        for item in islice(left, most):
            pending[opened.pool.submit(task, item)] = item

    try:
        hand_over(2 * opened.workers())
        while pending:
            finished = wait(pending, PATIENCE, FIRST_COMPLETED).done
            if not finished and not opened.workers():
                raise CancelledError("its workers are lost")
            for future in finished:
                item, outcome = pending.pop(future), future.result()
                hand_over(1)
                yield item, outcome
    except (Exception, CancelledError) as error:
        if not isinstance(error, KanamjError) and (told := opened.explain(error)):
            raise told from None
        raise


# Processes on this machine


@lru_cache(maxsize=1)
def _folder(process: int) -> tuple[Path, ExitStack]:
    """The temporary folder of this process, and its lock. It is deleted when the process ends; if the process is
    killed, by the next run with workers. Only this user can read it, as workers believe what is in it."""
    sweep_folders(Path(gettempdir()), FOLDER)
    folder, lock = Path(mkdtemp(prefix=f"kanamj-{process}-")), ExitStack()
    delete_if_stopped(str(folder))
    Finalize(
        None, delete_folders, exitpriority=-200
    )  # after multiprocessing's own folder, which is in it: -100
    lock.enter_context(locked(folder))
    return folder, lock


@contextmanager
def _kept(task: Task) -> Iterator[Path]:
    """A file with the task, for the time of the block. Workers read it, so what is sent to them is always small: until
    3.11.5, Python waited for ever if a worker ended while something was sent that fills a pipe."""
    with ExitStack() as stack:
        try:
            kept = Path(stack.enter_context(TemporaryDirectory(dir=_folder(os.getpid())[0])), "task")
            write_file(kept, pickle.dumps(task))
        except OSError as error:
            raise _not_here(error) from None
        yield kept


@lru_cache(maxsize=1)
def _read(kept: Path) -> Task:
    task: Task = pickle.loads(kept.read_bytes())
    return task


def _asked(kept: Path, item: Any) -> Any:
    """Do an item of the task in this file. This function runs in the workers."""
    return _read(kept)(item)


def is_main_imported() -> bool:
    """Returns True if a worker process is importing the user's script at this moment, and the script is not guarded."""
    frames = (frame for frame, _ in traceback.walk_stack(None))
    return any(f.f_code.co_name == "<module>" and f.f_globals["__name__"] == "__mp_main__" for f in frames)


@contextmanager
def _processes(count: int) -> Iterator[Opened]:
    from multiprocessing import active_children

    others = {*active_children()}
    with _safe_path():
        try:
            pool = _Processes(count, _context(), initializer=_begin)
        except OSError as error:  # /dev/shm cannot be written to, as in some containers
            raise _not_here(error) from None
        try:
            yield Opened(pool, lambda: count, lambda error: _died(error, pool.crew))
        finally:
            # Nobody gives the pool items any more, so it starts no other workers.
            for worker in {*active_children()} - others:
                worker.kill()
            # Wait for the pool's thread: if it ends while Python exits, Python prints a traceback.
            pool.shutdown(cancel_futures=True)


def _not_here(error: OSError) -> KanamjError:
    return KanamjError("no worker processes can be started here: {}. Use --workers 1", error)


def _died(error: BaseException, crew: Iterable[BaseProcess]) -> KanamjError | None:
    if not isinstance(
        error, BrokenProcessPool | EOFError | ConnectionError
    ):  # of a worker, or of what starts them
        return None
    if UNGUARDED in {worker.exitcode for worker in crew}:
        script = Path(sys.argv[0]).name
        return KanamjError(
            "each worker process imports {}, so its run would begin again there; {}", script, GUARD
        )
    return KanamjError("a worker process died; it was killed, or there was not enough memory. {}", GO_ON)


class _Processes(ProcessPoolExecutor):
    """Remembers all children, of which `active_children` forgets those that have died."""

    crew: frozenset[BaseProcess] = frozenset()

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        from multiprocessing import active_children

        future = super().submit(*args, **kwargs)
        self.crew = self.crew.union(active_children())
        return future


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


def _context() -> BaseContext:
    """How worker processes are started: forked from a server process that has imported what this process has.

    Forking this process itself would be wrong: numba and the progress bar have threads, and a fork copies only one
    thread. Where there is no fork server, each worker is a fresh Python process.
    """
    import multiprocessing

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver, resource_tracker

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([name for name in _PRELOADED if name in sys.modules])
    folder, before_folder = _folder(os.getpid())[0], tempfile.tempdir
    if len(os.fsencode(folder)) <= _LONGEST:
        tempfile.tempdir = str(
            folder
        )  # the fork server's own folder, which Python leaves there if it is stopped
    resource_tracker.ensure_running()  # before the signals are blocked, because this call changes the signal mask
    # Ctrl-C reaches every process of a terminal. The fork server starts with Ctrl-C blocked: only this process stops.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        tempfile.tempdir = before_folder
    return context


def _begin() -> None:
    """Prepare a worker process: it ignores the signals STOPS, and ends when its parent ends."""
    for stop in STOPS:
        signal.signal(stop, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


# Dask


def load_dask() -> Any:
    """Returns the package `distributed` of Dask. Raises MissingExtraError if it is not installed."""
    with needing("a Dask cluster", "distributed", "cluster"):
        return import_module("distributed")


@contextmanager
def _cluster(address: str) -> Iterator[Opened]:
    distributed = load_dask()
    with _quiet():
        try:
            client = _client(partial(distributed.Client, address, timeout=_CONNECT, set_as_default=False))
        except Exception:
            raise KanamjError(
                "no Dask scheduler answers at {}; start one with: dask scheduler", address
            ) from None

        def threads() -> int:
            return sum(client.nthreads().values())

        def lost(error: BaseException) -> KanamjError:
            what = f"{type(error).__name__} {str(error)[:200]}"
            return KanamjError("the Dask cluster at {} failed: {}. {}", address, what, GO_ON)

        try:
            if not threads():
                raise KanamjError(
                    "the Dask scheduler at {0} has no workers; start some: dask worker {0}", address
                )
            yield Opened(client.get_executor(pure=False), threads, lost)
        finally:
            with suppress(Exception):
                client.close(timeout=1)


def _client(open_client: Callable[[], Any]) -> Any:
    """What `open_client` returns. Dask limits the time to reach a port, but waits for ever for an answer from there. So
    the client is opened in a thread, which is left alone if it takes too long."""
    opened = Future[Any]()

    def answer() -> None:
        try:
            opened.set_result(open_client())
        except Exception as error:
            opened.set_exception(error)

    threading.Thread(target=answer, daemon=True).start()
    return opened.result(2 * _CONNECT)


@contextmanager
def _quiet() -> Iterator[None]:
    """During the block, hide what Dask and its network code print about lost connections, tracebacks included."""
    before, hook = logging.root.manager.disable, sys.unraisablehook
    logging.disable(logging.CRITICAL)
    sys.unraisablehook = lambda _: None
    try:
        yield
    finally:
        sys.unraisablehook = hook
        logging.disable(before)
