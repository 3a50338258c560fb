"""Kernels of ordinary mahjong: distances and accepted draws. A table says of which class a suit is. A class is a byte
that stands for ten numbers: how many tiles the suit misses for 0 to 4 blocks, without a head (the pair) and with it.

The place of a suit in its table is its nine counts read as a base-5 number, the count of 1 first. In a row of 34 uint8,
four uint64 of eight counts each, at bytes 0, 10, 18 and 26, hold all kinds but 9m and 1p. A uint64 is folded into its
base-5 number by SWAR (one operation on several fields of a number): counts to pairs, pairs to fours, fours to eight,
each by one multiplication and a shift.

Rows go in blocks of 32 through three loops: the first copies the uint64 out of the rows, the second folds them (it is
vectorised, one uint64 per lane), the third looks up classes. Rows are prefetched: the processor's own prefetching stops
at each page, and nothing else in a look-up loop asks for the next page in time.

A row is bad if it has too many tiles of a kind, or if no hand has its number of tiles. Kernels that check their rows
return -1 if all are good, else the index of the first bad row or of one before it; the caller searches on from there.

Example: the suit 123m has the counts 1 1 1 0 0 0 0 0 0 and the place 5^8 + 5^7 + 5^6 = 484,375. Its class has the
numbers 0 0 3 6 9 | 1 2 5 8 11: 0 to 4 blocks without a head miss 0, 0, 3, 6 and 9 tiles; with a head, 1, 2, 5, 8 and
11 tiles.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kanamj.engine.kernels.bits import popcount, prefetch
from kanamj.engine.kernels.compiled import inner_jit, jit

Bytes = npt.NDArray[np.uint8]
u32 = np.uint32
u64 = np.uint64

BLOCK = 32
AHEAD = 2048
"""How many bytes ahead of its use a row is prefetched; 1024 to 8192 are equally fast."""
NEVER = 64
"""Stands for the distance to a form that is not played, or is added to it: so this form is never the nearest."""
ORPHANS = u64(sum(1 << kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)))
"""The bit mask of the terminals and honours."""
BAD = 0x7FFFFFFF
"""The entry of GameTables.plane for a number of tiles that no hand has."""

WORDS_OF_ROW = np.dtype(
    {
        "names": ["m", "mp", "p", "s", "z"],
        "formats": ["<u8", "<u2", "<u8", "<u8", "<u8"],
        "offsets": [0, 8, 10, 18, 26],
        "itemsize": 34,
    }
)
"""A row of 34 counts, read as five numbers: 1m to 8m; 9m and 1p; 2p to 9p; 1s to 8s; 9s and the honours."""


class GameTables(NamedTuple):
    """A game as the kernels read it: the tables of engine/riichi/tables.py and the limits of its tiles.

    man, suit, honours, merge: flat look-up tables. man_bits: the place of man & man_bits is the index into `man`;
    only 8 bits if just 1m and 9m are played. missing: a flat table of distances, one plane per number of blocks. plane:
    number of tiles -> where its plane begins, or BAD. room: (34,) the copies of each kind. over_man: if it is added to
    the counts of 1m to 8m (one byte each), the top bit of each count above its room is set. seven, thirteen: 0 if seven
    pairs and thirteen orphans are played, else NEVER.
    """

    man: Bytes
    suit: Bytes
    honours: Bytes
    merge: Bytes
    missing: Bytes
    plane: npt.NDArray[np.uint32]
    man_bits: np.uint32
    room: Bytes
    over_man: np.uint64
    seven: np.uint64
    thirteen: np.uint64


@inner_jit
def _copy_words(rows: Any, words: Any) -> None:
    """Copy the five numbers of each row (WORDS_OF_ROW) into `words`, (5, block): m, p, s, z, mp."""
    start = rows.ctypes.data
    for i in range(rows.shape[0]):
        row, k = rows[i], u64(i)
        words[0, k] = row.m
        words[1, k] = row.p
        words[2, k] = row.s
        words[3, k] = row.z
        words[4, k] = row.mp
        prefetch(start + i * 34 + AHEAD)


@inner_jit
def _bytes(word: Any) -> Any:
    """The sum of the eight bytes of a uint64."""
    return (word * u64(0x0101010101010101)) >> u64(56)


@inner_jit
def _eight(word: Any) -> Any:
    """The base-5 number of the eight counts in a uint64; the lowest byte is the highest digit."""
    word = ((word * u64(1 + (5 << 8))) >> u64(8)) & u64(0x00FF00FF00FF00FF)
    word = ((word * u64(1 + (25 << 16))) >> u64(16)) & u64(0x0000FFFF0000FFFF)
    return (word * u64(1 + (625 << 32))) >> u64(32)


@inner_jit
def _fold(words: Any, places: Any) -> None:
    """Write into `places`, (4, block), the places of the suits in their tables. words: from `_copy_words`."""
    for i in range(words.shape[1]):
        places[0, i] = u32(_eight(words[0, i]) * u64(5) + (words[4, i] & u64(255)))
    for i in range(words.shape[1]):
        places[1, i] = u32(_eight(words[1, i]) + (words[4, i] >> u64(8)) * u64(5**8))
    for i in range(words.shape[1]):
        places[2, i] = u32(_eight(words[2, i]) * u64(5) + (words[3, i] & u64(255)))
    for i in range(words.shape[1]):
        places[3, i] = u32(_eight(words[3, i] & u64(0xFFFFFFFFFFFFFF00)))


@inner_jit
def _weigh(words: Any, over_man: Any, tiles: Any) -> bool:
    """Write the number of tiles of each hand of a block into `tiles`. Returns True if some hand has more tiles of a
    kind than GameTables.room. words: from `_copy_words`. over_man: as in `GameTables`."""
    over, bad = u64(0x7B7B7B7B7B7B7B7B), u64(0)
    for i in range(tiles.shape[0]):
        m, p, s, z, last = words[0, i], words[1, i], words[2, i], words[3, i], words[4, i]
        bad |= (m + over_man) | m | (p + over) | p | (s + over) | s | (z + over) | z | (last + over) | last
        tiles[i] = _bytes(m + p + s + z + last)
    return bool(bad & u64(0x8080808080808080))


@inner_jit
def _tally(word: Any) -> Any:
    """Turn each byte of a uint64, a count of tiles, into 0 (no tile), 1 (one tile) or 17 = 1 + 16 (two or more)."""
    ones = u64(0x0101010101010101)
    held = ((word + u64(0x7F7F7F7F7F7F7F7F)) >> u64(7)) & ones
    return held | (((word + u64(0x7E7E7E7E7E7E7E7E)) >> u64(3)) & (ones << u64(4)))


@inner_jit
def _least(general: Any, both: Any, orphans: Any, tiles: Any, seven: Any, thirteen: Any) -> Any:
    """The least distance over all forms. general: the distance of the general form. both: the number of kinds held + 16
    * the number of pairs. orphans: the same of terminals and honours alone. seven, thirteen: as in `GameTables`."""
    to_seven = seven + u64(14) - (both >> u64(4)) - min(both & u64(15), u64(7))
    to_thirteen = thirteen + u64(14) - (orphans & u64(15)) - min(orphans >> u64(4), u64(1))
    return min(u64(general), min(to_seven, to_thirteen) + (u64(NEVER) if tiles < 13 else u64(0)))


@inner_jit
def _lower_rows(words: Any, tiles: Any, seven: Any, thirteen: Any, out: Any) -> None:
    """Lower out[i], the distance of hand i of a block, if the hand is nearer to seven pairs or thirteen orphans."""
    for i in range(out.shape[0]):
        ones = _tally(words[0, i]) + _tally(words[2, i])  # lowest byte: 1m and 1s; highest byte of p: 9p
        p, others = _tally(words[1, i]), _tally(words[3, i]) + _tally(words[4, i])
        orphans = _bytes(others) + (ones & u64(255)) + (p >> u64(56))
        both = _bytes(ones + p + others)
        out[i] = np.int8(_least(out[i], both, orphans, tiles[i], seven, thirteen))


@inner_jit
def _groups(places: Any, k: Any, man: Any, man_bits: Any, suit: Any, honours: Any, merge: Any) -> Any:
    """The index of hand k in a plane of `missing`: 256 * the class of man and pin + that of sou and honours."""
    m, p = u32(man[places[0, k] & man_bits]), u32(suit[places[1, k]])
    s, z = u32(suit[places[2, k]]), u32(honours[places[3, k]])
    return (u32(merge[(m << u32(8)) | p]) << u32(8)) | u32(merge[(s << u32(8)) | z])


@jit
def distance_rows(rows: Any, game: GameTables, general: bool, out: Any) -> int:
    """Write the distance of each row into `out`. Returns -1; if a row is bad, an index as the head of this file says.
    general: whether only the general form counts. If not, the other forms count too, for hands of 13 and 14 tiles."""
    words, places = np.zeros((5, BLOCK), np.uint64), np.zeros((4, BLOCK), np.uint32)
    tiles = np.zeros(BLOCK, np.uint32)
    man, man_bits, suit, honours, merge = game.man, game.man_bits, game.suit, game.honours, game.merge
    missing, planes, over_man = game.missing, game.plane, game.over_man
    seven, thirteen = game.seven, game.thirteen
    for start in range(0, rows.shape[0], BLOCK):
        block, distances = rows[start : start + BLOCK], out[start : start + BLOCK]
        _copy_words(block, words)
        _fold(words, places)
        if _weigh(words, over_man, tiles):
            return start
        for i in range(block.shape[0]):
            k = u64(i)
            plane = planes[tiles[k]]
            if plane == u32(BAD):
                return start
            distances[k] = missing[_groups(places, k, man, man_bits, suit, honours, merge) + plane]
        if not general:
            _lower_rows(words, tiles, seven, thirteen, distances)
    return -1


@jit
def draws_rows(
    rows: Any, counts: Any, game: GameTables, planes: Any, general: bool, distances: Any, masks: Any
) -> int:
    """Write the distance of each row, a hand one tile short, and a bit mask of the kinds that lower it. Returns -1;
    if a row is bad, an index as the head of this file says.

    rows, counts: two views of one array, as WORDS_OF_ROW and as (n, 34) uint8. planes: as GameTables.plane, but BAD
    also for whole hands. For each suit the other three are merged once. A draw then moves the place of the suit by a
    step (a power of 5), and one look-up gives the distance for the class found there. A draw lowers the distance by
    one or not at all, so the difference of the distances is the bit. If no tile of a kind is left, its step is 0. This
    is checked only if the hand holds four tiles of a kind or the tile set lacks kinds, because the check costs 15 ns
    per hand.
    """
    words, places = np.zeros((5, BLOCK), np.uint64), np.zeros((4, BLOCK), np.uint32)
    tiles = np.zeros(BLOCK, np.uint32)
    man, man_bits, suit, honours, merge = game.man, game.man_bits, game.suit, game.honours, game.merge
    missing, room, over_man = game.missing, game.room, game.over_man
    seven, thirteen = game.seven, game.thirteen
    lacking = man_bits != u32(0xFFFFFFFF)
    there = u64(0)
    for kind in range(34):
        there |= u64(room[kind] > 0) << u64(kind)
    for start in range(0, rows.shape[0], BLOCK):
        block = rows[start : start + BLOCK]
        _copy_words(block, words)
        _fold(words, places)
        if _weigh(words, over_man, tiles):
            return start
        for i in range(block.shape[0]):
            k = u64(i)
            plane = planes[tiles[k]]
            if plane == u32(BAD):
                return start
            at_m, at_p, at_s, at_z = places[0, k], places[1, k], places[2, k], places[3, k]
            m, p, s, z = u32(man[at_m & man_bits]), u32(suit[at_p]), u32(suit[at_s]), u32(honours[at_z])
            mp, sz = u32(merge[(m << u32(8)) | p]), u32(merge[(s << u32(8)) | z])
            beside_m = plane + (u32(merge[(p << u32(8)) | sz]) << u32(8))
            beside_p = plane + (u32(merge[(m << u32(8)) | sz]) << u32(8))
            beside_s = plane + (u32(merge[(mp << u32(8)) | z]) << u32(8))
            beside_z = plane + (u32(merge[(mp << u32(8)) | s]) << u32(8))
            distance = u64(missing[plane + ((mp << u32(8)) | sz)])
            in_m, in_p, in_s, in_z, step = u64(0), u64(0), u64(0), u64(0), u32(1)
            held = words[0, k] | words[1, k] | words[2, k] | words[3, k] | words[4, k]
            if lacking or held & u64(0x0404040404040404):
                for last in range(9):
                    q = u64(8 - last)
                    step_m = step * u32(counts[start + i, q] < room[q])
                    step_p = step * u32(counts[start + i, q + u64(9)] < 4)
                    step_s = step * u32(counts[start + i, q + u64(18)] < 4)
                    in_m += in_m + distance - u64(missing[beside_m + u32(man[(at_m + step_m) & man_bits])])
                    in_p += in_p + distance - u64(missing[beside_p + u32(suit[at_p + step_p])])
                    in_s += in_s + distance - u64(missing[beside_s + u32(suit[at_s + step_s])])
                    if last < 7:
                        step_z = step * u32(counts[start + i, q + u64(25)] < 4)
                        in_z += in_z + distance - u64(missing[beside_z + u32(honours[at_z + step_z])])
                    step = u32(step * u32(5))
            else:
                for _ in range(9):
                    in_m += in_m + distance - u64(missing[beside_m + u32(man[at_m + step])])
                    in_p += in_p + distance - u64(missing[beside_p + u32(suit[at_p + step])])
                    in_s += in_s + distance - u64(missing[beside_s + u32(suit[at_s + step])])
                    step = u32(step * u32(5))
                step = u32(1)
                for _ in range(7):
                    in_z += in_z + distance - u64(missing[beside_z + u32(honours[at_z + step])])
                    step = u32(step * u32(5))
            mask = in_m | (in_p << u64(9)) | (in_s << u64(18)) | (in_z << u64(27))
            if not general and tiles[k] == 13:
                holds, paired = _held(counts, start + i)
                kinds, doubled = popcount(holds), paired & ORPHANS
                to_seven = seven + u64(14) - popcount(paired) - min(kinds, u64(7))
                to_thirteen = thirteen + u64(14) - popcount(holds & ORPHANS) - u64(doubled != u64(0))
                least = min(distance, min(to_seven, to_thirteen))
                if least < distance:
                    mask = u64(0)
                if to_seven == least:  # by kinds held once and, if there are too few kinds, by new ones
                    mask |= (holds & ~paired) | (there & ~holds if kinds < u64(7) else u64(0))
                if to_thirteen == least:  # by orphans not held and, if none is held twice, by those held once
                    mask |= ORPHANS & ~(paired if doubled == u64(0) else holds)
                distance = least
            distances[u64(start) + k] = distance
            masks[u64(start) + k] = mask
    return -1


@inner_jit
def _held(counts: Any, i: Any) -> Any:
    """Two bit masks: the kinds that row i holds, and those that it holds at least twice."""
    held, paired = u64(0), u64(0)
    for kind in range(34):
        held |= u64(counts[i, kind] > 0) << u64(kind)
        paired |= u64(counts[i, kind] > 1) << u64(kind)
    return held, paired


@jit
def spread(masks: Any, wanted: Any, out: Any) -> None:
    """Write the bits of masks[i] as booleans into out[i], (n, 34). Rows with wanted[i] False become False."""
    for i in range(out.shape[0]):
        mask = masks[i] if wanted[i] else u64(0)
        for kind in range(34):
            out[i, kind] = bool((mask >> u64(kind)) & u64(1))
