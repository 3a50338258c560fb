"""The hands within some exchanges of a hand, each once; what they wait for, and the ways to complete the hand.

An exchange is a tile thrown and another drawn. To know the chance within t draws exactly it is enough to know what
each hand within t - 1 exchanges waits for (`kernels.chances` does the arithmetic), and only hands that the draws
left can still complete need be looked at: distances are asked first, and a hand whose distance is the number of
draws left must come nearer with each of them.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

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
"""Called with the hands looked at and the hands to look at."""

ROWS_AT_ONCE = 1 << 15


@dataclass(frozen=True)
class Thrown:
    """The multisets of so many tiles that can be thrown out of a hand.

    sets: ascending kinds. hands: (n, K) uint8, what is left of the hand. children: (n, D) int64, the index among
    the multisets one larger when one of the D kinds of the hand is thrown too; -1 where none is left. fewer: of each
    set, (index among the multisets one smaller, the kind that is in this one only).
    """

    sets: list[tuple[int, ...]]
    hands: CountsArray
    children: npt.NDArray[np.int64]
    fewer: list[list[tuple[int, int]]]


def thrown_sets(hand: Sequence[int], least: int, most: int) -> list[Thrown]:
    """What can be thrown out of the hand: least tiles, one more, … up to most.

    >>> [len(thrown.sets) for thrown in thrown_sets((2, 1, 1), 0, 2)]
    [1, 3, 4]
    """
    held = [kind for kind, count in enumerate(hand) for _ in range(count)]
    kinds = sorted(set(held))
    sets = [sorted(set(combinations(held, size))) for size in range(least, most + 1)]
    index = [{each: i for i, each in enumerate(level)} for level in sets]
    levels = []
    for depth, level in enumerate(sets):
        hands = np.zeros((len(level), len(hand)), np.uint8)
        hands[:] = np.array(hand, np.uint8)
        for i, each in enumerate(level):
            for kind in each:
                hands[i, kind] -= 1
        larger = index[depth + 1] if depth + 1 < len(index) else {}
        children = [[larger.get(tuple(sorted((*each, kind))), -1) for kind in kinds] for each in level]
        fewer = [
            [(index[depth - 1][_without(each, kind)], kind) for kind in sorted(set(each))] if depth else []
            for each in level
        ]
        levels.append(
            Thrown(level, hands, np.array(children, np.int64).reshape(len(level), len(kinds)), fewer)
        )
    return levels


def _without(kinds: tuple[int, ...], kind: int) -> tuple[int, ...]:
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]


@dataclass(frozen=True)
class Exchanges:
    """The hands within exchanges of one hand.

    hand: counts; as many tiles as its form, or one less. unseen: the tiles that can be drawn, none of them in the
    hand. discard: whether a tile is thrown first. progress: told of the hands looked at.
    """

    hand: Sequence[int]
    unseen: Sequence[int]
    discard: bool
    judge: Batch
    draws: int
    progress: Progress | None = None

    def ways(self) -> Ways:
        """Ordered draws that complete the hand within 1, 2 … draws, (n, draws) int64: a row for each kind of the
        hand that can be thrown, ascending, or one row for a hand one tile short."""
        drawable = np.array(self.unseen, np.int64)
        kinds, total = np.flatnonzero(drawable), int(drawable.sum())
        first = self._thrown[0]
        near, waits = self._at_first()
        found = np.zeros((len(first.sets), self.draws), np.int64)
        found[:, 0] = [drawable[marks].sum() for marks in waits]
        if self.draws == 1:
            return found
        bits, children = _packed(waits), first.children
        if self.draws == 2:
            bits_one = self._last_of_two(kinds, near)
        else:
            near_one, bits_one = self._after_one(kinds, near)
        left = np.zeros(bits_one.shape[:2], np.int64)
        kernels.left_after_one(kinds, drawable, bits_one, left)
        kernels.within_two(kinds, drawable, total, children, bits, left, found[:, 1])
        if self.draws == 2:
            return found
        wanted, pairs = self._wanted_two(kinds, near_one)
        bits_two = self._last(self._thrown[2], wanted, pairs)
        left_two = np.zeros(bits_two.shape[:2], np.int64)
        kernels.left_after_two(kinds, drawable, bits_two, left_two)
        second = np.zeros(left.shape, np.int64)
        after = self._thrown[1].children
        kernels.second_of_three(kinds, drawable, total, after, bits_one, left, left_two, second)
        kernels.within_three(kinds, drawable, total, children, bits, bits_one, left, second, found[:, 2])
        return found

    @cached_property
    def _thrown(self) -> list[Thrown]:
        least = int(self.discard)
        return thrown_sets(self.hand, least, least + self.draws - 1)

    # Each step answers two arrays of marks over the kinds. near: those a hand can draw next and still be completed in
    # time. waits: those that complete it.

    def _at_first(self) -> tuple[Marks, Marks]:
        """Of hands that drew nothing yet: near, waits, (thrown, K) bool."""
        return self._near(*self.judge.accepts(self._thrown[0].hands), self.draws)

    def _near(self, distances: npt.NDArray[Any], accepts: Marks, draws: int) -> tuple[Marks, Marks]:
        """near and waits of hands with so many draws left."""
        nearer = accepts & (distances == draws)[:, None]
        return nearer | (distances < draws)[:, None], accepts & (distances == 1)[:, None]

    def _after_one(self, kinds: npt.NDArray[np.int64], near: Marks) -> tuple[Marks, Bits]:
        """Of hands that drew one tile: near, (thrown, kinds, K) bool, and waits, (thrown, kinds, words)."""
        thrown = self._thrown[1]
        wanted = _all_of(thrown, near)[:, kinds]
        which, drawn = np.nonzero(wanted)
        near_one = np.zeros((*wanted.shape, len(self.hand)), np.bool_)
        bits = np.zeros((*wanted.shape, _words(len(self.hand))), np.uint64)
        for _, part in _parts(len(which)):
            rows = thrown.hands[which[part]]
            rows[np.arange(len(rows)), kinds[drawn[part]]] += 1
            found, waits = self._near(*self.judge.accepts(rows), self.draws - 1)
            near_one[which[part], drawn[part]], bits[which[part], drawn[part]] = found, _packed(waits)
        return near_one, bits

    def _last(self, thrown: Thrown, wanted: Marks, drawn: npt.NDArray[np.int64]) -> Bits:
        """The waits of the hands before the last draw, (thrown, drawn, words); none where not wanted (thrown, drawn).

        drawn: (drawn, n), the n kinds drawn, the first the larger one.
        """
        bits = np.zeros((*wanted.shape, _words(len(self.hand))), np.uint64)
        done, of = 0, int(wanted.sum())
        # Hands alike but for the last tile drawn are asked about together.
        starts = np.flatnonzero(np.append(True, (drawn[1:, :-1] != drawn[:-1, :-1]).any(axis=1)))
        for start, end in zip(starts, [*starts[1:], len(drawn)], strict=True):
            which = np.flatnonzero(wanted[:, start:end].any(axis=1))
            rows = thrown.hands[which]
            for kind in drawn[start, :-1]:
                rows[:, kind] += 1
            bits[which, start:end] = self._with_last(rows, drawn[start:end, -1], wanted[which, start:end])
            done += int(wanted[:, start:end].sum())
            self._tell(done, of)
        return bits

    def _with_last(self, rows: CountsArray, last: npt.NDArray[np.int64], wanted: Marks) -> Bits:
        """The waits of hands two tiles short with each of the `last` kinds drawn, (n, last, words), where wanted."""
        words = _words(len(self.hand))
        found = self.judge.completions(rows) if len(rows) else None
        if found is not None:
            return found[:, last, :words] * wanted[:, :, None]
        bits = np.zeros((*wanted.shape, words), np.uint64)
        which, drawn = np.nonzero(wanted)
        for _, part in _parts(len(which)):
            after = rows[which[part]]
            after[np.arange(len(after)), last[drawn[part]]] += 1
            bits[which[part], drawn[part]] = _packed(self.judge.waits(after))
        return bits

    def _last_of_two(self, kinds: npt.NDArray[np.int64], near: Marks) -> Bits:
        """The waits of hands that drew one tile of two, (thrown, kinds, words)."""
        return self._last(self._thrown[1], _all_of(self._thrown[1], near)[:, kinds], kinds[:, None])

    def _wanted_two(self, kinds: npt.NDArray[np.int64], near: Marks) -> tuple[Marks, npt.NDArray[np.int64]]:
        """The hands that drew two tiles and can be completed in time, (thrown, pairs), and the pairs, (pairs, 2)."""
        both = near[:, :, kinds]
        both &= both.transpose(0, 2, 1)
        first, second = np.tril_indices(len(kinds))
        there = (first != second) | (np.array(self.unseen)[kinds[first]] > 1)
        wanted = _all_of(self._thrown[2], both[:, first, second] & there)
        return wanted, np.stack([kinds[first], kinds[second]], axis=1)

    def _tell(self, done: int, of: int) -> None:
        if self.progress is not None:
            self.progress(done, of)


def best_by_chance(judge: Batch, hand: CountsArray, unseen: npt.NDArray[Any], draws: int = 2) -> int:
    """The kind to throw from a full-sized hand for the best chance to complete it within so many draws.

    judge: a `batch.Batch` for what is left of the forms and copies when the melds are off. hand: (K,) uint8. unseen:
    (K,), the tiles that may be drawn. Of equal chances the better one within fewer draws, then what `best_discards`
    says (that also where no discard has a chance), then the lowest kind. A few milliseconds for two draws.
    """
    ways = Exchanges(
        hand.tolist(), unseen.tolist(), True, judge, min(draws, max(1, int(unseen.sum())))
    ).ways()
    kinds = np.flatnonzero(hand)
    best = np.ones(len(kinds), np.bool_)
    for column in ways.T[::-1]:
        best &= column == column[best].max()
    if best.sum() > 1:
        greedy = int(judge.best_discards(hand[None, :], unseen[None, :]).kind[0])
        if greedy in kinds[best]:
            return greedy
    return int(kinds[best][0])


def _all_of(thrown: Thrown, marks: Marks) -> Marks:
    """For each set thrown, what is marked for all the sets one smaller."""
    wanted = np.ones((len(thrown.sets), *marks.shape[1:]), np.bool_)
    for i, fewer in enumerate(thrown.fewer):
        for smaller, _ in fewer:
            wanted[i] &= marks[smaller]
    return wanted


def _packed(marks: Marks) -> Bits:
    """Marks over kinds, (…, K) bool, as bit sets, (…, words) uint64."""
    octets = np.zeros((*marks.shape[:-1], _words(marks.shape[-1]) * 8), np.uint8)
    packed = np.packbits(marks, axis=-1, bitorder="little")
    octets[..., : packed.shape[-1]] = packed
    return octets.view("<u8").astype(np.uint64, copy=False)


def _words(kinds: int) -> int:
    return -(-kinds // 64)


def _parts(n: int) -> Iterator[tuple[int, slice]]:
    """How many are done after it, and which, some rows at a time."""
    for start in range(0, n, ROWS_AT_ONCE):
        end = min(n, start + ROWS_AT_ONCE)
        yield end, slice(start, end)
