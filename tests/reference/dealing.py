"""Deals hands without end, by the readable generator. The compiled dealer must deal the same hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kanamj.engine.dealing import Xoshiro as Xoshiro
from kanamj.tiles import Kinds, TileSet


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
