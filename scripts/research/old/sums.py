"""What a chunk of a study adds up: sums with names, of which every mean and every error is computed.

A name has the table, the keys of its row, and the measure. A sum is (n, Σ, Σ²) over n numbers, one for each deal or
game; a whole number is short for so many ones. Sums of whole numbers stay whole. Other sums are added without rounding,
so that the result does not depend on the order in which chunks end. Where numbers depend on each other, such as games
on one wall, the numbers that are summed are those of whole clusters (`measures.Ratio`), and a cluster is never cut by
the end of a chunk.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.errors import ArrayError, KanamjError

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
        if found.ndim != 1 or found.dtype.kind not in "buif":
            what = f"an array of shape {found.shape} and type {found.dtype}"
            raise ArrayError(f"{what} cannot be summed; give a row of numbers, one per deal")
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

    def exact(self) -> Sum:
        """The same sum as whole numbers and fractions, which are added without rounding."""
        return Sum(self.n, *(x if isinstance(x, int) else Fraction(x) for x in self[1:]))

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

    def together(self, measures: Sequence[str]) -> list[Sum]:
        """The sums of two measures and of their products. Raises KanamjError if there are some of the first, but not as
        many of the others."""
        found = [self[measure] for measure in measures]
        if found[0].n and len({each.n for each in found}) > 1:
            numbers = ", ".join(
                f"{each.n:,} {measure}" for each, measure in zip(found, measures, strict=True)
            )
            raise KanamjError(
                f"the table {self.table} has {numbers}, not as many of each; let `pair` make their sums"
            )
        return found


class Totals(dict[Name, Sum]):
    """The sums of a study: name -> sum."""

    def add(self, name: Name, value: Sum) -> None:
        self[name] = self[name].plus(value) if name in self else value

    def count(self, name: str) -> int:
        """A count of the whole run."""
        return int(self.get((name,), NOTHING).total)

    def rows(self, table: str) -> list[Name]:
        """The keys of the rows of a table that have sums, ascending, numbers before texts."""
        found = {name[1:-1] for name in self if name[0] == table and len(name) > 1}
        return sorted(found, key=lambda keys: [(isinstance(key, str), key) for key in keys])

    def within(self, table: str, keys: Name, measure: str) -> int:
        """The sum of a measure over all rows whose first keys are `keys`."""
        return sum(
            int(value.total)
            for name, value in self.items()
            if name[0] == table and name[1 : len(keys) + 1] == keys and name[-1] == measure and len(name) > 1
        )


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
    if first.shape != second.shape:
        raise ArrayError(
            f"{first.size} numbers and {second.size} are not of the same deals; give as many of both"
        )
    yield from ((one, Sum.of(first)), (other, Sum.of(second)), (f"{one}*{other}", Sum.of(first * second)))
