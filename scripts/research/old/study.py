"""A study as a declaration: what a chunk adds to which sums (`sums.py`), and which tables are read off the sums
(`tables.py`, `measures.py`). docs/own-study.md goes through an example that runs.

All else that a study needs is derived from this: the record of a chunk, the files, reading them back, JSON, and the
manifest. `run.py` runs it.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from kanamj.disk import sha256_of
from kanamj.errors import KanamjError, ManifestError, not_one_of
from kanamj.lexicon import Lexicon
from old.csvtext import Table
from old.folders import Manifest, fill
from old.sums import NOTHING, Name, Row, Sum, Sums, Totals
from old.tables import Declared, TableResults


class Chunk(NamedTuple):
    """A part of a study that a worker does in one go. size: how many deals or games it has (what the study counts)."""

    number: int
    size: int


class ChunkResult(NamedTuple):
    """The result of one chunk. record: plain JSON values. files: name -> content that is too large for the record."""

    record: Mapping[str, Any]
    files: Mapping[str, bytes] = {}


class Study:
    """The base class of studies. Each is hashable, as a frozen dataclass is.

    command: what runs it, such as "kanamj study values". n, chunk_size: the deals or games of it and of a chunk.
    title, about: its heading in the index of results, and the sentences below it. counted: names of counts of the whole
    run; their sums have the name (NAME,). results: the type of its results. needs: name -> type of parameters without
    which results cannot be read. alone: True if results with strangers' files beside them are not read.
    """

    n: int
    chunk_size: int
    kind: ClassVar[str]
    command: ClassVar[str]
    title: ClassVar[str] = ""
    about: ClassVar[str] = ""
    tables: ClassVar[tuple[Declared, ...]]
    counted: ClassVar[tuple[str, ...]] = ()
    results: ClassVar[type[TableResults]] = TableResults
    needs: ClassVar[Mapping[str, type]] = {}
    alone: ClassVar[bool] = False

    def sums(self, chunk: Chunk) -> Sums:
        """What a chunk adds to the sums. It depends only on the parameters and the chunk. This runs in a worker."""
        raise NotImplementedError

    @property
    def chunk_count(self) -> int:
        return -(-self.n // self.chunk_size)

    @property
    def first_round(self) -> int:
        """After so many chunks, `enough` is asked whether the run ends; if not, a quarter more is done, and so on."""
        return self.chunk_count

    def enough(self, sums: Totals) -> bool:  # noqa: ARG002
        """Whether a run ends after this round. It ends at the same chunk also after a resume."""
        return True

    def chunk(self, number: int) -> Chunk:
        """The chunk with this number, from 0."""
        return Chunk(number, min(self.chunk_size, self.n - number * self.chunk_size))

    def sent(self) -> Self:
        """The study as it is sent to workers, with only what they need."""
        return self

    def prepare(self) -> None:
        """Do what would else be done in every worker: compile the kernels. It is called before workers start."""

    def parameters(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain JSON values."""
        raise NotImplementedError

    def options(self) -> dict[str, object]:
        """Name -> value of the options of the command that makes these results again."""
        return {}

    def inputs(self) -> dict[str, str]:
        """Name -> SHA-256 of the files that the results depend on."""
        return {}

    @property
    def extra(self) -> tuple[Path, ...]:
        """Files of the user's own words."""
        return ()

    def rows(self, table: Declared, sums: Totals) -> Iterable[Name]:
        """The keys of the rows of a table, in order: all that have sums, ascending."""
        return sums.rows(table.name)

    def left_out(self, sums: Totals) -> Iterable[str]:  # noqa: ARG002
        """The names of the tables that are not made."""
        return ()

    def derived(self, sums: Totals) -> Mapping[str, Table]:  # noqa: ARG002
        """The tables that are declared as derived, by name."""
        return {}

    def check(self, sums: Totals) -> None:
        """Raise KanamjError if no results can be read off these sums."""

    def work(self, chunk: Chunk) -> ChunkResult:
        try:
            return self.recorded(self.sums(chunk))
        except Exception as error:
            error.add_note(f"in chunk {chunk.number} of the study {self.kind}")
            raise

    def recorded(self, sums: Sums, files: Mapping[str, bytes] = {}) -> ChunkResult:
        """The record of a chunk, {"sums": [[name…, n, sum, sum of squares], …]}. files: further files, name -> content.

        Raises KanamjError if the study has not declared a sum, or if something is not a sum.
        """
        found: dict[Any, Any] = {}
        items: Iterable[Any] = sums if isinstance(sums, Iterable) else [sums]
        for item in items:
            try:
                name, value = item
                if isinstance(value, int | np.integer):
                    value = (int(value),) * len(NOTHING)
                if name in found:
                    n, total, squares = found[name]
                    value = (n + value[0], total + value[1], squares + value[2])
                found[name] = value
            except (TypeError, ValueError, IndexError):
                raise KanamjError(
                    f"the study {self.kind} gives {item!r}; it must give pairs of a name (table, keys…, measure) and "
                    "a sum: a whole number, or n, a sum, and a sum of squares"
                ) from None
        checked = [self.checked(name, value) for name, value in found.items()]
        return ChunkResult({"sums": [[*name, *value] for name, value in checked]}, files)

    def checked(self, name: Any, value: Any) -> tuple[Name, Sum]:
        """A sum with its name. Raises KanamjError if the study has not declared it, or if the value is not a sum."""

        def what() -> str:
            return f"the study {self.kind} gives {name!r}: {value!r}"

        declared = _measured(type(self))  # type: ignore[arg-type]  # a class is hashable
        if not isinstance(name, tuple) or not name:
            raise KanamjError(f"{what()}; the name of a sum is a tuple (table, keys…, measure)")
        if any(type(part) not in _PARTS for part in name):
            name = tuple(part.item() if isinstance(part, np.generic) else part for part in name)
            if wrong := [part for part in name if type(part) not in _PARTS]:
                raise KanamjError(f"{what()}; a key is a text or a whole number, not {wrong[0]!r}")
        table = declared.get(name[0])
        if len(name) == 1:
            if name[0] not in self.counted:
                raise KanamjError(f"{what()}, {not_one_of(name[0], 'a count of this study', self.counted)}")
        elif not table:
            raise KanamjError(f"{what()}, {not_one_of(name[0], 'a table of this study', declared)}")
        elif len(name) != len(table.keys) + 2 or name[-1] not in table.measures:
            raise KanamjError(
                f"{what()}; the sums of the table {table.name} are ({', '.join((table.name, *table.keys))}, MEASURE) "
                f"with one of the measures {', '.join(sorted(table.measures))}"
            )
        numbers = isinstance(value, tuple) and all(isinstance(number, int | float) for number in value)
        if not numbers or len(value) != len(NOTHING) or not all(map(math.isfinite, value)):
            raise KanamjError(f"{what()}; a sum is a whole number, or n, a sum, and a sum of squares")
        if not isinstance(value[0], int) or value[0] < 0 or value[2] < 0:
            raise KanamjError(f"{what()}; n is a whole number from 0, and a sum of squares is not negative")
        if (not table or name[-1] in table.counts) and (value[1] < 0 or value[1] % 1):
            raise KanamjError(f"{what()}; a count is a whole number from 0")
        return name, Sum(*value)

    def result(self, sums: Totals, files: Mapping[str, Path]) -> Any:
        """The results, read off the sums."""
        self.check(sums)
        derived, left_out, tables = self.derived(sums), {*self.left_out(sums)}, {}
        for table in self.tables:
            if table.name in left_out:
                continue
            if table.derived:
                tables[table.name] = derived[table.name]
                continue
            rows = [table.cells(self, Row(table.name, keys, sums)) for keys in self.rows(table, sums)]
            made = Table(table.names, rows)
            if table.order:
                places = sorted(range(len(rows)), key=[*map(table.order, made.objects())].__getitem__)
                made = made._replace(rows=[rows[i] for i in places])
            tables[table.name] = made
        counted = {name: sums.count(name) for name in self.counted}
        return self.results(self.parameters(), tables, counted, dict(sorted(files.items())))

    def write(self, place: Path, result: TableResults) -> None:
        """Write the tables, the further files, and the manifest."""
        declared = {table.name: table for table in self.tables}
        files: dict[str, str | bytes | Path] = {
            f"{name}.csv": declared[name].text(table) for name, table in result.tables.items()
        }
        parameters = {**result.parameters, **result.counted}
        parameters.pop("version", None)  # a field of the manifest
        inputs = dict(sorted(self.inputs().items()))
        fill(
            place,
            {**files, **result.files},
            Manifest(self.kind, self.again(), inputs=inputs, parameters=parameters),
        )

    def again(self) -> str:
        """The command that makes the results again. An option that is True is a flag, False is left out. Files of the
        user's own words are written without their folders."""
        words = []
        for name, value in self.options().items():
            if value is not False:
                words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        words += [word for path in self.extra for word in ("--extra", path.name)]
        return shlex.join([*self.command.split(), *words, "--out", "DIR"])

    @classmethod
    def read(cls, folder: str | Path) -> Any:
        """The results in a folder, without further files.

        Raises ManifestError if there are none, or if a file is not what the manifest says; FileFormatError if a table
        is not one of this study.
        """
        folder = Path(folder)
        manifest = Manifest.of_results(folder, cls.kind, cls.command, alone=cls.alone)
        parameters = {**manifest.parameters, "version": manifest.version}
        for name, kind in cls.needs.items():
            if type(parameters.get(name)) is not kind:
                raise ManifestError(
                    f"{name} is missing or wrong in the manifest of {folder}; make it again: {cls.command}"
                )
        counted = {name: parameters.pop(name) for name in cls.counted if name in parameters}
        tables = {
            table.name: table.read(folder / f"{table.name}.csv")
            for table in cls.tables
            if f"{table.name}.csv" in manifest.outputs
        }
        return cls.results(parameters, tables, counted)


