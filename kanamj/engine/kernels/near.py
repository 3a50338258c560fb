"""Finds the hands that miss at most one tile (`one_missing`), and which of them are complete (`splits`, `all_trios`).

Example (the game of `kernels/__init__`), さくらなみだい: `one_missing` takes out さくら, then なみだ. What is left,
い, can still become いぬ, so it returns YES and 2 trios. For さくらなみだいぬ, `splits` starts with the tile in the
fewest trios. い is in no trio, so it must be in the pair いぬ. `all_trios` splits the rest, and `splits` returns True.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest, popcount
from kanamj.engine.kernels.compiled import inner_jit, merged_jit
from kanamj.engine.kernels.hand import is_open, tiles_left
from kanamj.engine.kernels.records import FIELD, FOUR, GUARD, NO, NONE, ONE, PAIR, SKIP, THREE, TWO, WON, YES

PAIRS_OF_5 = [(i, j) for i in range(5) for j in range(i + 1, 5)]
APART_OF_5 = [
    sum(1 << q for q, other in enumerate(PAIRS_OF_5) if not {*pair} & {*other}) for pair in PAIRS_OF_5
]
BESIDE = np.zeros(1024, np.uint16)
for _pair, _apart in enumerate(APART_OF_5):
    BESIDE[np.arange(1024) >> _pair & 1 == 1] |= _apart
"""BESIDE[s], for a set s of pairs of five tiles: the pairs that share no tile with at least one pair of s."""
FIRST_OF = np.array([i for i, _ in PAIRS_OF_5], np.uint64)
SECOND_OF = np.array([j for _, j in PAIRS_OF_5], np.uint64)


@inner_jit
def one_missing(lexicon, hand, packed, listed, trios, pair, whole):
    """Whether the distance is at most 1: YES or NO. Returns also the largest number of disjoint trios, which is exact
    only if the answer is NO.

    If the form has no pair slot, the answer is WON for a complete hand. If it has one, `splits` tells whether the hand
    is complete. trios, pair: the slots of the form. whole: whether the hand has as many tiles as the form.
    """
    skipped = FOUR - trios
    deepest = skipped
    near = NO
    one = ONE << SKIP if skipped > NONE else listed
    while one != NONE:
        i = lowest(one)
        one &= one - ONE
        rest_1 = (packed | GUARD) - hand.words[i]
        if i == SKIP:
            two = ONE << SKIP if skipped > ONE else listed
        else:
            deepest = max(deepest, ONE)
            two = hand.goes_with[i] & (one | (ONE << i))
        while two != NONE:
            j = lowest(two)
            two &= two - ONE
            rest_2 = rest_1 - hand.words[j]
            if rest_2 & GUARD != GUARD:
                continue
            if j == SKIP:
                three = ONE << SKIP if skipped > TWO else listed
            else:
                deepest = max(deepest, TWO)
                three = hand.goes_with[j] & (two | (ONE << j))
            while three != NONE:
                k = lowest(three)
                three &= three - ONE
                rest_3 = rest_2 - hand.words[k]
                if rest_3 & GUARD != GUARD:
                    continue
                deepest = max(deepest, THREE)
                four = listed if k == SKIP else hand.goes_with[k] & (three | ONE << k)
                while four != NONE:
                    m = lowest(four)
                    four &= four - ONE
                    left = rest_3 - hand.words[m]
                    if left & GUARD != GUARD:
                        continue
                    deepest = FOUR
                    if not pair:
                        return WON, trios
                    if pair_or_letter(lexicon, hand, left & ~GUARD):
                        return YES, trios
                if near == NO and part_and_pair(lexicon, hand, rest_3 & ~GUARD, pair):
                    if pair or not whole:
                        return YES, trios
                    near = YES
    return near, deepest - skipped


@merged_jit
def part_and_pair(lexicon, hand, left, pair):
    """True if the rest `left`, at most five tiles, has two letters of a trio whose third letter can be drawn and, if
    `pair`, also a pair of other tiles.

    All ten pairs of tiles are looked up without a branch. In the variable `found`, bits 0 to 9 are the pairs that are a
    word, bits 15 to 24 those that are part of a trio.
    """
    tiles_left(hand, left, lexicon.kinds)
    edges, tiles = lexicon.edges, hand.tiles
    a, b, c, d, e = tiles[0], tiles[1], tiles[2], tiles[3], tiles[4]
    found = (
        np.uint64(edges[a, b])
        | np.uint64(edges[a, c]) << np.uint64(1)
        | np.uint64(edges[a, d]) << np.uint64(2)
        | np.uint64(edges[a, e]) << np.uint64(3)
        | np.uint64(edges[b, c]) << np.uint64(4)
        | np.uint64(edges[b, d]) << np.uint64(5)
        | np.uint64(edges[b, e]) << np.uint64(6)
        | np.uint64(edges[c, d]) << np.uint64(7)
        | np.uint64(edges[c, e]) << np.uint64(8)
        | np.uint64(edges[d, e]) << np.uint64(9)
    )
    parts = found >> np.uint64(15)
    if pair:
        parts &= np.uint64(BESIDE[found & np.uint64(1023)])
    while parts != NONE:
        i = lowest(parts)
        parts &= parts - ONE
        if is_open(hand, lexicon.thirds[tiles[FIRST_OF[i]], tiles[SECOND_OF[i]]]):
            return True
    return False


@merged_jit
def pair_or_letter(lexicon, hand, left):
    """True if the rest `left`, at most two tiles, is a pair, or if one of its tiles and a draw make one."""
    if left == NONE:
        return False
    field = lowest(left) >> TWO
    a = hand.kinds[field]
    if is_open(hand, lexicon.seconds[a]):
        return True
    left -= ONE << (FOUR * field)
    if left == NONE:
        return False
    b = hand.kinds[lowest(left) >> TWO]
    if is_open(hand, lexicon.seconds[b]):
        return True
    return lexicon.edges[a, b] & PAIR != NONE


@inner_jit
def splits(lexicon, hand, packed, listed, trios):
    """True if a hand with as many tiles as the form splits into `trios` trios and a pair.

    The tile that is in the fewest trios goes first. It is put into a pair, then into each of its trios; after a trio,
    the next tile is chosen in the same way.
    """
    field, _ = rarest(hand, packed, listed)
    level, rest, usable = NONE, packed, listed
    while True:
        kind = hand.kinds[field]
        others = rest - (ONE << (FOUR * field))
        for base in (NONE, np.uint64(64)):
            partners = lexicon.seconds[kind, base >> np.uint64(6)] & hand.kinds_held[base >> np.uint64(6)]
            while partners != NONE:
                other = base + lowest(partners)
                partners &= partners - ONE
                unit = hand.unit[other]
                if others & (unit * FIELD) != NONE:
                    without = usable & ~(
                        (hand.trios_with[kind] & hand.held_once[kind])
                        | (hand.trios_with[other] & hand.held_once[other])
                    )
                    if all_trios(hand, others - unit, without, trios - level):
                        return True
        todo = usable & hand.trios_with[kind]
        left = NONE
        while left & GUARD != GUARD:  # until a trio fits
            while todo == NONE:
                if level == NONE:
                    return False
                level -= ONE
                rest, usable, todo = hand.levels[level, 0], hand.levels[level, 1], hand.levels[level, 2]
            i = lowest(todo)
            todo &= todo - ONE
            left = (rest | GUARD) - hand.words[i]
        hand.levels[level, 0], hand.levels[level, 1], hand.levels[level, 2] = rest, usable, todo
        level += ONE
        rest, usable = left & ~GUARD, usable & hand.goes_with[i]
        field, _ = rarest(hand, rest, usable)


@inner_jit
def rarest(hand, rest, usable):
    """The field of the kind of `rest` that is in the fewest of the `usable` trios, and their number."""
    field, fewest = NONE, np.uint64(64)
    while rest != NONE:
        i = lowest(rest) >> TWO
        rest &= ~(FIELD << (FOUR * i))
        count = popcount(hand.trios_with[hand.kinds[i]] & usable)
        if count < fewest:
            field, fewest = i, count
    return field, fewest


@inner_jit
def all_trios(hand, rest, usable, trios):
    """True if `rest`, 3 * trios tiles, splits into `usable` trios. The rarest tile goes first, then the lowest."""
    bottom = np.uint64(8)  # of the stack in hand.levels; `splits` uses the levels below
    level = bottom
    if trios == NONE:
        return True
    field, count = rarest(hand, rest, usable)
    if count == NONE:
        return False
    todo = usable & hand.trios_with[hand.kinds[field]]
    while True:
        while todo == NONE:
            if level == bottom:
                return False
            level -= ONE
            rest, usable, todo = hand.levels[level, 0], hand.levels[level, 1], hand.levels[level, 2]
        i = lowest(todo)
        todo &= todo - ONE
        left = (rest | GUARD) - hand.words[i]
        if left & GUARD != GUARD:
            continue
        if left == GUARD:
            return True
        hand.levels[level, 0], hand.levels[level, 1], hand.levels[level, 2] = rest, usable, todo
        level += ONE
        rest, usable = left & ~GUARD, usable & hand.goes_with[i]
        todo = usable & hand.trios_with[hand.kinds[lowest(rest) >> TWO]]
