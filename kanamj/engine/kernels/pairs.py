"""Seven pairs of different words: distances of hands of 13 or 14 tiles, and the kinds that lower them.

The pairs that lie in a hand are the edges of a graph on its tiles. A hand is within d of complete if 7 - d disjoint
edges leave d tiles over that each can become a pair by one draw. Whether they can, without wanting the same last
tile or the same word, is decided by how many draws each tile has: none, or as many as there are such tiles. What
that leaves open is answered DOUBT, and goes to the exact search.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.compiled import jit

NO, YES, DOUBT = 0, 1, 2
SLOTS = 7
MOST = SLOTS * 2


@jit
def matches(near, once, every, leaves, loose, spare, stack):
    """True if the tiles `every` (a bit each) are disjoint edges but for `leaves` tiles, at most `spare` of them loose.

    near: a tile's neighbours. once[i, j]: the number of a word that two pairs of tiles spell but that may be used
    once, 0 for none. stack: (MOST + 1, 5) work space. The lowest tile left is paired with each neighbour in turn,
    then left over. A call of itself would be shorter to write; loaded from numba's disk cache it crashes.
    """
    depth = 0
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3], stack[0, 4] = every, leaves, spare, 0, 0
    while depth >= 0:
        left, over, free, used, j = stack[depth]
        if left == 0:
            return True
        i = 0
        while not left >> i & 1:
            i += 1
        rest = left & (left - 1)
        options = near[i] & rest
        j = max(j, i + 1)
        while j < MOST and not (options >> j & 1 and not (once[i, j] and used >> once[i, j] & 1)):
            j += 1
        stack[depth, 4] = j + 1
        if j < MOST:
            depth += 1
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = rest & ~(1 << j), over, free
            stack[depth, 3], stack[depth, 4] = used | (1 << once[i, j] if once[i, j] else 0), 0
        elif j == MOST and over > 0 and (free > 0 or not loose >> i & 1):
            depth += 1
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = rest, over - 1, free - (loose >> i & 1)
            stack[depth, 3], stack[depth, 4] = used, 0
        elif j >= MOST:
            depth -= 1
    return False


@jit
def within(limit, room, row, missing, tiles, near, once, stack):
    """Whether a hand is within `missing` of complete: NO, YES or DOUBT. limit: (K, K) uint8, words of two kinds; the
    other arrays are work space."""
    n = 0
    for kind in range(len(row)):
        for _ in range(row[kind]):
            tiles[n] = kind
            n += 1
    leaves = n - 2 * (SLOTS - missing)
    if missing >= SLOTS or leaves < 0:
        return DOUBT if missing >= SLOTS else NO
    words = 0
    for i in range(n):
        near[i] = 0
    for i in range(n):
        a = tiles[i]
        for j in range(i + 1, n):
            b = tiles[j]
            once[i, j] = 0
            if limit[a, b] == 0:
                continue
            near[i] |= 1 << j
            near[j] |= 1 << i
            if a != b and limit[a, b] < min(row[a], row[b]):
                if limit[a, b] > 1:
                    return DOUBT
                first = -1  # the same word between earlier copies of its letters
                for p in range(i + 1):
                    for q in range(p + 1, n):
                        if first < 0 and (p < i or q < j) and tiles[p] == a and tiles[q] == b:
                            first = once[p, q]
                if first < 0:
                    words += 1
                    first = words
                once[i, j] = first
    every, none, few = (
        (1 << n) - 1,
        0,
        0,
    )  # of all tiles: those no draw makes a pair, those that maybe too few do
    if missing > 0:
        for i in range(n):
            there, sure = draws(limit, room, row, tiles[i])
            none |= (there == 0) << i
            few |= (sure < missing) << i
    if not matches(near, once, every, leaves, none, leaves - missing, stack):
        return NO
    if few == none or matches(near, once, every, leaves, few, leaves - missing, stack):
        return YES
    return DOUBT


@jit
def draws(limit, room, row, kind):
    """How many kinds make a pair with a tile of that kind, and how many of them whatever the other pairs are."""
    there, sure = 0, 0
    for other in range(len(row)):
        if limit[kind, other] > 0 and row[other] < room[other]:
            there += 1
            in_hand = min(row[kind] - 1, row[other]) if kind != other else 0
            sure += limit[kind, other] > in_hand
    return there, sure


@jit
def may_help(limit, row, missing, tiles, near, once, stack, kinds):
    """Set kinds[k] where a tile of kind k may bring a hand at that distance nearer, words and last tiles not counted;
    `within` has just seen the hand. Mostly it can only where a tile that it pairs with can be spared by the other
    pairs; where there are pairs enough and the tiles over are of no use, any may."""
    n = 0
    for kind in range(len(row)):
        n += row[kind]
    leaves = n - 2 * (SLOTS - missing + 1)
    enough = leaves >= 0 and matches(near, once, (1 << n) - 1, leaves, 0, 0, stack)
    kinds[:] = enough
    if enough:
        return
    for i in range(n):
        if i > 0 and tiles[i] == tiles[i - 1]:
            continue
        others = (1 << n) - 1 ^ 1 << i
        leaves = n - 1 - 2 * (SLOTS - missing)
        if leaves >= 0 and matches(near, once, others, leaves, 0, 0, stack):
            for kind in range(len(row)):
                kinds[kind] |= limit[tiles[i], kind] > 0


@jit
def pair_distances(limit, room, rows, most, missing):
    """Distances of rows (n, K) uint8 into missing (n,) int8: those over most[n] as most[n] + 1; -1 for those in
    doubt."""
    tiles, near = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    once, stack = np.zeros((MOST, MOST), np.int64), np.empty((MOST + 1, 5), np.int64)
    for n in range(len(rows)):
        missing[n] = most[n] + 1
        for d in range(min(most[n] + 1, SLOTS + 1)):
            answer = within(limit, room, rows[n], d, tiles, near, once, stack)
            if answer != NO:
                missing[n] = d if answer == YES else -1
                break


@jit
def pair_accepts(limit, room, rows, missing, marks):
    """Into marks (n, K) uint8 whether a draw lowers the distances `missing` of rows (n, K) of 13 tiles: NO, YES or
    DOUBT."""
    tiles, near = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    once, stack = np.zeros((MOST, MOST), np.int64), np.empty((MOST + 1, 5), np.int64)
    row, kinds = np.empty(rows.shape[1], np.uint8), np.empty(rows.shape[1], np.bool_)
    for n in range(len(rows)):
        row[:] = rows[n]
        far = missing[n] >= SLOTS
        if not far:
            within(limit, room, row, missing[n], tiles, near, once, stack)
            may_help(limit, row, missing[n], tiles, near, once, stack, kinds)
        for kind in range(len(row)):
            marks[n, kind] = NO
            if missing[n] > 0 and (far or kinds[kind]) and row[kind] < room[kind]:
                row[kind] += np.uint8(1)
                marks[n, kind] = within(limit, room, row, missing[n] - 1, tiles, near, once, stack)
                row[kind] -= np.uint8(1)
