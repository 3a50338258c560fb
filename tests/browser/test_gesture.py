"""One gesture in every room: letters tapped in order become a word, and throwing is an act of its own."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.browser.fixtures import TOUCH
from tests.browser.moves import (
    Opener,
    Visit,
    begin,
    choose,
    lay,
    letters,
    outside,
    phone,
    practise,
    step,
    tables,
)
from tests.browser.test_play import window
from tests.places import by_default

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import Run

WINS = {
    "paper": ["さくら", "なみだ", "たまご", "きつね", "いぬ"],
    "basic": ["さくら", "なみだ", "いぬ"],
}
TAPS = {"paper": 16, "basic": 10}
WINDOWS = ((375, 667), (390, 844), (667, 375), (768, 1024), (1280, 800), (1920, 1080))
COUNT = """() => { window.taps = 0; addEventListener('pointerdown', () => { window.taps += 1; }, true); }"""
SMALL = """() => [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter((node) => node.checkVisibility() && !node.matches('.skip, .unseen, p a, li a, .key, small a'))
    .map((node) => [node.outerHTML.slice(0, 90), node.closest('label') ?? node])
    .map(([html, node]) => [html, node.matches('.seat-name') ? node.closest('.seat') : node])
    .map(([html, node]) => [html, node.getBoundingClientRect()])
    .filter(([, box]) => box.width && Math.min(box.width, box.height) < 43.5)
    .map(([html, box]) => `${html} ${box.width}×${box.height}`)"""


COVERED = """() => { const moving = document.getAnimations();
    const covered = new Set();
    for (const one of moving) one.pause();
    for (let time = 0; time < 600; time += 5) {
        for (const one of moving) one.currentTime = time;
        for (const cell of document.querySelectorAll('#room-start .cell')) {
            const box = cell.getBoundingClientRect();
            const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            if (hit !== cell) covered.add(`${hit.outerHTML} over cell ${cell.dataset.cell}`);
        }
    }
    return [moving.length, [...covered]]; }"""
"""How many tiles move, and what takes a tap from the cell under it on their way."""


def turn(rules: str, moves: list[Any]) -> dict[str, Any]:
    """An answer of api/v1/game: it is the player's turn, and the hand is complete; any move ends the game."""
    words = WINS[rules]
    hand = "".join(words)
    mine = [
        {"letters": "".join(sorted(word)), "words": [{"reading": word, "spelling": word}]} for word in words
    ]
    view = window(moves) | {"rules": rules, "phase": "Discard", "drawn": hand[-1], "last": None, "seen": ""}
    view |= {"hand": "".join(sorted(hand)), "since": []}
    view["legal"] = [{"event": "discard", "tile": letter} for letter in hand] + [{"event": "tsumo"}]
    if moves:
        who = 0 if moves[-1]["event"] == "tsumo" else 1
        won = {"player": who, "tile": hand[-1], "source": None, "arrangement": mine}
        view |= {"phase": "End", "legal": [], "end": {"how": "tsumo", "wins": [won]}, "hands": [hand] * 4}
    return view


def at_the_table(page: Page, rules: str, pace: str = "fast") -> list[dict[str, Any]]:
    """Begin such a game. Returns the questions that the page sends, as they come."""
    sent = tables(page, partial(turn, rules))
    begin(page, rules=rules) if pace == "fast" else start(page, rules, pace)
    return sent


def start(page: Page, rules: str, pace: str) -> None:
    choose(page, rules=rules, pace=pace)
    page.click("#begin")
    page.wait_for_selector("#room-play.asked #acts > *")


@pytest.mark.parametrize(
    ("rules", "width", "height"),
    by_default(
        {("paper", 375, 667), ("basic", 1920, 1080)},
        [(rules, *window) for window in WINDOWS for rules in ("basic", "paper")],
    ),
)
def test_a_win_takes_a_tap_per_tile_and_one_more(
    served: str, new_page: Opener, rules: str, width: int, height: int
) -> None:
    """Nothing is thrown by tapping letters, and what comes next is in view."""
    touch = TOUCH if width < 1000 else {}
    page = new_page(served, width=width, height=height, **touch).open("#p=play")
    sent = at_the_table(page, rules)
    page.evaluate(COUNT)
    for word in WINS[rules]:
        lay(page, word, "play")
    assert len(sent) == 1
    page.locator("#room-play .rack.gold").nth(len(WINS[rules]) - 1).wait_for()
    page.click("#act-tsumo")
    page.wait_for_selector("#ending")
    assert page.evaluate("window.taps") <= TAPS[rules]
    assert outside(page, "#end-title", "#next-hand", "#share-win", "#room-play .rack .cell") == []
    assert page.evaluate("document.querySelector('#room-play .rack .cell').offsetWidth") >= width // 20
    page.click("#next-hand")
    page.wait_for_selector("#room-play.asked #acts > *")
    page.locator("#room-play .tray .cell:has(.tile)").first.click()
    page.click("#throw-zone-button")
    page.wait_for_selector("#ending .groups")
    assert outside(page, "#end-title", "#next-hand", "#ending .group") == []


def test_one_tile_is_thrown_and_can_be_taken_back_for_two_seconds(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=play")
    sent = at_the_table(page, "basic", "usual")
    hand = letters(page)
    tiles = page.locator("#room-play .tray .cell:has(.tile)")
    with step("no tile, or two"):
        page.tap("#throw-zone-button")
        page.locator("#prompt", has_text="1枚おしてから").wait_for()
        for tile in (0, 2):
            tiles.nth(tile).tap()
        page.tap("#throw-zone-button")
        page.locator("#prompt", has_text="1枚だけ").wait_for()
        assert len(sent) == 1
    with step("one, which is taken back by a tap"):
        tiles.first.tap()
        assert page.inner_text("#throw-zone-button") == "「さ」をすてる"
        page.tap("#throw-zone-button")
        page.wait_for_selector("#my-river .tile")
        page.tap("#throw-zone-button")
        page.wait_for_function("() => !document.querySelector('#my-river .tile')")
        assert letters(page) == hand
        assert len(sent) == 1
    with step("thrown and taken back by keys"):
        tiles.first.focus()
        page.keyboard.press("Delete")
        page.wait_for_selector("#my-river .tile")
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('#my-river .tile')")
    with step("a reload takes it back, and the words stay laid"):
        lay(page, "さくら", "play")
        page.locator("#room-play .tray .cell:has(.tile)").first.tap()
        page.tap("#throw-zone-button")
        page.wait_for_selector("#my-river .tile")
        page.reload()
        page.wait_for_selector("#room-play.asked #acts > *")
        assert page.locator("#room-play .rack .tile").all_inner_texts() == list("さくら")
        assert letters(page) == hand
    with step("nobody takes it back"):
        page.check("#help-switch")
        page.wait_for_selector("#help strong")
        tiles.first.tap()
        page.tap("#throw-zone-button")
        page.locator("#prompt", has_text="すてました").wait_for()
        page.wait_for_selector("#ending")
        assert [move["event"] for move in sent[-1]["moves"]] == ["discard"]


def test_letters_on_the_first_page_are_laid_taken_back_and_glide(visit: Visit) -> None:
    page = visit("", 375, 667, touch=True)
    page.wait_for_selector("#room-start .tray .tile")
    tray = page.locator("#room-start .tray")
    order = tray.inner_text()
    with step("a tile that glides past takes no tap from the cell under it"):
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        lay(page, "まさか", "start")  # they cross
        moving, covered = page.evaluate(COVERED)
        assert moving >= 3
        assert covered == []
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        page.tap("#first-again")
    with step("a text that is no word is named, and taken back by a tap"):
        lay(page, "るまく", "start")
        page.locator("#first-hint", has_text="「るまく」は、ことばではないみたい").wait_for()
        assert outside(page, "#first-hint") == []
        page.locator("#room-start .rack .cell").nth(1).tap()
        assert page.locator("#room-start .rack .tile").count() == 0
        assert tray.inner_text() == order
    with step("other letters on a full place take its place"):
        lay(page, "るまく", "start")
        for letter in "なさか":
            page.locator("#room-start .tray .cell:has(.tile)", has_text=letter).tap()
        assert page.locator("#room-start .rack .tile").count() == 6
        page.tap("#first-again")
        assert tray.inner_text() == order
    with step("a screen reader says it, and once"):
        for letter in "さか":
            page.locator("#room-start .tray .cell:has(.tile)", has_text=letter).tap()
        assert page.inner_text("#status") == page.inner_text("#first-hint") == "さか ✓ 坂"
        assert page.locator("[aria-live=polite]:not(#status)").count() == 0


def test_a_second_finger_leaves_the_tile_of_the_first_alone(visit: Visit) -> None:
    page = visit("", 375, 667, touch=True)
    page.wait_for_selector("#room-start .tray .tile")
    points = page.evaluate(
        "() => [...document.querySelectorAll('#room-start .tray .cell')].slice(0, 2)"
        ".map((cell) => cell.getBoundingClientRect()).map(({ x, y }, id) => ({ x: x + 9, y: y + 9, id }))"
    )
    finger = page.context.new_cdp_session(page)
    for fingers in (1, 2):
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:fingers]})
        page.wait_for_selector("#room-start .flying")
        page.wait_for_timeout(300)  # the second is held, too
        assert page.locator("#room-start .flying").count() == 1
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector("#room-start .flying", state="detached")


