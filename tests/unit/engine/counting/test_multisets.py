"""The counts of all hands of form 332 agree with the definition in small worlds, and add up in the real game."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from kanamj.engine.blocks import Blocks
from kanamj.engine.counting import seven_tiles
from kanamj.engine.counting.eight_tiles import EightTiles
from kanamj.engine.counting.multisets import Question332
from kanamj.engine.counting.ranks import build_ranks
from kanamj.engine.counting.seven_tiles import SevenTiles
from kanamj.errors import KanamjError
from tests.reference import oracles
from tests.reference.hands332 import Hands, World, worlds

UNUSED: World = ((3, 2, 2, 9), [(0, 0, 1), (0, 1, 2)], [(1, 2), (0, 2)])
"""Seven tiles of the last kind share nothing with any complete hand."""
DOUBLED: World = ((3, 5, 2, 2), [(0, 0, 0), (0, 1, 1), (2, 2, 3)], [(1, 1), (0, 3)])


def asked(world: World) -> Question332:
    copies, trios, pairs = world
    blocks = {2: tuple(pairs), 3: tuple(trios)}
    return Question332(
        Blocks(len(copies), blocks, {size: (1,) * len(rows) for size, rows in blocks.items()}), copies
    )


def agrees(world: World) -> None:
    """All hands of 8 and 7 tiles of a world, counted and by the definition."""
    hands, question = Hands(world), asked(world)
    if not hands.complete:
        with pytest.raises(KanamjError, match="can be completed"):
            EightTiles(question)
        return
    for tiles, counter in ((8, EightTiles(question)), (7, SevenTiles(question, threads=2))):
        counts: Counter[int] = Counter()
        by_kinds: Counter[tuple[int, int]] = Counter()
        by_tiles: Counter[tuple[int, int]] = Counter()
        for start in range(counter.ranks.starts):
            counted = counter.count(start)
            counts.update({distance: n for distance, n in enumerate(counted.counts) if n})
            for into, table in ((by_kinds, counted.by_kinds), (by_tiles, counted.by_tiles)):
                into.update({(row, n): ways for row, columns in table.items() for n, ways in columns.items()})
        assert counts == hands.counts(tiles)
        assert sum(counts.values()) == comb(sum(world[0]), tiles)
        if tiles == 7:
            assert (by_kinds, by_tiles) == hands.accepted(7)


SLOW = (pytest.param(world, marks=pytest.mark.slow) for world in worlds(seed=4, number=150))
"""Some 2 seconds a world by the definition."""


@pytest.mark.parametrize("world", [DOUBLED, UNUSED, *worlds(seed=3, number=9), *SLOW], ids=str)
def test_the_counts_of_a_small_world_are_those_of_judging_each_hand(world: World) -> None:
    agrees(world)


def test_the_examples_of_the_docstrings() -> None:
    """い 0, く 1, さ 2, だ 3, な 4, ぬ 5, み 6, ら 7; the words さくら, なみだ and いぬ."""
    world: World = ((2,) * 8, [(1, 2, 7), (3, 4, 6)], [(0, 5)])
    eights, sevens = EightTiles(asked(world)), SevenTiles(asked(world))
    sets = (eights.trios, eights.mixed, eights.shadows[6])
    assert [int(np.bitwise_count(bits).sum()) for bits in sets] == [3, 2, 54]
    assert np.sum([eights.count(start).counts for start in range(8)], axis=0).tolist()[:6] == [
        264, 3972, 6996, 1620, 18, 0,
    ]  # fmt: skip
    assert np.sum([sevens.count(start).counts for start in range(8)], axis=0).tolist()[:6] == [
        0, 1080, 5964, 4108, 288, 0,
    ]  # fmt: skip


def test_the_table_of_a_world_of_many_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond 80 kinds the later ones take 64 bits."""
    monkeypatch.setattr(seven_tiles, "NARROW", 0)
    agrees(DOUBLED)


@pytest.mark.parametrize("copies", [(1, 1, 1, 1, 1, 1, 1), (2, 1, 3, 2), (7,), (20, 1, 1)], ids=str)
def test_ranks_number_the_multisets(copies: tuple[int, ...]) -> None:
    ranks = build_ranks(np.array(copies, np.int64), 7)
    for size in range(8):
        assert ranks.numbers[size] == sum(1 for _ in oracles.hands(copies, size))
