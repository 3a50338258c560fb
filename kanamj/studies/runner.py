"""Runs a study: the chunks of the work are done by workers, and kept in the folder of the results until all are there.

    >>> from dataclasses import dataclass
    >>> from kanamj.studies.base import Study
    >>> from kanamj.studies.figures import mean, moments
    >>> @dataclass(frozen=True)
    ... class Squares(Study):                       # the mean of the squares below n
    ...     n: int = 10_000
    ...
    ...     def chunk(self, number, size):
    ...         first = number * self.chunk_size
    ...         return {"squares": moments([i * i for i in range(first, first + size)])}
    ...
    ...     def tables(self, sums):
    ...         return {"squares": [mean("square", *sums["squares"])]}
    >>> run(Squares()).rows("squares")[0]["square"]
    33328333.5

A run may be stopped or killed, and resumed: `run(study, "folder", resume=True)`. Sums are added in the order of the
chunks. So the results depend neither on the number of workers nor on stops.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.errors import KanamjError, Message
from kanamj.results import (
    MANIFEST,
    Chunk,
    Chunks,
    Manifest,
    check_finished,
    new_folder,
    unfinished,
)
from kanamj.studies.base import Results, Study, Sums, add_sums, plain_sums
from kanamj.studies.pools import (
    GUARD,
    UNGUARDED,
    Work,
    cpu_count,
    is_main_imported,
    open_pool,
)
from kanamj.version import __version__


class Answer(NamedTuple):
    """What a worker sends back for a chunk. version: the version of kanamj that the worker runs."""

    version: str
    chunk: Chunk


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
    """Run a study, and return its results. out: a folder to write them into; None keeps them in memory.

    workers: the number of processes; 0 is one per processor. dask: the address of a Dask scheduler, whose cluster is
    then used. resume: go on with the unfinished run in the folder, or begin if there is none; finished results are only
    read. replace: begin again, and replace older results. progress: called with the size of each chunk that is done,
    and first with that of all chunks that are in the folder. tell: called with sentences for the user.

    Raises CheckpointError if the folder holds an unfinished run and neither `resume` nor `replace` is given, if it is
    of another kind, or if the run to resume has other parameters; ManifestError if something else is in the folder, or
    another run uses it; KanamjError if a worker dies or a cluster fails, and for a study whose chunks give no sums.
    """
    if is_main_imported():
        os._exit(UNGUARDED)
    count = min(workers or cpu_count(), study.chunk_count)
    running = _Run(study, partial(_pool, study, count, dask), progress)
    if out is None:
        return running.results()
    folder, parameters = Path(out), json.loads(json.dumps(study.parameters()))
    with new_folder(folder, kind=study.kind, replace=replace or resume) as new:
        running.chunks = Chunks(folder, study.kind, study.again(), parameters)
        if resume and unfinished(folder):
            running.take(tell)
        elif resume and (folder / MANIFEST).is_file():
            results = study.read(folder)
            check_finished(folder, Manifest.read(folder), parameters)
            tell(Message("{} is finished; nothing is left to do", folder))
            return results
        elif resume:
            tell(Message("no unfinished run in {}; starting from the beginning", folder))
        results = running.results()
        study.write(new, results)
        return results


class _Run:
    """The chunks of a study, whose sums are added in their order. done: those that wait for an earlier one."""

    def __init__(self, study: Study, pool: Callable[[], Any], progress: Callable[[int], None]) -> None:
        self.study, self.pool, self.progress = study, pool, progress
        self.chunks: Chunks | None = None
        self.done = dict[int, Chunk]()
        self.sums: Sums = {}
        self.files: dict[str, str] = {}
        self.added = 0

    def take(self, tell: Callable[[str], None]) -> None:
        """Take the chunks that are in the folder."""
        assert self.chunks is not None
        for number, chunk in self.chunks.resume():
            if chunk is None or number >= self.study.chunk_count:
                tell(
                    Message(
                        "chunk {} in {} is damaged, or of another run; it is done again",
                        number,
                        self.chunks.path,
                    )
                )
            else:
                self.done[number] = chunk
        self.progress(sum(map(self.study.size, self.done)))

    def results(self) -> Results:
        """Do the chunks that are not done, and read the results off the sums."""
        count, work = self.study.first_round, None
        with ExitStack() as opened:
            while True:
                left = (number for number in range(self.added, count) if number not in self.done)
                if (first := next(left, None)) is not None:
                    work = work or opened.enter_context(self.pool())
                    for number, answer in work(chain([first], left)):
                        self._keep(number, answer)
                self._add(count)
                if count >= self.study.chunk_count or self.study.enough(self.sums):
                    break
                count = min(self.study.chunk_count, count + max(1, count // 4))
        return self.study.results(self.sums, self.files)

    def _keep(self, number: int, answer: Answer) -> None:
        if answer.version != __version__:
            raise KanamjError(
                "chunk {} was done by a worker that runs kanamj {}; this is {}. Install the same version "
                "everywhere, then go on with --resume",
                number,
                answer.version,
                __version__,
            )
        if self.chunks:
            self.chunks.add(number, answer.chunk)
        self.done[number] = answer.chunk
        self._add(number + 1)
        self.progress(self.study.size(number))

    def _add(self, end: int) -> None:
        """Add the sums of the chunks before `end`, up to the first that is not done."""
        while self.added < end and self.added in self.done:
            chunk = self.done.pop(self.added)
            add_sums(self.study.kind, self.sums, chunk.done)
            self.files |= chunk.files
            self.added += 1


def _pool(study: Study, workers: int, dask: str) -> AbstractContextManager[Work]:
    """The workers that do chunks of this study."""
    if workers == 1 and not dask:
        return open_pool(partial(_answer, study), 1)
    main = sys.modules["__main__"]
    try:
        if dask:
            from cloudpickle import (
                dumps,  # of Dask; it also sends a class that is defined in the user's script
            )
        else:
            from pickle import dumps

            if (
                type(study).__module__ == "__main__"
                and not Path(getattr(main, "__file__", "") or ".").is_file()
            ):
                raise KanamjError(
                    "the study {} is not defined in a file, so no worker process can read it. Save it in a file, "
                    "and {}; or use one worker",
                    study.kind,
                    GUARD,
                )
        if not dask:
            study.prepare()
        return open_pool(partial(answer, dumps(study)), workers, dask)
    except (pickle.PickleError, AttributeError, TypeError) as error:
        raise KanamjError(
            "the study {} cannot be sent to a worker process ({}). Define its classes in a file, or use one worker",
            study.kind,
            error,
        ) from None


def answer(packed: bytes, number: int) -> Answer:
    """Do a chunk of a pickled study. This function runs in the workers."""
    try:
        return _answer(_unpacked(packed), number)
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


def _answer(study: Study, number: int) -> Answer:
    try:
        given = study.chunk(number, study.size(number))
        sums, files = given if isinstance(given, tuple) else (given, {})
        return Answer(__version__, Chunk(plain_sums(study.kind, sums), files))
    except Exception as error:
        error.add_note(f"in chunk {number} of the study {study.kind}")
        raise
