"""The distance of hands that miss more than one tile. `beyond_one` takes the largest sets of disjoint trios out of the
hand, and looks for parts in the rest, that is, in the tiles that are left.

A part is two tiles that are letters of one trio; it is open if the third letter can be drawn. The rest must have an
open part for each trio slot that is not yet filled, and a pair or a letter that can become one. If copies count, each
part must be able to draw a tile that no other part draws.

Example (the game of `kernels/__init__`), さくなみいぬぬ: the hand holds no trio, so two trio slots are not filled, and
the distance is at least 2. Without the pair いぬ, さくなみぬ is left. The open parts さく and なみ share no tile and
want different letters, so `beyond_one` returns 2 and True: the distance is 2.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.bits import lowest, popcount
from kanamj.engine.kernels.compiled import inner_jit
from kanamj.engine.kernels.hand import begin_walk, is_open, next_rest, tiles_left
from kanamj.engine.kernels.records import (
    DOUBT,
    FIELD,
    FOUR,
    LOW6,
    NO,
    NONE,
    ONE,
    PAIR,
    PART,
    THREE,
    TWO,
    YES,
)

WITHOUT_PAIR, WITH_PAIR, WITH_LETTER = (np.int64(i) for i in range(3))
"""What a rest must have besides its parts: nothing, a pair, or one letter that can become a pair."""

MOST_SPREAD = 11
PAIRS_OF_11 = [(i, j) for j in range(MOST_SPREAD) for i in range(j)]
APART = np.array(
    [
        sum(1 << q for q, other in enumerate(PAIRS_OF_11) if not {*pair} & {*other})
        for pair in [*PAIRS_OF_11, *((i, i) for i in range(MOST_SPREAD))]
    ],
    np.uint64,
)
"""APART[p]: the set of pairs that share no tile with pair p of PAIRS_OF_11. APART[55 + i]: those without tile i."""
FIRST_OF_11 = np.array([i for i, _ in PAIRS_OF_11], np.uint64)
SECOND_OF_11 = np.array([j for _, j in PAIRS_OF_11], np.uint64)
TILE_OF_11 = np.uint64(len(PAIRS_OF_11))


@inner_jit
def beyond_one(lexicon, hand, packed, listed, sets, trios, pair, most):
    """A lower bound of the distance of a hand that misses more than one tile, and True if the bound is the distance.

    packed, listed: the packed hand and the set of its trios. sets: the largest number of disjoint trios in the hand.
    trios, pair: the slots of the form. The search stops as soon as the bound is above `most`.
    """
    missing = max(np.int64(trios - sets), 2)
    if sets == trios:
        return missing, False
    parts = trios - sets
    while missing <= most and missing <= np.int64(parts) + 2:
        found = reaches(lexicon, hand, packed, listed, sets, parts, pair, np.uint64(missing))
        if found != NO or missing == np.int64(parts) + 2:
            return missing, found == YES
        missing += 1
    return missing, False


@inner_jit
def reaches(lexicon, hand, packed, listed, most, parts, pair, missing):
    """Whether `missing` tiles complete the hand: YES, NO or DOUBT. Looks for `most` disjoint trios and `parts` parts
    beside them, then for fewer trios and more parts. Not all ways are tried if missing == parts + 2."""
    whole = WITH_PAIR if pair else WITHOUT_PAIR
    answer = NO
    for single in range(2):  # trio slots with only one letter; they take long to find, so 0 goes first
        for fewer in range(min(missing - parts, most) + ONE):
            short = np.int64(missing - parts - fewer)  # missing letters besides the third letter of each part
            slot = WITH_LETTER if pair and short > single else whole
            if answer == YES or short - np.int64(slot == WITH_LETTER) != single:
                continue
            sets, more = most - fewer, parts + fewer
            found = fits_around(lexicon, hand, packed, listed, sets, more, slot, single == 1)
            answer = max(answer, found)
    return answer


@inner_jit
def fits_around(lexicon, hand, packed, listed, trios, parts, slot, start):
    """The best answer of `spread` about the rest, after taking each set of `trios` (0 to 3) disjoint trios out."""
    answer = NO
    walk = begin_walk(hand, packed, listed)
    while walk and answer != YES:
        left = next_rest(hand, trios)
        walk = left != NONE
        if walk:
            answer = max(answer, spread(lexicon, hand, left, parts, slot, start))
    return answer


@inner_jit
def spread(lexicon, hand, left, parts, slot, start):
    """YES if the rest `left` has `parts` open parts and what `slot` asks for (WITH_PAIR, say), and no two of these
    share a tile. DOUBT if it has them, but two of them may want the same last tile. NO if it does not have them. start:
    whether one of the parts has only one letter of its trio."""
    if not start:
        return spread_all(lexicon, hand, left, parts, slot)
    answer = NO
    rest = left
    while rest != NONE and answer != YES:
        field = lowest(rest) >> TWO
        rest &= ~(FIELD << (FOUR * field))
        if starts_trio(lexicon, hand, hand.kinds[field]):
            without = left - (ONE << (FOUR * field))
            found = spread_all(lexicon, hand, without, parts - ONE, slot)
            if found == YES and lexicon.strict:
                # The answer is sure if the single letter can draw two tiles that no other part can draw.
                full_lo, full_hi = hand.full[0], hand.full[1]
                for i in range(parts - ONE + np.uint64(slot == WITH_LETTER)):
                    hand.full[0] |= hand.draw_lo[i]
                    hand.full[1] |= hand.draw_hi[i]
                found = YES if starts_trio(lexicon, hand, hand.kinds[field]) else DOUBT
                hand.full[0], hand.full[1] = full_lo, full_hi
            answer = max(answer, found)
    return answer


@inner_jit
def spread_all(lexicon, hand, left, parts, slot):
    """As `spread`, for parts that all have two letters."""
    tiles, edges = hand.tiles, lexicon.edges
    n = tiles_left(hand, left, lexicon.kinds)
    if n > np.uint64(MOST_SPREAD):
        return spread_wide(lexicon, hand, n, parts, slot)
    pair_set = part_set = at = NONE
    for j in range(ONE, n):
        for i in range(j):
            edge = np.uint64(edges[tiles[j], tiles[i]])
            pair_set |= (edge & ONE) << at
            part_set |= (edge >> np.uint64(10)) << at
            at += ONE
    if slot == WITHOUT_PAIR:
        return match(lexicon, hand, part_set, NONE, parts)
    answer = NO
    if slot == WITH_PAIR:
        while pair_set != NONE and answer != YES:
            pair = lowest(pair_set)
            pair_set &= pair_set - ONE
            answer = max(answer, match(lexicon, hand, part_set & APART[pair], NONE, parts))
        return answer
    for i in range(n):
        if answer != YES and is_open(hand, lexicon.seconds[tiles[i]]):
            note_draws(hand, NONE, lexicon.seconds[tiles[i]])
            apart = part_set & APART[TILE_OF_11 + i]
            answer = max(answer, match(lexicon, hand, apart, ONE, parts))
    return answer


@inner_jit
def starts_trio(lexicon, hand, kind):
    """True if a tile of this kind makes a trio with two tiles that can be drawn."""
    for other in range(lexicon.kinds):
        spare = np.int64(lexicon.room[other]) - np.int64(hand.counts[other])
        word, bit = other >> np.uint64(6), ONE << (other & LOW6)
        was = hand.full[word]
        if was & bit != NONE or lexicon.edges[kind, other] & PART == NONE:
            continue
        if spare == 1:
            hand.full[word] |= bit
        found = is_open(hand, lexicon.thirds[kind, other])
        hand.full[word] = was
        if found:
            return True
    return False


@inner_jit
def match(lexicon, hand, part_set, depth, parts):
    """Whether `parts` parts of `part_set` share no tile, and each can draw a tile of its own: YES or NO. DOUBT if they
    share no tile, but may want the same last tile. part_set: bit p is pair p of PAIRS_OF_11. depth: how many draws are
    already noted (`note_draws`)."""
    if parts == NONE:
        return verdict(lexicon, hand, depth)
    answer = NO
    level = NONE
    levels = hand.levels[8:]  # `next_rest` uses the levels below
    levels[0, 0] = part_set
    while True:
        part_set = levels[level, 0]
        if part_set == NONE:
            if level == NONE:
                return answer
            level -= ONE
            continue
        i = lowest(part_set)
        part_set &= part_set - ONE
        levels[level, 0] = part_set
        more = part_set & APART[i]
        last = level + ONE == parts
        if more == NONE and not last:
            continue
        thirds = lexicon.thirds[hand.tiles[FIRST_OF_11[i]], hand.tiles[SECOND_OF_11[i]]]
        if not is_open(hand, thirds):
            continue
        note_draws(hand, depth + level, thirds)
        if not last:
            level += ONE
            levels[level, 0] = more
        elif verdict(lexicon, hand, depth + parts) == YES:
            return YES
        else:
            answer = DOUBT


@inner_jit
def spread_wide(lexicon, hand, n, parts, slot):
    """As `spread_all`, for n > MOST_SPREAD tiles. They have more pairs than the 64 bits of a set."""
    tiles = hand.tiles
    all_tiles = (ONE << n) - ONE
    idle = n - TWO * parts - (TWO if slot == WITH_PAIR else ONE if slot == WITH_LETTER else NONE)
    if slot == WITHOUT_PAIR:
        return pair_up(lexicon, hand, all_tiles, NONE, parts, idle)
    answer = NO
    for i in range(n):
        if slot == WITH_LETTER and answer != YES and is_open(hand, lexicon.seconds[tiles[i]]):
            note_draws(hand, NONE, lexicon.seconds[tiles[i]])
            answer = max(answer, pair_up(lexicon, hand, all_tiles ^ (ONE << i), ONE, parts, idle))
        for j in range(i + ONE, n):
            if slot == WITH_PAIR and answer != YES and lexicon.edges[tiles[i], tiles[j]] & PAIR != NONE:
                answer = max(
                    answer, pair_up(lexicon, hand, all_tiles ^ (ONE << i) ^ (ONE << j), NONE, parts, idle)
                )
    return answer


@inner_jit
def pair_up(lexicon, hand, unused, depth, parts, idle):
    """As `match`, for a set of tiles instead of a set of parts. The lowest tile of `unused` is in a part with another
    tile, or it is one of the `idle` tiles that are in no part."""
    answer = NO
    level, made = NONE, NONE
    levels, tiles = hand.levels[8:], hand.tiles  # `next_rest` uses the levels below
    i = lowest(unused)
    j = i + ONE
    while True:  # tile i is the lowest unused tile, j the next to try with it
        while j < np.uint64(16) and not (
            unused >> j & ONE != NONE
            and lexicon.edges[tiles[i], tiles[j]] & PART != NONE
            and is_open(hand, lexicon.thirds[tiles[i], tiles[j]])
        ):
            j += ONE
        if j < np.uint64(16):
            note_draws(hand, depth + made, lexicon.thirds[tiles[i], tiles[j]])
            if made + ONE == parts:
                if verdict(lexicon, hand, depth + parts) == YES:
                    return YES
                answer = DOUBT
                j += ONE
                continue
            levels[level, 0], levels[level, 1], levels[level, 2] = unused, idle, made << FOUR | j
            level += ONE
            made += ONE
            unused &= ~(ONE << i | ONE << j)
        elif idle > NONE:
            idle -= ONE
            unused &= unused - ONE
        else:
            if level == NONE:
                return answer
            level -= ONE
            unused, idle, made = levels[level, 0], levels[level, 1], levels[level, 2] >> FOUR
            i = lowest(unused)
            j = (levels[level, 2] & FIELD) + ONE
            continue
        i = lowest(unused)
        j = i + ONE


@inner_jit
def verdict(lexicon, hand, draws):
    """YES if all the draws that are noted can be made together, else DOUBT. draws: their number."""
    return YES if not lexicon.strict or draws_differ(lexicon, hand, draws) else DOUBT


@inner_jit
def note_draws(hand, depth, kinds):
    """Note what part number `depth` can draw: those of the set `kinds` of which a tile is left."""
    hand.draw_lo[depth] = kinds[0] & ~hand.full[0]
    hand.draw_hi[depth] = kinds[1] & ~hand.full[1]


@inner_jit
def draws_differ(lexicon, hand, count):
    """True if each of `count` parts can draw a tile of its own. By Hall's theorem, this is so if, for every k, any k of
    the parts together have at least k tiles to draw."""
    for chosen in range(THREE, ONE << count):
        lo = hi = NONE
        for i in range(count):
            if chosen >> i & ONE != NONE:
                lo |= hand.draw_lo[i]
                hi |= hand.draw_hi[i]
        wanted = np.int64(popcount(chosen))
        if np.int64(popcount(lo) + popcount(hi)) < wanted and spare_tiles(lexicon, hand, lo, hi) < wanted:
            return False
    return True


@inner_jit
def spare_tiles(lexicon, hand, lo, hi):
    """How many tiles of the kinds in lo, hi (a set as two uint64) are left to draw."""
    spare = np.int64(0)
    for base in (NONE, np.uint64(64)):
        kinds = lo if base == NONE else hi
        while kinds != NONE:
            kind = base + lowest(kinds)
            kinds &= kinds - ONE
            spare += np.int64(lexicon.room[kind]) - np.int64(hand.counts[kind])
    return spare
