"""The tables of the word kernels, the record in which they keep a hand, and the numbers they share.

A packed hand is 64 bits, with a field of four bits for each kind held. Three bits are the count. The fourth is the
guard: it is set before a subtraction, and if it is cleared afterwards, the count was too small. A set of kinds is two
words of 64 bits; a set of listed trios, or of the tiles of a rest, is one word. A *rest* is what is left of a packed
hand when trios are taken out. NO, DOUBT, YES, WON are answers, from the worst to the best.

Example: さくらなみだいい holds seven kinds, so fields 0 to 6 are い く さ だ な み ら and the hand is 0x1111112.
さくら is 0x1000110. (hand | GUARD) - さくら keeps every guard: the word fits, and leaves なみだいい, 0x0111002.
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
"""A trio of no letters, which goes with every other: it fills the levels that a shorter form does not have."""
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
"""A lexicon and the number of its tiles, in one piece: numba hands a record to a kernel as one word, an array as seven.

kinds: K; kind K stands for "no tile". room: the most tiles of each kind that a complete hand may hold, 255 if copies
do not count (not `strict`). edges: the PAIR and PART bits of two kinds. Sets of kinds: thirds (the kinds that make a
trio with two kinds), seconds (those that make a pair with one kind), in_trios (those in a trio), of_use (those in a
word of a length that the form has).
"""


class WordTables(NamedTuple):
    """A word list as the kernels read it; `wordtables` makes it.

    lexicon: one LEXICON in an array. lanes: 64-bit words per row of `rows`, a multiple of 8.
    rows: bit i of row c * K + k is set if trio i holds kind k more than c times, c < 3; row 3 K is empty.
    letters: the kinds of each trio, one byte per kind. reachable: whether any choice of blocks fills the form.
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
"""One hand, laid out in one piece, since numba hands each array of a tuple to a kernel as seven words. A tile that is
in no word of the form is left out of all fields but `counts` and `full`; its entries in fields by kind stay 0.

counts: the tiles of each kind. full: the kinds of which no tile is left to draw. kinds_held: the kinds held, as a set;
kinds: the same, ascending. The place of a kind in `kinds` is its field in packed hands. By kind: unit (one tile in its
field), trios_with (the listed trios that hold it), held_once (all ones if one tile is held, else 0). By listed trio:
words (packed), letters (one byte per kind), goes_with (the listed trios that do not want the same tile of a kind held
once). offsets: where the rows of the tiles begin in WordTables.rows. marks: one bit per trio of the lexicon, set if the
hand holds the trio. tiles: the kinds of a rest. draw_lo, draw_hi: the kinds that each part of a rest can draw. waits: a
set of kinds. levels, level: the walks through sets of trios.
"""
