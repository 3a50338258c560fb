"""Policies of arranging: the reference by playing out every choice, the kernel by the reference."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kanamj import WordEngine
from kanamj.engine.arranging import POLICIES, Policy, WordByWord, lengths_open, parse_policy
from kanamj.engine.batch import deal_state
from kanamj.engine.forms import Form, parse_forms
from kanamj.errors import FormError, KanamjError
from kanamj.lexicon import Lexicon
from tests.reference import arranging, toy

FORM = "322"
WORDS = (
    "あい",
    "うー",
    "いう",
    "おお",
    "えか",
    "あいう",
    "いうえ",
    "かおか",
    "ああえ",
    "えおー",
    "おうあ",
    "えいお",
)
INDEX = {letter: kind for kind, letter in enumerate(toy.TILES.kinds)}
LAYING = WordByWord(Form(FORM), [tuple(sorted(INDEX[letter] for letter in word)) for word in WORDS])


def hands() -> list[tuple[int, ...]]:
    """Every complete hand of the small world, as counts."""
    pairs, trios = ([word for word in WORDS if len(word) == size] for size in (2, 3))
    made = {one + other + trio for one in pairs for other in pairs for trio in trios}
    counted = {tuple(letters.count(face) for face in toy.TILES.kinds) for letters in made}
    return sorted(hand for hand in counted if all(map(int.__le__, hand, toy.TILES.copies)))


COMPLETE = hands()


def played_out(counts: tuple[int, ...], policy: Policy) -> Fraction:
    letters = "".join(face * count for face, count in zip(toy.TILES.kinds, counts, strict=True))
    return arranging.reached(letters, list(WORDS), [3, 2, 2], tuple(policy))


def test_every_policy_on_every_complete_hand_of_a_small_world() -> None:
    assert len(COMPLETE) > 30
    seen = set()
    for counts in COMPLETE:
        for policy in POLICIES:
            chance = LAYING.chance(policy, counts)
            assert chance == played_out(counts, policy), (counts, policy)
            seen.add(chance)
    assert {Fraction(0), Fraction(1)} < seen  # some end, some do not, and some may


@pytest.mark.parametrize("form", ["33332", "332"])
def test_the_kernel_equals_the_reference(common: Lexicon, form: str) -> None:
    engine = WordEngine(common, forms=form)
    tiles, state = engine.forms[0].tiles, deal_state(5, 0)
    rows, _ = engine.batch.deal_rows(tiles, 60, state)
    rows = rows[engine.batch.distance(rows) == 0]
    words = [engine.tiles.parse(key) for key in common.easiest_keys(2, 3, flagged=True)]
    laying = WordByWord(engine.forms[0], (tuple(sorted(word)) for word in words))
    found = laying.chances_many(POLICIES, rows)
    assert found.shape == (len(rows), len(POLICIES))
    assert len(rows) > 5
    for row, chances in zip(rows[:3].tolist(), found, strict=False):
        expected = [float(laying.chance(policy, tuple(row))) for policy in POLICIES]
        np.testing.assert_allclose(chances, expected, rtol=1e-12)


def test_the_kernel_equals_the_reference_on_the_small_world() -> None:
    hands = np.array(list(COMPLETE), np.uint8)
    expected = [[float(LAYING.chance(policy, counts)) for policy in POLICIES] for counts in COMPLETE]
    np.testing.assert_allclose(LAYING.chances_many(POLICIES, hands), expected, rtol=1e-12)
    assert LAYING.chances_many(POLICIES, hands[:0]).shape == (0, len(POLICIES))


def test_a_letter_twice_and_four_letters_at_a_time() -> None:
    kinds = [
        tuple(sorted("いぬねこ".index(letter) for letter in word)) for word in ("いぬぬこ", "ねね", "いね")
    ]
    laying = WordByWord(Form("42"), kinds)
    hand = (1, 2, 2, 1)
    assert laying.chance(parse_policy("fewest/any"), hand) == 1
    assert laying.chance(parse_policy("any/any"), hand) == Fraction(3, 4)
    np.testing.assert_allclose(
        laying.chances_many(POLICIES, np.array([hand]))[0], [float(laying.chance(p, hand)) for p in POLICIES]
    )


def test_names_of_policies() -> None:
    assert [parse_policy(policy.name) for policy in POLICIES] == list(POLICIES)
    assert len({*POLICIES}) == len(POLICIES) == 16
    for name in ("", "fewest", "fewest/hard/hand/x", "best/hard", "fewest/best", "fewest/hard/deal"):
        with pytest.raises(KanamjError, match="is not a policy; .*fewest/hard/list"):
            parse_policy(name)


def test_forms_that_are_not_arranged_word_by_word() -> None:
    assert lengths_open(Form("332")) == {0: frozenset(), 2: {2}, 3: {3}, 5: {2, 3}, 6: {3}, 8: {2, 3}}
    for form in ("33222", "2222222", "333333"):
        with pytest.raises(FormError, match="cannot be arranged word by word"):
            lengths_open(parse_forms(form)[0])
    with pytest.raises(FormError, match="one word cannot be laid without the others"):
        lengths_open(parse_forms("2222222")[0])


def test_the_example_of_the_kernel() -> None:
    """あ 0, い 1, う 2, え 3."""
    laying = WordByWord(Form("22"), [(0, 1), (1, 2), (2, 3)])
    policy = parse_policy("any/any")
    assert laying.chance(policy, (1, 1, 1, 1)) == Fraction(3, 4)
    assert laying.chances_many([policy], np.ones((1, 4), np.uint8)).tolist() == [[0.75]]
