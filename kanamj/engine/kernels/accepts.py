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
from kanamj.engine.kernels.compiled import inner_jit, jit
from kanamj.engine.kernels.settle import PAIR, PART, has, settle
from kanamj.engine.kernels.words import (
    DESK,
    DOUBT,
    GUARD,
    LOW6,
    NO,
    NONE,
    ONE,
    TWO,
    YES,
    distance,
    find_trios,
    lay_out,
    least,
    list_trios,
    tiles_left,
    within,
)


@inner_jit
def fill(row, given):
    """Copy a row; assigning a slice would take a second to compile."""
    for kind in range(len(row)):
        row[kind] = given[kind]


@inner_jit
def mark_accepts(tables, desks, row, missing, trios, pairs, marks):
    """Set marks[kind] where a tile of the kind, if there is one left, lowers the distance `missing`. row is used and
    left as it was."""
    for kind in range(len(row)):
        marks[kind] = False
        if row[kind] < tables.book[0].room[kind] and has(tables.book[0].of_use, kind):
            row[kind] += np.uint8(1)
            marks[kind] = nearer(tables, desks, row, trios, pairs, missing)
            row[kind] -= np.uint8(1)


@inner_jit
def nearer(tables, desks, row, trios, pairs, missing):
    """True if the distance of a hand is less than `missing`."""
    if not tables.reachable:
        return False
    desk = desks[0]
    held, tiles = lay_out(tables, desk, row)
    find_trios(tables, desk)
    n, more = list_trios(tables, desk)
    if more:
        return distance(tables, desks, row, trios, pairs) < missing
    answer = within(tables.book[0], desk, held, tiles, (ONE << n) - ONE, trios, pairs, missing - 1)
    if answer == DOUBT:
        return settle(tables.book[0], row, np.int64(trios), np.int64(pairs), np.int64(0), missing) < missing
    return answer == YES


@jit
def accepts(tables, rows, trios, pairs, missing, marks):
    """Distances of rows (n, K) one tile short into missing (n,) int8, what lowers them into marks (n, K) bool."""
    desks = np.zeros(2, DESK)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.empty(rows.shape[1], np.uint8)
    for n in range(len(rows)):
        fill(row, rows[n])
        missing[n] = distance(tables, desks, row, trios, pairs)
        if missing[n] == 1:
            mark_waits(tables, desks, row, trios, pairs, marks[n])
        else:
            mark_accepts(tables, desks, row, np.int64(missing[n]), trios, pairs, marks[n])


@jit
def waits(tables, rows, trios, pairs, marks):
    """Kinds that complete rows (n, K) one tile short into marks (n, K) bool."""
    desks = np.zeros(2, DESK)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.empty(rows.shape[1], np.uint8)
    for n in range(len(rows)):
        fill(row, rows[n])
        mark_waits(tables, desks, row, trios, pairs, marks[n])


@inner_jit
def mark_waits(tables, desks, row, trios, pairs, marks):
    """Set marks[kind] where a tile of the kind completes a hand one tile short.

    Either all trios are there and one letter, or all but one, two letters of a trio and a pair; so each set of
    disjoint trios tells what it waits for.
    """
    for kind in range(len(row)):
        marks[kind] = False
    if not tables.reachable:
        return
    desk, book = desks[0], tables.book[0]
    held, _ = lay_out(tables, desk, row)
    find_trios(tables, desk)
    n, more = list_trios(tables, desk)
    if more:
        mark_accepts(tables, desks, row, np.int64(1), trios, pairs, marks)
        return
    every = (ONE << n) - ONE
    desk.waits[0], desk.waits[1] = NONE, NONE
    if pairs > NONE:
        walk = begin_walk(desk, held, every)
        while walk:
            left = next_rest(desk, trios)
            walk = left != NONE
            if walk:
                add_waits(desk, book.seconds[desk.kinds[lowest(left) >> TWO]])
    walk = trios > NONE and begin_walk(desk, held, every)
    while walk:
        left = next_rest(desk, trios - ONE)
        walk = left != NONE
        if walk:
            add_waits_of_rest(book, desk, left, pairs)
    for kind in range(len(row)):
        word, bit = np.uint64(kind) >> np.uint64(6), ONE << (np.uint64(kind) & LOW6)
        marks[kind] = desk.waits[word] & ~desk.full[word] & bit != NONE


