"""All hands of the form 332 by their tiles: bit sets over ranked multisets. `counting/multisets.py` tells the idea.

A multiset is its kinds in ascending order; multisets of one size are ranked in lexicographic order, so those that
share all but the last kind are neighbouring bits. The rank is a sum, one term a kind:

    rank(x_0 … x_n-1) = first[n, x_0] + Σ step(n - 1 - i, x_i-1, copies of it so far, x_i),   i = 1 … n - 1
    step(r, last, used, kind) = after[r, last, used] + before[r, kind], 0 where kind == last

where r kinds are still to come. `first` leaves a gap after each first kind, so that a chunk begins with a word of 64.

A *prefix* is a multiset without its last kind. Where its children begin is `start` (the kind) and its offset (the
bit). `read` gives the children of a prefix from one kind on, as two words. Kernels walk over the prefixes of one
first kind with `next_prefix`, lay out the offsets of the prefix less one tile (and less two), and read.

What a 7-prefix costs in the list `common` (one thread of an AMD EPYC): 25 ns to complete, 60 ns to count.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.bits import lowest, popcount
from kanamj.engine.kernels.compiled import inner_jit, jit

NONE, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64


@inner_jit
def step(after, before, r, last, used, kind):
    """What kind adds to a rank behind `used` copies of `last`, r kinds still to come."""
    return np.int64(0) if kind == last else after[r, last, used] + before[r, kind]


@inner_jit
def below(width):
    """The lowest `width` bits of a word, 0 to 64 of them."""
    if width <= 0:
        return NONE
    return ALL >> np.uint64(WORD - width) if width < WORD else ALL


@inner_jit
def word_at(words, bit):
    """64 bits of a bit set, from any bit on."""
    i, shift = bit >> 6, np.uint64(bit & 63)
    return words[i] >> shift | (words[i + 1] << ONE) << (np.uint64(63) - shift)


@inner_jit
def read(words, offset, last, used, copies, kind, width):
    """The children of a prefix as two words; bit i is kind `kind` + i, `width` bits. kind is `last` or more."""
    free = used < copies[last]
    if free or kind > last:
        bit = offset + kind - last - (0 if free else 1)
        low = word_at(words, bit) & below(width)
        high = word_at(words, bit + WORD) & below(width - WORD) if width > WORD else NONE
        return low, high
    low = word_at(words, offset)
    high = word_at(words, offset + WORD) if width > WORD else NONE
    high = (high << ONE | low >> np.uint64(63)) & below(width - WORD)
    return low << ONE & below(width), high


@inner_jit
def mark(words, offset, last, used, copies, kind, low, high):
    """Set the children of a prefix given as `read` gives them; a kind that cannot follow is not among them."""
    free = used < copies[last]
    if not (free or kind > last):
        low, high = low >> ONE | high << np.uint64(63), high >> ONE
        bit = offset
    else:
        bit = offset + kind - last - (0 if free else 1)
    i, shift = bit >> 6, np.uint64(bit & 63)
    words[i] |= low << shift
    words[i + 1] |= (low >> ONE) >> (np.uint64(63) - shift) | high << shift
    words[i + 2] |= (high >> ONE) >> (np.uint64(63) - shift)


@inner_jit
def first_prefix(copies, kind, length, prefix):
    """Write the first prefix that begins with `kind`; False if there is none."""
    last, used = kind, 0
    for i in range(length):
        if used == copies[last]:
            last, used = last + 1, 0
            if last == len(copies):
                return False
        prefix[i] = last
        used += 1
    return True


@inner_jit
def next_prefix(copies, length, prefix):
    """Go on to the next prefix with the same first kind; False after the last."""
    for i in range(length - 1, 0, -1):
        kind = prefix[i] + 1
        if kind < len(copies):
            ok, last, used = True, kind, 0
            for j in range(i, length):
                if used == copies[last]:
                    last, used = last + 1, 0
                    if last == len(copies):
                        ok = False
                        break
                prefix[j] = last
                used += 1
            if ok:
                return True
    return False


@inner_jit
def lay_out(first, after, before, prefix, length, size, skip, skip_too, node):
    """Write into node the offset of the children, last kind and copies of it, of the prefix without the tiles at
    `skip` and `skip_too` (length: none), in the ranking of multisets of `size`, and its length."""
    offset, last, used, taken = np.int64(0), np.int64(-1), np.int64(0), 0
    for i in range(length):
        if i in (skip, skip_too):
            continue
        kind = prefix[i]
        if taken == 0:
            offset = first[size, kind]
            used = 1
        else:
            offset += step(after, before, size - 1 - taken, last, used, kind)
            used = used + 1 if kind == last else 1
        last = kind
        taken += 1
    node[0], node[1], node[2] = offset, last, used


@inner_jit
def grown(after, before, r, node, kind, into):
    """The node behind one more kind, r kinds still to come after it."""
    into[0] = node[0] + step(after, before, r, node[1], node[2], kind)
    into[2] = node[2] + 1 if kind == node[1] else 1
    into[1] = kind


@jit
def mark_multisets(first, after, before, copies, rows, words):
    """Set the bits of multisets, rows (m, n) int64 of ascending kinds; those with too many copies are passed over."""
    size = rows.shape[1]
    node = np.zeros(3, np.int64)
    for row in range(len(rows)):
        fits, run = True, 0
        for i in range(size):
            run = run + 1 if i > 0 and rows[row, i] == rows[row, i - 1] else 1
            fits &= run <= copies[rows[row, i]]
        if fits:
            lay_out(first, after, before, rows[row], size - 1, size, size, size, node)
            kind = rows[row, size - 1]
            mark(words, node[0], node[1], node[2], copies, kind, ONE, NONE)


@jit
def mark_unions(first, after, before, copies, left, right, same, words):
    """Set the bits of left[i] + right[j] for all i, j (j >= i if `same`): rows of ascending kinds, merged."""
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


@inner_jit
def lay_out_six(first, after, before, prefix, five, nodes):
    """Offsets for the 6-prefixes that begin with a 5-prefix. nodes (22, 3): 0..4 the 5-prefix less tile i in the
    ranking of six, 5 the whole in that of six, 6..10 less tile i in that of five, 11..20 less two tiles in that of
    five, 21 the whole in that of seven."""
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


@inner_jit
def add_waits(low, high, waits, kind, by_low, by_high):
    """Into waits[kind + i] the kinds `by` for each bit i that is set."""
    while low != NONE:
        k = kind + np.int64(lowest(low))
        low &= low - ONE
        waits[k, 0] |= by_low
        waits[k, 1] |= by_high
    while high != NONE:
        k = kind + WORD + np.int64(lowest(high))
        high &= high - ONE
        waits[k, 0] |= by_low
        waits[k, 1] |= by_high


@inner_jit
def complete(after, before, copies, seconds, thirds, trios, mixed, prefix, nodes, kind, node, waits):
    """Into waits[k] the kinds that complete the 6-prefix `prefix[:5] + kind` with k, for all k from kind on.

    The drawn kind is in the pair, beside a tile f or k, the rest being two trios; or in a trio, beside f and g or f
    and k, the rest being trio and pair. trios, mixed: bit sets of the two trios of six, of trio and pair of five.
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


