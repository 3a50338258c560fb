"""Deals hands in plain Python. The compiled dealer must deal the same hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kanamj.tiles import Kinds, TileSet

_MASK = (1 << 64) - 1


class Xoshiro:
    """The generator xoshiro256++ of Blackman and Vigna (ACM TOMS 47, 2021), state of four 64-bit words.

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


def chunk_state(seed: int, chunk: int) -> tuple[int, int, int, int]:
    """The state a chunk starts from: four words of numpy's SeedSequence(seed, spawn_key=(chunk,)).

    Chunks have streams of their own, so any of them can be dealt anywhere, in any order.
    """
    from numpy.random import SeedSequence

    s0, s1, s2, s3 = SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, "uint64").tolist()
    return s0, s1, s2, s3


def deal(tiles: TileSet, hand: int, state: Sequence[int]) -> Iterator[Kinds]:
    """Hands without end: the first `hand` tiles of a wall that is shuffled so far (Fisher and Yates).

    >>> from kanamj.tiles import HIRAGANA_120
    >>> HIRAGANA_120.format(next(deal(HIRAGANA_120, 13, chunk_state(1, 0))))
    'んだぱなむえてひぐがねめお'
    """
    generator = Xoshiro(state)
    wall = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    while True:
        for i in range(hand):
            j = i + generator.below(len(wall) - i)
            wall[i], wall[j] = wall[j], wall[i]
        yield tuple(wall[:hand])
