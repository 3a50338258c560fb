"""The ways to complete a hand within three draws, by kernels.

An exchange is one tile thrown and another drawn. The chance within three draws follows from the waits of every hand
that two exchanges can reach; `kernels.chances` does that arithmetic. Hands that cannot be completed in time are not
judged: if the distance of a hand equals the number of draws left, only draws that lower the distance are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.batch import Batch, CountsArray
from kanamj.engine.judgement import Judgement
from kanamj.engine.kernels import chances as kernels

Marks: TypeAlias = npt.NDArray[np.bool_]
Bits: TypeAlias = npt.NDArray[np.uint64]
Ways: TypeAlias = npt.NDArray[np.int64]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of hands judged so far and the number of all hands."""

ROWS_AT_ONCE = 1 << 15


class DiscardSets(NamedTuple):
    """All multisets of n tiles that can be thrown out of a hand, for one number n.

    hands: (sets, K) uint8, the hand without each set. children: (sets, D) int64, with a column for each of the D kinds
    of the hand. An entry is the index, among the sets of n + 1 tiles, of the set with one more tile of this kind; -1 if
    the hand has no such tile left, or if n is the largest number asked for.
    """

    hands: CountsArray
    children: npt.NDArray[np.int64]


def discard_sets(hand: Sequence[int], least: int, most: int) -> list[DiscardSets]:
    """The sets of `least` tiles, of `least` + 1 tiles, and so on up to `most` tiles. hand: counts, (K,).

    >>> [len(thrown.hands) for thrown in discard_sets((2, 1, 1), 0, 2)]
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
        levels.insert(0, DiscardSets(hands, children))
        index = {each: i for i, each in enumerate(sets)}
    return levels


class ThreeDraws:
    """Counts the ways to complete one hand. Its arguments are those of `two_draws.ways_within_two`, and `progress`,
    which is called after each step.

    In shapes, `thrown` is the number of sets of thrown tiles, `kinds` the number of kinds that a draw can bring,
    `pairs` the number of multisets of two of them, and `words` the number of uint64 in a bit set of all K kinds.

    >>> from kanamj.engine import RiichiEngine
    >>> asked = RiichiEngine(forms="general").ask("1m", ["123m", "456p", "789s", "111z"])
    >>> ThreeDraws(asked, asked.unseen()).ways().tolist()
    [[2, 582, 113094]]
    """

    def __init__(self, asked: Judgement, unseen: Sequence[int], progress: Progress | None = None) -> None:
        strict = asked.room is not None
        self.batch = Batch(asked.blocks, asked.forms, asked.left, strict, plain=False)
        self.progress = progress
        self.unseen = np.array(unseen, np.int64)
        self.kinds = np.flatnonzero(self.unseen)
        self.thrown = discard_sets(asked.counts, int(asked.full), int(asked.full) + 2)

    def ways(self) -> Ways:
        """In how many orders of 1, 2 and 3 draws the hand is completed, (n, 3) int64: one row per kind that can be
        thrown, ascending, or a single row for a hand one tile short."""
        near, waits = self._near(self.thrown[0].hands, 3)
        near_one, bits_one = self._after_one(near)
        bits_two = self._after_two(near_one)
        left, left_two = np.zeros(bits_one.shape[:2], np.int64), np.zeros(bits_two.shape[:2], np.int64)
        larger, smaller = np.tril_indices(len(self.kinds))
        pairs = np.stack([self.kinds[larger], self.kinds[smaller]], axis=1)
        kernels.left_after(self.kinds[:, None], self.unseen, bits_one, left)
        kernels.left_after(pairs, self.unseen, bits_two, left_two)
        drawn = self.kinds, self.unseen, int(self.unseen.sum())
        second = np.zeros(left.shape, np.int64)
        kernels.second_of_three(*drawn, self.thrown[1].children, bits_one, left, left_two, second)
        found = np.zeros((len(waits), 3), np.int64)
        children = self.thrown[0].children
        kernels.within_three(*drawn, children, _packed(waits), bits_one, left, second, found)
        return found

    def _near(self, hands: CountsArray, draws: int) -> tuple[Marks, Marks]:
        """For each hand with `draws` draws left: the kinds after whose draw it can still be completed in time (`near`),
        and the kinds that complete it (`waits`). Both are (n, K) bool."""
        distances, accepts = self.batch.accepts(hands)
        nearer = accepts & (distances == draws)[:, None]
        return nearer | (distances < draws)[:, None], accepts & (distances == 1)[:, None]

    def _after_one(self, near: Marks) -> tuple[Marks, Bits]:
        """As `_near`, for the hands that have drawn once: `near`, (thrown, kinds, K) bool, and `waits` as bit sets,
        (thrown, kinds, words) uint64. near: that of the hands before."""
        wanted = self._all_of(1, near)[:, self.kinds]
        which, drawn = np.nonzero(wanted)
        near_one = np.zeros((*wanted.shape, len(self.unseen)), np.bool_)
        bits = np.zeros((*wanted.shape, _words(len(self.unseen))), np.uint64)
        for part in _parts(len(which)):
            rows = self.thrown[1].hands[which[part]]
            rows[np.arange(len(rows)), self.kinds[drawn[part]]] += 1
            found, waits = self._near(rows, 2)
            near_one[which[part], drawn[part]], bits[which[part], drawn[part]] = found, _packed(waits)
        return near_one, bits

    def _after_two(self, near: Marks) -> Bits:
        """The waits of the hands that have drawn twice, as bit sets (thrown, pairs, words) uint64; none for those that
        the last draw surely cannot complete. near: of `_after_one`."""
        both = near[:, :, self.kinds]
        both &= both.transpose(0, 2, 1)
        larger, smaller = np.tril_indices(len(self.kinds))
        there = (larger != smaller) | (self.unseen[self.kinds[larger]] > 1)
        wanted = self._all_of(2, both[:, larger, smaller] & there)
        bits = np.zeros((*wanted.shape, _words(len(self.unseen))), np.uint64)
        done, of = 0, int(wanted.sum())
        for i, kind in enumerate(
            self.kinds
        ):  # hands that differ only in the last tile drawn are judged together
            pairs = slice(i * (i + 1) // 2, (i + 1) * (i + 2) // 2)
            which = np.flatnonzero(wanted[:, pairs].any(axis=1))
            rows = self.thrown[2].hands[which]
            rows[:, kind] += 1
            bits[which, pairs] = self._with_last(rows, self.kinds[: i + 1], wanted[which, pairs])
            done += int(wanted[:, pairs].sum())
            if self.progress is not None:
                self.progress(done, of)
        return bits

    def _with_last(self, rows: CountsArray, last: npt.NDArray[np.int64], wanted: Marks) -> Bits:
        """The waits of hands after one more draw, as bit sets (n, last, words) uint64. rows: (n, K), hands two tiles
        short. last: the kinds that may be drawn. wanted: (n, last) bool; hands that are not wanted get no waits."""
        words = _words(len(self.unseen))
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

    def _all_of(self, level: int, marks: Marks) -> Marks:
        """A row of marks for each set of thrown tiles at this level: True where the rows of all its subsets with one
        tile less are True. marks: the rows of these subsets."""
        wanted = np.ones((len(self.thrown[level].hands), *marks.shape[1:]), np.bool_)
        for row, children in zip(marks, self.thrown[level - 1].children, strict=True):
            wanted[children[children >= 0]] &= row
        return wanted


def _packed(marks: Marks) -> Bits:
    """Marks over kinds, (…, K) bool, packed into bit sets, (…, words) uint64."""
    octets = np.zeros((*marks.shape[:-1], _words(marks.shape[-1]) * 8), np.uint8)
    packed = np.packbits(marks, axis=-1, bitorder="little")
    octets[..., : packed.shape[-1]] = packed
    return octets.view("<u8").astype(np.uint64, copy=False)


def _words(kinds: int) -> int:
    return -(-kinds // 64)


def _parts(n: int) -> Iterator[slice]:
    return (slice(start, start + ROWS_AT_ONCE) for start in range(0, n, ROWS_AT_ONCE))
