"""Many hands, judged by forms of blocks of given sizes. Which driver judges them, and how fast, depends on the form:

| class | forms | microseconds per hand |
|---|---|---|
| ManyBlocks | up to four 3s and at most one 2 | 0.6 |
| ManyBlocks | other forms of 2s and 3s, up to 14 tiles | 50 to milliseconds |
| OneByOne | longer forms, forms with a 4 or 5, tile sets of very many kinds or copies | milliseconds, one by one |
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kanamj.engine.blocks import Blocks
from kanamj.engine.forms.many import BestDiscards, Distances, Many, Marks, Rows
from kanamj.engine.hand import UNREACHABLE
from kanamj.engine.wordtables import MOST_COPIES, MOST_KINDS, MOST_TRIOS, build_tables
from kanamj.tiles import Counts


def has_kernel(blocks: Blocks, most: int) -> bool:
    """True if ManyBlocks can judge by small forms of these blocks. most: the most tiles of a kind in a hand."""
    trios = len(blocks.by_size.get(3, ()))
    return blocks.kinds <= MOST_KINDS and most <= MOST_COPIES and trios <= MOST_TRIOS


class ManyBlocks(Many):
    """Judges hands by a form of 2s and 3s. It is quick for the forms of the game: up to four 3s and at most one 2. For
    other forms it uses the exact search of the kernels (`kernels.settle`)."""

    kernel = True

    def __init__(self, form: Any, room: Counts | None) -> None:
        super().__init__(form, room)
        self.blocks, self.lengths, self.reachable = form.blocks, form.lengths, form.reachable
        self.slots = trios, pairs = self.lengths.count(3), self.lengths.count(2)
        self.quick = trios <= 4 and pairs <= 1

    @cached_property
    def tables(self) -> Any:
        """The tables that the kernels read (`kernels.records.WordTables`)."""
        return build_tables(self.blocks.arrays, self.lengths, self.room, self.reachable(self.room))

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        from kanamj.engine.kernels.distance import distances

        into = np.empty(len(rows), np.int8)
        distances(self.tables, rows, *self.slots, into)
        return into

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        from kanamj.engine.kernels.waits import accepts

        distances, marks = np.empty(len(rows), np.int8), np.zeros(rows.shape, np.bool_)
        bounds = np.full(len(rows), UNREACHABLE, np.int8) if most is None else most
        accepts(self.tables, rows, *self.slots, bounds, distances, marks)
        return distances, marks

    def waits(self, rows: Rows) -> Marks:
        if not self.quick:
            return super().waits(rows)  # it tries kinds for tenpai hands only, which is quicker
        from kanamj.engine.kernels.waits import waits

        marks = np.empty(rows.shape, np.bool_)
        waits(self.tables, rows, *self.slots, marks)
        return marks

    def best_discards(self, rows: Rows, unseen: npt.NDArray[np.int32]) -> BestDiscards:
        from kanamj.engine.kernels.discards import best_discards

        best = BestDiscards.worst(len(rows))
        best_discards(self.tables, rows, unseen, *self.slots, *best)
        return best

    def completions(self, rows: Rows, into: npt.NDArray[np.uint64]) -> bool:
        if not self.quick:
            return False
        from kanamj.engine.kernels.completions import completions

        completions(self.tables, rows, *self.slots, into)
        return True

    def deal_and_judge(
        self, wall: npt.NDArray[np.int64], tiles: int, state: npt.NDArray[np.uint64], into: Distances
    ) -> bool:
        from kanamj.engine.kernels.deal import deal_and_judge

        deal_and_judge(self.tables, wall, tiles, state, *self.slots, into)
        return True
