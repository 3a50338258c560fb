"""The distance of one hand without shortcuts: what the fast kernel asks when its bounds leave a doubt.

Tiles are taken lowest first; each is left over or begins a part, that is, the letters one slot takes from the
hand. When all tiles are placed, the parts are completed letter by letter from the tiles that are there. About
50 us for a 14-tile hand, up to milliseconds where many arrangements fail one another for the same last tile.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine._kernels.bits import lowest, popcount
from kanamj.engine._kernels.compiled import jit
from kanamj.engine.question import UNREACHABLE

ONE = np.uint64(1)
ZERO = np.int64(0)  # typed: numba loses the symbol of a recursive kernel called with a literal
PAIR, PART = np.uint16(1), np.uint16(1 << 10)  # bits of `edges`: two letters are a word, are part of a trio


BOOK = np.dtype(
    [
        ("kinds", np.uint64),
        ("strict", np.bool_),
        ("room", np.uint8, 128),
        ("edges", np.uint16, (129, 129)),
        ("thirds", np.uint64, (129, 129, 2)),
        ("seconds", np.uint64, (129, 2)),
    ]
)
"""A lexicon and how many tiles there are, in one piece: numba hands a record to a kernel as one word, an array as
seven. kinds: K. room: most tiles of each kind a complete hand may hold, 255 where copies do not count (`strict`).
edges: PAIR and PART bits of two kinds. thirds: the kinds that make two a trio, seconds: those that make one a pair,
as sets of two words. Kind K stands for no tile.
"""
PILE = np.dtype([("tiles", np.int64, 16), ("spare", np.int64, 128), ("parts", np.int64, (8, 4))])
"""Tiles held; tiles of each kind left to draw; parts laid: slot size, letters held, the first two of them."""


@jit
def settle(book, row, trios, pairs, least, most):
    """The distance, known to be at least `least` and at most `most`; UNREACHABLE if no choice of blocks
    fills the form."""
    piles = np.zeros(1, PILE)  # used to the end: numba frees an array of which only a record is left
    n = 0
    for kind in range(np.int64(book.kinds)):
        piles[0].spare[kind] = np.int64(book.room[kind]) - np.int64(row[kind])
        for _ in range(row[kind]):
            piles[0].tiles[n] = kind
            n += 1
    wanted = 3 * trios + 2 * pairs
    unused = (ONE << np.uint64(n)) - ONE
    for missing in range(max(least, wanted - n), wanted + 1):
        if missing == most:
            return missing
        left = n - wanted + missing
        if place(book, piles[0], ZERO, unused, trios, pairs, left):
            return missing
    return UNREACHABLE


@jit
def place(book, pile, done, unused, trios, pairs, left):
    """True if the unused tiles, less at most `left`, fill parts of the slots left and all parts can be completed."""
    if unused == np.uint64(0):
        for slot in range(trios + pairs):
            note(pile, done + slot, 3 if slot < trios else 2, 0, 0, 0)
        return draw(book, pile, ZERO, done + trios + pairs, ZERO)
    if np.int64(popcount(unused)) > left + 3 * trios + 2 * pairs:
        return False
    i = lowest(unused)
    a = pile.tiles[i]
    unused &= unused - ONE
    others = unused
    last = np.int64(-1)
    while others != np.uint64(0):
        j = lowest(others)
        others &= others - ONE
        b = pile.tiles[j]
        if b == last:
            continue
        last = b
        edge = book.edges[a, b]
        rest = unused ^ (ONE << j)
        if pairs > 0 and edge & PAIR:
            note(pile, done, 2, 2, a, b)
            if place(book, pile, done + 1, rest, trios, pairs - 1, left):
                return True
        if trios > 0 and edge & PART:
            thirds_last = np.int64(-1)
            more = others
            while more != np.uint64(0):
                k = lowest(more)
                more &= more - ONE
                c = pile.tiles[k]
                if c == thirds_last:
                    continue
                thirds_last = c
                if completes(book, a, b, c):
                    note(pile, done, 3, 3, a, b)
                    if place(
                        book, pile, done + 1, rest ^ (ONE << k), trios - 1, pairs, left
                    ):
                        return True
            note(pile, done, 3, 2, a, b)
            if place(book, pile, done + 1, rest, trios - 1, pairs, left):
                return True
    if pairs > 0:
        note(pile, done, 2, 1, a, 0)
        if place(book, pile, done + 1, unused, trios, pairs - 1, left):
            return True
    if trios > 0:
        note(pile, done, 3, 1, a, 0)
        if place(book, pile, done + 1, unused, trios - 1, pairs, left):
            return True
    return left > 0 and place(
        book, pile, done, unused, trios, pairs, left - 1
    )


@jit
def note(pile, i, size, held, a, b):
    """Write part i: slot size, letters held, the first two of them, and no lower end for the next draw."""
    pile.parts[i, 0] = size
    pile.parts[i, 1] = held
    pile.parts[i, 2] = a
    pile.parts[i, 3] = b


@jit
def completes(book, a, b, c):
    """True if {a, b, c} is a block."""
    return (book.thirds[a, b, c >> 6] >> np.uint64(c & 63)) & ONE != np.uint64(0)


@jit
def draw(book, pile, i, count, fresh):
    """True if parts i.. can be completed from the spare tiles; letters drawn into one part ascend from `fresh`."""
    if i == count:
        return True
    size, held = pile.parts[i, 0], pile.parts[i, 1]
    if held == size:
        return draw(book, pile, i + 1, count, ZERO)
    a, b = pile.parts[i, 2], pile.parts[i, 3]
    for c in range(fresh, np.int64(book.kinds)):
        if pile.spare[c] <= 0:
            continue
        if held == 1:
            fits = book.edges[a, c] & (PAIR if size == 2 else PART) != 0
        else:
            fits = held == 0 or completes(book, a, b, c)
        if not fits:
            continue
        pile.spare[c] -= 1
        pile.parts[i, 1] = held + 1
        if held < 2:
            pile.parts[i, 2 + held] = c
        found = draw(book, pile, i, count, c)
        pile.spare[c] += 1
        pile.parts[i, 1] = held
        if found:
            return True
    return False