def test_one_switch_turns_sound_and_motion_off(visit: Visit) -> None:
    page = visit("", 375, 667, touch=True)
    page.wait_for_selector("#room-start .tray .tile")
    moving = "() => document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length"
    lay(page, "さかな", "start")
    assert page.evaluate(moving) > 0
    page.tap("#feel")
    assert page.get_attribute("#feel", "aria-pressed") == "false"
    page.wait_for_timeout(900)
    lay(page, "くるま", "start")
    assert page.evaluate("() => document.querySelector('.tile').getAnimations().length") == 0
    page.reload()
    assert page.get_attribute("#feel", "aria-pressed") == "false"
    page.tap("#feel")


def test_a_class_sees_a_hand_and_a_key_deals_the_next_and_both_are_printed(
    visit: Visit, kanamj: Run, tmp_path: Path
) -> None:
    page = visit("#p=words", 1920, 1080)
    practise(page, "class")
    page.click("#project")
    tiles = page.locator("#projector .projected .tile")
    tiles.nth(13).wait_for()
    first = tiles.all_inner_texts()
    assert tiles.first.evaluate("tile => tile.offsetWidth") > 190  # a tenth of it is readable
    page.keyboard.press("Space")
    page.wait_for_selector("#projector .projected-word")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#projector .projected-word", state="detached")
    tiles.nth(13).wait_for()
    second = tiles.all_inner_texts()
    assert second != first
    series = page.inner_text("#projector .note").split("\n")[1].split()[0]  # with it the hands can be printed
    wanted = ("--hands", series, "--level", 1, "--form", "33332", "--n", 2)
    sheet = Path(
        kanamj("data", "sheet", "--out", tmp_path / "sheet", "--lexicon", "common", *wanted).out.strip()
    )
    printed = re.findall(r'class="hand"><b>\d+</b>(.*?)<div', sheet.read_text(encoding="utf-8"))
    assert [re.findall("<i>(.)</i>", hand) for hand in printed] == [first, second]
    page.keyboard.press("Escape")
    page.wait_for_selector("#projector", state="detached")