@inner_jit
def whole_five(first, after, before, copies, mixed, prefix, node):
    """True if the 5-prefix itself is trio and pair."""
    lay_out(first, after, before, prefix, 4, 5, 4, 4, node)
    low, _ = read(mixed, node[0], node[1], node[2], copies, prefix[4], 1)
    return low != NONE


@inner_jit
def without_full(copies, prefix, length, kind, waits):
    """Take out of waits[k] the kinds of which prefix + kind + k holds every copy; k runs from kind on."""
    kinds = len(copies)
    low, high = ALL, ALL
    held = 0
    for i in range(length + 1):
        tile = prefix[i] if i < length else kind
        held = held + 1 if i > 0 and tile == prefix[i - 1] else 1
        if held == copies[tile]:
            if tile < WORD:
                low &= ~(ONE << np.uint64(tile))
            else:
                high &= ~(ONE << np.uint64(tile - WORD))
    for k in range(kind, kinds):
        waits[k, 0] &= low
        waits[k, 1] &= high
        if copies[k] == (held + 1 if k == kind else 1):
            if k < WORD:
                waits[k, 0] &= ~(ONE << np.uint64(k))
            else:
                waits[k, 1] &= ~(ONE << np.uint64(k - WORD))


@inner_jit
def waits_behind(
    after, before, copies, seconds, thirds, trios, mixed, prefix, five, nodes, kind, node, waits
):
    """Into waits[k] the kinds that complete prefix[:5] + kind + k and of which a copy is left. five: whether
    prefix[:5] is trio and pair."""
    complete(after, before, copies, seconds, thirds, trios, mixed, prefix, nodes, kind, node, waits)
    if five:
        for k in range(kind, len(copies)):
            waits[k, 0] |= thirds[kind, k, 0]
            waits[k, 1] |= thirds[kind, k, 1]
    without_full(copies, prefix, 5, kind, waits)


