"""In how many ways a hand is completed within one, two and three draws, if the best tile is thrown after each draw.

The caller passes the waits of all hands that can arise. Such a hand differs from the first hand by two multisets: the
tiles thrown out of it, and the tiles drawn into it. Both are numbered, and these numbers are indices of arrays: a shape
(thrown, drawn) has a row per multiset thrown and a column per multiset drawn. One drawn kind has the number i, which is
its index in `kinds`; two drawn kinds i >= j have i (i + 1) / 2 + j. A wait set is a set of kinds, in `words` uint64. If
a tile is drawn and thrown again, the hand stays the same. Its waits are not stored again: the kernels read the waits
that the hand had before, and count one copy less of this kind.

Ways are counted as ordered draws, so that everything is an integer: three of N tiles are drawn in N (N - 1) (N - 2)
ways.

Example: kinds 0 to 3 with 2, 2, 1, 1 copies, the words {0, 1} and {2, 3}; the hand is one tile 0, which waits for the
two copies of 1. The tiles 0, 1, 1, 2, 3 are unseen. One draw has 2 ways of 5. Two draws have 14 of 20: 2 * 4 if 1 is
drawn first, and 1 * 2 for each of the tiles 0, 2 and 3, since both copies of 1 are still there. Three draws have 54 of
60.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inner_jit, jit

NONE, ONE = np.uint64(0), np.uint64(1)
LOW6 = np.uint64(63)


@inner_jit
def has(waits, kind):
    """1 if the kind is in the wait set, 0 if it is not."""
    return np.int64(waits[kind >> 6] >> (np.uint64(kind) & LOW6) & ONE)


@inner_jit
def weight(waits, unseen):
    """How many unseen tiles are of the kinds in the wait set. unseen[k]: the unseen tiles of kind k."""
    tiles = np.int64(0)
    for word in range(len(waits)):
        bits = waits[word]
        while bits != NONE:
            tiles += unseen[(word << 6) + np.int64(lowest(bits))]
            bits &= bits - ONE
    return tiles


@jit
def left_after(drawn, unseen, waits, left):
    """For each hand, write into left (thrown, drawn) how many unseen tiles it waits for after the draws that led to it.

    drawn: (drawn, n), row i has the n kinds of the drawn multiset number i. unseen: (K,), the unseen tiles before these
    draws. waits: (thrown, drawn, words), the wait set of each hand. The head of this file explains these shapes.
    """
    for y in range(len(waits)):
        for i in range(len(drawn)):
            left[y, i] = weight(waits[y, i], unseen)
            for kind in drawn[i]:
                left[y, i] -= has(waits[y, i], kind)


@jit
def second_of_three(kinds, unseen, total, children, waits, left, left_two, ways):
    """For each hand after the first of three draws, write into ways (thrown, drawn) in how many ways the other two
    draws complete it. unseen, total: the unseen tiles before the first draw. waits: (thrown, drawn, words), the wait
    sets after it. children: as in `within_three`. left, left_two: what `left_after` writes for one draw and for two."""
    n = len(kinds)
    for y in range(len(waits)):
        for i in range(n):
            found = np.int64(0)
            for j in range(n):
                there = unseen[kinds[j]] - (i == j)
                if there <= 0:
                    continue
                if has(waits[y, i], kinds[j]):
                    found += there * (total - 2)
                    continue
                # One of the two drawn tiles may be thrown again. The hand with the other tile does not wait for it.
                best = max(left[y, i], left[y, j])
                pair = i * (i + 1) // 2 + j if i >= j else j * (j + 1) // 2 + i
                for child in children[y]:
                    if child >= 0 and left_two[child, pair] > best:
                        best = left_two[child, pair]
                found += there * best
            ways[y, i] = found


@jit
def within_three(kinds, unseen, total, children, waits, waits_one, left, second, ways):
    """For each hand before the first draw, write into ways (thrown, 3) in how many ways it is completed within one, two
    and three draws.

    kinds: the kinds that can be drawn. unseen: (K,) int64, the unseen tiles of each kind. total: their sum. children: a
    row per multiset thrown, a column per kind of the hand: the number of the multiset with one more tile of this kind,
    -1 if the hand has no such tile left. waits: (thrown, words), the wait sets before the first draw. waits_one:
    (thrown, drawn, words), after it. left: what `left_after` writes for one draw. second: what `second_of_three`
    writes.
    """
    n = len(kinds)
    for y in range(len(waits)):
        found = np.int64(0)
        for i in range(n):
            if has(waits[y], kinds[i]):
                found += unseen[kinds[i]] * (total - 1) * (total - 2)
                continue
            best = two_draws(kinds, unseen, total - 2, children[y], waits[y], waits_one, left, i)
            for child in children[y]:
                if child >= 0 and second[child, i] > best:
                    best = second[child, i]
            found += unseen[kinds[i]] * best
        ways[y, 0] = weight(waits[y], unseen)
        ways[y, 1] = two_draws(kinds, unseen, total - 1, children[y], waits[y], waits_one, left, -1)
        ways[y, 2] = found


@inner_jit
def two_draws(kinds, unseen, rest, children, waits, waits_one, left, gone):
    """In how many ways one hand is completed within two draws. children, waits: its rows of these arrays. rest: how
    many tiles are unseen after the first of the two draws. gone: -1; or, if a tile was drawn before these two and
    thrown again, the index of its kind in `kinds` (the hand does not wait for this kind)."""
    stay = weight(waits, unseen)  # if the first draw is thrown again
    found = np.int64(0)
    for j in range(len(kinds)):
        there = unseen[kinds[j]] - (j == gone)
        if there <= 0:
            continue
        best = stay
        if has(waits, kinds[j]):
            best = rest
        else:
            for child in children:
                if child >= 0:
                    ways = left[child, j] - (has(waits_one[child, j], kinds[gone]) if gone >= 0 else 0)
                    best = max(best, ways)
        found += there * best
    return found
