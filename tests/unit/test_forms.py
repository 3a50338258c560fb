"""Forms: their digits, what melds leave of them, and what is not a form."""

from __future__ import annotations

import pytest

from kanamj.engine.forms import Form, parse_forms
from kanamj.errors import FormError


@pytest.mark.parametrize(
    ("digits", "tiles"), [("33332", 14), ("332", 8), ("2222222", 14), ("4442", 14), ("5522", 14)]
)
def test_tiles_needed(digits: str, tiles: int) -> None:
    assert Form(digits).tiles == tiles
    assert eval(repr(Form(digits))) == Form(digits)


def test_only_seven_pairs_must_be_different_words() -> None:
    assert Form("2222222").distinct
    assert not Form("33332").distinct
    assert not Form("222").distinct


@pytest.mark.parametrize(
    ("digits", "melds", "left"),
    [("33332", [3], "3332"), ("33332", [4, 3], "332"), ("4442", [4], "442"), ("33332", [3, 3, 3, 3], "2")],
)
def test_a_meld_takes_a_slot_of_the_form(digits: str, melds: list[int], left: str) -> None:
    assert Form(digits).without(melds) == Form(left)


@pytest.mark.parametrize(
    ("digits", "melds", "message"),
    [
        ("332", [3, 3, 3], "no slot left for a called word of 3 letters"),
        ("4442", [3], "no slot left for a called word of 3"),
        ("2222222", [2], "no slot left"),
        ("33", [3, 3], "the melds fill form 33"),
    ],
)
def test_melds_that_do_not_fit_are_refused(digits: str, melds: list[int], message: str) -> None:
    with pytest.raises(FormError, match=message):
        Form(digits).without(melds)


@pytest.mark.parametrize("digits", ["", "31", "6", "3x", "３３３３２"])
def test_texts_that_are_not_a_form_are_refused(digits: str) -> None:
    with pytest.raises(FormError, match="block sizes 2 to 5"):
        Form(digits)


def test_several_forms() -> None:
    assert parse_forms("23333, 2222222,33332") == (Form("33332"), Form("2222222"))
    assert parse_forms(Form("332")) == parse_forms(["332"]) == (Form("332"),)
    with pytest.raises(FormError, match="no form is given"):
        parse_forms([])


@pytest.mark.parametrize("digits", ["3" * 9, "2" * 46, "444444", "55552", "5" * 100_000])
def test_forms_that_nobody_could_judge_in_time_are_refused(digits: str) -> None:
    with pytest.raises(
        FormError, match="tiles; forms have at most 24, and at most 20 with a 4 or 5"
    ) as caught:
        Form(digits)
    assert len(str(caught.value)) < 150


def test_the_longest_forms() -> None:
    assert [Form(digits).tiles for digits in ("33333333", "222222222222", "44444", "5555")] == [
        24,
        24,
        20,
        20,
    ]