@inner_jit
def add_waits(desk, kinds):
    """Wait for a set of kinds."""
    desk.waits[0] |= kinds[0]
    desk.waits[1] |= kinds[1]


@inner_jit
def add_waits_of_rest(book, desk, left, pairs):
    """Wait for what makes a trio of two tiles of a rest, the two others (if it has four) being a pair."""
    n = tiles_left(desk, left, book.kinds)
    tiles = desk.tiles
    for i in range(n):
        for j in range(i + ONE, n):
            if book.edges[tiles[i], tiles[j]] & PART == NONE:
                continue
            paired = pairs == NONE
            if not paired:  # the four tiles are i, j and two others
                k = NONE if i != NONE else ONE if j != ONE else TWO
                m = np.uint64(6) - i - j - k
                paired = book.edges[tiles[k], tiles[m]] & PAIR != NONE
            if paired:
                add_waits(desk, book.thirds[tiles[i], tiles[j]])


@inner_jit
def begin_walk(desk, held, every):
    """Make ready to go through sets of disjoint trios."""
    desk.levels[0, 0], desk.levels[0, 1] = held, every
    desk.level[0] = NONE
    return True


@inner_jit
def next_rest(desk, sets):
    """What the next set of that many disjoint trios leaves of the hand; 0 if there is no more."""
    levels, level = desk.levels, desk.level[0]
    if sets == NONE:
        left = levels[0, 0]
        levels[0, 0] = NONE
        return left
    while True:
        todo = levels[level, 1]
        if todo == NONE:
            if level == NONE:
                return NONE
            level -= ONE
            continue
        i = lowest(todo)
        levels[level, 1] = todo & (todo - ONE)
        left = (levels[level, 0] | GUARD) - desk.words[i]
        if left & GUARD != GUARD:
            continue
        left &= ~GUARD
        if level + ONE == sets:
            desk.level[0] = level
            return left
        level += ONE
        levels[level, 0], levels[level, 1] = left, todo & desk.meets[i]


@inner_jit
def take_out(desk, kind, room):
    """Take a tile of the kind off the desk: returns its field. `put_back` undoes it."""
    desk.counts[kind] -= np.uint8(1)
    word, bit = kind >> np.uint64(6), ONE << (kind & LOW6)
    if desk.counts[kind] < room:
        desk.full[word] &= ~bit
    return desk.unit[kind]


@inner_jit
def put_back(desk, kind, room):
    """Put a tile of the kind on the desk again."""
    desk.counts[kind] += np.uint8(1)
    word, bit = kind >> np.uint64(6), ONE << (kind & LOW6)
    if desk.counts[kind] >= room:
        desk.full[word] |= bit


@inner_jit
def distances_after(tables, desks, row, trios, pairs, after):
    """The distance of a full-sized hand; after[kind]: that without a tile of the kind, 127 if there is none."""
    desk, book = desks[0], tables.book[0]
    held, tiles = lay_out(tables, desk, row)
    find_trios(tables, desk)
    n, more = list_trios(tables, desk)
    every = (ONE << n) - ONE
    missing, sure = 0, False
    if not more and trios > NONE and tables.reachable:
        missing, sure = least(book, desk, held, tiles, every, trios, pairs)
    for kind in range(len(row)):
        after[kind] = 127
        if row[kind] == 0:
            continue
        bound, known = 0, False
        if not more and trios > NONE and tables.reachable:
            unit = take_out(desk, np.uint64(kind), book.room[kind])
            cand = every & ~(desk.has[kind] & desk.sole[kind])
            bound, known = least(book, desk, held - unit, NONE, cand, trios, pairs)
            put_back(desk, np.uint64(kind), book.room[kind])
        after[kind] = bound if known else -1
    for kind in range(len(row)):
        if after[kind] < 0:
            row[kind] -= np.uint8(1)
            after[kind] = distance(tables, desks, row, trios, pairs)
            row[kind] += np.uint8(1)
    return missing if sure else distance(tables, desks, row, trios, pairs)


