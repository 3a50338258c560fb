"""The columns of a table: what is read off the sums of a row. Every mean and error of a study is computed here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kanamj.errors import KanamjError
from old.stats import Proportion
from old.sums import Row, Sum


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

    whole: ClassVar[int] = 0
    """How many columns, the first ones, have counts."""
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
    def counts(self) -> tuple[str, ...]:
        """Which of the sums that it reads are counts."""
        return self.needs if self.whole else ()

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
        if name in self.columns[: self.whole]:
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

    whole = 1
    of: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        return (self.of or self.measure,)

    @property
    def counts(self) -> tuple[str, ...]:
        return () if self.of else self.needs

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

    whole = 2
    n: str = ""
    count: str = ""
    share: str = "share"
    stderr: str = "stderr"

    @property
    def columns(self) -> tuple[str, ...]:
        return self.n, self.count, self.share, self.stderr


@dataclass(frozen=True)
class Share(Counted):
    """The share of numbers that are 1: columns for n, count, share, standard error, and both ends of Wilson's interval.

    n, count, share, stderr, low, high: the names of these columns; "" leaves one out. out_of: of what it is the share:
    "" of as many as its sums have, a text of this count of the run (`Study.counted`), a whole number k of all rows
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
        if share.count > n:
            raise KanamjError(
                f"the table {row.table} has {share.count:,} {self.measure} of {n:,}, not a share"
            )
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
        one, other, product = row.together(self.needs)
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
        one, other, product = row.together(self.needs)
        if not other.total:
            return self.taken(0, 0, None, None)
        ratio = float(one.total) / float(other.total)
        off = float(one.squares) - 2 * ratio * float(product.total) + ratio**2 * float(other.squares)
        error = math.sqrt(max(off, 0.0)) / abs(float(other.total))
        return self.taken(int(other.total), int(one.total), *self.rounded(ratio, error))
