"""Both engines: which input they take, that one hand and many hands get the same answers, and what they refuse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kanamj.engine import RiichiEngine, WordEngine, engine_of
from kanamj.engine.batch import BestDiscards, ManyDraws
from kanamj.errors import (
    ArrayError,
    KanamjError,
    MeldError,
)
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.tiles import HIRAGANA_120, TileSet
from tests.reference import toy

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
    """Every layout of an array is tried in test_batch.py, and in riichi/test_engine.py."""
    rows = engine.tiles.count_rows(short)
    for hands in (short, rows):
        assert engine.shanten_many(hands).tolist() == [engine.shanten(hand) for hand in short]
        draws = engine.accepts_many(hands)
        assert isinstance(draws, ManyDraws)
        assert (draws.distances.dtype, draws.accepts.dtype, draws.accepts.shape) == (
            np.int8,
            np.bool_,
            rows.shape,
        )
        for hand, distance, marks, waits in zip(short, *draws, engine.waits_many(hands), strict=True):
            assert distance == engine.distance(hand)
            assert np.flatnonzero(marks).tolist() == list(engine.accepts(hand, kinds=True))
            assert tuple(np.flatnonzero(waits)) == engine.waits(hand, kinds=True)
    best = engine.best_discards_many(full)
    assert isinstance(best, BestDiscards)
    first = engine.analyze(full[0]).discards[0]
    assert (best.kind[0], best.distance[0], best.tiles[0]) == (first.kind, first.distance, first.unseen)
    with pytest.raises(ArrayError, match="row 2: "):
        engine.shanten_many([*short, "x"])


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


def test_forms_that_differ_by_one_tile_are_judged_by_all_that_fit() -> None:
    """The distance is the least of all forms that fit. A draw is accepted if it lowers this distance; the same
    holds after discards.
    """
    engine = WordEngine(toy.LEXICON, toy.TILES, "32,33")
    single = {form: WordEngine(toy.LEXICON, toy.TILES, form) for form in ("32", "33")}
    met = set()
    for counts in toy.hands(5):
        distance = min(each.distance(np.array(counts)) for each in single.values())
        asked = engine.ask(np.array(counts))
        assert (asked.distance, asked.full, asked.short) == (distance, True, True)
        for kind, copies in enumerate(toy.TILES.copies):
            if counts[kind] < copies:
                drawn = engine.distance(np.array(counts) + np.eye(len(counts), dtype=int)[kind])
                assert (kind in asked.draws.kinds) == (drawn < distance)
                met.add(drawn - distance)
    assert met > {-1, 0}
    for counts in list(toy.hands(6))[:200]:
        asked = engine.ask(np.array(counts))
        for kind, draws in asked.after_discards.items():
            left = engine.ask(np.array(counts) - np.eye(len(counts), dtype=int)[kind])
            assert draws == left.draws
    assert engine.analyze("あいうえか").to_json()["discards"]


@pytest.mark.parametrize(
    ("engine", "melds", "tiles"),
    [
        (WordEngine(forms="33332,2222222"), ["さくら", "なみだ"], 8),
        (WordEngine(copies="ignore"), ["さくら", "さくら"], 8),
        (of_words("さくらん", "さくら", "なみだ", "いぬ", forms="33332,4442"), ["さくらん"], 11),
        (RiichiEngine(), ["111z", "222z", "333z"], 5),
        (RiichiEngine(), ["123m", "123m", "123m"], 5),
        (RiichiEngine("sanma-108"), 2, 8),
        (RiichiEngine(meld_tiles_count=False), ["111z", "222z", "333z"], 5),
    ],
    ids=["words", "ignore", "kan", "honours", "runs", "number", "uncounted"],
)
def test_hands_with_melds_get_the_same_answers_one_by_one_and_together(
    engine: WordEngine | RiichiEngine, melds: list[str] | int, tiles: int
) -> None:
    """There are few kinds, and most of their tiles are in called blocks, so copies run out."""
    behind = engine.behind(melds)
    called = engine.tiles.tally(kind for meld in behind.called for kind in meld)
    left = [copies - gone for copies, gone in zip(engine.tiles.copies, called, strict=True)]
    near = [kind for kind in range(len(left)) if called[kind] or kind < 9 or kind > 29]
    chance = np.random.default_rng(1)
    for size in (tiles, tiles - 1):
        wall = np.repeat(near, [left[kind] for kind in near])
        rows = np.array(
            [np.bincount(chance.permutation(wall)[:size], minlength=len(left)) for _ in range(12)], np.uint8
        )
        assert behind.shanten_many(rows).tolist() == [engine.shanten(row, melds) for row in rows]
        assert behind.shanten_many(rows).tolist() == [behind.shanten(row) for row in rows]
        if size == tiles:
            best = behind.best_discards_many(rows)
            for row, kind, distance in zip(rows, best.kind, best.distance, strict=True):
                if engine.distance(row, melds):
                    first = engine.analyze(row, melds).discards[0]
                    assert distance == first.distance
                    assert kind == first.kind or not engine.meld_tiles_count
            continue
        distances, marks = behind.accepts_many(rows)
        for row, distance, accepted, waits in zip(
            rows, distances, marks, behind.waits_many(rows), strict=True
        ):
            draws = engine.ask(row, melds).draws
            assert (distance, tuple(np.flatnonzero(accepted))) == draws
            assert tuple(np.flatnonzero(waits)) == engine.waits(row, melds, kinds=True)
    with pytest.raises(ArrayError, match="row 0: the hand has"):
        behind.shanten_many(np.zeros((1, len(left)), np.uint8))
    assert engine.behind(()) is engine


def test_many_copies_of_a_kind() -> None:
    """Eight tiles of a kind overflowed the packed hand once."""
    tiles = TileSet("many", ("あ", "い"), (20, 20))
    for solver in ("search", "bitmask", "cpsat"):
        engine = of_words("あああ", "ああ", tiles=tiles, forms="332", solver=solver)
        assert engine.distance("ああああああああ") == 0
        assert engine.distance("いいいいいいああ") == 6
    assert len(engine.arrangements("ああああああああ")) == 1
    assert engine.shanten_many(["あああああああ", "いいいいいいああ"]).tolist() == [0, 5]


def test_a_hand_may_draw_one_tile_more_than_all_copies_if_they_are_ignored() -> None:
    """Seven あ are held, and あああ wants an eighth. A kernel counts to seven, so no kernel may judge this hand."""
    tiles = TileSet("seven", tuple("あいうえ"), (7,) * 4)
    hand = "あああああああうええ"
    for copies, accepted in ("ignore", [0, 2]), ("strict", []):
        engine = of_words("ああ", "いい", "うう", "あああ", tiles=tiles, forms="3332", copies=copies)
        assert engine.batch.has_kernels == (copies == "strict")
        assert list(engine.accepts(hand, kinds=True)) == accepted
        assert np.flatnonzero(engine.accepts_many([hand]).accepts).tolist() == accepted


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


def test_an_arrangement_without_a_repeated_word_is_listed_first() -> None:
    engine = WordEngine(load_lexicon("common"))
    hand = "かぞくむすこむすめいとこちち"
    first = engine.analyze(hand).arrangements[0]
    assert len({block.letters for block in first}) == 5


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


def test_words_of_unknown_cost_come_last() -> None:
    entries = [
        Entry("あい", "愛", 9),
        Entry("うえ", "上", 9),
        Entry("あう", "会う", 1),
        Entry("いえ", "家", -1),
    ]
    engine = WordEngine(Lexicon.from_entries("toy", entries), forms="22")
    assert engine.arrangements("あいうえ") == [("あい", "うえ"), ("あう", "いえ")]


def test_every_spelling_of_a_key_stays_when_one_has_a_reading(tmp_path: Path) -> None:
    (tmp_path / "2gram.txt").write_text("２文字集合\t可能な２文字単語\nいぬ\t犬\n", encoding="utf-8")
    (tmp_path / "own.tsv").write_text("いぬ\t戌\n", encoding="utf-8")
    from kanamj.lexicon import load_lexicon

    engine = WordEngine(load_lexicon(tmp_path, [tmp_path / "own.tsv"]), forms="2")
    spelled = engine.blocks.spell(engine.tiles.parse("いぬ"))
    assert {word.spelling for word in spelled.words} == {"犬", "戌"}


def test_a_hand_that_can_never_be_complete_is_called_out_of_reach() -> None:
    far = of_words("さくら", "なみだ", "たまり", "きつね", "いぬ").analyze("あえおがぎぐげござじずぜぞば")
    assert (far.distance, far.name) == (14, ("13向聴", "13-shanten"))
    none = of_words("さくら", "いぬ").analyze("あえおがぎぐげござじずぜぞば")
    assert none.name == ("和了形なし", "out of reach")
    assert HIRAGANA_120.copies[none.discards[0].kind]
