"""The wall: the only place that shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from kanamj.game.pcg64 import PCG64
from kanamj.tiles import Kinds, TileSet

Seed: TypeAlias = tuple[int, ...]
"""The seed of all random numbers of a game: one number, or (the seed of a study, the number of the game)."""

DEAL = 0
"""The number of the stream of the first wall; the n-th reshuffle has stream n."""
AGENTS = 1000
"""The number of the stream of the player at seat 0; the player at seat n has stream 1000 + n."""


def shuffled(kinds: Sequence[int], chance: PCG64) -> Kinds:
    """The tiles in an order drawn by `chance`; every order is equally likely (up to 64-bit ties, 1 in 10^15).

    >>> len(shuffled((1, 2, 2, 3), PCG64((7,), DEAL)))
    4
    """
    words = [chance.word() for _ in kinds]
    return tuple([kinds[i] for _, i in sorted(zip(words, range(len(kinds)), strict=True))])


def new_wall(tiles: TileSet, seed: Seed) -> Kinds:
    """All tiles of the set, shuffled."""
    kinds = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    return shuffled(kinds, PCG64(seed, DEAL))
