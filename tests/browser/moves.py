"""Helpers of several browser tests: sizes of phones, positions on the screen, and moves of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from kanamj.web.answers import Answers
from tests.browser.fixtures import TOUCH, Watched

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


@cache
def answers() -> Answers:
    """What the page is held to: the engine in this process, made once."""
    return Answers()


@contextmanager
def step(name: object) -> Iterator[None]:
    """A step of a walk through the page: if it fails, the failure says which."""
    try:
        yield
    except Exception as failure:
        failure.add_note(f"in the step: {name}")
        raise


Opener = Callable[..., Watched]
Visit = Callable[..., "Page"]
PHONES = ((320, 640), (320, 915), (360, 740), (375, 667), (390, 844), (412, 640), (412, 915))
LOW = ((667, 375), (640, 320), (844, 390), (640, 400), (960, 540))
"""Windows of phones on their side, and of 1280×800 and 1920×1080 at a zoom of 200 %."""

_OUTSIDE = """async selectors => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    // the last word before a frame is painted, after the page has fitted its boards: nothing earlier is seen by anybody
    await new Promise((done) => new ResizeObserver((_, own) => { own.disconnect(); done(); }).observe(document.body));
    const top = document.querySelector('.top').getBoundingClientRect().bottom;
    const low = document.getElementById('tabs').getBoundingClientRect();
    const bottom = low.top > innerHeight / 2 ? low.top : innerHeight;
    const out = (box) => box.top < top - 1 || box.bottom > bottom + 1 || box.left < -1 || box.right > innerWidth + 1;
    return selectors.flatMap((selector) => {
        const nodes = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
        if (!nodes.length) return [`${selector}: none`];
        return nodes.map((node) => [node.textContent.slice(0, 12), node.getBoundingClientRect().toJSON()])
            .filter(([, box]) => out(box))
            .map(([text, box]) => `${selector} ${text} ${JSON.stringify(box)}, to ${bottom}`);
    });
}"""


def outside(page: Page, *selectors: str) -> list[str]:
    """What of these does not lie wholly between the header and the tab bar."""
    found: list[str] = page.evaluate(_OUTSIDE, list(selectors))
    return found


def phone(new_page: Opener, served: str, hash_: str, width: int = 375, height: int = 667) -> Page:
    """A page on a touch screen."""
    return new_page(served, width=width, height=height, **TOUCH).open(hash_)


def choose(page: Page, **wishes: str) -> None:
    """Choose rules, calls or pace under くわしく."""
    if not page.locator("#play-more[open]").count():
        page.click("#play-more summary")
    for name, value in wishes.items():
        page.select_option(f"#play-{name}", value)


def begin(page: Page, agents: str = "290w", rules: str = "paper") -> None:
    """Begin a game from the lobby, without waiting between the bots' moves."""
    choose(page, rules=rules, pace="fast")
    page.click(f'#agents [data-value="{agents}"]')
    page.click("#begin")
    page.wait_for_selector(
        "#room-play #board .tile", timeout=180_000
    )  # the first game compiles kernels where none are kept
    page.wait_for_selector("#acts button")


def tables(page: Page, view: Callable[[list[Any]], dict[str, Any]]) -> list[dict[str, Any]]:
    """Answer api/v1/game by `view`: the moves until then -> the table. Returns the questions, as they come."""
    sent: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_json or {})
        route.fulfill(json=view(sent[-1].get("moves", [])))

    page.route("**/api/v1/game", answer)
    return sent


def practise(page: Page, seed: str, level: int = 1) -> None:
    """Open a hand of ならべる, and wait until it lies there instead of the one before."""
    with page.expect_response(f"**/api/v1/deal?*seed={seed}*"):
        page.evaluate("hash => { location.hash = hash; }", f"#p=arrange&level={level}&seed={seed}")
    page.wait_for_function("() => document.querySelector('#shuffle')?.disabled === false")
    page.wait_for_selector("#room-arrange .tray .tile")


def letters(page: Page) -> list[str]:
    """The letters on the board, in order of the alphabet."""
    return sorted(page.locator(".room:not([hidden]) #board .tile").all_inner_texts())


def lay(page: Page, word: str, room: str) -> None:
    """Tap the tiles of a word. If they do not fill the active rack, tap an empty rack of their number."""
    tiles = page.locator(f"#room-{room} .tray .cell:has(.tile)")
    for letter in word:
        tiles.and_(page.locator('[aria-pressed="false"]')).filter(has_text=letter).first.click()
    if tiles.and_(page.locator('[aria-pressed="true"]')).count():
        racks = page.locator(f"#room-{room} .rack:not(:has(.tile))").all()
        next(rack for rack in racks if rack.locator(".cell").count() == len(word)).locator(
            ".cell"
        ).first.click()


def throw(page: Page) -> None:
    """Select the first loose tile at the table, and throw it."""
    page.locator("#room-play .tray .cell:has(.tile)").first.click()
    page.click("#throw-zone-button")


def swipe(page: Page, x: float, y: float, by: float) -> float:
    """How far the page scrolls by a finger that goes up `by` pixels from there."""
    before: float = page.evaluate("scrollY")
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        point = {"x": x, "y": y - by * step / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        page.wait_for_timeout(16)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    after, last = before, -1.0
    while after != last:  # the page may still be scrolling
        page.wait_for_timeout(200)
        last, after = after, page.evaluate("scrollY")
    return after - before
