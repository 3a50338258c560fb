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


def test_several_forms() -> None:
    assert parse_forms("23333, 2222222,33332") == (Form("33332"), Form("2222222"))
    assert parse_forms(Form("332")) == parse_forms(["332"]) == (Form("332"),)
    with pytest.raises(FormError, match="no form is given"):
        parse_forms([])


def test_the_longest_forms() -> None:
    assert [Form(digits).tiles for digits in ("33333333", "222222222222", "44444", "5555")] == [
        24,
        24,
        20,
        20,
    ]
