"""Today's hand: the same for all, without a network, day after day; what a clock, another tab or a link does to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.fixtures import TOUCH, Watched
from tests.browser.moves import Opener, lay, letters, outside, step
from tests.places import by_default

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

DAY = "2026-11-27T09:00:00"
LEARNED = """localStorage['kanamj.first'] ??= '{"done":true}';"""
SILENT = "window.AudioContext = class { constructor() { throw new Error('no sound'); } };"
COPIED = """Object.defineProperty(navigator, 'clipboard',
    {value: {writeText: async (text) => { window.copied = text; }}})"""
SOLUTION = """async ([number, size]) => {
    const { days, solutionWords } = await import(new URL('js/today/day.js', document.baseURI));
    return solutionWords((await days()).hand(number, size)); }"""
PLACES = (
    "[...document.querySelectorAll('#room-start .cell')].map((cell) => cell.getBoundingClientRect().toJSON())"
)
SIZES = ((375, 667), (390, 844), (667, 375), (768, 1024), (1280, 800), (1920, 1080))


def learner(new_page: Opener, served: str, when: str = DAY, **options: object) -> Watched:
    """A page of a player who knows the lesson, at this time."""
    watched = new_page(served, **options)
    watched.page.add_init_script(LEARNED)
    watched.page.clock.set_fixed_time(when)
    return watched


@pytest.fixture(scope="module")
def _calendar(browser: Browser, served: str) -> Iterator[Watched]:
    """A learner's page, which several tests use."""
    context = browser.new_context(locale="ja-JP")
    watched = Watched(context, served)
    watched.page.add_init_script(LEARNED)
    yield watched
    context.close()


@pytest.fixture
def today(_calendar: Watched) -> Iterator[Page]:
    """Today's hand in that page, as if nothing had been solved yet."""
    page = _calendar.page
    page.clock.set_fixed_time(DAY)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{_calendar.home}today.txt")
    page.evaluate("localStorage.clear()")
    _calendar.open().wait_for_selector("#today-place .tray .tile")
    yield page
    _calendar.check()


def solve(page: Page, number: int, size: str = "8") -> None:
    """Lay the words of the solution."""
    for word in page.evaluate(SOLUTION, [number, size]):
        lay(page, word, "start")
    page.locator("#today-hint", has_text="できました").wait_for()


@pytest.mark.parametrize("days", by_default({3}, [3, 7]))
def test_days_one_after_another(served: str, new_page: Opener, days: int) -> None:
    """Without an engine, and without sound. The card of a hand that is solved is there after a reload."""
    watched = learner(new_page, served, width=375, height=667, **TOUCH)
    watched.page.add_init_script(SILENT)
    watched.page.route("**/api/**", lambda route: route.abort())
    watched.expected = ["Failed to load resource"]  # what the words mean is asked for
    page = watched.open()
    cards = page.locator("#room-start .end-word")
    hands = []
    for day in range(7 - days, 7):
        page.clock.set_fixed_time(f"2026-11-2{day + 1}T09:00:00")
        page.reload()
        page.wait_for_selector("#today-place .tray .tile")
        hands.append(letters(page))
        assert f"{325 + day}番" in page.inner_text("#today-deal-name")
        solve(page, 325 + day)
        assert cards.count() == 3
        assert page.inner_text("#calendar .streak strong") == str(len(hands))
        assert outside(page, "#today-share", "#today-other", "#today-hint") == []
    assert len({"".join(hand) for hand in hands}) == days
    with step("after a reload"):
        page.reload()
        page.locator("#today-goal", has_text="あがり").wait_for()
        assert cards.count() == 3
    with step("another day takes its place"):
        page.tap(f"#calendar [data-day='{331 - days}']")
        page.wait_for_function("() => document.querySelectorAll('#today-place .tray .tile').length === 8")
        assert cards.count() == 0
        solve(page, 331 - days)
        assert page.locator("#calendar .day.solved").count() == days + 1
    with step("another size of today's hand"):
        page.tap("#calendar [data-day='331']")
        page.locator("#today-deal-name", has_text="331番").wait_for()
        page.tap("#today-other")
        page.wait_for_function("() => document.querySelectorAll('#today-place .tray .tile').length === 14")
        solve(page, 331, "14")
        assert page.locator("#calendar .star").count() == 1
    kept = json.loads(page.evaluate("localStorage['kanamj.arrange']"))
    assert kept["solved"] == days + 2
    assert kept["days"] == {f"2026-11-2{day + 1}": 3 if day == 6 else 1 for day in range(7 - days, 7)}


