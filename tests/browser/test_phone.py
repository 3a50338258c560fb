"""The whole board fits into the window of every phone, and can be used by touch or by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.fixtures import TOUCH
from tests.browser.moves import (
    LOW,
    PHONES,
    Opener,
    Visit,
    begin,
    choose,
    lay,
    letters,
    outside,
    phone,
    swipe,
)
from tests.places import by_default

if TYPE_CHECKING:
    from playwright.sync_api import Page

OF_ROOM = {
    "arrange": ("#goal", "#clock", ".board-tools button", "#room-arrange .cell"),
    "start": ("#first-hint", "#room-start .cell"),
    "today": ("#today-goal", "#today-clock", "#today-hint", ".board-tools button", "#room-start .cell"),
}
TABLE = (
    "#prompt",
    "#acts button",
    "#room-play .cell",
    ".seat",
    "#throw-zone",
    ".seat .river .tile",
    "#help-switch",
    "#leave",
)


@pytest.mark.parametrize("room", ["arrange", "start"])
def test_a_board_fits_every_phone(visit: Visit, room: str) -> None:
    page = visit(f"#p={room}&level=1&seed=fits" if room == "arrange" else f"#p={room}", 375, 667, touch=True)
    page.wait_for_selector(f"#room-{room} .tray .tile")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page, *OF_ROOM[room]) == [], (width, height)
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page, f"#room-{room} .cell") == [], (width, height)
        assert smallest(page, room) >= 28, (width, height)


def smallest(page: Page, room: str) -> int:
    """The width of the narrowest tile of the hand, in pixels."""
    found: int = page.evaluate(
        "room => Math.min(...[...document.querySelectorAll(`#room-${room} .tray .cell`)]"
        ".map((cell) => cell.offsetWidth))",
        room,
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), LOW[:3])
def test_five_turns_on_its_side_take_ten_taps(served: str, new_page: Opener, width: int, height: int) -> None:
    page = phone(new_page, served, "#p=play", width, height)
    begin(page, rules="standard")
    for _ in range(6):
        if five_turns(page):
            break
        page.click("#next-hand")
        page.wait_for_selector("#ending", state="detached")
    fits_on_its_side(page)


def fits_on_its_side(page: Page) -> None:
    """The game that is played, in all low windows."""
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        shown = outside(page, "#prompt", "#acts button", "#room-play .cell", ".seat .river .tile")
        assert shown == [], (width, height)
        assert smallest(page, "play") >= 28


@pytest.mark.parametrize(("width", "height"), [(320, 640), (375, 667), (667, 375)])
def test_a_refusal_is_said_once_and_moves_no_tile_out_of_view(
    served: str, new_page: Opener, width: int, height: int
) -> None:
    page = phone(new_page, served, "#p=play", width, height)
    begin(page)
    page.wait_for_selector("#act-tsumo, #act-pass")
    while not page.locator("#act-tsumo").count():
        page.tap("#act-pass")
        page.wait_for_selector("#room-play.asked #acts > *")
    page.tap("#act-tsumo")
    said = page.locator(".room:not([hidden]) p", has_text="金色に✓").and_(page.locator(":visible"))
    assert said.count() == 1
    assert outside(page, "#prompt", "#acts button", "#room-play .cell") == []
    page.check("#help-switch")
    page.wait_for_selector("#help strong")
    assert outside(page, "#prompt", "#help", "#acts button", "#room-play .cell") == []


def test_what_another_tab_does_is_told_without_hiding_a_tile(served: str, new_page: Opener) -> None:
    watched = new_page(served, width=320, height=640, **TOUCH)
    first = watched.open("#p=play")
    begin(first)
    first.check("#help-switch")
    second = watched.page.context.new_page()
    second.goto(served + "#p=play")
    second.locator("#play-note", has_text="ほかのタブ").wait_for()
    assert outside(second, "#play-note", "#prompt", "#room-play .cell") == []
    first.locator("#play-note", has_text="別のタブ").wait_for()
    first.wait_for_timeout(300)
    assert outside(first, "#play-note", "#take-back", "#room-play .cell") == []


@pytest.mark.parametrize(
    ("rules", "calls"),
    by_default(
        {("standard", "nearer")}, [("basic", "nearer"), ("standard", "nearer"), ("standard", "never")]
    ),
)
def test_the_table_fits_every_phone_and_five_turns_take_ten_taps(
    served: str, new_page: Opener, rules: str, calls: str
) -> None:
    page = phone(new_page, served, "#p=play")
    choose(page, calls=calls)
    begin(page, rules=rules)
    for _ in range(6):  # games, until none of the bots wins before the sixth turn
        if five_turns(page):
            break
        page.click("#next-hand")
        page.wait_for_selector("#ending", state="detached")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page, *TABLE) == [], (width, height)
    fits_on_its_side(page)


def five_turns(page: Page) -> bool:
    """Play five turns without scrolling: two taps per turn, and one for each pass. Returns False if the game ends
    before the sixth.
    """
    page.evaluate("""() => { if (window.taps !== undefined) return;
        window.taps = 0; window.scrolls = 0;
        addEventListener('pointerdown', () => { window.taps += 1; }, true);
        addEventListener('scroll', () => { window.scrolls += 1; }); }""")
    # the page scrolls once when it first asks; this is told with the next frame, which a loaded machine paints late
    page.wait_for_selector("#room-play.asked #acts > *, #ending")
    before = page.evaluate("""async () => {
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        return [window.taps, window.scrolls]; }""")
    claims = 0
    for turn in range(5):
        page.wait_for_selector("#room-play.asked #acts > *, #ending")
        while page.locator("#act-pass").count():  # a win, or a call that brings the hand nearer
            claims += 1
            assert outside(page, *TABLE[:5]) == []
            page.tap("#act-pass")
            page.wait_for_selector("#room-play.asked #acts > *, #ending")
        if page.locator("#ending").count():
            return False
        assert outside(page, *(TABLE if turn else TABLE[:5])) == []
        tile = page.locator(".tray .cell:has(.tile)").first
        tile.tap()
        assert tile.get_attribute("aria-pressed") == "true"
        page.tap("#throw-zone-button")
    page.wait_for_selector("#room-play.asked #acts > *, #ending")
    if page.locator("#ending").count():  # its heading is scrolled into view
        return False
    assert page.evaluate("[window.taps, window.scrolls]") == [before[0] + 10 + claims, before[1]]
    return True


def test_a_swipe_that_begins_on_a_tile_scrolls_the_page(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=arrange&level=1&seed=swipe")
    page.wait_for_selector("#room-arrange .tray .tile")
    box = page.locator("#room-arrange .tray .cell").nth(9).bounding_box()
    assert box
    assert swipe(page, box["x"] + 20, box["y"] + 20, 200) > 100
    assert len(letters(page)) == 14
    page.evaluate("scrollTo(0, 0)")
    empty = page.locator("#room-arrange .rack .cell").first.bounding_box()
    assert empty
    assert swipe(page, empty["x"] + 15, empty["y"] + 15, 200) > 100


def test_a_selected_tile_is_pulled_by_a_finger(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=arrange&level=1&seed=pull")
    page.wait_for_selector("#room-arrange .tray .tile")
    tile, slot = (
        page.locator("#room-arrange .tray .cell").first,
        page.locator("#room-arrange .rack .cell").nth(4),
    )
    letter = tile.inner_text()
    tile.tap()
    start, end = tile.bounding_box(), slot.bounding_box()
    assert start
    assert end
    client = page.context.new_cdp_session(page)
    points = [
        (start["x"] + 15, start["y"] + 15),
        (start["x"] + 18, start["y"] - 30),
        (end["x"] + 15, end["y"] + 15),
    ]
    for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), points, strict=True):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(
        "letter => document.querySelectorAll('#room-arrange .rack .cell')[4].textContent === letter",
        arg=letter,
    )
    assert page.evaluate("scrollY") == 0


def test_a_tile_that_is_held_for_a_moment_is_pulled_by_a_finger(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=arrange&level=1&seed=hold")
    page.wait_for_selector("#room-arrange .tray .tile")
    tile = page.locator("#room-arrange .tray .cell").nth(3)
    letter = tile.inner_text()
    start, end = tile.bounding_box(), page.locator("#room-arrange .rack .cell").nth(2).bounding_box()
    assert start
    assert end
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *at: dict[str, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    touch("touchStart", {"x": start["x"] + 15, "y": start["y"] + 15})
    page.wait_for_selector("#room-arrange .tile.flying")
    touch("touchMove", {"x": end["x"] + 15, "y": end["y"] + 15})
    page.wait_for_selector("#room-arrange .rack .cell.over")
    touch("touchEnd")
    page.wait_for_function(
        "letter => document.querySelectorAll('#room-arrange .rack .cell')[2].textContent === letter",
        arg=letter,
    )
    assert page.evaluate("scrollY") == 0
    assert page.locator('#room-arrange [aria-pressed="true"]').count() == 0


def test_the_board_is_in_view_when_the_next_hand_is_dealt(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=arrange&level=1&seed=stand")
    page.wait_for_selector("#room-arrange .tray .tile")
    page.tap("#answer")
    page.wait_for_selector("#result")
    page.evaluate("scrollTo(0, 9999)")
    page.tap("#next-after")
    page.wait_for_function(
        "() => !document.querySelector('#result') && document.querySelector('#room-arrange .tray .tile')"
    )
    page.wait_for_function("() => document.querySelector('#hint').textContent === ''")
    assert outside(page, *OF_ROOM["arrange"]) == []


def test_the_button_for_the_next_hand_asks_before_an_unfinished_one_is_left(
    served: str, new_page: Opener
) -> None:
    page = phone(new_page, served, "#p=arrange&level=1&seed=ask")
    page.wait_for_selector("#room-arrange .tray .tile")
    hand = letters(page)
    page.locator("#room-arrange .tray .cell").first.tap()
    page.locator("#room-arrange .rack .cell").first.tap()
    page.tap("#next")
    page.tap("#sheet-close")
    assert letters(page) == hand
    page.tap("#next")
    page.tap("#sheet-yes")
    page.wait_for_function("() => !location.hash.includes('seed=ask')")
    page.goto(served + "#p=arrange&level=1&seed=ask")  # it waits as it was left
    page.wait_for_function("() => document.querySelector('#room-arrange .rack .tile')")
    assert letters(page) == hand


@pytest.mark.parametrize("room", ["arrange", "start"])
def test_tab_reaches_the_board(served: str, new_page: Opener, room: str) -> None:
    page = new_page(served).open(f"#p={room}")
    page.wait_for_selector(f"#room-{room} .tray .tile")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.cell')"):
            break
    assert page.evaluate(
        "Boolean(document.activeElement.closest('.cell')?.firstChild)"
    )  # a tile, not an empty slot
    first = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.cell") != first
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "false"


def test_the_first_page_is_solved_by_taps(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "")
    page.wait_for_selector("#room-start .tile")
    for word in ("さかな", "くるま", "ねこ"):
        lay(page, word, "start")
    assert page.locator("#room-start .rack.gold").count() == 3
    page.tap("#first-next")
    page.wait_for_selector("#today-place .tray .tile")
    assert outside(page, *OF_ROOM["today"]) == []


def test_the_letters_to_tap_are_in_view_when_the_hand_is_empty(served: str, new_page: Opener) -> None:
    for width, height in ((320, 640), (375, 667), (412, 915)):
        page = phone(new_page, served, "#p=look", width, height)
        page.wait_for_selector("#pad .key")
        assert outside(page, "#hand-field", "#hand", "#pad .keys-plain .key:not(.none)") == []


CUT = """() => [...document.querySelectorAll('#play-start select')].map((select) => {
    const arrow = 14, style = getComputedStyle(select), pen = document.createElement('canvas').getContext('2d');
    pen.font = `${style.fontSize} ${style.fontFamily}`;
    const sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = select.clientWidth - sides - arrow;
    return [select.value, pen.measureText(select.selectedOptions[0].text).width - room];
}).filter(([, over]) => over > 0)"""


def test_the_choices_of_the_lobby_are_readable_on_a_phone_on_its_side(visit: Visit) -> None:
    page = visit("#p=play", 667, 375, touch=True)
    page.wait_for_selector("#begin")
    assert page.evaluate(CUT) == []
