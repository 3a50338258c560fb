"""Goodness of fit: do two distributions of shanten differ?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kanamj.errors import KanamjError, Message

LEAST_EXPECTED = 5.0
"""Neighbouring classes are joined until at least this many hands are expected in each (Cochran 1954)."""
LEVELS = (0.05, 0.01, 0.001)


@dataclass(frozen=True)
class Fit:
    """How well A and B agree. groups: the classes of the chi square test. Each is a tuple of one shanten, or of
    neighbours that are joined because few hands are expected there. degrees: of freedom.
    """

    groups: tuple[tuple[int, ...], ...]
    chi_square: float
    degrees: int

    @property
    def p(self) -> float:
        """The p value: the chance of a chi square as large as this or larger, if A and B have the same distribution."""
        return chi_square_tail(self.chi_square, self.degrees)

    @property
    def verdict(self) -> str:
        """One sentence that says whether a difference was found. Finding none does not prove that A and B agree."""
        p = f"p = {self.p:.2g}" if self.p > 1e-300 else "p < 1e-300"
        found = Message("chi square {:.2f} with {} degrees of freedom, {}", self.chi_square, self.degrees, p)
        refuted = [level for level in LEVELS if self.p < level]
        if not refuted:
            return Message("No difference found: {}.", found)
        kept = [level for level in LEVELS if level not in refuted]
        if not kept:
            return Message("They differ: {}.", found)
        levels = 100 * refuted[-1], 100 * kept[0]
        return Message("They differ at the {:g}% level, but not at the {:g}% level: {}.", *levels, found)


def compare(a: Mapping[int, int], b: Mapping[int, int]) -> Fit:
    """How well two samples agree: chi square test of homogeneity. a, b: shanten -> hands.

    >>> compare({0: 40, 1: 60}, {0: 50, 1: 50}).verdict
    'No difference found: chi square 2.02 with 1 degrees of freedom, p = 0.16.'
    """
    n_a, n_b = sum(a.values()), sum(b.values())
    if not n_a or not n_b:
        raise KanamjError("one of the two has no hands; give two results with hands")
    both = {label: a.get(label, 0) + b.get(label, 0) for label in sorted({*a, *b})}
    pooled = {label: hands / (n_a + n_b) for label, hands in both.items() if hands}
    least = min(n_a, n_b)
    groups = _joined([*pooled], {at: least * share for at, share in pooled.items()})
    chi_square = 0.0
    for counts, n in sorted(((a, n_a), (b, n_b)), key=lambda one: one[1]):
        for group in groups:
            wanted = n * sum(pooled[at] for at in group)
            chi_square += (sum(counts.get(at, 0) for at in group) - wanted) ** 2 / wanted
    return Fit(groups, chi_square, len(groups) - 1)


def _joined(labels: Sequence[int], expected: Mapping[int, float]) -> tuple[tuple[int, ...], ...]:
    """The labels (shantens) in groups of neighbours, so that in each group at least LEAST_EXPECTED hands are expected.

    expected: label -> hands. Raises KanamjError if fewer than two groups can be made.
    """
    groups: list[list[int]] = []
    group: list[int] = []
    for label in labels:
        group.append(label)
        if sum(expected.get(one, 0.0) for one in group) >= LEAST_EXPECTED:
            groups.append(group)
            group = []
    if group and groups:
        groups[-1] += group
    if len(groups) < 2:
        raise KanamjError(
            "too few hands to compare: at least {:g} must be expected in each of two classes. Deal more",
            LEAST_EXPECTED,
        )
    return tuple(tuple(group) for group in groups)


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
