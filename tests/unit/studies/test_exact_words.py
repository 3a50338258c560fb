"""The study that counts all hands: it agrees with the definition, resumes to the same files, and refuses bad input."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import comb

import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.lexicon import Entry, Lexicon
from kanamj.studies.deals import Deals
from kanamj.studies.exact_words import CountWords
from kanamj.studies.run import run
from kanamj.studies.workers import open_threads, open_workers
from kanamj.tiles import TileSet
from tests.places import ROOT
from tests.reference.hands332 import Hands

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
