"""Sweeps over the hands of eight tiles of the form 332: from the chances within t draws to those within t + 1.

`ranks` explains prefix, node and ranks; ../solitaire.py explains values, scores and ties.

Throws are compared by their *merit*, and the largest is taken. For best play it is the value that the throw leaves. For
a player with scores, it is the score that the throw leaves, then the tie of the thrown kind; the value is in its lowest
16 bits. `best` has the merits as uint16 for best play, as uint32 if scores are below 512, or as int64.

The hands of eight tiles are judged by their six lowest tiles F, for all pairs (k, x) of a seventh and an eighth kind at
once. In lexicographic order these pairs are neighbours, and so they are with F without a tile. So for all of them, the
values after the throw of a tile of F are a slice. A *row* has the pairs with one k.

Loops over pairs run in whole steps of PAD numbers, as a processor adds or compares many at once; rests one by one took
a fifth of the time. So they read and write behind their ends. There are zeros, gaps between the ranks, or what comes
next and is written later.
"""

from __future__ import annotations

import numpy as np
from compiled import inlined_jit, jit, lowest

from exact332.kernels.ranks import (
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
from exact332.kernels.sevens import ways_of

WON = 65535
"""The value of a complete hand: the chance 1."""
PAD = 64
SCORE = 23
"""From which bit of a merit on the score stands; ties stand below it."""


@inlined_jit
def lay_out_seven(ranks, prefix, sevens):
    """Write into sevens[i], for each i < 5, the node of prefix[:5] without tile i, for multisets of seven tiles. A node
    is three numbers that describe a prefix (see `ranks`)."""
    for i in range(5):
        lay_out(ranks, prefix, 5, 7, i, 5, sevens[i])


@inlined_jit
def less_a_tile(ranks, nodes, sevens, kind, behind):
    """Write into `behind` seven nodes (see `ranks`) for multisets of seven tiles. The six tiles are prefix[:5] + kind:
    behind[i], i < 5, is the node of these without tile i; behind[5], without `kind`; behind[6], of all six. nodes,
    sevens: from `lay_out_six` and `lay_out_seven`."""
    for i in range(5):
        grown(ranks, 2, sevens[i], kind, behind[i])
    behind[5, 0], behind[5, 1], behind[5, 2] = nodes[21, 0], nodes[21, 1], nodes[21, 2]
    grown(ranks, 1, nodes[21], kind, behind[6])


@inlined_jit
def padded(count):
    """The count, or more, so that it is a multiple of PAD."""
    return np.uint64((count + PAD - 1) // PAD * PAD)


@inlined_jit
def lay_out_rows(copies, last, used, place, opening):
    """Lay out the pairs (k, x) of F, which ends with `used` tiles of the kind `last`. Row k begins with the pair
    (k, opening[k]), which is pair number place[k]. Returns the number of pairs, and the first k."""
    begin, n = last if used < copies[last] else last + 1, 0
    for k in range(begin, len(copies)):
        twice = 1 if (used if k == last else 0) + 1 < copies[k] else 0
        place[k], opening[k] = n, k + 1 - twice
        n += len(copies) - opening[k]
    return n, begin


@inlined_jit
def best_of_rows(values, scores, ties, at, begin, place, opening, held, best):
    """best[i] becomes the better merit of pair number i after the throw of k and of x. at: the rank of F with the kind
    `begin`. held: gets the merits of F with one tile, without ties."""
    at, kinds, number = np.uint64(at), len(place), best.dtype.type
    for j in range(padded(kinds - begin)):
        if scores is None:
            held[j] = values[at + j]
        else:
            held[j] = number(scores[at + j]) << SCORE | values[at + j]
    for k in range(begin, kinds):
        value, x, into = held[np.uint64(k - begin)], np.uint64(opening[k] - begin), np.uint64(place[k])
        if scores is None:
            for j in range(padded(kinds - opening[k])):
                best[into + j] = max(held[x + j], value)
        else:
            tie, of = ties[k], np.uint64(opening[k])
            for j in range(padded(kinds - opening[k])):
                best[into + j] = max(number(held[x + j] + tie), number(value + ties[of + j]))


@inlined_jit
def consider(values, scores, tie, at, best, into, count):
    """best[into + j] becomes the merit of leaving the multiset at + j, if that is larger. tie: of the thrown kind."""
    at, into, number = np.uint64(at), np.uint64(into), best.dtype.type
    for j in range(padded(count)):
        if scores is None:
            best[into + j] = max(best[into + j], values[at + j])
        else:
            merit = number(number(scores[at + j]) << SCORE | values[at + j]) + tie
            best[into + j] = max(best[into + j], number(merit))


@inlined_jit
def give(best, begin, count, copies, sums, at):
    """Add the value in best[begin + j], times the copies that can be drawn, to sums[at + j]."""
    begin, at, times = np.uint64(begin), np.uint64(at), np.uint32(copies)
    for j in range(padded(count)):
        sums[at + j] += times * np.uint32(best[begin + j] & WON)


@inlined_jit
def give_rows(best, copies, wide, last, used, begin, place, opening, given, sums, at):
    """Add to the sum of F with a kind y, sums[at + y - begin], the best values of the pairs that have y, each times the
    copies of the other kind that can be drawn. wide: `copies` with zeros behind. given: scratch."""
    kinds, at = len(copies), np.uint64(at)
    for j in range(padded(kinds - begin) + np.uint64(PAD)):
        given[j] = 0
    for k in range(begin, kinds):
        x, row = np.uint64(opening[k]), np.uint64(place[k])
        into, total = np.uint64(opening[k] - begin), np.uint32(0)
        times = np.uint32(copies[k] - (used if k == last else 0))
        for j in range(padded(kinds - opening[k])):
            value = np.uint32(best[row + j] & WON)
            given[into + j] += times * value
            total += wide[x + j] * value
        if opening[k] == k:  # to throw x is to throw k
            total -= np.uint32(copies[k] + 1) * np.uint32(best[row] & WON)
        given[np.uint64(k - begin)] += total
    for j in range(np.uint64(kinds - begin)):
        sums[at + j] += given[j]


@jit
def sweep(ranks, values, scores, ties, whole, lead, start, sums):
    """Add to the sum of each multiset of seven tiles whose lowest kind is `start` the values of the hands that it can
    become and whose lowest kind is `lead`, each times the copies that can be drawn. To be called for each lead up to
    `start`.

    values, scores: of all multisets of seven tiles, by rank; scores is None for best play. ties: by kind, in bits 16 to
    22, with PAD zeros behind; its type is that of merits. whole: the bit set of the complete hands. sums[i]: of the
    multiset with the rank first[7, start] + i.
    """
    copies = ranks.copies
    kinds, origin, ahead = len(copies), ranks.first[7, start], 0 if lead == start else 1
    tiles, node = np.zeros(8, np.int64), np.zeros(3, np.int64)
    nodes, sevens, behind = (
        np.zeros((22, 3), np.int64),
        np.zeros((6, 3), np.int64),
        np.zeros((7, 3), np.int64),
    )
    place, opening, slices = np.zeros(kinds, np.int64), np.zeros(kinds, np.int64), np.zeros((6, 2), np.int64)
    wide, given = np.zeros(kinds + 2 * PAD, np.uint32), np.zeros(kinds + 3 * PAD, np.uint32)
    held, best = (
        np.zeros(kinds + 2 * PAD, ties.dtype),
        np.zeros(kinds * (kinds + 1) // 2 + 2 * PAD, ties.dtype),
    )
    wide[:kinds] = copies
    prefix = tiles[ahead:]
    tiles[0] = lead
    there = first_prefix(copies, start, 5 - ahead, prefix)
    while there:
        lay_out(ranks, tiles, 5, 7, 5, 5, nodes[21])
        lay_out(ranks, tiles, 5, 8, 5, 5, nodes[0])
        lay_out_seven(ranks, tiles, sevens)
        fifth, of_fifth = tiles[4], copies_used(tiles, 5, tiles[4])
        for last in range(fifth if of_fifth < copies[fifth] else fifth + 1, kinds):
            tiles[5], used = last, of_fifth + 1 if last == fifth else 1
            n, begin = lay_out_rows(copies, last, used, place, opening)
            if begin == kinds:
                continue
            less_a_tile(ranks, nodes, sevens, last, behind)
            seven = child(copies, behind[6], begin)
            best_of_rows(values, scores, ties, seven, begin, place, opening, held, best)
            for i in range(6):
                from_kind = (
                    last + 1 if tiles[i] == last else begin
                )  # to throw `last` from its row is to throw k
                slices[i, 0] = -1
                if from_kind < kinds and (i == 5 or tiles[i] != tiles[i + 1]):
                    grown(ranks, 1, behind[i], from_kind, node)
                    slices[i] = node[0], place[from_kind]
                    tie, into = ties[tiles[i]], place[from_kind]
                    consider(values, scores, tie, node[0], best, into, n - into)
            grown(ranks, 2, nodes[0], last, node)
            grown(ranks, 1, node, begin, node)
            for j in range(0, n, WORD):
                word = word_at(whole, node[0] + j) & below(n - j)
                while word != NONE:
                    best[j + np.int64(lowest(word))] = WON
                    word &= word - ONE
            best[n : n + PAD] = 0
            for i in range(1 if ahead else 6):
                at, into = slices[i]
                left = copies_used(tiles, i + 1, tiles[i]) - 1
                if at >= 0 and (ahead or left > 0 or tiles[i] > start):  # else the lowest tile is thrown
                    give(best, into, n - into, copies[tiles[i]] - left, sums, at - origin)
            if not ahead:
                give_rows(best, copies, wide, last, used, begin, place, opening, given, sums, seven - origin)
        there = next_prefix(copies, 5 - ahead, prefix)


@jit
def read_off(ranks, choose, start, sums, new, figures, hands, percent, letters):
    """Read what `sweep` found. Multisets count as so many hands as there are ways to pick them from the tiles.

    new[i]: gets the value of the multiset with the rank first[7, start] + i. figures: gets the sum of all chances, the
    lowest, and the highest. hands: gets the hands of the lowest and the highest. percent, letters: see `Solved`.
    """
    copies = ranks.copies
    tiles, node, left = np.zeros(8, np.int64), np.zeros(3, np.int64), copies.sum() - 7
    unit = 1 / (np.float64(left) * WON)
    figures[:] = 0.0, 2.0, -1.0
    there = first_prefix(copies, start, 6, tiles)
    while there:
        lay_out(ranks, tiles, 6, 7, 6, 6, node)
        last, used = node[1], node[2]
        six, fewer = ways_of(copies, choose, tiles, 6), ways_of(copies, choose, tiles, 6 - used)
        there_are, reached = np.int64(0), 0.0
        for k in range(last if used < copies[last] else last + 1, len(copies)):
            place = child(copies, node, k) - ranks.first[7, start]
            ways = fewer * choose[copies[k], used + 1] if k == last else six * copies[k]
            new[place] = (sums[place] + np.uint32(left // 2)) // np.uint32(left)
            chance = sums[place] * unit
            percent[np.int64(chance * 100 + 1e-9)] += ways
            there_are += ways
            reached += ways * chance
            if k > last:
                letters[k, 0] += ways
                letters[k, 1] += ways * chance
            tiles[6] = k
            if chance < figures[1]:
                figures[1], hands[0] = chance, tiles[:7]
            if chance > figures[2]:
                figures[2], hands[1] = chance, tiles[:7]
        figures[0] += reached
        for i in range(6):
            if i == 5 or tiles[i] != tiles[i + 1]:
                letters[tiles[i], 0] += there_are
                letters[tiles[i], 1] += reached
        there = next_prefix(copies, 6, tiles)