def test_the_squares_are_shared_with_the_number_of_the_hand(today: Page) -> None:
    today.evaluate(COPIED)
    words = today.evaluate(SOLUTION, [331, "8"])
    lay(today, words[0], "start")
    for word in words[1:]:
        for _ in range(words.index(word)):  # a first letter is no help, the word is
            today.click("#today-hint-button")
        lay(today, word, "start")
    today.click("#today-share")
    today.wait_for_function("() => window.copied")
    (first,) = today.evaluate("window.copied").split(
        "\n"
    )  # and a link, if the page has an address: test_frame.py
    assert re.fullmatch(r"kanamj 331 🟩🟩💡 0:\d\d", first)


def test_a_friends_link_keeps_its_address_and_says_what_it_is(served: str, new_page: Opener) -> None:
    """For one who has never been here, too; the way home leads to today's hand."""
    watched = new_page(served)
    watched.page.clock.set_fixed_time(DAY)
    page = watched.open("#day=327&b=14")
    for _ in range(2):
        page.locator("#title-start", has_text="ともだちからのてはい").wait_for()
        assert "327番" in page.inner_text("#today-deal-name")
        assert "ゲーム" in page.inner_text("#today-note")
        assert page.evaluate("location.hash") == "#day=327&b=14"
        assert len(letters(page)) == 14
        page.reload()
    page.locator("#title-start", has_text="ともだち").wait_for()
    page.click("#calendar [data-day='326']")
    page.locator("#today-deal-name", has_text="326番").wait_for()
    assert page.evaluate("location.hash") == ""
    page.evaluate("location.hash = '#day=327'")
    page.locator("#today-deal-name", has_text="327番").wait_for()
    page.click(".brand")
    page.locator("#today-deal-name", has_text="331番").wait_for()
    assert page.evaluate("location.hash") == ""


def test_a_hand_solved_later_counts_for_the_day_on_which_it_is_solved(today: Page) -> None:
    today.clock.set_fixed_time("2026-11-25T09:00:00")
    today.reload()
    today.locator("#today-deal-name", has_text="329番").wait_for()  # opened on its day, and no more
    today.clock.set_fixed_time(DAY)
    today.reload()
    today.locator("#today-deal-name", has_text="331番").wait_for()
    today.click("#calendar [data-day='329']")
    today.locator("#today-deal-name", has_text="329番").wait_for()
    solve(today, 329)
    assert json.loads(today.evaluate("localStorage['kanamj.arrange']"))["days"] == {"2026-11-27": 1}
    assert today.inner_text("#calendar .streak strong") == "1"


def test_the_calendar_has_weekdays_and_is_one_stop_of_the_tab_key(today: Page) -> None:
    assert today.locator("#calendar .weekday").all_inner_texts() == list("日月火水木金土")
    friday = today.locator("#calendar .day.today").bounding_box()
    name = today.locator("#calendar .weekday", has_text="金").bounding_box()
    assert friday
    assert name
    assert abs(friday["x"] + friday["width"] / 2 - name["x"] - name["width"] / 2) < 3
    assert today.locator("#calendar .day[tabindex='0']").count() == 1
    today.focus("#calendar .day[tabindex='0']")
    today.keyboard.press("ArrowUp")
    assert today.evaluate("document.activeElement.textContent") == "20"


def test_a_damaged_storage_shows_no_strange_number(served: str, new_page: Opener) -> None:
    watched = learner(new_page, served)
    kept = {"solved": "NaN", "days": {"2026-11-26": 1e99, "2026-11-27": "x"}, "best": {"1": 1e99}}
    hand = {"331/8": {"seconds": 1e99, "found": [None, {"seconds": "x"}], "over": {"solved": True}}}
    watched.page.add_init_script(
        f"localStorage['kanamj.arrange'] ??= '{json.dumps(kept).replace('1e+99', '1e999')}';"
        f"localStorage['kanamj.today'] ??= '{json.dumps(hand)}';"
    )
    page = watched.open()
    page.locator("#today-hint", has_text="できました").wait_for()
    page.evaluate("location.hash = '#p=arrange'")
    page.wait_for_selector("#room-arrange .tray .tile")
    for room in ("start", "arrange"):
        text = page.locator(f"#room-{room}").text_content() or ""
        assert not re.search(r"NaN|Infinity|undefined|e\+\d", text)


