"""Both engines: which input they take, that one hand and many hands get the same answers, and what they refuse."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kanamj.engine import UNREACHABLE, RiichiEngine, WordEngine, engine_of
from kanamj.engine.batch import BestDiscards, ManyDraws
from kanamj.errors import (
    ArrayError,
    KanamjError,
    MeldError,
)
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.tiles import HIRAGANA_120

WIN = "さくらなみだたまごきつねいぬ"


def of_words(*readings: str, **options: object) -> WordEngine:
    return WordEngine(Lexicon.from_entries("toy", [Entry(word, word) for word in readings]), **options)


def test_a_name_is_taken_wherever_an_object_is(common: Lexicon, tmp_path: Path) -> None:
    assert WordEngine().lexicon == WordEngine("common").lexicon == WordEngine(common).lexicon
    (tmp_path / "3gram.txt").write_text("３文字集合\t可能な３文字単語\nかさな\t魚\n", encoding="utf-8")
    assert WordEngine(tmp_path).lexicon == WordEngine(str(tmp_path)).lexicon
    assert WordEngine(common, "hiragana-pro-136").tiles.tiles == 136
    assert RiichiEngine("sanma-108").players == 3
    assert [form.name for form in RiichiEngine(forms="general,seven_pairs").forms] == [
        "general",
        "seven_pairs",
    ]
    assert engine_of("riichi-136").shanten("19m19p19s1234567z") == 0
    assert engine_of(form="332").shanten("さくらなみだいぬ") == -1
    assert len(repr(WordEngine())) < 100


@pytest.mark.parametrize(
    ("engine", "short", "full"),
    [
        (WordEngine(forms="332"), ["さくらなみだい", "かきくけこさし"], ["さくらなみだぢぬ"]),
        (RiichiEngine(), ["123m456p789s1122z", "147m147p147s1234z"], ["123m456p789s11223z"]),
    ],
    ids=["words", "riichi"],
)
def test_many_hands_get_the_answers_of_single_hands(
    engine: WordEngine | RiichiEngine, short: list[str], full: list[str]
) -> None:
    """Layouts of arrays are tried in test_batch.py and riichi/test_engine.py, more hands in tests/contract."""
    rows = engine.tiles.count_rows(short)
    for hands in (short, rows):
        assert engine.shanten_many(hands).tolist() == [engine.shanten(hand) for hand in short]
        draws, waits = engine.accepts_many(hands), engine.waits_many(hands)
        assert isinstance(draws, ManyDraws)
        assert (draws.distances.dtype, draws.accepts.dtype, waits.dtype) == (np.int8, np.bool_, np.bool_)
        for hand, marks, waited in zip(short, draws.accepts, waits, strict=True):
            assert np.flatnonzero(marks).tolist() == list(engine.accepts(hand, kinds=True))
            assert tuple(np.flatnonzero(waited)) == engine.waits(hand, kinds=True)
    best = engine.best_discards_many(full)
    assert isinstance(best, BestDiscards)
    first = engine.analyze(full[0]).discards[0]
    assert (best.kind[0], best.distance[0], best.tiles[0]) == (first.kind, first.distance, first.unseen)
    with pytest.raises(ArrayError, match="row 2: "):
        engine.shanten_many([*short, "x"])
    assert engine.behind(()) is engine
    with pytest.raises(ArrayError, match="row 0: the hand has 0 tiles"):
        engine.behind(1).shanten_many(0 * rows[:1])


def test_a_hand_that_was_read_is_judged_only_by_its_engine_and_with_its_own_melds() -> None:
    word, melds, hand = WordEngine(), ["さくら"], "なみだたまごきつねいぬ"
    for read in (word.ask(WIN), word.ask(hand, melds), word.behind(melds).ask(hand)):
        assert word.ask(read) is read
        assert word.shanten(read) == -1
        with pytest.raises(
            MeldError, match=r"melds \['さくら'\] come too late, as this hand was read before"
        ):
            word.shanten(read, melds)
    strangers = (
        WordEngine(),
        WordEngine(forms="2222222"),
        RiichiEngine(),
        word.behind(melds),
        word.behind(1),
    )
    for other in strangers:
        with pytest.raises(
            KanamjError, match="another engine has read this hand, and .*Engine.* give its tiles"
        ):
            other.analyze(word.ask(WIN))
    with pytest.raises(KanamjError, match="another engine has read this hand"):
        word.behind(1).shanten(word.ask(hand, melds))


def test_the_easiest_reading_is_listed_first() -> None:
    engine = WordEngine()
    report = engine.analyze(WIN)
    assert {block.letters for block in report.arrangements[0]} == {
        "くさら",
        "だなみ",
        "ごたま",
        "きつね",
        "いぬ",
    }
    rarity = engine.blocks.rarity
    order = [rarity(blocks) for blocks in engine.arrangements(WIN, kinds=True)]
    assert order == sorted(order)
    known = {
        entry.key: entry.cost for entries in engine.lexicon.entries.values() for entry in reversed(entries)
    }
    blocks = engine.arrangements(WIN, kinds=True)[0]
    costs = [known["".join(sorted(engine.tiles.format(block)))] for block in blocks]
    assert rarity(blocks) == (0, 0, max(costs), sum(costs))


@pytest.mark.parametrize(
    ("words", "form", "hand", "first"),
    [
        (
            "いぬね5 うえお5 いえ5 ぬね5 いうえ5 おぬね5 いお5",
            "332",
            "いぬねうえおいえ",
            "いうえ おぬね いえ",
        ),
        ("あい9 うえ9 あう1 いえ-1", "22", "あいうえ", "あい うえ"),
        ("あい5 うえ6 あう1 いえ9", "22", "あいうえ", "あい うえ"),
        ("あい5 うえ6 あう2 いえ6", "22", "あいうえ", "あう いえ"),
        ("いぬ1 いい9 ぬぬ9", "22", "いいぬぬ", "いい ぬぬ"),
    ],
    ids=["equally rare", "one without a cost", "the rarest word", "all costs", "a word twice"],
)
def test_which_arrangement_is_listed_first(words: str, form: str, hand: str, first: str) -> None:
    costs = re.findall(r"(\D+?)(-?\d+) ?", words)
    entries = [Entry(word, word, cost=int(cost)) for word, cost in costs]
    engine = WordEngine(Lexicon.from_entries("toy", entries), forms=form)
    assert engine.arrangements(hand)[0] == tuple(first.split())


FLAGGED = [
    Entry("しがい", "死骸", 10, flag="dark"),
    Entry("しがい", "市街", 20),
    Entry("したい", "死体", 10, flag="dark"),
    Entry("いぬ", "犬", 30),
]


def test_flagged_words_are_judged_and_not_shown() -> None:
    engine = WordEngine(Lexicon.from_entries("toy", FLAGGED), forms="32")
    report = engine.analyze("しがいいぬ")
    assert [word.spelling for block in report.arrangements[0] for word in block.words] == ["市街", "犬"]
    report = engine.analyze("したいいぬ")
    assert [[word.spelling for word in block.words] for block in report.arrangements[0]] == [[], ["犬"]]
    assert report.to_frame().to_numpy().tolist() == [[1, "いした", "いぬ(犬)"]]
    waits = {wait.tile: wait.completes for wait in engine.analyze("しいいぬ").waits}
    assert {
        tile: [word.spelling for block in blocks for word in block.words] for tile, blocks in waits.items()
    } == {
        "が": ["市街"],
        "た": [],
    }
    toy = replace(engine.lexicon, all_words=True)
    waits = {wait.tile: wait.completes for wait in WordEngine(toy, forms="32").analyze("しいいぬ").waits}
    assert [word.spelling for block in waits["た"] for word in block.words] == ["死体"]


def test_every_spelling_of_a_key_stays_when_one_has_a_reading(tmp_path: Path) -> None:
    (tmp_path / "2gram.txt").write_text("２文字集合\t可能な２文字単語\nいぬ\t犬\n", encoding="utf-8")
    (tmp_path / "own.tsv").write_text("いぬ\t戌\n", encoding="utf-8")

    engine = WordEngine(load_lexicon(tmp_path, [tmp_path / "own.tsv"]), forms="2")
    spelled = engine.blocks.spell(engine.tiles.parse("いぬ"))
    assert {word.spelling for word in spelled.words} == {"犬", "戌"}


def test_a_hand_that_can_never_be_complete_is_called_out_of_reach() -> None:
    far = of_words("さくら", "なみだ", "たまり", "きつね", "いぬ").analyze("あえおがぎぐげござじずぜぞば")
    assert (far.distance, far.name) == (14, ("13向聴", "13-shanten"))
    none = of_words("さくら", "いぬ").analyze("あえおがぎぐげござじずぜぞば")
    assert (none.distance, none.nearest, none.name) == (UNREACHABLE, (), ("和了形なし", "out of reach"))
    assert all(discard.distance == UNREACHABLE and not discard.accepts for discard in none.discards)
    assert HIRAGANA_120.copies[none.discards[0].kind]
