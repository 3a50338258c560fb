"""The wall: the only place that shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from kanamj.tiles import Kinds, TileSet

if TYPE_CHECKING:
    from numpy.random import Generator

Seed: TypeAlias = tuple[int, ...]
"""What chance in a game comes from: one number, or (seed of a study, number of the game)."""

DEAL = 0
"""The stream of the first wall; the n-th reshuffle has stream n."""
AGENTS = 1000
"""The stream of the player at seat 0; the next seats follow."""


def generator(seed: Seed, stream: int) -> Generator:
    """A generator of its own for one use of chance in one game."""
    from numpy.random import PCG64, Generator, SeedSequence

    return Generator(PCG64(SeedSequence(seed, spawn_key=(stream,))))


def shuffled(kinds: Sequence[int], chance: Generator) -> Kinds:
    """The tiles in an order drawn by `chance`; every order is equally likely (up to 64-bit ties, 1 in 10^15).

    Ranks raw 64-bit words, whose stream numpy fixes for good; that of `permutation` may change with a release,
    and records made before would no longer replay.

    >>> len(shuffled((1, 2, 2, 3), generator((7,), DEAL)))
    4
    """
    words = chance.bit_generator.random_raw(len(kinds)).tolist()
    return tuple([kinds[i] for _, i in sorted(zip(words, range(len(kinds)), strict=True))])


def new_wall(tiles: TileSet, seed: Seed) -> Kinds:
    """All tiles of the set, shuffled."""
    kinds = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    return shuffled(kinds, generator(seed, DEAL))
