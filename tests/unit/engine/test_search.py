"""The single-hand search: against the bitmask definition on toy worlds, and the cases people argue about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question, WordEngine, search
from kanamj.engine.check import bitmask
from kanamj.engine.search import Search
from kanamj.engine.waits import accepts, accepts_after_discards
from kanamj.errors import FormError, HandSizeError, KanamjError, MeldError, TileError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.store import Entry
from kanamj.tiles import HIRAGANA_120, RIICHI_136

FORMS = [(3, 2), (3, 3, 2), (2, 2), (3, 3), (4, 2), (3,), (2, 2, 2), (5, 2)]


def toy_questions(seed: int, n: int) -> Iterator[Question]:
    """Random small worlds: few kinds, few copies, doubled letters, scarce blocks; both copies rules, words that
    must differ."""
    chance = random.Random(seed)
    while n:
        kinds = chance.randint(3, 6)
        copies = tuple(chance.randint(1, 3) for _ in range(kinds))
        density = chance.uniform(0.05, 0.55)
        by_size = {
            size: tuple(
                block
                for block in combinations_with_replacement(range(kinds), size)
                if chance.random() < density
            )
            for size in (2, 3, 4, 5)
        }
        words = {size: tuple(chance.randint(1, 2) for _ in blocks) for size, blocks in by_size.items()}
        form = chance.choice(FORMS)
        wall = [kind for kind in range(kinds) for _ in range(copies[kind])]
        held = sum(form) - chance.randint(0, 1)
        if held <= len(wall):
            hand = chance.sample(wall, held)
            counts = tuple(hand.count(kind) for kind in range(kinds))
            room = copies if chance.random() < 0.8 else None
            yield Question(
                Blocks(kinds, by_size, words), counts, form, room, set(form) == {2} and chance.random() < 0.7
            )
            n -= 1


def accepts_by_definition(question: Question) -> tuple[int, tuple[int, ...]]:
    """Distance, and the kinds whose draw lowers it, each asked of the bitmask."""
    least = bitmask.distance(question)
    if least == UNREACHABLE:
        return least, ()
    return least, tuple(
        kind
        for kind, count in enumerate(question.counts)
        if (question.room is None or count < question.room[kind])
        and bitmask.distance(question.drawing(kind)) < least
    )


@pytest.mark.parametrize("n", [600, pytest.param(6000, marks=pytest.mark.slow)])
def test_distance_and_arrangements_on_toy_worlds(n: int) -> None:
    met = set()
    for question in toy_questions(seed=1, n=n):
        least = bitmask.distance(question)
        met.add(least)
        assert search.distance(question) == least
        assert search.Search(question).within(least) == (least < UNREACHABLE)
        if 0 < least < UNREACHABLE:
            assert not search.Search(question).within(least - 1)
        found = [tuple(sorted(blocks)) for blocks in search.Search(question).arrangements()]
        assert len(set(found)) == len(found)
        if sum(question.counts) == sum(question.sizes):
            assert set(found) == {tuple(sorted(blocks)) for blocks in bitmask.splits(question)}
    assert {0, 1, 2, 3, UNREACHABLE} <= met


@pytest.mark.parametrize("n", [300, pytest.param(3000, marks=pytest.mark.slow)])
def test_accepts_are_exactly_the_kinds_that_lower_the_distance(n: int) -> None:
    short = full = 0
    for question in toy_questions(seed=2, n=n):
        if sum(question.counts) == sum(question.sizes) - 1:
            assert tuple(accepts(Search(question))) == accepts_by_definition(question)
            short += 1
        else:
            for kind, draws in accepts_after_discards(Search(question)).items():
                assert tuple(draws) == accepts_by_definition(question.discarding(kind))
            full += 1
    assert min(short, full) > n / 3


@pytest.mark.parametrize(("hands", "discards"), [(2, 2), pytest.param(5, 14, marks=pytest.mark.slow)])
def test_accepts_of_real_hands(common: Lexicon, hands: int, discards: int) -> None:
    """For each discard the search is asked about every draw: a fifth of a second."""
    word = WordEngine(common)
    chance = random.Random(3)
    wall = [kind for kind, copies in enumerate(HIRAGANA_120.copies) for _ in range(copies)]
    for _ in range(hands):
        (question,) = word.ask(chance.sample(wall, 14)).questions
        for kind, draws in list(accepts_after_discards(Search(question)).items())[:discards]:
            left = question.discarding(kind)
            assert draws.distance == search.distance(left)
            assert draws.kinds == tuple(
                drawn
                for drawn in range(75)
                if left.counts[drawn] < HIRAGANA_120.copies[drawn]
                and search.distance(left.drawing(drawn)) < draws.distance
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


def test_called_tiles_are_not_there_to_be_drawn() -> None:
    engine = toy("さがら", "ぬが", "ぬら", forms="32")
    assert [engine.tiles.kinds[kind] for kind in engine.waits("ぬ", ["さがら"])] == ["ら"]
    assert engine.accepts("ぬ", ["さがら"]) == {engine.tiles.index["ら"]: 1}
    # With a meld of unknown tiles nothing is taken from the copies.
    assert [engine.tiles.kinds[kind] for kind in engine.waits("ぬ", 1)] == ["が", "ら"]


def test_a_kan_takes_the_slot_of_a_trio() -> None:
    engine = toy("さくら", "さくらん", "いぬ", forms="332")
    assert engine.shanten("さくらいぬ", ["さくらん"]) == -1


def test_seven_pairs_want_different_words() -> None:
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
def test_hands_nobody_can_judge(
    common: Lexicon, hand: str, melds: list[str] | int, error: type[KanamjError], message: str
) -> None:
    with pytest.raises(error, match=message):
        WordEngine(common).shanten(hand, melds)


def test_a_full_hand_has_no_draw(common: Lexicon) -> None:
    with pytest.raises(HandSizeError, match="a hand of 14 tiles cannot draw; give 13"):
        WordEngine(common).waits("さくらなみだたまごきつねいぬ")


def test_unknown_copies_rule(common: Lexicon) -> None:
    with pytest.raises(KanamjError, match="there are strict, ignore"):
        WordEngine(common, copies="some")  # type: ignore[arg-type]


def test_riichi_blocks_know_no_fifth_tile() -> None:
    """1111m3335555666z: a naive engine says tenpai, but the pair wants a fifth 1m."""
    question = Question(
        Blocks.riichi(RIICHI_136),
        RIICHI_136.read("1111m3335555666z"),
        (3, 3, 3, 3, 2),
        RIICHI_136.copies,
    )
    assert search.distance(question) == bitmask.distance(question) == 2
