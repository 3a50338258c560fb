"""The numba kernels as a `solvers.Solver`: for studies, where hands are looked at by the thousand."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine import WordEngine
from kanamj.engine.batch import Batch
from kanamj.engine.blocks import Block
from kanamj.engine.hand import UNREACHABLE
from kanamj.engine.pairs import SevenPairs
from kanamj.game.solvers import Outlook, forms_behind
from kanamj.tiles import Kinds

Counts: TypeAlias = npt.NDArray[np.uint8]
MELDS_KEPT = 512


class KernelSolver:
    """Answers as `solvers.SearchSolver` does, some hundred times as fast.

    Seven pairs are judged beside the other forms, and not at all behind a call.
    """

    def __init__(self, engine: WordEngine) -> None:
        setting = engine.setting
        self.kinds = len(engine.tiles)
        self.forms = tuple(form for form in engine.forms if not form.distinct)
        self.closed = Batch(setting.blocks, self.forms or engine.forms, engine.tiles.copies)
        pairs = any(form.distinct for form in engine.forms)
        self.pairs = SevenPairs(setting.blocks, engine.tiles.copies) if pairs else None
        self._behind = lru_cache(MELDS_KEPT)(self._batch)

    def outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook:
        """The outlook of a hand one tile short."""
        return self._outlooks(self._row(hand), melds)[0]

    def waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int:
        """The kinds that complete a hand one tile short, as a bit set."""
        row = self._row(hand)
        found = 0
        if self.forms:
            found = _bit_sets(self._of(melds).waits(row))[0]
        if self.pairs and not melds:
            distance = self.pairs.distance(row, 1)
            if distance[0] == 1:
                found |= _bit_sets(self.pairs.accepts(row, distance))[0]
        return found

    def discards(self, hand: Kinds, melds: tuple[Block, ...]) -> dict[int, Outlook]:
        """Kind discarded -> the outlook of what is left, for a hand with as many tiles as its form; only of the
        discards that leave the least distance."""
        kinds, rows = self._after_discards(hand)
        distances = self._distances(rows, melds)
        least = np.flatnonzero(distances == distances.min())
        outlooks = self._outlooks(rows[least], melds, distances[least])
        return dict(zip(kinds[least].tolist(), outlooks, strict=True))

    def every_discard(self, hand: Kinds, melds: tuple[Block, ...]) -> dict[int, Outlook]:
        """Kind discarded -> the outlook of what is left, of all discards."""
        kinds, rows = self._after_discards(hand)
        return dict(zip(kinds.tolist(), self._outlooks(rows, melds), strict=True))

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

    def _distances(self, rows: Counts, melds: tuple[Block, ...]) -> npt.NDArray[np.int8]:
        far = np.full(len(rows), UNREACHABLE, np.int8)
        by_forms = self._of(melds).distance(rows) if self.forms else far
        if self.pairs is None or melds:
            return by_forms
        # Only pairs that are nearer than the forms, and for those no hand but the nearest, are of interest.
        return np.minimum(by_forms, self.pairs.distance(rows, np.minimum(by_forms.min(), by_forms)))

    def _outlooks(
        self, rows: Counts, melds: tuple[Block, ...], distances: npt.NDArray[np.int8] | None = None
    ) -> list[Outlook]:
        least = self._distances(rows, melds) if distances is None else distances
        marks = np.zeros(rows.shape, np.bool_)
        if self.forms:
            missing, accepted = self._of(melds).accepts(rows)
            marks |= accepted & (missing == least)[:, None]
        if self.pairs and not melds:
            near = np.flatnonzero(self.pairs.distance(rows, least) == least)
            marks[near] |= self.pairs.accepts(rows[near], least[near])
        return [Outlook(*each) for each in zip(least.tolist(), _bit_sets(marks), strict=True)]

    def _batch(self, melds: tuple[Block, ...]) -> Batch:
        """The batch for what these melds leave of forms and copies."""
        copies = list(self.closed.copies)
        for block in melds:
            for kind in block:
                copies[kind] -= 1
        sizes = tuple(len(block) for block in melds)
        return self.closed.with_melds(forms_behind(self.forms, sizes), copies)


def _bit_sets(marks: npt.NDArray[np.bool_]) -> list[int]:
    """Each row of marks as a bit set of kinds."""
    packed = np.packbits(marks, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]
