"""Numbers suit vectors without gaps by enumerative coding (Cover 1973), a minimal perfect hash.

A suit vector has a count for each kind of a suit, each 0..4, at most 14 in all. The vectors are in lexicographic order,
and the rank of a vector is the number of vectors before it. A suit has 405,350 vectors, the seven honours have 43,130.

As an address in a table, a rank has no gaps and `places` has four in five. But it takes a look-up per kind, so
`kernels/riichi.py` uses places. docs/kernels.md has the time of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np
import numpy.typing as npt

from kanamj.engine.riichi.tables import COPIES, Bytes

HAND = 14


@dataclass(frozen=True)
class Ranking:
    """The vectors of `kinds` counts, each 0..4, with at most `tiles` tiles in all, in lexicographic order.

    The source is T. Cover, Enumerative source encoding, IEEE Trans. Inf. Theory 19 (1973). Its use for suits of mahjong
    is from "Theoretical Background of Nyanten" (Qiita, 2025), definitions 14 to 17 and theorems 2 to 4: the number of
    vectors that begin with some counts depends only on how many these are, and on their sum.

    >>> suit = Ranking(9)
    >>> suit.size, suit.rank((0, 0, 0, 0, 0, 0, 0, 0, 4)), suit.rank((4, 4, 4, 2, 0, 0, 0, 0, 0))
    (405350, 4, 405349)
    """

    kinds: int
    tiles: int = HAND

    @cached_property
    def before(self) -> list[list[list[int]]]:
        """[kinds left][tiles left][count]: how many vectors of the kinds left begin with a smaller count than this. The
        last count is 5, with which none begins; its entry is the number of all these vectors."""
        table = [[[0] + [1] * (COPIES + 1)] * (self.tiles + 1)]
        for _ in range(self.kinds):
            fewer = table[-1]
            rows = []
            for left in range(self.tiles + 1):
                row = [0]
                for count in range(COPIES + 1):
                    row.append(row[-1] + (fewer[left - count][-1] if count <= left else 0))
                rows.append(row)
            table.append(rows)
        return table

    @property
    def size(self) -> int:
        """The number of vectors."""
        return self.before[self.kinds][self.tiles][-1]

    def rank(self, vector: Sequence[int]) -> int:
        """The rank of a vector of `kinds` counts, 0..size-1. Raises IndexError if a count is not 0..4, or if the counts
        have a sum above `tiles`."""
        left, rank = self.tiles, 0
        for kinds, count in zip(range(self.kinds, 0, -1), vector, strict=True):
            if not 0 <= count <= min(COPIES, left):
                raise IndexError(
                    f"{tuple(vector)} is not a vector of counts up to {COPIES}, {self.tiles} in all"
                )
            rank += self.before[kinds][left][count]
            left -= count
        return rank

    def vectors(self) -> Bytes:
        """All vectors in order of rank, `(size, kinds)` uint8. The counts of a kind are adjacent in memory."""
        columns = np.zeros((0, 1), np.uint8)
        held = np.zeros(1, np.uint8)
        for _ in range(self.kinds):
            last = np.tile(np.arange(COPIES + 1, dtype=np.uint8), len(held))
            held = np.repeat(held, COPIES + 1) + last
            fits = held <= self.tiles
            held = held[fits]
            columns = np.vstack([np.repeat(columns, COPIES + 1, axis=1)[:, fits], last[fits]])
        return columns.T


def places(vectors: Bytes) -> npt.NDArray[np.int64]:
    """Each vector read as a base-5 number, its first count being the first digit: `(n, kinds)` -> `(n,)`."""
    return reduce(lambda places, column: places * 5 + column, vectors.T, np.zeros(len(vectors), np.int64))
