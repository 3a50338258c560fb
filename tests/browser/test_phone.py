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
    practise,
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


def fits_every_phone(page: Page) -> None:
    """The game that is played."""
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page, *TABLE) == [], (width, height)
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        shown = outside(page, "#prompt", "#acts button", "#room-play .cell", ".seat .river .tile")
        assert shown == [], (width, height)
        assert smallest(page, "play") >= 28


def test_a_refusal_is_said_once_and_moves_no_tile_out_of_view(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=play")
    begin(page)
    page.wait_for_selector("#act-tsumo, #act-pass")
    while not page.locator("#act-tsumo").count():
        page.tap("#act-pass")
        page.wait_for_selector("#room-play.asked #acts > *")
    said = page.locator(".room:not([hidden]) p", has_text="金色に✓").and_(page.locator(":visible"))
    for helped in (False, True):
        page.set_checked("#help-switch", helped)
        page.wait_for_selector("#help strong", state="attached" if helped else "detached")
        for width, height in ((320, 640), (375, 667), (667, 375)):
            page.set_viewport_size({"width": width, "height": height})
            if not helped:
                page.tap("#act-tsumo")
                assert said.count() == 1
            shown = ("#prompt", "#acts button", "#room-play .cell") + ("#help",) * helped
            assert outside(page, *shown) == [], (width, height)


def test_the_newer_tab_says_that_it_is_the_second_without_hiding_a_tile(
    served: str, new_page: Opener
) -> None:
    watched = new_page(served, width=320, height=640, **TOUCH)
    first = watched.open("#p=play")
    begin(first)
    first.check("#help-switch")
    hand = letters(first)
    second = watched.page.context.new_page()
    second.goto(served + "#p=play")
    second.locator("#play-note", has_text="ほかのタブ").wait_for()
    assert letters(second) == hand
    assert outside(second, "#play-note", "#prompt", "#room-play .cell") == []
    first.locator("#play-note", has_text="別のタブ").wait_for()
    first.wait_for_timeout(300)
    assert outside(first, "#play-note", "#take-back", "#room-play .cell") == []
    first.locator("#room-play .tray .cell:has(.tile)").first.tap()
    assert first.locator('[aria-pressed="true"].cell').count() == 0  # it rests
    first.tap("#take-back")
    first.wait_for_selector("#room-play.asked #acts button")
    second.locator("#play-note", has_text="別のタブ").wait_for()


@pytest.mark.parametrize(
    ("rules", "calls", "width", "height"),
    by_default(
        {("standard", "nearer", 375, 667)},
        [
            ("basic", "nearer", 375, 667),
            ("standard", "nearer", 375, 667),
            ("standard", "never", 375, 667),
            *(("standard", "nearer", *window) for window in LOW[:3]),
        ],
    ),
)
def test_the_table_fits_every_phone_and_five_turns_take_ten_taps(
    served: str, new_page: Opener, rules: str, calls: str, width: int, height: int
) -> None:
    page = phone(new_page, served, "#p=play", width, height)
    choose(page, calls=calls)
    begin(page, rules=rules)
    for _ in range(6):  # games, until none of the bots wins before the sixth turn
        if five_turns(page):
            break
        page.click("#next-hand")
        page.wait_for_selector("#ending", state="detached")
    fits_every_phone(page)


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
        letter = tile.inner_text()
        tile.tap()
        assert tile.get_attribute("aria-pressed") == "true"
        with page.expect_request("**/api/v1/game") as asked:
            page.tap("#throw-zone-button")
        assert (asked.value.post_data_json or {})["moves"][-1]["tile"] == letter
    page.wait_for_selector("#room-play.asked #acts > *, #ending")
    if page.locator("#ending").count():  # its heading is scrolled into view
        return False
    assert page.evaluate("[window.taps, window.scrolls]") == [before[0] + 10 + claims, before[1]]
    return True


def practice(visit: Visit, seed: str) -> Page:
    """A practice hand on a phone, at the top of the page."""
    page = visit("#p=words", 375, 667, touch=True)
    practise(page, seed)
    page.evaluate("scrollTo(0, 0)")
    return page


def test_a_swipe_that_begins_on_a_tile_scrolls_the_page(visit: Visit) -> None:
    page = practice(visit, "swipe")
    for cell in (".tray .cell >> nth=9", ".rack .cell >> nth=0"):
        box = page.locator(f"#room-arrange {cell}").bounding_box()
        assert box
        assert swipe(page, box["x"] + 15, box["y"] + 15, 200) > 100
        assert len(letters(page)) == 14
        page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("held", [False, True], ids=["selected", "held for a moment"])
def test_a_tile_is_pulled_by_a_finger(visit: Visit, held: bool) -> None:
    page = practice(visit, f"pull{held}")
    tile = page.locator("#room-arrange .tray .cell").nth(3)
    letter = tile.inner_text()
    if not held:
        tile.tap()
    start, end = tile.bounding_box(), page.locator("#room-arrange .rack .cell").nth(2).bounding_box()
    assert start
    assert end
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *at: dict[str, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    touch("touchStart", {"x": start["x"] + 15, "y": start["y"] + 15})
    if held:
        page.wait_for_selector("#room-arrange .tile.flying")
    else:
        touch("touchMove", {"x": start["x"] + 18, "y": start["y"] - 30})
    touch("touchMove", {"x": end["x"] + 15, "y": end["y"] + 15})
    page.wait_for_selector("#room-arrange .rack .cell.over")
    touch("touchEnd")
    page.wait_for_function(
        "letter => document.querySelectorAll('#room-arrange .rack .cell')[2].textContent === letter",
        arg=letter,
    )
    assert page.evaluate("scrollY") == 0
    assert page.locator('#room-arrange [aria-pressed="true"]').count() == 0


def test_the_board_is_in_view_when_the_next_hand_is_dealt(visit: Visit) -> None:
    page = practice(visit, "stand")
    page.tap("#answer")
    page.wait_for_selector("#result")
    page.evaluate("scrollTo(0, 9999)")
    page.tap("#next-after")
    page.wait_for_function(
        "() => !document.querySelector('#result') && document.querySelector('#room-arrange .tray .tile')"
    )
    page.wait_for_function("() => document.querySelector('#hint').textContent === ''")
    assert outside(page, *OF_ROOM["arrange"]) == []


def test_the_button_for_the_next_hand_asks_before_an_unfinished_one_is_left(visit: Visit) -> None:
    page = practice(visit, "ask")
    hand = letters(page)
    page.locator("#room-arrange .tray .cell").first.tap()
    page.locator("#room-arrange .rack .cell").first.tap()
    page.tap("#next")
    page.tap("#sheet-close")
    assert letters(page) == hand
    page.tap("#next")
    page.tap("#sheet-yes")
    page.wait_for_function("() => !location.hash.includes('seed=ask')")
    visit("#p=arrange&level=1&seed=ask", 375, 667, touch=True)  # it waits as it was left
    page.wait_for_selector("#room-arrange .rack .tile")
    assert letters(page) == hand


@pytest.mark.parametrize("room", ["arrange", "start"])
def test_tab_reaches_the_board(visit: Visit, room: str) -> None:
    page = visit(f"#p={room}")
    page.wait_for_selector(f"#room-{room} .tray .tile")
    page.focus(".brand")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.cell')"):
            break
    first = page.evaluate("document.activeElement.closest('.cell:has(.tile)').dataset.cell")  # no empty slot
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.cell") != first
    for key, pressed in (("Enter", "true"), ("Escape", "false")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == pressed


def test_the_first_page_is_solved_by_taps(visit: Visit) -> None:
    page = visit("", 375, 667, touch=True)
    page.wait_for_selector("#room-start .tile")
    for word in ("さかな", "くるま", "ねこ"):
        lay(page, word, "start")
    assert page.locator("#room-start .rack.gold").count() == 3
    page.tap("#first-next")
    page.wait_for_selector("#today-place .tray .tile")
    assert outside(page, *OF_ROOM["today"]) == []


def test_the_letters_to_tap_are_in_view_when_the_hand_is_empty(visit: Visit) -> None:
    page = visit("#p=look", 375, 667, touch=True)
    page.wait_for_selector("#pad .key")
    assert page.locator("#hand button.tile").count() == 0
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page, "#hand-field", "#hand", "#pad .keys-plain .key:not(.none)") == [], (
            width,
            height,
        )


def test_the_rules_of_the_game_are_no_wider_than_the_window(visit: Visit) -> None:
    page = visit("#p=play", 375, 667, touch=True)
    page.evaluate("document.querySelector('#how').open = true")
    page.wait_for_selector("#how-text li")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.evaluate("document.querySelector('#how').open = false")


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
