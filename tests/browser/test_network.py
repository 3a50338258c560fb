"""If the network fails during an action, the page says so, loses nothing, and goes on when the network is back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser.fixtures import TOUCH
from tests.browser.moves import Opener, Visit, begin, letters, practise, tables, throw
from tests.browser.test_play import window
from tests.places import by_default

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

GONE = ["Failed to load resource", "ERR_FAILED"]
SAID = "つながりません"
WIN = "さくらなみだたまごきつねいぬ"


@pytest.fixture
def shared(visit: Visit) -> Page:
    """A phone with the page. Errors about requests that fail are allowed."""
    return visit("#p=words", 375, 667, touch=True, expected=GONE)


@pytest.fixture
def page(served: str, new_page: Opener) -> Page:
    """A page of its own, for games and own words, which stay where they are made."""
    watched = new_page(served, width=375, height=667, **TOUCH)
    watched.expected = GONE
    return watched.open("#p=play")


@contextmanager
def without_network(page: Page, route: str = "*") -> Iterator[None]:
    """Inside the block, no request to this route (or to any route) is answered."""
    page.route(f"**/api/v1/{route}*", lambda asked: asked.abort())
    yield
    page.unroute(f"**/api/v1/{route}*")


def go(page: Page, hash_: str) -> None:
    """Open a room."""
    page.evaluate("hash => { location.hash = hash; }", hash_)


ASKED = {
    "judge": (f"#h={quote(WIN)}", "#verdict .failure", "#judge-again", "#verdict[data-shanten='-1']"),
    "look up": (f"#p=words&q={quote('さかな')}", "#found .failure", "#look-again", "#found .yes"),
    "spell": (f"#p=words&spell={quote('さかなくい')}", "#found .failure", "#look-again", "#found .spelled"),
    "waits": (f"#p=words&waits={quote('か')}", "#found .failure", "#look-again", "#found .wait"),
    "practice": ("#p=arrange&seed=again", "#hint .failure", "#deal-again", "#room-arrange .tray .tile"),
}
"""What is asked -> the address that asks it, where the page says so, what asks again, and what is there then."""


@pytest.mark.parametrize("asked", ASKED)
def test_a_question_without_an_answer_is_asked_again(shared: Page, asked: str) -> None:
    address, failed, again, there = ASKED[asked]
    with without_network(shared):
        go(shared, address)
        shared.locator(failed, has_text=SAID).wait_for()
        with shared.expect_event("requestfailed"):  # the sentence of the first failure may still be there
            shared.tap(again)
        shared.locator(failed, has_text=SAID).wait_for()
    shared.tap(again)
    shared.wait_for_selector(there)


def test_chances_that_did_not_arrive_are_asked_again(shared: Page) -> None:
    hand = "てがきねあげひよこみみずぬぽ"
    report = shared.request.get(f"{shared.url.split('#')[0]}api/v1/judge?hand={quote(hand)}").text()
    shared.route(
        "**/api/v1/judge?*", lambda asked: asked.fulfill(body=report + "\n{")
    )  # it ends in the middle
    go(shared, f"#h={quote(hand)}")
    shared.wait_for_selector("#chances-again")
    assert shared.get_attribute("#verdict", "data-shanten") == "0"  # what was known stays
    shared.unroute("**/api/v1/judge?*")
    shared.tap("#chances-again")
    shared.wait_for_selector("#discards td.chance:not(:has(.spin))")


def test_a_practice_hand_without_a_network(shared: Page) -> None:
    practise(shared, "network")
    hand = letters(shared)
    with without_network(shared):
        shared.tap("#hint-button")
        shared.locator("#hint", has_text=SAID).wait_for()
        shared.tap("#answer")
        shared.wait_for_selector("#answer-again")
        assert letters(shared) == hand
    shared.tap("#answer-again")
    shared.wait_for_selector("#result .arrangement")
    assert shared.locator("#result").count() == 1


ACTS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "throw": ("discard", throw),
    "pass": ("pass", lambda page: page.tap("#act-pass")),
    "call": ("call", lambda page: page.tap(".call")),
    "win": ("ron", lambda page: page.tap("#act-ron")),
}


@pytest.mark.parametrize("act", by_default({"throw", "win"}, ACTS))
def test_an_action_at_the_table_is_done_again(page: Page, act: str) -> None:
    event, do = ACTS[act]
    view = window([])
    if act == "throw":
        view |= {"phase": "Discard", "hand": view["hand"] + "ら", "drawn": "ら", "last": None}
        view["legal"] = [{"event": "discard", "tile": letter} for letter in view["hand"]]
    sent = tables(page, lambda _: view)
    begin(page)
    page.check("#help-switch")
    page.wait_for_selector("#acts .main, #help strong")
    hand = letters(page)
    with without_network(page, "game"):
        do(page)
        page.locator("#prompt", has_text=SAID).wait_for()
        assert letters(page) == hand
        assert page.evaluate("JSON.parse(localStorage['kanamj.game']).hand.moves") == []
    with page.expect_response("**/api/v1/game"):
        do(page)
    assert [move["event"] for move in sent[-1]["moves"]] == [event]


def test_an_automatic_pass_without_a_network_becomes_a_question(page: Page) -> None:
    view = window([])
    view["legal"] = [{**view["legal"][1], "nearer": False}, {"event": "pass"}]

    def answer(route: Route) -> None:
        passed = (route.request.post_data_json or {}).get("moves")
        if passed:
            route.abort()
        else:
            route.fulfill(json=view)

    page.route("**/api/v1/game", answer)
    begin(page)
    page.locator("#prompt", has_text=SAID).wait_for()
    assert page.locator("#act-pass").count() == 1


def test_a_game_is_begun_and_looked_back_on_when_the_network_is_back(page: Page) -> None:
    page.wait_for_selector("#begin")
    with without_network(page):
        page.tap("#begin")
        page.locator("#play-note", has_text=SAID).wait_for()
    begin(page, "400w", "basic")
    for _ in range(60):
        page.wait_for_selector("#room-play.asked #acts > *, #ending")
        if page.locator("#ending").count():
            break
        with without_network(page, "review"):
            throw(page)
            page.wait_for_selector("#room-play.asked #acts > *, #review .failure")
    page.tap("#review-again")
    page.wait_for_selector("#review .turn", state="attached")
    with without_network(page):
        page.tap("#next-hand")
        page.locator("#ending #play-note", has_text=SAID).wait_for()
    page.tap("#next-hand")
    page.wait_for_selector("#room-play #board .tile")


def test_a_word_list_that_did_not_arrive_is_read_with_the_next_turn(page: Page) -> None:
    begin(page, rules="basic")
    with without_network(page):
        page.reload()
        page.wait_for_selector("#room-play #board .tile")
        page.locator("#prompt", has_text=SAID).wait_for()
    with page.expect_response("**/api/v1/words?*size=2*"):
        throw(page)


def test_own_words_without_a_network(page: Page) -> None:
    go(page, "#p=words")
    page.click("#own summary")
    page.wait_for_selector("#own-words", state="attached")
    page.fill("#own-reading", "ぬへほ")
    with without_network(page):
        page.tap("#own-add")
        page.locator("#own-note.warn", has_text=SAID).wait_for()
        assert page.input_value("#own-reading") == "ぬへほ"
    page.tap("#own-add")
    word = page.locator("#own-words .word", has_text="ぬへほ")
    word.wait_for()
    with without_network(page):
        word.locator("button").tap()
        page.locator("#own-note.warn", has_text=SAID).wait_for()
        assert word.count() == 1
    word.locator("button").tap()
    word.wait_for(state="detached")
    go(page, f"#p=words&q={quote('ぬへほ')}")
    page.wait_for_selector("[data-keep]")
    with without_network(page):
        page.tap("[data-keep]")
        page.locator("#found .failure", has_text=SAID).wait_for()
    page.tap("#keep-again")
    page.wait_for_selector("#found .yes")
    page.request.post(f"{page.url.split('#')[0]}api/v1/own", data={"remove": ["ぬへほ"]})
    word.locator("button").tap()  # whose answer was lost
    word.wait_for(state="detached")
