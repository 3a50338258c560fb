"""The numba kernels as a `solvers.Solver`: for studies, where hands are looked at by the thousand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine import WordEngine
from kanamj.engine.batch import Batch
from kanamj.engine.blocks import Block
from kanamj.game.solvers import Outlook, forms_behind
from kanamj.tiles import Kinds

Counts: TypeAlias = npt.NDArray[np.uint8]
MELDS_KEPT = 24
"""Batches remembered, those of the game under way: one has 0.3 MB and is made in half a millisecond."""


class KernelSolver:
    """Answers as `solvers.SearchSolver` does, some hundred times as fast."""

    def __init__(self, engine: WordEngine) -> None:
        self.kinds = len(engine.tiles)
        self.closed = Batch(engine.setting.blocks, engine.forms, engine.tiles.copies)
        self._behind = lru_cache(MELDS_KEPT)(self._batch)

    def outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook:
        """The outlook of a hand one tile short."""
        return _outlooks(self._of(melds), self._row(hand))[0]

    def waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int:
        """The kinds that complete a hand one tile short, as a bit set."""
        return _bit_sets(self._of(melds).waits(self._row(hand)))[0]

    def discards(self, hand: Kinds, melds: tuple[Block, ...]) -> dict[int, Outlook]:
        """Kind discarded -> the outlook of what is left, for a hand with as many tiles as its form; only of the
        discards that leave the least distance."""
        kinds, rows = self._after_discards(hand)
        batch = self._of(melds)
        distances = batch.distance(rows)
        least = np.flatnonzero(distances == distances.min())
        return dict(zip(kinds[least].tolist(), _outlooks(batch, rows[least]), strict=True))

    def every_discard(self, hand: Kinds, melds: tuple[Block, ...]) -> dict[int, Outlook]:
        """Kind discarded -> the outlook of what is left, of all discards."""
        kinds, rows = self._after_discards(hand)
        return dict(zip(kinds.tolist(), _outlooks(self._of(melds), rows), strict=True))

    def best_by_chance(self, hand: Kinds, melds: tuple[Block, ...], unseen: Sequence[int], draws: int) -> int:
        """The discard with the best chance to complete the hand within so many draws; see `exchanges`."""
        from kanamj.engine.exchanges import best_by_chance

        left = np.array(unseen, np.int32)
        return best_by_chance(self._of(melds), self._row(hand)[0], left, draws)

    def _after_discards(self, hand: Kinds) -> tuple[npt.NDArray[np.int64], Counts]:
        """The kinds of a hand, and the hand without one tile of each."""
        kinds = np.array(sorted(set(hand)))
        rows = np.repeat(self._row(hand), len(kinds), axis=0)
        rows[np.arange(len(kinds)), kinds] -= 1
        return kinds, rows

    def _row(self, hand: Kinds) -> Counts:
        row = np.zeros((1, self.kinds), np.uint8)
        for kind in hand:
            row[0, kind] += 1
        return row

    def _of(self, melds: tuple[Block, ...]) -> Batch:
        return self._behind(melds) if melds else self.closed

    def _batch(self, melds: tuple[Block, ...]) -> Batch:
        """The batch for what these melds leave of forms and copies."""
        copies = list(self.closed.copies)
        for block in melds:
            for kind in block:
                copies[kind] -= 1
        left = forms_behind(self.closed.forms, tuple(len(block) for block in melds))
        return self.closed.with_melds(left, copies)


def _outlooks(batch: Batch, rows: Counts) -> list[Outlook]:
    distances, marks = batch.accepts(rows)
    return [Outlook(*each) for each in zip(distances.tolist(), _bit_sets(marks), strict=True)]


def _bit_sets(marks: npt.NDArray[np.bool_]) -> list[int]:
    """Each row of marks as a bit set of kinds."""
    packed = np.packbits(marks, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]
