"""The least vocabulary of many hands; `kanamj/engine/vocabulary.py` says what that is.

A hand one tile from complete is replaced by all complete hands (about a hundred) that it can become by a draw or, if it
is full-sized, by a discard and a draw. The least of their answers counts. Forms with other blocks are asked hand
by hand.

The kernel judges complete hands of trios and pairs. The tiles of a hand are sorted: letters that are in the
fewest words come first. The first tile that is not yet in a word goes into a trio with every two others in turn, or
into the pair with every other tile. A word is skipped if it is not easier than the rarest word of the best arrangement
so far.

    ぬいさくら, form 32     ぬ comes first. ぬい (rank 12) is the pair, さくら (rank 61) is left: 61 words are enough.
                            ぬいさ and ぬいく are not words; くらぬ (rank 902) is rarer than さくら and is skipped.

A hand of the list `core` takes 6 us. Listing its trios, the easiest first, would take 2 us. But at most 63 trios are
listed; one hand in 5,000 has more, and would have to be judged again in plain Python.
"""

# mypy: allow-untyped-defs

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations

import numpy as np
import numpy.typing as npt
from compiled import inner_jit, jit, lowest

from kanamj import WordEngine

Rows = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]
Ranks = npt.NDArray[np.int32]

HANDS_PER_CHUNK = 256
"""How many hands one tile from complete are judged at a time."""
NEVER = np.int32(2**31 - 1)
"""Returned in place of a rank for hands that are not complete."""
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


class Vocabularies:
    """Computes how many of the easiest words hands need, by an engine of one form."""

    def __init__(self, engine: WordEngine) -> None:
        self.engine, (self.form,) = engine, engine.forms
        self.quick = {*self.form.lengths} in ({3}, {2}, {2, 3}) and self.form.tiles <= MOST_PLACES

    def sizes(self, hands: Rows) -> Ranks:
        """The size of the least vocabulary of each hand, (n,) int32; -1 if it has none. hands: (n, K) uint8."""
        if not self.quick:
            needed = map(self.engine.least_vocabulary, hands)
            return np.array([each.size if each else -1 for each in needed], np.int32)
        shanten, found = self.engine.shanten_many(hands), np.full(len(hands), NEVER, np.int32)
        complete, near = (np.flatnonzero(shanten == at) for at in (-1, 0))
        whole = complete[hands[complete].sum(axis=1) == self.form.tiles]
        found[whole] = self.least_ranks(hands[whole])
        for start in range(0, len(near), HANDS_PER_CHUNK):
            where = near[start : start + HANDS_PER_CHUNK]
            for of, completed in self.completed(where, hands[where]):
                np.minimum.at(found, of, self.least_ranks(completed))
        return np.where(found == NEVER, np.int32(-1), found)

    def completed(self, of: Places, rows: Rows) -> Iterator[tuple[Places, Rows]]:
        """The complete hands that rows at distance 1 can become, each with the `of` of the row it came from.
        Rows that only draw a tile come first, then rows that also throw one."""
        for held in (self.form.tiles - 1, self.form.tiles):
            fits = rows.sum(axis=1) == held
            was, before = of[fits], rows[fits]
            if held == self.form.tiles:
                hands, kinds = np.nonzero(before)
                was, before = was[hands], before[hands]
                before[np.arange(len(before)), kinds] -= 1
            hands, kinds = np.nonzero(self.engine.waits_many(before))
            after = before[hands]
            after[np.arange(len(after)), kinds] += 1
            yield was[hands], after

    def least_ranks(self, rows: Rows) -> Ranks:
        """The rank that each hand needs, (n,) int32: an arrangement needs the rank of its rarest word, and a hand needs
        the least rank of all its arrangements; NEVER if it has none. rows: (n, K), with as many tiles as the form."""
        found = np.empty(len(rows), np.int32)
        least_ranks(np.zeros(1, SPLIT), *self._tables, rows, self.form.lengths.count(2), found)
        return found

    @cached_property
    def _tables(self) -> tuple[npt.NDArray[np.int64], Ranks, Ranks]:
        """The tables of `least_ranks`: the kinds, those in the fewest words first, and the ranks of
        the trios and of the pairs."""
        kinds = len(self.engine.tiles)
        words = np.zeros(kinds, np.int64)
        trios, pairs = np.zeros((kinds,) * 3, np.int32), np.zeros((kinds,) * 2, np.int32)
        for block, rank in self.engine.ranks.items():
            if len(block) in self.form.lengths:
                words[list(block)] += 1
                for letters in permutations(block):
                    (trios if len(block) == 3 else pairs)[letters] = rank
        return np.argsort(words, kind="stable"), trios, pairs


@jit
def least_ranks(hands, order, trio_ranks, pair_ranks, rows, pairs, into):
    """Write the least vocabulary of each hand into `into`, (n,) int32: the rank of the rarest word of its best
    arrangement. NEVER if the hand does not split into trios and `pairs` pairs.

    rows: (n, K) uint8, at most 14 tiles. order: (K,) all kinds, in the order by which tiles are sorted. trio_ranks:
    (K, K, K) int32, pair_ranks: (K, K) int32, the rank of the word that the kinds spell; 0 if they spell none.
    hands: scratch.
    """
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
