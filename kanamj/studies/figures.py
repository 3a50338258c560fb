"""What is read off the sums of a study: shares, means, differences and ratios, each with its error.

A chunk gives sums that add up. For numbers with a mean, these are the `moments`. Each function takes the sums and
returns columns of a table: their names and values, such as {"pairs": 1.23, "pairs_stderr": 0.04}.

The columns of the error are named after the figure: NAME_stderr, and for a share also NAME_low and NAME_high, the ends
of its 95 % interval. Those of a share or ratio that is called "share" are `stderr`, `low` and `high`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.errors import ArrayError, KanamjError
from kanamj.studies.stats import Proportion

Number: TypeAlias = "int | float"
Figures: TypeAlias = "dict[str, Any]"
"""Name of the column -> number; None where there is none."""


def moments(numbers: npt.ArrayLike, others: npt.ArrayLike | None = None) -> tuple[Number, ...]:
    """Returns how many numbers there are, their sum, and the sum of their squares: (n, Σx, Σx²).

    others: other numbers of the same deals, or of the same clusters; then (n, Σx, Σx², Σy, Σy², Σxy), for
        `difference` and `ratio`.

    Sums of whole numbers and truth values are whole. Raises ArrayError if these are not rows of numbers.

    >>> moments([1, 2, 2]), moments([1, 2], [3, 4])
    ((3, 5, 9), (2, 3, 5, 7, 25, 11))
    """
    first = _row(numbers)
    if others is None:
        return len(first), _sum(first), _sum(first * first)
    second = _row(others)
    if first.shape != second.shape:
        raise ArrayError(
            "{} numbers and {} are not of the same deals; give as many of both", len(first), len(second)
        )
    sums = (first, first * first, second, second * second, first * second)
    return len(first), *map(_sum, sums)


def _row(numbers: npt.ArrayLike) -> npt.NDArray[Any]:
    found: npt.NDArray[Any] = np.asarray(numbers)
    if found.ndim != 1 or found.dtype.kind not in "buif":
        what = f"an array of shape {found.shape} and type {found.dtype}"
        raise ArrayError("{} cannot be summed; give a row of numbers, one per deal", what)
    return found.astype(np.int64) if found.dtype.kind in "bui" else found


def _sum(row: npt.NDArray[Any]) -> Number:
    return math.fsum(row) if row.dtype.kind == "f" else int(row.sum())


def share(name: str, n: Number, count: Number) -> Figures:
    """Returns the share `count` of `n` independent trials, with its standard error and its 95 % interval (Wilson).

    name: of the column.

    Raises KanamjError if it is not a share.

    >>> [round(number, 4) for number in share("tenpai", 1000, 59).values()]
    [0.059, 0.0075, 0.046, 0.0754]
    """
    if not 0 <= count <= n or n % 1 or count % 1:
        raise KanamjError("{} is {:,} of {:,}; a share is a whole number of as many or more", name, count, n)
    found = Proportion(int(count), int(n))
    start = "" if name == "share" else f"{name}_"
    columns = (name, f"{start}stderr", f"{start}low", f"{start}high")
    values = (found.value, found.stderr, *found.interval) if n else (None,) * 4
    return dict(zip(columns, values, strict=True))


def mean(name: str, n: Number, total: Number, squares: Number, *, per: Number = 1) -> Figures:
    """Returns the mean of n independent numbers and its standard error.

    name: of the column.
    n, total, squares: the `moments` of the numbers.
    per: by what both are divided.

    The outcomes 0 and 1 have a `share`, not a mean.

    >>> mean("pairs", *moments([1, 2, 2, 3])) == {"pairs": 2.0, "pairs_stderr": math.sqrt(1 / 6)}
    True
    """
    _check(name, n, squares)
    if not n:
        return {name: None, f"{name}_stderr": None}
    average = float(total) / n
    left = max(float(squares) - n * average**2, 0.0)
    return {name: average / per, f"{name}_stderr": None if n < 2 else math.sqrt(left / (n - 1) / n) / per}


def difference(
    name: str, n: Number, x: Number, xx: Number, y: Number, yy: Number, xy: Number, *, per: Number = 1
) -> Figures:
    """Returns the mean difference of two numbers of the same deals, and its standard error.

    name: of the column.
    n, x, xx, y, yy, xy: the `moments` of both numbers; y is subtracted from x.
    per: by what both are divided.

    >>> difference("gain", *moments([3, 4, 4], [1, 2, 3])) == mean("gain", *moments([2, 2, 1]))
    True
    """
    return mean(name, n, x - y, xx - 2 * xy + yy, per=per)


def ratio(name: str, n: Number, x: Number, xx: Number, y: Number, yy: Number, xy: Number) -> Figures:
    """Returns the sum of one number over the sum of another, with a standard error that counts clusters.

    name: of the column.
    n, x, xx, y, yy, xy: the `moments` of both numbers; x is divided by y.

    Each number is that of a whole cluster, such as the hands of one game, because the hands of a game depend on each
    other; the other number is often its size. The error is that of a ratio estimator (Cochran, Sampling Techniques,
    1977, chapter 6).

    >>> [round(number, 4) for number in ratio("won", *moments([1, 0, 2], [4, 4, 4])).values()]
    [0.25, 0.1179]
    """
    _check(name, n, xx, yy)
    found = error = None
    if y:
        found = float(x) / float(y)
        off = float(xx) - 2 * found * float(xy) + found**2 * float(yy)
        error = math.sqrt(max(off, 0.0)) / abs(float(y))
    return {name: found, "stderr" if name == "share" else f"{name}_stderr": error}


def crossed(name: str, together: Sequence[Number], each: Sequence[Sequence[Number]]) -> Figures:
    """Returns the mean over deals and over choices, such as words that were chosen at random: both are samples.

    name: of the column.
    together: the moments of the numbers of a deal, added over the choices.
    each: the moments of every choice by itself.
    """
    choices = len(each)
    found = mean(name, *together, per=choices)
    error, (n, total, squares) = found[f"{name}_stderr"], together
    if error is None or choices == 1:
        return found
    # Each choice is judged on each deal. The variance component of the choices, by an analysis of variance by two
    # factors without repetition, is their variance less what comes from the sample of deals.
    means, grand = [float(one[1]) / one[0] for one in each], float(total) / n / choices
    of_choices = sum((one - grand) ** 2 for one in means) / (choices - 1)
    rest = sum(float(one[2]) - n * average**2 for one, average in zip(each, means, strict=True))
    rest += n * choices * grand**2 - float(squares) / choices
    spread = of_choices - rest / (choices - 1) / (n - 1) / n
    return found | {f"{name}_stderr": math.hypot(error, math.sqrt(max(0.0, spread) / choices))}


def _check(name: str, n: Number, *squares: Number) -> None:
    if n < 0 or n % 1 or any(square < 0 for square in squares):
        raise KanamjError(
            "{} has {:,} numbers; give its moments, whose number and squares are not negative", name, n
        )


def part(sums: Mapping[Any, Any], *begin: Any) -> dict[Any, Any]:
    """Returns the sums whose keys begin so, under the rest of their keys, ascending (numbers before texts).

    >>> part({("hands", 2): 5, ("hands", 1): 7, "deals": 9}, "hands")
    {1: 7, 2: 5}
    """
    size = len(begin)
    found = {
        key[size:]: sums[key] for key in sums if isinstance(key, tuple) and key[:size] == begin and key[size:]
    }
    ordered = sorted(found, key=lambda rest: [(isinstance(key, str), key) for key in rest])
    return {rest if len(rest) > 1 else rest[0]: found[rest] for rest in ordered}
