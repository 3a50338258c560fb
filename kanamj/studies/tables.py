"""A study as a declaration: what a chunk adds to which sums, and which tables are read off the sums.

Everything else that a study needs is derived from this: the record of a chunk, the tally, the CSV files, reading them
back, JSON, and the manifest. A study that deals hands:

    @dataclass(frozen=True)
    class Doubles(OnDeals, TableStudy):
        '''How often dealt hands hold a letter twice, by shanten.'''

        kind = command = "doubles"
        tables = (Declared("doubles", "shanten", Share("twice", n="hands", count="twice"), Mean("pairs")),)

        def sums(self, chunk):
            rows = self.dealt(chunk)
            shanten, pairs = self.engine.shanten_many(rows), (rows >= 2).sum(axis=1)
            for at in set(shanten.tolist()):
                yield ("doubles", at, "twice"), Sum.of(pairs[shanten == at] > 0)
                yield ("doubles", at, "pairs"), Sum.of(pairs[shanten == at])

`run(Doubles(Deals(…)), open_workers).tables["doubles"]` then has the columns shanten, hands, twice, share, stderr,
pairs, pairs_stderr, and one row for each shanten. docs/own-study.md goes through an example that runs.

A sum has a name: the table, the keys of its row, and the measure. Its value is (n, Σ, Σ²) over n numbers, one for each
deal or game; a whole number is short for so many ones. Sums of whole numbers stay whole. Other sums are added without
rounding, so that the result does not depend on the order in which chunks end. Where numbers depend on each other, such
as games on one wall, the numbers that are summed are those of whole clusters (`Ratio`), and a cluster is never cut by
the end of a chunk. Every mean and every error of a study is computed in this file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.errors import FileFormatError, KanamjError, ManifestError, MissingExtraError, not_one_of
from kanamj.folders import Manifest
from kanamj.studies.csvtext import Table, csv_text, read_table
from kanamj.studies.result_folder import command_again, parameters_of, write_results
from kanamj.studies.run import Chunk, ChunkResult
from kanamj.studies.stats import Share as Proportion
from kanamj.studies.stats import in_percent

Number: TypeAlias = "int | float | Fraction"
Name: TypeAlias = "tuple[Any, ...]"
"""The name of a sum: its table, the keys of its row, and its measure."""


class Sum(NamedTuple):
    """n numbers: how many they are, their sum, and the sum of their squares."""

    n: int
    total: Number
    squares: Number

    @classmethod
    def of(cls, numbers: npt.ArrayLike) -> Sum:
        """The sums of these numbers; whole numbers and truth values give whole sums.

        >>> Sum.of([1, 2, 2])
        Sum(n=3, total=5, squares=9)
        """
        found: np.ndarray[Any, Any] = np.asarray(numbers)
        if found.dtype.kind in "bui":
            found = found.astype(np.int64)
            return cls(len(found), int(found.sum()), int((found * found).sum()))
        return cls(len(found), math.fsum(found), math.fsum(found * found))

    @classmethod
    def counted(cls, numbers: Iterable[tuple[int, int]]) -> Sum:
        """The sums of whole numbers that come as pairs (number, how often it is there).

        >>> Sum.counted([(1, 1), (2, 2)])
        Sum(n=3, total=5, squares=9)
        """
        given = list(numbers)
        return cls(*(sum(x**power * often for x, often in given) for power in (0, 1, 2)))

    def plus(self, other: Sum) -> Sum:
        return Sum(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        return float(self.total) / self.n

    def stderr(self) -> float | None:
        """The standard error of the mean; None for a single number."""
        squares = max(float(self.squares) - self.n * self.mean**2, 0.0)
        return None if self.n < 2 else math.sqrt(squares / (self.n - 1) / self.n)


NOTHING = Sum(0, 0, 0)
Sums: TypeAlias = "Iterable[tuple[Name, Sum | tuple[int, Number, Number] | int]]"


@dataclass(frozen=True)
class Row:
    """The sums of one row of a table: `row["tenpai"]` is that of the measure tenpai. sums: those of the study."""

    table: str
    keys: Name
    sums: Totals

    def __getitem__(self, measure: str) -> Sum:
        return self.sums.get((self.table, *self.keys, measure), NOTHING)


class Totals(dict[Name, Sum]):
    """The sums of a study: name -> sum."""

    def add(self, name: Name, value: Sum) -> None:
        self[name] = self[name].plus(value) if name in self else value

    def count(self, name: str) -> int:
        """A count of the whole run."""
        return int(self.get((name,), NOTHING).total)

    def rows(self, table: str) -> list[Name]:
        """The keys of the rows of a table that have sums, ascending."""
        return sorted({name[1:-1] for name in self if name[0] == table and len(name) > 1})

    def within(self, table: str, keys: Name, measure: str) -> int:
        """The sum of a measure over all rows whose first keys are `keys`."""
        return sum(
            int(value.total)
            for name, value in self.items()
            if name[0] == table and name[1 : len(keys) + 1] == keys and name[-1] == measure and len(name) > 1
        )


@dataclass(frozen=True)
class Column:
    """A column that is not measured: the next key of the row, or what `of` says of it.

    name: one that begins with _ is of a key that numbers the rows and is not written; written rows of such a table may
    be the same. of: (study, row) -> cell; None: the next key. same: True if every row has the same cell. shown,
    parsed: how a cell becomes text in the file, and back.
    """

    name: str
    of: Callable[[Any, Row], Any] | None = None
    same: bool = False
    shown: Callable[[Any], Any] = lambda cell: cell
    parsed: Callable[[Any], Any] = lambda cell: cell

    @property
    def names(self) -> tuple[str, ...]:
        return () if self.name.startswith("_") else (self.name,)

    def read(self, _: str, cell: Any) -> Any:
        return self.parsed(cell)


def given(*names: str) -> list[Column]:
    """Columns with the same cell in every row, `study.given[name]`: the setting, for tables that are joined later."""
    return [Column(name, lambda study, _, name=name: study.given[name], same=True) for name in names]  # type: ignore[misc]


@dataclass(frozen=True)
class Measure:
    """Columns of numbers that are read off the sums of a row. `measure`: the name of the sums.

    digits: the decimals to which numbers are rounded. fixed: True writes all these decimals, zeros too.
    """

    measure: str
    digits: int = field(default=8, kw_only=True)
    fixed: bool = field(default=False, kw_only=True)

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the sums that it reads."""
        return (self.measure,)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all its columns, in the order of its figures; "" is a column that is left out."""
        return (self.measure,)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(filter(None, self.columns))

    @property
    def whole_names(self) -> tuple[str, ...]:
        """The names of the columns that have counts."""
        return ()

    def cells(self, study: Any, row: Row) -> Sequence[int | float | None]:
        raise NotImplementedError

    def taken(self, *figures: int | float | None) -> list[int | float | None]:
        """The figures without those of columns that are left out."""
        return [figure for name, figure in zip(self.columns, figures, strict=True) if name]

    def rounded(self, *values: float | None) -> list[float | None]:
        return [None if value is None else round(value, self.digits) for value in values]

    def shown(self, cell: Any) -> Any:
        """A cell as it stands in the file."""
        return f"{cell:.{self.digits}f}" if self.fixed and isinstance(cell, float) else cell

    def read(self, name: str, cell: Any) -> Any:
        """The inverse of `shown`. name: that of the column. Raises ValueError with the rule that a cell breaks."""
        if name in self.whole_names:
            if not isinstance(cell, int) or cell < 0:
                raise ValueError("a whole number from 0")
        elif isinstance(cell, str):
            if cell:
                raise ValueError("a number")
            return None
        return cell


@dataclass(frozen=True)
class Count(Measure):
    """One column: how many there are. of: another measure, whose numbers are counted (n) instead of summed."""

    of: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        return (self.of or self.measure,)

    @property
    def whole_names(self) -> tuple[str, ...]:
        return self.names

    def cells(self, study: Any, row: Row) -> Sequence[int | float | None]:  # noqa: ARG002
        return [row[self.of].n if self.of else int(row[self.measure].total)]


@dataclass(frozen=True)
class Value(Measure):
    """One column: the number itself, where a row is of one deal; None if there is none."""

    def cells(self, study: Any, row: Row) -> Sequence[int | float | None]:  # noqa: ARG002
        found = row[self.measure]
        return self.rounded(found.mean if found.n else None)


@dataclass(frozen=True)
class Counted(Measure):
    """A measure with columns for a number n, a count, their ratio and its standard error; "" leaves a column out."""

    n: str = ""
    count: str = ""
    share: str = "share"
    stderr: str = "stderr"

    @property
    def columns(self) -> tuple[str, ...]:
        return self.n, self.count, self.share, self.stderr

    @property
    def whole_names(self) -> tuple[str, ...]:
        return self.n, self.count


@dataclass(frozen=True)
class Share(Counted):
    """The share of numbers that are 1: columns for n, count, share, standard error, and both ends of Wilson's interval.

    n, count, share, stderr, low, high: the names of these columns; "" leaves one out. out_of: of what it is the share:
    "" of as many as its sums have, a text of this count of the run (`TableStudy.counted`), a whole number k of all rows
    of the table whose first k keys are the same.
    """

    low: str = ""
    high: str = ""
    out_of: str | int = ""

    @property
    def columns(self) -> tuple[str, ...]:
        return *super().columns, self.low, self.high

    def cells(self, study: Any, row: Row) -> Sequence[int | float | None]:  # noqa: ARG002
        found = row[self.measure]
        if isinstance(self.out_of, int):
            n = row.sums.within(row.table, row.keys[: self.out_of], self.measure)
        else:
            n = row.sums.count(self.out_of) if self.out_of else found.n
        share = Proportion(int(found.total), n)
        if not n:
            return self.taken(0, 0, None, None, None, None)
        return self.taken(n, share.count, *self.rounded(share.value, share.stderr, *share.interval))


@dataclass(frozen=True)
class Mean(Measure):
    """The mean, and its standard error in the column NAME_stderr.

    column: the name of the column; "" takes that of the measure. stderr: the name of the column of the error. per:
    (study, row) -> by what both are divided.
    """

    column: str = ""
    stderr: str = ""
    per: Callable[[Any, Row], int] = lambda _study, _row: 1

    @property
    def columns(self) -> tuple[str, ...]:
        name = self.column or self.measure
        return name, self.stderr or f"{name}_stderr"

    def cells(self, study: Any, row: Row) -> Sequence[int | float | None]:
        found, per = self.found(row), self.per(study, row)
        return self.rounded(found.mean / per, self.error(found, per, row)) if found.n else [None, None]

    def found(self, row: Row) -> Sum:
        """The sums that the mean is of."""
        return row[self.measure]

    def error(self, found: Sum, per: int, row: Row) -> float | None:  # noqa: ARG002
        """The standard error of the mean."""
        error = found.stderr()
        return None if error is None else error / per


@dataclass(frozen=True)
class Crossed(Mean):
    """The mean over deals and over choices, such as words that were chosen at random: both are samples.

    Its sums are those of the numbers of a deal added over the choices (`per` says how many), and those of each choice
    by itself, named "MEASURE 0", "MEASURE 1", … most: the largest number of choices.
    """

    most: int = 1

    @property
    def needs(self) -> tuple[str, ...]:
        return self.measure, *(f"{self.measure} {i}" for i in range(self.most))

    def error(self, found: Sum, choices: int, row: Row) -> float | None:
        error = super().error(found, choices, row)
        if error is None or choices == 1:
            return error
        # Each choice is judged on each deal. The variance component of the choices, by an analysis of variance by two
        # factors without repetition, is their variance less what comes from the sample of deals.
        n, each = found.n, [row[f"{self.measure} {i}"] for i in range(choices)]
        grand = found.mean / choices
        of_choices = sum((one.mean - grand) ** 2 for one in each) / (choices - 1)
        rest = sum(float(one.squares) - n * one.mean**2 for one in each)
        rest += n * choices * grand**2 - float(found.squares) / choices
        spread = of_choices - rest / (choices - 1) / (n - 1) / n
        return math.hypot(error, math.sqrt(max(0.0, spread) / choices))


@dataclass(frozen=True)
class Difference(Mean):
    """The mean of a measure minus that of another, of the same deals. `pair` gives the sums.

    The error needs the sum of the products, which is the sum named MEASURE*OTHER.
    """

    other: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        name = self.column or f"{self.measure}-{self.other}"
        return name, self.stderr or f"{name}_stderr"

    @property
    def needs(self) -> tuple[str, ...]:
        return self.measure, self.other, f"{self.measure}*{self.other}"

    def found(self, row: Row) -> Sum:
        one, other, product = (row[name] for name in self.needs)
        squares = one.squares - 2 * product.total + other.squares
        return Sum(one.n, one.total - other.total, squares)


@dataclass(frozen=True)
class Ratio(Counted):
    """The sum of a measure over the sum of another, with an error that counts clusters, such as the hands of a game.

    Each number of both measures is that of one whole cluster; `other` is often its size. The error is that of a ratio
    estimator (Cochran, Sampling Techniques, 1977, chapter 6). n, count, share, stderr: the names of the columns of the
    sum of `other`, of that of the measure, of the ratio and of its error; "" leaves one out. percent: whether people
    see the ratio in percent. `pair` gives the sums.
    """

    other: str = ""
    percent: bool = True

    @property
    def needs(self) -> tuple[str, ...]:
        return self.measure, self.other, f"{self.measure}*{self.other}"

    def cells(self, study: Any, row: Row) -> Sequence[int | float | None]:  # noqa: ARG002
        one, other, product = (row[name] for name in self.needs)
        if not other.total:
            return self.taken(0, 0, None, None)
        ratio = float(one.total) / float(other.total)
        off = float(one.squares) - 2 * ratio * float(product.total) + ratio**2 * float(other.squares)
        error = math.sqrt(max(off, 0.0)) / abs(float(other.total))
        return self.taken(int(other.total), int(one.total), *self.rounded(ratio, error))


def ratio_sums(
    key: Name, one: str, other: str, alike: Mapping[tuple[int, int], int]
) -> Iterator[tuple[Name, Sum]]:
    """The sums of a `Ratio` of whole numbers in a row with these keys. alike: (number of `other`, number of `one`) of a
    cluster -> how many clusters have these."""
    numbers = {
        one: [(x, n) for (_, x), n in alike.items()],
        other: [(y, n) for (y, _), n in alike.items()],
        f"{one}*{other}": [(x * y, n) for (y, x), n in alike.items()],
    }
    yield from (((*key, name), Sum.counted(each)) for name, each in numbers.items())


def pair(one: str, numbers: npt.ArrayLike, other: str, others: npt.ArrayLike) -> Iterator[tuple[str, Sum]]:
    """The sums of two measures of the same deals (or clusters), and of their products, by the names of the measures.

    >>> dict(pair("a", [1, 2], "b", [3, 4]))["a*b"].total
    11
    """
    first, second = np.asarray(numbers), np.asarray(others)
    yield from ((one, Sum.of(first)), (other, Sum.of(second)), (f"{one}*{other}", Sum.of(first * second)))


class Declared:
    """A table of a study: its name, which is that of the file too, and its columns in order.

    columns: a text is a key of the rows. derived: its rows are not read off sums but computed by `TableStudy.derived`;
    without columns they may be any. order: row -> what the rows are sorted by; None leaves them as `TableStudy.rows`
    has them. title: what the terminal prints above it. heads: column -> what the terminal prints above that, if not its
    name.
    """

    def __init__(
        self,
        name: str,
        *columns: str | Column | Measure,
        derived: bool = False,
        order: Callable[[dict[str, Any]], Any] | None = None,
        title: str = "",
        heads: Mapping[str, str] = {},
    ) -> None:
        self.name, self.derived, self.order, self.title, self.heads = name, derived, order, title, heads
        self.columns = [Column(column) if isinstance(column, str) else column for column in columns]
        self.names = tuple(name for column in self.columns for name in column.names)
        self.keys = tuple(c.name for c in self.columns if isinstance(c, Column) and c.of is None)
        self.given = {c.name for c in self.columns if isinstance(c, Column) and c.same}
        self.measures = {m for c in self.columns if isinstance(c, Measure) for m in c.needs}

    def cells(self, study: Any, row: Row) -> list[Any]:
        """The cells of a row."""
        keys = iter(row.keys)
        found: list[Any] = []
        for column in self.columns:
            if isinstance(column, Measure):
                found += column.cells(study, row)
            else:
                cell = column.of(study, row) if column.of else next(keys)
                found += [cell] if column.names else []
        return found

    def for_people(self, found: TableResults) -> Table:
        """The table as the terminal shows it: shares in percent with intervals, means with errors in one cell, and no
        cells of `given`."""
        table = found.tables[self.name]
        for column in self.columns:
            if isinstance(column, Counted) and column.stderr and getattr(column, "percent", True):
                of = getattr(column, "out_of", "")
                n = (
                    found.counted.get(of)
                    if isinstance(of, str)
                    else sum(row[column.count] for row in table.objects())
                )
                table = in_percent(table, [column.share], column.n or n)
        places = {name: place for place, name in enumerate(table.columns)}
        left = [name for name in places if not name.endswith("_stderr") and name not in self.given]

        def cell(row: Sequence[Any], name: str) -> Any:
            value, error = (
                row[places[name]],
                row[places[f"{name}_stderr"]] if f"{name}_stderr" in places else None,
            )
            return value if error is None else f"{value:.4f} ± {error:.4f}"

        heads = (self.heads.get(name, name) for name in left)
        return Table(tuple(heads), [[cell(row, name) for name in left] for row in table.rows])

    def text(self, table: Table) -> str:
        """The content of its file."""
        shown = [column.shown for column in self.columns for _ in column.names]
        if not shown:
            return csv_text(*table)
        return csv_text(
            table.columns, [[s(c) for s, c in zip(shown, row, strict=True)] for row in table.rows]
        )

    def read(self, path: Path) -> Table:
        """The table that was written. Raises FileFormatError if it has other columns, a row twice, or no numbers."""
        found = read_table(path)
        if not self.columns:
            return found
        if found.columns != self.names:
            wrong = f"has the columns {', '.join(found.columns)}, not {', '.join(self.names)}"
            raise FileFormatError(f"{wrong}; make the results again", path)
        seen: dict[tuple[Any, ...], int] = {}
        for number, row in enumerate(found.rows, 1):
            places = iter(range(len(row)))
            for column in self.columns:
                for name, place in zip(column.names, places):  # noqa: B905  # the places go on with the next column
                    try:
                        row[place] = column.read(name, row[place])
                    except ValueError as error:
                        said = f"row {number} has {row[place]!r} in column {name}, which must be {error}"
                        raise FileFormatError(f"{said}; make the results again", path) from None
            keys = tuple(cell for name, cell in zip(self.names, row, strict=True) if name in self.keys)
            if len(keys) == len(self.keys) and keys and seen.setdefault(keys, number) != number:
                said = f"rows {seen[keys]} and {number} are both of {', '.join(map(str, keys))}"
                raise FileFormatError(f"{said}; make the results again", path)
        return found


@dataclass(frozen=True)
class TableResults:
    """The results of a study, as tables. tables: name -> the table in the file NAME.csv.

    counted: name -> count of the whole run. files: name -> path or content of further files, which are not read back.
    """

    parameters: Mapping[str, Any]
    tables: Mapping[str, Table]
    counted: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, Path | bytes] = field(default_factory=dict, compare=False)

    @property
    def complete(self) -> int:
        """The number of complete deals, for studies that count them."""
        return self.counted["complete"]

    @property
    def setting(self) -> str:
        """The setting in a few words; "" says nothing beyond the name of the folder."""
        return ""

    def summary(self) -> Table:
        """What the index of results shows of them: the first table."""
        return next(iter(self.tables.values()))

    def to_json(self) -> dict[str, Any]:
        """The results as plain values: the counts of the run, the rows of each table, and the parameters."""
        tables = {name: table.objects() for name, table in self.tables.items()}
        return {**self.counted, **tables, "parameters": dict(self.parameters)}

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_(name) for name, table in self.tables.items())

    def to_parquet(self, folder: str | Path) -> None:
        """Write each table as `folder`/NAME.parquet. Raises MissingExtraError if pyarrow is not installed."""
        for name, table in self.tables.items():
            try:
                table.to_frame().to_parquet(Path(folder, f"{name}.parquet"), index=False)
            except ImportError:
                raise MissingExtraError("the Parquet format", "pyarrow", "parquet") from None


class TableStudy:
    """The base class of studies that are declared by tables; the top of this module shows one.

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

    def chunk(self, number: int) -> Chunk:
        """The chunk with this number, from 0."""
        return Chunk(number, min(self.chunk_size, self.n - number * self.chunk_size))

    def parameters(self) -> dict[str, Any]:
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

    def enough(self, sums: Totals) -> bool:  # noqa: ARG002
        """For a study that has a `first_round` (run.py): whether the run ends after this round."""
        return False

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
        for item in sums:
            try:
                name, value = item
                if isinstance(value, int):
                    value = (value, value, value)
                if name in found:
                    n, total, squares = found[name]
                    value = (n + value[0], total + value[1], squares + value[2])
                found[name] = value
            except (TypeError, ValueError, IndexError):
                raise KanamjError(
                    f"the study {self.kind} gives {item!r}; it must give pairs of a name (table, keys…, measure) and "
                    "a sum: a whole number, or n, a sum, and a sum of squares"
                ) from None
        for name, value in found.items():
            self.check_sum(name, value)
        return ChunkResult({"sums": [[*name, *value] for name, value in found.items()]}, files)

    def check_sum(self, name: Any, value: Any) -> None:
        """Raise KanamjError if the study has not declared a sum of this name, or if the value is not a sum."""
        what = f"the study {self.kind} gives {name!r}: {value!r}"
        declared = _measured(type(self))  # type: ignore[arg-type]  # a class is hashable
        if not isinstance(name, tuple) or not name:
            raise KanamjError(f"{what}; the name of a sum is a tuple (table, keys…, measure)")
        if len(name) == 1:
            if name[0] not in self.counted:
                raise KanamjError(f"{what}, {not_one_of(name[0], 'a count of this study', self.counted)}")
        elif name[0] not in declared:
            raise KanamjError(f"{what}, {not_one_of(name[0], 'a table of this study', declared)}")
        elif len(name) != len(declared[name[0]].keys) + 2 or name[-1] not in declared[name[0]].measures:
            table = declared[name[0]]
            raise KanamjError(
                f"{what}; the sums of the table {table.name} are ({', '.join((table.name, *table.keys))}, MEASURE) "
                f"with one of the measures {', '.join(sorted(table.measures))}"
            )
        numbers = isinstance(value, tuple) and all(isinstance(number, int | float) for number in value)
        if not numbers or len(value) != len(NOTHING) or not all(map(math.isfinite, value)):
            raise KanamjError(f"{what}; a sum is a whole number, or n, a sum, and a sum of squares")
        if not isinstance(value[0], int) or value[0] < 0 or value[2] < 0:
            raise KanamjError(f"{what}; n is a whole number from 0, and a sum of squares is not negative")

    def tally(self) -> SumTally:
        return SumTally(self)

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
        write_results(place, self.kind, self.again(), parameters, {**files, **result.files}, self.inputs())

    def again(self) -> str:
        """The command that makes the results again."""
        return command_again(self.command, self.options(), self.extra)

    @classmethod
    def read(cls, folder: str | Path) -> Any:
        """The results in a folder, without further files.

        Raises ManifestError if there are none, or if a file is not what the manifest says; FileFormatError if a table
        is not one of this study.
        """
        folder = Path(folder)
        manifest = Manifest.of_results(folder, cls.kind, cls.command, alone=cls.alone)
        parameters = parameters_of(manifest)
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


@lru_cache(maxsize=16)
def _measured(study: type[TableStudy]) -> dict[str, Declared]:
    """The tables of a study that are read off sums, by name. It is cached, because every sum is checked against it."""
    return {table.name: table for table in study.tables if not table.derived}


class SumTally:
    """Adds up the sums of the chunks, in any order."""

    def __init__(self, study: TableStudy) -> None:
        self.study, self.sums = study, Totals()
        self.files: dict[str, Path] = {}

    def add(self, chunk: Chunk, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:  # noqa: ARG002
        self.files.update(files)
        for *name, n, total, squares in record["sums"]:
            self.study.check_sum(tuple(name), (n, total, squares))
            self.sums.add(tuple(name), Sum(n, _exact(total), _exact(squares)))

    def enough(self) -> bool:
        return self.study.enough(self.sums)

    def result(self) -> Any:
        return self.study.result(self.sums, self.files)


def _exact(number: Number) -> Number:
    return number if isinstance(number, int) else Fraction(number)
