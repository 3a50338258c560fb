"""What people read in two languages: ja.tsv is whole, and finished messages are found in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kanamj import language
from kanamj.errors import KanamjError
from kanamj.language import FILE, choose, current, tr, translated

LINES = FILE.read_text(encoding="utf-8").splitlines()


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    choose("")


def test_each_text_stands_once_with_the_same_values_in_both_languages() -> None:
    pairs = [line.split("\t") for line in LINES]
    assert pairs == sorted(pairs)
    assert len({english for english, _ in pairs}) == len(pairs)
    for english, japanese in pairs:
        assert {*re.findall(r"\{(\w+)\}", english)} == {*re.findall(r"\{(\w+)\}", japanese)}, english


def test_a_language_is_chosen_or_that_of_the_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KANAMJ_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert current() == "en"
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert (current(), tr("{n} tiles", n=3)) == ("ja", "3枚")
    monkeypatch.setenv("KANAMJ_LANG", "en")
    assert current() == "en"
    choose("ja")
    assert current() == "ja"
    with pytest.raises(KanamjError, match="'de' is not a language; choose from: en, ja"):
        choose("de")


def test_a_finished_message_is_translated_with_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "{what} is not {kind}; choose from: {all}": "{what}は{kind}ではありません。{all}",
        "a form": "型",
        "{n}": "{n}!",
    }
    monkeypatch.setattr(language, "_japanese", lambda: known)
    language._patterns.cache_clear()
    said = "'x' is not a form; choose from: 332"
    assert translated(said) == said
    choose("ja")
    assert translated(said) == "'x'は型ではありません。332"
    assert translated("no such text") == "no such text"
    language._patterns.cache_clear()
