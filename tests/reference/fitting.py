"""Does a sample have the shares that it should have? The chi square test against exact shares."""

from __future__ import annotations

from collections.abc import Mapping

from scripts.table1 import chi_square_tail

LEAST_EXPECTED = 5


def chi_square_p(counts: Mapping[int, int], shares: Mapping[int, float]) -> float:
    """The p value of counts against exact shares. Neighbouring classes are joined until LEAST_EXPECTED are expected.

    9 : 3 : 3 : 1 against 315, 108, 101, 32: chi square 0.470 with 3 degrees, p 0.925 (Mendel 1866; Pearson).

    >>> round(chi_square_p({0: 315, 1: 101, 2: 108, 3: 32}, {0: 9 / 16, 1: 3 / 16, 2: 3 / 16, 3: 1 / 16}), 3)
    0.925
    """
    n, groups = sum(counts.values()), [[0.0, 0.0]]
    assert {at for at, count in counts.items() if count} <= {at for at, share in shares.items() if share}
    for at in sorted(shares):
        if groups[-1][1] >= LEAST_EXPECTED:
            groups.append([0.0, 0.0])
        groups[-1][0] += counts.get(at, 0)
        groups[-1][1] += n * shares[at]
    if groups[-1][1] < LEAST_EXPECTED:
        few, expected = groups.pop()
        groups[-1][0] += few
        groups[-1][1] += expected
    return chi_square_tail(sum((has - wants) ** 2 / wants for has, wants in groups), len(groups) - 1)
