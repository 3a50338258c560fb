"""All hands of form 332 are counted as the definition says in small worlds; the committed counts fit the deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from math import comb

import numpy as np
import pytest
from exact332 import seven_tiles
from exact332.count import CountWords
from exact332.eight_tiles import EightTiles
from exact332.multisets import Question332
from exact332.ranks import build_ranks
from exact332.seven_tiles import SevenTiles
from old.deals import Deals
from old.run import run
from old.workers import open_threads, open_workers

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.blocks import Blocks
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
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


accepted, by_distance = cache(partial(HANDS.accepted, 7)), cache(HANDS.counts)


@pytest.mark.parametrize("workers", [open_workers, partial(open_threads, workers=2)], ids=["one", "threads"])
def test_the_counts_agree_with_the_definition(workers: Callable[..., object]) -> None:
    for tiles in (8, 7):
        counted = run(CountWords(WORDS, TILES, hand=tiles), workers)  # type: ignore[arg-type]
        assert {shanten + 1: hands for shanten, hands in counted.counts.items()} == by_distance(tiles)
        assert counted.total == comb(13, tiles)
    by_kinds, by_tiles = accepted()
    for found, wanted in ((counted.accepts["kinds"], by_kinds), (counted.accepts["tiles"], by_tiles)):
        assert {(at + 1, n): hands for at, row in found.items() for n, hands in row.items()} == wanted


def test_counting_uses_as_many_threads_as_were_asked_for() -> None:
    sent = CountWords(WORDS, TILES, hand=7, threads=3).sent()
    assert sent.counter.threads == 3


def test_the_committed_count_agrees_with_the_deals() -> None:
    """Within 4 standard errors of 10^8 deals judged by the batch, which shares nothing with the counting."""
    results = ROOT / "results"
    counted = CountWords.read(results / "exact" / "common-332")
    dealt = Deals.read(results / "deals" / "common-332")
    assert dealt.parameters["lexicon_sha256"] == counted.parameters["lexicon_sha256"]
    assert counted.total == comb(120, 8)
    for shanten, hands in counted.counts.items():
        share = hands / counted.total
        error = (share * (1 - share) / dealt.n) ** 0.5
        assert abs(dealt.counts.get(shanten, 0) / dealt.n - share) <= 4 * error


def test_the_committed_counts_agree_with_each_other() -> None:
    """Each complete hand of 8 tiles is a hand of 7 that waits for one of its tiles, in 8 ways."""
    eight, seven = (
        CountWords.read(ROOT / "results" / "exact" / name) for name in ("common-332", "common-332-7")
    )
    assert seven.parameters["lexicon_sha256"] == eight.parameters["lexicon_sha256"]
    assert seven.total == comb(120, 7)
    assert sum(tiles * hands for tiles, hands in seven.accepts["tiles"][0].items()) == 8 * eight.counts[-1]


def test_the_committed_count_of_seven_agrees_with_what_hands_accept(common: Lexicon) -> None:
    """Shares and mean numbers of accepted kinds within 4 standard errors of 20,000 hands judged by the batch."""
    counted = CountWords.read(ROOT / "results" / "exact" / "common-332-7")
    if counted.parameters["lexicon_sha256"] != common.sha256:
        pytest.skip("results/exact was counted with an older list; make it again: python scripts/results.py")
    batch = WordEngine(common, forms="332").batch
    rows, _ = batch.deal_rows(7, 20_000, deal_state(5, 0))
    distances, accepts = batch.accepts(rows)
    kinds = accepts.sum(axis=1)
    for shanten, hands in counted.counts.items():
        dealt = kinds[distances == shanten + 1]
        share = hands / counted.total
        assert abs(len(dealt) / len(rows) - share) <= 4 * (share * (1 - share) / len(rows)) ** 0.5
        if len(dealt) > 30:
            mean = counted.mean_accepts("kinds", shanten)
            assert abs(dealt.mean() - mean) <= 4 * dealt.std() / len(dealt) ** 0.5
