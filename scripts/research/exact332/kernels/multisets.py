"""Finds the multisets of up to seven tiles that can be completed to a hand of form 332, and what completes seven tiles.

For the list `common` all this takes three minutes in two threads: half for the waits of 2.8 billion 7-multisets, half
for the smaller multisets (`exact332 count`; two threads of one core of an Intel Xeon).

`ranks` explains prefix, node and ranks; `Game332` (../multisets.py) explains game.

Example (the game of `kernels/__init__`): as two trios, `mark_unions` marks さくらさくら, さくらなみだ and なみだなみだ;
as a trio and a pair, さくらいぬ and なみだいぬ. There are three complete hands: さくらさくらいぬ, さくらなみだいぬ and
なみだなみだいぬ. `mark_waits` marks the 18 multisets of 7 tiles that are a complete hand without one tile.
"""

from __future__ import annotations

import numpy as np
from compiled import inlined_jit, jit

from exact332.kernels.ranks import (
    ALL,
    MOST_KINDS,
    NONE,
    ONE,
    add_waits,
    copies_used,
    first_prefix,
    grown,
    lay_out,
    mark,
    next_prefix,
    only,
    read,
    shifted,
)


@jit
def mark_unions(ranks, left, right, same, words):
    """Mark in the bit set `words` the union of left[i] and right[j], for all i and j; if `same`, only for j >= i.
    Unions that need more copies than exist are left out. left, right: one multiset per row, its kinds ascending."""
    p, q = left.shape[1], right.shape[1]
    size = p + q
    row = np.zeros(size, np.int64)
    node = np.zeros(3, np.int64)
    for i in range(len(left)):
        for j in range(i if same else 0, len(right)):
            a, b, run, fits = 0, 0, 0, True
            for k in range(size):
                if b == q or (a < p and left[i, a] <= right[j, b]):
                    row[k] = left[i, a]
                    a += 1
                else:
                    row[k] = right[j, b]
                    b += 1
                run = run + 1 if k > 0 and row[k] == row[k - 1] else 1
                fits &= run <= ranks.copies[row[k]]
            if fits:
                lay_out(ranks, row, size - 1, size, size, size, node)
                mark(words, node, ranks.copies, row[size - 1], ONE, NONE)


@inlined_jit
def lay_out_six(ranks, prefix, five, nodes):
    """Write into nodes (22, 3) the nodes of prefix[:5], whole and without one or two of its tiles. A node is three
    numbers that describe a prefix (see `ranks`). five: the number 5.

    A node depends on how many tiles the multisets have that begin with the prefix. For six tiles: nodes 0 to 4 are
    prefix[:5] without tile i, node 5 is the whole prefix[:5]. For five tiles: nodes 6 to 10 are prefix[:5] without tile
    i, 11 to 20 without two tiles. For seven tiles: node 21 is the whole prefix[:5].
    """
    for i in range(five):
        lay_out(ranks, prefix, five, 6, i, five, nodes[i])
        lay_out(ranks, prefix, five, 5, i, five, nodes[6 + i])
    lay_out(ranks, prefix, five, 6, five, five, nodes[5])
    k = 11
    for i in range(five):
        for j in range(i + 1, five):
            lay_out(ranks, prefix, five, 5, i, j, nodes[k])
            k += 1
    lay_out(ranks, prefix, five, 7, five, five, nodes[21])


@inlined_jit
def complete(ranks, game, prefix, nodes, kind, node, waits):
    """For each k >= kind, write into waits[k] the kinds that complete the seven tiles prefix[:5] + kind + k. One case
    is left to `waits_behind`: the kinds that make a trio with `kind` and k.

    A drawn kind completes these tiles if it makes a pair with one of them and the others are two trios, or if it makes
    a trio with two of them and the others are a trio and a pair. trios: the bit set of the 6-multisets that are two
    trios. mixed: that of the 5-multisets that are a trio and a pair. node: scratch.
    """
    copies = ranks.copies
    kinds = len(copies)
    width = kinds - kind
    for k in range(kind, kinds):
        waits[k, 0], waits[k, 1] = NONE, NONE
    # The drawn kind is in the pair, beside tile i, then beside `kind`: the other tiles and k are two trios.
    for i in range(5):
        if i > 0 and prefix[i] == prefix[i - 1]:
            continue
        grown(ranks, 1, nodes[i], kind, node)
        low, high = read(game.trios, node, copies, kind, width)
        add_waits(low, high, waits, kind, game.seconds[prefix[i], 0], game.seconds[prefix[i], 1])
    whole = nodes[5]
    low, high = read(game.trios, whole, copies, kind, width)
    add_waits(low, high, waits, kind, game.seconds[kind, 0], game.seconds[kind, 1])
    # It is in the pair, beside k: the prefix is two trios.
    if low & ONE != NONE:
        for k in range(kind, kinds):
            waits[k, 0] |= game.seconds[k, 0]
            waits[k, 1] |= game.seconds[k, 1]
    # It is in a trio, beside tiles i and j: the other tiles and k are a trio and a pair.
    at = 11
    for i in range(5):
        for j in range(i + 1, 5):
            if (i > 0 and prefix[i] == prefix[i - 1]) or (j > i + 1 and prefix[j] == prefix[j - 1]):
                at += 1
                continue
            a, b = prefix[i], prefix[j]
            if game.thirds[a, b, 0] | game.thirds[a, b, 1] != NONE:
                grown(ranks, 1, nodes[at], kind, node)
                low, high = read(game.mixed, node, copies, kind, width)
                add_waits(low, high, waits, kind, game.thirds[a, b, 0], game.thirds[a, b, 1])
            at += 1
    # It is in a trio, beside tile i and `kind`, then beside tile i and k: the others are a trio and a pair.
    for i in range(5):
        if i > 0 and prefix[i] == prefix[i - 1]:
            continue
        a = prefix[i]
        less = nodes[6 + i]
        low, high = read(game.mixed, less, copies, kind, width)
        add_waits(low, high, waits, kind, game.thirds[a, kind, 0], game.thirds[a, kind, 1])
        if low & ONE != NONE:
            for k in range(kind, kinds):
                waits[k, 0] |= game.thirds[a, k, 0]
                waits[k, 1] |= game.thirds[a, k, 1]


