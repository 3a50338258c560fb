"""Judges many hands by the nearest of several forms and by some of the words of a list; `KnownBlocks` has one form.

Seven pairs have no tables to change. Their driver is made anew after each change, which takes a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kanamj import Engine, KanamjError
from kanamj.engine import BlockForm, Blocks, KnownBlocks

Block = tuple[int, ...]
Rows = npt.NDArray[np.uint8]
Distances = npt.NDArray[np.int8]
SPARE = 13
"""Of so many known pairs without a common letter, one has no letter of the six other pairs of a hand."""


class KnownForms:
    """Judges hands by those blocks of an engine that are known; of its forms, the nearest decides.

    Raises KanamjError for forms of several sizes, and for forms that `KnownBlocks` cannot judge, except seven pairs.
    """

    def __init__(self, engine: Engine, known: Iterable[Block]) -> None:
        self.known, self.engine, self.most = dict.fromkeys(known), engine, engine.forms[0].tiles
        if len(sizes := sorted({form.tiles for form in engine.forms})) > 1:
            raise KanamjError(
                f"known words are judged by forms of one size; these have {', '.join(map(str, sizes))} tiles. "
                "Leave some out"
            )
        self.seven = [form for form in engine.forms if isinstance(form, BlockForm) and form.distinct]
        others = [form for form in engine.forms if form not in self.seven]
        self.judges = [KnownBlocks(engine, self.known, form) for form in others]

    def distance(self, rows: Rows) -> Distances:
        """The number of tiles that each hand still misses, (n,) int8; at most the number of tiles of the form.

        rows: (n, K) uint8, in C order and writable.
        """
        least = np.full(len(rows), self.most, np.int8)
        for judge in self.judges:
            np.minimum(least, judge.distance(rows), out=least)
        for many in self._pairs:
            np.minimum(least, many.distance(rows, least - np.int8(1)), out=least)
        return least

    def add(self, block: Block) -> None:
        """Makes a block of the engine known."""
        self.known[block] = None
        for judge in self.judges:
            judge.add(block)
        self._change(block)

    @contextmanager
    def added(self, block: Block) -> Iterator[None]:
        """Makes a block known within a `with` statement only."""
        self.add(block)
        try:
            yield
        finally:
            del self.known[block]
            for judge in self.judges:
                judge.remove(block)
            self._change(block)

    def touched(self, by_kind: Rows, block: Block) -> npt.NDArray[np.intp]:
        """The indices of the hands whose distance a new block may lower, as `KnownBlocks.touched` returns them.

        A pair touches the hands that hold one of its letters. It touches all hands if there may be no other known pair
        to draw in its place.
        """
        near = np.zeros(by_kind.shape[1], np.bool_)
        for judge in self.judges:
            near[judge.touched(by_kind, block)] = True
        if self.seven and len(block) == 2:
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
    def _pairs(self) -> list[Any]:
        """The drivers of seven pairs, with the known words."""
        all_blocks, strict = self.engine.blocks, self.engine.copies == "strict"
        pairs = tuple(sorted(block for block in self.known if len(block) == 2))
        words = tuple(all_blocks.limit[block] for block in pairs)
        blocks = Blocks(all_blocks.kinds, {2: pairs}, {2: words})
        return [form.over(blocks).many(self.engine.tiles.copies, strict) for form in self.seven]