@inner_jit
def copies_used(prefix, length, kind):
    """How many of the last tiles of a prefix are `kind`."""
    used = 0
    while used < length and prefix[length - 1 - used] == kind:
        used += 1
    return used


@jit
def mark_tenpai(first, after, before, copies, seconds, thirds, trios, mixed, start, words):
    """Set the bits of the 7-multisets with first kind `start` that one tile completes."""
    kinds = len(copies)
    prefix, nodes, node = np.zeros(8, np.int64), np.zeros((22, 3), np.int64), np.zeros(3, np.int64)
    waits = np.zeros((128, 2), np.uint64)
    there = first_prefix(copies, start, 5, prefix)
    while there:
        lay_out_six(first, after, before, prefix, 5, nodes)
        five = whole_five(first, after, before, copies, mixed, prefix, node)
        last = prefix[4]
        for kind in range(last if copies_used(prefix, 5, last) < copies[last] else last + 1, kinds):
            waits_behind(
                after, before, copies, seconds, thirds, trios, mixed, prefix, five, nodes, kind, node, waits
            )
            low, high = NONE, NONE
            for k in range(kind, kinds):
                if waits[k, 0] | waits[k, 1] != NONE:
                    i = k - kind
                    if i < WORD:
                        low |= ONE << np.uint64(i)
                    else:
                        high |= ONE << np.uint64(i - WORD)
            grown(after, before, 1, nodes[21], kind, node)
            if node[2] == copies[kind]:
                low &= ~ONE
            mark(words, node[0], node[1], node[2], copies, kind, low, high)
        there = next_prefix(copies, 5, prefix)


@jit
def mark_shadow(first, after, before, copies, size, start, words, shadow):
    """Set the bits of the (size - 1)-multisets that are a multiset of `words` with first kind `start` less a tile."""
    length, kinds = size - 1, len(copies)
    prefix, node = np.zeros(8, np.int64), np.zeros(3, np.int64)
    there = first_prefix(copies, start, length, prefix)
    while there:
        last = prefix[length - 1]
        width = kinds - last
        lay_out(first, after, before, prefix, length, size, length, length, node)
        low, high = read(words, node[0], node[1], node[2], copies, last, width)
        if node[2] == copies[last]:
            low &= ~ONE
        if low | high != NONE:
            for i in range(length):
                if i == 0 or prefix[i] != prefix[i - 1]:
                    if length == 1:
                        continue
                    lay_out(first, after, before, prefix, length, size - 1, i, length, node)
                    mark(shadow, node[0], node[1], node[2], copies, last, low, high)
            if length == 1:  # the last kinds themselves, ranked by kind
                mark_single(first, shadow, last, low, high)
                mark_single(first, shadow, last, ONE, NONE)
            else:
                lay_out(first, after, before, prefix, length - 1, size - 1, length, length, node)
                mark(shadow, node[0], node[1], node[2], copies, last, ONE, NONE)
        there = next_prefix(copies, length, prefix)


@inner_jit
def mark_single(first, words, kind, low, high):
    """Set bits of multisets of one kind, from `kind` on."""
    for i in range(128):
        bit = low >> np.uint64(i) if i < WORD else high >> np.uint64(i - WORD)
        if bit & ONE != NONE:
            at = first[1, kind + i]
            words[at >> 6] |= ONE << np.uint64(at & 63)


