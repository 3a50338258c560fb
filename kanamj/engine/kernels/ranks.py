"""Bit sets over ranked multisets, read and marked by prefix. `counting/multisets.py` says what they are for.

A multiset is written as its kinds in ascending order. Multisets of one size are ranked in lexicographic order, so those
that share all kinds but the last are neighbouring bits. The rank is a sum with one term per kind:

    rank(x_0 … x_n-1) = first[n, x_0] + Σ step(n - 1 - i, x_i-1, copies of it so far, x_i),   i = 1 … n - 1
    step(r, last, used, kind) = after[r, last, used] + before[r, kind], 0 where kind == last

where r kinds are still to come. `first` leaves a gap after each first kind, so that a chunk begins with a new word.

A *prefix* is a multiset without its last kind, and its *children* are the multisets that begin with it. A *node*
describes a prefix by three numbers: the bit of its first child, its last kind, and how many copies of that kind it
holds. `read` returns the children from some kind on as two words. Kernels walk over the prefixes of one first kind
with `next_prefix`, lay out the nodes of the prefix without one tile (and without two), and read.

Example: two copies of kind 0, one each of 1 and 2. The pairs 00, 01 and 02 have the ranks 0, 1 and 2; 12 has 256, where
`first` lets kind 1 begin. The prefix 0 has the node (0, 0, 1). If the set holds 01 and 02, `read` from kind 0 on
returns 0b110.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inlined_jit

NONE, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64
MOST_KINDS = 128


@inlined_jit
def step(after, before, r, last, used, kind):
    """The term of `kind` in a rank, after `used` copies of `last`, if r kinds are still to come."""
    return np.int64(0) if kind == last else after[r, last, used] + before[r, kind]


@inlined_jit
def below(width):
    """A word whose lowest `width` bits are set; width is clipped to 0..64."""
    if width <= 0:
        return NONE
    return ALL >> np.uint64(WORD - width) if width < WORD else ALL


@inlined_jit
def word_at(words, bit):
    """64 bits of a bit set, beginning at any bit."""
    i, shift = bit >> 6, np.uint64(bit & 63)
    return words[i] >> shift | (words[i + 1] << ONE) << (np.uint64(63) - shift)


@inlined_jit
def read(words, offset, last, used, copies, kind, width):
    """The children of a prefix as two words of `width` bits together; bit i is kind `kind` + i, and kind >= last."""
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
def mark(words, offset, last, used, copies, kind, low, high):
    """Set the children of a prefix, in two words as `read` returns them; a kind that cannot follow is not among
    them."""
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
def first_prefix(copies, kind, length, prefix):
    """Write the first prefix that begins with `kind`. Returns False if there is none."""
    last, used = kind, 0
    for i in range(length):
        if used == copies[last]:
            last, used = last + 1, 0
            if last == len(copies):
                return False
        prefix[i] = last
        used += 1
    return True


@inlined_jit
def next_prefix(copies, length, prefix):
    """Go to the next prefix with the same first kind. Returns False after the last."""
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


@inlined_jit
def lay_out(first, after, before, prefix, length, size, skip, skip_too, node):
    """Describe a prefix, in the ranking of multisets of `size` tiles, in `node`: the bit of its first child, its last
    kind, and the copies of that kind. The tiles at `skip` and `skip_too` are left out; `length` there means none."""
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


@inlined_jit
def lay_out_less(first, after, before, prefix, length, size, skip, kind, node):
    """As `lay_out`, but the prefix may become empty; its children are then all single kinds."""
    if length == 1:
        node[0], node[1], node[2] = first[1, kind], kind, 0
    else:
        lay_out(first, after, before, prefix, length, size, skip, length, node)


@inlined_jit
def grown(after, before, r, node, kind, into):
    """Write the node of a prefix with one more kind, if r kinds are still to come after it."""
    into[0] = node[0] + step(after, before, r, node[1], node[2], kind)
    into[2] = node[2] + 1 if kind == node[1] else 1
    into[1] = kind


@inlined_jit
def child(copies, node, kind):
    """The rank of a prefix with one more kind; it is one too low for a kind that cannot follow."""
    last = node[1]
    return node[0] + kind - last - (0 if node[2] < copies[last] else 1)


@inlined_jit
def copies_used(prefix, length, kind):
    """The number of tiles at the end of a prefix that are `kind`."""
    used = 0
    while used < length and prefix[length - 1 - used] == kind:
        used += 1
    return used


@inlined_jit
def only(kind):
    """The set of one kind, as two words."""
    if kind < WORD:
        return ONE << np.uint64(kind), NONE
    return NONE, ONE << np.uint64(kind - WORD)


@inlined_jit
def shifted(low, high, by):
    """A set of kinds as one that begins at kind `by`."""
    if by >= WORD:
        return high >> np.uint64(by - WORD), NONE
    if by == 0:
        return low, high
    return low >> np.uint64(by) | high << np.uint64(WORD - by), high >> np.uint64(by)


@inlined_jit
def raised(low, high, by):
    """A set of kinds that begins at kind `by` as one that begins at 0; the reverse of `shifted`."""
    if by >= WORD:
        return NONE, low << np.uint64(by - WORD)
    if by == 0:
        return low, high
    return low << np.uint64(by), high << np.uint64(by) | low >> np.uint64(WORD - by)


@inlined_jit
def add_waits(low, high, waits, kind, by_low, by_high):
    """Add the kinds `by` to waits[kind + i] for each bit i that is set in low and high."""
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
