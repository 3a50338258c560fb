"""Sweeps over the hands of eight tiles of the form 332: from the chances within t draws to those within t + 1.

`ranks` explains prefix, node, first, after, before and copies; counting/solitaire.py explains values, scores and ties.

The hands of eight tiles are judged by their six lowest tiles F, for all pairs (k, x) of a seventh and an eighth kind at
once. In lexicographic order these pairs are neighbours, and so they are with F without a tile. So for all of them, the
values after the throw of a tile of F are a slice. A *row* has the pairs with one k. In a row of the last kind of F, to
throw this kind is to throw k.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inlined_jit, jit
from kanamj.engine.kernels.eight_tiles import ways_of
from kanamj.engine.kernels.ranks import (
    NONE,
    ONE,
    WORD,
    below,
    child,
    copies_used,
    first_prefix,
    grown,
    lay_out,
    next_prefix,
    word_at,
)

WON = 65535
"""The value of a complete hand: the chance 1."""
SIX = 6


@inlined_jit
def consider(values, scores, ties, at, along, count, kind, best, into):
    """For the j-th of `count` hands, throw a tile if that is better than best[into + j]: if it leaves a larger value;
    or with scores, a larger score, then tie, which are in `best` above the 16 bits of the value. If `along` is 1, a
    tile of `kind` leaves the multiset at + j; if 0, one of kind + j leaves `at`."""
    at, along, kind, into = np.uint64(at), np.uint64(along), np.uint64(kind), np.uint64(into)
    for j in range(np.uint64(count)):
        merit = values[at + along * j]
        if scores is not None:
            above = np.uint64(scores[at + along * j]) << np.uint64(8) | ties[kind + (ONE - along) * j]
            merit = above << np.uint64(16) | np.uint64(merit)
        best[into + j] = max(best[into + j], merit)


@inlined_jit
def give(copies, held, kind, at, along, count, best, begin, sums):
    """For the j-th of `count` hands, add best[begin + j] to the sum of what a throw leaves (see `consider`), times the
    copies that can be drawn. held: how many tiles of `kind` are left; if `along` is 0, after the first throw."""
    at, kind, begin = np.uint64(at), np.uint64(kind), np.uint64(begin)
    if along:
        for j in range(np.uint64(count)):
            sums[at + j] += np.uint32(copies[kind] - held) * np.uint32(np.uint16(best[begin + j]))
    else:
        total = np.uint32(0)
        for j in range(np.uint64(count)):
            total += np.uint32(copies[kind + j]) * np.uint32(np.uint16(best[begin + j]))
        sums[at] += total - np.uint32(held) * np.uint32(np.uint16(best[begin]))


@inlined_jit
def lay_out_throws(first, after, before, copies, tiles, node, throws, rows):
    """Lay out the pairs (k, x) of F = tiles[:6]. Returns their number, the first k, and the rank of F with the first
    pair.

    throws[i]: of tile i of F, then of the k of each row in the pairs with another x: the rank of what the first throw
    leaves, the place of its pair, how many pairs there are, the kind, and how many tiles of it are left. rows[k]: the
    rank of F with k, the first x, the place of this pair, and how many tiles of x are in F with k.
    """
    kinds, last, n = len(copies), tiles[5], 0
    used = copies_used(tiles, SIX, last)
    begin = last if used < copies[last] else last + 1
    lay_out(first, after, before, tiles, SIX, 7, SIX, SIX, node)
    for k in range(begin, kinds):
        i, held = SIX + k - begin, used if k == last else 0
        twice = 1 if held + 1 < copies[k] else 0
        rank = child(copies, node, k)
        rows[k, 0], rows[k, 1], rows[k, 2], rows[k, 3] = rank, k + 1 - twice, n, twice * (held + 1)
        throws[i, 0], throws[i, 1], throws[i, 2] = rank + 1, n + twice, kinds - k - 1
        throws[i, 3], throws[i, 4] = k, held
        n += twice + kinds - k - 1
    for i in range(SIX):
        from_kind = last + 1 if tiles[i] == last else begin  # to throw `last` from a row of it is to throw k
        throws[i, 2] = 0
        if (i < 5 and tiles[i] == tiles[i + 1]) or n == 0 or from_kind == kinds:
            continue
        lay_out(first, after, before, tiles, SIX, 7, i, SIX, node)
        grown(after, before, 1, node, from_kind, node)
        throws[i, 0], throws[i, 1], throws[i, 2] = node[0], rows[from_kind, 2], n - rows[from_kind, 2]
        throws[i, 3], throws[i, 4] = tiles[i], copies_used(tiles, i + 1, tiles[i]) - 1
    lay_out(first, after, before, tiles, SIX, 8, SIX, SIX, node)
    if n > 0:
        grown(after, before, 1, node, begin, node)
    return n, begin, node[0]


@jit
def sweep(first, after, before, copies, values, scores, ties, whole, lead, start, best, sums):
    """Add to the sum of each multiset of seven tiles whose lowest kind is `start` the values of the hands that it can
    become and whose lowest kind is `lead`, each times the copies that can be drawn. To be called for each lead up to
    `start`.

    values: of all multisets of seven tiles, by rank. scores: by which the player throws; None for best play. whole: the
    bit set of the complete hands. best: scratch for each pair of kinds; uint16 for best play, else uint64 (`consider`).
    sums[i]: of the multiset with the rank first[7, start] + i.
    """
    kinds, origin, ahead = len(copies), first[7, start], 0 if lead == start else 1
    prefix, tiles, node = np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(3, np.int64)
    throws, rows = np.zeros((SIX + kinds, 5), np.int64), np.zeros((kinds, 4), np.int64)
    tiles[0] = lead
    there = first_prefix(copies, start, SIX - ahead, prefix)
    while there:
        tiles[ahead:SIX] = prefix[: SIX - ahead]
        n, begin, at = lay_out_throws(first, after, before, copies, tiles, node, throws, rows)
        best[:n] = 0
        for i in range(SIX + kinds - begin):
            rank, place, count = throws[i, 0], throws[i, 1], throws[i, 2]
            consider(values, scores, ties, rank, 1, count, throws[i, 3], best, place)
        for k in range(begin, kinds):
            x = rows[k, 1]
            consider(values, scores, ties, rows[k, 0], 0, kinds - x, x, best, rows[k, 2])
        for j in range(0, n, WORD):
            word = word_at(whole, at + j) & below(n - j)
            while word != NONE:
                best[j + np.int64(lowest(word))] = WON
                word &= word - ONE
        for i in range(1 if ahead else SIX + kinds - begin):
            rank, place, kind, held = throws[i, 0] - origin, throws[i, 1], throws[i, 3], throws[i, 4]
            if ahead or held > 0 or kind > start:  # else the lowest tile is thrown
                give(copies, held, kind, rank, 1, throws[i, 2], best, place, sums)
        for k in range(kinds if ahead else begin, kinds):
            x = rows[k, 1]
            give(copies, rows[k, 3], x, rows[k, 0] - origin, 0, kinds - x, best, rows[k, 2], sums)
        there = next_prefix(copies, SIX - ahead, prefix)


@jit
def read_off(
    first, after, before, copies, choose, start, sums, old, slack, new, figures, hands, percent, letters
):
    """Read what `sweep` found. Multisets count as so many hands as there are ways to pick them from the tiles.

    new[i]: gets the value of the multiset with the rank first[7, start] + i. old: the values with a draw less, which
    may be wrong by `slack`. figures: gets the sum of all chances, the lowest, the highest, and the two bounds `kept`.
    hands: gets the hands of the lowest and the highest. kept, percent, letters: see `Solved`.
    """
    tiles, node, left = np.zeros(8, np.int64), np.zeros(3, np.int64), copies.sum() - 7
    unit = 1 / (np.float64(left) * WON)
    figures[:] = 0.0, 2.0, -1.0, 1.0, 0.0
    there = first_prefix(copies, start, SIX, tiles)
    while there:
        lay_out(first, after, before, tiles, SIX, 7, SIX, SIX, node)
        for k in range(tiles[5] if node[2] < copies[tiles[5]] else tiles[5] + 1, len(copies)):
            tiles[6] = k
            rank, ways = child(copies, node, k), ways_of(copies, choose, tiles, 7)
            place = rank - first[7, start]
            new[place] = (sums[place] + np.uint32(left // 2)) // np.uint32(left)
            chance = sums[place] * unit
            percent[np.int64(chance * 100 + 1e-9)] += ways
            figures[0] += ways * chance
            for i in range(7):
                if i == 6 or tiles[i] != tiles[i + 1]:
                    letters[tiles[i], 0] += ways
                    letters[tiles[i], 1] += ways * chance
            if chance < figures[1]:
                figures[1], hands[0] = chance, tiles[:7]
            if chance > figures[2]:
                figures[2], hands[1] = chance, tiles[:7]
            missing, was = WON * (1 - chance), np.float64(WON) - old[rank]
            figures[3] = min(figures[3], max(missing - slack, 0) / (was + slack))
            figures[4] = max(figures[4], min(1.0, (missing + slack) / (was - slack)) if was > slack else 1.0)
        there = next_prefix(copies, SIX, tiles)