@jit
def mark_lifted(first, after, before, copies, size, start, below_words, words):
    """Set the bits of the size-multisets with first kind `start` that hold a multiset of `below_words`, which has one
    tile less."""
    length, kinds = size - 1, len(copies)
    prefix, node = np.zeros(8, np.int64), np.zeros(3, np.int64)
    there = first_prefix(copies, start, length, prefix)
    while there:
        last = prefix[length - 1]
        width = kinds - last
        lay_out(first, after, before, prefix, length - 1, size - 1, length, length, node)
        if length == 1:
            at = first[1, last]
            whole = below_words[at >> 6] >> np.uint64(at & 63) & ONE
        else:
            whole, _ = read(below_words, node[0], node[1], node[2], copies, last, 1)
        low, high = NONE, NONE
        if whole != NONE:
            low, high = below(width), below(width - WORD)
        elif length == 1:
            for k in range(last, kinds):
                at = first[1, k]
                if below_words[at >> 6] >> np.uint64(at & 63) & ONE != NONE:
                    if k - last < WORD:
                        low |= ONE << np.uint64(k - last)
                    else:
                        high |= ONE << np.uint64(k - last - WORD)
        else:
            for i in range(length):
                if i > 0 and prefix[i] == prefix[i - 1]:
                    continue
                lay_out(first, after, before, prefix, length, size - 1, i, length, node)
                more_low, more_high = read(below_words, node[0], node[1], node[2], copies, last, width)
                low |= more_low
                high |= more_high
        lay_out(first, after, before, prefix, length, size, length, length, node)
        if node[2] == copies[last]:
            low &= ~ONE
        mark(words, node[0], node[1], node[2], copies, last, low, high)
        there = next_prefix(copies, length, prefix)


@inner_jit
def weight(classes, kind, low, high):
    """The sum of the copies of the kinds of a set that begins at `kind`; classes[i, kind]: copies, and the kinds that
    have so many, from `kind` on."""
    total = np.int64(0)
    for i in range(classes.shape[0]):
        there = popcount(low & classes[i, kind, 1]) + popcount(high & classes[i, kind, 2])
        total += np.int64(classes[i, kind, 0]) * np.int64(there)
    return total


@inner_jit
def shifted(low, high, by):
    """A set of kinds as one that begins at kind `by`."""
    if by >= WORD:
        return high >> np.uint64(by - WORD), NONE
    if by == 0:
        return low, high
    return low >> np.uint64(by) | high << np.uint64(WORD - by), high >> np.uint64(by)


@inner_jit
def ways_of(copies, choose, prefix, length):
    """The number of ways to pick the tiles of a prefix, a product of binomials."""
    ways, run = np.int64(1), 0
    for i in range(length):
        run += 1
        if i + 1 == length or prefix[i + 1] != prefix[i]:
            ways *= choose[copies[prefix[i]], run]
            run = 0
    return ways


@inner_jit
def tally(classes, choose, copies, kind, ways_before, held, low, high):
    """The hands that a prefix and one more tile of a set make. ways_before: of the prefix but for the last kind, of
    which it holds `held`; the set begins at that kind."""
    total = np.int64(0)
    if low & ONE != NONE:
        total += ways_before * choose[copies[kind], held + 1]
    rest = weight(classes, kind, low & ~ONE, high)
    return total + ways_before * choose[copies[kind], held] * rest


@inner_jit
def lay_out_seven(first, after, before, prefix, sevens):
    """Offsets of the 5-prefix less tile i, in the ranking of seven."""
    for i in range(5):
        lay_out(first, after, before, prefix, 5, 7, i, 5, sevens[i])


@inner_jit
def less_a_tile(after, before, nodes, sevens, kind, behind):
    """The 6-prefixes prefix[:5] + kind less a tile, without `kind`, and whole, in the ranking of seven: behind 0..4,
    5 (a 5-prefix still) and 6."""
    for i in range(5):
        grown(after, before, 2, sevens[i], kind, behind[i])
    behind[5, 0], behind[5, 1], behind[5, 2] = nodes[21, 0], nodes[21, 1], nodes[21, 2]
    grown(after, before, 1, nodes[21], kind, behind[6])


