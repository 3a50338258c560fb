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
def consider(values, scores, at, along, count, ties, kind, best, top, into):
    """For the j-th of `count` hands: throw a tile if that is better than the best throw so far, which has the value and
    the score best, top [into + j]. If `along` is 1, a tile of `kind` is thrown and leaves the multiset at + j; if 0,
    kind + j is thrown and leaves `at`. Of equal scores the larger tie is better. If scores is None, values decide."""
    at, along, kind, into = np.uint64(at), np.uint64(along), np.uint64(kind), np.uint64(into)
    if scores is None:
        for j in range(np.uint64(count)):
            best[into + j] = max(best[into + j], values[at + along * j])
    else:
        for j in range(np.uint64(count)):
            tie = ties[kind + (np.uint64(1) - along) * j]
            score = np.uint32(scores[at + along * j]) << np.uint32(8) | tie
            better = score > top[into + j]
            top[into + j] = score if better else top[into + j]
            best[into + j] = values[at + along * j] if better else best[into + j]


@inlined_jit
def give(copies, held, kind, at, along, count, best, begin, sums):
    """For the j-th of `count` hands, add best[begin + j] to what is left without a tile, times the copies of this tile
    that are not in it. If `along` is 1, it is a tile of `kind`, and sums[at + j] is that of what is left, which holds
    `held` of them; if 0, a tile of kind + j, which is not held, and sums[at]."""
    at, kind, begin = np.uint64(at), np.uint64(kind), np.uint64(begin)
    if along:
        for j in range(np.uint64(count)):
            sums[at + j] += np.uint32(copies[kind] - held) * np.uint32(best[begin + j])
    else:
        total = np.uint32(0)
        for j in range(np.uint64(count)):
            total += np.uint32(copies[kind + j]) * np.uint32(best[begin + j])
        sums[at] += total


@inlined_jit
def lay_out_throws(first, after, before, copies, tiles, node, slices, rows):
    """Lay out the pairs (k, x) of F = tiles[:6]. Returns their number, the first k, and the rank of F with the first
    pair.

    slices[i]: the rank of the first pair with F without tile i, the place of this pair, and how many such tiles are
    left; the rank is -1 if an equal tile follows, or if there is no pair. rows[k]: the rank of F with the first x of a
    row, this x, the place of this pair, and how many tiles of k are in F.
    """
    kinds, last, n = len(copies), tiles[5], 0
    used = copies_used(tiles, SIX, last)
    begin = last if used < copies[last] else last + 1
    lay_out(first, after, before, tiles, SIX, 7, SIX, SIX, node)
    for k in range(last, kinds):
        held = used if k == last else 0
        x = k if held + 1 < copies[k] else k + 1
        rows[k, 0], rows[k, 1], rows[k, 2], rows[k, 3] = child(copies, node, x), x, n, held
        n += kinds - x if k >= begin else 0
    for i in range(SIX):
        after_row = tiles[i] == last
        slices[i, 0] = -1
        if (i < 5 and tiles[i] == tiles[i + 1]) or n == 0 or (after_row and last + 1 == kinds):
            continue
        lay_out(first, after, before, tiles, SIX, 7, i, SIX, node)
        grown(after, before, 1, node, last + 1 if after_row else begin, node)
        slices[i, 0], slices[i, 1] = node[0], rows[last + 1, 2] if after_row else 0
        slices[i, 2] = copies_used(tiles, i + 1, tiles[i]) - 1
    lay_out(first, after, before, tiles, SIX, 8, SIX, SIX, node)
    if n > 0:
        grown(after, before, 1, node, begin, node)
    return n, begin, node[0]


@jit
def sweep(first, after, before, copies, values, scores, ties, whole, lead, start, sums):
    """Add to the sum of each multiset of seven tiles whose lowest kind is `start` the values of the hands that it can
    become and whose lowest kind is `lead`, each times the copies that can be drawn. To be called for each lead up to
    `start`.

    values: of all multisets of seven tiles, by rank. scores: by which the player throws; None for best play. ties: see
    `consider`. whole: the bit set of the complete hands. sums[i]: of the multiset with the rank first[7, start] + i.
    """
    kinds, origin, ahead = len(copies), first[7, start], 0 if lead == start else 1
    prefix, tiles, node = np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(3, np.int64)
    slices, rows = np.zeros((SIX, 3), np.int64), np.zeros((kinds, 4), np.int64)
    best, top = np.zeros(kinds * (kinds + 1) // 2, np.uint16), np.zeros(kinds * (kinds + 1) // 2, np.uint32)
    tiles[0] = lead
    there = first_prefix(copies, start, SIX - ahead, prefix)
    while there:
        tiles[ahead:SIX] = prefix[: SIX - ahead]
        n, begin, at = lay_out_throws(first, after, before, copies, tiles, node, slices, rows)
        best[:n] = 0
        top[:n] = 0
        for i in range(SIX):
            rank, place = slices[i, 0], slices[i, 1]
            if rank >= 0:
                consider(values, scores, rank, 1, n - place, ties, tiles[i], best, top, place)
        for k in range(begin, kinds):
            rank, x, place = rows[k, 0], rows[k, 1], rows[k, 2]
            consider(values, scores, rank, 1, kinds - x, ties, k, best, top, place)
            consider(values, scores, rank - (x - k), 0, kinds - x, ties, x, best, top, place)
        for j in range(0, n, WORD):
            word = word_at(whole, at + j) & below(n - j)
            while word != NONE:
                best[j + np.int64(lowest(word))] = WON
                word &= word - ONE
        for i in range(SIX):
            rank, place, held = slices[i, 0], slices[i, 1], slices[i, 2]
            if rank >= 0 and (i == 0 if ahead else held > 0 or tiles[i] > start):
                give(copies, held, tiles[i], rank - origin, 1, n - place, best, place, sums)
        for k in range(kinds if ahead else begin, kinds):
            rank, x, place = rows[k, 0] - origin, rows[k, 1], rows[k, 2]
            give(copies, rows[k, 3], k, rank, 1, kinds - x, best, place, sums)
            if x == k and x < kinds:
                sums[rank] -= best[place]  # one copy less is left
            give(copies, 0, k + 1, rank - (x - k), 0, kinds - k - 1, best, place + k + 1 - x, sums)
        there = next_prefix(copies, SIX - ahead, prefix)


@jit
def read_off(
    first, after, before, copies, choose, start, left, sums, old, slack, new, percent, letters, figures, hands
):
    """Read what `sweep` found. Multisets count as so many hands as there are ways to pick them from the tiles.

    left: by what a sum is divided. new[i]: gets the value of the multiset with the rank first[7, start] + i. old: the
    values with a draw less, which may be wrong by `slack`. percent[p]: gets the hands with a chance of p to p + 1 %.
    letters[k]: gets the hands with a tile of kind k, and the sum of their chances. figures: gets the sum of all
    chances, the lowest, the highest, and the bounds of the chance not to be complete divided by that with a draw less.
    hands: gets the hands of the lowest and the highest chance.
    """
    tiles, node, unit = np.zeros(8, np.int64), np.zeros(3, np.int64), 1 / (np.float64(left) * WON)
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
