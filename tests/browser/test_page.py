"""Every way to use the page: pad, romaji, keyboard, links and drag; small screens, strange input."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.browser.moves import Visit, answers, practise

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIN = "さくらなみだたまごきつねいぬ"
TENPAI = "てがきねあげひよこみみずぬ"
FULL = "てがきねあげひよこみみずぬぽ"
ROOMS = {
    "start": "#p=start",
    "look": f"#h={quote(FULL)}",
    "arrange": "#p=arrange",
    "words": "#p=words",
    "play": "#p=play",
}


def verdict(page: Page, shanten: int) -> None:
    """Wait until the page judges the hand to be of this shanten."""
    page.wait_for_selector(f'#verdict[data-shanten="{shanten}"]:not([aria-busy])')


def settled(page: Page) -> None:
    """Wait until all answers have come, except chances, whose kernels may be compiled for a minute."""
    page.wait_for_selector("main:not(:has([aria-busy]))")
    page.wait_for_timeout(300)


def hand_of(page: Page) -> str:
    """The letters of the tiles on the felt."""
    return "".join(page.locator("#hand button.tile").all_inner_texts())


def test_a_hand_is_entered_with_the_pad_and_its_link_restores_it(visit: Visit) -> None:
    page = visit("#p=look&f=33332")
    page.click("#clear")
    for letter in WIN:
        key = page.locator(f'#pad [data-letter="{letter}"]')
        for block in (2, 1):  # clear sounds, or the others
            if not key.is_visible():
                page.click(f"#pad-choice button:nth-child({block})")
        key.click()
    verdict(page, -1)
    assert page.inner_text("#verdict-name") == "あがり"
    assert hand_of(page) == WIN
    taken = page.locator('#pad [data-letter="ご"]')  # its one tile
    assert taken.get_attribute("aria-disabled") == "true"
    link, told = page.evaluate("location.hash"), page.inner_text("#verdict")
    page.locator("#hand button.tile").first.click()  # a tap takes a tile out
    verdict(page, 0)
    assert hand_of(page) == WIN[1:]
    visit(link)
    verdict(page, -1)
    assert hand_of(page) == WIN
    assert page.inner_text("#verdict") == told


def test_a_hand_is_entered_in_romaji(visit: Visit) -> None:
    page = visit("#p=look&f=33332")
    page.fill("#hand-field", "")
    page.type("#hand-field", "sakuranamidatamagokitsuneinu")
    verdict(page, -1)
    assert hand_of(page) == WIN
    assert page.locator("#status").inner_text().startswith("あがり")  # told to screen readers too


def test_a_hand_is_entered_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit(f"#h={quote(WIN[:13])}")
    verdict(page, 0)
    for _ in range(60):  # to the pad, in which the arrows move
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#pad .key')"):
            break
    assert page.evaluate("document.activeElement.matches('#pad .key')")
    start = page.evaluate("document.activeElement.dataset.letter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.letter") != start
    page.evaluate("document.querySelector('#pad [data-letter=\"ぬ\"]').focus()")
    page.keyboard.press("Enter")
    verdict(page, -1)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_waits_are_shown_by_letter_and_kind(visit: Visit) -> None:
    page = visit(f"#h={quote(TENPAI)}")
    verdict(page, 0)
    page.wait_for_selector("#waits > li")
    report = answers().get("judge", {"hand": [TENPAI]})
    assert page.locator("#waits > li").count() == 12  # the rest on request
    page.click("#all-waits")
    assert page.locator("#waits > li").count() == len(report["waits"])
    kind = report["kinds_of_wait"][0]
    page.click(f"#draws .chip >> nth={report['kinds_of_wait'].index(kind)}")
    assert page.locator("#waits > li").count() == sum(kind in wait["kinds"] for wait in report["waits"])


def test_by_rules_a_win_shows_its_yaku_and_a_yaku_its_words_in_both_languages(visit: Visit) -> None:
    page = visit(f"#h={quote(WIN)}", 375, 667, touch=True)
    verdict(page, -1)
    page.tap("#options summary")
    page.select_option("#rules", "pro")
    (worth,) = answers().get("worth", {"hand": [WIN], "tiles": ["hiragana-pro-166"]})["worth"]
    for win in ("tsumo", "ron"):
        page.tap(f'#verdict .worth [data-value="{win}"]')
        told, chips = worth[win], page.locator("#verdict .worth .chip")
        assert page.inner_text("#verdict .worth .big") == f"{told['points']},000点"
        assert chips.all_inner_texts() == [f"{yaku['name']} {yaku['han']}翻" for yaku in told["yaku"]]
        over = chips.locator(".kana").evaluate_all("nodes => nodes.map((node) => node.dataset.kana)")
        assert [kana for kana in over if kana != "ハン"] == [yaku["reading"] for yaku in told["yaku"]]
        assert page.locator("#verdict .worth .read").all_inner_texts() == told["words"]
        for at, words in enumerate(told["made_of"]):
            chips.nth(at).tap()
            assert page.locator("#verdict .lit .read").all_inner_texts() == words
        chips.last.tap()
        assert page.locator("#verdict .lit").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.is_disabled("#form")
    assert "&t=hiragana-pro-166&r=pro" in page.url
    page.tap("#language")
    page.locator("#verdict .worth .chip", has_text="(closed tsumo) 1 han").wait_for()
    assert hand_of(page) == WIN
    assert page.locator(".room:not([hidden]) h1").inner_text().isascii()
    page.tap("#language")
    page.wait_for_selector("html[lang=ja]")


def test_by_rules_each_wait_says_what_it_is_worth(visit: Visit) -> None:
    hand, called = "なみだたまごきつねい", "さくら"
    page = visit(f"#h={quote(hand)}&m={quote(called)}&r=pro", 375, 667, touch=True)
    page.wait_for_selector("#worth .tile")
    asked = {"hand": [hand], "meld": [called], "tiles": ["hiragana-pro-166"]}
    worths = {one["tile"]: one["tsumo"] for one in answers().get("worth", asked)["worth"]}
    rows = page.locator("#worth .wait")
    shown = {
        letter: row.locator("strong").inner_text()
        for row in rows.all()
        for letter in row.locator(".tile").all_inner_texts()
    }
    said = {letter: f"{one['points']},000点" if one["yaku"] else "役なし" for letter, one in worths.items()}
    assert shown == said
    assert "役なし" in said.values()
    assert page.locator("#worth .seg").count() == 0  # no ron behind a call
    page.locator("#worth .tile").last.tap()
    letter = page.locator("#worth .tile").last.inner_text()
    assert page.locator("#sheet .read").all_inner_texts() == worths[letter]["words"]


def test_a_full_hand_gets_a_table_of_discards(visit: Visit) -> None:
    page = visit(f"#h={quote(FULL)}")
    verdict(page, 0)
    page.wait_for_selector("#discards tbody")
    page.wait_for_selector("#discards td:first-child .best")  # once there are chances: the best first
    report = answers().get("chances", {"hand": [FULL], "draws": ["2"]})
    best = sorted(report["discards"], key=lambda discard: -discard["chances"][1])
    tiles = page.locator("#discards tbody").evaluate_all("rows => rows.map((row) => row.dataset.tile)")
    assert tiles[:4] == [discard["tile"] for discard in best][:4]
    assert page.get_attribute("#verdict", "data-advice") == tiles[0]
    page.locator("#discards tbody button.tile").first.click()  # throws the tile
    page.wait_for_selector("#draws")
    assert len(hand_of(page)) == 13


@pytest.mark.slow
def test_a_hand_that_only_the_wide_list_completes_is_told_so(visit: Visit) -> None:
    page = visit("#h=さくらねこせそう&f=332")
    page.wait_for_selector("#wide")
    assert page.inner_text("#wide p") == "広いほうの単語表で判定すれば、あがりです。"
    assert page.locator("#wide .spelt").all_inner_texts() == ["世相", "桜", "猫"]
    assert page.inner_text("#verdict-name") == "テンパイ"
    page.fill("#hand-field", "さくらねこてい")
    page.wait_for_selector("#draws")
    assert page.locator("#wide").count() == 0


def deal(level: int, seed: str) -> dict[str, Any]:
    """The practice hand with its answer."""
    asked = {"level": [str(level)], "seed": [seed], "answer": ["1"]}
    answer: dict[str, Any] = answers().get("deal", asked)
    return answer


def drag(page: Page, letter: str, to: Any) -> None:
    """Drag a tile with this letter from the tray."""
    tile = page.locator("#room-arrange .tray .tile", has_text=letter).first
    start, end = tile.bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2 - 4, end["y"] + end["height"] / 2, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.up()


def by_key(page: Page, letter: str, to: Any) -> None:
    """Select a tile with this letter, and put it there, by the keyboard."""
    page.locator("#room-arrange .tray .cell:has(.tile)", has_text=letter).first.focus()
    page.keyboard.press("Space")
    to.focus()
    page.keyboard.press("Space")


@pytest.mark.parametrize(("level", "move"), [(1, drag), (2, by_key)], ids=["by dragging", "by keyboard"])
def test_a_practice_hand_is_solved(visit: Visit, level: int, move: Callable[[Page, str, Any], None]) -> None:
    page = visit("#p=words")
    practise(page, "browser", level)
    racks = page.locator("#room-arrange .rack")
    free = list(range(racks.count()))
    for done, block in enumerate(deal(level, "browser")["arrangements"][0], 1):
        word = block["words"][0]["reading"]
        rack = next(i for i in free if racks.nth(i).locator(".cell").count() == len(word))
        free.remove(rack)
        for place, letter in enumerate(word):
            move(page, letter, racks.nth(rack).locator(".cell").nth(place))
        assert page.locator("#room-arrange .rack.gold").count() == done  # a group that is a word
    page.wait_for_selector("#done-title")
    kept = page.evaluate("Object.values({...localStorage})")
    assert any('"solved":1' in value for value in kept)


def test_no_sideways_scrolling(visit: Visit) -> None:
    for room, hash_ in ROOMS.items():
        page = visit(hash_)
        page.wait_for_selector(f"#room-{room}:not([hidden]) h1")
        settled(page)
        for width in (320, 1280, 2560):
            page.set_viewport_size({"width": width, "height": 480})
            page.wait_for_timeout(50)
            overflow = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert overflow <= 0, (hash_, width)


HOSTILE = [
    "#h=<script>document.title='taken'</script>",
    "#h=%3Cimg%20src=x%20onerror=document.title='taken'%3E&m=%3Csvg/onload=document.title='taken'%3E",
    "#p=words&q=%3Cimg%20src=x%20onerror=document.title='taken'%3E",
    "#p=arrange&seed=%3Cscript%3Edocument.title='taken'%3C/script%3E&level=__proto__&kind=constructor",
    "#p=__proto__&h=%E0%A4%A",
    "#p=play&id='><script>document.title='taken'</script>",
    "#h=" + "あ" * 5000 + "&f=99999999&l=../../etc&t=constructor&c=toString&s=%00%00",
]


def test_hostile_addresses_and_a_hostile_hand_do_no_harm(visit: Visit) -> None:
    for hash_ in [*HOSTILE, "#p=look"]:
        page = visit(hash_, expected=["400 (Bad Request)"])  # the browser tells of answers that refuse
        page.wait_for_selector(".room:not([hidden]) h1")
        if hash_ == "#p=look":
            page.fill("#hand-field", "<script>document.title='taken'</script>")
        settled(page)
        assert "taken" not in page.title(), hash_
        assert page.locator(".room script, .room img, .room svg[onload]").count() == 0, hash_
