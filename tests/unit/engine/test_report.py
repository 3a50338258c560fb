"""Reports: what they say about a complete hand, a tenpai hand, and a hand further away."""

from __future__ import annotations

import json
import random

import pytest

from kanamj.engine import WordEngine
from kanamj.engine.blocks import BlockWord
from kanamj.engine.report import main_table
from kanamj.errors import MeldError, TileError
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120

WIN = "さくらなみだたまごきつねいぬ"


def test_a_win_lists_its_arrangements_and_words(common: Lexicon) -> None:
    report = WordEngine(common).analyze(WIN, limit=None)
    assert report.shanten == -1
    assert report.arrangement_count == len(report.arrangements) > 1
    for arrangement in report.arrangements:
        assert sorted("".join(block.letters for block in arrangement)) == sorted(WIN)
        for block in arrangement:
            assert bool(block.words) == bool(common.shown(block.letters))  # flagged words are not shown
            for word in block.words:
                assert word.spelling in common.words(block.letters)
                assert sorted(word.reading) == sorted(block.letters)
    obvious = {"くさら", "だなみ", "ごたま", "きつね", "いぬ"}
    assert obvious in [{block.letters for block in arrangement} for arrangement in report.arrangements]
    few = WordEngine(common).analyze(WIN, limit=1)
    assert (len(few.arrangements), few.arrangement_count) == (1, report.arrangement_count)


def test_nearest_has_the_easiest_words_as_the_vocabulary(common: Lexicon) -> None:
    word = WordEngine(common)
    for hand in ("てがきねあげひよこみみずぬ", "さくらなみだたまごきつねい", "てがきねあげひよこみみずぬぽ"):
        report = word.analyze(hand, limit=0)
        left = (
            word.analyze(word.ask(hand).after(report.discards[0].kind), limit=0)
            if report.discards
            else report
        )
        assert left.vocabulary is not None
        easiest = [each.word.letters for each in left.vocabulary.words]
        *whole, waiting = report.nearest
        assert waiting.missing == 1
        rest = [letters for letters in easiest if letters not in [piece.tiles for piece in whole]]
        assert len(rest) == 1
        assert set(waiting.tiles) < set(rest[0])
        assert [piece.tiles for piece in whole] == sorted(
            (piece.tiles for piece in whole), key=lambda text: (-len(text), text)
        )


def test_the_best_discard_comes_first_and_every_figure_is_right(common: Lexicon) -> None:
    word = WordEngine(common)
    hand = "てがきねあげひよこみみずぬぽ"
    report = word.analyze(hand)
    assert report.shanten == 0
    order = [(discard.distance, -discard.unseen, discard.kind) for discard in report.discards]
    assert order == sorted(order)
    assert {discard.tile for discard in report.discards} == set(hand)
    for discard in report.discards:
        left = hand.replace(discard.tile, "", 1)
        assert discard.shanten == word.shanten(left)
        assert tuple(accept.kind for accept in discard.accepts) == tuple(word.accepts(left, kinds=True))
        for accept in discard.accepts:
            copies = HIRAGANA_120.copies[accept.kind]
            assert accept.unseen == copies - hand.count(accept.tile)


def test_seen_tiles_are_taken_off(common: Lexicon) -> None:
    word = WordEngine(common)
    plain, seen = (word.analyze("てがきねあげひよこみみずぬ", seen=letters) for letters in ("", "いいう"))
    unseen = {wait.tile: wait.unseen for wait in plain.waits}
    left = {wait.tile: wait.unseen for wait in seen.waits}
    assert (unseen["い"], left["い"]) == (2, 0)
    assert (unseen["う"], left["う"]) == (2, 1)
    assert {tile: count for tile, count in left.items() if tile not in "いう"} == {
        tile: count for tile, count in unseen.items() if tile not in "いう"
    }
    with pytest.raises(TileError, match="tile て appears 3 times"):
        word.analyze("てがきねあげひよこみみずぬ", seen="てて")


def test_melds_are_spelled_and_their_tiles_taken_off(common: Lexicon) -> None:
    word = WordEngine(common)
    report = word.analyze("なみだたまごきつねい", ["さくら"])
    assert report.forms == ("3332",)
    assert BlockWord("さくら", "桜") in report.melds[0].words
    assert {wait.tile: wait.unseen for wait in report.waits}["く"] == 1


def test_nearest_and_spare_hold_the_whole_hand_and_are_what_the_advised_discard_leaves(
    common: Lexicon,
) -> None:
    """This also holds if the chances advise another discard."""
    word, chance = WordEngine(common), random.Random(5)
    wall = [kind for kind, copies in enumerate(HIRAGANA_120.copies) for _ in range(copies)]
    for n in range(24):
        hand = word.tiles.format(chance.sample(wall, 13 + n % 2))
        report = word.analyze(hand)
        tiles = "".join(piece.tiles for piece in report.nearest) + report.spare
        assert sorted(tiles) == sorted(hand)
        assert sum(piece.missing for piece in report.nearest) == report.distance > 0
        for said in (report, word.chances(hand, 1).into(report)) if report.discards else ():
            left = word.analyze(hand.replace(said.advice, "", 1))
            assert (said.nearest, said.spare) == (left.nearest, said.advice + left.spare)
        assert report.advice == (report.discards[0].tile if report.discards else "")


def test_a_called_word_may_be_unknown(common: Lexicon) -> None:
    word = WordEngine(common)
    with pytest.raises(MeldError):
        word.behind(["ぬまよ"])
    engine = word.behind(["ぬまよ", "さくら"], known=False)
    report = engine.analyze("なみだたまごきつ")
    assert [(meld.letters, bool(meld.words)) for meld in report.melds] == [
        ("ぬまよ", False),
        ("くさら", True),
    ]
    assert report.distance == word.behind(2).analyze("なみだたまごきつ").distance
    assert engine.shanten("なみだたまごいぬ") == -1
    with pytest.raises(TileError, match="tile ぬ appears 3 times"):
        engine.shanten("なみだたまぬいぬ")


def test_a_report_can_be_plain_values_or_a_frame_or_html(common: Lexicon) -> None:
    word = WordEngine(common)
    for hand in (
        WIN,
        "てがきねあげひよこみみずぬぽ",
        "てがきねあげひよこみみずぬ",
        "あえおがぎぐげござじずぜぞ",
    ):
        report = word.analyze(hand)
        assert json.loads(json.dumps(report.to_json())) == report.to_json()
        columns, rows = main_table(report)
        frame = report.to_frame()
        assert list(frame.columns) == columns
        for said in report.to_json()["discards"][:1] or report.to_json()["waits"][:1]:
            assert {*said} == {*columns}
        assert frame.shape == (len(rows), len(columns))
        assert frame.to_numpy().tolist() == rows
        assert report._repr_html_().count("<tr>") == len(rows) + 1
        assert report._repr_html_().startswith(f"<p>{report.hand}: {' '.join(report.name)}</p>")
        assert len(repr(report)) < 100
