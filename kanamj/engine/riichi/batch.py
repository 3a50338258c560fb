"""Many riichi hands at once: check the array, give the kernels its rows or columns, name what is wrong."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt

from kanamj.engine.batch import BestDiscards, ManyDraws
from kanamj.engine.byform import best_discards
from kanamj.engine.kernels import riichi as kernels
from kanamj.engine.riichi.forms import GENERAL, SEVEN, THIRTEEN
from kanamj.engine.riichi.tables import BLOCKS, ROW, load_tables
from kanamj.errors import ArrayError, KanamjError
from kanamj.tiles import SANMA_108, TileSet

if TYPE_CHECKING:
    from kanamj.engine.riichi.forms import RiichiSetting
    from kanamj.tiles import CountsArray

KINDS = 34
HANDS_AT_ONCE = 4096
FULL = (14, 11, 8, 5, 2)
SHORT = (13, 10, 7, 4, 1)


@lru_cache
def game_of(tiles: TileSet, forms: tuple[str, ...]) -> kernels.Game:
    """The tables and limits of a game, as the kernels want them."""
    tables = load_tables()
    three = tiles == SANMA_108
    classes = len(tables.vectors)
    missing = tables.missing if GENERAL in forms else np.full_like(tables.missing, kernels.NEVER)
    plane = np.full(256, kernels.BAD, np.uint32)
    for blocks in range(BLOCKS + 1) if GENERAL in forms else (BLOCKS,):
        plane[3 * blocks + 1 : 3 * blocks + 3] = blocks * classes * ROW
    return kernels.Game(
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


def shanten_many(setting: RiichiSetting, counts: CountsArray, check: bool) -> npt.NDArray[np.int8]:
    """See RiichiEngine."""
    hands = _hands(counts)
    game, out = game_of(setting.tiles, setting.names), np.empty(len(hands), np.int8)
    general = setting.names == (GENERAL,)
    columns = not hands.flags.c_contiguous
    if not len(hands):
        return out
    if general and not check:
        held = int(hands[0].sum())
        plane = int(game.plane[held]) if held < ROW else kernels.BAD
        if plane == kernels.BAD:
            _refuse(setting, hands, 0, FULL + SHORT)
        if columns:
            kernels.general_columns(hands.T, game, plane, out)
        else:
            kernels.general_rows(_rows(hands), game, plane, out)
        return out
    if columns:
        bad = kernels.shanten_columns(hands.T, game, general, out)
    else:
        bad = kernels.shanten_rows(_rows(hands), game, general, out)
    if bad >= 0:
        _refuse(setting, hands, bad, FULL + SHORT)
    return out


def waits_many(setting: RiichiSetting, counts: CountsArray) -> npt.NDArray[np.bool_]:
    """See RiichiEngine."""
    distances, masks = _draws(setting, np.ascontiguousarray(_hands(counts)))
    waits = np.empty((len(masks), KINDS), np.bool_)
    kernels.spread(masks, distances == 1, waits)
    return waits


def accepts_many(setting: RiichiSetting, counts: CountsArray) -> ManyDraws:
    """See RiichiEngine."""
    distances, masks = _draws(setting, np.ascontiguousarray(_hands(counts)))
    marks = np.empty((len(masks), KINDS), np.bool_)
    kernels.spread(masks, np.ones(len(masks), np.bool_), marks)
    return ManyDraws(distances.view(np.int8), marks)


def best_discards_many(
    setting: RiichiSetting, counts: CountsArray, unseen: npt.NDArray[np.integer[Any]] | None = None
) -> BestDiscards:
    """See RiichiEngine. unseen: (n, 34), the copies that may still be drawn; those not in the hand by default."""
    hands = _hands(counts)
    shanten_many(setting, hands, check=True)
    held = hands.sum(axis=1)
    if short := np.flatnonzero(~np.isin(held, FULL)).tolist():
        _refuse(setting, hands, short[0], FULL)
    copies, best = np.array(setting.tiles.copies, np.int32), BestDiscards.worst(len(hands))
    for start in range(0, len(hands), HANDS_AT_ONCE):
        where = slice(start, start + HANDS_AT_ONCE)
        rows = np.ascontiguousarray(hands[where])
        left = copies - rows if unseen is None else np.asarray(unseen[where], np.int32)
        found = best_discards(
            lambda hands: shanten_many(setting, hands, check=True) + np.int8(1),
            lambda hands: accepts_many(setting, hands),
            rows,
            left,
            np.arange(KINDS),
        )
        best.kind[where], best.distance[where], best.tiles[where] = found
    return best


def _draws(
    setting: RiichiSetting, hands: CountsArray
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint64]]:
    game = game_of(setting.tiles, setting.names)
    planes = game.plane.copy()
    planes[list(FULL)] = kernels.BAD
    distances, masks = np.empty(len(hands), np.uint8), np.empty(len(hands), np.uint64)
    if len(hands):
        general = setting.names == (GENERAL,)
        bad = kernels.draws_rows(_rows(hands), hands, game, planes, general, distances, masks)
        if bad >= 0:
            _refuse(setting, hands, bad, SHORT)
    return distances, masks


def _hands(counts: CountsArray) -> CountsArray:
    """The array, C- or Fortran-contiguous uint8; copied only if it is neither, or has another integer dtype."""
    array = np.asarray(counts)
    if array.ndim != 2 or array.shape[1] != KINDS:
        raise ArrayError(f"counts of riichi hands have shape (n, {KINDS}), got {array.shape}")
    if array.dtype != np.uint8:
        if array.dtype.kind not in "iu":
            raise ArrayError(f"counts are integers, uint8 without a copy; got {array.dtype}")
        outside = np.flatnonzero(((array < 0) | (array > 255)).any(axis=1))
        if len(outside):
            row = int(outside[0])
            raise ArrayError(f"row {row}: counts are 0..4, got {array[row].min()}..{array[row].max()}", row)
        array = array.astype(np.uint8)
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        array = np.ascontiguousarray(array)
    return array if array.flags.writeable else np.asarray(_Seen(array))


class _Seen:
    """A read-only array seen as any other, without a copy: numba would compile every kernel again for its type. No
    kernel writes to hands."""

    def __init__(self, array: CountsArray) -> None:
        self._array = array  # lives as long as the view
        self.__array_interface__ = {
            **array.__array_interface__,
            "data": (array.__array_interface__["data"][0], False),
        }


def _rows(hands: CountsArray) -> npt.NDArray[np.void]:
    """The hands as records of words."""
    rows: npt.NDArray[np.void] = hands.view(kernels.ROW).reshape(-1)
    return rows


def _refuse(setting: RiichiSetting, hands: CountsArray, start: int, fits: tuple[int, ...]) -> NoReturn:
    """Raise for the first bad hand from `start` on: too many of a tile, or a number of tiles that is no hand."""
    for row in range(start, len(hands)):
        counts = hands[row].tolist()
        try:
            setting.tiles.check_copies(counts)
            if sum(counts) not in fits:
                raise KanamjError(
                    f"the hand has {sum(counts)} tiles; it takes {', '.join(map(str, sorted(fits, reverse=True)))}"
                )
            setting.ask(hands[row])
        except KanamjError as error:
            raise ArrayError(f"row {row}: {error}", row) from None
    raise AssertionError(f"the kernel refused a hand from row {start} on, and every hand is good")
