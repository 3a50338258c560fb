"""The tables from which the rank of a multiset is summed up; `kernels/ranks.py` says how."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

GAP = 192
"""Bits left free after the multisets of one first kind, so that chunks marked at the same time share no word."""


class Ranks(NamedTuple):
    """The tables (see `kernels.ranks`). bits, numbers: by size, the bits that a set takes, and how many multisets
    exist."""

    copies: Numbers
    first: Numbers
    after: Numbers
    before: Numbers
    bits: tuple[int, ...]
    numbers: tuple[int, ...]

    @property
    def arguments(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """The tables as the kernels take them."""
        return self.first, self.after, self.before, self.copies

    @property
    def starts(self) -> int:
        """The number of first kinds, which is that of all kinds."""
        return len(self.copies)

    def empty(self, size: int) -> Bits:
        """An empty set of multisets of that many tiles. It has spare words at the end, for reads that run over."""
        return np.zeros(self.words(size), np.uint64)

    def words(self, size: int) -> int:
        """The number of words of a set of multisets of that many tiles."""
        return self.bits[size] // 64 + 4

    def is_all(self, words: Bits, size: int) -> bool:
        """Whether a bit set holds every multiset of that many tiles."""
        return int(np.bitwise_count(words).sum()) == self.numbers[size]


def build_ranks(copies: Numbers, most: int) -> Ranks:
    """The tables for multisets of up to `most` tiles, copies[k] >= 1 of kind k."""
    kinds, top = len(copies), int(copies.max())
    # behind[r, k, u]: how many multisets of r tiles have kinds from k on, with k at most copies[k] - u times.
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
