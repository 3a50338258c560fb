"""Every hand of the beginners' game 332 counted, none sampled: 8 tiles, or 7.

The 840,261,910,995 hands of 8 of 120 tiles are 26,321,303,430 multisets of kinds. What makes them countable is
their order. Ranked lexicographically, multisets that share all tiles but the last are neighbours, so one read of a
bit set says for every last kind at once whether the multiset belongs to a family. Families:

- the 6-multisets that are two trios, the 5-multisets that are trio and pair, marked from the list;
- the 7-multisets that one tile completes: 21 reads of the two give, for a 6-prefix and each last kind, the kinds
  that complete it;
- the 6-, 5-, 4-… multisets that can still be completed: the shadows of these, a tile less at a time;
- for j = 6, 5, …: the 7-multisets that hold a completable multiset of j tiles, lifted from size to size.

The coverage of a hand is the size of its largest completable sub-multiset, and its distance is 8 less that, copies
strict: a completable multiset is what a hand shares with some complete hand w, and DESIGN's distance is the least
of |w| - |w ∩ h|. The hands of a 7-prefix and all last kinds then are counted by popcounts.

A run is cut by first kind. `Families` is what every chunk reads; `count` gives the chunk's counts.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kanamj.engine.blocks import Blocks
from kanamj.errors import KanamjError

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

HAND = 8
MOST_KINDS = 128
GAP = 192
"""Bits left free behind the multisets of one first kind: chunks that are marked at once share no word."""


class Ranks(NamedTuple):
    """The tables a rank is added up from (see `kernels.multisets`); by size, the bits it takes and its multisets."""

    copies: Numbers
    first: Numbers
    after: Numbers
    before: Numbers
    bits: tuple[int, ...]
    numbers: tuple[int, ...]

    @property
    def arguments(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """As kernels take them."""
        return self.first, self.after, self.before, self.copies


def build_ranks(copies: Numbers, most: int = HAND - 1) -> Ranks:
    """The tables for multisets of up to `most` tiles, copies[k] >= 1 of kind k."""
    kinds, top = len(copies), int(copies.max())
    # behind[r, k, u]: multisets of r kinds from k on, of which k may be taken copies[k] - u times.
    behind = np.zeros((most + 1, kinds + 1, top + 2), np.int64)
    behind[0] = 1
    for kind in reversed(range(kinds)):
        for used in range(top + 1):
            for r in range(1, most + 1):
                free = min(r, int(copies[kind]) - used)
                behind[r, kind, used] = sum(behind[r - j, kind + 1, 0] for j in range(max(free, 0) + 1))
    before = np.zeros((most + 1, kinds + 1), np.int64)
    before[:, 1:] = np.cumsum(behind[:, :kinds, 1], axis=1)
    after = np.zeros((most + 1, kinds, top + 1), np.int64)
    for kind in range(kinds):
        for used in range(top + 1):
            again = behind[:, kind, used + 1] if used < copies[kind] else 0
            after[:, kind, used] = again - before[:, kind + 1]
    first = np.zeros((most + 1, kinds + 1), np.int64)
    first[1] = np.arange(kinds + 1)
    for size in range(2, most + 1):
        for kind in range(kinds):
            first[size, kind + 1] = (first[size, kind] + behind[size - 1, kind, 1] + GAP + 63) // 64 * 64
    numbers = tuple(int(row[0, 0]) for row in behind)
    return Ranks(copies, first, after, before, tuple(int(row[-1]) for row in first), numbers)


@dataclass(frozen=True)
class Question332:
    """What is counted: the blocks of two and three, and the copies of each kind. Kinds without a tile are left out.

    Raises KanamjError for a tile set or a list that cannot be counted.
    """

    blocks: Blocks
    copies: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.kinds) > MOST_KINDS:
            raise KanamjError(f"{len(self.kinds)} kinds of tile; hands are counted for up to {MOST_KINDS}")
        if sum(self.copies) < HAND:
            raise KanamjError(f"{sum(self.copies)} tiles in all; a hand of form 332 has {HAND}")
        for size in (2, 3):
            if not self.blocks.by_size.get(size):
                raise KanamjError(
                    f"no word of {size} letters that the tiles can spell; the form 332 needs some. "
                    "Choose another list"
                )

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kinds that have a tile."""
        return tuple(kind for kind, copies in enumerate(self.copies) if copies)

    def rows(self, size: int) -> Numbers:
        """The blocks of a size as rows of places in `kinds`, (n, size) int64."""
        place = {kind: i for i, kind in enumerate(self.kinds)}
        rows = [
            [place[kind] for kind in block] for block in self.blocks.by_size[size] if {*block} <= place.keys()
        ]
        return np.array(rows, np.int64).reshape(-1, size)

    def hands(self, tiles: int) -> int:
        """The number of hands of that many tiles."""
        return comb(sum(self.copies), tiles)


