"""Judges many hands by the nearest of several forms and by some of the words of a list, as `KnownBlocks` does by one.

Seven pairs have no tables to change. Their driver is made anew after each change, which takes a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.engine import Engine
from kanamj.engine.forms.form import Form, SevenPairs
from kanamj.engine.forms.many import Distances, Many, Rows
from kanamj.engine.known_blocks import Known, KnownBlocks, Places
from kanamj.errors import KanamjError

SPARE = 13
"""Of so many known pairs without a common letter, one has no letter of the six other pairs of a hand."""


def known_blocks(engine: Engine, known: Iterable[Block]) -> Known:
    """A judge of hands that knows only these blocks. Raises KanamjError for forms that it cannot judge."""
    forms, known = engine.forms, [*known]
    if len(sizes := sorted({form.tiles for form in forms})) > 1:
        raise KanamjError(
            "known words are judged by forms of one size; these have {} tiles. Leave some out",
            ", ".join(map(str, sizes)),
        )
    if len(forms) == 1 and not isinstance(forms[0], SevenPairs):
        return KnownBlocks(engine, known)
    return KnownForms(engine, known)


class KnownForms(Known):
    """Judges hands by those blocks of an engine that are known; of its forms, the nearest decides."""

    def __init__(self, engine: Engine, known: Iterable[Block]) -> None:
        self.known, self.most = dict.fromkeys(known), engine.forms[0].tiles
        self.others = [
            KnownBlocks(engine, self.known, f) for f in engine.forms if not isinstance(f, SevenPairs)
        ]
        self._engine, self._seven = engine, [f for f in engine.forms if isinstance(f, SevenPairs)]

    def distance(self, rows: Rows) -> Distances:
        least = np.full(len(rows), self.most, np.int8)
        for judge in self.others:
            np.minimum(least, judge.distance(rows), out=least)
        for many in self._pairs:
            np.minimum(least, many.distance(rows, least - np.int8(1)), out=least)
        return least

    def add(self, block: Block) -> None:
        self.known[block] = None
        for judge in self.others:
            judge.add(block)
        self._change(block)

    def remove(self, block: Block) -> None:
        del self.known[block]
        for judge in self.others:
            judge.remove(block)
        self._change(block)

    def touched(self, by_kind: Rows, block: Block) -> Places:
        """A pair touches the hands that hold one of its letters. It touches all hands if
        there may be no other known pair to draw in its place."""
        near = np.zeros(by_kind.shape[1], np.bool_)
        for judge in self.others:
            near[judge.touched(by_kind, block)] = True
        if self._seven and len(block) == 2:
            letters, apart = set[int](), 0
            for a, b in (known for known in self.known if len(known) == 2):
                if a != b and not letters & {a, b}:
                    letters |= {a, b}
                    apart += 1
            near |= (by_kind[[*block]] > 0).any(axis=0) | (apart < SPARE)
        return np.flatnonzero(near)

    def _change(self, block: Block) -> None:
        if len(block) == 2:
            self.__dict__.pop("_pairs", None)

    @cached_property
    def _pairs(self) -> list[Many]:
        """The drivers of seven pairs, with the known words."""
        pairs, limit = (
            tuple(sorted(block for block in self.known if len(block) == 2)),
            self._engine.blocks.limit,
        )
        blocks = Blocks(self._engine.blocks.kinds, {2: pairs}, {2: tuple(limit[block] for block in pairs)})
        strict = self._engine.copies == "strict"
        forms: list[Form] = [form.over(blocks) for form in self._seven]
        return [form.many(self._engine.tiles.copies, strict) for form in forms]
