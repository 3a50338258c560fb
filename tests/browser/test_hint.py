"""The hints of ならべる, followed by touch, arrange a hand: first a letter to begin with, then a word with it."""

from __future__ import annotations

import re

from tests.browser.moves import Visit, lay, letters, outside, practise


def test_following_the_hints_by_touch_arranges_a_hand(visit: Visit) -> None:
    page = visit("#p=words", 390, 844, touch=True)
    practise(page, "hints", 5)
    hand, hint = letters(page), page.locator("#hint")
    assert len(hand) == 14
    for _ in range(5):
        page.tap("#hint-button")
        hint.filter(has_text="から はじめよう").wait_for()
        told = re.fullmatch(r"「(.)」から はじめよう（使えることば (\d+)語）。", hint.inner_text())
        assert told
        assert outside(page, "#hint", "#hint-button", "#room-arrange .cell") == []
        page.tap("#hint-button")
        hint.filter(has_text="ができます").wait_for()
        word = re.match(r"「(.+?)」（.+）ができます。", hint.inner_text())
        assert word
        assert told[1] in word[1]
        lay(page, word[1], "arrange")
        page.wait_for_function("() => !document.getElementById('hint').textContent.includes('ができます')")
    page.wait_for_selector("#result .arrangement")
    assert letters(page) == hand


def test_a_word_in_the_way_is_named(served: str, visit: Visit) -> None:
    page = visit("#p=words", 390, 844, touch=True)
    practise(page, "way", 5)
    dealt = page.request.get(f"{served}api/v1/deal?level=5&seed=way").json()
    hints = f"{served}api/v1/hint?hand={dealt['hand']}&laid="
    readings = [words[0]["reading"] for words in dealt["words"].values() if words]
    stray = next(word for word in readings if page.request.get(hints + word).json()["back"])
    lay(page, stray, "arrange")
    page.wait_for_selector("#room-arrange .rack:has(.tile)")
    for said in ("から はじめよう", "ができます"):
        page.tap("#hint-button")
        page.locator("#hint", has_text=said).wait_for()
        assert page.inner_text("#hint").startswith(f"「{stray}」は もどそう。「")


def test_a_laid_word_that_only_the_wide_list_has_counts_with_a_remark(visit: Visit) -> None:
    page = visit("#p=words", 390, 844, touch=True)
    practise(page, "0")
    lay(page, "りつ", "arrange")
    page.locator("#hint").filter(has_text="りつ: 広いほうの単語表にあります。").wait_for()
