"""Practice hands can be arranged, are the same for everybody, and are as hard as their level says."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from functools import cache

import pytest

from kanamj import Lexicon, WordEngine, load_lexicon
from kanamj.errors import LexiconError
from kanamj.learn.dealer import FOR_CHILDREN, KINDS, LEVELS, Dealer
from kanamj.learn.hints import hint
from kanamj.learn.quiz import QUESTIONS, quiz
from kanamj.lexicon import Entry
from kanamj.lexicon.entry import for_children
from kanamj.lexicon.known import known_keys
from tests.places import by_default


@pytest.fixture(scope="module")
def dealer() -> Dealer:
    return dealer_of("33332")


@cache
def dealer_of(forms: str) -> Dealer:
    return Dealer(WordEngine(load_lexicon(), forms=forms))


@pytest.mark.parametrize(("form", "levels"), [("33332", (2, 4)), ("332", LEVELS), ("4442", (1, 5))])
def test_a_complete_hand_is_complete_and_needs_as_many_words_as_its_level_says(
    form: str, levels: Iterable[int]
) -> None:
    dealer = dealer_of(form)
    for level in levels:
        below = max((LEVELS[easier].words or 0 for easier in range(1, level)), default=0)
        for seed in "xy":
            hand = dealer.deal(level, seed)
            report = dealer.engine.analyze(hand.letters, limit=None)
            assert (report.shanten, report.arrangement_count) == (-1, hand.count)
            needed = dealer.engine.least_vocabulary(hand.letters)
            assert needed is not None
            assert below < needed.size == hand.needs <= (LEVELS[level].words or needed.of)


@pytest.mark.parametrize("forms", by_default({"222,33"}, ["33332,2222222", "332,44", "222,33"]))
def test_of_several_forms_the_first_deals_and_answers(forms: str) -> None:
    """Hands, counts, answers, waits, hints and questions are those of an engine that has no other form."""
    several, one = dealer_of(forms), dealer_of(forms.split(",")[0])
    assert several.engine.forms == (several.form,) == one.engine.forms
    for kind in KINDS:
        hand = several.deal(2, "x", kind)
        assert hand == one.deal(2, "x", kind)
        assert several.answers(hand) == one.answers(hand)
        told = hint(several, hand.letters)
        assert told is not None
        assert told == hint(one, hand.letters)
    engines = [WordEngine(load_lexicon(), forms=each) for each in (forms, forms.split(",")[0])]
    for kind in QUESTIONS:
        mixed, alone = (list(quiz(engine, 1, kind, level=3)) for engine in engines)
        assert mixed == alone


@pytest.mark.parametrize("form", by_default({"332", "33332", "4442", "2222222"}, ["33332", "4442"]))
@pytest.mark.parametrize("level", FOR_CHILDREN)
def test_a_child_of_eight_knows_each_word_of_the_first_levels(level: int, form: str) -> None:
    """排気, 語学 and 女医 once were in the answers of level 1, as other words of the same letters."""
    dealer, lexicon = dealer_of(form), load_lexicon()
    for hand in dealer.series(level, 27924, range(3)):
        for arrangement in dealer.answers(hand)["arrangements"]:
            assert all(for_children(lexicon.shown(block["letters"])[0]) for block in arrangement)
            words = [(word["reading"], word["spelling"]) for block in arrangement for word in block["words"]]
            known = {
                (w.reading, w.spelling): for_children(w) for r, _ in words for w in lexicon.by_reading[r]
            }
            assert len(words) >= len(dealer.form.lengths)
            assert all(known[word] for word in words)


def test_a_list_that_does_not_say_what_is_easy_still_makes_easy_hands() -> None:
    toy = Lexicon.from_words(["さくら", "なみだ", "たまご", "きつね", "いぬ", "もも"])
    hand = Dealer(WordEngine(toy, forms="332")).deal(1, "x")
    assert len(hand.letters) == 8


@pytest.mark.parametrize("level", [1, 5])
def test_a_tenpai_hand_is_tenpai(dealer: Dealer, level: int) -> None:
    hand = dealer.deal(level, "x", "tenpai")
    report = dealer.engine.analyze(hand.letters, limit=None)
    assert (len(hand.letters), report.shanten, report.way_count) == (13, 0, hand.count)
    answers = dealer.answers(hand)
    assert [wait["tile"] for wait in answers["waits"]] == [wait.tile for wait in report.waits]
    for blocks in answers["arrangements"]:
        assert sorted("".join(block["letters"] for block in blocks)) == sorted(hand.letters)
        assert [block.get("rest", False) for block in blocks].count(True) <= 1  # none: shanpon


def test_answers_are_the_arrangements_of_the_report_in_its_order(dealer: Dealer) -> None:
    hand = dealer.deal(3, "x")
    arrangements = dealer.answers(hand)["arrangements"]
    told = [tuple(block["letters"] for block in blocks) for blocks in arrangements]
    blocks = dealer.engine.blocks
    shown = [
        tuple(map(dealer.engine.tiles.format, each))
        for each in dealer.engine.arrangements(hand.letters, kinds=True)
        if all(map(blocks.is_shown, each))
    ]
    assert told == shown[:20] != []


@pytest.mark.parametrize("n", [8, pytest.param(40, marks=pytest.mark.slow)])
def test_easy_hands_have_more_arrangements(dealer: Dealer, n: int) -> None:
    """A hand is the middle one of eight, whose arrangements are all listed: 0.1 s."""
    medians = [
        statistics.median(dealer.deal(level, str(seed)).count for seed in range(n))
        for level in sorted(LEVELS)
    ]
    assert medians == sorted(medians, reverse=True)
    assert medians[0] > 5 * medians[-1]


def test_a_list_with_too_few_words_for_a_level_gives_its_hardest_hand() -> None:
    words = [
        Entry(reading, reading, ease=n) for n, reading in enumerate(["いぬ", "さくら", "なみだ", "うし"], 1)
    ]
    dealer = Dealer(WordEngine(Lexicon.from_entries("toy", words), forms="332"))
    assert dealer.deal(3, "x").needs == 4


def test_hands_of_chosen_words_are_complete_with_these() -> None:
    words = known_keys(load_lexicon(), "200")
    dealer = Dealer(WordEngine(load_lexicon()), words)
    known = WordEngine(
        Lexicon("known", {size: {key: (key,) for key in words if len(key) == size} for size in (2, 3)})
    )
    for level in LEVELS:
        hand = dealer.deal(level, "x")
        assert known.shanten(hand.letters) == -1
        assert hand.needs is not None
        assert hand.needs <= 200
    with pytest.raises(LexiconError, match="the chosen words make no hand of form 33332; try other words"):
        Dealer(WordEngine(load_lexicon()), words[:3]).deal(1, "x")


def test_the_words_within_a_hand_are_all_that_its_letters_spell(dealer: Dealer) -> None:
    letters = "さくらなみだたまごきつねいぬ"
    found = dealer.words_within(letters)
    for size in (2, 3):
        for key in dealer.engine.lexicon.keys(size):
            spelled = all(key.count(letter) <= letters.count(letter) for letter in key)
            assert (key in found) == spelled, key
    assert found["くさら"][0] == {
        "reading": "さくら",
        "spelling": dealer.engine.lexicon.entries["くさら"][0].spelling,
    }


def test_a_list_that_cannot_fill_the_form_is_an_error() -> None:
    toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬"), Entry("さかな", "魚")])
    with pytest.raises(LexiconError, match="toy make no hand of form 33332"):
        Dealer(WordEngine(toy)).deal(1, "x")


def test_a_list_without_readings_can_be_practised() -> None:
    bare = {2: {"いぬ": ("犬",)}, 3: {"かさな": ("魚",), "くさら": ("桜",)}}
    engine = WordEngine(Lexicon("bare", bare), forms="332")
    bare_dealer = Dealer(engine)
    hand = bare_dealer.deal(1, "x")
    assert (hand.count, hand.needs) == (1, None)
    assert bare_dealer.deal(5, "x").count == 1
    assert bare_dealer.answers(hand)["arrangements"][0][0]["words"] == [{"reading": "", "spelling": "魚"}]
