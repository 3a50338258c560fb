"""Draws of many hands over blocks of two and three: what completes or nears them, and the discards that leave most.

A kind is accepted if the hand with one more of it is nearer, and that is how it is found: 20 us a 13-tile hand of
33332. Waits are read off the sets of disjoint trios: 3.4 us a tenpai hand, 20 when each kind was tried. The best
discard takes 72 us: each draw is laid out once with all fourteen tiles; 140 when each discard had its own draws
laid out, 110 when tenpai hands tried each kind too. (AMD EPYC, list v1.1; tests/bench/test_bench_batch.py prints
the figures of this machine.)
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inner_jit, jit, records
from kanamj.engine.kernels.distance import distance, least, within
from kanamj.engine.kernels.hand import (
    begin_walk,
    find_trios,
    lay_out,
    list_trios,
    next_rest,
    put_back,
    read_hand,
    take_out,
    tiles_left,
)
from kanamj.engine.kernels.records import DOUBT, HAND, LOW6, NO, NONE, ONE, PAIR, PART, TWO, YES
from kanamj.engine.kernels.settle import has, settle


@inner_jit
def fill(row, given):
    """Copy a row; assigning a slice would take a second to compile."""
    for kind in range(len(row)):
        row[kind] = given[kind]


@inner_jit
def mark_accepts(tables, hands, row, missing, trios, pairs, marks):
    """Set marks[kind] where a tile of the kind, if there is one left, lowers the distance `missing`. row is used and
    left as it was."""
    for kind in range(len(row)):
        marks[kind] = False
        if row[kind] < tables.lexicon[0].room[kind] and has(tables.lexicon[0].of_use, kind):
            row[kind] += np.uint8(1)
            marks[kind] = nearer(tables, hands, row, trios, pairs, missing)
            row[kind] -= np.uint8(1)


@inner_jit
def nearer(tables, hands, row, trios, pairs, missing):
    """True if the distance of a hand is less than `missing`."""
    if not tables.reachable:
        return False
    hand = hands[0]
    packed, tiles = lay_out(tables, hand, row)  # `read_hand` written out, as in `distance`
    find_trios(tables, hand)
    n, more = list_trios(tables, hand)
    listed = (ONE << n) - ONE
    if more:
        return distance(tables, hands, row, trios, pairs) < missing
    answer = within(tables.lexicon[0], hand, packed, tiles, listed, trios, pairs, missing - 1)
    if answer == DOUBT:
        return (
            settle(tables.lexicon[0], row, np.int64(trios), np.int64(pairs), np.int64(0), missing) < missing
        )
    return answer == YES


@jit
def accepts(tables, rows, trios, pairs, missing, marks):
    """Distances of rows (n, K) one tile short into missing (n,) int8, what lowers them into marks (n, K) bool."""
    hands = records(2, HAND)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.zeros(rows.shape[1], np.uint8)
    for n in range(len(rows)):
        fill(row, rows[n])
        missing[n] = distance(tables, hands, row, trios, pairs)
        if missing[n] == 1:
            mark_waits(tables, hands, row, trios, pairs, marks[n])
        else:
            mark_accepts(tables, hands, row, np.int64(missing[n]), trios, pairs, marks[n])


@jit
def waits(tables, rows, trios, pairs, marks):
    """Kinds that complete rows (n, K) one tile short into marks (n, K) bool."""
    hands = records(2, HAND)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.zeros(rows.shape[1], np.uint8)
    for n in range(len(rows)):
        fill(row, rows[n])
        mark_waits(tables, hands, row, trios, pairs, marks[n])


@inner_jit
def mark_waits(tables, hands, row, trios, pairs, marks):
    """Set marks[kind] where a tile of the kind completes a hand one tile short.

    Either all trios are there and one letter, or all but one, two letters of a trio and a pair; so each set of
    disjoint trios tells what it waits for.
    """
    for kind in range(len(row)):
        marks[kind] = False
    if not tables.reachable:
        return
    hand, lexicon = hands[0], tables.lexicon[0]
    packed, _, listed, more = read_hand(tables, hand, row)
    if more:
        mark_accepts(tables, hands, row, np.int64(1), trios, pairs, marks)
        return
    hand.waits[0], hand.waits[1] = NONE, NONE
    if pairs > NONE:
        walk = begin_walk(hand, packed, listed)
        while walk:
            left = next_rest(hand, trios)
            walk = left != NONE
            if walk:
                add_waits(hand, lexicon.seconds[hand.kinds[lowest(left) >> TWO]])
    walk = trios > NONE and begin_walk(hand, packed, listed)
    while walk:
        left = next_rest(hand, trios - ONE)
        walk = left != NONE
        if walk:
            add_waits_of_rest(lexicon, hand, left, pairs)
    for kind in range(len(row)):
        word, bit = np.uint64(kind) >> np.uint64(6), ONE << (np.uint64(kind) & LOW6)
        marks[kind] = hand.waits[word] & ~hand.full[word] & bit != NONE


@inner_jit
def add_waits(hand, kinds):
    """Wait for a set of kinds."""
    hand.waits[0] |= kinds[0]
    hand.waits[1] |= kinds[1]


@inner_jit
def add_waits_of_rest(lexicon, hand, left, pairs):
    """Wait for what makes a trio of two tiles of a rest, the two others (if it has four) being a pair."""
    n = tiles_left(hand, left, lexicon.kinds)
    tiles = hand.tiles
    for i in range(n):
        for j in range(i + ONE, n):
            if lexicon.edges[tiles[i], tiles[j]] & PART == NONE:
                continue
            paired = pairs == NONE
            if not paired:  # the four tiles are i, j and two others
                k = NONE if i != NONE else ONE if j != ONE else TWO
                m = np.uint64(6) - i - j - k
                paired = lexicon.edges[tiles[k], tiles[m]] & PAIR != NONE
            if paired:
                add_waits(hand, lexicon.thirds[tiles[i], tiles[j]])


@inner_jit
def distances_after(tables, hands, row, trios, pairs, after):
    """after[kind]: the distance of a full-sized hand without a tile of the kind, 127 if there is none."""
    hand, lexicon = hands[0], tables.lexicon[0]
    packed, _, listed, more = read_hand(tables, hand, row)
    for kind in range(len(row)):
        after[kind] = 127
        if row[kind] == 0:
            continue
        bound, known = np.int64(0), False
        if not more and trios > NONE and tables.reachable:
            unit = take_out(hand, np.uint64(kind), lexicon.room[kind])
            usable = listed & ~(hand.trios_with[kind] & hand.held_once[kind])
            bound, known = least(lexicon, hand, packed - unit, NONE, usable, trios, pairs)
            put_back(hand, np.uint64(kind), lexicon.room[kind])
        after[kind] = bound if known else -1
    for kind in range(len(row)):
        if after[kind] < 0:
            row[kind] -= np.uint8(1)
            after[kind] = distance(tables, hands, row, trios, pairs)
            row[kind] += np.uint8(1)


@jit
def best_discards(tables, rows, unseen, order, trios, pairs, kinds, missing, tiles):
    """For rows (n, K) of full size: the kind to discard into kinds (n,), the distance after it into missing (n,), the
    accepted tiles unseen into tiles (n,). Least distance, then most tiles, then the kind that comes first in order.

    Each draw is laid out once with the whole hand, and asked of the discards that keep the distance least; tenpai
    hands tell their waits themselves.
    """
    hands = records(3, HAND)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.zeros(rows.shape[1], np.uint8)
    after = np.empty(rows.shape[1], np.int64)
    accepted = np.empty(rows.shape[1], np.int64)
    marks = np.empty(rows.shape[1], np.bool_)
    for n in range(len(rows)):
        fill(row, rows[n])
        distances_after(tables, hands, row, trios, pairs, after)
        nearest = after[0]
        for kind in range(len(row)):
            nearest = min(nearest, after[kind])
        if nearest == 1:
            waits_after(tables, hands, row, unseen[n], trios, pairs, after, marks, accepted)
        else:
            for kind in range(len(row)):
                accepted[kind] = 0
            for draw in range(len(row)):
                there = row[draw] < tables.lexicon[0].room[draw] and unseen[n, draw] > 0
                if there and has(tables.lexicon[0].of_use, draw):
                    row[draw] += np.uint8(1)
                    add_accepted(
                        tables, hands, row, draw, unseen[n, draw], nearest, trios, pairs, after, accepted
                    )
                    row[draw] -= np.uint8(1)
        best = np.int64(-1)
        for kind in order:
            if after[kind] == nearest and accepted[kind] > best:
                best = accepted[kind]
                kinds[n] = kind
        missing[n] = nearest
        tiles[n] = best


@inner_jit
def waits_after(tables, hands, row, unseen, trios, pairs, after, marks, accepted):
    """Set accepted[kind] to the tiles unseen that a hand waits for after the discards that make it tenpai."""
    for kind in range(len(row)):
        if after[kind] != 1:
            continue
        row[kind] -= np.uint8(1)
        mark_waits(tables, hands, row, trios, pairs, marks)
        row[kind] += np.uint8(1)
        accepted[kind] = 0
        for draw in range(len(row)):
            if marks[draw]:
                accepted[kind] += np.int64(unseen[draw])


@inner_jit
def add_accepted(tables, hands, row, draw, unseen, nearest, trios, pairs, after, accepted):
    """Add `unseen` to accepted[kind] for the discards that keep the distance `nearest` and after which the draw, in
    the row already, lowers it."""
    hand, lexicon = hands[0], tables.lexicon[0]
    if not tables.reachable:
        return
    packed, tiles, listed, more = read_hand(tables, hand, row)
    for kind in range(len(row)):
        if after[kind] != nearest or kind == draw:
            continue
        answer = DOUBT
        if not more:
            unit = take_out(hand, np.uint64(kind), lexicon.room[kind])
            usable = listed & ~(hand.trios_with[kind] & hand.held_once[kind])
            left = tiles - ONE if unit != NONE else tiles
            answer = within(lexicon, hand, packed - unit, left, usable, trios, pairs, nearest - 1)
            put_back(hand, np.uint64(kind), lexicon.room[kind])
        if answer == DOUBT:
            row[kind] -= np.uint8(1)
            if more:
                answer = YES if nearer(tables, hands[1:], row, trios, pairs, nearest) else NO
            elif settle(lexicon, row, np.int64(trios), np.int64(pairs), np.int64(0), nearest) < nearest:
                answer = YES
            row[kind] += np.uint8(1)
        if answer == YES:
            accepted[kind] += np.int64(unseen)
