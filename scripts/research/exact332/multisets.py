"""Counts every hand of 8 or 7 tiles of the beginners' game 332; none is sampled.

The 840,261,910,995 hands of 8 of 120 tiles are 26,321,303,430 multisets of kinds. They can be counted because of their
order. In lexicographic order, multisets that share all tiles but the last are neighbours. So one read of a bit set says
for all last kinds at once whether the multiset belongs to a family. There are three families:

- the 6-multisets that are two trios, and the 5-multisets that are a trio and a pair; they come from the word list;
- the 7-multisets that one tile completes: for the first six tiles, 21 reads of these two sets return, for each seventh
  kind, the kinds that complete the hand;
- the multisets of 6, 5, 4, … tiles that can still be completed (shadows): each is a multiset of the next larger size
  without one tile.

The coverage of a hand is the size of its largest part that can be completed. Its distance (with `copies="strict"`) is 8
minus the coverage, because the distance of a hand h is the least |w| - |w ∩ h| over all complete hands w, and a part of
h can be completed exactly if some w ∩ h contains it. `eight_tiles.py` and `seven_tiles.py` count the hands in this way.

A run is divided into chunks, one per first (lowest) kind. The bit sets that all chunks read are made once; `count`
returns the counts of one chunk.
"""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from exact332.ranks import Bits, Numbers, Ranks, build_ranks
from kanamj.engine.blocks import Blocks
from kanamj.engine.wordtables import build_arrays
from kanamj.errors import KanamjError
from kanamj.tiles import Kinds

HAND_TILES = 8
MOST_KINDS, MOST_TILES = 128, 887
"""With more tiles, the hands of 8 are more than an int64 counts."""
log = logging.getLogger("kanamj")