@inner_jit
def covering(after, before, copies, words, prefix, behind, k, width, node):
    """The kinds x, from k on, for which prefix[:6] + k + x less one tile is in `words`, all of them if
    prefix[:6] + k is."""
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
    """Into counts[d] the hands of eight tiles at distance d, with first kind `start`.

    levels: (n, words) bit sets of the 7-multisets with coverage >= 7, 6, …; all have the coverage that follows.
    """
    kinds = len(copies)
    prefix, nodes, node = np.zeros(8, np.int64), np.zeros((22, 3), np.int64), np.zeros(3, np.int64)
    sevens, behind = np.zeros((6, 3), np.int64), np.zeros((7, 3), np.int64)
    waits = np.zeros((128, 2), np.uint64)
    there = first_prefix(copies, start, 5, prefix)
    while there:
        lay_out_six(first, after, before, prefix, 5, nodes)
        lay_out_seven(first, after, before, prefix, sevens)
        five = whole_five(first, after, before, copies, mixed, prefix, node)
        last = prefix[4]
        for kind in range(last if copies_used(prefix, 5, last) < copies[last] else last + 1, kinds):
            waits_behind(
                after, before, copies, seconds, thirds, trios, mixed, prefix, five, nodes, kind, node, waits
            )
            prefix[5] = kind
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


@inner_jit
def child(copies, node, kind):
    """The rank of a prefix with one more kind; one too low for a kind that cannot follow."""
    last = node[1]
    return node[0] + kind - last - (0 if node[2] < copies[last] else 1)


@inner_jit
def lay_out_less(first, after, before, prefix, length, size, skip, kind, node):
    """As `lay_out`, also where nothing is left of the prefix: then the children are all single kinds."""
    if length == 1:
        node[0], node[1], node[2] = first[1, kind], kind, 0
    else:
        lay_out(first, after, before, prefix, length, size, skip, length, node)


@inner_jit
def scatter(there, at, low, high, lows, highs):
    """Add a set of kinds to the entries at + i, i the bits of `there`."""
    while there != NONE:
        i = at + np.int64(lowest(there))
        there &= there - ONE
        lows[i] |= low
        highs[i] |= high


@jit
def mark_accepts(first, after, before, copies, size, start, words, lows, highs):
    """Into lows and highs, by the rank of a multiset one tile smaller, the kinds that make it one of `words`, which
    are those of first kind `start`. lows: kinds 0..63; highs: the others."""
    length, kinds = size - 1, len(copies)
    narrow = highs.dtype.type
    prefix, node = np.zeros(8, np.int64), np.zeros(3, np.int64)
    there = first_prefix(copies, start, length, prefix)
    while there:
        last = prefix[length - 1]
        lay_out(first, after, before, prefix, length, size, length, length, node)
        low, high = read(words, node[0], node[1], node[2], copies, last, kinds - last)
        if node[2] == copies[last]:
            low &= ~ONE
        if low | high != NONE:
            lay_out_less(first, after, before, prefix, length, length, length - 1, last, node)
            at = child(copies, node, last)
            if last >= WORD:
                highs[at] |= narrow(low << np.uint64(last - WORD))
            else:
                lows[at] |= low << np.uint64(last)
                over = high << np.uint64(last)
                if last > 0:
                    over |= low >> np.uint64(WORD - last)
                highs[at] |= narrow(over)
            for i in range(length):
                if i > 0 and prefix[i] == prefix[i - 1]:
                    continue
                tile = prefix[i]
                by_low = ONE << np.uint64(tile) if tile < WORD else NONE
                by_high = narrow(ONE << np.uint64(tile - WORD) if tile >= WORD else NONE)
                lay_out_less(first, after, before, prefix, length, length, i, last, node)
                at = child(copies, node, last)
                scatter(low, at, by_low, by_high, lows, highs)
                scatter(high, at + WORD, by_low, by_high, lows, highs)
        there = next_prefix(copies, length, prefix)