@jit
def best_discards(tables, rows, unseen, order, trios, pairs, kinds, missing, tiles):
    """For rows (n, K) of full size: the kind to discard into kinds (n,), the distance after it into missing (n,), the
    accepted tiles unseen into tiles (n,). Least distance, then most tiles, then the kind that comes first in order.

    Each draw is laid out once with the whole hand, and asked of the discards that keep the distance least; tenpai
    hands tell their waits themselves.
    """
    desks = np.zeros(3, DESK)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.empty(rows.shape[1], np.uint8)
    after = np.empty(rows.shape[1], np.int64)
    accepted = np.empty(rows.shape[1], np.int64)
    marks = np.empty(rows.shape[1], np.bool_)
    for n in range(len(rows)):
        fill(row, rows[n])
        before = distances_after(tables, desks, row, trios, pairs, after)
        nearest = after[0]
        for kind in range(len(row)):
            nearest = min(nearest, after[kind])
        if nearest == 1:
            waits_after(tables, desks, row, unseen[n], trios, pairs, after, marks, accepted)
        else:
            for kind in range(len(row)):
                # Drawing the tile again that was discarded.
                again = after[kind] == nearest and before < nearest
                accepted[kind] = np.int64(unseen[n, kind]) if again else 0
            for draw in range(len(row)):
                there = row[draw] < tables.book[0].room[draw] and unseen[n, draw] > 0
                if there and has(tables.book[0].of_use, draw):
                    row[draw] += np.uint8(1)
                    add_accepted(
                        tables, desks, row, draw, unseen[n, draw], nearest, trios, pairs, after, accepted
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
def waits_after(tables, desks, row, unseen, trios, pairs, after, marks, accepted):
    """Set accepted[kind] to the tiles unseen that a hand waits for after the discards that make it tenpai."""
    for kind in range(len(row)):
        if after[kind] != 1:
            continue
        row[kind] -= np.uint8(1)
        mark_waits(tables, desks, row, trios, pairs, marks)
        row[kind] += np.uint8(1)
        accepted[kind] = 0
        for draw in range(len(row)):
            if marks[draw]:
                accepted[kind] += np.int64(unseen[draw])


@inner_jit
def add_accepted(tables, desks, row, draw, unseen, nearest, trios, pairs, after, accepted):
    """Add `unseen` to accepted[kind] for the discards that keep the distance `nearest` and after which the draw, in
    the row already, lowers it."""
    desk, book = desks[0], tables.book[0]
    if not tables.reachable:
        return
    held, tiles = lay_out(tables, desk, row)
    find_trios(tables, desk)
    n, more = list_trios(tables, desk)
    every = (ONE << n) - ONE
    for kind in range(len(row)):
        if after[kind] != nearest or kind == draw:
            continue
        answer = DOUBT
        if not more:
            unit = take_out(desk, np.uint64(kind), book.room[kind])
            cand = every & ~(desk.has[kind] & desk.sole[kind])
            left = tiles - ONE if unit != NONE else tiles
            answer = within(book, desk, held - unit, left, cand, trios, pairs, nearest - 1)
            put_back(desk, np.uint64(kind), book.room[kind])
        if answer == DOUBT:
            row[kind] -= np.uint8(1)
            if more:
                answer = YES if nearer(tables, desks[1:], row, trios, pairs, nearest) else NO
            elif settle(book, row, np.int64(trios), np.int64(pairs), np.int64(0), nearest) < nearest:
                answer = YES
            row[kind] += np.uint8(1)
        if answer == YES:
            accepted[kind] += np.int64(unseen)
