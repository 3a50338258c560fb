"""Seven pairs, many hands at once: the form `2222222` of different words, which the kernels of `batch` leave out."""

# mypy: allow-untyped-calls

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.blocks import Blocks
from kanamj.engine.hand import Question
from kanamj.engine.search import distance, within
from kanamj.forms import SEVEN_PAIRS, Form

Rows: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int8]
SLOTS = 7


@dataclass
class SevenPairs:
    """Judges hands of kana by seven different two-letter words, copies counted; answers as `search` does.

    copies: tiles of each kind. in_doubt: questions that were left to the search so far.

    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.tiles import HIRAGANA_120
    >>> pairs = SevenPairs(Blocks.from_lexicon(load_lexicon(), HIRAGANA_120), HIRAGANA_120.copies)
    >>> hand = HIRAGANA_120.count_rows(["いぬねこうしかめとりくもあ"])
    >>> pairs.distance(hand).tolist()
    [1]
    """

    blocks: Blocks
    copies: tuple[int, ...]
    in_doubt: int = field(default=0, init=False)

    def distance(self, counts: Rows, most: Distances | int = 2 * SLOTS) -> Distances:
        """Distances (n,) int8 of hands (n, K) uint8 of 13 or 14 tiles, which are not checked; what is over `most`,
        a number or one a hand, is given as one more than that and costs less."""
        from kanamj.engine.kernels.pairs import pair_distances

        distances = np.empty(len(counts), np.int8)
        bounds = np.full(len(counts), most, np.int8) if isinstance(most, int) else most
        pair_distances(self._limit, self._room, counts, bounds, distances)
        for n in np.flatnonzero(distances < 0).tolist():
            self.in_doubt += 1
            distances[n] = min(distance(self._question(counts[n])), int(bounds[n]) + 1)
        return distances

    def accepts(self, counts: Rows, distances: Distances) -> npt.NDArray[np.bool_]:
        """The kinds that lower the distances of hands (n, K) of 13 tiles, (n, K) bool."""
        from kanamj.engine.kernels.pairs import DOUBT, YES, pair_accepts

        answers = np.zeros(counts.shape, np.uint8)
        pair_accepts(self._limit, self._room, counts, distances, answers)
        for n, kind in np.argwhere(answers == DOUBT).tolist():
            self.in_doubt += 1
            nearer = within(self._question(counts[n]).drawing(kind), int(distances[n]) - 1)
            answers[n, kind] = YES if nearer else 0
        marks: npt.NDArray[np.bool_] = answers == YES
        return marks

    def _question(self, row: Rows) -> Question:
        return Question(self.blocks, tuple(row.tolist()), Form(SEVEN_PAIRS).sizes, self.copies, distinct=True)

    @cached_property
    def _limit(self) -> npt.NDArray[np.uint8]:
        """How many words two kinds spell, (K, K)."""
        limit = np.zeros((self.blocks.kinds, self.blocks.kinds), np.uint8)
        for a, b in self.blocks.by_size.get(2, ()):
            limit[a, b] = limit[b, a] = min(255, self.blocks.limit[a, b])
        return limit

    @cached_property
    def _room(self) -> npt.NDArray[np.uint8]:
        return np.array(self.copies, np.uint8)
