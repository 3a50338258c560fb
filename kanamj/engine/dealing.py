"""Deals hands: a few in plain Python, more by `kernels/deal.py`, which deals the same, and is compiled first.

The generator is xoshiro256++ (Blackman and Vigna, ACM TOMS 47, 2021), and the shuffle (Fisher and Yates) stops after
the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.errors import ArrayError, brief

RandomState: TypeAlias = npt.NDArray[np.uint64]
"""The state of the random number generator, (4,) uint64."""
_MASK = (1 << 64) - 1


class Xoshiro:
    """The generator xoshiro256++. state: four numbers of 64 bits.

    >>> [Xoshiro((1, 2, 3, 4)).draw(), Xoshiro((1, 2, 3, 4)).below(6)]
    [41943041, 0]
    """

    def __init__(self, state: Sequence[int]) -> None:
        self.state = list(state)

    def draw(self) -> int:
        """The next 64 random bits."""
        s0, s1, s2, s3 = self.state
        result = (_rotated(s0 + s3 & _MASK, 23) + s0) & _MASK
        s2, s3 = s2 ^ s0, s3 ^ s1
        self.state = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17 & _MASK), _rotated(s3, 45)]
        return result

    def below(self, n: int) -> int:
        """A number 0..n-1: the high half of draw() * n (Lemire 2019 without rejection, off by n / 2^64)."""
        return self.draw() * n >> 64


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & _MASK


def deal_rows(
    wall: npt.NDArray[np.int64], tiles: int, state: npt.NDArray[np.uint64], rows: npt.NDArray[np.uint8]
) -> None:
    """Deal a random hand into each row of rows (n, K), all 0. wall: the kind of each tile; it is shuffled. tiles: the
    size of a hand. state: the random state, four numbers; it is advanced."""
    generator, pieces = Xoshiro(state.tolist()), wall.tolist()
    for row in rows:
        for i in range(tiles):
            j = i + generator.below(len(pieces) - i)
            pieces[i], pieces[j] = pieces[j], pieces[i]
            row[pieces[i]] += 1
    wall[:], state[:] = pieces, np.array(generator.state, np.uint64)


def dealt(
    copies: Sequence[int], tiles: int, n: int, state: RandomState, few: bool
) -> tuple[npt.NDArray[np.uint8], RandomState]:
    """n hands of `tiles` tiles, (n, K) uint8, and the random state afterwards. copies: the tiles of each kind in the
    wall. state: the random state before. few: True for plain Python. Raises ArrayError as `wall_of` and `copied` do."""
    wall, after, rows = wall_of(copies, tiles), copied(state), np.zeros((n, len(copies)), np.uint8)
    if few:
        deal_rows(wall, tiles, after, rows)
    else:
        from kanamj.engine.kernels.deal import deal_rows as by_kernel

        by_kernel(wall, tiles, after, rows)
    return rows, after


def wall_of(copies: Sequence[int], tiles: int) -> npt.NDArray[np.int64]:
    """The kind of each tile of a wall, ascending. Raises ArrayError if it cannot deal a hand of `tiles` tiles."""
    wall = np.repeat(np.arange(len(copies)), copies)
    if not isinstance(tiles, int | np.integer) or not 0 <= tiles <= len(wall):
        raise ArrayError(
            "{} tiles cannot be dealt; give 0 to {}, the tiles of the wall", brief(tiles), len(wall)
        )
    return wall


def copied(state: RandomState) -> RandomState:
    """A copy of `state`, to be advanced. Raises ArrayError if it is not four uint64, or if all are 0."""
    if (
        not isinstance(state, np.ndarray)
        or state.dtype != np.uint64
        or state.shape != (4,)
        or not state.any()
    ):
        raise ArrayError("a random state is four uint64, not all 0; deal_state(seed, chunk) gives one")
    return state.copy()