@inlined_jit
def whole_five(ranks, mixed, prefix, node):
    """True if prefix[:5] is a trio and a pair. mixed: the bit set of all 5-multisets that are."""
    lay_out(ranks, prefix, 4, 5, 4, 4, node)
    low, _ = read(mixed, node, ranks.copies, prefix[4], 1)
    return low != NONE


@inlined_jit
def available(copies, tiles, length, low, high):
    """The kinds in the set low, high, except those of which `tiles` holds every copy. tiles[:length]: kinds,
    ascending."""
    held = 0
    for i in range(length):
        tile = tiles[i]
        held = held + 1 if i > 0 and tile == tiles[i - 1] else 1
        if held == copies[tile]:
            full, full_high = only(tile)
            low &= ~full
            high &= ~full_high
    return low, high


@inlined_jit
def without_full(copies, prefix, kind, waits):
    """For each k >= kind, remove from waits[k] the kinds of which prefix[:6] + k holds every copy. kind: prefix[5]."""
    low, high = available(copies, prefix, 6, ALL, ALL)
    held = copies_used(prefix, 6, kind)
    for k in range(kind, len(copies)):
        waits[k, 0] &= low
        waits[k, 1] &= high
        if copies[k] == (held + 1 if k == kind else 1):
            full, full_high = only(k)
            waits[k, 0] &= ~full
            waits[k, 1] &= ~full_high


@inlined_jit
def waits_behind(ranks, game, prefix, five, nodes, kind, node, waits):
    """For each k >= kind, write into waits[k] the kinds that complete the seven tiles prefix[:6] + k, without those of
    which no copy is left. kind: prefix[5]. five: whether prefix[:5] is a trio and a pair. nodes: from `lay_out_six`."""
    complete(ranks, game, prefix, nodes, kind, node, waits)
    if five:
        for k in range(kind, len(ranks.copies)):
            waits[k, 0] |= game.thirds[kind, k, 0]
            waits[k, 1] |= game.thirds[kind, k, 1]
    without_full(ranks.copies, prefix, kind, waits)


@jit
def mark_waits(ranks, game, start, size, words):
    """Mark in the bit set `words`, of the multisets of `size` tiles whose lowest kind is `start`: those of seven tiles
    that one more tile completes, or those of eight tiles that are complete."""
    copies = ranks.copies
    kinds = len(copies)
    prefix, nodes, node = np.zeros(8, np.int64), np.zeros((22, 3), np.int64), np.zeros(3, np.int64)
    waits, six = np.zeros((MOST_KINDS, 2), np.uint64), np.zeros(3, np.int64)
    there = first_prefix(copies, start, 5, prefix)
    while there:
        lay_out_six(ranks, prefix, 5, nodes)
        lay_out(ranks, prefix, 5, size, 5, 5, nodes[21])
        five = whole_five(ranks, game.mixed, prefix, node)
        last = prefix[4]
        for kind in range(last if copies_used(prefix, 5, last) < copies[last] else last + 1, kinds):
            prefix[5] = kind
            waits_behind(ranks, game, prefix, five, nodes, kind, node, waits)
            grown(ranks, size - 6, nodes[21], kind, six)
            low, high = NONE, NONE
            for k in range(kind if six[2] < copies[kind] else kind + 1, kinds):
                if waits[k, 0] | waits[k, 1] != NONE:
                    more, more_high = only(k - kind)
                    low |= more
                    high |= more_high
                    if size == 8:
                        grown(ranks, 1, six, k, node)
                        more, more_high = shifted(waits[k, 0], waits[k, 1], k)
                        mark(words, node, copies, k, more, more_high)
            if size == 7:
                mark(words, six, copies, kind, low, high)
        there = next_prefix(copies, 5, prefix)
