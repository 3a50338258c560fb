"""Distances of many hands over blocks of two and three. `settle` alone judges the forms of more than four trios or more
than one pair; what follows is about the other forms.

The steps for each hand, with the nanoseconds for a random 14-tile hand of 33332, list v1.1 (AMD EPYC, numba 0.68, one
thread; `scripts/bench.py batch` prints the sum for this machine):

- `lay_out` (50): packs the kinds that are held; it reads eight counts at a time.
- `find_trios` (45): finds every trio of the list at once. Each kind has three table rows, for its first, second and
  third copy, with a bit per trio. The rows of the hand are added by full adders, for 64 trios in parallel, and the hand
  holds a trio if its sum is 3.
- `list_trios` (150): packs the trios found (14 of 2,052; `records` says how), so that one subtraction takes a trio out
  of the hand and shows whether it fitted.
- `one_missing` (90): is the distance at most 1? It looks for three trios with a pair and a part (two letters of a
  trio), or for four trios.
- `splits` (80, for hands at distance at most 1): is it 0? It starts with the rarest tile, and looks up the partners of
  a tile in the set of kinds held.
- `beyond_one` (140): judges the other half of the hands, those at distance 2 or more. Sets of parts are bit sets with
  one bit per pair of tiles.
- `settle` (15): needed for one hand in 10,000.

docs/kernels.md says what else was tried. An array that a kernel passes to another one takes seven numbers, a record
one; so the kernels share the records `LEXICON` and `HAND`.

Two trios exclude each other if they share a letter that the hand holds once: `goes_with` has, for each trio, the set of
the others that it does not exclude. This is only a filter; if a kind is held twice, the subtraction decides.

`least` first asks whether the distance is at most 1. If not, let T be the largest number of disjoint trios and s the
number of trio slots. The distance is at least s - T. It is s - T if some T disjoint trios leave s - T parts and a pair;
it is one more if they leave these parts and only one letter of a pair. `settle` judges the hands for which this is not
enough, and all those in which two slots may want the same last tile.

Example (the game of `kernels/__init__`), さくなみいぬぬ: `one_missing` returns NO and 0 trios, `beyond_one` returns 2
and True, so `distance` returns 2. For さくらなみだいぬ `one_missing` returns YES, `splits` returns True, and `distance`
returns 0.
"""

import numpy as np

from kanamj.engine.kernels.compiled import inner_jit, jit, merged_jit, records
from kanamj.engine.kernels.far import beyond_one
from kanamj.engine.kernels.hand import find_trios, lay_out, list_trios, read_hand
from kanamj.engine.kernels.limits import UNREACHABLE
from kanamj.engine.kernels.near import all_trios, one_missing, splits
from kanamj.engine.kernels.records import DOUBT, FOUR, HAND, NO, NONE, ONE, PAIR, PART, THREE, TWO, WON, YES
from kanamj.engine.kernels.settle import completes, settle


@jit
def distances(tables, rows, trios, pairs, into):
    """Write the distance of each hand into `into`, (n,) int8. rows: (n, K) uint8. trios, pairs: the form's slots."""
    hands = records(2, HAND)
    for i in range(len(rows)):
        into[i] = distance(tables, hands, rows[i], np.uint64(trios), np.uint64(pairs))


@inner_jit
def distance(tables, hands, row, trios, pairs):
    """The distance of one hand. trios, pairs: uint64, the slots of the form, up to 14 tiles in all.

    hands: an array of two HAND records, as scratch. The caller must keep a reference to the array itself: numba frees
    an array if only one of its records is still in use.
    """
    if not tables.reachable:
        return UNREACHABLE
    hand, lexicon = hands[0], tables.lexicon[0]
    if only_settle(trios, pairs):
        return settle(lexicon, row, np.int64(trios), np.int64(pairs), np.int64(0), np.int64(UNREACHABLE))
    # This is `read_hand`, written here because returning four numbers costs a twentieth of the time.
    packed, tiles = lay_out(tables, hand, row)
    find_trios(tables, hand)
    n, more = list_trios(tables, hand)
    listed = (ONE << n) - ONE
    missing, most = np.int64(0), np.int64(THREE * trios + TWO * pairs) + 1
    if trios > NONE:
        missing, sure = least(lexicon, hand, packed, tiles, listed, trios, pairs)
        if more:  # with trios missing from the list, the distance may also be lower
            if sure and missing < 2:
                return np.int64(0 if missing == 0 or won(tables, hands, row, tiles, trios, pairs) else 1)
            missing, most = np.int64(0), missing if sure else most
        elif sure:
            return missing
    return settle(lexicon, row, np.int64(trios), np.int64(pairs), missing, most)


