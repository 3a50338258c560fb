"""Hands one tile short (blocks of two and three): the kinds that complete them or lower their distance.

A hand accepts a kind if one more tile of this kind lowers its distance. Accepts are found by trying each kind, waits
are read off the sets of disjoint trios.

Example (the game of `kernels/__init__`): さくらなみだい is tenpai. The trios さくら and なみだ leave い, so
`mark_waits` marks ぬ, which makes a pair with い. さくらなみいい is at distance 2. `mark_accepts` tries い, く, さ and
so on, and marks だ and ぬ.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inner_jit, jit, merged_jit, records
from kanamj.engine.kernels.distance import distance, only_settle, within
from kanamj.engine.kernels.hand import (
    begin_walk,
    find_trios,
    lay_out,
    list_trios,
    next_rest,
    read_hand,
    tiles_left,
)
from kanamj.engine.kernels.records import DOUBT, HAND, LOW6, NONE, ONE, PAIR, PART, TWO, YES
from kanamj.engine.kernels.settle import has, settle


@inner_jit
def fill(row, given):
    """Copy `given` into `row`, both (K,). Assigning a slice would take a second to compile."""
    for kind in range(len(row)):
        row[kind] = given[kind]


@inner_jit
def mark_accepts(tables, hands, row, missing, trios, pairs, marks):
    """Set marks[kind] to True if a tile of the kind is left and lowers the distance of the hand, else to False.
    missing: the distance. row is changed and restored."""
    for kind in range(len(row)):
        marks[kind] = False
        if row[kind] < tables.lexicon[0].room[kind] and has(tables.lexicon[0].of_use, kind):
            row[kind] += np.uint8(1)
            marks[kind] = nearer(tables, hands, row, trios, pairs, missing)
            row[kind] -= np.uint8(1)


@merged_jit
def nearer(tables, hands, row, trios, pairs, missing):
    """True if the distance of the hand `row`, which is at least `missing` - 1, is less than `missing`."""
    if not tables.reachable:
        return False
    hand = hands[0]
    packed, tiles = lay_out(tables, hand, row)  # as `read_hand`, see `distance`
    find_trios(tables, hand)
    n, more = list_trios(tables, hand)
    listed = (ONE << n) - ONE
    if more:
        return distance(tables, hands, row, trios, pairs) < missing
    answer = within(tables.lexicon[0], hand, packed, tiles, listed, trios, pairs, missing - 1)
    if answer == DOUBT:
        return (
            settle(tables.lexicon[0], row, np.int64(trios), np.int64(pairs), missing - 1, missing) < missing
        )
    return answer == YES


@jit
def accepts(tables, rows, trios, pairs, most, missing, marks):
    """For each hand, write the distance into missing (n,) int8, and into marks (n, K) bool which kinds lower it. rows:
    (n, K), hands one tile short. trios, pairs: the slots of the form. most: (n,) int8; if missing[i] > most[i],
    marks[i] may stay unchanged."""
    hands = records(2, HAND)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.zeros(rows.shape[1], np.uint8)
    for n in range(len(rows)):
        fill(row, rows[n])
        missing[n] = distance(tables, hands, row, trios, pairs)
        if missing[n] == 1:
            mark_waits(tables, hands, row, trios, pairs, marks[n])
        elif missing[n] <= most[n]:
            mark_accepts(tables, hands, row, np.int64(missing[n]), trios, pairs, marks[n])


@jit
def waits(tables, rows, trios, pairs, marks):
    """For each hand, write into marks (n, K) bool which kinds complete it. The others: as for `accepts`."""
    hands = records(2, HAND)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.zeros(rows.shape[1], np.uint8)
    for n in range(len(rows)):
        fill(row, rows[n])
        mark_waits(tables, hands, row, trios, pairs, marks[n])


@inner_jit
def mark_waits(tables, hands, row, trios, pairs, marks):
    """Set marks[kind] to True if a tile of the kind completes the hand `row`, which is one tile short, else to False.

    A tenpai hand has all trios and one letter of the pair; or all trios but one, two letters of that trio, and the
    pair. So each set of disjoint trios leaves tiles that show what the hand waits for.
    """
    for kind in range(len(row)):
        marks[kind] = False
    if not tables.reachable:
        return
    hand, lexicon = hands[0], tables.lexicon[0]
    packed, _, listed, more = read_hand(tables, hand, row)
    if more or only_settle(trios, pairs):
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
    """Add the set `kinds` to hand.waits."""
    hand.waits[0] |= kinds[0]
    hand.waits[1] |= kinds[1]


@inner_jit
def add_waits_of_rest(lexicon, hand, left, pairs):
    """Add to hand.waits the kinds that make a trio with two tiles of the rest `left`. If the form has a pair, the other
    two tiles of the rest must be this pair."""
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
