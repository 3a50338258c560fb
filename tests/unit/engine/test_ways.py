"""The kinds of wait that the paper defines (section 2.3), each on a hand of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from kanamj.engine import Engine, RiichiEngine, WordEngine
from kanamj.engine.search import Search
from kanamj.engine.ways import KINDS_OF_WAIT, Way, ways_of_waiting
from kanamj.lexicon import Lexicon
from kanamj.lexicon.store import Entry
from kanamj.tiles import TileSet
from tests.places import by_default
from tests.reference.waiting import ways_by_parts

MANY = TileSet("many", ("い", "ぬ"), (20, 20))


def toy(*readings: str, **options: Any) -> WordEngine:
    return WordEngine(Lexicon.from_entries("toy", [Entry(word, word) for word in readings]), **options)


def ways(engine: WordEngine, hand: str) -> list[Way]:
    return [way for question in engine.ask(hand).questions for way in ways_of_waiting(Search(question))]


def seen(engine: WordEngine, hand: str) -> dict[str, str]:
    """Kind of wait -> the letters waited on through it."""
    found: dict[str, set[int]] = {}
    for way in ways(engine, hand):
        found.setdefault(way.kind, set()).update(kind for kind, _ in way.draws)
    return {kind: engine.tiles.format(sorted(kinds)) for kind, kinds in found.items()}


@pytest.mark.parametrize(
    ("forms", "readings", "hand", "expected"),
    [
        ("32", ("さくら", "いぬ", "いえ"), "さくらい", {"tanki": "えぬ"}),
        ("32", ("さくら", "いぬ"), "さくいぬ", {"trio": "ら"}),
        ("32", ("さくら", "いぬ", "さく"), "さくいぬ", {"trio": "ら", "promote": "ら"}),  # both names
        (
            "32",
            ("さくら", "いぬき", "いぬ", "さく"),
            "さくいぬ",
            {"trio": "きら", "promote": "きら", "shanpon": "きら"},
        ),
        ("32", ("さくら", "さくい", "らて", "いぬ"), "さくらい", {"tanki": "てぬ", "nobetan": "てぬ"}),
        (
            "32",
            ("いぬ", "いぬき"),
            "いいぬぬ",
            {"trio": "き", "promote": "き", "shanpon": "き"},
        ),  # one word twice
        # い makes いが and いぬ; the only が is in the hand. With いぬ standing, がき lacks ぬ.
        ("32", ("がぬき", "いが", "いぬ"), "がぬきい", {"tanki": "ぬ", "trio": "ぬ"}),
        ("42", ("さくらん", "いぬ"), "さくらいぬ", {"quartet": "ん"}),
        ("52", ("さくらんぼ", "いぬ"), "さくらんいぬ", {"quintet": "ぼ"}),
        ("42", ("さくらん", "さくら", "いぬ"), "さくらいぬ", {"promote": "ん", "quartet": "ん"}),
        # the seventh pair must be another word
        (
            "2222222",
            ("かき", "いぬ", "ねこ", "うま", "しろ", "とら", "かに"),
            "かきいぬねこうましろとらか",
            {"tanki": "に"},
        ),
    ],
)
def test_each_kind_of_wait(
    forms: str, readings: tuple[str, ...], hand: str, expected: dict[str, str]
) -> None:
    engine = toy(*readings, forms=forms)
    assert seen(engine, hand) == expected
    report = engine.analyze(hand)
    assert report.kinds_of_wait == tuple(expected)
    assert "".join(wait.tile for wait in report.waits) == "".join(sorted(set("".join(expected.values()))))


def test_a_shanpon_is_two_words_or_one_twice() -> None:
    """Each pair of words once, whichever of them comes first."""
    engine = toy("いぬ", "いぬき", "さく", "さくら", forms="32")
    shanpons = [way for way in ways(engine, "いいぬぬ") if way.kind == "shanpon"]
    assert [engine.tiles.format(way.rest) for way in shanpons] == ["いいぬぬ"]
    shanpons = [way for way in ways(engine, "さくいぬ") if way.kind == "shanpon"]
    assert [engine.tiles.format(way.rest) for way in shanpons] == ["いくさぬ"]


def test_a_wait_names_every_kind_and_every_word_that_completes_the_hand() -> None:
    engine = toy("さくら", "いぬき", "いぬ", "さく", "くら", "さきく", forms="32")
    waits = {wait.tile: wait for wait in engine.analyze("さくいぬ").waits}
    assert set(waits) == {"き", "ら"}
    assert waits["き"].kinds_of_wait == ("trio", "promote", "shanpon")
    assert [block.letters for block in waits["き"].completes] == ["いきぬ", "きくさ"]
    assert waits["ら"].kinds_of_wait == ("trio", "promote", "shanpon")
    assert [block.letters for block in waits["ら"].completes] == ["くさら"]


def near_tenpai(engine: Engine, chance: random.Random) -> list[int]:
    """A hand one tile short: blocks that fill the form without a tile, and sometimes with another in place of one."""
    copies, form = engine.tiles.copies, engine.forms[0]
    wall = [kind for kind, count in enumerate(copies) for _ in range(count)]
    while True:
        hand = [kind for size in form.lengths for kind in chance.choice(engine.blocks.by_size[size])]
        hand.remove(chance.choice(hand))
        if chance.random() < 0.3:
            hand[0] = chance.choice(wall)
        if all(hand.count(kind) <= copies[kind] for kind in hand):
            return hand


ENGINES: dict[str, Callable[[Lexicon], Engine]] = {
    "33332": WordEngine,
    "ignored copies": lambda words: WordEngine(words, copies="ignore"),
    "442": lambda words: WordEngine(words, forms="442"),
    "2222222": lambda _: toy(*map("".join, combinations("あいうえおかきくけ", 2)), forms="2222222"),
    "few words": lambda _: toy("いい", "いいい", "いいぬ", "いぬ", "ぬぬい", tiles=MANY),
    "general": lambda _: RiichiEngine(forms="general"),
    "seven pairs": lambda _: RiichiEngine(forms="seven_pairs"),
}


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("hands", by_default({6}, [6, 400]))
def test_the_ways_are_those_of_one_choice_of_parts_after_another(
    name: str, hands: int, common: Lexicon
) -> None:
    chance, tenpai, engine = random.Random(name), 0, ENGINES[name](common)
    for _ in range(hands):
        (judged,) = engine.ask(near_tenpai(engine, chance)).judged
        expected = ways_by_parts(judged.question)
        assert ways_of_waiting(Search(judged.question)) == expected
        assert ways_of_waiting(Search(judged.question, rare_first=True)) == judged.ways() == expected
        waited = {kind for way in expected for kind, _ in way.draws}
        assert waited == ({*judged.draws.kinds} if judged.distance == 1 else set())
        assert {way.kind for way in expected} <= {*KINDS_OF_WAIT}
        tenpai += bool(expected)
    assert tenpai > hands // 6
