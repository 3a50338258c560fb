"""The walk over all hands of seven tiles of the form 332: their distance, and what they accept.

`ranks` explains prefix, node and ranks; ../multisets.py explains game and choose, ../sevens.py classes.

Example (the game of `kernels/__init__`): of the 11,440 hands of 7 of the 16 tiles, `walk_sevens` finds 1,080 at
distance 1, 5,964 at 2, 4,108 at 3 and 288 at 4. The hand さくらなみだい accepts one kind, ぬ: two tiles.
"""

from __future__ import annotations

import numpy as np
from compiled import inlined_jit, jit, popcount

from exact332.kernels.multisets import (
    available,
    lay_out_six,
    waits_behind,
    whole_five,
)
from exact332.kernels.ranks import (
    MOST_KINDS,
    NONE,
    ONE,
    WORD,
    add_waits,
    child,
    copies_used,
    first_prefix,
    grown,
    lay_out,
    lay_out_less,
    mark,
    next_prefix,
    only,
    raised,
    read,
)

HAND_TILES = 8


@jit
def note_accepts(ranks, size, start, words, fewer, lows, highs):
    """For each multiset of size - 1 tiles whose lowest kind is `start`, note the kinds that it accepts: those that make
    it a multiset of the bit set `words`. If it accepts some, mark it in the bit set `fewer`.

    words: multisets of `size` tiles, size >= 3. The accepted kinds go into lows[i] (kinds 0 to 63) and highs[i] (the
    others), where i is the rank of the multiset. It is a prefix of size - 2 tiles and a last kind. For each prefix and
    each kind that it may accept, one read of `words` returns the last kinds.
    """
    copies = ranks.copies
    length, kinds = size - 2, len(copies)
    narrow = highs.dtype.type
    prefix, row, node = np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(3, np.int64)
    accepts = np.zeros((MOST_KINDS, 2), np.uint64)
    there = first_prefix(copies, start, length, prefix)
    while there:
        last = prefix[length - 1]
        accepts[last:kinds] = NONE
        place = 0
        for kind in range(kinds):
            while place < length and prefix[place] <= kind:
                place += 1
            if copies_used(prefix, place, kind) == copies[kind]:
                continue
            row[:place], row[place], row[place + 1 : length + 1] = prefix[:place], kind, prefix[place:length]
            lay_out(ranks, row, length + 1, size, size, size, node)
            begin = row[length]
            low, high = read(words, node, copies, begin, kinds - begin)
            by_low, by_high = only(kind)
            add_waits(low, high, accepts, begin, by_low, by_high)
            if kind >= last:  # `kind` as the last kind, of multisets that accept a higher one
                low, high = raised(low, high, kind)
                accepts[kind, 0] |= low
                accepts[kind, 1] |= high
        lay_out(ranks, prefix, length, size - 1, length, length, node)
        low, high = NONE, NONE
        for kind in range(last if node[2] < copies[last] else last + 1, kinds):
            at = child(copies, node, kind)
            lows[at], highs[at] = accepts[kind, 0], narrow(accepts[kind, 1])
            if accepts[kind, 0] | accepts[kind, 1] != NONE:
                more, more_high = only(kind - last)
                low |= more
                high |= more_high
        mark(fewer, node, copies, last, low, high)
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
def accepted_by(ranks, prefix, size, base, lows, highs, begin, rows, node, accepts):
    """For each kind k from `begin` on, write into accepts[:, k] every kind that some choice of `size` of the seven
    tiles prefix[:6] + k accepts. lows, highs: the notes of `note_accepts`; those of multisets of `size` tiles begin at
    base[size]. rows, node: scratch."""
    kinds = len(ranks.copies)
    low, high, to = NONE, NONE, np.uint64(begin)
    accepts[:, begin:kinds] = NONE
    for choice in range(64):  # a set of places of the prefix
        chosen = np.int64(popcount(np.uint64(choice)))
        if chosen < size - 1 or chosen > size:
            continue
        n = 0
        for i in range(6):
            if choice >> i & 1:
                rows[n] = prefix[i]
                n += 1
        if chosen == size:  # without k
            last = rows[size - 1]
            lay_out_less(ranks, rows, size, size, size - 1, last, node)
            at = child(ranks.copies, node, last) + base[size]
            low |= lows[at]
            high |= np.uint64(highs[at])
        else:
            lay_out_less(ranks, rows, size, size, size - 1, begin, node)
            of = np.uint64(child(ranks.copies, node, begin) + base[size])
            for j in range(np.uint64(kinds - begin)):
                accepts[0, to + j] |= lows[of + j]
                accepts[1, to + j] |= np.uint64(highs[of + j])
    for k in range(begin, kinds):
        accepts[0, k] |= low
        accepts[1, k] |= high


