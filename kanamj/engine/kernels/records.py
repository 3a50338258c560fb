"""What the kernels of words are given, where they put a hand, and the numbers they share.

A packed hand is 64 bits, a field of four for each kind held: three for its count, and one, the guard, that is set
before something is taken away, so that a guard gone tells that there was not enough. Sets of kinds are two words of
64 bits; sets of listed trios, and of a rest's tiles, are one. NO, DOUBT, YES, WON: answers, the higher the better.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

NONE, ONE, TWO, THREE, FOUR = (np.uint64(i) for i in range(5))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
GUARD = np.uint64(0x8888888888888888)
FIELD = np.uint64(15)
SKIP = np.uint64(63)
"""A trio of no letters, which goes with all: it fills the levels a shorter form does not have."""
MOST_TRIOS = 63
BYTE, LOW6 = np.uint64(255), np.uint64(63)

NO, DOUBT, YES, WON = (np.int64(i) for i in range(4))
PAIR, PART = np.uint16(1), np.uint16(1 << 10)  # bits of `edges`: two letters are a word, are part of a trio

LEXICON = np.dtype(
    [
        ("kinds", np.uint64),
        ("in_trios", np.uint64, 2),
        ("of_use", np.uint64, 2),
        ("seconds", np.uint64, (129, 2)),
        ("thirds", np.uint64, (129, 129, 2)),
        ("edges", np.uint16, (129, 129)),
        ("room", np.uint8, 128),
        ("strict", np.bool_),
    ]
)
"""A lexicon and how many tiles there are, in one piece: numba hands a record to a kernel as one word, an array as
seven. kinds: K. room: most tiles of each kind a complete hand may hold, 255 where copies do not count (`strict`).
edges: PAIR and PART bits of two kinds. thirds: the kinds that make two a trio, seconds: those that make one a pair,
as sets of two words. in_trios: the kinds in some trio. of_use: those in a word the form asks for. Kind K is no tile.
"""


class Tables(NamedTuple):
    """What the kernels know, made by `wordtables`.

    lexicon: one LEXICON in an array. lanes: 64-bit words a row has, a multiple of 8.
    rows: bit i of row c * K + k where trio i holds kind k more than c times, c < 3; row 3 K is empty.
    letters: a trio's kinds, a byte each. reachable: whether any choice of blocks fills the form.
    """

    lexicon: Any
    lanes: int
    rows: Any
    letters: Any
    reachable: bool


HAND = np.dtype(
    [
        ("counts", np.uint8, 128),
        ("kinds_held", np.uint64, 2),
        ("full", np.uint64, 2),
        ("kinds", np.uint64, 16),
        ("offsets", np.uint64, 16),
        ("unit", np.uint64, 128),
        ("trios_with", np.uint64, 128),
        ("held_once", np.uint64, 128),
        ("words", np.uint64, 64),
        ("letters", np.uint64, 64),
        ("goes_with", np.uint64, 64),
        ("tiles", np.uint64, 16),
        ("draw_lo", np.uint64, 8),
        ("draw_hi", np.uint64, 8),
        ("levels", np.uint64, (16, 3)),
        ("level", np.uint64, 1),
        ("waits", np.uint64, 2),
        ("marks", np.uint64, 1280),
    ]
)
"""One hand laid out, in one piece, since numba hands each array of a tuple to a kernel as seven words. A tile of no
use, in no word that the form asks for, is left out of all but `counts` and `full`; what is by kind stays 0 for it.

counts: the tiles of each kind. full: the kinds of which no tile is left. kinds_held, kinds: those held, as a set and
ascending; a kind's place among `kinds` is its field in packed hands. By kind: unit (one tile in its field),
trios_with (the listed trios that hold it), held_once (all ones if one tile is held, else 0). By listed trio: words
(packed), letters (a byte each), goes_with (the listed trios that do not want the same tile of a kind held once).
offsets: rows of Tables.rows. marks: a bit a trio of the lexicon, set where it lies in the hand. tiles: those of a rest.
draw_lo, draw_hi: what each part of a rest can draw. waits: kinds. levels, level: walks through sets of trios.
"""
