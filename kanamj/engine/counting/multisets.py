"""Counts every hand of 8 or 7 tiles of the beginners' game 332; none is sampled.

The 840,261,910,995 hands of 8 of 120 tiles are 26,321,303,430 multisets of kinds. They can be counted because of their
order: ranked lexicographically, multisets that share all tiles but the last are neighbours, so one read of a bit set
says for every last kind at once whether the multiset belongs to a family. The families are

- the 6-multisets that are two trios and the 5-multisets that are a trio and a pair, marked from the list;
- the 7-multisets that one tile completes: for a 6-prefix, 21 reads of these two return the kinds that complete it with
  each last kind;
- the 6-, 5-, 4-… multisets that can still be completed: their shadows, one tile less at a time.

The coverage of a hand is the size of its largest completable sub-multiset, and its distance is 8 minus the coverage
(copies strict): a completable multiset is what a hand h shares with some complete hand w, and the distance is the least
|w| - |w ∩ h|. `eight_tiles.py` and `seven_tiles.py` count the hands in this way.

A run is cut into chunks by first kind. The bit sets that all chunks read are made once; `count` returns the counts of
one chunk.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from kanamj.engine.blocks import Blocks
from kanamj.engine.counting.ranks import Bits, Numbers, Ranks, build_ranks
from kanamj.errors import KanamjError

HAND_TILES = 8
MOST_KINDS = 128
log = logging.getLogger("kanamj")


@dataclass(frozen=True)
class Question332:
    """The game to be counted: the blocks of two and three, and the copies of each kind. Kinds without a tile do not
    count.

    Raises KanamjError for a tile set or a list that cannot be counted.
    """

    blocks: Blocks
    copies: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.kinds) > MOST_KINDS:
            raise KanamjError(f"{len(self.kinds)} kinds of tile; hands are counted for up to {MOST_KINDS}")
        if sum(self.copies) < HAND_TILES:
            raise KanamjError(f"{sum(self.copies)} tiles in all; a hand of form 332 has {HAND_TILES}")
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


class HandCounts(NamedTuple):
    """Numbers of hands. counts[d]: hands at distance d. For 7 tiles, by_kinds[d][n]: those that accept n kinds;
    by_tiles[d][n]: those that accept n tiles."""

    counts: list[int]
    by_kinds: dict[int, dict[int, int]]
    by_tiles: dict[int, dict[int, int]]


class Families:
    """The families of a question as bit sets.

    trios: the 6-multisets that are two trios. mixed: the 5-multisets that are a trio and a pair. seconds: the kinds
    that make a pair with one kind. thirds: the kinds that make a trio with two kinds. shadows[n]: the n-multisets that
    can be completed, n = 1 … 7. threads: how many threads work. of_seven: how many bit sets of seven tiles there will
    be; memory is checked for them before any is made.
    """

    def __init__(self, question: Question332, threads: int = 1, of_seven: int = 2) -> None:
        from kanamj.engine.kernels import multisets as kernels

        self.question, self.threads = question, threads
        copies = np.array([question.copies[kind] for kind in question.kinds], np.int64)
        self.ranks = build_ranks(copies, HAND_TILES - 1)
        smaller = 2 * sum(map(self.ranks.words, range(1, HAND_TILES - 1)))
        check_memory(self.ranks, (of_seven * self.ranks.words(7) + smaller) * 8)
        pairs, trios = question.rows(2), question.rows(3)
        self.seconds, self.thirds = _seconds(pairs, self.ranks.starts), _thirds(trios, self.ranks.starts)
        self.trios, self.mixed = self.ranks.empty(6), self.ranks.empty(5)
        kernels.mark_unions(*self.ranks.arguments, trios, trios, True, self.trios)
        kernels.mark_unions(*self.ranks.arguments, trios, pairs, False, self.mixed)
        tenpai = self.ranks.empty(7)
        log.info(
            "laying out the hands that one tile completes; some minutes for a list of thousands of words"
        )
        self.each_start(
            lambda start: kernels.mark_tenpai(*self.ranks.arguments, *self.completing, start, tenpai)
        )
        if not tenpai.any():
            raise KanamjError(
                "no hand of form 332 can be completed with these words and tiles. Choose another list"
            )
        self.shadows = {7: tenpai}
        for size in range(7, 2, -1):
            self.shadows[size - 1] = shadow = self.ranks.empty(size - 1)
            self.mark(kernels.mark_shadow, size, self.shadows[size], shadow)
        self.partners = self._partners()
        self.shadows[1] = self.ranks.empty(1)
        for kind in np.flatnonzero(self.partners.any(axis=1)).tolist():
            self.shadows[1][kind >> 6] |= np.uint64(1 << (kind & 63))

    @property
    def completing(self) -> tuple[Bits, Bits, Bits, Bits]:
        """The sets from which the kernels read the waits of a hand."""
        return self.seconds, self.thirds, self.trios, self.mixed

    def each_start(self, work: Callable[[int], Any]) -> None:
        """Call `work` for each first kind, in threads."""
        with ThreadPoolExecutor(self.threads) as pool:
            for _ in pool.map(work, range(self.ranks.starts)):
                pass

    def mark(self, kernel: Callable[..., Any], size: int, read: Bits, marked: Bits) -> None:
        """Run a kernel that reads one bit set and marks another, for each first kind."""
        self.each_start(lambda start: kernel(*self.ranks.arguments, size, start, read, marked))

    def _partners(self) -> Bits:
        """[k]: the kinds that form a completable multiset of two with k, as two words."""
        ranks, sets = self.ranks, np.zeros((self.ranks.starts, 2), np.uint64)
        for a, copies in enumerate(ranks.copies.tolist()):
            for b in range(a if copies > 1 else a + 1, ranks.starts):
                bit = int(ranks.first[2, a]) + b - a - (0 if copies > 1 else 1)
                if int(self.shadows[2][bit >> 6]) >> (bit & 63) & 1:
                    _add(sets[a], b)
                    _add(sets[b], a)
        return sets

    @cached_property
    def choose(self) -> Numbers:
        """[n, r]: the number of ways to pick r of n copies."""
        top = int(self.ranks.copies.max())
        return np.array([[comb(n, r) for r in range(HAND_TILES + 1)] for n in range(top + 1)], np.int64)

    @cached_property
    def classes(self) -> Bits:
        """[i, kind]: the i-th number of copies, and the kinds from `kind` on that have it, as a set that begins
        there."""
        numbers = sorted({*self.ranks.copies.tolist()})
        classes = np.zeros((len(numbers), self.ranks.starts, 3), np.uint64)
        for i, number in enumerate(numbers):
            there = sum(1 << kind for kind, copies in enumerate(self.ranks.copies) if copies == number)
            for kind in range(self.ranks.starts):
                classes[i, kind] = number, there >> kind & _LOW, there >> kind >> 64
        return classes


_LOW = (1 << 64) - 1


def check_memory(ranks: Ranks, needed: int) -> None:
    """Raise KanamjError if this machine has less memory than `needed` bytes."""
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # this system does not say
        return
    if needed > there:
        raise KanamjError(
            f"counting {ranks.starts} kinds of tile needs about {needed / 1e9:.1f} GB of memory; this machine has "
            f"{there / 1e9:.1f}. Choose a smaller tile set, or deal hands: kanamj simulate deals --form 332"
        )


def _seconds(pairs: Numbers, kinds: int) -> Bits:
    """[k]: the kinds that make a pair with k, as two words."""
    sets = np.zeros((kinds, 2), np.uint64)
    for a, b in pairs.tolist():
        _add(sets[a], b)
        _add(sets[b], a)
    return sets


def _thirds(trios: Numbers, kinds: int) -> Bits:
    """[a, b]: the kinds that make a trio with a and b, as two words."""
    sets = np.zeros((kinds, kinds, 2), np.uint64)
    for trio in trios.tolist():
        for i, j, k in permutations(range(3)):
            _add(sets[trio[i], trio[j]], trio[k])
    return sets


def _add(words: Bits, kind: int) -> None:
    words[kind >> 6] |= np.uint64(1 << (kind & 63))