@inner_jit
def only_settle(trios, pairs):
    """True for a form that only `settle` can judge: it has more than four trios or more than one pair."""
    return trios > FOUR or pairs > ONE


@merged_jit
def least(lexicon, hand, packed, tiles, listed, trios, pairs):
    """A lower bound of the distance of a hand, and True if the bound is the distance. trios: 1 to 4; pairs: 0 or 1.
    packed, tiles, listed: from `read_hand`."""
    pair = pairs > NONE
    whole = tiles == THREE * trios + TWO * pairs
    near, sets = one_missing(lexicon, hand, packed, listed, trios, pair, whole)
    if near != NO:
        won = near == WON if not pair else whole and splits(lexicon, hand, packed, listed, trios)
        return np.int64(0 if won else 1), True
    return beyond_one(lexicon, hand, packed, listed, sets, trios, pair, np.int64(UNREACHABLE))


@inner_jit
def within(lexicon, hand, packed, tiles, listed, trios, pairs, most):
    """YES if the distance is at most `most`, NO if it is more, DOUBT if only `settle` can tell."""
    pair = pairs > NONE
    whole = tiles == THREE * trios + TWO * pairs
    if trios == NONE or only_settle(trios, pairs):
        return DOUBT
    if most == 0:
        if not whole:
            return NO
        won = splits(lexicon, hand, packed, listed, trios) if pair else all_trios(hand, packed, listed, trios)
        return YES if won else NO
    near, sets = one_missing(lexicon, hand, packed, listed, trios, pair, whole)
    if near != NO:
        return YES
    if most == 1:
        return NO
    missing, sure = beyond_one(lexicon, hand, packed, listed, sets, trios, pair, most)
    if missing > most:
        return NO
    return YES if sure else DOUBT


@merged_jit
def won(tables, hands, row, tiles, trios, pairs):
    """True if the hand `row`, with more than MOST_TRIOS trios, is complete. Takes out each pair and each trio with the
    lowest tile in turn, and judges the other tiles, which hold fewer trios. With `settle` instead, hands of the
    shipped list would take a third longer."""
    if tiles < THREE * trios + TWO * pairs:
        return False
    lexicon = tables.lexicon[0]
    kinds = np.int64(lexicon.kinds)
    less = np.zeros(len(row), np.uint8)
    for kind in range(len(row)):
        less[kind] = row[kind]
    a = np.int64(hands[0].kinds[0])
    less[a] -= np.uint8(1)
    for b in range(a, kinds):
        if less[b] == 0:
            continue
        less[b] -= np.uint8(1)
        edge = lexicon.edges[a, b]
        if pairs > NONE and edge & PAIR != 0 and won_with_less(tables, hands, less, trios, NONE):
            return True
        if edge & PART != 0:
            for c in range(b, kinds):
                if less[c] > 0 and completes(lexicon, a, b, c):
                    less[c] -= np.uint8(1)
                    if won_with_less(tables, hands, less, trios - ONE, pairs):
                        return True
                    less[c] += np.uint8(1)
        less[b] += np.uint8(1)
    return False


@inner_jit
def won_with_less(tables, hands, row, trios, pairs):
    """True if the hand `row` is complete. It is a hand that `won` took a word out of; trios, pairs: the slots that are
    left, for exactly its tiles. Overwrites the second record of `hands`."""
    hand, lexicon = hands[1], tables.lexicon[0]
    packed, _, listed, more = read_hand(tables, hand, row)
    if (pairs > NONE and splits(lexicon, hand, packed, listed, trios)) or (
        pairs == NONE and all_trios(hand, packed, listed, trios)
    ):
        return True
    return more and settle(lexicon, row, np.int64(trios), np.int64(pairs), np.int64(0), np.int64(1)) == 0
