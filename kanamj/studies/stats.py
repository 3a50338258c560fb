"""Shares with their errors and intervals, and quantiles."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution, for two-sided intervals of 95 %."""


@dataclass(frozen=True)
class Proportion:
    """A share: `count` of `n` independent deals.

    >>> share = Proportion(1765, 30_000)
    >>> round(share.value, 5), round(share.stderr, 5), [round(end, 5) for end in share.interval]
    (0.05883, 0.00136, [0.05623, 0.06155])
    """

    count: int
    n: int

    @property
    def value(self) -> float:
        return self.count / self.n

    @property
    def stderr(self) -> float:
        """Standard error of the share: sqrt(p (1 - p) / n)."""
        return math.sqrt(self.value * (1 - self.value) / self.n)

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval of Wilson (1927). It is within 0..1, and has a width even if the count is 0."""
        return _wilson(self.value, self.n)


def _wilson(value: float, n: float) -> tuple[float, float]:
    z2 = Z_95**2
    middle = value + z2 / (2 * n)
    half = Z_95 * math.sqrt(value * (1 - value) / n + z2 / (4 * n**2))
    scale = 1 + z2 / n
    low = 0.0 if value == 0 else (middle - half) / scale
    high = 1.0 if value == 1 else (middle + half) / scale
    return low, high


def interval(value: float, stderr: float, n: int | None) -> tuple[float, float]:
    """Returns the ends of the 95 % interval of a share whose trials depend on each other, such as the hands of one
    game.

    It is the interval of Wilson for as many independent trials as give the standard error `stderr`.

    n: the number of trials; it only counts if the share is 0 or 1, because then its standard error says nothing.
        None: such a share is certain.

    >>> interval(0.0, 0.0, 10_000) == Proportion(0, 10_000).interval
    True
    >>> [round(end, 4) for end in interval(0.25, 0.05, 200)], interval(0.25, 0.0, 200)
    ([0.1658, 0.3585], (0.25, 0.25))
    """
    if 0 < value < 1:
        return _wilson(value, value * (1 - value) / stderr**2) if stderr else (value, value)
    return _wilson(value, n) if n else (value, value)


def percent(value: float, ends: tuple[float, float]) -> str:
    """Returns a share in percent, with the ends of its interval in brackets. Two digits of the interval's width are
    shown.

    >>> percent(0.5951, (0.5883, 0.6019)), percent(0.0014, (0.0007, 0.0029)), percent(0.0, (0.0, 0.00038))
    ('59.5 % (58.8–60.2)', '0.14 % (0.07–0.29)', '0 % (0–0.038)')
    """
    low, high = ends
    if low == high:
        return f"{100 * value:g} %"
    digits = max(0, 1 - math.floor(math.log10(100 * (high - low))))
    shown, low_end, high_end = (f"{100 * end:.{digits if end else 0}f}" for end in (value, low, high))
    return f"{shown} % ({low_end}–{high_end})"


def quantile(counts: Mapping[int, int], q: float) -> tuple[int, int, int]:
    """Returns the q-quantile of a sample, and the order statistics that enclose it in 95 % of samples.

    counts: value -> how often the sample has it.

    >>> quantile({1: 50, 2: 30, 7: 20}, 0.5)
    (2, 1, 2)
    """
    n, at, sums = sum(counts.values()), 0, []
    for value in sorted(counts):
        at += counts[value]
        sums.append((at, value))
    half = Z_95 * math.sqrt(n * q * (1 - q))
    places = (round(n * q), int(n * q - half), math.ceil(n * q + half))
    found = [next(value for upto, value in sums if min(max(place, 0), n - 1) < upto) for place in places]
    return found[0], found[1], found[2]
