"""The hands of eight tiles of the form 332, counted by their distance.

The coverage of a multiset is the size of its largest part that can be completed. For j = 6, 5, … the 7-multisets of
coverage j or more are found: first the multisets of j + 1 tiles that contain a completable multiset of j tiles, then
the multisets of j + 2 tiles that contain one of these, up to seven tiles.

Then the hands that share seven tiles are counted together; their last kinds are bits, so a popcount counts them. First
the complete hands; of the others, those that contain a 7-multiset of coverage 7; of the rest, of coverage 6; and so on.
"""

from __future__ import annotations

import numpy as np

from exact332.multisets import HAND_TILES, Families, HandCounts, Question332
from exact332.ranks import Bits


class EightTiles(Families):
    """Counts the hands of eight tiles in chunks, one per lowest kind. It first makes the bit sets that all chunks
    read."""

    def __init__(self, question: Question332, threads: int = 1) -> None:
        super().__init__(question, threads, of_seven=5)
        self._levels = self._lifted()

    def _lifted(self) -> Bits:
        """The bit sets of the multisets of seven tiles, by coverage (see the head of this file). Row i has the
        multisets of coverage 7 - i or more. Rows that would have all multisets are left out."""
        from exact332.kernels import eight_tiles as kernels

        ranks = self.ranks
        # Only the rows that are written take memory.
        levels = np.zeros((HAND_TILES - 1, ranks.words(7)), np.uint64)
        levels[0] = self.shadows.pop(7)
        for row in range(1, HAND_TILES - 1):
            coverage = 7 - row
            lower = self.shadows[coverage]
            for size in range(coverage + 1, HAND_TILES):
                if ranks.is_all(lower, size - 1):
                    return levels[:row]
                higher = levels[row] if size == 7 else ranks.empty(size)
                self.mark(kernels.mark_lifted, size, lower, higher)
                lower = higher
            if ranks.is_all(lower, 7):
                return levels[:row]
        return levels

    def count(self, start: int) -> HandCounts:
        """The counts of the hands whose lowest kind is `Question332.kinds[start]`."""
        from exact332.kernels import eight_tiles as kernels

        counts, tables = np.zeros(HAND_TILES + 1, np.int64), (self._levels, self.classes, self.choose)
        kernels.count_eights(*self.ranks.arguments, *self.completing, *tables, start, counts)
        return HandCounts(counts.tolist(), {}, {})
