"""What the kernels for words share: the tables of a word list, the record of a hand, and constants.

A packed hand is 64 bits, with a field of four bits for each kind held. Three bits are the count. The fourth is the
guard: it is set before a subtraction. If the subtraction clears it, the count was too small. A set of kinds is two
uint64; a set of trios, or of the tiles of a rest, is one uint64. A *rest* is what is left of a packed hand when trios
are taken out. The *listed* trios are those that the hand holds, at most MOST_TRIOS. NO, DOUBT, YES, WON are answers,
from the worst to the best.

Example: さくらなみだいい holds seven kinds, so fields 0 to 6 are い く さ だ な み ら and the hand is 0x1111112.
さくら is 0x1000110. (hand | GUARD) - さくら keeps every guard: さくら fits, and leaves なみだいい, 0x0111002.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

NONE, ONE, TWO, THREE, FOUR = (np.uint64(i) for i in range(5))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
GUARD = np.uint64(0x8888888888888888)
FIELD = np.uint64(15)
SKIP = np.uint64(63)
"""The number of an empty trio, which fits into every hand. It stands in for the trios that a shorter form lacks."""
MOST_TRIOS = 63
BYTE, LOW6 = np.uint64(255), np.uint64(63)

NO, DOUBT, YES, WON = (np.int64(i) for i in range(4))
PAIR, PART = np.uint16(1), np.uint16(1 << 15)  # bits of `edges`, see LEXICON

LEXICON = np.dtype(
    [
        ("kinds", np.uint64),
        ("in_trios", np.uint64, 2),
        ("in_pairs", np.uint64, 2),
        ("of_use", np.uint64, 2),
        ("no_room", np.uint64, 2),
        ("seconds", np.uint64, (129, 2)),
        ("thirds", np.uint64, (129, 129, 2)),
        ("edges", np.uint16, (129, 129)),
        ("room", np.uint8, 128),
        ("strict", np.bool_),
    ]
)
"""A lexicon and its tile set in one record: numba passes a record to a kernel as one number, an array as seven.

kinds: K, the number of kinds; kind K means "no tile". room[k]: how many tiles of kind k a complete hand may hold,
255 if copies do not count (`strict` is False). no_room: the kinds with room 0. edges[a, b]: bit PAIR if the kinds a
and b are a word, bit PART if a trio contains both. The other fields are sets of kinds. thirds[a, b]: the kinds that
make a trio with a and b. seconds[a]: the kinds that make a pair with a. in_trios, in_pairs: the kinds that are in a
trio, in a pair. of_use: the kinds that are in a word of a length that the form has.
"""


class WordTables(NamedTuple):
    """A word list as the kernels read it; `wordtables` makes it.

    lexicon: one LEXICON in an array. lanes: how many uint64 each row of `rows` has, a multiple of 8.
    rows: row c * K + k (K kinds) has bit i set if trio i holds kind k more than c times, c < 3; row 3 K is empty.
    letters: the kinds of each trio, one byte per kind. reachable: whether any choice of blocks fills the form.
    """

    lexicon: Any
    lanes: int
    rows: Any
    letters: Any
    reachable: bool


_FIELDS: Any = np.dtype(
    [
        ("counts", np.uint8, 128),
        ("kinds_held", np.uint64, 2),
        ("full", np.uint64, 2),
        ("doubled", np.uint64, 2),
        ("kinds", np.uint64, 16),
        ("offsets", np.uint64, 16),
        ("unit", np.uint64, 128),
        ("trios_with", np.uint64, 128),
        ("held_once", np.uint64, 128),
        ("words", np.uint64, 64),
        ("letters", np.uint64, 64),
        ("goes_with", np.uint64, 64),
        ("tiles", np.uint64, 16),
        ("pair_set", np.uint64, 16),
        ("part_set", np.uint64, 16),
        ("draw_lo", np.uint64, 8),
        ("draw_hi", np.uint64, 8),
        ("levels", np.uint64, (16, 3)),
        ("level", np.uint64, 1),
        ("waits", np.uint64, 2),
        ("marks", np.uint64, 1280),
        ("in_use", np.uint64, 20),
    ]
)
_OVERLAID: Any = {
    "names": [*_FIELDS.names, "eights"],
    "formats": [*(_FIELDS[name] for name in _FIELDS.names), np.dtype((np.uint64, 16))],
    "offsets": [*(_FIELDS.fields[name][1] for name in _FIELDS.names), 0],
    "itemsize": _FIELDS.itemsize,
}
HAND = np.dtype(_OVERLAID)
"""One hand in one record, because numba passes each array of a tuple to a kernel as seven numbers. A kind that
is in no word of the form is noted only in `counts`; in the other fields, its entries are 0.

counts[k]: how many tiles of kind k the hand holds; eights: the same bytes, eight in a number. full: the set of
kinds of which no tile is left to draw. kinds_held: the set of kinds held; doubled: of those held more than once.
kinds: the kinds held, ascending; the place of a kind here is its field in packed hands. unit[k]: the packed hand of
one tile of kind k. trios_with[k]: the set of listed trios with kind k. held_once[k]: all bits set if the hand holds
one tile of kind k, else 0. For each listed trio: words (its packed letters), letters (one byte per kind), goes_with
(the set of listed trios that share no kind with it of which the hand holds one tile). offsets: where the rows of
the tiles begin in WordTables.rows. marks: one bit per trio of the lexicon, set if the hand holds the trio. in_use:
one bit per element of `marks`, set if it is not 0. tiles: the kind of each tile of a rest. pair_set[i],
part_set[i]: the later tiles of a rest that are a pair, or a part, with its tile i. draw_lo, draw_hi: for each part
of a rest (see `far`), the kinds that it can draw. waits: a set of kinds. levels, level: the stack of the searches
through sets of trios.
"""
