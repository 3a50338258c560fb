"""Judges many hands by some of the words of a list. Adding or removing a word takes microseconds, not a new engine.

`KnownBlocks.touched` works as follows. Suppose that a new block shares only one letter with a hand. Then the hand can
use a known block with this letter instead, and misses no more tiles. So the new block matters only to hands that share
two letters with it, if such a known block can always be made. The other slots may prevent a block by using the last
copies of its tiles. A letter is *rich* if the other slots never have enough tiles to prevent all known blocks with this
letter. Hands that hold a letter of the new block that is not rich are returned too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.engine import Engine
from kanamj.engine.forms.form import Form
from kanamj.engine.forms.many import Distances, Rows
from kanamj.engine.forms.many_blocks import ManyBlocks
from kanamj.engine.wordtables import build_tables
from kanamj.errors import KanamjError, check_type

Places = npt.NDArray[np.intp]
ONE, NONE, NEITHER = np.uint64(1), np.uint64(0), np.uint16(0)


class KnownBlocks:
    """Judges hands by those blocks of an engine that are known, as if the engine had no others.

    known: the blocks that are known at first.
    form: one of the forms of the engine; if the engine has only one, it need not be given.

    Raises KanamjError for several forms, and for a form without a quick kernel.

    >>> from kanamj import WordEngine
    >>> engine = WordEngine(forms=["332"])
    >>> hand = engine.tiles.read("さくらなみだいぬ")
    >>> row = np.array([hand], np.uint8)
    >>> sakura, namida, inu = (tuple(sorted(engine.tiles.parse(word))) for word in ("さくら", "なみだ", "いぬ"))
    >>> judge = KnownBlocks(engine, [sakura, namida])
    >>> with judge.changed(inu):
    ...     judge.distance(row).tolist()
    [0]
    """

    def __init__(self, engine: Engine, known: Iterable[Block], form: Form | None = None) -> None:
        check_type("engine", engine, Engine, "an Engine, such as WordEngine()")
        several, blocks, form = len(engine.forms) > 1 and form is None, engine.blocks, form or engine.forms[0]
        many = form.over(blocks).many(engine.tiles.copies, engine.copies == "strict")
        if several or not (isinstance(many, ManyBlocks) and many.quick):
            names = ",".join(each.name for each in engine.forms) if several else form.name
            raise KanamjError(
                "known words cannot be judged by form {}; give one form of up to four 3s and at most one 2, such as "
                "33332 or 332",
                names,
            )
        self.blocks, self.form, self.slots = blocks, form, many.slots
        self.copies, self.room = engine.tiles.copies, many.room
        self.known: dict[Block, None] = {}
        arrays = blocks.arrays
        lexicon = np.zeros_like(arrays.lexicon)
        lexicon["kinds"] = blocks.kinds
        empty = arrays._replace(lexicon=lexicon, rows=np.zeros_like(arrays.rows))
        self._tables: Any = build_tables(empty, self.form.lengths, self.room, reachable=False)
        self._rows = self._tables.rows.reshape(-1, arrays.lanes)
        self._lexicon = self._tables.lexicon.view(np.recarray)[0]
        self._holding: dict[tuple[int, int | None], dict[Block, None]] = {}
        self._filling: tuple[Block, ...] = ()
        for block in known:
            self._set(block, known=True)
        self._fill()

    def distance(self, rows: Rows) -> Distances:
        """Returns the number of tiles that each hand still misses, (n,) int8; the form's number of tiles if the known
        blocks cannot fill it.

        rows: (n, K) uint8, in C order and writable; each has as many tiles as the form or one less.
        """
        from kanamj.engine.kernels.distance import distances

        into = np.empty(len(rows), np.int8)
        distances(self._tables, rows, *self.slots, into)
        return np.minimum(into, np.int8(self.form.tiles), out=into)

    def add(self, block: Block) -> None:
        """Makes a block of the engine known. It must not be known yet."""
        self._set(block, known=True)
        if not self._tables.reachable:
            self._fill()

    def remove(self, block: Block) -> None:
        """Makes a known block unknown."""
        self._set(block, known=False)
        if block in self._filling or not self._filling:
            self._fill()

    @contextmanager
    def changed(self, block: Block) -> Iterator[None]:
        """Makes an unknown block known, or a known one unknown, within a `with` statement only."""
        change, undo = (self.remove, self.add) if block in self.known else (self.add, self.remove)
        change(block)
        try:
            yield
        finally:
            undo(block)

    def touched(self, by_kind: Rows, block: Block) -> Places:
        """Returns the indices of the hands whose distance the block may lower, now or after more blocks are known,
        ascending. The distances of all other hands stay the same.

        by_kind: (K, n) uint8; each column is a hand.
        """
        shared = np.zeros(by_kind.shape[1], np.uint8)
        for kind in {*block}:
            shared += np.minimum(by_kind[kind], np.uint8(block.count(kind)))
        size = len(block)
        if not self._is_rich(size, None):
            return np.arange(len(shared))
        near = shared >= 2
        for kind in {*block}:
            if not self._is_rich(size, kind):
                near |= by_kind[kind] > 0
        return np.flatnonzero(near)

    def _is_rich(self, size: int, kind: int | None) -> bool:
        """True if at least one known block of that size can always be made, whatever tiles the other slots use. kind:
        look only at the blocks that hold this kind once, and suppose that its tile is there; None: look at all blocks
        of that size.

        The other slots prevent a block if they use so many tiles of one of its other kinds that too few are left: at
        least `spare` tiles. The loop gives each block a share of the spare tiles of each of these kinds, and no kind
        gives more than it has. By duality of linear programs, preventing all blocks takes at least as many tiles as the
        sum of the shares. If the other slots use fewer tiles than this sum, some block can always be made.
        """
        others, unused, needed = self.form.tiles - size, dict[int, float](), 0.0
        for block in self._of(size, kind):
            rest = [each for each in block if each != kind]
            if len(rest) != size - (kind is not None):
                continue
            if self.room is None:
                return True
            spare = {each: max(0, self.copies[each] - rest.count(each) + 1) for each in rest}
            share = min(unused.get(each, 1.0) * spare[each] for each in spare)
            for each in spare if share > 0 else ():
                unused[each] = unused.get(each, 1.0) - share / spare[each]
            needed += share
            if needed > others + 1e-6:
                return True
        return False

    def _set(self, block: Block, *, known: bool) -> None:
        """Write a block into the tables, or remove it from them (known=False). Some marks belong to several blocks,
        such as the mark that a kind is in some trio. They are worked out again from the marks of single blocks."""
        from kanamj.engine.kernels.records import PAIR, PART

        assert (block in self.known) != known
        lexicon = self._lexicon
        kinds, bits = block, [ONE << np.uint64(kind & 63) for kind in block]
        if len(block) == 3:
            place = self.blocks.place[block]
            for j, kind in enumerate(block):
                row = self._rows[block[:j].count(kind) * self.blocks.kinds + kind]
                _mark(row, place >> 6, ONE << np.uint64(place & 63), known)
            for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
                a, b, c = kinds[i], kinds[j], kinds[k]
                thirds = lexicon.thirds[a, b]
                _mark(thirds, c >> 6, bits[k], known)
                lexicon.thirds[b, a] = thirds
                part = PART if known or thirds[0] or thirds[1] else NEITHER
                lexicon.edges[a, b] = lexicon.edges[b, a] = lexicon.edges[a, b] & PAIR | part
            for kind, bit in zip(kinds, bits, strict=True):
                _mark(lexicon.in_trios, kind >> 6, bit, known or (lexicon.edges[kind] >= PART).any())
        elif len(block) == 2:
            for i, j in ((0, 1), (1, 0)):
                edge = lexicon.edges[kinds[i], kinds[j]] & PART
                lexicon.edges[kinds[i], kinds[j]] = edge | (PAIR if known else NEITHER)
                _mark(lexicon.seconds[kinds[i]], kinds[j] >> 6, bits[j], known)
            for kind, bit in zip(kinds, bits, strict=True):
                _mark(lexicon.in_pairs, kind >> 6, bit, known or lexicon.seconds[kind].any())
        if len(block) in self.form.lengths:
            lexicon.of_use[:] = (lexicon.in_trios if 3 in self.form.lengths else NONE) | (
                lexicon.in_pairs if 2 in self.form.lengths else NONE
            )
        for among in (self.known, *(self._of(len(block), kind) for kind in {*block, None})):
            if known:
                among[block] = None
            else:
                del among[block]

    def _of(self, size: int, kind: int | None = None) -> dict[Block, None]:
        """The known blocks of that size that hold the kind, or all known blocks of that size if kind is None."""
        return self._holding.setdefault((size, kind), {})

    def _fill(self) -> None:
        """Look for known blocks that fill the form, and keep them, so that removing any other block is quick."""
        left, filling = [*self.room] if self.room else [self.form.tiles] * self.blocks.kinds, []
        for length in self.form.lengths:
            for block in self._of(length):
                if all(block.count(kind) <= left[kind] for kind in block):
                    filling.append(block)
                    for kind in block:
                        left[kind] -= 1
                    break
        whole = len(filling) == len(self.form.lengths)
        self._filling = tuple(filling) if whole else ()
        if not whole:  # the form itself tries all ways
            by_size = {size: tuple(sorted(self._of(size))) for size in {*self.form.lengths}}
            words = {size: (1,) * len(blocks) for size, blocks in by_size.items()}
            whole = self.form.over(Blocks(self.blocks.kinds, by_size, words)).reachable(self.room)
        self._tables = self._tables._replace(reachable=whole)


def _mark(words: npt.NDArray[np.uint64], word: int, bit: np.uint64, on: bool) -> None:
    """Set (on=True) or clear a bit of the uint64 `words[word]`."""
    words[word] = words[word] | bit if on else words[word] & ~bit
