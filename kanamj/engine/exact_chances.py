"""The exact chance to complete a hand within up to three draws, counted as ways: orders of draws that complete it.

An exchange is one tile thrown and another drawn. The chance within t draws follows from the waits of every hand that
t - 1 exchanges can reach; `kernels.chances` does that arithmetic. Hands that cannot be completed in time are not
judged: if the distance of a hand equals the number of draws left, only draws that lower the distance are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.kernels import chances as kernels

if TYPE_CHECKING:
    from kanamj.engine.batch import Batch
    from kanamj.tiles import CountsArray

Marks: TypeAlias = npt.NDArray[np.bool_]
Bits: TypeAlias = npt.NDArray[np.uint64]
Ways: TypeAlias = npt.NDArray[np.int64]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of hands judged so far and the number of all hands."""

ROWS_AT_ONCE = 1 << 15


@dataclass(frozen=True)
class DiscardSets:
    """All multisets of n tiles that can be thrown out of a hand, for one number n.

    sets: the kinds of each set, ascending. hands: (sets, K) uint8, the hand without each set. children: (sets, D)
    int64, with a column for each of the D kinds of the hand. An entry is the index, among the sets of n + 1 tiles, of
    the set with one more tile of this kind; -1 if the hand has no such tile left, or if n is the largest number asked
    for.
    """

    sets: list[tuple[int, ...]]
    hands: CountsArray
    children: npt.NDArray[np.int64]


def discard_sets(hand: Sequence[int], least: int, most: int) -> list[DiscardSets]:
    """The sets of `least` tiles, of `least` + 1 tiles, and so on up to `most` tiles. hand: counts, (K,).

    >>> [len(thrown.sets) for thrown in discard_sets((2, 1, 1), 0, 2)]
    [1, 3, 4]
    """
    held = [kind for kind, count in enumerate(hand) for _ in range(count)]
    kinds = sorted(set(held))
    levels: list[DiscardSets] = []
    index: dict[tuple[int, ...], int] = {}
    for size in range(most, least - 1, -1):
        sets = sorted(set(combinations(held, size)))
        hands = np.tile(np.array(hand, np.uint8), (len(sets), 1))
        thrown = np.array(sets, np.intp).reshape(len(sets), size)
        np.subtract.at(hands, (np.arange(len(sets))[:, None], thrown), 1)
        larger = [[index.get(tuple(sorted((*each, kind))), -1) for kind in kinds] for each in sets]
        children = np.array(larger, np.int64).reshape(len(sets), len(kinds))
        levels.insert(0, DiscardSets(sets, hands, children))
        index = {each: i for i, each in enumerate(sets)}
    return levels


