"""Hints: whoever follows them arranges every hand, and they do what the best policy does."""

from __future__ import annotations

from collections import Counter

import pytest

from kanamj import WordEngine
from kanamj.learn.dealer import KINDS, LEVELS, Dealer, Practice
from kanamj.learn.hints import Hint, hint
from kanamj.lexicon import Lexicon, key_of
from tests.places import by_default
from tests.reference import arranging


@pytest.fixture(scope="module")
def dealer(common: Lexicon) -> Dealer:
    return Dealer(WordEngine(common))


@pytest.fixture(scope="module")
def hands(dealer: Dealer) -> list[Practice]:
    return [dealer.deal(level, "0", kind) for kind in KINDS for level in LEVELS]


def test_following_the_hints_arranges_the_hand(dealer: Dealer, hands: list[Practice]) -> None:
    for hand in hands:
        laid: list[str] = []
        ways = [Counter(words) for words, _ in dealer.splits(hand.letters)]
        while told := hint(dealer, hand.letters, laid):
            assert told.letter in told.word
            assert told.words > 0
            assert told.back == ()
            laid.append(told.word)
            keys = Counter(tuple(sorted(dealer.engine.tiles.parse(word))) for word in laid)
            assert any(keys <= way for way in ways)
        assert keys in ways
        if hand.kind == "complete":
            assert key_of("".join(laid)) == key_of(hand.letters)


def test_the_letter_is_the_hardest_that_is_left(dealer: Dealer, hands: list[Practice]) -> None:
    for hand in hands:
        told = hint(dealer, hand.letters)
        assert told is not None
        counts = Counter(letter for key in dealer.words_within(hand.letters) for letter in set(key))
        assert told.words == counts[told.letter]
        if hand.kind == "complete":
            assert told.words == min(counts[letter] for letter in hand.letters)


@pytest.mark.parametrize(("seeds", "least"), by_default({(3, 3)}, [(3, 3), (8, 10)]))
def test_where_the_policy_is_sure_the_hint_does_the_same(common: Lexicon, seeds: int, least: int) -> None:
    shown = [word for words in common.entries.values() for word in words if not word.flag]
    dealer = Dealer(WordEngine(Lexicon.from_entries("shown", shown)))
    best, sure = ("fewest", "hard", "hand"), 0
    words, sizes = list(dealer.engine.lexicon.easiest_keys(2, 3)), dealer.form.lengths
    listed = arranging.words_by_letter(words)
    for level in LEVELS:
        for seed in range(seeds):
            letters = dealer.deal(level, f"sure {seed}").letters
            if arranging.reached(letters, words, sizes, best) < 1:
                continue
            told = hint(dealer, letters)
            assert told is not None
            able = arranging.next_words(letters, words, sizes, best, listed, {})
            assert key_of(told.word) in map(key_of, able)
            sure += 1
    assert sure > least


def test_words_that_are_in_the_way_are_named_and_others_kept(dealer: Dealer) -> None:
    letters = "さくらなみだたまごきつねいぬ"
    usual, ways = hint(dealer, letters, ["さくら", "なみだ"]), [words for words, _ in dealer.splits(letters)]
    assert usual is not None
    needed = {dealer.engine.tiles.format(word) for words in ways for word in words}
    strays = [key for key in dealer.words_within("たまごきつねいぬ") if key not in needed]
    assert len(strays) > 3
    for stray in strays:
        assert hint(dealer, letters, ["さくら", stray, "なみだ"]) == usual._replace(back=(stray,))
    assert hint(dealer, letters, ["さくら", "なみだ", "たまご", "きつね", "いぬ"]) is None
    assert hint(dealer, letters, ["いぬ", "さくら", "なみだ", "たまご"]) == Hint("き", 1, "きつね", ())


def test_a_hand_that_cannot_be_arranged_has_no_hint(dealer: Dealer) -> None:
    assert hint(dealer, "ぢづぺぬぴぽへゅぞぜょゃべん") is None
