"""Runs a study, a long computation that is done in chunks. In a folder, a run can be stopped or killed, and resumed.

A study says what to compute (study.py). This module does the rest: workers (this process, other processes, a Dask
cluster), checkpoint, resume, replace, and results that are written whole. docs/own-study.md shows a study of dealt
hands; this one deals none:

    >>> from dataclasses import dataclass
    >>> from functools import partial
    >>> from old.measures import Mean
    >>> from old.study import Study
    >>> from old.sums import Sum
    >>> from old.tables import Declared
    >>> from old.workers import open_workers
    >>> @dataclass(frozen=True)
    ... class Squares(Study):                       # the mean of the squares below n, 1,000 per chunk
    ...     n: int
    ...     chunk_size = 1_000
    ...     kind = command = "squares"
    ...     tables = (Declared("squares", Mean("square")),)
    ...
    ...     def parameters(self):
    ...         return {"n": self.n, "version": __version__}
    ...
    ...     def sums(self, chunk):
    ...         first = 1_000 * chunk.number
    ...         yield ("squares", "square"), Sum.of([i * i for i in range(first, first + chunk.size)])
    >>> found = run(Squares(10_000), partial(open_workers, workers=1))  # in memory
    >>> found.tables["squares"].objects()[0]["square"]
    33328333.5

In a folder: `run_into("out", Squares(10_000), open_workers, resume=True)`. With more than one worker, it must be
possible to import the study by name, because workers unpickle it.

Large results of a chunk go into `ChunkResult.files` (name -> bytes) instead of the record. They are kept in the folder
until the end, or in a temporary folder if the run has none. `Study.result` gets their paths.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, closing
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.errors import CheckpointError, KanamjError
from kanamj.version import __version__
from old.folders import MANIFEST, Manifest, check_place, hold_folder, staged
from old.folders.checkpoint import Checkpoint, check_same
from old.study import Chunk, ChunkResult, Study, Tally
from old.workers import Work


class Answer(NamedTuple):
    """What a worker sends back for a chunk. version: the version of kanamj that the worker runs."""

    version: str
    result: ChunkResult


Workers = Callable[[Callable[[Any], Any]], AbstractContextManager[Work]]
"""A function that opens workers for a task, such as `partial(open_workers, workers=2)`."""


def run(study: Study, workers: Workers, progress: Callable[[int], None] = lambda _: None) -> Any:
    """Run a study in memory, and return its result. progress: called with the size of each finished chunk."""
    with tempfile.TemporaryDirectory(prefix="kanamj-") as home:

        def keep(_: int, _record: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, Path]:
            for name, data in files.items():
                (Path(home) / name).write_bytes(data)
            return {name: Path(home) / name for name in files}

        tally = Tally(study)
        _work_through(study, tally, set(), workers, keep, progress)
        return tally.result()


def run_into(
    folder: str | Path,
    study: Study,
    workers: Workers,
    *,
    resume: bool = False,
    replace: bool = False,
    keep_checkpoint: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> Any:
    """Run a study, write its results into a folder with `study.write`, and return them.

    During the run the folder holds the checkpoint, and older results if there are any. resume: go on from the
    checkpoint, or begin if there is none; finished results are only read. replace: begin again, and replace older
    results. keep_checkpoint: leave the checkpoint beside the results. progress: called with the size of each finished
    chunk, and first with the size of all chunks in the checkpoint. tell: called with sentences for the user.

    Raises CheckpointError if the folder holds an unfinished run and neither `resume` nor `replace` is given, if it is
    of another kind, or if the run to resume has other parameters; ManifestError if something else is in the folder, or
    another run uses it.
    """
    folder, parameters = Path(folder), json.loads(json.dumps(study.parameters()))
    with (
        hold_folder(folder),
        closing(Checkpoint(folder, study.kind, study.command, parameters)) as checkpoint,
    ):
        begun = checkpoint.is_there
        if not begun:
            checkpoint.sweep()
        if resume and not begun and (folder / MANIFEST).is_file():
            result, made = study.read(folder), Manifest.read(folder)
            found = {**made.parameters, "version": made.version}
            check_same(f"{folder} was made", {name: found.get(name) for name in parameters}, parameters)
            tell(f"{folder} is finished; nothing is left to do")
            return result
        going_on = begun and resume
        # Files that the user has put beside an unfinished run stay there.
        check_place(folder, replace=replace or begun, kind=study.kind, beside=going_on)
        if begun and not resume and not replace:
            raise CheckpointError(
                f"{folder} holds an unfinished run. Use --resume to go on, --replace to start over"
            )
        tally, done = Tally(study), set[int]()
        if going_on:
            progress(_take(study, tally, done, checkpoint, tell))
        if resume and not begun:
            tell(f"no checkpoint in {folder}; starting from the beginning")
        _work_through(study, tally, done, workers, checkpoint.add, progress)
        result = tally.result()
        with staged(folder, replace=True, kind=study.kind) as place:
            study.write(place, result)
        if not keep_checkpoint:
            checkpoint.drop()
        return result


def _take(
    study: Study,
    tally: Tally,
    done: set[int],
    checkpoint: Checkpoint,
    tell: Callable[[str], None],
) -> int:
    """Add the chunks of a checkpoint to `tally` and `done`. Returns the sum of their sizes."""
    size = 0
    for line in checkpoint.resume():
        if line.chunk < 0:
            tell(
                f"line {line.number} of {checkpoint.path} names files that are lost; its chunk is done again"
            )
            continue
        if line.chunk in done:
            continue
        if line.chunk >= study.chunk_count:
            raise checkpoint.damaged(line.number)
        chunk = study.chunk(line.chunk)
        try:
            tally.add(line.record, line.files)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise checkpoint.damaged(line.number) from None
        done.add(chunk.number)
        size += chunk.size
    if checkpoint.torn:
        tell(f"the last line of {checkpoint.path} was torn; its chunk is done again")
    return size


def _work_through(
    study: Study,
    tally: Tally,
    done: set[int],
    workers: Workers,
    keep: Callable[[int, Mapping[str, Any], Mapping[str, bytes]], Mapping[str, Path]],
    progress: Callable[[int], None],
) -> None:
    """Let workers do the chunks that are not in `done`, and add each to `tally` when it is finished.

    keep: stores a finished chunk, and returns name -> path of its files.
    """
    begin, count = 0, study.first_round
    furthest = max(done, default=-1)  # a round that ends before this chunk was not enough
    work: Work | None = None
    with ExitStack() as opened:
        while True:
            left = (study.chunk(number) for number in range(begin, count) if number not in done)
            if first := next(left, None):
                if work is None:
                    study.prepare()
                    work = opened.enter_context(workers(partial(answer, study.sent())))
                for chunk, found in work(chain([first], left)):
                    if found.version != __version__:
                        raise KanamjError(
                            f"chunk {chunk.number} was done by a worker that runs kanamj {found.version}; this is "
                            f"{__version__}. Install the same version everywhere, then go on with --resume"
                        )
                    record, files = found.result
                    tally.add(record, keep(chunk.number, record, files))
                    progress(chunk.size)
            if count == study.chunk_count or (furthest < count and study.enough(tally.sums)):
                return
            begin, count = count, min(study.chunk_count, count + max(1, count // 4))


def answer(study: Study, chunk: Chunk) -> Answer:
    """Do a chunk. This function runs in the workers."""
    return Answer(__version__, _kept(study).work(chunk))


@lru_cache(maxsize=1)
def _kept(study: Study) -> Study:
    """Every chunk brings an equal study. This function returns the first one, which keeps what it has computed."""
    return study
