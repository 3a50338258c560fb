"""The value of words: the same as from trying all arrangements in the toy world; folders, workers, bad input."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from values import Values, held_by

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.lexicon.store import key_of
from kanamj.studies import run
from kanamj.tiles import TileSet
from tests.conftest import Run
from tests.reference import toy

TILES = TileSet("values", tuple("あいうえおか"), (2, 2, 3, 1, 2, 2))
WORDS = ("あい", "うう", "おか", "あいう", "いうえ", "うおか", "ああえ", "えおか", "かいお", "ううう")
LEXICON = Lexicon.from_entries("values", [Entry(word, word) for word in WORDS])


def toy_values(n: int = 2_000, hand: int = 5, **chosen: Any) -> Values:
    return Values(toy.LEXICON, n, tiles=toy.TILES, forms=("32",), hand=hand, **chosen)


def arrangements(
    letters: Counter[str], words: tuple[str, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[str, ...]]:
    """All ways to split letters into words of these sizes."""
    if not sizes:
        yield ()
        return
    for word in words:
        if len(word) == sizes[0] and Counter(word) <= letters:
            for rest in arrangements(letters - Counter(word), words, sizes[1:]):
                yield (key_of(word), *rest)


@pytest.mark.parametrize("copies", ["strict", "ignore"])
@pytest.mark.parametrize("short", [0, 1])
@pytest.mark.parametrize("sizes", [(3, 2), (3, 3, 2), (3, 3), (3,), (2,)])
def test_the_values_of_a_small_world_are_those_of_trying_all_arrangements(
    sizes: tuple[int, ...], short: int, copies: str
) -> None:
    size = sum(sizes) - short
    drawn = (Counter(hand) for hand in combinations_with_replacement(TILES.kinds, size))
    hands = [
        hand for hand in drawn if all(hand[f] <= c for f, c in zip(TILES.kinds, TILES.copies, strict=True))
    ]
    complete, needed, used = 0, Counter[str](), Counter[str]()
    for hand in hands:
        full = [hand]
        if short:
            held = zip(TILES.kinds, TILES.copies, strict=True)
            there = [f for f, c in held if hand[f] < c or copies == "ignore"]
            full = [hand + Counter(face) for face in there]
        ways = [{*way} for each in full for way in arrangements(each, WORDS, sizes)]
        complete += bool(ways)
        used.update(set().union(*ways) if ways else ())
        needed.update(set.intersection(*ways) if ways else ())
    form = "".join(map(str, sizes))
    study = Values(LEXICON, 10, tiles=TILES, forms=(form,), hand=size, copies=copies)
    rows = np.array([[hand[face] for face in TILES.kinds] for hand in hands], np.uint8)
    assert study.judge.count(rows) == (complete, needed, used)
    assert complete > 0


@pytest.mark.parametrize("hand", [5, 4])
def test_shares_of_deals_are_near_those_of_all_hands(hand: int) -> None:
    """Each within five of its standard errors of what all hands of the toy world give."""
    study = toy_values(20_000, hand)
    hands = toy.hands(hand)
    total, exact = 0.0, {kind: Counter[str]() for kind in ("needed", "used")}
    for counts, share in hands.items():
        complete, needed, used = study.judge.count(np.array([counts], np.uint8))
        total += complete * float(share)
        for key in needed:
            exact["needed"][key] += float(share)  # type: ignore[assignment]
        for key in used:
            exact["used"][key] += float(share)  # type: ignore[assignment]
    found = run(study)
    assert len(found.rows("values")) == len(toy.WORDS)
    for row in found.rows("values"):
        for kind, shares in exact.items():
            error = row[f"{kind}_stderr"]
            assert abs(row[kind] - shares[row["key"]] / total) <= 5 * error


def test_words_are_ranked_on_one_half_of_the_deals_and_judged_on_the_other() -> None:
    """The order of the words is that of one half of each chunk; all figures are those of the other half."""
    study = toy_values(1_500, chunk_size=1_000)
    judge, halves = study.judge, ([], [])  # type: ignore[var-annotated]
    for number, size in enumerate((1_000, 500)):
        for half, part in zip(halves, np.split(study.dealt(number, size), [size // 2]), strict=True):
            half.append(part)
    (_, needed, used), (complete, measured, _) = (judge.count(np.concatenate(half)) for half in halves)
    found = run(study)
    rows = found.rows("values")
    assert found.counted["complete"] == complete
    assert [row["key"] for row in rows] == sorted(
        judge.keys.values(), key=lambda key: (-needed[key], -used[key], key)
    )
    assert [row["needed"] for row in rows] == pytest.approx([measured[row["key"]] / complete for row in rows])
    assert needed != measured


def test_deals_of_which_none_is_complete_are_an_error() -> None:
    words = [Entry("ああ", "ああ"), Entry("えええ", "えええ")]
    with pytest.raises(KanamjError, match="none of the measured half of 50 deals is complete with rare"):
        run(Values(Lexicon.from_entries("rare", words), 50))


def test_held_by_finds_the_hands_that_have_all_letters_of_a_word() -> None:
    engine = WordEngine(LEXICON, TILES, "332")
    rows, _ = engine.batch.deal_rows(8, 100, deal_state(1, 0))
    blocks = [block for size in (2, 3) for block in engine.blocks.by_size[size]]
    for block, where in held_by(rows, blocks):
        held = [
            i for i, row in enumerate(rows.tolist()) if all(row[kind] >= block.count(kind) for kind in block)
        ]
        assert where.tolist() == held


def test_the_script_writes_all_words(research: Run, tmp_path: Path) -> None:
    small = ("values", "--n", 3_000, "--form", "332", "--workers", 1, "--out", tmp_path / "out")
    said = json.loads(research(*small, "--json").out)
    assert len(said["values"]) > 3000
    assert 0 < said["values"][0]["needed"] <= said["values"][0]["used"] < 1
    assert (tmp_path / "out" / "values.csv").read_text().count("\n") == 1 + len(said["values"])
