"""The tables from which the rank (the number) of a multiset is computed; `kernels/ranks.py` says how."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

GAP = 192
"""Free bits after the multisets of each first kind, so that no two threads ever write to the same uint64."""


class Ranks(NamedTuple):
    """The tables that `kernels/ranks.py` describes. bits[n]: how many bits a set of n-multisets takes. numbers[n]: how
    many n-multisets exist."""

    copies: Numbers
    first: Numbers
    after: Numbers
    before: Numbers
    bits: tuple[int, ...]
    numbers: tuple[int, ...]

    @property
    def starts(self) -> int:
        """How many first kinds there are: each kind is one."""
        return len(self.copies)

    def rank(self, hands: Numbers) -> Numbers:
        """The number of each multiset. hands: (n, tiles), a row has the kinds of a multiset, ascending."""
        size = hands.shape[1]
        found, used = self.first[size, hands[:, 0]], np.ones(len(hands), np.int64)
        for i in range(1, size):
            last, kind = hands[:, i - 1], hands[:, i]
            steps = self.after[size - 1 - i, last, used] + self.before[size - 1 - i, kind]
            found = found + np.where(kind == last, 0, steps)
            used = np.where(kind == last, used + 1, 1)
        return found

    def empty(self, size: int) -> Bits:
        """An empty bit set of multisets of `size` tiles. A few uint64 at its end are spare, because the kernels may
        read beyond its bits."""
        return np.zeros(self.words(size), np.uint64)

    def words(self, size: int) -> int:
        """How many uint64 a bit set of multisets of `size` tiles has."""
        return self.bits[size] // 64 + 4


def build_ranks(copies: Numbers, most: int) -> Ranks:
    """The tables for multisets of up to `most` tiles. copies[k]: how many tiles of kind k exist, at least 1."""
    kinds, top = len(copies), int(copies.max())
    # behind[r, k, u]: the number of multisets of r tiles of kinds k and higher, if u copies of k are used already.
    behind = np.zeros((most + 1, kinds + 1, top + 2), np.int64)
    behind[0] = 1
    for kind in reversed(range(kinds)):
        for used in range(top + 1):
            for r in range(1, most + 1):
                free = min(r, int(copies[kind]) - used)
                behind[r, kind, used] = sum(behind[r - j, kind + 1, 0] for j in range(max(free, 0) + 1))
    before = np.zeros((most + 1, kinds + 1), np.int64)
    before[:, 1:] = np.cumsum(behind[:, :kinds, 1], axis=1)
    after = np.zeros((most + 1, kinds, top + 1), np.int64)
    for kind in range(kinds):
        for used in range(top + 1):
            again = behind[:, kind, used + 1] if used < copies[kind] else 0
            after[:, kind, used] = again - before[:, kind + 1]
    first = np.zeros((most + 1, kinds + 1), np.int64)
    first[1] = np.arange(kinds + 1)
    for size in range(2, most + 1):
        for kind in range(kinds):
            first[size, kind + 1] = (first[size, kind] + behind[size - 1, kind, 1] + GAP + 63) // 64 * 64
    numbers = tuple(int(row[0, 0]) for row in behind)
    return Ranks(copies, first, after, before, tuple(int(row[-1]) for row in first), numbers)
