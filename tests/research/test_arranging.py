"""The study of arranging: its shares are the exact ones of a small world, with any workers, also after a resume."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from arranging import Arranging, letters_table, pairs_table
from laying import POLICIES, Policy, WordByWord, lengths_open, parse_policy

from kanamj import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.forms import BlockForm, parse_forms
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.results import Manifest
from kanamj.studies import Results, run
from tests.conftest import Run
from tests.reference import arranging, toy

EASY_FIRST = Lexicon.from_entries(
    "toy", [Entry(word, word, ease=place + 1) for place, word in enumerate(toy.WORDS)]
)


def study(n: int = 6_000, **given: Any) -> Arranging:
    return Arranging(EASY_FIRST, n, seed=4, tiles=toy.TILES, forms=toy.FORM, **given)


@pytest.fixture(scope="module")
def arranged() -> Results:
    return run(study(passes=3))


def exact(passes: int) -> Iterator[tuple[tuple[str, ...], float, float]]:
    """Of each policy the exact shares of all complete hands of the small world, played out."""
    hands = {hand: p for hand, p in toy.hands(5).items() if toy.missing(hand, toy.TILES.copies) == 0}
    for policy in POLICIES:
        once, often = Fraction(0), Fraction(0)
        for hand, p in hands.items():
            letters = "".join(face * count for face, count in zip(toy.TILES.kinds, hand, strict=True))
            chance = arranging.reached(letters, list(toy.WORDS), [3, 2], policy)
            once, often = once + p * chance, often + p * (1 - (1 - chance) ** passes)
        total = sum(hands.values())
        yield tuple(policy), float(once / total), float(often / total)


def test_shares_are_the_exact_ones_within_their_errors(arranged: Results) -> None:
    rows = {(*row,)[:3]: (*row,)[3:] for row in map(dict.values, arranged.rows("policies"))}
    assert len(rows) == len(POLICIES)
    differ = 0
    for policy, once, often in exact(passes=3):
        share, error, within, within_error = rows[policy]
        assert abs(share - once) <= 4 * error + 1e-6, policy
        assert abs(within - often) <= 4 * within_error + 1e-6, policy
        differ += often > once
    assert differ > 3
    shares = [row["share"] for row in arranged.rows("policies")]
    assert shares == sorted(shares, reverse=True)


def test_a_study_without_further_tables_and_of_some_policies(tmp_path: Path) -> None:
    asked = study(n=200, policies="any/any,fewest/hard", without="letters,pairs")
    found = run(asked, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["MANIFEST.toml", "policies.csv"]
    assert len(found.rows("policies")) == 2
    command = Manifest.read(tmp_path / "out").command
    assert "--policies any/any,fewest/hard --without letters,pairs" in command


def test_one_complete_hand_has_no_standard_error() -> None:
    assert first_of(1)["stderr"] is None


def test_the_standard_error_of_two_complete_hands() -> None:
    """If the chances of the two hands are p and q, it is |p - q| / 2. Divided by n in place of n - 1, it is smaller;
    in a sample of thousands, nobody would see it."""
    p, two = first_of(1)["share"], first_of(2)
    mean, stderr = two["share"], two["stderr"]
    q = 2 * mean - p
    assert abs(p - q) > 0.1
    assert stderr == pytest.approx(abs(p - q) / 2, abs=1e-6)


def first_of(complete: int) -> dict[str, Any]:
    """The shares in the fewest deals with this many complete hands."""
    found = (arranged_or_none(n) for n in range(1, 400))
    return next(each.rows("policies")[0] for each in found if each and each.counted["complete"] == complete)


def arranged_or_none(n: int) -> Results | None:
    with suppress(KanamjError):
        return run(study(n=n, policies="any/any"))
    return None


def test_deals_of_which_none_is_complete_are_an_error() -> None:
    with pytest.raises(KanamjError, match="none of the 1 deals is complete with the words of toy; deal more"):
        run(study(n=1, policies="any/any"))


def test_a_list_without_ease_has_no_policy_of_easy_words() -> None:
    given: dict[str, Any] = {"tiles": toy.TILES, "forms": toy.FORM}
    assert {policy.then for policy in Arranging(toy.LEXICON, 500, **given).chosen} == {"any", "hard"}
    with pytest.raises(
        KanamjError, match="toy does not say how well known its words are, so fewest/easiest/hand"
    ):
        Arranging(toy.LEXICON, 500, **given, policies="fewest/easiest")


def test_letters_and_pairs_are_those_counted_by_hand() -> None:
    blocks = WordEngine(toy.LEXICON, toy.TILES, toy.FORM).blocks
    letters = letters_table(blocks, toy.TILES, (2, 3))
    rows = {row["letter"]: row for row in letters}
    assert letters[0]["letter"] == "か"  # in かおか alone
    assert rows["い"] == {
        "letter": "い",
        "tiles": 2,
        "keys": 3,
        "keys_2": 1,
        "keys_3": 2,
        "partners": "あうえ",
    }
    pairs = {(row["letter"], row["other"]): row for row in pairs_table(blocks, toy.TILES, (2, 3))}
    assert len(pairs) == 11  # あい あう あえ いう いえ うえ うー えお おー えー, and おか
    both = pairs["あ", "い"]
    expected = 1 * 1 / (2 * 3) + 2 * 2 * 2 / (
        3 * 5
    )  # 3 pairs, 5 trios; one place of two is left, two of three
    assert both["keys"] == 2
    assert both["expected"] == pytest.approx(expected, abs=1e-3)
    assert both["lift"] == pytest.approx(2 / expected, abs=1e-3)
    assert both["errors"] == pytest.approx((2 - expected) / expected**0.5, abs=1e-2)


SMALL = ("arranging", "--n", "300", "--form", "332", "--workers", 1)


def test_the_script_prints_tables_or_json(research: Run) -> None:
    assert "policies\nfirst" in research(*SMALL).out
    said = json.loads(research(*SMALL, "--json").out)
    best = said["policies"][0]
    assert best["share"] == max(row["share"] for row in said["policies"])
    assert best["within"] >= best["share"]
    assert (best["then"], said["parameters"]["n"], said["parameters"]["passes"]) == ("hard", 300, 20)


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
LAYING = WordByWord(BlockForm(FORM), [tuple(sorted(INDEX[letter] for letter in word)) for word in WORDS])


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
    laying = WordByWord(BlockForm("42"), [tuple(sorted(map("いぬねこ".index, word))) for word in words])
    expected = [arranging.reached("いぬぬねねこ", words, (4, 2), policy) for policy in POLICIES]
    assert expected[POLICIES.index(parse_policy("fewest/any"))] == 1
    assert expected[POLICIES.index(parse_policy("any/any"))] == Fraction(3, 4)
    found = laying.chances_many(POLICIES, np.array([(1, 2, 2, 1)]))
    np.testing.assert_allclose(found[0], np.array(expected, float))


def test_names_of_policies() -> None:
    assert [parse_policy(policy.name) for policy in POLICIES] == list(POLICIES)
    assert len({*POLICIES}) == len(POLICIES) == 17
    for name in (
        "",
        "fewest",
        "fewest/hard/hand/x",
        "best/hard",
        "fewest/best",
        "fewest/hard/deal",
        "waits/hard",
    ):
        with pytest.raises(KanamjError, match="is not a policy; .*fewest/hard/list"):
            parse_policy(name)


def test_forms_that_are_not_arranged_word_by_word() -> None:
    assert lengths_open(BlockForm("332")) == {0: frozenset(), 2: {2}, 3: {3}, 5: {2, 3}, 6: {3}, 8: {2, 3}}
    for form in ("33222", "2222222", "333333"):
        with pytest.raises(KanamjError, match="cannot be arranged word by word"):
            lengths_open(parse_forms(form)[0])
    with pytest.raises(KanamjError, match="no single word can be taken out of it"):
        lengths_open(parse_forms("2222222")[0])


def test_the_example_of_the_kernel() -> None:
    """あ 0, い 1, う 2, え 3."""
    laying = WordByWord(BlockForm("22"), [(0, 1), (1, 2), (2, 3)])
    assert laying.chances_many([parse_policy("any/any")], np.ones((1, 4), np.uint8)).tolist() == [[0.75]]


def test_words_that_are_equally_hard_share_the_chance() -> None:
    """13/24 with the list of 0.4: a tie was lost there, as 1 / n was rounded."""
    engine, letters = WordEngine("core", forms="332"), "いくここそみみれ"
    faces = [*engine.lexicon.easiest_keys(2, 3, flagged=True)]
    laying = WordByWord(engine.forms[0], (tuple(sorted(engine.tiles.parse(face))) for face in faces))
    policies = [policy for policy in POLICIES if policy.then == "hard"]
    found = laying.chances_many(policies, np.array([engine.tiles.counts(letters)]))[0]
    expected = [float(arranging.reached(letters, faces, (3, 3, 2), policy)) for policy in policies]
    np.testing.assert_allclose(found, expected, rtol=1e-12)
