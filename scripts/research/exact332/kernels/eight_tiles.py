"""Counts the hands of eight tiles of the form 332 by their distance.

`ranks` explains prefix, node, first, after, before and copies; `Families` (../multisets.py) explains seconds,
thirds, trios, mixed, classes and choose.

Example (the game of `kernels/__init__`): of the 12,870 hands of 8 of the 16 tiles, `count_eights` counts 264 at
distance 0, 3,972 at 1, 6,996 at 2, 1,620 at 3 and 18 at 4.
"""

import numpy as np

from exact332.kernels.multisets import lay_out_six, waits_behind, whole_five
from exact332.kernels.ranks import (
    MOST_KINDS,
    NONE,
    ONE,
    WORD,
    below,
    copies_used,
    first_prefix,
    grown,
    lay_out,
    lay_out_less,
    mark,
    next_prefix,
    read,
    shifted,
)
from kanamj.engine.kernels.bits import popcount
from kanamj.engine.kernels.compiled import inlined_jit, jit


@jit
def mark_lifted(first, after, before, copies, size, start, below_words, words):
    """Mark in `words` the multisets of `size` tiles whose lowest kind is `start` and that contain a multiset of
    `below_words`. words: a bit set of multisets of `size` tiles. below_words: a bit set of multisets of size - 1
    tiles."""
    length, kinds = size - 1, len(copies)
    prefix, node = np.zeros(8, np.int64), np.zeros(3, np.int64)
    there = first_prefix(copies, start, length, prefix)
    while there:
        last = prefix[length - 1]
        width = kinds - last
        lay_out_less(first, after, before, prefix, length, size - 1, length - 1, last, node)
        whole, _ = read(below_words, node[0], node[1], node[2], copies, last, 1)
        low, high = NONE, NONE
        if whole != NONE:
            low, high = below(width), below(width - WORD)
        else:
            for i in range(length):
                if i > 0 and prefix[i] == prefix[i - 1]:
                    continue
                lay_out_less(first, after, before, prefix, length, size - 1, i, last, node)
                more_low, more_high = read(below_words, node[0], node[1], node[2], copies, last, width)
                low |= more_low
                high |= more_high
        lay_out(first, after, before, prefix, length, size, length, length, node)
        if node[2] == copies[last]:
            low &= ~ONE
        mark(words, node[0], node[1], node[2], copies, last, low, high)
        there = next_prefix(copies, length, prefix)


@inlined_jit
def weight(classes, kind, low, high):
    """How many tiles exist of all kinds in a set. low, high: the set; bit 0 is `kind`. classes[i, kind]: three uint64.
    The first is a number of copies; the others are the set of the kinds that have this number; bit 0 is `kind`."""
    total = np.int64(0)
    for i in range(classes.shape[0]):
        there = popcount(low & classes[i, kind, 1]) + popcount(high & classes[i, kind, 2])
        total += np.int64(classes[i, kind, 0]) * np.int64(there)
    return total


@inlined_jit
def ways_of(copies, choose, prefix, length):
    """In how many ways the tiles of prefix[:length] can be picked: the product of choose[copies, held] over its
    kinds."""
    ways, run = np.int64(1), 0
    for i in range(length):
        run += 1
        if i + 1 == length or prefix[i + 1] != prefix[i]:
            ways *= choose[copies[prefix[i]], run]
            run = 0
    return ways


@inlined_jit
def tally(classes, choose, copies, kind, ways_before, held, low, high):
    """How many hands consist of a prefix and one more tile, whose kind is in the set low, high. Bit 0 of the set is
    `kind`, the last kind of the prefix. held: how many tiles of `kind` the prefix has. ways_before: in how many ways
    its other tiles can be picked."""
    total = np.int64(0)
    if low & ONE != NONE:
        total += ways_before * choose[copies[kind], held + 1]
    rest = weight(classes, kind, low & ~ONE, high)
    return total + ways_before * choose[copies[kind], held] * rest


@inlined_jit
def lay_out_seven(first, after, before, prefix, sevens):
    """Write into sevens[i], for each i < 5, the node of prefix[:5] without tile i, for multisets of seven tiles. A node
    is three numbers that describe a prefix (see `ranks`)."""
    for i in range(5):
        lay_out(first, after, before, prefix, 5, 7, i, 5, sevens[i])


