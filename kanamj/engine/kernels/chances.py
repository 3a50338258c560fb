"""Ways to complete a hand within two or three draws, from what the hands within reach wait for.

A hand in reach is (what was thrown, what was drawn): both multisets, since the order does not matter. `thrown` has
an index for each multiset of tiles thrown out of the hand asked about, `drawn` one for each kind drawn, two drawn
kinds i >= j have the index i (i + 1) / 2 + j. Wait sets are bits, `words` of 64 a hand. A tile that was drawn and
thrown again leaves the hand as it was, and one copy less to draw: arithmetic on the wait sets, no hand of its own.

Ways are counted as ordered draws, so that everything is an integer: of N (N - 1) (N - 2) in three draws.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inner_jit, jit

NONE, ONE = np.uint64(0), np.uint64(1)
LOW6 = np.uint64(63)


@inner_jit
def has(waits, kind):
    """1 if the kind is in the set, else 0."""
    return np.int64(waits[kind >> 6] >> (np.uint64(kind) & LOW6) & ONE)


@inner_jit
def weight(waits, unseen):
    """Tiles unseen of the kinds in a set."""
    tiles = np.int64(0)
    for word in range(len(waits)):
        bits = waits[word]
        while bits != NONE:
            tiles += unseen[(word << 6) + np.int64(lowest(bits))]
            bits &= bits - ONE
    return tiles


@jit
def left_after_one(kinds, unseen, waits, left):
    """Tiles left to wait for by each hand (thrown, drawn), when what it drew is gone, into left (thrown, drawn)."""
    for y in range(len(waits)):
        for i in range(len(kinds)):
            left[y, i] = weight(waits[y, i], unseen) - has(waits[y, i], kinds[i])


@jit
def left_after_two(kinds, unseen, waits, left):
    """The same of hands that drew two tiles, waits (thrown, pairs of drawn, words)."""
    for y in range(len(waits)):
        pair = 0
        for i in range(len(kinds)):
            for j in range(i + 1):
                of = waits[y, pair]
                left[y, pair] = weight(of, unseen) - has(of, kinds[i]) - has(of, kinds[j])
                pair += 1


@jit
def within_two(kinds, unseen, total, children, waits, left, ways):
    """Ways of hands that drew nothing yet to be completed within two draws, into ways (thrown,).

    kinds: that can be drawn. unseen: (K,) int64, total of them. children: (thrown, kinds held) the index of what
    is thrown then, -1 where the hand has no such tile. waits: (thrown, words). left: of `left_after_one`.
    """
    for y in range(len(waits)):
        # The tile drawn is thrown again; it was not waited for, so the wait has all its tiles.
        stay = weight(waits[y], unseen)
        found = np.int64(0)
        for i in range(len(kinds)):
            best = stay
            if has(waits[y], kinds[i]):
                best = total - 1
            else:
                for child in children[y]:
                    if child >= 0 and left[child, i] > best:
                        best = left[child, i]
            found += unseen[kinds[i]] * best
        ways[y] = found


@jit
def second_of_three(kinds, unseen, total, children, waits, left, left_two, ways):
    """Ways of hands that drew one tile of three to be completed by the other two, into ways (thrown, drawn)."""
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
                # Throwing the tile just drawn, or the one before: neither completes the hand with the other.
                best = max(left[y, i], left[y, j])
                pair = i * (i + 1) // 2 + j if i >= j else j * (j + 1) // 2 + i
                for child in children[y]:
                    if child >= 0 and left_two[child, pair] > best:
                        best = left_two[child, pair]
                found += there * best
            ways[y, i] = found


@jit
def within_three(kinds, unseen, total, children, waits, waits_one, left, second, ways):
    """As `within_two`, three draws. second: of `second_of_three`."""
    n = len(kinds)
    for y in range(len(waits)):
        stay = weight(waits[y], unseen)
        found = np.int64(0)
        for i in range(n):
            if has(waits[y], kinds[i]):
                found += unseen[kinds[i]] * (total - 1) * (total - 2)
                continue
            best = stay_once(kinds, unseen, total, children[y], waits[y], waits_one, left, stay, i)
            for child in children[y]:
                if child >= 0 and second[child, i] > best:
                    best = second[child, i]
            found += unseen[kinds[i]] * best
        ways[y] = found


@inner_jit
def stay_once(kinds, unseen, total, children, waits, waits_one, left, stay, gone):
    """Ways to complete a hand by two more draws when the first, kind number `gone`, was thrown again."""
    found = np.int64(0)
    for j in range(len(kinds)):
        there = unseen[kinds[j]] - (j == gone)
        if there <= 0:
            continue
        best = stay
        if has(waits, kinds[j]):
            best = total - 2
        else:
            for child in children:
                if child >= 0:
                    ways = left[child, j] - has(waits_one[child, j], kinds[gone])
                    if ways > best:
                        best = ways
        found += there * best
    return found
