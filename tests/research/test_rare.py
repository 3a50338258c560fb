"""Rare hands: in small worlds the shares are those of all hands, counted one by one; what is drawn is as it says."""

from __future__ import annotations

import sys
from collections import Counter
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest
from fair_tiles import FairTiles
from rare import Rare, Weighted, drawn

from kanamj import Entry, KanamjError, Lexicon, WordEngine
from kanamj.studies import DealStudy, run
from tests.contract.test_studies import EASY, TOY
from tests.places import needs
from tests.reference import oracles, toy


@needs("matplotlib")
def test_a_list_that_does_not_say_how_early_its_words_are_has_the_same_shares() -> None:
    plain = Lexicon.from_entries("toy", [Entry(word, word) for word in toy.WORDS])
    found = [run(Rare(words, 1_000, **TOY, least=0, most=3)).rows("rare") for words in (EASY, plain)]
    assert found[0] == found[1]


@needs("matplotlib")
def test_the_shares_are_those_of_all_hands() -> None:
    """And the errors are as large as the estimates of many seeds vary."""
    off, exact, engine = [], Counter[tuple[int, int]](), WordEngine(EASY, toy.TILES, "32")
    for tiles in (5, 4):
        of = toy.hands(tiles)
        for share, at in zip(
            of.values(), engine.shanten_many(np.array([*of], np.uint8)).tolist(), strict=True
        ):
            exact[tiles, at] += share  # type: ignore[assignment]
    for seed in range(12):
        results = run(Rare(EASY, 3_000, **TOY | {"seed": seed}, least=0, most=3), workers=1)
        for row in results.rows("rare"):
            share = float(exact[row["tiles"], row["shanten"]])
            if not share:
                assert (row["share"], row["share_stderr"], row["plain_deals"]) == (0, None, None)
            else:
                off.append((row["share"] - share) / row["share_stderr"])
                assert row["plain_deals"] == pytest.approx(
                    row["share"] * (1 - row["share"]) / row["share_stderr"] ** 2, rel=1e-3
                )
    assert len(off) == 60
    assert max(map(abs, off)) < 4.5
    assert 0.75 < np.std(off) < 1.3
    assert abs(np.mean(off)) < 0.4


def test_weighted_hands_are_drawn_as_often_as_is_said() -> None:
    copies, random = (2, 0, 3, 1), np.random.default_rng(4)
    way = Weighted.of(copies, np.array([1.0, 5.0, 0.3, 4.0]), 3)
    rows = way.hands(40_000, random)
    found = Counter(map(tuple, rows.tolist()))
    hands = [*oracles.hands(copies, 3)]
    often = np.exp(way.more_often(np.array(hands, np.uint8)))
    plain = np.array([prod(map(comb, copies, hand)) for hand in hands]) / comb(6, 3)
    assert (often * plain).sum() == pytest.approx(1)
    for hand, expected in zip(hands, often * plain, strict=True):
        assert found[tuple(hand)] / len(rows) == pytest.approx(expected, abs=0.012)
    both = [way, Weighted.of(copies, np.ones(4), 3)]
    assert drawn(both, 40_000, random)[1].mean() == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("study", [Rare, FairTiles])
def test_without_matplotlib_it_says_what_to_type_before_it_begins(
    study: type[DealStudy], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(KanamjError, match="a picture needs matplotlib; try: pip install"):
        run(study(n=10**9), tmp_path / "out")
    assert not (tmp_path / "out").exists()
