"""Runs a study: the chunks of the work are done by workers, and kept in the folder of the results until all are there.

A run may be stopped or killed, and resumed: `run(study, "folder", resume=True)`. Sums are added in the order of the
chunks. So the results depend neither on the number of workers nor on stops.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from kanamj.errors import KanamjError, Message, check_path, check_type, check_whole, needing
from kanamj.results import CHUNKS, MANIFEST, Chunk, Chunks, Manifest, check_same, new_folder, unfinished
from kanamj.stopping import say_if_stopped
from kanamj.studies.base import Results, Study, Sums, add_sums, plain_sums
from kanamj.studies.pools import (
    GUARD,
    MOST_WORKERS,
    UNGUARDED,
    Work,
    cpu_count,
    is_main_imported,
    load_dask,
    open_pool,
)
from kanamj.studies.progress import progress_bar
from kanamj.text import shown, tr
from kanamj.version import __version__


def run(
    study: Study,
    out: str | Path | None = None,
    *,
    workers: int = 1,
    dask: str = "",
    resume: bool = False,
    replace: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> Results:
    """Run a study, and return its results.

    out: a folder to write them into; None keeps them in memory.

    workers: the number of processes; 0 is one per processor.
    dask: the address of a Dask scheduler, whose cluster is then used.
    resume: go on with the unfinished run in the folder, or begin if there is none; finished results are only read.
    replace: begin again, and replace older results.
    progress: called with the size of each chunk that is done, and first with that of all chunks that are in the
        folder.
    tell: called with sentences for the user.

    Raises UnfinishedRunError if the folder holds an unfinished run and neither `resume` nor `replace` is given, if it
    is of another kind, or if the run to resume has other parameters; ManifestError if something else is in the folder,
    or another run uses it; KanamjError if a worker dies or a cluster fails, and for a study whose chunks give no sums.
    """
    if is_main_imported():
        os._exit(UNGUARDED)
    check_type("study", study, Study, "a study, such as Deals()").check()
    workers = check_whole("workers", workers, 0, MOST_WORKERS) or cpu_count()
    check_type("dask", dask, str, "the address of a scheduler, or ''")
    folder = None if out is None else check_path("out", out)
    with needing("a study", "pandas"):  # said before the work, not after it
        import_module("pandas")
    if dask:
        load_dask()
    pool = partial(_pool, study, min(workers, study.chunk_count), dask)
    if folder is None:
        return _results(study, pool, {}, lambda *_: None, progress)
    parameters = json.loads(json.dumps(study.parameters()))
    with new_folder(folder, kind=study.kind, replace=replace or resume) as new:
        chunks, done = Chunks(folder, study.kind, study.again(), parameters), dict[int, Chunk]()
        if resume and unfinished(folder):
            for number, chunk in chunks.resume():
                if chunk and number < study.chunk_count:
                    done[number] = chunk
                else:
                    tell(
                        Message(
                            "chunk {} in {} is damaged, or of another run; it is done again",
                            number,
                            chunks.path,
                        )
                    )
            progress(sum(map(study.size, done)))
        elif resume and (folder / MANIFEST).is_file():
            results, found = study.read(folder), Manifest.read(folder).parameters
            check_same(
                Message("{} was made", folder), {name: found.get(name) for name in parameters}, parameters
            )
            tell(Message("{} is finished; nothing is left to do", folder))
            return results
        elif resume:
            tell(Message("no unfinished run in {}; starting from the beginning", folder))
        results = _results(study, pool, done, chunks.add, progress)
        study.write(new, results)
        return results


def carry_out(study: Study, out: str | Path | None = None, **how: Any) -> Any:
    """Run a study as a program does, and return its results: with a progress bar, and a sentence if it is stopped.

    out: the folder of the results; None keeps them in memory.
    how: further arguments of `run`.
    """
    say_if_stopped(lambda: tr(_kept(out)))
    if notice := study.notice():
        _tell(notice)
    with progress_bar(study.n, study.kind) as progress:
        results = run(study, out, progress=progress, tell=_tell, **how)
    if out is not None:
        say_if_stopped(lambda: tr("stopped; the results are in {}", out))
    return results


def misuse_of(out: str | Path | None, resume: bool, replace: bool) -> str:
    """Returns why these arguments of `run` do not fit together; "" if they do."""
    if out is None and (resume or replace):
        return Message("--resume and --replace only work on a folder; they need --out DIR")
    if resume and replace:
        return Message("--resume goes on, --replace starts over; give one of them")
    return ""


def _kept(out: str | Path | None) -> str:
    if out is None:
        return Message("stopped; with --out DIR it could go on later")
    if Path(out, CHUNKS).is_dir():
        return Message("stopped. What is done is in {}; go on with --resume", out)
    return Message("stopped before anything was done")


def _tell(text: str) -> None:
    sys.stderr.write(shown(tr(text)) + "\n")


def _results(
    study: Study,
    pool: Callable[[], AbstractContextManager[Work]],
    done: dict[int, Chunk],
    keep: Callable[[int, Chunk], None],
    progress: Callable[[int], None],
) -> Results:
    """Do the chunks that are not done, and read the results off the sums, which are added in the order of chunks."""
    sums: Sums = {}
    files: dict[str, str] = {}
    added, there = 0, {*done}

    def is_finished() -> bool:
        """Adds the sums of all finished chunks in order. Returns True if the run is complete."""
        nonlocal added
        while added in done:
            chunk = done.pop(added)
            add_sums(study.kind, sums, chunk.done)
            files.update(chunk.files)
            added += 1
            if added == study.chunk_count or study.enough(added, sums):
                return True
        return False

    if not is_finished():
        with pool() as work:
            for number, chunk in work(n for n in range(study.chunk_count) if n not in there):
                keep(number, chunk)
                done[number] = chunk
                progress(study.size(number))
                if is_finished():
                    break
    return study.results(sums, files)


def _pool(study: Study, workers: int, dask: str) -> AbstractContextManager[Work]:
    """The workers that do chunks of this study."""
    if workers == 1 and not dask:
        return open_pool(partial(_chunk, study), 1)
    main = getattr(sys.modules["__main__"], "__file__", "") or "."
    if not dask and type(study).__module__ == "__main__" and not Path(main).is_file():
        raise KanamjError(
            "the study {} is not defined in a file, so no worker process can read it. Save it in a file, and "
            "{}; or use one worker",
            study.kind,
            GUARD,
        )
    try:
        if dask:
            with needing("a Dask cluster", "cloudpickle distributed", "cluster"):  # cloudpickle is of Dask
                from cloudpickle import dumps  # it also sends a class that is defined in the user's script
        else:
            from pickle import dumps
        packed = dumps(study)
    except (pickle.PickleError, AttributeError, TypeError) as error:
        raise KanamjError(
            "the study {} cannot be sent to a worker process ({}). Define its classes in a file, or use one worker",
            study.kind,
            error,
        ) from None
    if not dask:
        study.prepare()
    return open_pool(partial(answer, __version__, packed), workers, dask)


def answer(version: str, packed: bytes, number: int) -> Chunk:
    """Do a chunk of a pickled study. This function runs in the workers.

    version: that of kanamj where the run is.
    """
    if version != __version__:
        raise KanamjError(
            "a worker runs kanamj {}; this is {}. Install the same version everywhere, then go on with --resume",
            __version__,
            version,
        )
    try:
        return _chunk(_unpacked(packed), number)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise KanamjError("{} in chunk {}: {}", type(error).__name__, number, error) from error
        raise


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> Study:
    """The study, which keeps what it has computed from chunk to chunk."""
    study: Study = pickle.loads(packed)
    return study


def _chunk(study: Study, number: int) -> Chunk:
    try:
        given = study.chunk(number, study.size(number))
        sums, files = given if isinstance(given, tuple) else (given, {})
        return Chunk(plain_sums(study.kind, sums), files)
    except Exception as error:
        error.add_note(f"in chunk {number} of the study {study.kind}")
        raise
