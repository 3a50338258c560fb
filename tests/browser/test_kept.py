"""A player loses nothing by a reload, another language, a lost or restarted server, a second tab, or a full storage."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.fixtures import Server
from tests.browser.moves import Opener, Visit, begin, letters, practise, throw
from tests.places import by_default

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


CELLS = "() => [...document.querySelectorAll('.room:not([hidden]) .cell')].map((cell) => cell.textContent).join('|')"
NONE = (
    "for (const name of ['getItem', 'setItem', 'removeItem'])"
    "  Storage.prototype[name] = () => { throw new Error('no'); };"
)
LATE_WORDS = """const now = window.fetch;
    const words = new Promise((done) => { window.comeWords = done; });
    window.fetch = async (url, ...given) => { if (String(url).includes('/words?')) await words;
        return now(url, ...given); };"""


def laid(page: Page) -> str:
    """The letters in the cells of the board, in their order."""
    found: str = page.evaluate(CELLS)
    return found


def place(page: Page, tile: int, slot: int) -> None:
    """Select a tile of the tray, then a slot."""
    page.locator(".room:not([hidden]) .tray .cell").nth(tile).click()
    page.locator(".room:not([hidden]) .rack .cell").nth(slot).click()


def seconds(page: Page) -> int:
    minutes, rest = page.inner_text("#clock").split(":")
    return 60 * int(minutes) + int(rest)


def test_a_reload_keeps_the_hand_as_it_is_arranged_and_its_clock(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=arrange&level=1&seed=stays")
    page.wait_for_selector("#room-arrange .tray .tile")
    place(page, 3, 4)
    place(page, 5, 0)
    there = laid(page)
    page.wait_for_function("() => document.querySelector('#clock').textContent >= '0:02'")
    page.click("#language")
    page.wait_for_selector("html[lang=en] #room-arrange .tray .tile")
    assert laid(page) == there
    assert seconds(page) >= 2
    page.reload()
    page.wait_for_selector("html[lang=en] #room-arrange .rack .tile")
    assert laid(page) == there
    assert seconds(page) >= 2
    page.goto(served + "#p=arrange&level=2&seed=other")  # another hand does not take its place
    page.wait_for_function("() => !document.querySelector('#room-arrange .rack .tile')")
    page.goto(served + "#p=arrange&level=1&seed=stays")
    page.wait_for_selector("#room-arrange .rack .tile")
    assert laid(page) == there


def test_a_reload_is_no_friends_link(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=arrange")
    for again in (True, False):
        page.wait_for_selector("#room-arrange .tray .tile")
        assert page.is_checked("#follow")
        if again:
            page.reload()
    practise(page, "friend")
    assert not page.is_checked("#follow")


def test_a_hand_is_there_without_the_server(visit: Visit) -> None:
    page = visit("#p=words", expected=["Failed to load resource", "ERR_FAILED"])
    practise(page, "away")
    place(page, 3, 4)
    there = laid(page)
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#room-arrange .rack .tile")
    assert laid(page) == there
    page.click("#next")
    page.click("#sheet-yes")
    page.wait_for_selector("#deal-again")  # says so, with a way to try again
    page.unroute("**/api/**")
    page.click("#deal-again")
    page.wait_for_function("() => document.querySelector('#hint').textContent === ''")
    assert len(letters(page)) == 8  # of the player's own level: the link was that of the last hand only


def test_the_old_hand_does_not_react_while_the_next_is_dealt(visit: Visit) -> None:
    held: list[Route] = []
    page = visit("#p=words")
    practise(page, "rests")
    page.route("**/api/v1/deal?*", lambda route: held.append(route))
    page.click("#next")
    page.locator("#room-arrange .tray .cell").first.click()
    assert page.locator('#room-arrange [aria-pressed="true"]').count() == 0
    assert page.is_disabled("#shuffle")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    page.wait_for_function("() => !document.querySelector('#shuffle').disabled")
    assert len(letters(page)) == 14


def test_the_clock_rests_while_another_room_is_shown(visit: Visit) -> None:
    page = visit("#p=words")
    practise(page, "pause")
    before = seconds(page)
    for room, wait in (("words", 4000), ("arrange", 1500)):
        page.evaluate("room => { location.hash = `#p=${room}`; }", room)
        page.wait_for_timeout(wait)
    assert before < seconds(page) < before + 4


def test_a_finished_hand_stays_finished(visit: Visit) -> None:
    page = visit("#p=words")
    practise(page, "finished")
    place(page, 3, 4)
    page.click("#answer")
    page.click("#sheet-close")
    assert page.is_enabled("#shuffle")
    page.click("#answer")
    page.click("#sheet-yes")
    page.wait_for_selector("#result")
    page.reload()
    page.wait_for_selector("#result")
    assert json.loads(page.evaluate("localStorage['kanamj.arrange']"))["shown"] == 1  # counted once


def test_a_game_outlives_a_reload_another_language_and_a_lost_network(served: str, new_page: Opener) -> None:
    watched = new_page(served)
    watched.expected = ["Failed to load resource", "ERR_FAILED"]
    page = watched.open("#p=play")
    begin(page, rules="basic")
    place(page, 2, 1)
    there = laid(page)
    page.reload()
    page.wait_for_selector("#room-play .rack .tile")
    assert laid(page) == there
    page.click("#language")
    page.wait_for_selector("html[lang=en] #room-play .rack .tile")
    assert laid(page) == there
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#room-play .rack .tile")  # as it was, though nobody answers
    throw(page)
    page.wait_for_function("() => document.querySelector('#prompt').textContent.includes('does not answer')")
    assert laid(page) == there
    page.click("#leave")
    page.wait_for_selector("#go-on")
    page.click("#go-on")
    page.wait_for_selector("#room-play .rack .tile")
    page.unroute("**/api/**")
    hand = letters(page)
    throw(page)
    page.wait_for_function(
        "before => document.querySelector('#ending') || document.querySelector('#room-play.asked')"
        " && [...document.querySelectorAll('#room-play .tile')].length",
        arg=hand,
    )
    assert json.loads(page.evaluate("localStorage['kanamj.game'] ?? localStorage['kanamj.last']"))["hand"][
        "moves"
    ]


def test_a_tile_stays_selected_when_the_words_arrive_after_a_reload(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=play")
    begin(page, rules="basic")
    for slot in range(3):
        place(page, slot, slot)
    word = "".join(page.locator("#room-play .rack .tile").all_inner_texts())
    size = f"size={len(word)}"
    page.route(
        "**/api/v1/words?*",
        lambda route: route.fulfill(
            json={"keys": "".join(sorted(word)) if size in route.request.url else "", "words": [word]}
        ),
    )
    page.add_init_script(LATE_WORDS)
    page.reload()
    tile = page.locator("#room-play .tray .cell:has(.tile)").last
    tile.click()
    assert page.locator("#room-play .rack.gold").count() == 0
    page.evaluate("comeWords()")
    page.wait_for_selector("#room-play .rack.gold")
    assert tile.get_attribute("aria-pressed") == "true"
    page.click("#throw-zone-button")
    page.wait_for_selector("#my-river .tile, #ending")


def test_only_the_player_deletes_a_game(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=play")
    begin(page, rules="basic")
    hand = letters(page)
    page.click("#leave")
    page.click("#begin")
    page.keyboard.press("Enter")  # no: a question has its focus there
    page.wait_for_selector("#sheet", state="hidden")
    page.click("#go-on")
    page.wait_for_selector("#room-play #board .tile")
    assert letters(page) == hand
    page.click("#leave")
    page.click("#forget-game")
    page.click("#sheet-yes")
    page.wait_for_selector("#begin")
    page.wait_for_function("() => !document.querySelector('#go-on')")


@pytest.mark.slow
def test_a_game_outlives_a_restart_of_the_server(new_page: Opener) -> None:
    server = Server()
    watched = new_page(server.url)
    watched.expected = ["Failed to load resource", "ERR_CONNECTION_REFUSED"]
    page = watched.open("#p=play")
    begin(page, rules="basic")
    hand = letters(page)
    server.stop()
    throw(page)
    page.wait_for_function("() => document.querySelector('#prompt').textContent.includes('つながりません')")
    assert letters(page) == hand
    server = Server(int(server.url.rstrip("/").rsplit(":", 1)[1]))
    try:
        throw(page)
        page.wait_for_selector("#room-play.asked .seat .river .tile, #ending")
        if not page.locator("#ending").count():
            assert len(letters(page)) == len(hand)
    finally:
        server.stop()


def test_without_storage_the_page_works_and_says_so(served: str, new_page: Opener) -> None:
    """tests/js/kept.test.js holds a full one to the same."""
    watched = new_page(served)
    watched.page.add_init_script(NONE)
    page = watched.open("#p=arrange&level=1&seed=forgetful")
    page.wait_for_selector("#room-arrange .tray .tile")
    place(page, 3, 4)
    there = laid(page)
    assert page.inner_text("#memory")
    page.click("#language")
    page.wait_for_selector("html[lang=en] #room-arrange .rack .tile")
    assert laid(page) == there
    page.goto(served + "#p=play")
    begin(page, rules="basic")


GARBAGE: list[Any] = [
    3,
    {"open": True, "hand": {"id": "x", "rules": "__proto__", "moves": []}},
    {"1/complete/x": {"deal": {"hand": "<b>", "words": [], "form": "9"}}},
]


@pytest.mark.slow
@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_nonsense_in_the_storage_and_a_clock_set_back_do_no_harm(
    served: str, new_page: Opener, garbage: object
) -> None:
    watched = new_page(served)
    watched.page.add_init_script(
        "for (const name of ['game', 'last', 'play', 'hands', 'hand', 'throw', 'throws', 'first', 'language'])"
        f"  localStorage['kanamj.' + name] = {json.dumps(json.dumps(garbage))};"
        "localStorage['kanamj.arrange'] = JSON.stringify({solved: 3, days: {'2099-01-01': 5}, best: {1: -4}});"
    )
    page = watched.open("#")
    for room in ("start", "arrange", "play"):
        page.evaluate("hash => { location.hash = hash; }", f"#p={room}")
        page.wait_for_selector(f"#room-{room} .tray .tile, #begin")


UNREAD: dict[str, dict[str, Any]] = {
    "an empty seat": {"seats": [{}]},
    "a claim without a discard": {"phase": "CallWindow", "last": None, "legal": [{"event": "ron"}]},
}
"""What is wrong with the view of a kept game: the first is found when it is read (tests/js/kept.test.js has all kinds),
the second when it is shown."""


@pytest.mark.parametrize("kind", by_default({"an empty seat"}, UNREAD))
def test_a_kept_game_that_cannot_be_read_is_reported_and_deleted(
    served: str, new_page: Opener, kind: str
) -> None:
    page = new_page(served).open("#p=words")
    seats = [{"seat": 0, "hand": 8, "turns": 0, "riichi": 0, "discards": [], "melds": []}]
    view = {"seats": seats, "legal": [], "players": [1], "seat": 0, "hand": "さくらなみだいぬ"}
    hand = {"id": "x", "moves": [], "rules": "basic", "view": view | {"phase": "Discard"} | UNREAD[kind]}
    text = json.dumps({"version": 1, "open": True, "hand": hand})
    page.evaluate("text => { localStorage['kanamj.game'] = text; localStorage['kanamj.last'] = text; }", text)
    page.goto("about:blank")
    page.goto(served + "#p=play")
    page.locator("#play-start .warn", has_text="とちゅうの対局").wait_for()
    assert page.evaluate("'kanamj.game' in localStorage")  # only the player deletes it
    page.click("#begin")
    page.click("#sheet-close")
    for name in ("game", "last"):
        page.click(f"#forget-{name}")
        page.click("#sheet-yes")
        page.wait_for_selector(f"#forget-{name}", state="detached")
        assert page.evaluate("name => localStorage[`kanamj.${name}`] ?? null", name) is None
    assert page.locator("#play-start .warn").count() == 0


def test_a_wrong_seed_in_a_link_is_reported(visit: Visit) -> None:
    page = visit("#p=arrange&level=9&seed=a<b>", 375, 667, touch=True)
    page.locator("#hint", has_text="リンク").wait_for()
