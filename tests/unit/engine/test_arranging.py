"""Policies of arranging: the kernel agrees with trying every choice."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

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
    return arranging.reached(letters, WORDS, (3, 2, 2), policy)


def test_every_policy_agrees_with_trying_every_choice_in_a_small_world() -> None:
    assert len(COMPLETE) > 30
    expected = [[played_out(counts, policy) for policy in POLICIES] for counts in COMPLETE]
    hands = np.array(list(COMPLETE), np.uint8)
    np.testing.assert_allclose(LAYING.chances_many(POLICIES, hands), np.array(expected, float), rtol=1e-12)
    assert LAYING.chances_many(POLICIES, hands[:0]).shape == (0, len(POLICIES))
    assert {Fraction(0), Fraction(1)} < {*chain(*expected)}  # some end, some do not, and some may


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
    faces, sizes = [engine.tiles.format(word) for word in words], engine.forms[0].lengths
    for row, chances in zip(rows[:3].tolist(), found, strict=False):
        letters = engine.tiles.format_counts(row)
        expected = [float(arranging.reached(letters, faces, sizes, policy)) for policy in POLICIES]
        np.testing.assert_allclose(chances, expected, rtol=1e-12)


def test_a_letter_twice_and_four_letters_at_a_time() -> None:
    words = ("いぬぬこ", "ねね", "いね")
    laying = WordByWord(Form("42"), [tuple(sorted(map("いぬねこ".index, word))) for word in words])
    expected = [arranging.reached("いぬぬねねこ", words, (4, 2), policy) for policy in POLICIES]
    assert expected[POLICIES.index(parse_policy("fewest/any"))] == 1
    assert expected[POLICIES.index(parse_policy("any/any"))] == Fraction(3, 4)
    found = laying.chances_many(POLICIES, np.array([(1, 2, 2, 1)]))
    np.testing.assert_allclose(found[0], np.array(expected, float))


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
    with pytest.raises(FormError, match="no single word can be taken out of it"):
        lengths_open(parse_forms("2222222")[0])


def test_the_example_of_the_kernel() -> None:
    """あ 0, い 1, う 2, え 3."""
    laying = WordByWord(Form("22"), [(0, 1), (1, 2), (2, 3)])
    assert laying.chances_many([parse_policy("any/any")], np.ones((1, 4), np.uint8)).tolist() == [[0.75]]
