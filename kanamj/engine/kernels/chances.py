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


# Four draws. A state of 14 tiles is (thrown, drawn, gone): what was drawn and thrown again is gone.


@inner_jit
def pair_of(i, j):
    """The index of two drawn kinds."""
    return i * (i + 1) // 2 + j if i >= j else j * (j + 1) // 2 + i


@inner_jit
def triple_of(i, j, k):
    """The index of three drawn kinds, i >= j."""
    if k > i:
        i, j, k = k, i, j
    elif k > j:
        j, k = k, j
    return i * (i + 1) * (i + 2) // 6 + j * (j + 1) // 2 + k


@jit
def best_of_three_drawn(kinds, unseen, i, j, waits, which, parents, best):
    """Raise best[y, triple], the most tiles a hand (thrown y, three drawn) waits for after another discard, by hands
    that drew the kinds number i >= j and any k <= j: waits (hands, k, words), which (hands,) says what they threw,
    parents (thrown, 4) what that was one tile before, -1 where there is none."""
    first = triple_of(i, j, 0)
    for n in range(len(which)):
        for k in range(j + 1):
            of = waits[n, k]
            tiles = weight(of, unseen)
            if tiles:
                tiles -= has(of, kinds[i]) + has(of, kinds[j]) + has(of, kinds[k])
                for y in parents[which[n]]:
                    if y >= 0 and tiles > best[y, first + k]:
                        best[y, first + k] = tiles


@jit
def third_of_four(kinds, unseen, total, waits, left, best, ways):
    """Ways of hands that drew two tiles of four to be completed by the other two, into ways (thrown, pairs).

    waits, left: of these hands. best: of `best_of_three_drawn`.
    """
    n = len(kinds)
    for y in range(len(waits)):
        pair = -1
        for i in range(n):
            for j in range(i + 1):
                pair += 1
                found = np.int64(0)
                for k in range(n):
                    there = unseen[kinds[k]] - (k == i) - (k == j)
                    if there <= 0:
                        continue
                    if has(waits[y, pair], kinds[k]):
                        most = total - 3
                    else:
                        most = max(left[y, pair], left[y, pair_of(j, k)], left[y, pair_of(i, k)])
                        most = max(most, np.int64(best[y, triple_of(i, j, k)]))
                    found += there * most
                ways[y, pair] = found


@jit
def third_with_one_gone(kinds, unseen, total, children, waits, left, waits_two, left_two, ways):
    """The same of hands that drew two tiles and threw one of them again, into ways (thrown, drawn, gone).

    What is best with a tile gone is the best without, or one less if all that are best wait for it too.
    """
    n = len(kinds)
    common = np.empty(waits.shape[2], np.uint64)
    for y in range(len(waits)):
        for i in range(n):
            for g in range(n):
                ways[y, i, g] = 0
            for j in range(n):
                won = has(waits[y, i], kinds[j])
                most = np.int64(0)
                if not won:
                    pair = pair_of(i, j)
                    most = max(left[y, i], left[y, j])
                    for child in children[y]:
                        if child >= 0:
                            most = max(most, left_two[child, pair])
                    for word in range(len(common)):
                        common[word] = ~NONE
                        if left[y, i] == most:
                            common[word] &= waits[y, i, word]
                        if left[y, j] == most:
                            common[word] &= waits[y, j, word]
                        for child in children[y]:
                            if child >= 0 and left_two[child, pair] == most:
                                common[word] &= waits_two[child, pair, word]
                for g in range(n):
                    there = unseen[kinds[j]] - (j == i) - (j == g)
                    if there > 0:
                        ways[y, i, g] += there * (total - 3 if won else most - has(common, kinds[g]))


@jit
def third_with_two_gone(kinds, unseen, total, children, waits, waits_one, left, ways):
    """The same of hands that drew two tiles and threw both again, into ways (thrown, pairs)."""
    n = len(kinds)
    for y in range(len(waits)):
        stay = weight(waits[y], unseen)
        for g in range(n):
            for h in range(g + 1):
                found = np.int64(0)
                for j in range(n):
                    there = unseen[kinds[j]] - (j == g) - (j == h)
                    if there <= 0:
                        continue
                    most = total - 3
                    if not has(waits[y], kinds[j]):
                        most = stay - has(waits[y], kinds[g]) - has(waits[y], kinds[h])
                        for child in children[y]:
                            if child >= 0:
                                of = waits_one[child, j]
                                most = max(most, left[child, j] - has(of, kinds[g]) - has(of, kinds[h]))
                    found += there * most
                ways[y, pair_of(g, h)] = found


@jit
def second_of_four(kinds, unseen, total, children, waits, third, third_gone, ways):
    """Ways of hands that drew one tile of four to be completed by the other three, into ways (thrown, drawn)."""
    n = len(kinds)
    for y in range(len(waits)):
        for i in range(n):
            found = np.int64(0)
            for j in range(n):
                there = unseen[kinds[j]] - (j == i)
                if there <= 0:
                    continue
                most = (total - 2) * (total - 3)
                if not has(waits[y, i], kinds[j]):
                    most = max(third_gone[y, i, j], third_gone[y, j, i])
                    for child in children[y]:
                        if child >= 0:
                            most = max(most, third[child, pair_of(i, j)])
                found += there * most
            ways[y, i] = found


@jit
def within_four(kinds, unseen, total, children, waits, second, third_gone, third_two_gone, ways):
    """As `within_two`, four draws. second: of `second_of_four`; third_…: of the functions of these names."""
    n = len(kinds)
    for y in range(len(waits)):
        found = np.int64(0)
        for i in range(n):
            most = (total - 1) * (total - 2) * (total - 3)
            if not has(waits[y], kinds[i]):
                most = np.int64(0)
                for j in range(n):  # the tile drawn first is thrown again
                    there = unseen[kinds[j]] - (j == i)
                    if there > 0:
                        best = (total - 2) * (total - 3)
                        if not has(waits[y], kinds[j]):
                            best = third_two_gone[y, pair_of(i, j)]
                            for child in children[y]:
                                if child >= 0:
                                    best = max(best, third_gone[child, j, i])
                        most += there * best
                for child in children[y]:
                    if child >= 0:
                        most = max(most, second[child, i])
            found += unseen[kinds[i]] * most
        ways[y] = found
