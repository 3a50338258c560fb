"""Many riichi hands, judged by tables of suits. One pass of a kernel judges them by all forms."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from kanamj.engine.forms.many import BadRow, Distances, Many, Marks, Rows
from kanamj.engine.kernels import riichi as kernels
from kanamj.engine.riichi import GENERAL, SEVEN, THIRTEEN
from kanamj.engine.riichi.tables import ROW, load_tables
from kanamj.tiles import SANMA_108, TileSet


@lru_cache
def game_of(tiles: TileSet, forms: frozenset[str], takes: tuple[int, ...]) -> kernels.GameTables:
    """The tables and limits of a game, as the kernels take them. forms, takes: as of `ManyRiichi`."""
    tables = load_tables()
    three = tiles == SANMA_108
    missing = tables.missing if GENERAL in forms else np.full_like(tables.missing, kernels.NEVER)
    plane = np.full(256, kernels.BAD, np.uint32)
    for held in takes:
        plane[held - 1 : held + 1] = held // 3 * len(tables.vectors) * ROW
    return kernels.GameTables(
        man=tables.terminals if three else tables.suit,
        suit=tables.suit,
        honours=tables.honours,
        merge=tables.merge,
        missing=missing.reshape(-1),
        plane=plane,
        man_bits=np.uint32(0xFF if three else 0xFFFFFFFF),
        room=np.array(tiles.copies, np.uint8),
        over_man=np.uint64(0x7F7F7F7F7F7F7F7B if three else 0x7B7B7B7B7B7B7B7B),
        seven=np.uint64(0 if SEVEN in forms else kernels.NEVER),
        thirteen=np.uint64(0 if THIRTEEN in forms else kernels.NEVER),
    )


class ManyRiichi(Many):
    """Judges riichi hands by one or more of the three forms. takes: how many tiles a complete hand may have."""

    kernel = True
    quick = True
    checks: ClassVar[bool] = True
    chunk: ClassVar[int] = 1 << 62
    """The driver gets all rows at once. Starting a kernel takes as long as judging two thousand hands; joining the
    marks of several slices takes a tenth as long as finding them."""

    def __init__(self, tiles: TileSet, forms: AbstractSet[str], takes: tuple[int, ...]) -> None:
        self.tiles, self.forms, self.takes = tiles, frozenset(forms), takes
        self.general = self.forms == {GENERAL}
        self.game = game_of(tiles, self.forms, takes)

    def joined(self, other: Many) -> Many | None:
        if not isinstance(other, ManyRiichi):
            return None
        return ManyRiichi(self.tiles, self.forms | other.forms, max(self.takes, other.takes))

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        into = np.empty(len(rows), np.int8)
        bad = kernels.distance_rows(_words(rows), self.game, self.general, into)
        if bad >= 0:
            raise BadRow(bad)
        return into

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:  # noqa: ARG002
        distances, masks = self._draws(rows)
        marks = np.empty(rows.shape, np.bool_)
        kernels.spread(masks, np.ones(len(rows), np.bool_), marks)
        return distances, marks

    def waits(self, rows: Rows) -> Marks:
        distances, masks = self._draws(rows)
        marks = np.empty(rows.shape, np.bool_)
        kernels.spread(masks, distances == 1, marks)
        return marks

    def _draws(self, rows: Rows) -> tuple[Distances, npt.NDArray[np.uint64]]:
        """The distances of hands one tile short, (n,) int8, and bit masks of the kinds that lower them, (n,) uint64."""
        planes = self.game.plane.copy()
        planes[list(self.takes)] = kernels.BAD
        distances, masks = np.empty(len(rows), np.uint8), np.empty(len(rows), np.uint64)
        bad = kernels.draws_rows(_words(rows), rows, self.game, planes, self.general, distances, masks)
        if bad >= 0:
            raise BadRow(bad)
        return distances.view(np.int8), masks


def _words(rows: Rows) -> npt.NDArray[np.void]:
    """The hands as records of integers, so that a kernel loads a whole suit at once; no copy is made."""
    words: npt.NDArray[np.void] = rows.view(kernels.WORDS_OF_ROW).reshape(-1)
    return words
