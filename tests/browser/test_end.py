"""The card at the end of a hand, the path of the levels, the friends who react, and what the page measures: how far a
tile is from the place to throw, where the verdict begins, and text of 200 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.fixtures import QUIET, TOUCH, find_browser
from tests.browser.moves import Opener, Visit, begin, lay, outside, phone, tables
from tests.browser.test_play import window
from tests.browser.test_today import LEARNED, SIZES, learner, solve

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDE = "document.documentElement.scrollWidth - innerWidth"
"""How far the page is wider than the window."""


def test_hands_solved_with_ease_lead_along_the_path(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=arrange", 375, 667)
    for hands in (1, 2):
        page.wait_for_selector("#room-arrange .tray .tile")
        page.wait_for_function("() => !document.querySelector('#shuffle').disabled")
        seed = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('seed')")
        asked = f"{served}api/v1/deal?form=332&level=1&seed={seed}&answer=1"
        blocks = page.request.get(asked).json()["arrangements"][0]
        for block in blocks:
            lay(page, (block["words"] or [{"reading": block["letters"]}])[0]["reading"], "arrange")
        page.locator("#goal", has_text="あがり").wait_for()
        assert page.locator("#room-arrange .end-word").count() == 3
        assert outside(page, "#goal", "#room-arrange .end-word", ".ends button") == []
        assert page.inner_text(".step.here") == ("8-1" if hands == 1 else "8-2")
        page.tap("#next-after")
    page.wait_for_function("() => location.hash.includes('level=2')")
    page.wait_for_selector(".step.here.chosen")
    page.locator(".step", has_text="14-3").tap()  # a step is a choice, too
    page.wait_for_function("() => location.hash.includes('level=3')")
    assert page.inner_text(".step.chosen") == "14-3"
    assert not page.is_checked("#follow")


def test_words_of_forty_letters_and_a_row_of_200_days_fit_a_small_phone(
    served: str, new_page: Opener
) -> None:
    watched = learner(new_page, served, width=320, height=480, **TOUCH)
    days = """(() => { const days = {}; for (let i = 0; i < 200; i++)
        days[new Date(Date.parse("2026-11-27T12:00:00Z") - i * 864e5).toISOString().slice(0, 10)] = 1;
        localStorage['kanamj.arrange'] ??= JSON.stringify({ days, solved: 200 }); })()"""
    watched.page.add_init_script(days)
    page = watched.open()
    page.wait_for_selector("#today-place .tray .tile")
    assert page.inner_text("#calendar .streak strong") == "200"
    solve(page, 331)
    assert page.inner_text("#room-start .week strong") == "200"
    page.evaluate(
        """async () => { const { endCard } = await import("./js/arrange/endcard.js");
        const long = { reading: "さくら", spelling: "桜".repeat(40) };
        document.querySelector("#room-start .end-place").replaceChildren(endCard([
            { letters: "さくら", words: [long] }, { letters: "ねこ", words: [] }])); }"""
    )
    assert page.evaluate(WIDE) <= 0


MEASURED = """() => { const zone = document.querySelector('#throw-zone-button').getBoundingClientRect();
    return [...document.querySelectorAll('#room-play .tray .cell:has(.tile)')].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        return Math.hypot(across - Math.min(Math.max(across, zone.left), zone.right), zone.top - down); }); }"""


@pytest.mark.parametrize("rules", ["basic", "standard"])
def test_the_place_to_throw_is_under_the_hand(served: str, new_page: Opener, rules: str) -> None:
    page = phone(new_page, served, "#p=play", 375, 667)
    begin(page, rules=rules)
    far = page.evaluate(MEASURED)
    print(
        f"{rules}: from a tile to the place to throw at most {max(far):.0f} px, mean {sum(far) / len(far):.0f}"
    )
    assert max(far) <= 120
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page, "#throw-zone-button", "#room-play .cell") == [], (width, height)
        below = page.evaluate(
            "() => document.querySelector('#throw-zone-button').getBoundingClientRect().top"
            " - Math.max(...[...document.querySelectorAll('#room-play .tray .cell')]"
            ".map((cell) => cell.getBoundingClientRect().bottom))"
        )
        assert below >= 2, (width, height)


def test_the_verdict_is_above_the_fold_on_a_laptop(visit: Visit) -> None:
    for hand in (
        "さくらなみだたまごきつねいぬ",
        "てがきねあげひよこみみずぬ",
        "てがきねあげひよこみみずぬぽ",
    ):
        visit("#p=words")
        page = visit(f"#h={hand}", 1280, 800)
        page.wait_for_selector("#verdict[data-shanten]:not([aria-busy])")
        page.locator("#verdict .groups").first.wait_for()
        top, bottom = page.evaluate(
            "() => { const box = document.querySelector('#verdict').getBoundingClientRect();"
            " return [box.top, box.bottom]; }"
        )
        print(f"{hand}: the verdict from {top:.0f} to {bottom:.0f} px")
        line = page.locator("#verdict .verdict-line").bounding_box()
        assert line
        assert line["y"] + line["height"] <= 500
        assert outside(page, "#verdict") == []


CALLED = [
    {"event": "call", "player": 2, "letters": "いうた", "words": [{"reading": "たいう", "spelling": "大雨"}]},
    {"event": "discard", "player": 2, "tile": "ら"},
]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_friends_react_and_the_switch_turns_it_off(served: str, new_page: Opener, motion: str) -> None:
    table: dict[str, Any] = window([])
    table["last"] = {"player": 2, "tile": "ら"}
    table["since"] = [{"event": "discard", "player": 1, "tile": "い"}, *CALLED]
    watched = new_page(served, width=375, height=667, reduced_motion=motion, **TOUCH)
    page = watched.open("#p=play")
    tables(page, lambda _: table)
    begin(page)
    bubble = page.locator(".seat[data-place='2'] .bubble")
    assert bubble.inner_text() == "ポン！"
    assert page.locator(".seat[data-place='1'] .bubble").inner_text() == "あっ！"
    assert bubble.evaluate("node => getComputedStyle(node).animationName") == (
        "none" if motion == "reduce" else "pop"
    )
    faces = page.locator(".seat .portrait").evaluate_all("all => all.map((one) => one.innerHTML)")
    assert outside(page, ".bubble", "#prompt", "#room-play .cell") == []
    page.click("#feel")
    page.click("#act-pass")
    page.wait_for_selector("#room-play.asked #act-pass")
    assert page.locator(".bubble").count() == 0
    assert page.locator(".seat .portrait").evaluate_all("all => all.map((one) => one.innerHTML)") != faces


def test_text_of_200_percent_loses_nothing_on_a_laptop(served: str, browser: Browser) -> None:
    """As a browser is set to large text; and as a page is given it, where the layout stays that of the window."""
    large = browser.browser_type.launch(
        executable_path=find_browser(), args=[*QUIET, "--blink-settings=defaultFontSize=32"]
    )
    page = large.new_page(viewport={"width": 1280, "height": 800}, locale="ja-JP")
    page.add_init_script(LEARNED)
    for address, there in (("#", "start"), ("#p=arrange&level=1&seed=large", "arrange")):
        page.goto(served + address)
        page.wait_for_selector(f"#room-{there} .tray .tile")
        page.wait_for_timeout(300)
        assert outside(page, f"#room-{there} .cell", f"#room-{there} .tools button") == []
        assert page.evaluate(WIDE) <= 0
    page.goto(served + "#p=play")
    begin(page)
    assert outside(page, "#room-play .cell", "#throw-zone-button", "#prompt", "#acts button") == []
    large.close()
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="ja-JP")
    page.add_init_script(LEARNED)
    for address in ("#", "#p=look", "#p=words", "#p=play", "#p=arrange&level=1&seed=large"):
        page.goto(served + address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.wait_for_timeout(500)
        assert page.evaluate(WIDE) <= 0, address
        assert page.evaluate(CUT) == [], address
    page.close()


CUT = """() => [...document.querySelectorAll('main button, main a, main p, header a, header button, main label')]
    .filter((node) => node.checkVisibility() && !node.closest('.unseen, .seat-name, select, .rack-word'))
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== 'visible')
    .map((node) => node.outerHTML.slice(0, 80))"""