def test_a_link_opens_a_day_that_was_and_not_one_to_come(today: Page) -> None:
    today.evaluate("location.hash = '#day=330'")
    today.locator("#today-deal-name", has_text="330番").wait_for()
    past = letters(today)
    today.evaluate("location.hash = '#day=332'")
    today.locator("#today-hint", has_text="332番のてはいは、その日がくるまで").wait_for()
    assert "331番" in today.inner_text("#today-deal-name")
    assert letters(today) != past
    for strange in ("0", "<b>"):
        today.evaluate("location.hash = '#day=330'")
        today.locator("#today-deal-name", has_text="330番").wait_for()
        today.evaluate("strange => { location.hash = `#day=${strange}`; }", strange)
        today.locator("#today-hint", has_text="リンク").wait_for()
    kept = today.evaluate("JSON.stringify({...localStorage})")
    tomorrow = today.evaluate(SOLUTION, [332, "8"])
    assert "332" not in json.loads(json.loads(kept)["kanamj.today"])
    assert not any(word in kept for word in tomorrow)


def test_at_midnight_a_hand_that_is_begun_stays_and_counts_for_its_day(served: str, new_page: Opener) -> None:
    page = learner(new_page, served, "2026-11-27T23:59:00").open()
    page.wait_for_selector("#today-place .tray .tile")
    words = page.evaluate(SOLUTION, [331, "8"])
    lay(page, words[0], "start")
    page.clock.set_fixed_time("2026-11-28T00:01:00")
    before = page.evaluate(PLACES)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector("#today-new")
    assert page.evaluate(PLACES) == before  # nothing moves under a finger
    for word in words[1:]:
        lay(page, word, "start")
    page.locator("#today-hint", has_text="できました").wait_for()
    assert json.loads(page.evaluate("localStorage['kanamj.arrange']"))["days"] == {"2026-11-27": 1}
    page.click("#today-new")
    page.locator("#today-deal-name", has_text="332番").wait_for()
    page.clock.set_fixed_time("2026-11-26T10:00:00")  # the clock is set back
    page.reload()
    page.locator("#today-deal-name", has_text="330番").wait_for()
    assert page.inner_text("#calendar .day.today") == "26"
    page.clock.set_fixed_time("2020-01-01T10:00:00")  # the clock has lost its date
    page.reload()
    page.locator("#today-deal-name", has_text=" 1番").wait_for()
    assert len(letters(page)) == 8
    assert "リンク" not in page.inner_text("#today-hint")


NEXT = "2026-11-28T00:01:00"


@pytest.mark.parametrize("hand", ["of an earlier day", "of a friend", "selected", "solved"])
def test_at_midnight_any_hand_that_stays_gets_a_button_to_the_new_one(today: Page, hand: str) -> None:
    if hand == "of an earlier day":
        today.click("#calendar [data-day='329']")
        today.locator("#today-deal-name", has_text="329番").wait_for()
    elif hand == "of a friend":
        today.evaluate("location.hash = '#day=331'")
        today.locator("#title-start", has_text="ともだち").wait_for()
    elif hand == "selected":
        today.locator("#room-start .tray .cell:has(.tile)").first.click()
    else:
        solve(today, 331)
    told = today.inner_text("#today-deal-name")
    today.clock.set_fixed_time(NEXT)
    today.wait_for_selector("#today-new")  # without any event: the page looks at the clock
    assert today.inner_text("#today-deal-name") == told
    assert ("ともだち" if hand == "of a friend" else "前の日") in today.inner_text("#title-start")
    assert today.inner_text("#calendar .day.today") == "28"
    if hand == "solved":
        assert today.inner_text("#room-start .countdown") == ""
    today.click("#today-new")
    today.locator("#today-deal-name", has_text="332番").wait_for()
    assert not today.is_visible("#today-new")


def test_midnight_in_another_room_waits_until_the_player_comes_back(today: Page) -> None:
    today.evaluate("location.hash = '#p=words&q=いぬ'")
    today.wait_for_selector("#found .yes")
    asked = today.evaluate("location.hash")
    today.clock.set_fixed_time(NEXT)
    today.wait_for_timeout(2_500)
    assert today.evaluate("location.hash") == asked
    today.click(".brand")
    today.locator("#today-deal-name", has_text="332番").wait_for()