@inner_jit
def accepted_by(first, after, before, copies, prefix, size, lows, highs, chosen, rows, node):
    """The kinds that some sub-multiset of `size` tiles of the 7-multiset prefix[:7] accepts, as two words."""
    low, high = NONE, NONE
    for i in range(size):
        chosen[i] = i
    while True:
        for i in range(size):
            rows[i] = prefix[chosen[i]]
        lay_out_less(first, after, before, rows, size, size, size - 1, rows[size - 1], node)
        at = child(copies, node, rows[size - 1])
        low |= lows[at]
        high |= np.uint64(highs[at])
        i = size - 1
        while i >= 0 and chosen[i] == 7 - size + i:
            i -= 1
        if i < 0:
            return low, high
        chosen[i] += 1
        for j in range(i + 1, size):
            chosen[j] = chosen[j - 1] + 1


@jit
def count_sevens(
    first, after, before, copies, seconds, thirds, trios, mixed, levels, lows, highs, offsets, choose, start,
    counts, by_kinds, by_tiles,
):  # fmt: skip
    """Into counts[d] the hands of seven tiles at distance d, with first kind `start`; into by_kinds[d, n] and
    by_tiles[d, n] those that accept n kinds, n tiles.

    levels: as for `count_eights`. lows, highs: the accepts of smaller multisets (`mark_accepts`), those of six
    from offsets[6] on, of five from offsets[5] on, and so on.
    """
    kinds = len(copies)
    prefix, nodes, node = np.zeros(8, np.int64), np.zeros((22, 3), np.int64), np.zeros(3, np.int64)
    waits = np.zeros((128, 2), np.uint64)
    chosen, rows = np.zeros(8, np.int64), np.zeros(8, np.int64)
    there = first_prefix(copies, start, 5, prefix)
    while there:
        lay_out_six(first, after, before, prefix, 5, nodes)
        five = whole_five(first, after, before, copies, mixed, prefix, node)
        last = prefix[4]
        for kind in range(last if copies_used(prefix, 5, last) < copies[last] else last + 1, kinds):
            waits_behind(
                after, before, copies, seconds, thirds, trios, mixed, prefix, five, nodes, kind, node, waits
            )
            prefix[5] = kind
            used = copies_used(prefix, 6, kind)
            ways_without = ways_of(copies, choose, prefix, 6 - used)
            grown(after, before, 1, nodes[21], kind, node)
            at = child(copies, node, kind)
            for k in range(kind if used < copies[kind] else kind + 1, kinds):
                prefix[6] = k
                if k == kind:
                    ways = ways_without * choose[copies[k], used + 1]
                else:
                    ways = ways_without * choose[copies[kind], used] * copies[k]
                low, high, missing = waits[k, 0], waits[k, 1], 1
                if low | high == NONE:
                    bit = at + k - kind
                    while (
                        missing < len(levels)
                        and levels[missing, bit >> 6] >> np.uint64(bit & 63) & ONE == NONE
                    ):
                        missing += 1
                    missing += 1
                    size = 8 - missing
                    if size > 0:
                        low, high = accepted_by(
                            first, after, before, copies, prefix, size, lows[offsets[size] :],
                            highs[offsets[size] :], chosen, rows, node,
                        )  # fmt: skip
                low, high = available(copies, prefix, low, high)
                counts[missing] += ways
                by_kinds[missing, popcount(low) + popcount(high)] += ways
                by_tiles[missing, tiles_of(copies, prefix, low, high)] += ways
        there = next_prefix(copies, 5, prefix)


@inner_jit
def available(copies, prefix, low, high):
    """A set of kinds without those of which prefix[:7] holds every copy."""
    held = 0
    for i in range(7):
        tile = prefix[i]
        held = held + 1 if i > 0 and tile == prefix[i - 1] else 1
        if held == copies[tile]:
            if tile < WORD:
                low &= ~(ONE << np.uint64(tile))
            else:
                high &= ~(ONE << np.uint64(tile - WORD))
    return low, high


@inner_jit
def tiles_of(copies, prefix, low, high):
    """The copies of a set of kinds that prefix[:7] does not hold."""
    total = np.int64(0)
    left = low
    while left != NONE:
        total += copies[np.int64(lowest(left))]
        left &= left - ONE
    left = high
    while left != NONE:
        total += copies[WORD + np.int64(lowest(left))]
        left &= left - ONE
    for i in range(7):
        tile = prefix[i]
        word = low >> np.uint64(tile) if tile < WORD else high >> np.uint64(tile - WORD)
        total -= np.int64(word & ONE)
    return total