def test_every_target_is_large_enough_for_a_finger(served: str, new_page: Opener) -> None:
    """The keys of the pad and the tiles of a hand of 14 are as wide as a phone lets them be."""
    page = phone(new_page, served, "")
    for hash_ in ("#", "#day=331", "#p=arrange&level=1&seed=a", "#p=words", "#p=look", "#p=play"):
        page.evaluate("hash => { location.hash = hash; }", hash_)
        page.wait_for_selector("main:not(:has([aria-busy]))")
        page.wait_for_timeout(300)
        assert small(page) == [], hash_
    at_the_table(page, "basic")
    assert small(page) == []


def small(page: Page) -> list[str]:
    """What is too small for a finger in a phone of any size, beside the cells of a board."""
    found = []
    for width, height in ((320, 640), (667, 375), (375, 667)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}×{height}: {one}" for one in page.evaluate(SMALL) if "cell" not in one]
    return found


AGAIN = "dispatchEvent(new HashChangeEvent('hashchange'))"
CHANGED = (
    "new BroadcastChannel('kanamj').postMessage({ said: 'changed', what: 'today', from: 'another tab' })"
)


@pytest.mark.parametrize(
    ("hash_", "button"),
    [
        (f"#p=look&h={quote('さくらなみだたまごきつねいぬ')}", "button.group >> nth=0"),
        (f"#p=look&h={quote('てがきねあげひよこみみずぬ')}", "#waits button.word >> nth=0"),
        (f"#p=words&q={quote('とうきょう')}", "#found button.word >> nth=0"),
    ],
)
def test_a_press_is_not_lost_when_an_equal_answer_comes(visit: Visit, hash_: str, button: str) -> None:
    press(visit(hash_), button, AGAIN, "#sheet[open]")


def test_a_press_in_the_calendar_is_not_lost(served: str, new_page: Opener) -> None:
    watched = new_page(served)
    watched.page.clock.set_fixed_time("2026-01-20T09:00:00")
    page = watched.open("#day=19")
    press(page, "#calendar [data-day='1']", CHANGED, "#today-deal-name:has-text(' 1番')")


def press(page: Page, button: str, again: str, then: str) -> None:
    """Press a button; between down and up the page draws again."""
    pressed = page.locator(button)
    pressed.wait_for()
    page.wait_for_load_state("networkidle")
    pressed.hover()
    page.mouse.down()
    page.evaluate(again)
    page.wait_for_timeout(50)  # the question is asked after 40 ms
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    page.mouse.up()
    page.locator(then).wait_for(timeout=5000)
