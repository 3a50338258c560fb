"""Hardness of many hands: the least vocabulary is that of one hand; the study, and the command."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import numpy as np
import pytest
from hardness import Hardness
from vocabularies import Vocabularies

from kanamj import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import TileSet
from tests.conftest import Run
from tests.reference import oracles, toy
from tests.unit.engine.test_vocabulary import KINDS, size_of

SMALL = TileSet("small", tuple(KINDS), (3,) * 6, "kana")
WORDS = [
    *("あい", "うう", "えお", "あか", "いえ", "おか"),
    *("あいう", "ううえ", "おおお", "あえお", "いうか", "かかえ", "あああ", "いいお"),
]


def ranked(words: Sequence[str], seed: int) -> Lexicon:
    """The words in an order of ease that chance makes."""
    order = random.Random(seed).sample(list(words), len(words))
    return Lexicon.from_entries("ranked", [Entry(word, word, ease=n) for n, word in enumerate(order, 1)])


WORLDS = [
    (toy.WORDS, toy.TILES, "32", (5, 4)),
    (WORDS, SMALL, "32", (5, 4)),
    (WORDS, SMALL, "2", (2, 1)),
    (WORDS, SMALL, "33", (6, 5)),
    (WORDS, SMALL, "222", (6, 5)),
    (WORDS, SMALL, "332", (8, 7)),
]


def sizes(engine: WordEngine, rows: np.ndarray) -> list[int]:
    found: list[int] = Vocabularies(engine).sizes(rows).tolist()
    return found


@pytest.mark.parametrize("copies", ["strict", "ignore"])
@pytest.mark.parametrize(("words", "tiles", "forms", "tiles_held"), WORLDS, ids=lambda value: str(value)[:12])
def test_many_hands_need_what_each_needs_alone(
    words: Sequence[str], tiles: TileSet, forms: str, tiles_held: Sequence[int], copies: str
) -> None:
    engine = WordEngine(ranked(list(words), seed=len(forms)), tiles, forms, copies)  # type: ignore[arg-type]
    for size in tiles_held:
        rows = np.array([*oracles.hands(tiles.copies, size)], np.uint8)[::7]
        expected = [size_of(engine, row) for row in rows.tolist()]
        assert sizes(engine, rows) == expected
    assert max(expected) > 0


@pytest.mark.parametrize("tiles", [14, 13])
def test_hands_of_the_game(tiles: int) -> None:
    engine = WordEngine("core")
    rows, _ = engine.batch.deal_rows(tiles, 1500, deal_state(5, 0))
    near = engine.batch.distance(rows) < 2
    chosen = np.concatenate([rows[near][:60], rows[~near][:20]])
    assert sizes(engine, chosen) == [size_of(engine, row) for row in chosen.tolist()]


def test_more_trios_than_are_listed() -> None:
    """Of 12 kinds all 220 trios are words."""
    faces = "あいうえおかきくけこさし"
    trios = [a + b + c for i, a in enumerate(faces) for j, b in enumerate(faces[i + 1 :], i + 1)
             for c in faces[j + 1 :]]  # fmt: skip
    tiles = TileSet("twelve", tuple(faces), (2,) * 12, "kana")
    engine = WordEngine(ranked([*trios, "あい", "ええ", "さし"], seed=1), tiles)
    rows = np.array([tiles.read(faces + more) for more in ("あい", "さし")])
    assert sizes(engine, rows) == [size_of(engine, row) for row in rows.tolist()]


def test_one_form_is_asked_and_some_deals_are_near(research: Run) -> None:
    lexicon: Lexicon = ranked(WORDS, 1)
    with pytest.raises(KanamjError, match="one form is asked"):
        Hardness(lexicon, 10, tiles=SMALL, forms="33,222")
    assert "none of 2 deals is near enough; deal more" in research("hardness", "--n", 2, "--workers", 1).err


def test_the_command_says_what_dealt_hands_need(research: Run) -> None:
    engine, n = WordEngine("core", forms="332"), 400
    done = research("hardness", "--lexicon", "core", "--n", n, "--form", "332", "--workers", 1, "--json")
    assert (done.code, done.err) == (0, "")
    said = json.loads(done.out)
    rows, _ = engine.batch.deal_rows(8, n, deal_state(1, 0))
    complete = rows[engine.shanten_many(rows) == -1].tolist()
    needed = [size_of(engine, row) for row in complete]
    for row in said["shares"]:
        assert row["hands"] == sum(size <= row["known"] for size in needed)
    assert [row["quantile"] for row in said["summary"]] == [0.05, 0.25, 0.5, 0.75, 0.95]
    assert {row["hands"] for row in said["summary"]} == {len(needed)}