@jit
def walk_sevens(
    ranks, game, base, lows, highs, useful, classes, choose, start,
    by_kinds, by_tiles, scores,
):  # fmt: skip
    """Visit the hands of seven tiles whose lowest kind is `start`. Adds to by_kinds[d, n] those at distance d that
    accept n kinds, and to by_tiles[d, n] those at distance d that accept n tiles.

    base, lows, highs: what smaller multisets accept (`accepted_by`). useful: all kinds of complete hands, a set as two
    uint64. A hand that holds none of these kinds accepts them all. scores: None; or gets, by rank,
    a number for each multiset of seven tiles: the less its distance, and then the more tiles it accepts, the larger.
    """
    copies = ranks.copies
    kinds, steps = len(copies), copies.sum() + 1
    prefix, nodes, node = np.zeros(8, np.int64), np.zeros((22, 3), np.int64), np.zeros(3, np.int64)
    waits, accepts = np.zeros((MOST_KINDS, 2), np.uint64), np.zeros((2, MOST_KINDS), np.uint64)
    missing = np.zeros(MOST_KINDS, np.int64)
    rows = np.zeros(8, np.int64)
    there = first_prefix(copies, start, 5, prefix)
    while there:
        lay_out_six(ranks, prefix, 5, nodes)
        five = whole_five(ranks, game.mixed, prefix, node)
        last = prefix[4]
        for kind in range(last if copies_used(prefix, 5, last) < copies[last] else last + 1, kinds):
            prefix[5] = kind
            waits_behind(ranks, game, prefix, five, nodes, kind, node, waits)
            used = copies_used(prefix, 6, kind)
            begin = kind if used < copies[kind] else kind + 1
            left = 0
            for k in range(begin, kinds):
                missing[k] = 1
                if waits[k, 0] | waits[k, 1] == NONE:
                    missing[k] = HAND_TILES
                    left += 1
            size = 6
            while left > 0 and size > 0:
                accepted_by(ranks, prefix, size, base, lows, highs, begin, rows, node, accepts)
                for k in range(begin, kinds):
                    if missing[k] == HAND_TILES and accepts[0, k] | accepts[1, k] != NONE:
                        missing[k], waits[k, 0], waits[k, 1] = HAND_TILES - size, accepts[0, k], accepts[1, k]
                        left -= 1
                size -= 1
            ways_without = ways_of(copies, choose, prefix, 6 - used)
            grown(ranks, 1, nodes[21], kind, node)
            for k in range(begin, kinds):
                prefix[6] = k
                if k == kind:
                    ways = ways_without * choose[copies[k], used + 1]
                else:
                    ways = ways_without * choose[copies[kind], used] * copies[k]
                low, high = (waits[k, 0], waits[k, 1]) if missing[k] < HAND_TILES else (useful[0], useful[1])
                low, high = available(copies, prefix, 7, low, high)
                accepted = weight(classes, 0, low, high) - held_of(prefix, low, high)
                by_kinds[missing[k], popcount(low) + popcount(high)] += ways
                by_tiles[missing[k], accepted] += ways
                if scores is not None:
                    scores[child(copies, node, k)] = (HAND_TILES + 1 - missing[k]) * steps + accepted
        there = next_prefix(copies, 5, prefix)


@inlined_jit
def held_of(prefix, low, high):
    """How many tiles of prefix[:7] are of the kinds in low, high (a set as two uint64)."""
    total = np.int64(0)
    for i in range(7):
        tile = prefix[i]
        word = low >> np.uint64(tile) if tile < WORD else high >> np.uint64(tile - WORD)
        total += np.int64(word & ONE)
    return total
