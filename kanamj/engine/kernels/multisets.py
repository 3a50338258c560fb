"""Families of multisets of the form 332: the kinds that complete seven tiles, and the multisets that can be completed.

For the list `common` all this takes three minutes in two threads: half for the waits of 2.8 billion 7-multisets, half
for their shadows (`kanamj exact --game words`; two threads of one core of an Intel Xeon).

Example (the game of `kernels/__init__`): `mark_unions` sets three bits for two trios, さくらさくら, さくらなみだ and
なみだなみだ, and two for trio and pair, さくらいぬ and なみだいぬ. `mark_tenpai` marks the 18 multisets of 7 tiles
that miss one tile of さくらさくらいぬ, さくらなみだいぬ or なみだなみだいぬ, and `mark_shadow` the 54 of 6 tiles below
these.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.compiled import inlined_jit, jit
from kanamj.engine.kernels.ranks import (
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
    raised,
    read,
    step,
)


@jit
def mark_unions(first, after, before, copies, left, right, same, words):
    """Set the bits of the unions of left[i] and right[j] for all i, j (j >= i if `same`). Rows are ascending kinds."""
    p, q = left.shape[1], right.shape[1]
    size = p + q
    rows = np.zeros((1, size), np.int64)
    node = np.zeros(3, np.int64)
    for i in range(len(left)):
        for j in range(i if same else 0, len(right)):
            a, b, run, fits = 0, 0, 0, True
            for k in range(size):
                if b == q or (a < p and left[i, a] <= right[j, b]):
                    rows[0, k] = left[i, a]
                    a += 1
                else:
                    rows[0, k] = right[j, b]
                    b += 1
                run = run + 1 if k > 0 and rows[0, k] == rows[0, k - 1] else 1
                fits &= run <= copies[rows[0, k]]
            if fits:
                lay_out(first, after, before, rows[0], size - 1, size, size, size, node)
                mark(words, node[0], node[1], node[2], copies, rows[0, size - 1], ONE, NONE)


@inlined_jit
def lay_out_six(first, after, before, prefix, five, nodes):
    """Write the nodes for the 6-prefixes that begin with a 5-prefix, nodes (22, 3). In the ranking of six tiles: 0..4
    the 5-prefix without tile i, 5 the whole prefix. In that of five tiles: 6..10 without tile i, 11..20 without two
    tiles. In that of seven tiles: 21 the whole prefix."""
    for i in range(five):
        lay_out(first, after, before, prefix, five, 6, i, five, nodes[i])
        lay_out(first, after, before, prefix, five, 5, i, five, nodes[6 + i])
    lay_out(first, after, before, prefix, five, 6, five, five, nodes[5])
    k = 11
    for i in range(five):
        for j in range(i + 1, five):
            lay_out(first, after, before, prefix, five, 5, i, j, nodes[k])
            k += 1
    lay_out(first, after, before, prefix, five, 7, five, five, nodes[21])


@inlined_jit
def complete(after, before, copies, seconds, thirds, trios, mixed, prefix, nodes, kind, node, waits):
    """Write into waits[k] the kinds that complete the 6-prefix `prefix[:5] + kind` with k, for all k from kind on.

    Either the drawn kind is in the pair, with k or a tile of the prefix, and the others are two trios. Or it is in a
    trio, with k and a tile of the prefix or with two tiles of it, and the others are a trio and a pair. trios: the bit
    set of two trios. mixed: that of a trio and a pair.
    """
    kinds = len(copies)
    width = kinds - kind
    for k in range(kind, kinds):
        waits[k, 0], waits[k, 1] = NONE, NONE
    # In the pair, beside a tile of the prefix: the others with k are two trios.
    for i in range(5):
        if i > 0 and prefix[i] == prefix[i - 1]:
            continue
        grown(after, before, 1, nodes[i], kind, node)
        low, high = read(trios, node[0], node[1], node[2], copies, kind, width)
        add_waits(low, high, waits, kind, seconds[prefix[i], 0], seconds[prefix[i], 1])
    whole = nodes[5]
    low, high = read(trios, whole[0], whole[1], whole[2], copies, kind, width)
    add_waits(low, high, waits, kind, seconds[kind, 0], seconds[kind, 1])
    # In the pair, beside k: the prefix is two trios.
    if low & ONE != NONE:
        for k in range(kind, kinds):
            waits[k, 0] |= seconds[k, 0]
            waits[k, 1] |= seconds[k, 1]
    # In a trio, beside two tiles of the prefix: the others with k are trio and pair.
    at = 11
    for i in range(5):
        for j in range(i + 1, 5):
            if (i > 0 and prefix[i] == prefix[i - 1]) or (j > i + 1 and prefix[j] == prefix[j - 1]):
                at += 1
                continue
            a, b = prefix[i], prefix[j]
            if thirds[a, b, 0] | thirds[a, b, 1] != NONE:
                grown(after, before, 1, nodes[at], kind, node)
                low, high = read(mixed, node[0], node[1], node[2], copies, kind, width)
                add_waits(low, high, waits, kind, thirds[a, b, 0], thirds[a, b, 1])
            at += 1
    # In a trio, beside the last tile of the prefix and another; or beside k and a tile, the others trio and pair.
    for i in range(5):
        if i > 0 and prefix[i] == prefix[i - 1]:
            continue
        a = prefix[i]
        less = nodes[6 + i]
        low, high = read(mixed, less[0], less[1], less[2], copies, kind, width)
        add_waits(low, high, waits, kind, thirds[a, kind, 0], thirds[a, kind, 1])
        if low & ONE != NONE:
            for k in range(kind, kinds):
                waits[k, 0] |= thirds[a, k, 0]
                waits[k, 1] |= thirds[a, k, 1]


@inlined_jit
def whole_five(first, after, before, copies, mixed, prefix, node):
    """True if the 5-prefix itself is a trio and a pair."""
    lay_out(first, after, before, prefix, 4, 5, 4, 4, node)
    low, _ = read(mixed, node[0], node[1], node[2], copies, prefix[4], 1)
    return low != NONE


@inlined_jit
def available(copies, tiles, length, low, high):
    """A set of kinds without those of which tiles[:length], ascending, hold every copy."""
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
    """Remove from waits[k] the kinds of which prefix[:6] + k holds every copy, for all k from kind on. kind: the last
    of the prefix."""
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
def waits_behind(
    after, before, copies, seconds, thirds, trios, mixed, prefix, five, nodes, kind, node, waits
):
    """Write into waits[k] the kinds that complete prefix[:6] + k and of which a copy is left. kind: prefix[5]. five:
    whether prefix[:5] is a trio and a pair."""
    complete(after, before, copies, seconds, thirds, trios, mixed, prefix, nodes, kind, node, waits)
    if five:
        for k in range(kind, len(copies)):
            waits[k, 0] |= thirds[kind, k, 0]
            waits[k, 1] |= thirds[kind, k, 1]
    without_full(copies, prefix, kind, waits)


@jit
def mark_tenpai(first, after, before, copies, seconds, thirds, trios, mixed, start, words):
    """Set the bits of the 7-multisets with first kind `start` that one tile completes."""
    kinds = len(copies)
    prefix, nodes, node = np.zeros(8, np.int64), np.zeros((22, 3), np.int64), np.zeros(3, np.int64)
    waits = np.zeros((MOST_KINDS, 2), np.uint64)
    there = first_prefix(copies, start, 5, prefix)
    while there:
        lay_out_six(first, after, before, prefix, 5, nodes)
        five = whole_five(first, after, before, copies, mixed, prefix, node)
        last = prefix[4]
        for kind in range(last if copies_used(prefix, 5, last) < copies[last] else last + 1, kinds):
            prefix[5] = kind
            waits_behind(
                after, before, copies, seconds, thirds, trios, mixed, prefix, five, nodes, kind, node, waits
            )
            low, high = NONE, NONE
            for k in range(kind, kinds):
                if waits[k, 0] | waits[k, 1] != NONE:
                    more, more_high = only(k - kind)
                    low |= more
                    high |= more_high
            grown(after, before, 1, nodes[21], kind, node)
            if node[2] == copies[kind]:
                low &= ~ONE
            mark(words, node[0], node[1], node[2], copies, kind, low, high)
        there = next_prefix(copies, 5, prefix)


@inlined_jit
def sum_up(first, after, before, prefix, length, sums):
    """Write into sums (9, 3) the terms of a prefix in the ranks of multisets that have one more kind inside the prefix
    and another one after it.

    [i, 0]: the terms of the tiles before place i. [i, 1]: those of the tiles after place i, moved up by one. [i, 2]:
    the copies of tile i so far.
    """
    size = length + 2
    sums[0, 0], sums[0, 2] = 0, 1
    sums[1, 0] = first[size, prefix[0]]
    for i in range(1, length):
        last = prefix[i - 1]
        sums[i + 1, 0] = sums[i, 0] + step(after, before, size - 1 - i, last, sums[i - 1, 2], prefix[i])
        sums[i, 2] = sums[i - 1, 2] + 1 if prefix[i] == last else 1
    sums[length - 1, 1] = 0
    for i in range(length - 2, -1, -1):
        behind = step(after, before, size - 3 - i, prefix[i], sums[i, 2], prefix[i + 1])
        sums[i, 1] = sums[i + 1, 1] + behind


@inlined_jit
def with_kind(first, after, before, copies, prefix, length, sums, at, kind, node):
    """Write the node of prefix[:length] with `kind` inserted at place `at`. Returns False if no copy of it is left."""
    size = length + 2
    held = sums[at - 1, 2] if at > 0 and prefix[at - 1] == kind else 0
    if held == copies[kind]:
        return False
    if at == 0:
        node[0] = first[size, kind]
    else:
        node[0] = sums[at, 0] + step(after, before, size - 1 - at, prefix[at - 1], sums[at - 1, 2], kind)
    if at == length:
        node[1], node[2] = kind, held + 1
    else:
        node[0] += step(after, before, size - 2 - at, kind, held + 1, prefix[at]) + sums[at, 1]
        node[1], node[2] = prefix[length - 1], sums[length - 1, 2]
    return True


@inlined_jit
def read_with(first, after, before, copies, words, prefix, length, sums, at, kind, node):
    """The last kinds with which prefix[:length], with `kind` inserted at place `at`, is in `words`. Returns the kind
    that they begin at, and two words; both are empty if no copy of `kind` is left."""
    begin = max(kind, prefix[length - 1])
    if not with_kind(first, after, before, copies, prefix, length, sums, at, kind, node):
        return begin, NONE, NONE
    low, high = read(words, node[0], node[1], node[2], copies, begin, len(copies) - begin)
    return begin, low, high


@jit
def mark_shadow(first, after, before, copies, size, start, words, shadow):
    """Set the bits of the (size - 1)-multisets with first kind `start` that are in `words` with one more tile. size is
    at least 3.

    For each of their prefixes and each kind added to it, one read returns the last kinds.
    """
    length, kinds = size - 2, len(copies)
    prefix, sums, node = np.zeros(8, np.int64), np.zeros((9, 3), np.int64), np.zeros(3, np.int64)
    there = first_prefix(copies, start, length, prefix)
    while there:
        last = prefix[length - 1]
        low, high = NONE, NONE
        sum_up(first, after, before, prefix, length, sums)
        at = 0
        for kind in range(kinds):
            while at < length and prefix[at] <= kind:
                at += 1
            _, more, more_high = read_with(
                first, after, before, copies, words, prefix, length, sums, at, kind, node
            )
            if more | more_high != NONE:
                if kind >= last:  # the kind added and the kinds after it can change places
                    more, more_high = raised(more | ONE, more_high, kind - last)
                low |= more
                high |= more_high
        lay_out(first, after, before, prefix, length, size - 1, length, length, node)
        mark(shadow, node[0], node[1], node[2], copies, last, low, high)
        there = next_prefix(copies, length, prefix)
