"""The hands of seven tiles of the form 332, counted by their distance and by what they accept.

A multiset is completable if some complete hand contains it. It accepts a kind if it is still completable with one more
tile of this kind. A hand without a wait accepts what its largest completable parts accept. So for each
completable multiset of 1 to 6 tiles, a note in memory says what it accepts. A note takes 10 bytes for up to 80 kinds;
its index is the number of its multiset among the completable ones. For the list `common`, the notes of the 189 million
multisets of six tiles take 1.9 GB.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from exact332.multisets import (
    HAND_TILES,
    MOST_KINDS,
    Families,
    HandCounts,
    Question332,
    check_memory,
)
from exact332.ranks import Bits, Numbers

NARROW = 80
"""With at most this many kinds, the accepted kinds from kind 64 on are kept in 16 bits."""


class SevenTiles(Families):
    """Counts the hands of seven tiles in chunks, one per lowest kind. It first makes the notes that all chunks read:
    which kinds each completable multiset accepts.

    bits: the bit set of the completable multisets of 1 to 6 tiles; those of n tiles begin at bit base[n]. numbers[w]:
    how many bits are set before bits[w]. lows[i], highs[i]: the kinds that the i-th of these multisets accepts: kinds 0
    to 63, and the others.
    """

    def __init__(self, question: Question332, threads: int = 1) -> None:
        super().__init__(question, threads)
        shadows = [self.shadows[size] for size in range(1, HAND_TILES - 1)]
        self.base = np.array([0, *np.cumsum([0, *map(len, shadows)])], np.int64)[: HAND_TILES - 1] * 64
        self.bits = np.concatenate(shadows)
        counts = np.bitwise_count(self.bits)
        self.numbers: Numbers = np.cumsum(counts, dtype=np.int64) - counts
        found = int(self.numbers[-1]) + int(counts[-1])
        high: type[Any] = np.uint16 if self.ranks.starts <= NARROW else np.uint64
        check_memory(self.ranks, found * (8 + high().itemsize) + self.shadows[7].nbytes)
        self.lows, self.highs = np.zeros(found, np.uint64), np.zeros(found, high)
        self._note()
        del self.shadows[7]

    def _note(self) -> None:
        """Write the notes: which kinds each completable multiset accepts."""
        singles = self.partners[self.partners.any(axis=1)]
        self.lows[: len(singles)], self.highs[: len(singles)] = singles[:, 0], singles[:, 1]
        for size in range(3, HAND_TILES):
            self.each_start(partial(self._note_start, size))

    def _note_start(self, size: int, start: int) -> None:
        from exact332.kernels.seven_tiles import note_accepts

        note_accepts(*self.ranks.arguments, size, start, self.shadows[size], *self._noted)

    @property
    def _noted(self) -> tuple[Bits, Numbers, Numbers, Bits, npt.NDArray[Any]]:
        """The arrays of the notes, in the order in which the kernels take them."""
        return self.bits, self.numbers, self.base, self.lows, self.highs

    def count(self, start: int) -> HandCounts:
        """The counts of the hands whose lowest kind is `Question332.kinds[start]`."""
        from exact332.kernels.seven_tiles import count_sevens

        counts = np.zeros(HAND_TILES + 1, np.int64)
        by_kinds = np.zeros((HAND_TILES + 1, MOST_KINDS + 1), np.int64)
        by_tiles = np.zeros((HAND_TILES + 1, sum(self.question.copies) + 1), np.int64)
        useful = np.bitwise_or.reduce(self.partners, axis=0)
        tables = (*self.ranks.arguments, *self.completing, *self._noted, useful, self.classes, self.choose)
        count_sevens(*tables, start, counts, by_kinds, by_tiles)
        return HandCounts(counts.tolist(), _sparse(by_kinds), _sparse(by_tiles))


def _sparse(table: Numbers) -> dict[int, dict[int, int]]:
    """The table as dicts: row -> column -> value. Values of 0 are left out."""
    rows = {
        row: {n: int(table[row, n]) for n in np.flatnonzero(table[row]).tolist()} for row in range(len(table))
    }
    return {row: columns for row, columns in rows.items() if columns}
