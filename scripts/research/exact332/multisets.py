"""The beginners' game 332 as multisets of kinds, and the hands that one tile completes.

The 840,261,910,995 hands of 8 of 120 tiles are 26,321,303,430 multisets of kinds, those of 7 tiles 2,772,319,950. They
can be visited because of their order. In lexicographic order, multisets that share all tiles but the last are
neighbours. So one read of a bit set says for all last kinds at once whether the multiset belongs to a family. Two
families come from the word list: the 6-multisets that are two trios, and the 5-multisets that are a trio and a pair.
For the first six of seven tiles, 21 reads of these two return, for each seventh kind, the kinds that complete the hand.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from exact332.kernels.multisets import mark_unions, mark_waits
from exact332.ranks import Bits, Numbers, Ranks, build_ranks
from kanamj import KanamjError
from kanamj.engine import Blocks

FORM, HAND_TILES = "332", 8
MOST_KINDS, MOST_TILES = 128, 887
"""With more tiles, the hands of 8 are more than an int64 counts."""


@dataclass(frozen=True)
class Question332:
    """The game: the blocks of two and three, and the number of copies of each kind. Kinds without copies are left out.

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
                f"the tile set has {tiles} tiles, but a hand of form {FORM} has {HAND_TILES}. "
                "Choose a larger tile set"
            )
        for size in (2, 3):
            if not self.blocks.by_size.get(size):
                raise KanamjError(
                    f"the tiles can spell no word of {size} letters of the list, but the form {FORM} needs some. "
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

    def ranked(self, hands: Iterable[Iterable[int]]) -> Numbers:
        """The numbers of hands of the same size. Their kinds are those of `copies`, in any order."""
        return self.ranks.rank(np.array([sorted(map(self.kinds.index, hand)) for hand in hands]))

    def hands(self, tiles: int) -> int:
        """How many hands of `tiles` tiles exist, if copies of a kind are told apart."""
        return math.comb(sum(self.copies), tiles)


class Completing(NamedTuple):
    """From what the kernels find the waits of a hand. seconds[a]: the kinds that make a pair with a. thirds[a, b]: the
    kinds that make a trio with a and b; both are sets as two uint64. trios: the bit set of the 6-multisets that are two
    trios. mixed: that of the 5-multisets that are a trio and a pair."""

    seconds: Bits
    thirds: Bits
    trios: Bits
    mixed: Bits


class Game332:
    """The game as the arrays that the kernels read.

    threads: how many threads work; 0 is one per processor. Raises KanamjError if this process may use less than
    `needed` bytes of memory.
    """

    def __init__(self, question: Question332, threads: int, needed: int) -> None:
        self.question, self.threads, self.ranks = question, threads or os.cpu_count() or 1, question.ranks
        kinds, (pairs, trios) = self.ranks.starts, map(question.rows, (2, 3))
        if needed > (there := min(_memory())):
            raise KanamjError(
                f"{kinds} kinds of tile need about {needed / 1e9:.1f} GB of memory; there are {there / 1e9:.1f} GB. "
                "Choose a smaller tile set, or deal hands: kanamj simulate deals --form 332"
            )
        seconds, thirds = np.zeros((kinds, 2), np.uint64), np.zeros((kinds, kinds, 2), np.uint64)
        for a, b in pairs.tolist():
            add(seconds[a], b)
            add(seconds[b], a)
        for a, b, c in trios.tolist():
            for one, two, third in ((a, b, c), (a, c, b), (b, c, a)):
                add(thirds[one, two], third)
                add(thirds[two, one], third)
        self.completing = Completing(seconds, thirds, self.ranks.empty(6), self.ranks.empty(5))
        mark_unions(self.ranks, trios, trios, True, self.completing.trios)
        mark_unions(self.ranks, trios, pairs, False, self.completing.mixed)

    @cached_property
    def choose(self) -> Numbers:
        """choose[n, r]: the number of ways to pick r of n copies."""
        top = int(self.ranks.copies.max())
        return np.array([[math.comb(n, r) for r in range(HAND_TILES + 1)] for n in range(top + 1)], np.int64)

    def find(self, size: int) -> Bits:
        """The bit set of the hands of seven tiles that one more tile completes, or of the complete hands of eight."""
        found = self.ranks.empty(size)
        print("finding the hands that one tile completes; this takes minutes", file=sys.stderr, flush=True)
        self.each_start(lambda start: mark_waits(self.ranks, self.completing, start, size, found))
        if not found.any():
            raise KanamjError(
                "no hand of form 332 can be completed with these words and tiles. Choose another list"
            )
        return found

    def each_start(self, work: Callable[[int], Any], starts: Iterable[int] | None = None) -> None:
        """Call work(start) for first kinds (for all, if they are not given), in threads. start: the index of the kind
        in `Question332.kinds`."""
        with ThreadPoolExecutor(self.threads) as pool:
            for _ in pool.map(work, range(self.ranks.starts) if starts is None else starts):
                pass


def add(kinds: Bits, kind: int) -> None:
    """Add a kind to a set as uint64."""
    kinds[kind >> 6] |= np.uint64(1 << (kind & 63))


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