@dataclass(frozen=True)
class ExactChances:
    """Counts the ways to complete one hand within up to `draws` draws.

    hand: (K,) counts of as many tiles as its form has, or one less. unseen: (K,) counts of the tiles that can be drawn.
    discard: whether a tile is thrown first. batch: judges the hands that are reached. draws: 1 to 3. progress: called
    after each step with the number of hands judged so far and the number of all hands.

    In shapes, `thrown` is the number of sets of thrown tiles, and `words` the number of uint64 in a bit set of kinds.
    """

    hand: Sequence[int]
    unseen: Sequence[int]
    discard: bool
    batch: Batch
    draws: int
    progress: Progress | None = None

    def ways(self) -> Ways:
        """In how many orders of 1, 2, … draws the hand is completed, (n, draws) int64: one row per kind that can be
        thrown, ascending, or a single row for a hand one tile short."""
        drawable = np.array(self.unseen, np.int64)
        kinds, total = np.flatnonzero(drawable), int(drawable.sum())
        first = self._thrown[0]
        near, waits = self._near(first.hands, self.draws)
        found = np.zeros((len(first.sets), self.draws), np.int64)
        found[:, 0] = [drawable[marks].sum() for marks in waits]
        if self.draws == 1:
            return found
        bits, children = _packed(waits), first.children
        if self.draws == 2:
            bits_one = self._last(self._thrown[1], self._all_of(1, near)[:, kinds], kinds[:, None])
        else:
            near_one, bits_one = self._after_one(kinds, near)
        left = np.zeros(bits_one.shape[:2], np.int64)
        kernels.left_after(kinds[:, None], drawable, bits_one, left)
        kernels.within_two(kinds, drawable, total, children, bits, bits_one, left, found[:, 1])
        if self.draws == 2:
            return found
        wanted, pairs = self._wanted_two(kinds, near_one)
        bits_two = self._last(self._thrown[2], wanted, pairs)
        left_two = np.zeros(bits_two.shape[:2], np.int64)
        kernels.left_after(pairs, drawable, bits_two, left_two)
        second = np.zeros(left.shape, np.int64)
        after = self._thrown[1].children
        kernels.second_of_three(kinds, drawable, total, after, bits_one, left, left_two, second)
        kernels.within_three(kinds, drawable, total, children, bits, bits_one, left, second, found[:, 2])
        return found

    @cached_property
    def _thrown(self) -> list[DiscardSets]:
        least = int(self.discard)
        return discard_sets(self.hand, least, least + self.draws - 1)

    def _near(self, hands: CountsArray, draws: int) -> tuple[Marks, Marks]:
        """For each hand with `draws` draws left: the kinds after whose draw it can still be completed in time (`near`),
        and the kinds that complete it (`waits`). Both are (n, K) bool."""
        distances, accepts = self.batch.accepts(hands)
        nearer = accepts & (distances == draws)[:, None]
        return nearer | (distances < draws)[:, None], accepts & (distances == 1)[:, None]

    def _after_one(self, kinds: npt.NDArray[np.int64], near: Marks) -> tuple[Marks, Bits]:
        """As `_near`, for the hands that have drawn once: `near`, (thrown, kinds, K) bool, and `waits` as bit sets,
        (thrown, kinds, words) uint64. kinds: those that the first draw can bring. near: that of the hands before."""
        thrown = self._thrown[1]
        wanted = self._all_of(1, near)[:, kinds]
        which, drawn = np.nonzero(wanted)
        near_one = np.zeros((*wanted.shape, len(self.hand)), np.bool_)
        bits = np.zeros((*wanted.shape, _words(len(self.hand))), np.uint64)
        for part in _parts(len(which)):
            rows = thrown.hands[which[part]]
            rows[np.arange(len(rows)), kinds[drawn[part]]] += 1
            found, waits = self._near(rows, self.draws - 1)
            near_one[which[part], drawn[part]], bits[which[part], drawn[part]] = found, _packed(waits)
        return near_one, bits

    def _last(self, thrown: DiscardSets, wanted: Marks, drawn: npt.NDArray[np.int64]) -> Bits:
        """The waits of the hands before the last draw, as bit sets (thrown, drawn, words) uint64.

        thrown: the sets of thrown tiles, one row of the answer for each. drawn: for each column of the answer, the n
        kinds drawn so far, (drawn, n), the larger kind first. wanted: (thrown, drawn) bool; hands that are not wanted
        get no waits.
        """
        bits = np.zeros((*wanted.shape, _words(len(self.hand))), np.uint64)
        done, of = 0, int(wanted.sum())
        # Hands that differ only in the last tile drawn are judged together.
        starts = np.flatnonzero(np.append(True, (drawn[1:, :-1] != drawn[:-1, :-1]).any(axis=1)))
        for start, end in zip(starts, [*starts[1:], len(drawn)], strict=True):
            which = np.flatnonzero(wanted[:, start:end].any(axis=1))
            rows = thrown.hands[which]
            for kind in drawn[start, :-1]:
                rows[:, kind] += 1
            bits[which, start:end] = self._with_last(rows, drawn[start:end, -1], wanted[which, start:end])
            done += int(wanted[:, start:end].sum())
            if self.progress is not None:
                self.progress(done, of)
        return bits

    def _with_last(self, rows: CountsArray, last: npt.NDArray[np.int64], wanted: Marks) -> Bits:
        """The waits of hands after one more draw, as bit sets (n, last, words) uint64. rows: (n, K), hands two tiles
        short. last: the kinds that may be drawn. wanted: (n, last) bool; hands that are not wanted get no waits."""
        words = _words(len(self.hand))
        found = self.batch.completions(rows) if len(rows) else None
        if found is not None:
            return found[:, last, :words] * wanted[:, :, None]
        bits = np.zeros((*wanted.shape, words), np.uint64)
        which, drawn = np.nonzero(wanted)
        for part in _parts(len(which)):
            after = rows[which[part]]
            after[np.arange(len(after)), last[drawn[part]]] += 1
            bits[which[part], drawn[part]] = _packed(self.batch.waits(after))
        return bits

    def _wanted_two(self, kinds: npt.NDArray[np.int64], near: Marks) -> tuple[Marks, npt.NDArray[np.int64]]:
        """For each set of thrown tiles and each pair of `kinds` drawn: False if the third draw surely cannot complete
        the hand, (thrown, pairs) bool. Also these pairs, (pairs, 2), the larger kind first. near: of `_after_one`."""
        both = near[:, :, kinds]
        both &= both.transpose(0, 2, 1)
        first, second = np.tril_indices(len(kinds))
        there = (first != second) | (np.array(self.unseen)[kinds[first]] > 1)
        wanted = self._all_of(2, both[:, first, second] & there)
        return wanted, np.stack([kinds[first], kinds[second]], axis=1)

    def _all_of(self, level: int, marks: Marks) -> Marks:
        """A row of marks for each set of thrown tiles at this level: True where the rows of all its subsets with one
        tile less are True. marks: the rows of these subsets."""
        wanted = np.ones((len(self._thrown[level].sets), *marks.shape[1:]), np.bool_)
        for row, children in zip(marks, self._thrown[level - 1].children, strict=True):
            wanted[children[children >= 0]] &= row
        return wanted


def _packed(marks: Marks) -> Bits:
    """Marks over kinds, (…, K) bool, packed into bit sets, (…, words) uint64; words is `_words(K)`."""
    octets = np.zeros((*marks.shape[:-1], _words(marks.shape[-1]) * 8), np.uint8)
    packed = np.packbits(marks, axis=-1, bitorder="little")
    octets[..., : packed.shape[-1]] = packed
    return octets.view("<u8").astype(np.uint64, copy=False)


def _words(kinds: int) -> int:
    """The number of uint64 that have a bit for each kind."""
    return -(-kinds // 64)


def _parts(n: int) -> Iterator[slice]:
    """Slices of the rows 0 to n - 1, with ROWS_AT_ONCE rows each."""
    return (slice(start, start + ROWS_AT_ONCE) for start in range(0, n, ROWS_AT_ONCE))
