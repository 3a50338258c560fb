"""The hands of seven tiles of the form 332: the distance of each, and what it accepts. One walk finds both.

A multiset is completable if some complete hand contains it. It accepts a kind if it is still completable with one more
tile of this kind. The coverage of a hand is the size of its largest completable part. Its distance (copies strict) is 8
minus the coverage, because the distance of a hand h is the least |w| - |w ∩ h| over all complete hands w, and a part of
h is completable exactly if some w ∩ h contains it.

A hand that one tile completes accepts these tiles. Any other accepts what its largest completable parts accept. So for
each multiset of 1 to 6 tiles, a note in memory says what it accepts; only completable ones accept something. A note
takes 10 bytes for up to 80 kinds, and all notes of 120 tiles take 2.6 GB.

The hands of eight tiles need no walk of their own: a hand of seven and a tile that it accepts are at its distance less
1, those with any other tile at its distance, and each hand of eight is found in eight ways.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from exact332.kernels.sevens import note_accepts, walk_sevens
from exact332.multisets import HAND_TILES, MOST_KINDS, Game332, Question332, add
from exact332.ranks import Bits, Numbers

NARROW = 80
"""With at most this many kinds, the accepted kinds from kind 64 on are kept in 16 bits."""


class Sevens(Game332):
    """The hands of seven tiles of a game.

    lows[i], highs[i]: the kinds that a multiset of 1 to 6 tiles accepts: kinds 0 to 63, and the others. i: base[n] and
    its rank, if it has n tiles. useful: all kinds of complete hands.
    """

    def __init__(self, question: Question332, threads: int = 0) -> None:
        ranks = question.ranks
        self.base: Numbers = np.cumsum([0, 0, *ranks.bits[1 : HAND_TILES - 1]])
        notes, high = int(self.base[-1]), np.uint16 if ranks.starts <= NARROW else np.uint64
        super().__init__(question, threads, 8 * ranks.words(7) + (8 + high().itemsize) * notes)
        self.lows, self.highs = np.zeros(notes, np.uint64), np.zeros(notes, high)
        words = self.find(HAND_TILES - 1)
        for size in range(HAND_TILES - 1, 2, -1):
            words = self._note(size, words)
        partners = self._partners(words)
        self.lows[: len(partners)], self.highs[: len(partners)] = partners[:, 0], partners[:, 1]
        self.useful: Bits = np.bitwise_or.reduce(partners, axis=0)

    def _note(self, size: int, words: Bits) -> Bits:
        """Note what the multisets of size - 1 tiles accept. Returns the bit set of those that accept something."""
        notes, fewer = slice(self.base[size - 1], self.base[size]), self.ranks.empty(size - 1)
        given = words, fewer, self.lows[notes], self.highs[notes]
        self.each_start(lambda start: note_accepts(self.ranks, size, start, *given))
        return fewer

    def _partners(self, twos: Bits) -> Bits:
        """Row k: the kinds x for which some complete hand contains tiles of k and x; a set as two uint64. twos: the bit
        set of the completable multisets of two tiles."""
        ranks, sets = self.ranks, np.zeros((self.ranks.starts, 2), np.uint64)
        for a, copies in enumerate(ranks.copies.tolist()):
            for b in range(a if copies > 1 else a + 1, ranks.starts):
                bit = int(ranks.first[2, a]) + b - a - (0 if copies > 1 else 1)
                if int(twos[bit >> 6]) >> (bit & 63) & 1:
                    add(sets[a], b)
                    add(sets[b], a)
        return sets

    def _classes(self) -> Bits:
        """classes[i, kind] is three uint64. The first is a number of copies: of the different numbers that kinds have,
        the i-th, ascending. The others are the set of the kinds from `kind` on that have it; bit 0 is `kind`."""
        numbers, low = sorted({*self.ranks.copies.tolist()}), (1 << 64) - 1
        classes = np.zeros((len(numbers), self.ranks.starts, 3), np.uint64)
        for i, number in enumerate(numbers):
            there = sum(1 << kind for kind, copies in enumerate(self.ranks.copies) if copies == number)
            for kind in range(self.ranks.starts):
                classes[i, kind] = number, there >> kind & low, there >> kind >> 64
        return classes

    def walk(
        self, starts: Iterable[int] | None = None, scores: npt.NDArray[np.uint16] | None = None
    ) -> tuple[Numbers, Numbers]:
        """Two tables of the hands with these lowest kinds (all, if they are not given): row d has how many hands at
        distance d accept n kinds, and how many accept n tiles.

        scores: if given, gets by rank a score of each multiset: the nearer the larger; then, the more tiles it accepts.
        """
        n, most = self.ranks.starts, sum(self.question.copies)
        by_kinds = np.zeros((n, HAND_TILES + 1, MOST_KINDS + 1), np.int64)
        by_tiles = np.zeros((n, HAND_TILES + 1, most + 1), np.int64)
        notes = self.base, self.lows, self.highs, self.useful
        tables = (self.ranks, self.completing, *notes, self._classes(), self.choose)
        self.each_start(
            lambda start: walk_sevens(*tables, start, by_kinds[start], by_tiles[start], scores), starts
        )
        return by_kinds.sum(axis=0), by_tiles.sum(axis=0)
