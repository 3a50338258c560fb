"""The least vocabulary of complete hands (trios and at most one pair): the least n for which the n easiest words
complete the hand. It is the rank of the rarest word of the best arrangement.

The tiles of a hand are sorted: letters that are in the fewest words come first. The first tile that is not yet in a
word goes into a trio with every two others in turn, or into the pair with every other tile. A word is skipped if it is
not easier than the rarest word of the best arrangement so far.

    ぬいさくら, form 32     ぬ comes first. ぬい (rank 12) is the pair, さくら (rank 61) is left: 61 words are enough.
                            ぬいさ and ぬいく are not words; くらぬ (rank 902) is rarer than さくら and is skipped.

A hand of the list `core` takes 6 us. Listing its trios, the easiest first, would take 2 us. But at most 63 trios are
listed; one hand in 5,000 has more, and would have to be judged again in plain Python.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inner_jit, jit, records

NEVER = np.int32(2**31 - 1)
MOST_PLACES = 16
NONE, ONE = np.uint64(0), np.uint64(1)

SPLIT = np.dtype(
    [
        ("tiles", np.int64, MOST_PLACES),
        ("left", np.uint64, MOST_PLACES),
        ("second", np.uint64, MOST_PLACES),
        ("third", np.uint64, MOST_PLACES),
        ("rarest", np.int32, MOST_PLACES),
        ("pairs", np.int64, MOST_PLACES),
    ]
)
"""One hand. tiles: the kind of each tile. The other fields have an entry per word chosen. left: the set of tiles that
are in no word yet. second, third: the sets of tiles still to be tried as the second and third tile of this word.
rarest: the highest rank of the words before. pairs: how many pairs are still to be made."""


@jit
def least_ranks(order, trio_ranks, pair_ranks, rows, pairs, into):
    """Write the least vocabulary of each hand into `into`, (n,) int32: the rank of the rarest word of its best
    arrangement. NEVER if the hand does not split into trios and `pairs` pairs.

    rows: (n, K) uint8, at most 14 tiles. order: (K,) all kinds, in the order by which tiles are sorted. trio_ranks:
    (K, K, K) int32, pair_ranks: (K, K) int32, the rank of the word that the kinds spell; 0 if they spell none.
    """
    hands = records(1, SPLIT)
    for n in range(len(rows)):
        into[n] = least_rank(hands[0], order, trio_ranks, pair_ranks, rows[n], pairs)


@inner_jit
def least_rank(hand, order, trio_ranks, pair_ranks, row, pairs):
    """The rank of the rarest word of the best arrangement of the hand `row`; NEVER if there is none. hand: scratch."""
    tiles = hand.tiles
    held = NONE
    for place in range(len(order)):
        for _ in range(row[order[place]]):
            tiles[held] = order[place]
            held += ONE
    least, level = NEVER, 0
    begin_word(hand, 0, (ONE << held) - ONE, np.int32(0), pairs)
    while level >= 0:
        left = hand.left[level]
        first = lowest(left)
        if hand.third[level] != NONE:  # a second tile is chosen: go on with the next third
            j, k = lowest(hand.second[level]), lowest(hand.third[level])
            hand.third[level] &= hand.third[level] - ONE
            rank = trio_ranks[tiles[first], tiles[j], tiles[k]]
            used = ONE << first | ONE << j | ONE << k
            as_pair = 0
            if hand.third[level] == NONE:
                hand.second[level] &= hand.second[level] - ONE
        elif hand.second[level] != NONE:  # try the next second tile: first as a pair, then with third tiles
            j = lowest(hand.second[level])
            rank = pair_ranks[tiles[first], tiles[j]] if hand.pairs[level] > 0 else np.int32(0)
            used = ONE << first | ONE << j
            as_pair = 1
            hand.third[level] = hand.second[level] & (hand.second[level] - ONE)
            if hand.third[level] == NONE:
                hand.second[level] = NONE
        else:
            level -= 1
            continue
        rarest = max(rank, hand.rarest[level])
        if rank == 0 or rarest >= least:
            continue
        if left == used:
            if hand.pairs[level] == as_pair:
                least = rarest
            continue
        level += 1
        begin_word(hand, level, left & ~used, rarest, hand.pairs[level - 1] - as_pair)
    return least


@inner_jit
def begin_word(hand, level, left, rarest, pairs):
    """Prepare the level of the search that chooses a word with the first tile of the set `left`."""
    hand.left[level], hand.rarest[level], hand.pairs[level] = left, rarest, pairs
    hand.second[level], hand.third[level] = left & (left - ONE), NONE
