"""Reads and marks bit sets of multisets of kinds; `../multisets.py` says what the sets are for.

A multiset is written as its kinds in ascending order. The multisets of one size are numbered (ranked) in lexicographic
order, so multisets that share all kinds but the last are neighbouring bits. The rank is a sum with one term per kind:

    rank(x_0 … x_n-1) = first[n, x_0] + Σ step(n - 1 - i, x_i-1, copies of x_i-1 so far, x_i),   i = 1 … n - 1
    step(r, last, used, kind) = 0 if kind == last, else after[r, last, used] + before[r, kind]

r is the number of kinds that follow `kind` in the multiset. Kernels get these tables as `ranks` (../ranks.py),
with copies[k]: how many tiles of kind k exist. `first` leaves a gap in the ranks before each new first kind, so that
the multisets of each first kind begin with a new uint64. A bit set of multisets has a bit per rank.

A *prefix* is a multiset without its last kind, and its *children* are the multisets that begin with it. A *node*
describes a prefix by three numbers: the bit of its first child, its last kind, and how many copies of that kind it
holds. `read` returns the children from some kind on as two uint64. A kernel visits each prefix of one first kind
(`next_prefix`), computes the node of the prefix without one tile, or without two (`lay_out`), and reads the children.

Example: two copies of kind 0, one each of 1 and 2. The multisets 00, 01 and 02 have the ranks 0, 1 and 2; 12 has the
rank 256, where `first` lets kind 1 begin. The prefix 0 has the node (0, 0, 1). If the set holds 01 and 02, `read` from
kind 0 on returns 0b110.
"""

from __future__ import annotations

import numpy as np
from compiled import inlined_jit, lowest

NONE, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64
MOST_KINDS = 128


@inlined_jit
def step(ranks, r, last, used, kind):
    """What `kind` adds to the rank of a multiset, in which it comes after `used` copies of the kind `last` and before r
    other kinds."""
    return np.int64(0) if kind == last else ranks.after[r, last, used] + ranks.before[r, kind]


@inlined_jit
def below(width):
    """A uint64 whose lowest `width` bits are set; width is clipped to 0..64."""
    if width <= 0:
        return NONE
    return ALL >> np.uint64(WORD - width) if width < WORD else ALL


@inlined_jit
def word_at(words, bit):
    """64 bits of the bit set `words`, an array of uint64, from bit number `bit` on."""
    i, shift = bit >> 6, np.uint64(bit & 63)
    return words[i] >> shift | (words[i + 1] << ONE) << (np.uint64(63) - shift)


@inlined_jit
def read(words, node, copies, kind, width):
    """Which kinds, added to the end of a prefix, make it a multiset of the bit set `words`. Looks at `width` kinds from
    `kind` on, which must not be below its last kind. Returns two uint64: bit i is kind + i. node: of the prefix."""
    offset, last, used = node[0], node[1], node[2]
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


@inlined_jit
def mark(words, node, copies, kind, low, high):
    """For each kind of a set, mark in the bit set `words` the multiset that is a prefix followed by this kind. low,
    high: the set, as `read` returns it; bit i is kind + i. No kind of the set may be one of which the prefix holds
    every copy. node: of the prefix."""
    offset, last, used = node[0], node[1], node[2]
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


@inlined_jit
def first_prefix(copies, kind, length, prefix, begin=0):
    """Write into prefix[begin:length], in lexicographic order, the first kinds that begin with `kind`. Returns False if
    there are none."""
    last, used = kind, 0
    for i in range(begin, length):
        if used == copies[last]:
            last, used = last + 1, 0
            if last == len(copies):
                return False
        prefix[i] = last
        used += 1
    return True


@inlined_jit
def next_prefix(copies, length, prefix):
    """Change prefix[:length] into the next prefix in lexicographic order with the same first kind. Returns False after
    the last."""
    for i in range(length - 1, 0, -1):
        if prefix[i] + 1 < len(copies) and first_prefix(copies, prefix[i] + 1, length, prefix, i):
            return True
    return False


@inlined_jit
def lay_out(ranks, prefix, length, size, skip, skip_too, node):
    """Write into `node` the node of prefix[:length] for multisets of `size` tiles. The tiles at the places `skip` and
    `skip_too` are left out. If such a place is `length`, it leaves out no tile."""
    offset, last, used, taken = np.int64(0), np.int64(-1), np.int64(0), 0
    for i in range(length):
        if i in (skip, skip_too):
            continue
        kind = prefix[i]
        if taken == 0:
            offset = ranks.first[size, kind]
            used = 1
        else:
            offset += step(ranks, size - 1 - taken, last, used, kind)
            used = used + 1 if kind == last else 1
        last = kind
        taken += 1
    node[0], node[1], node[2] = offset, last, used


@inlined_jit
def lay_out_less(ranks, prefix, length, size, skip, kind, node):
    """As `lay_out` without the tile at `skip`. If length is 1, no tile remains: the children are the single kinds from
    `kind` on."""
    if length == 1:
        node[0], node[1], node[2] = ranks.first[1, kind], kind, 0
    else:
        lay_out(ranks, prefix, length, size, skip, length, node)


@inlined_jit
def grown(ranks, r, node, kind, into):
    """Write into `into` the node of a prefix with `kind` added at its end. node: of the prefix. r: how many kinds
    follow `kind` in the multisets."""
    into[0] = node[0] + step(ranks, r, node[1], node[2], kind)
    into[2] = node[2] + 1 if kind == node[1] else 1
    into[1] = kind


@inlined_jit
def child(copies, node, kind):
    """The rank of the multiset that is a prefix followed by `kind`. node: of the prefix. If the prefix holds every copy
    of `kind`, the result is one too low."""
    last = node[1]
    return node[0] + kind - last - (0 if node[2] < copies[last] else 1)


@inlined_jit
def copies_used(prefix, length, kind):
    """How many tiles at the end of prefix[:length] are of the kind `kind`."""
    used = 0
    while used < length and prefix[length - 1 - used] == kind:
        used += 1
    return used


@inlined_jit
def only(kind):
    """The set that contains only `kind`, as two uint64."""
    if kind < WORD:
        return ONE << np.uint64(kind), NONE
    return NONE, ONE << np.uint64(kind - WORD)


@inlined_jit
def shifted(low, high, by):
    """Renumber the bits of a set of kinds: bit i is kind i in low, high, and kind `by` + i in the result. Kinds below
    `by` drop out."""
    if by >= WORD:
        return high >> np.uint64(by - WORD), NONE
    if by == 0:
        return low, high
    return low >> np.uint64(by) | high << np.uint64(WORD - by), high >> np.uint64(by)


@inlined_jit
def raised(low, high, by):
    """Renumber the bits of a set of kinds: bit i is kind `by` + i in low, high, and kind i in the result. The reverse
    of `shifted`."""
    if by >= WORD:
        return NONE, low << np.uint64(by - WORD)
    if by == 0:
        return low, high
    return low << np.uint64(by), high << np.uint64(by) | low >> np.uint64(WORD - by)


@inlined_jit
def add_waits(low, high, waits, kind, by_low, by_high):
    """For each bit i that is set in low, high: add the set of kinds by_low, by_high to waits[kind + i]."""
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