@dataclass(frozen=True)
class Question332:
    """The game to be counted: the blocks of two and three, and the number of copies of each kind. Kinds without copies
    are left out.

    Raises KanamjError for a tile set or a list that cannot be counted.
    """

    blocks: Blocks
    copies: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.kinds) > MOST_KINDS:
            raise KanamjError(
                f"the tile set has {len(self.kinds)} kinds, but hands are counted for at most {MOST_KINDS}. "
                "Choose a tile set with fewer kinds"
            )
        if (tiles := sum(self.copies)) > MOST_TILES:
            raise KanamjError(
                f"the tile set has {tiles} tiles, but hands are counted for at most {MOST_TILES}. Choose a smaller one"
            )
        if tiles < HAND_TILES:
            raise KanamjError(
                f"the tile set has {tiles} tiles, but a hand of form 332 has {HAND_TILES}. "
                "Choose a larger tile set"
            )
        for size in (2, 3):
            if not self.blocks.by_size.get(size):
                raise KanamjError(
                    f"the tiles can spell no word of {size} letters of the list, but the form 332 needs some. "
                    "Choose another list"
                )

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kinds that have at least one tile, ascending."""
        return tuple(kind for kind, copies in enumerate(self.copies) if copies)

    def rows(self, size: int) -> Numbers:
        """The blocks of `size` letters whose kinds all have tiles: (n, size) int64, one row per block. A kind is its
        index in `kinds`."""
        place = {kind: i for i, kind in enumerate(self.kinds)}
        rows = [
            [place[kind] for kind in block] for block in self.blocks.by_size[size] if {*block} <= place.keys()
        ]
        return np.array(rows, np.int64).reshape(-1, size)

    @cached_property
    def ranks(self) -> Ranks:
        """The numbers of the multisets of up to HAND_TILES tiles."""
        return build_ranks(np.array([self.copies[kind] for kind in self.kinds], np.int64), HAND_TILES)

    def ranked(self, hands: Iterable[Kinds]) -> Numbers:
        """The numbers of hands of the same size. Their kinds are those of `copies`, in any order."""
        return self.ranks.rank(np.array([sorted(map(self.kinds.index, hand)) for hand in hands]))

    def hands(self, tiles: int) -> int:
        """How many hands of `tiles` tiles exist, if copies of a kind are told apart."""
        return math.comb(sum(self.copies), tiles)


class HandCounts(NamedTuple):
    """How many hands there are. counts[d]: hands at distance d. Only for hands of 7 tiles: by_kinds[d][n]: those at
    distance d that accept n kinds; by_tiles[d][n]: those at distance d that accept n tiles."""

    counts: list[int]
    by_kinds: dict[int, dict[int, int]]
    by_tiles: dict[int, dict[int, int]]


class Families:
    """The families of multisets that the head of this file describes, as bit sets, and other sets for the kernels.

    trios: the 6-multisets that are two trios. mixed: the 5-multisets that are a trio and a pair. seconds[a]: the kinds
    that make a pair with a. thirds[a, b]: the kinds that make a trio with a and b. shadows[n]: the n-multisets that can
    be completed, n = 1 … 7. threads: how many threads work. of_seven: for how many bit sets of 7-multisets the
    memory must have room; KanamjError is raised at once if it has not. With 0, there are no shadows.
    """

    def __init__(self, question: Question332, threads: int = 1, of_seven: int = 2) -> None:
        from exact332.kernels import multisets as kernels

        self.question, self.threads, self.ranks = question, threads, question.ranks
        smaller = 2 * sum(map(self.ranks.words, range(1, HAND_TILES - 1)))
        check_memory(self.ranks, (of_seven * self.ranks.words(7) + smaller) * 8)
        pairs, trios = question.rows(2), question.rows(3)
        kinds = slice(self.ranks.starts)
        lexicon = build_arrays(self.ranks.starts, {2: pairs.tolist(), 3: trios.tolist()}).lexicon
        self.seconds = lexicon["seconds"][0, kinds].copy()
        self.thirds = lexicon["thirds"][0, kinds, kinds].copy()
        self.trios, self.mixed = self.ranks.empty(6), self.ranks.empty(5)
        kernels.mark_unions(*self.ranks.arguments, trios, trios, True, self.trios)
        kernels.mark_unions(*self.ranks.arguments, trios, pairs, False, self.mixed)
        if of_seven:
            self.shadows = {7: self.find(7)}
            for size in range(7, 2, -1):
                self.shadows[size - 1] = shadow = self.ranks.empty(size - 1)
                self.mark(kernels.mark_shadow, size, self.shadows[size], shadow)
            self.partners = self._partners()
            self.shadows[1] = self.ranks.empty(1)
            for kind in np.flatnonzero(self.partners.any(axis=1)).tolist():
                self.shadows[1][kind >> 6] |= np.uint64(1 << (kind & 63))

    def find(self, size: int) -> Bits:
        """The bit set of the hands of seven tiles that one more tile completes, or of the complete hands of eight."""
        from exact332.kernels.multisets import mark_waits

        found, tables = self.ranks.empty(size), (*self.ranks.arguments, *self.completing)
        log.info(
            "finding the hands that one tile completes; this takes minutes for a list of thousands of words"
        )
        self.each_start(lambda start: mark_waits(*tables, start, size, found))
        if not found.any():
            raise KanamjError(
                "no hand of form 332 can be completed with these words and tiles. Choose another list"
            )
        return found

    @property
    def completing(self) -> tuple[Bits, Bits, Bits, Bits]:
        """The sets from which the kernels find the waits of a hand: seconds, thirds, trios, mixed."""
        return self.seconds, self.thirds, self.trios, self.mixed

    def each_start(self, work: Callable[[int], Any]) -> None:
        """Call work(start) for each first kind, in threads. start: the index of the kind in `Question332.kinds`."""
        with ThreadPoolExecutor(self.threads) as pool:
            for _ in pool.map(work, range(self.ranks.starts)):
                pass

    def mark(self, kernel: Callable[..., Any], size: int, read: Bits, marked: Bits) -> None:
        """Run a kernel once per first kind. The kernel gets `size`, reads the bit set `read` and sets bits in
        `marked`."""
        self.each_start(lambda start: kernel(*self.ranks.arguments, size, start, read, marked))

    def _partners(self) -> Bits:
        """Row k: the kinds x for which some complete hand contains tiles of k and x; a set as two uint64."""
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
        """choose[n, r]: the number of ways to pick r of n copies."""
        top = int(self.ranks.copies.max())
        return np.array([[math.comb(n, r) for r in range(HAND_TILES + 1)] for n in range(top + 1)], np.int64)

    @cached_property
    def classes(self) -> Bits:
        """classes[i, kind] is three uint64. The first is a number of copies: of the different numbers that kinds have,
        the i-th, ascending. The others are the set of the kinds from `kind` on that have it; bit 0 is `kind`."""
        numbers = sorted({*self.ranks.copies.tolist()})
        classes = np.zeros((len(numbers), self.ranks.starts, 3), np.uint64)
        for i, number in enumerate(numbers):
            there = sum(1 << kind for kind, copies in enumerate(self.ranks.copies) if copies == number)
            for kind in range(self.ranks.starts):
                classes[i, kind] = number, there >> kind & _LOW, there >> kind >> 64
        return classes


_LOW = (1 << 64) - 1


def check_memory(ranks: Ranks, needed: int) -> None:
    """Raise KanamjError if this process may use less than `needed` bytes of memory."""
    if needed > (there := min(_memory())):
        raise KanamjError(
            f"counting {ranks.starts} kinds of tile needs about {needed / 1e9:.1f} GB of memory; there are "
            f"{there / 1e9:.1f} GB. Choose a smaller tile set, or deal hands: kanamj simulate deals --form 332"
        )


def _memory() -> Iterator[float]:
    """The bytes of memory of this machine, each limit that is set on them, and infinity, for where none is known."""
    yield math.inf
    with suppress(AttributeError, ValueError, OSError):
        yield os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(ValueError, OSError):  # "max" means that there is no limit
        yield int(Path("/sys/fs/cgroup/memory.max").read_text())
    with suppress(ImportError):
        import resource

        if (limit := resource.getrlimit(resource.RLIMIT_AS)[0]) != resource.RLIM_INFINITY:
            yield limit


def _add(words: Bits, kind: int) -> None:
    words[kind >> 6] |= np.uint64(1 << (kind & 63))