def test_the_lesson_is_repeated_and_todays_hand_stays(today: Page) -> None:
    for back in ("reload", "button"):
        today.click("#lesson-again")
        today.get_by_role("button", name="はじめから").click()
        lay(today, "さかな", "start")
        today.reload() if back == "reload" else today.click("#to-today")
        today.wait_for_selector("#today-place .tray .tile")
    today.click("#lesson-again")
    assert today.locator("#room-start .rack.gold").count() == 1  # as it was left


def test_a_hand_that_comes_late_leaves_the_address_of_another_room(served: str, new_page: Opener) -> None:
    watched = learner(new_page, served)
    held: list[Route] = []
    watched.page.route("**/today.txt", lambda route: held.append(route))
    page = watched.open()
    while not held:
        page.wait_for_timeout(50)
    page.evaluate("location.hash = '#p=words&q=いぬ'")
    page.wait_for_selector("#found .yes")
    asked = page.evaluate("location.hash")
    with page.expect_response("**/today.txt"):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert page.evaluate("location.hash") == asked
    page.click(".brand")
    page.wait_for_selector("#today-place .tray .tile")


def test_two_tabs_share_the_hand_and_the_streak(served: str, new_page: Opener) -> None:
    watched = learner(new_page, served)
    first = watched.open()
    first.wait_for_selector("#today-place .tray .tile")
    second = first.context.new_page()
    second.add_init_script(LEARNED)
    second.clock.set_fixed_time(DAY)
    second.goto(served)
    second.locator("#today-hint", has_text="ほかのタブ").wait_for()
    first.locator("#today-hint", has_text="別のタブ").wait_for()
    words = second.evaluate(SOLUTION, [331, "8"])
    lay(second, words[0], "start")
    first.click("[data-take]")  # it goes on here, as it was left there
    second.locator("#today-hint", has_text="別のタブ").wait_for()
    assert first.locator("#room-start .rack.gold").count() == 1
    second.click("[data-take]")
    for word in words[1:]:
        lay(second, word, "start")
    second.locator("#today-hint", has_text="できました").wait_for()
    first.locator("#calendar .day.solved").wait_for()


def test_a_file_that_did_not_arrive_is_asked_for_again(served: str, new_page: Opener) -> None:
    watched = learner(new_page, served)
    watched.expected = ["Failed to load resource"]
    watched.page.route("**/today.txt", lambda route: route.abort())
    page = watched.open()
    page.wait_for_selector("#today-again")
    assert "kanamj web" not in page.inner_text("#today-hint")  # the exported page has no server
    page.unroute("**/today.txt")
    page.click("#today-again")
    page.wait_for_selector("#today-place .tray .tile")


@pytest.mark.parametrize("size", ["8", "14"])
def test_a_hand_and_the_card_at_its_end_are_in_view_in_every_window(today: Page, size: str) -> None:
    today.evaluate("size => { location.hash = `#day=331&b=${size}`; }", size)
    today.wait_for_function(f"() => document.querySelectorAll('#today-place .tray .tile').length === {size}")
    fits(today, "#room-start .cell", "#today-hint", "#today-clock", ".tools button")
    assert today.evaluate("document.querySelector('#room-start .cell').offsetWidth") >= 96  # at 1920 pixels
    words = today.evaluate(SOLUTION, [331, size])
    solve(today, 331, size)
    assert today.inner_text("#today-goal") == "あがり！"
    end = today.locator("#room-start .end-word")
    assert sorted(run.replace("\n", "") for run in end.locator(".run").all_inner_texts()) == sorted(words)
    end.locator(".gloss p").first.wait_for()  # what a word means
    assert today.locator("#today-hint .found-mark").count() == len(words)
    assert today.locator("#room-start .week li.done").count() == 1
    assert today.inner_text("#room-start .countdown b") == "15:00:00"
    shown = ("#today-goal", "#today-clock", "#room-start .end-word", "#room-start .week", ".ends button")
    fits(today, *shown)
    today.click("#language")
    end.locator(".gloss p", has_text=re.compile(r"^[a-z]")).first.wait_for()
    fits(today, *shown)
    today.click("#language")
    end.first.click()  # a word says what it is
    today.locator("#sheet dt").first.wait_for()


def fits(page: Page, *shown: str) -> None:
    """They are in view in every window."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page, *shown) == [], (width, height)
