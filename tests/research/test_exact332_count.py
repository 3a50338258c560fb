"""All hands of form 332 are counted as the definition says in small worlds; the committed counts fit the deals.

What needs the kernels is slow: they are compiled for a quarter of a minute.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pytest
from exact332 import sevens
from exact332.count import CountWords
from exact332.multisets import Question332
from exact332.ranks import build_ranks
from exact332.sevens import Sevens

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.blocks import Blocks
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.studies import Deals, Results, run
from kanamj.tiles import TileSet
from tests.places import ROOT
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


def found_by_the_walk(world: World, starts: range | None = None) -> list[Counter[tuple[int, int]]]:
    """The hands of seven tiles by distance and number of kinds accepted, and by distance and number of tiles."""
    return [
        Counter({(int(d), int(n)): int(table[d, n]) for d, n in zip(*table.nonzero(), strict=True)})
        for table in Sevens(asked(world), threads=2).walk(starts)
    ]


def agrees(world: World) -> None:
    """All hands of 7 tiles of a world, found by the walk and by the definition."""
    hands = Hands(world)
    if not hands.complete:
        with pytest.raises(KanamjError, match="can be completed"):
            Sevens(asked(world))
        return
    by_kinds, by_tiles = found_by_the_walk(world)
    assert (by_kinds, by_tiles) == hands.accepted(7)
    assert sum(by_tiles.values()) == comb(sum(world[0]), 7)


@pytest.mark.slow
@pytest.mark.parametrize(
    "world", [DOUBLED, UNUSED, *worlds(seed=3, number=9), *worlds(seed=4, number=150)], ids=str
)
def test_the_walk_over_a_small_world_finds_what_judging_each_hand_does(world: World) -> None:
    agrees(world)


@pytest.mark.slow
def test_the_examples_of_the_docstrings() -> None:
    """い 0, く 1, さ 2, だ 3, な 4, ぬ 5, み 6, ら 7; the words さくら, なみだ and いぬ."""
    world: World = ((2,) * 8, [(1, 2, 7), (3, 4, 6)], [(0, 5)])
    game = Sevens(asked(world))
    assert [
        int(np.bitwise_count(bits).sum())
        for bits in (game.completing.trios, game.completing.mixed, game.find(7))
    ] == [
        3,
        2,
        18,
    ]
    assert game.walk()[1].sum(axis=1).tolist()[1:6] == [1080, 5964, 4108, 288, 0]


@pytest.mark.slow
def test_nine_kinds_beyond_the_narrow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more than 80 kinds, the later ones take 64 bits."""
    monkeypatch.setattr(sevens, "NARROW", 0)
    agrees(((2, 1, 2, 1, 1, 1, 2, 1, 1), [(0, 1, 2), (3, 4, 5), (0, 0, 8), (2, 6, 7)], [(6, 6), (1, 8)]))


@pytest.mark.parametrize("copies", [(1, 1, 1, 1, 1, 1, 1), (2, 1, 3, 2), (7,), (20, 1, 1)], ids=str)
def test_ranks_number_the_multisets(copies: tuple[int, ...]) -> None:
    ranks = build_ranks(np.array(copies, np.int64), 7)
    for size in range(8):
        assert ranks.numbers[size] == sum(1 for _ in oracles.hands(copies, size))


TILES = TileSet("six", ("あ", "い", "う", "え", "お", "ー"), (2, 3, 2, 1, 2, 3))
WORDS = Lexicon.from_entries(
    "vowels",
    [Entry(word, word) for word in ("あい", "うえ", "おい", "あおい", "いいえ", "うお", "おーい", "あうー")],
)
KIND = {face: kind for kind, face in enumerate(TILES.kinds)}
HANDS = Hands(
    (
        TILES.copies,
        *[
            [tuple(sorted(KIND[face] for face in key)) for key in WORDS.keys(size)]  # type: ignore[arg-type]
            for size in (3, 2)
        ],
    )
)


def counts(found: Results) -> dict[int, int]:
    return {row["shanten"]: row["hands"] for row in found.rows("exact")}


@pytest.mark.slow
@pytest.mark.parametrize("tiles", [8, 7])
def test_the_study_agrees_with_the_definition(tiles: int) -> None:
    """Those of 8 tiles follow from the walk over those of 7."""
    found = run(CountWords(WORDS, TILES, hand=tiles))
    assert {shanten + 1: hands for shanten, hands in counts(found).items()} == HANDS.counts(tiles)
    assert sum(counts(found).values()) == comb(13, tiles)
    accepted: dict[str, dict[tuple[int, int], int]] = {"kinds": {}, "tiles": {}}
    for row in found.rows("accepts"):
        accepted[row["what"]][row["shanten"] + 1, row["n"]] = row["hands"]
    assert tiles == 8 or (*accepted.values(),) == HANDS.accepted(7)


def test_the_committed_count_agrees_with_the_deals() -> None:
    """Within 4 standard errors of 10^8 deals judged by the batch, which shares nothing with the counting."""
    results = ROOT / "results"
    found = CountWords.read(results / "exact" / "common-332")
    dealt: Any = Deals.read(results / "deals" / "common-332")
    assert dealt.parameters["lexicon_sha256"] == found.parameters["lexicon_sha256"]
    assert sum(counts(found).values()) == comb(120, 8)
    for shanten, hands in counts(found).items():
        share = hands / comb(120, 8)
        error = (share * (1 - share) / dealt.n) ** 0.5
        assert abs(dealt.counts.get(shanten, 0) / dealt.n - share) <= 4 * error


def test_the_committed_counts_agree_with_each_other() -> None:
    """Each complete hand of 8 tiles is a hand of 7 that waits for one of its tiles, in 8 ways."""
    eight, seven = (
        CountWords.read(ROOT / "results" / "exact" / name) for name in ("common-332", "common-332-7")
    )
    assert seven.parameters["lexicon_sha256"] == eight.parameters["lexicon_sha256"]
    assert sum(counts(seven).values()) == comb(120, 7)
    rows = [row for row in seven.rows("accepts") if (row["what"], row["shanten"]) == ("tiles", 0)]
    assert sum(row["n"] * row["hands"] for row in rows) == 8 * counts(eight)[-1]


@pytest.mark.slow
def test_the_committed_count_of_seven_agrees_with_what_hands_accept(common: Lexicon) -> None:
    """Shares and mean numbers of accepted kinds within 4 standard errors of 20,000 hands judged by the batch."""
    counted = CountWords.read(ROOT / "results" / "exact" / "common-332-7")
    if counted.parameters["lexicon_sha256"] != common.sha256:
        pytest.skip("results/exact was counted with an older list; make it again: python scripts/results.py")
    batch = WordEngine(common, forms="332").batch
    rows, _ = batch.deal_rows(7, 20_000, deal_state(5, 0))
    distances, accepts = batch.accepts(rows)
    kinds = accepts.sum(axis=1)
    for shanten, hands in counts(counted).items():
        dealt = kinds[distances == shanten + 1]
        share = hands / comb(120, 7)
        assert abs(len(dealt) / len(rows) - share) <= 4 * (share * (1 - share) / len(rows)) ** 0.5
        if len(dealt) > 30:
            of = [
                row for row in counted.rows("accepts") if (row["what"], row["shanten"]) == ("kinds", shanten)
            ]
            mean = sum(row["n"] * row["hands"] for row in of) / hands
            assert abs(dealt.mean() - mean) <= 4 * dealt.std() / len(dealt) ** 0.5