class Counted(NamedTuple):
    """What hands came to: counts[d] at distance d; by_kinds[d, n] of 7 tiles that accept n kinds, by_tiles n tiles."""

    counts: list[int]
    by_kinds: dict[int, dict[int, int]]
    by_tiles: dict[int, dict[int, int]]


class Families:
    """The bit sets of a question, made once (some 2 minutes for 75 kinds) and read by all chunks.

    threads: how many work on them. progress: called with each step's share of the work, 1 in all.
    """

    def __init__(
        self, question: Question332, threads: int = 1, progress: Callable[[float], None] = lambda _: None
    ) -> None:
        from kanamj.engine.kernels import multisets as kernels

        self.question, self.threads, self._progress = question, threads, progress
        copies = np.array([question.copies[kind] for kind in question.kinds], np.int64)
        self.ranks = build_ranks(copies)
        _check_memory(self.ranks)
        self.starts = len(copies)
        pairs, trios = question.rows(2), question.rows(3)
        self.seconds, self.thirds = _seconds(pairs, self.starts), _thirds(trios, self.starts)
        self.trios, self.mixed = self._empty(6), self._empty(5)
        kernels.mark_unions(*self.ranks.arguments, trios, trios, True, self.trios)
        kernels.mark_unions(*self.ranks.arguments, trios, pairs, False, self.mixed)
        self.shadows: dict[int, Words] = {7: self._empty(7)}
        self._each(
            lambda start: kernels.mark_tenpai(
                *self.ranks.arguments,
                self.seconds,
                self.thirds,
                self.trios,
                self.mixed,
                start,
                self.shadows[7],
            ),
            0.5,
        )
        if not self.shadows[7].any():
            raise KanamjError(
                "no hand of form 332 can be completed with these words and tiles. Choose another list"
            )
        for size in range(7, 1, -1):
            self.shadows[size - 1] = self._empty(size - 1)
            for start in range(self.starts):
                kernels.mark_shadow(
                    *self.ranks.arguments, size, start, self.shadows[size], self.shadows[size - 1]
                )
        progress(0.2)
        self.levels = self._levels()

    def _empty(self, size: int) -> Words:
        return np.zeros(self.ranks.bits[size] // 64 + 4, np.uint64)

    def _each(self, work: Callable[[int], Any], share: float) -> None:
        """Work on each first kind, and say which share of the whole is done."""
        with ThreadPoolExecutor(self.threads) as pool:
            for _ in pool.map(work, range(self.starts)):
                self._progress(share / self.starts)

    def _levels(self) -> Words:
        """The 7-multisets of coverage >= 7, 6, … as rows of words, until all multisets have the next."""
        from kanamj.engine.kernels import multisets as kernels

        levels = np.zeros(
            (HAND - 1, len(self.shadows[7])), np.uint64
        )  # memory is taken row by row, as it is written
        levels[0] = self.shadows[7]
        self.shadows[7] = levels[0]
        for row in range(1, HAND - 1):
            coverage = 7 - row
            lower = self.shadows[coverage]
            for size in range(coverage + 1, HAND):
                if self._is_all(lower, size - 1):
                    return levels[:row]
                higher = levels[row] if size == 7 else self._empty(size)
                self._each(
                    partial(_lift, kernels.mark_lifted, self.ranks.arguments, size, lower, higher),
                    0.05 if size == 7 else 0.0,
                )
                lower = higher
            if self._is_all(lower, 7):
                return levels[:row]
        return levels

    def _is_all(self, words: Words, size: int) -> bool:
        return int(np.bitwise_count(words).sum()) == self.ranks.numbers[size]

    @cached_property
    def accepts(self) -> tuple[Words, npt.NDArray[Any], Numbers]:
        """For hands of 7: the kinds that make a multiset of 1 to 6 tiles a completable one, lows and highs by rank,
        and where each size begins."""
        from kanamj.engine.kernels import multisets as kernels

        sizes = self.ranks.bits[1:7]
        offsets = np.array([0, *np.cumsum([0, *sizes])], np.int64)[: HAND - 1]
        high = np.uint16 if self.starts <= 80 else np.uint64
        lows, highs = np.zeros(sum(sizes), np.uint64), np.zeros(sum(sizes), high)
        for size in range(2, HAND):
            at, end = offsets[size - 1], offsets[size - 1] + self.ranks.bits[size - 1]
            for start in range(self.starts):
                kernels.mark_accepts(
                    *self.ranks.arguments, size, start, self.shadows[size], lows[at:end], highs[at:end]
                )
        return lows, highs, offsets

    def count(self, hand: int, start: int) -> Counted:
        """The hands of 8 or 7 tiles whose first kind is the one at place `start`."""
        from kanamj.engine.kernels import multisets as kernels

        counts = np.zeros(HAND + 1, np.int64)
        family = (self.seconds, self.thirds, self.trios, self.mixed, self.levels)
        if hand == HAND:
            kernels.count_eights(*self.ranks.arguments, *family, self._classes, self._choose, start, counts)
            return Counted(counts.tolist(), {}, {})
        tiles = sum(self.question.copies)
        by_kinds = np.zeros((HAND + 1, MOST_KINDS + 1), np.int64)
        by_tiles = np.zeros((HAND + 1, tiles + 1), np.int64)
        kernels.count_sevens(
            *self.ranks.arguments, *family, *self.accepts, self._choose, start, counts, by_kinds, by_tiles
        )
        return Counted(counts.tolist(), _sparse(by_kinds), _sparse(by_tiles))

    @cached_property
    def _choose(self) -> Numbers:
        top = int(self.ranks.copies.max())
        return np.array([[comb(n, r) for r in range(HAND + 1)] for n in range(top + 1)], np.int64)

    @cached_property
    def _classes(self) -> Words:
        """[i, kind]: a number of copies, and the kinds that have so many as a set that begins at `kind`."""
        numbers = sorted({*self.ranks.copies.tolist()})
        classes = np.zeros((len(numbers), self.starts, 3), np.uint64)
        for i, number in enumerate(numbers):
            there = sum(1 << kind for kind, copies in enumerate(self.ranks.copies) if copies == number)
            for kind in range(self.starts):
                classes[i, kind] = number, there >> kind & _LOW, there >> kind >> 64
        return classes


_LOW = (1 << 64) - 1


def _check_memory(ranks: Ranks) -> None:
    """KanamjError if the bit sets will not fit into this machine's memory: five of 7 tiles, two of all smaller ones."""
    needed = (5 * ranks.bits[7] + 2 * sum(ranks.bits[1:7])) // 8
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not known on this system
        return
    if needed > there:
        raise KanamjError(
            f"counting {len(ranks.copies)} kinds of tile needs about {needed / 1e9:.1f} GB of memory; this machine has "
            f"{there / 1e9:.1f}. Choose a smaller tile set, or deal hands: kanamj simulate deals --form 332"
        )


def _lift(
    kernel: Callable[..., Any], ranks: tuple[Numbers, ...], size: int, lower: Words, higher: Words, start: int
) -> None:
    kernel(*ranks, size, start, lower, higher)


def _seconds(pairs: Numbers, kinds: int) -> Words:
    """[k]: the kinds that make a pair with k, as two words."""
    sets = np.zeros((kinds, 2), np.uint64)
    for a, b in pairs.tolist():
        _add(sets[a], b)
        _add(sets[b], a)
    return sets


def _thirds(trios: Numbers, kinds: int) -> Words:
    """[a, b]: the kinds that make a trio with a and b, as two words."""
    sets = np.zeros((kinds, kinds, 2), np.uint64)
    for trio in trios.tolist():
        for i, j, k in permutations(range(3)):
            _add(sets[trio[i], trio[j]], trio[k])
    return sets


def _add(words: Words, kind: int) -> None:
    words[kind >> 6] |= np.uint64(1 << (kind & 63))


def _sparse(table: Numbers) -> dict[int, dict[int, int]]:
    """Row -> column -> value, of what is not 0."""
    rows = {
        row: {n: int(table[row, n]) for n in np.flatnonzero(table[row]).tolist()} for row in range(len(table))
    }
    return {row: columns for row, columns in rows.items() if columns}
