"""The best discards of hands that have as many tiles as the form, over blocks of two and three.

For each draw, the fourteen tiles and the draw are read together (`read_hand`), once for all discards. If a discard
leaves the hand tenpai, its waits are read off.

Example (the game of `kernels/__init__`), さくらなみだいい: `distances_after` writes 1 for い and 2 for the other
letters. Without い the hand waits for ぬ, of which two are unseen: `best_discards` writes い, distance 1, 2 tiles.
"""

import numpy as np

from kanamj.engine.kernels.compiled import jit, merged_jit, records
from kanamj.engine.kernels.distance import distance, least, only_settle, within
from kanamj.engine.kernels.hand import put_back, read_hand, take_out
from kanamj.engine.kernels.records import DOUBT, HAND, NO, NONE, ONE, YES
from kanamj.engine.kernels.settle import has, settle
from kanamj.engine.kernels.waits import fill, mark_waits


@merged_jit
def distances_after(tables, hands, row, trios, pairs, after):
    """Write into after[kind] the distance of the hand after a tile of the kind is discarded; 127 if the hand does not
    hold the kind. row: a hand with as many tiles as the form."""
    hand, lexicon = hands[0], tables.lexicon[0]
    packed, _, listed, more = read_hand(tables, hand, row)
    for kind in range(len(row)):
        after[kind] = 127
        if row[kind] == 0:
            continue
        bound, known = np.int64(0), False
        if not more and trios > NONE and not only_settle(trios, pairs) and tables.reachable:
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
def best_discards(tables, rows, unseen, trios, pairs, kinds, missing, tiles):
    """For each hand, write the best kind to discard into kinds (n,), the distance after it into missing (n,), and how
    many unseen tiles the hand then accepts into tiles (n,). The least distance is best, then the most tiles, then the
    lowest kind.

    rows: (n, K), hands with as many tiles as the form. unseen: (n, K), how many tiles of each kind are unseen. For each
    kind that can be drawn, `add_accepted` finds the discards of least distance after which the hand accepts this kind.
    If the least distance is 1 (tenpai), `mark_waits` finds the waits after each discard instead.
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
        for kind in range(len(row)):
            if after[kind] == nearest and accepted[kind] > best:
                best = accepted[kind]
                kinds[n] = kind
        missing[n] = nearest
        tiles[n] = best


@merged_jit
def waits_after(tables, hands, row, unseen, trios, pairs, after, marks, accepted):
    """For each discard with after[kind] == 1 (tenpai), write into accepted[kind] how many unseen tiles are waits."""
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


@merged_jit
def add_accepted(tables, hands, row, draw, unseen, nearest, trios, pairs, after, accepted):
    """Add `unseen` to accepted[kind] for each discard `kind` after which the hand accepts the kind `draw`.

    unseen: how many tiles of the kind `draw` are unseen. row: the hand and this draw together. Only discards with
    after[kind] == nearest count.
    """
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
                answer = YES if distance(tables, hands[1:], row, trios, pairs) < nearest else NO
            elif settle(lexicon, row, np.int64(trios), np.int64(pairs), nearest - 1, nearest) < nearest:
                answer = YES
            row[kind] += np.uint8(1)
        if answer == YES:
            accepted[kind] += np.int64(unseen)
