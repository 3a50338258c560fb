"""Seven pairs, many hands at once: the form `2222222` of different words. For one hand: `seven_pairs.py`."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.blocks import Blocks
from kanamj.engine.hand import UNREACHABLE, Question
from kanamj.engine.search import distance
from kanamj.forms import SEVEN_PAIRS, Form

Rows: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int8]
FURTHEST = 14


@dataclass
class ManySevenPairs:
    """Judges hands of 13 or 14 tiles by seven different two-letter words; answers as the search does.

    room: most tiles of each kind a complete hand may hold, None where copies do not count. in_doubt: how many
    questions were left to the search so far.

    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.tiles import HIRAGANA_120
    >>> pairs = ManySevenPairs(Blocks.from_lexicon(load_lexicon(), HIRAGANA_120), HIRAGANA_120.copies)
    >>> hand = HIRAGANA_120.count_rows(["いぬねこうしかめとりくもあ"])
    >>> pairs.distance(hand).tolist()
    [1]
    """

    blocks: Blocks
    room: tuple[int, ...] | None
    solve: Callable[[Question], int] = distance
    in_doubt: int = field(default=0, init=False)

    def distance(self, counts: Rows, most: Distances | int = FURTHEST) -> Distances:
        """Distances (n,) int8 of hands (n, K) uint8, which are not checked; what is over `most`, a number or one a
        hand, is given as more than that and costs less."""
        from kanamj.engine.kernels.seven_pairs import pair_distances

        if not self.reachable:
            return np.full(len(counts), UNREACHABLE, np.int8)
        bounds = np.full(len(counts), most, np.int8) if isinstance(most, int) else np.minimum(most, FURTHEST)
        bounds = np.ascontiguousarray(bounds, np.int8)
        distances = np.empty(len(counts), np.int8)
        pair_distances(self._words, counts, bounds, distances)
        for n in np.flatnonzero((distances < 0) & (bounds >= 0)).tolist():
            self.in_doubt += 1
            distances[n] = self.solve(self._question(counts[n]))
        return distances

    def accepts(self, counts: Rows, distances: Distances) -> npt.NDArray[np.bool_]:
        """The kinds that lower these distances of hands (n, K) of 13 tiles, (n, K) bool."""
        from kanamj.engine.kernels.seven_pairs import IN_DOUBT, YES, pair_accepts

        if not self.reachable:
            return np.zeros(counts.shape, np.bool_)
        answers = np.zeros(counts.shape, np.uint8)
        pair_accepts(self._words, counts, distances, answers)
        for n, kind in np.argwhere(answers == IN_DOUBT).tolist():
            self.in_doubt += 1
            nearer = self.solve(self._question(counts[n]).drawing(kind)) < int(distances[n])
            answers[n, kind] = YES if nearer else 0
        marks: npt.NDArray[np.bool_] = answers == YES
        return marks

    @cached_property
    def reachable(self) -> bool:
        """Whether there are tiles and words for seven pairs at all."""
        nothing = np.zeros(self.blocks.kinds, np.uint8)
        return self._fills_at_once() or distance(self._question(nothing)) != UNREACHABLE

    def _fills_at_once(self) -> bool:
        """True if taking every word with tiles left makes seven pairs; with words enough it does."""
        left = list(self.room or (FURTHEST,) * self.blocks.kinds)
        made = 0
        for (a, b), words in zip(self.blocks.by_size.get(2, ()), self.blocks.words.get(2, ()), strict=True):
            for _ in range(words):
                if (left[a] > 1) if a == b else (left[a] and left[b]):
                    left[a] -= 1
                    left[b] -= 1
                    made += 1
        return made >= 7

    def _question(self, row: Rows) -> Question:
        return Question(self.blocks, tuple(row.tolist()), Form(SEVEN_PAIRS).sizes, self.room, distinct=True)

    @cached_property
    def _words(self) -> npt.NDArray[np.void]:
        """What the kernels know (`kernels.seven_pairs.WORDS`)."""
        from kanamj.engine.kernels.compiled import new_records
        from kanamj.engine.kernels.seven_pairs import WORDS

        words: npt.NDArray[np.void] = new_records(1, WORDS)
        words["kinds"], words["room"] = self.blocks.kinds, 255
        if self.room is not None:
            words["room"][0, : self.blocks.kinds] = self.room
        limit, partners = words["limit"][0], words["partners"][0]
        for a, b in self.blocks.by_size.get(2, ()):
            limit[a, b] = limit[b, a] = min(255, self.blocks.limit[a, b])
            partners[a, b >> 6] |= np.uint64(1 << (b & 63))
            partners[b, a >> 6] |= np.uint64(1 << (a & 63))
        return words
