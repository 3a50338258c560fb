"""Shares with their errors, and the mean of a histogram."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution, for two-sided intervals of 95 %."""


@dataclass(frozen=True)
class Share:
    """A share: `count` of `n` independent deals.

    >>> share = Share(1765, 30_000)
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
        z2 = Z_95**2
        middle = self.value + z2 / (2 * self.n)
        half = Z_95 * math.sqrt(self.value * (1 - self.value) / self.n + z2 / (4 * self.n**2))
        scale = 1 + z2 / self.n
        low = 0.0 if self.count == 0 else (middle - half) / scale
        high = 1.0 if self.count == self.n else (middle + half) / scale
        return low, high


class Mean(NamedTuple):
    """A mean and its standard error; the error is None for a single value."""

    value: float
    stderr: float | None


def mean(counts: Mapping[int, int]) -> Mean:
    """The mean of a sample, with its standard error. counts: value -> how often the sample has it.

    >>> mean({0: 2, 1: 2})
    Mean(value=0.5, stderr=0.25)
    """
    n = sum(counts.values())
    value = sum(x * count for x, count in counts.items()) / n
    variance = sum((x - value) ** 2 * count for x, count in counts.items()) / n
    return Mean(value, math.sqrt(variance / n) if n > 1 else None)


def chi_square_tail(chi_square: float, degrees: int) -> float:
    """The probability that a chi square variable with these degrees of freedom exceeds the value `chi_square`.

    This is the regularised upper gamma function Q(degrees / 2, chi_square / 2). It is computed from Q(1/2, x) =
    erfc(sqrt x) or Q(1, x) = exp(-x) by repeating Q(a + 1, x) = Q(a, x) + x^a exp(-x) / Gamma(a + 1) (DLMF 8.8.6).

    >>> round(chi_square_tail(3.841459, 1), 6), round(chi_square_tail(18.307038, 10), 6)
    (0.05, 0.05)
    """
    if chi_square <= 0:
        return 1.0
    if chi_square == math.inf:
        return 0.0
    x = chi_square / 2
    a, tail = (0.5, math.erfc(math.sqrt(x))) if degrees % 2 else (1.0, math.exp(-x))
    while a < degrees / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(tail, 1.0)