@inlined_jit
def less_a_tile(after, before, nodes, sevens, kind, behind):
    """Write into `behind` seven nodes (see `ranks`) for multisets of seven tiles. The six tiles are prefix[:5] + kind:
    behind[i], i < 5, is the node of these without tile i; behind[5], without `kind`; behind[6], of all six. nodes,
    sevens: from `lay_out_six` and `lay_out_seven`."""
    for i in range(5):
        grown(after, before, 2, sevens[i], kind, behind[i])
    behind[5, 0], behind[5, 1], behind[5, 2] = nodes[21, 0], nodes[21, 1], nodes[21, 2]
    grown(after, before, 1, nodes[21], kind, behind[6])


@inlined_jit
def covering(after, before, copies, words, prefix, behind, k, width, node):
    """The kinds x >= k for which some seven of the eight tiles prefix[:6] + k + x are in `words`, a bit set of
    7-multisets. Returns a set as two uint64; bit 0 is k. If prefix[:6] + k is in `words`, the set has all kinds from k
    on; width: their number. behind: from `less_a_tile`."""
    whole = behind[6]
    low, high = read(words, whole[0], whole[1], whole[2], copies, k, width)
    if low & ONE != NONE and not (whole[1] == k and whole[2] == copies[k]):
        return below(width), below(width - WORD)
    for i in range(6):
        if i > 0 and prefix[i] == prefix[i - 1]:
            continue
        grown(after, before, 1, behind[i], k, node)
        more, more_high = read(words, node[0], node[1], node[2], copies, k, width)
        low |= more
        high |= more_high
    return low, high


@jit
def count_eights(
    first, after, before, copies, seconds, thirds, trios, mixed, levels, classes, choose, start, counts
):
    """Count the hands of eight tiles whose lowest kind is `start`: add to counts[d] the number of those at distance d.

    levels: (n, words). Row i, i < n, is the bit set of the 7-multisets of coverage 7 - i or more; all 7-multisets have
    coverage 7 - n or more. The coverage of a multiset is the size of its largest part that can be completed
    (docs/counting.md).
    """
    kinds = len(copies)
    prefix, nodes, node = np.zeros(8, np.int64), np.zeros((22, 3), np.int64), np.zeros(3, np.int64)
    sevens, behind = np.zeros((6, 3), np.int64), np.zeros((7, 3), np.int64)
    waits = np.zeros((MOST_KINDS, 2), np.uint64)
    there = first_prefix(copies, start, 5, prefix)
    while there:
        lay_out_six(first, after, before, prefix, 5, nodes)
        lay_out_seven(first, after, before, prefix, sevens)
        five = whole_five(first, after, before, copies, mixed, prefix, node)
        last = prefix[4]
        for kind in range(last if copies_used(prefix, 5, last) < copies[last] else last + 1, kinds):
            prefix[5] = kind
            waits_behind(
                after, before, copies, seconds, thirds, trios, mixed, prefix, five, nodes, kind, node, waits
            )
            used = copies_used(prefix, 6, kind)
            ways_without = ways_of(copies, choose, prefix, 6 - used)
            less_a_tile(after, before, nodes, sevens, kind, behind)
            for k in range(kind if used < copies[kind] else kind + 1, kinds):
                held = used + 1 if k == kind else 1
                ways = ways_without if k == kind else ways_without * choose[copies[kind], used]
                width = kinds - k
                low, high = below(width), below(width - WORD)
                if held == copies[k]:
                    low &= ~ONE
                done_low, done_high = shifted(waits[k, 0], waits[k, 1], k)
                level = 0
                while True:
                    done_low &= low
                    done_high &= high
                    counts[level] += tally(classes, choose, copies, k, ways, held, done_low, done_high)
                    low &= ~done_low
                    high &= ~done_high
                    if low | high == NONE:
                        break
                    if level < levels.shape[0]:
                        done_low, done_high = covering(
                            after, before, copies, levels[level], prefix, behind, k, width, node
                        )
                    else:
                        done_low, done_high = low, high
                    level += 1
        there = next_prefix(copies, 5, prefix)
