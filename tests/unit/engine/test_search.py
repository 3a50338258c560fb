"""The search for one hand: what real hands accept, and disputed cases. Small worlds are in tests/contract."""

from __future__ import annotations

import random

import pytest

from kanamj.engine import UNREACHABLE, WordEngine, search
from kanamj.engine.search import Search
from kanamj.engine.waits import accepts_after_discards
from kanamj.errors import FormError, HandSizeError, KanamjError, MeldError, TileError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.store import Entry
from kanamj.tiles import HIRAGANA_120
from tests.reference.questions import discarding, drawing


@pytest.mark.parametrize(("hands", "discards"), [(2, 2), pytest.param(5, 14, marks=pytest.mark.slow)])
def test_accepts_of_real_hands(common: Lexicon, hands: int, discards: int) -> None:
    """For each discard the search is asked about every draw: a fifth of a second."""
    word = WordEngine(common)
    chance = random.Random(3)
    wall = [kind for kind, copies in enumerate(HIRAGANA_120.copies) for _ in range(copies)]
    for _ in range(hands):
        (question,) = word.ask(chance.sample(wall, 14)).questions
        for kind, draws in list(accepts_after_discards(Search(question)).items())[:discards]:
            left = discarding(question, kind)
            assert draws.distance == search.distance(left)
            assert draws.kinds == tuple(
                drawn
                for drawn in range(75)
                if left.counts[drawn] < HIRAGANA_120.copies[drawn]
                and search.distance(drawing(left, drawn)) < draws.distance
            )


def toy(*readings: str, **options: str) -> WordEngine:
    return WordEngine(Lexicon.from_entries("toy", [Entry(word, word) for word in readings]), **options)


def test_a_hand_that_holds_every_copy_of_what_it_needs_is_not_tenpai() -> None:
    strict, ignore = (toy("がぬ", "がき", forms="22", copies=rule) for rule in ("strict", "ignore"))
    # ぬ and き both wait for a second が; there is one, and it is in the hand.
    assert strict.distance("がぬき") > 1
    assert ignore.distance("がぬき") == 1
    assert ignore.waits("がぬき") == ignore.tiles.parse("が")
    assert strict.distance("がぬき") == UNREACHABLE


def test_called_tiles_cannot_be_drawn() -> None:
    engine = toy("さがら", "ぬが", "ぬら", forms="32")
    assert [engine.tiles.kinds[kind] for kind in engine.waits("ぬ", ["さがら"])] == ["ら"]
    assert engine.accepts("ぬ", ["さがら"]) == {engine.tiles.index["ら"]: 1}
    # With a meld of unknown tiles nothing is taken from the copies.
    assert [engine.tiles.kinds[kind] for kind in engine.waits("ぬ", 1)] == ["が", "ら"]


def test_a_kan_takes_the_slot_of_a_trio() -> None:
    engine = toy("さくら", "さくらん", "いぬ", forms="332")
    assert engine.shanten("さくらいぬ", ["さくらん"]) == -1


def test_seven_pairs_must_be_different_words() -> None:
    one = [
        Entry("かき", "柿"),
        Entry("いぬ", "犬"),
        Entry("ねこ", "猫"),
        Entry("うま", "馬"),
        Entry("しろ", "城"),
    ]
    one += [Entry("とら", "虎")]
    two = [*one, Entry("きか", "机下")]
    hand = "かきかきいぬねこうましろとら"
    distances = [
        WordEngine(Lexicon.from_entries("toy", words), forms="2222222").distance(hand) for words in (one, two)
    ]
    assert distances == [UNREACHABLE, 0]


def test_the_nearest_form_decides() -> None:
    engine = toy("さくら", "いぬ", "ねこ", forms="332,2222")
    assert engine.shanten("いぬねこさくらぬ") == min(
        toy("さくら", "いぬ", "ねこ", forms=form).shanten("いぬねこさくらぬ") for form in ("332", "2222")
    )


@pytest.mark.parametrize(
    ("hand", "melds", "error", "message"),
    [
        ("さくら", (), HandSizeError, "the hand has 3 tiles; form 33332 takes 13 or 14"),
        ("さくらいぬ", ["さくら", "なみだ"], HandSizeError, "form 332 takes 7 or 8"),
        ("さくらいぬ", ["さくろ"], MeldError, "meld さくろ is not a block: its letters くさろ spell no word"),
        ("さくらいぬ", ["いぬ"], MeldError, "called blocks have three tiles"),
        ("さくらさくいぬいぬあうえ", ["さくら"], TileError, "tile く appears 3 times"),
        ("さくら", 5, FormError, "no slot left"),
    ],
)
def test_hands_that_cannot_be_judged_are_refused(
    common: Lexicon, hand: str, melds: list[str] | int, error: type[KanamjError], message: str
) -> None:
    with pytest.raises(error, match=message):
        WordEngine(common).shanten(hand, melds)


def test_a_full_hand_has_no_draw(common: Lexicon) -> None:
    with pytest.raises(HandSizeError, match="a hand of 14 tiles cannot draw; give 13"):
        WordEngine(common).waits("さくらなみだたまごきつねいぬ")


def test_unknown_copies_rule(common: Lexicon) -> None:
    with pytest.raises(KanamjError, match="choose from: strict, ignore"):
        WordEngine(common, copies="some")  # type: ignore[arg-type]
