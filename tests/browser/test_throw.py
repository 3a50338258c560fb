"""すてる練習: each throw gets a verdict and the next tile at once; the share of good throws outlives a reload."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from kanamj.web.answers import Answers
from tests.browser.moves import Opener, letters, phone

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

HAND = "さくらなみだいぺ"  # without ぺ two words of three stand, and い waits for ぬ
LATE = """() => { const now = window.fetch;
    const late = () => new Promise((done) => setTimeout(done, 700));
    window.fetch = async (...given) => { await late(); return now(...given); }; }"""
WALL = "ぬあかたまごきつ"


def kept(hand: str, wall: str) -> str:
    """A script that leaves this hand on the table."""
    value = {"form": "332", "hand": hand, "wall": list(wall), "seen": "", "turn": 1, "verdicts": []}
    return f"localStorage['kanamj.throw'] ??= {json.dumps(json.dumps(value))};"


def open_and_throw(page: Page, letter: str) -> None:
    """Open the room with `HAND` on the table, and throw one of its tiles."""
    page.evaluate(kept(HAND, WALL))
    page.evaluate("location.hash = '#p=throw'")
    page.locator("#throw-prompt", has_text="テンパイ").wait_for()
    throw(page, letter)


def throw(page: Page, letter: str) -> None:
    """Select a tile, and throw it."""
    page.locator("#room-throw .tray .cell", has_text=letter).first.tap()
    page.tap("#throw-place-button")


def test_a_throw_gets_a_verdict_and_the_next_tile(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=words")
    open_and_throw(page, "ら")
    page.locator("#room-throw .tray .cell", has_text="ぬ").wait_for()  # at once
    page.locator("#throw-verdict", has_text="△").wait_for()
    said = page.inner_text("#throw-verdict")
    report = Answers().get("chances", {"hand": [HAND], "form": ["332"], "draws": ["2"]})
    best = max(report["discards"], key=lambda discard: discard["chances"][1])
    assert f"「{best['tile']}」" in said
    assert "1回中 0回" in page.inner_text("#throw-share")
    page.reload()
    page.wait_for_selector("#throw-history li")
    assert "1回中 0回" in page.inner_text("#throw-share")
    assert page.locator("#room-throw .tray .cell", has_text="ぬ").count() == 1


def test_a_win_is_shown_in_words_and_a_new_hand_follows(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=words")
    open_and_throw(page, "ぺ")
    page.wait_for_selector("#throw-next")
    assert page.locator("#room-throw .rack .tile").count() == 8
    page.tap("#throw-next")
    page.wait_for_function("() => document.querySelectorAll('#room-throw .tray .tile').length === 8")


def test_a_win_that_is_thrown_away_is_pointed_out(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=words")
    page.evaluate(kept(HAND.replace("ぺ", "ぬ"), "あかたまごきつ"))
    page.evaluate(LATE)
    page.evaluate("location.hash = '#p=throw'")
    page.wait_for_selector("#room-throw .tray .tile")
    throw(page, "ぬ")
    page.locator("#throw-verdict", has_text="あがっていました").wait_for()


def test_a_hand_is_dealt_that_is_not_complete(served: str, new_page: Opener) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(parse_qs(urlsplit(route.request.url).query)["hand"][0])
        if len(asked) == 1:
            route.fulfill(json={"shanten": -1})
        else:
            route.continue_()

    watched = new_page(served)
    watched.page.route("**/api/v1/judge?*", answer)
    page = watched.open("#p=throw")
    page.wait_for_selector("#room-throw .tray .tile")
    assert letters(page) == sorted(asked[-1]) != sorted(asked[0])