_PARTS = (str, int)


@lru_cache(maxsize=16)
def _measured(study: type[Study]) -> dict[str, Declared]:
    """The tables of a study that are read off sums, by name. It is cached, because every sum is checked against it."""
    return {table.name: table for table in study.tables if not table.derived}


class Tally:
    """Adds up the results of the chunks, which come in any order, each once. files: name -> path of further files."""

    def __init__(self, study: Study) -> None:
        self.study, self.sums = study, Totals()
        self.files: dict[str, Path] = {}

    def add(self, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:
        """Add the result of a chunk. record: as in `ChunkResult`."""
        self.files.update(files)
        for *name, n, total, squares in record["sums"]:
            known, value = self.study.checked(tuple(name), (n, total, squares))
            self.sums.add(known, value.exact())

    def result(self) -> Any:
        return self.study.result(self.sums, self.files)


def word_hashes(
    lexicon: Lexicon, sizes: Iterable[int], extra: Iterable[Path] = (), *, readings: bool = False
) -> dict[str, str]:
    """File name -> SHA-256, for each file that the words of a study were read from.

    These files are the N-gram files of the word lengths `sizes`, `words.tsv` if `readings` is True, and `extra`: files
    of the user's own words. Files of the lexicon that do not exist are left out.
    """
    names = [f"{size}gram.txt" for size in sizes] + ["words.tsv"] * readings
    files = [lexicon.folder / name for name in names] if lexicon.folder else []
    return {path.name: sha256_of(path) for path in [*filter(Path.is_file, files), *extra]}
