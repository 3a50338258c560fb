"""Many hands, judged by the form of seven different two-letter words."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kanamj.engine.forms.many import Distances, Many, Marks, Rows
from kanamj.engine.hand import UNREACHABLE, changed
from kanamj.engine.wordtables import MOST_KINDS as MOST_KINDS
from kanamj.tiles import Counts

FURTHEST = 14


class ManySevenPairs(Many):
    """Judges hands of 13 or 14 tiles in a microsecond each, with the same answers as the search.

    in_doubt: how many times so far a kernel could not decide, and the search answered instead.

    >>> from kanamj.engine import WordEngine
    >>> engine = WordEngine(forms="2222222")
    >>> pairs = engine.forms[0].many(engine.tiles.copies, strict=True)
    >>> pairs.distance(engine.tiles.count_rows(["いぬねこうしかめとりくもあ"])).tolist()
    [1]
    """

    kernel = True
    quick = True
    bounded: ClassVar[bool] = True

    def __init__(self, form: Any, room: Counts | None) -> None:
        super().__init__(form, room)
        self.blocks, self.in_doubt = form.blocks, 0
        self.reachable = form.reachable(room)

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:
        from kanamj.engine.kernels.seven_pairs import pair_distances

        if not self.reachable:
            return np.full(len(rows), UNREACHABLE, np.int8)
        bounds = np.full(len(rows), FURTHEST, np.int8)
        if most is not None:
            np.minimum(bounds, most, out=bounds)
        distances = np.empty(len(rows), np.int8)
        pair_distances(self._words, rows, bounds, distances)
        for n in np.flatnonzero((distances < 0) & (bounds >= 0)).tolist():
            distances[n] = self._searched(tuple(rows[n].tolist()))
        return distances

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        distances, marks = self.distance(rows, most), np.zeros(rows.shape, np.bool_)
        near = np.flatnonzero(distances <= (UNREACHABLE if most is None else most))
        marks[near] = self._nearer(rows[near], distances[near])
        return distances, marks

    def _nearer(self, rows: Rows, distances: Distances) -> Marks:
        """The kinds that lower the distance of each hand, (n, K) bool. rows: (n, K), hands of 13 tiles."""
        from kanamj.engine.kernels.seven_pairs import IN_DOUBT, YES, pair_accepts

        if not self.reachable or not len(rows):
            return np.zeros(rows.shape, np.bool_)
        answers = np.zeros(rows.shape, np.uint8)
        pair_accepts(self._words, rows, distances, answers)
        for n, kind in np.argwhere(answers == IN_DOUBT).tolist():
            nearer = self._searched(changed(tuple(rows[n].tolist()), kind, +1)) < int(distances[n])
            answers[n, kind] = YES if nearer else 0
        marks: Marks = answers == YES
        return marks

    def _searched(self, counts: Counts) -> int:
        self.in_doubt += 1
        distance: int = self.form.judge(counts, self.room).distance
        return distance

    @cached_property
    def _words(self) -> npt.NDArray[np.void]:
        """The words as the kernels read them (`kernels.seven_pairs.WORDS`)."""
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
