"""The random numbers of games are those of numpy's generator, because older records depend on them."""

from __future__ import annotations

import random

import numpy as np

from kanamj.game.pcg64 import PCG64
from kanamj.game.wall import new_wall
from kanamj.tiles import HIRAGANA_120

SIZES = (1, 5, 31, 32, 33, 64, 128, 200)


def of_numpy(seed: tuple[int, ...], stream: int, count: int) -> list[int]:
    seeds = np.random.SeedSequence(seed, spawn_key=(stream,))
    words: list[int] = np.random.PCG64(seeds).random_raw(count).tolist()
    return words


def test_the_words_are_those_of_numpy() -> None:
    dice = random.Random(20261122)
    for _ in range(1000):
        seed = tuple(dice.getrandbits(dice.choice(SIZES)) for _ in range(dice.randrange(1, 8)))
        stream = dice.choice((0, 1, 9, 1000, 1003, 1 << 32))
        mine = PCG64(seed, stream)
        assert [mine.word() for _ in range(5)] == of_numpy(seed, stream, 5), (seed, stream)


def test_a_wall_is_the_tiles_sorted_by_random_numbers() -> None:
    kinds = [kind for kind, copies in enumerate(HIRAGANA_120.copies) for _ in range(copies)]
    for number in range(20):
        ranks = np.argsort(np.array(of_numpy((number,), 0, len(kinds)), np.uint64), kind="stable")
        assert new_wall(HIRAGANA_120, (number,)) == tuple(kinds[i] for i in ranks)
