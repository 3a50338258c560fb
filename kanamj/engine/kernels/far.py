"""The distance of hands that miss more than one tile. `beyond_one` takes the largest sets of disjoint trios out of the
hand, and looks for parts in the rest, that is, in the tiles that are left.

A part is two tiles that are letters of one trio; it is open if the third letter can be drawn. The rest must have an
open part for each trio slot that is not yet filled, and a pair or a letter that can become one. If copies count, each
part must be able to draw a tile that no other part draws.

Example (the game of `kernels/__init__`), さくなみいぬぬ: the hand holds no trio, so two trio slots are not filled, and
the distance is at least 2. Without the pair いぬ, さくなみぬ is left. The open parts さく and なみ share no tile and
want different letters, so `beyond_one` returns 2 and True: the distance is 2.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest, popcount
from kanamj.engine.kernels.compiled import inner_jit, merged_jit
from kanamj.engine.kernels.hand import begin_walk, is_open, next_rest, tiles_left
from kanamj.engine.kernels.records import DOUBT, FIELD, FOUR, LOW6, NO, NONE, ONE, PART, THREE, TWO, YES

WITHOUT_PAIR, WITH_PAIR, WITH_LETTER = (np.int64(i) for i in range(3))
"""What a rest must have besides its parts: nothing, a pair, or one letter that can become a pair."""


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


@merged_jit
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


@merged_jit
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


@merged_jit
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
    tiles, edges, seconds = hand.tiles, lexicon.edges, lexicon.seconds
    n = tiles_left(hand, left, lexicon.kinds)
    wanted = TWO * parts + (TWO if slot == WITH_PAIR else ONE if slot == WITH_LETTER else NONE)
    if n < wanted:
        return NO
    every, idle = (ONE << n) - ONE, n - wanted
    for i in range(n):
        both = NONE
        for j in range(i + ONE, n):
            both |= np.uint64(edges[tiles[i], tiles[j]]) << j
        hand.pair_set[i], hand.part_set[i] = both & every, both >> np.uint64(15)
    if slot == WITHOUT_PAIR:
        return match(lexicon, hand, every, NONE, parts, idle)
    answer = NO
    for i in range(n):
        rest = every ^ (ONE << i)
        if slot == WITH_LETTER:
            if answer != YES and is_open(hand, seconds[tiles[i]]):
                note_draws(hand, NONE, seconds[tiles[i]])
                answer = max(answer, match(lexicon, hand, rest, ONE, parts, idle))
            continue
        others = hand.pair_set[i]
        while others != NONE and answer != YES:
            without = rest ^ (ONE << lowest(others))
            answer = max(answer, match(lexicon, hand, without, NONE, parts, idle))
            others &= others - ONE
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
def match(lexicon, hand, unused, depth, parts, idle):
    """Whether the tiles of the set `unused` are `parts` parts, each of which can draw a tile of its own, and `idle`
    other tiles: YES or NO. DOUBT if two parts may want the same last tile. depth: how many draws are already noted
    (`note_draws`)."""
    if parts == NONE:
        return verdict(lexicon, hand, depth)
    answer = NO
    level, made = NONE, NONE
    levels, tiles = hand.levels[8:], hand.tiles  # `next_rest` uses the levels below
    i = lowest(unused)
    options = hand.part_set[i] & unused
    while True:  # tile i is the lowest unused tile; options: the others to be tried with it
        if options != NONE:
            j = lowest(options)
            options &= options - ONE
            thirds = lexicon.thirds[tiles[i], tiles[j]]
            if not is_open(hand, thirds):
                continue
            note_draws(hand, depth + made, thirds)
            if made + ONE == parts:
                if verdict(lexicon, hand, depth + parts) == YES:
                    return YES
                answer = DOUBT
                continue
            levels[level, 0], levels[level, 1], levels[level, 2] = unused, options, idle << FOUR | made
            level += ONE
            made += ONE
            unused &= ~(ONE << i | ONE << j)
        elif idle > NONE:
            idle -= ONE
            unused &= unused - ONE
        elif level == NONE:
            return answer
        else:
            level -= ONE
            unused, options = levels[level, 0], levels[level, 1]
            idle, made = levels[level, 2] >> FOUR, levels[level, 2] & FIELD
            i = lowest(unused)
            continue
        i = lowest(unused)
        options = hand.part_set[i] & unused


@inner_jit
def verdict(lexicon, hand, draws):
    """YES if all the draws that are noted can be made together, else DOUBT. draws: their number."""
    return YES if not lexicon.strict or draws_differ(lexicon, hand, draws) else DOUBT


@inner_jit
def note_draws(hand, depth, kinds):
    """Note what part number `depth` can draw: those of the set `kinds` of which a tile is left."""
    hand.draw_lo[depth] = kinds[0] & ~hand.full[0]
    hand.draw_hi[depth] = kinds[1] & ~hand.full[1]


@merged_jit
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


@merged_jit
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
