"""The wall of a game. All shuffling is done here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from operator import index
from typing import TypeAlias

from kanamj.errors import KanamjError, brief
from kanamj.game.pcg64 import PCG64
from kanamj.tiles import Kinds, TileSet

Seed: TypeAlias = tuple[int, ...]
"""The seed of all random numbers of a game: (a number,), or (the seed of a study, the number of the game)."""

DEAL = 0
"""The random stream (see `PCG64`) of the first wall. The n-th reshuffle uses stream n."""
AGENTS = 1000
"""The random stream of the player at seat 0. The player at seat n uses stream 1000 + n."""


def seed_of(seed: int | Seed) -> Seed:
    """Returns the seed of a game as whole numbers. Raises KanamjError if it is not one, or several, from 0."""
    with suppress(TypeError):
        parts = tuple(map(index, seed if isinstance(seed, Iterable) else [seed]))
        if parts and min(parts) >= 0:
            return parts
    raise KanamjError("the seed is {}; give whole numbers from 0", brief(seed))


def shuffled(kinds: Sequence[int], chance: PCG64) -> Kinds:
    """Returns the tiles, sorted by a random 64-bit number for each. All orders are equally likely, unless two of the
    numbers are equal (1 in 10^15).

    >>> len(shuffled((1, 2, 2, 3), PCG64((7,), DEAL)))
    4
    """
    words = [chance.word() for _ in kinds]
    return tuple([kinds[i] for _, i in sorted(zip(words, range(len(kinds)), strict=True))])


def new_wall(tiles: TileSet, seed: Seed) -> Kinds:
    """Returns all tiles of the set, shuffled."""
    kinds = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    return shuffled(kinds, PCG64(seed, DEAL))
