"""Runs a study, a long computation that is done in chunks. In a folder, a run can be stopped or killed, and resumed.

A study says what to compute. This module does the rest: workers (this process, other processes, a Dask cluster),
checkpoint, resume, replace, and results that are written whole. `Study` lists what a study must have at the least. Most
of this comes with `TableStudy` (tables.py), and for hands that are dealt with `OnDeals` (deals.py):

    >>> from dataclasses import dataclass
    >>> from functools import partial
    >>> from kanamj.studies.tables import Declared, Mean, Sum, TableStudy
    >>> from kanamj.studies.workers import open_workers
    >>> @dataclass(frozen=True)
    ... class Squares(TableStudy):                  # the mean of the squares below n, 1,000 per chunk
    ...     n: int
    ...     chunk_size = 1_000
    ...     kind = command = "squares"
    ...     tables = (Declared("squares", Mean("square")),)
    ...
    ...     def parameters(self):
    ...         return {"n": self.n, "version": __version__}
    ...
    ...     def sent(self):
    ...         return self
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
until the end, or in a temporary folder if the run has none. `tally.add` gets their paths, and `result` and `write` may
read them.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, closing
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from kanamj.errors import CheckpointError, KanamjError
from kanamj.folders import MANIFEST, Manifest, check_place, hold_folder, staged
from kanamj.folders.checkpoint import Checkpoint, check_same
from kanamj.studies.result_folder import parameters_of
from kanamj.studies.workers import Work
from kanamj.version import __version__

Result = TypeVar("Result")
Gathered = TypeVar("Gathered", covariant=True)


class Chunk(NamedTuple):
    """A part of a study that a worker does in one go. size: how many deals or games it has (what the study counts)."""

    number: int
    size: int


class ChunkResult(NamedTuple):
    """The result of one chunk. record: plain JSON values. files: name -> content that is too large for the record."""

    record: Mapping[str, Any]
    files: Mapping[str, bytes] = {}


class Tally(Protocol[Gathered]):
    """Adds up the results of the chunks, which come in any order, each once."""

    def add(self, chunk: Chunk, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:
        """Add the result of a chunk. record: as in `ChunkResult`. files: name -> path of the files of the chunk."""

    def result(self) -> Gathered: ...


class Study(Protocol[Result]):
    """What a study must have. It is hashable, as a frozen dataclass is.

    kind: the kind of its manifest; the progress bar shows it, too. command: what runs it; the checkpoint names it.
    parameters: everything that the results depend on, as plain JSON values. chunk: the size of a chunk is by how much
    the progress bar advances. sent: the study as it is sent to workers, with only what they need. work: runs in a
    worker, and depends only on the parameters and the chunk. write: writes the files of a result, and a manifest with
    the parameters. read: returns the result that `write` wrote.

    A study may have `first_round`, a number of chunks. When so many are done, `tally.enough()` says whether the run
    ends; if not, a quarter more is done, and so on up to chunk_count. It ends at the same chunk also after a resume.
    """

    def __hash__(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def command(self) -> str: ...
    @property
    def chunk_count(self) -> int: ...
    def parameters(self) -> dict[str, Any]: ...
    def chunk(self, number: int) -> Chunk: ...
    def sent(self) -> Study[Result]: ...
    def work(self, chunk: Chunk) -> ChunkResult: ...
    def tally(self) -> Tally[Result]: ...
    def write(self, place: Path, result: Result) -> None: ...
    def read(self, folder: Path) -> Result: ...


class Answer(NamedTuple):
    """What a worker sends back for a chunk. version: the version of kanamj that the worker runs."""

    version: str
    result: ChunkResult


Workers = Callable[[Callable[[Any], Any]], AbstractContextManager[Work]]
"""A function that opens workers for a task, such as `partial(open_workers, workers=2)`."""


def run(study: Study[Result], workers: Workers, progress: Callable[[int], None] = lambda _: None) -> Result:
    """Run a study in memory, and return its result. progress: called with the size of each finished chunk."""
    with tempfile.TemporaryDirectory(prefix="kanamj-") as home:

        def keep(_: int, _record: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, Path]:
            for name, data in files.items():
                (Path(home) / name).write_bytes(data)
            return {name: Path(home) / name for name in files}

        tally = study.tally()
        _work_through(study, tally, set(), workers, keep, progress)
        return tally.result()


def run_into(
    folder: str | Path,
    study: Study[Result],
    workers: Workers,
    *,
    resume: bool = False,
    replace: bool = False,
    keep_checkpoint: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> Result:
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
            result, found = study.read(folder), parameters_of(Manifest.read(folder))
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
        tally, done = study.tally(), set[int]()
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
    study: Study[Result],
    tally: Tally[Result],
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
            tally.add(chunk, line.record, line.files)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise checkpoint.damaged(line.number) from None
        done.add(chunk.number)
        size += chunk.size
    if checkpoint.torn:
        tell(f"the last line of {checkpoint.path} was torn; its chunk is done again")
    return size


def _work_through(
    study: Study[Result],
    tally: Tally[Result],
    done: set[int],
    workers: Workers,
    keep: Callable[[int, Mapping[str, Any], Mapping[str, bytes]], Mapping[str, Path]],
    progress: Callable[[int], None],
) -> None:
    """Let workers do the chunks that are not in `done`, and add each to `tally` when it is finished.

    keep: stores a finished chunk, and returns name -> path of its files.
    """
    begin, count = 0, getattr(study, "first_round", study.chunk_count)
    furthest = max(done, default=-1)  # a round that ends before this chunk was not enough
    work: Work | None = None
    with ExitStack() as opened:
        while True:
            left = (study.chunk(number) for number in range(begin, count) if number not in done)
            if first := next(left, None):
                work = work or opened.enter_context(workers(partial(answer, study.sent())))
                for chunk, found in work(chain([first], left)):
                    if found.version != __version__:
                        raise KanamjError(
                            f"chunk {chunk.number} was done by a worker that runs kanamj {found.version}; this is "
                            f"{__version__}. Install the same version everywhere, then go on with --resume"
                        )
                    record, files = found.result
                    tally.add(chunk, record, keep(chunk.number, record, files))
                    progress(chunk.size)
            if count == study.chunk_count or (furthest < count and tally.enough()):  # type: ignore[attr-defined]
                return
            begin, count = count, min(study.chunk_count, count + max(1, count // 4))


def answer(study: Study[Any], chunk: Chunk) -> Answer:
    """Do a chunk. This function runs in the workers."""
    return Answer(__version__, _kept(study).work(chunk))


@lru_cache(maxsize=1)
def _kept(study: Study[Any]) -> Study[Any]:
    """Every chunk brings an equal study. This function returns the first one, which keeps what it has computed."""
    return study
