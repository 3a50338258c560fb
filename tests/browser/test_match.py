"""A match at あそぶ by rules with points: each win explained, who pays, the points of the seats, and the picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.fixtures import TOUCH, Host
from tests.browser.moves import Opener, begin, choose, lay, outside, phone
from tests.browser.test_play import HAND, window

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

SCORE = {
    "han": 4,
    "bonus": 0,
    "points": 8,
    "yaku": [{"name": "五音", "han": 4, "reading": "ごおん", "english": "five vowels"}],
    "made_of": [["さくら", "いぬ"]],
    "words": ["いぬ", "さくら", "たまご", "きつね", "なみだ"],
    "arrangement": [
        {"reading": reading, "spelling": reading, "kind": "long" if len(reading) == 3 else "pair"}
        for reading in ("いぬ", "さくら", "たまご", "きつね", "なみだ")
    ],
    "yakuman": False,
    "payments": [{"payer": "discarder", "sticks": 9}],
    "deposits": 1,
    "total": 10,
}
MATCH = {
    "tiles": "hiragana-pro-166",
    "rounds": 1,
    "passed": 3,
    "honba": 1,
    "began": [20, 22, 22, 23],
    "points": [20, 22, 22, 23],
    "gains": [0, 0, 0, 0],
    "start": [22, 22, 22, 22],
    "barred": "",
    "hands": [],
    "over": False,
    "order": [],
    "settlement": [],
}
AFTER = {"points": [30, 13, 22, 23], "gains": [10, -9, 0, 0], "over": True}
AFTER |= {"order": [0, 3, 2, 1], "settlement": [38, -29, -10, 1]}
ONE = {"dealer": 3, "honba": 1, "how": "ron", "tenpai": []}
ONE |= {"winners": [{"player": 0, "yaku": ["五音"], "points": 8}], "points": AFTER["points"]}


def table(moves: list[Any], **match: Any) -> dict[str, Any]:
    """An answer of api/v1/game: ら can be won on, or has been."""
    told = window(moves) | {"rules": "pro", "dealer": 3, "deposits": 1, "match": MATCH | match}
    if moves:
        win = {"player": 0, "tile": "ら", "from": 1, "arrangement": [], "score": SCORE}
        win["paid"] = [{"player": 1, "sticks": 9}]
        end = {"how": "ron", "wins": [win], "deposits": 1}
        told |= {"phase": "End", "end": end, "legal": [], "since": [], "hands": [HAND] * 4, "deposits": 0}
        told["match"] = MATCH | AFTER | {"hands": [ONE]}
    return told


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('kanamj.game')"))
    return found["hand"]


def test_a_win_is_explained_and_the_match_ends_in_a_picture(served: str, new_page: Opener) -> None:
    sent: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_json or {})
        route.fulfill(json=table(sent[-1].get("moves", [])))

    page = phone(new_page, served, "#p=play")
    page.route("**/api/v1/game", answer)
    begin(page, rules="pro")
    assert sent[0]["rounds"] == 1
    assert "4" in page.inner_text("#wall")  # the fourth hand of the round
    assert [box.split()[-1] for box in page.locator(".seat .purse").all_inner_texts()] == [
        "23,000",
        "22,000",
        "22,000",
    ]
    assert page.inner_text("#my-river .purse") == "20,000"
    assert page.locator('[data-seat="3"] .deals').count() == 1
    assert outside(page, "#wall", "#leave", ".seat", "#prompt", "#acts button", ".cell", ".zone") == []
    for word in ("さくら", "なみだ", "たまご", "きつね", "いぬ"):
        lay(page, word, "play")
    page.tap("#act-ron")
    page.wait_for_selector("#ending")
    assert page.inner_text(".yaku") == "五音 4翻"
    assert page.inner_text(".win-sum strong") == "8,000点"
    assert page.inner_text(".win-card .note") == "はらう: ころ 9,000、供託 1,000"
    assert page.locator(".purses li").all_inner_texts()[:2] == [
        "あなた\n30,000\n+10,000",
        "ころ\n13,000\n−9,000",
    ]
    assert outside(page, ".win-card", ".purses", "#ending button", ".rack") == []
    page.reload()
    page.tap("#match-result")
    first, *_, last = page.locator(".ranks li").all_inner_texts()
    assert first.split() == ["1位", "あなた", "30,000点", "精算", "+38"]
    assert last.split() == ["4位", "ころ", "13,000点", "精算", "−29"]
    assert page.locator(".chart polyline").count() == 4
    assert outside(page, ".ranks", ".chart", "#match-end button") == []
    page.tap("#match-again")
    page.wait_for_selector("#act-pass")
    assert "match" not in sent[-1]
    assert sent[-1]["rounds"] == 1


def test_why_a_complete_hand_cannot_win_is_said(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=play")
    told = table([], barred="yaku")
    told["legal"] = [told["legal"][1] | {"nearer": True}, {"event": "pass"}]  # no ron
    page.route("**/api/v1/game", lambda route: route.fulfill(json=told))
    begin(page, rules="pro")
    for word in ("さくら", "なみだ", "たまご", "きつね", "いぬ"):
        lay(page, word, "play")
    page.tap("#act-ron")
    assert page.inner_text("#prompt") == "役がないので、この形ではあがれません。"


def test_rules_without_points_show_none(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=play")
    page.route("**/api/v1/game", lambda route: route.fulfill(json=window([])))
    choose(page, rules="paper")
    assert page.locator("#rounds:visible").count() == 0
    begin(page)
    assert page.locator(".purse, .deals").count() == 0
    assert "山" in page.inner_text("#wall")


def test_a_kept_match_that_is_damaged_is_told(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=play")
    page.route("**/api/v1/game", lambda route: route.fulfill(json=table([])))
    begin(page, rules="pro")
    for change in (
        "delete kept.hand.view.match",
        "kept.hand.view.match.points = [1, 2]",
        "kept.hand.rounds = {}",
    ):
        page.tap("#leave")
        page.evaluate(
            "const kept = JSON.parse(localStorage.getItem('kanamj.game')); kept.open = true;"
            f"{change}; localStorage.setItem('kanamj.game', JSON.stringify(kept));"
        )
        page.reload()
        page.wait_for_selector("#forget-game")
        page.tap("#forget-game")
        page.tap("#sheet-yes")
        page.wait_for_selector("#forget-game", state="detached")
        begin(page, rules="pro")


def turn(page: Page) -> bool:
    """Win if that is possible, declare riichi, pass, or throw the last tile. Returns whether the hand goes on."""
    hand = kept(page)
    legal = hand["view"]["legal"]
    wins = [move["event"] for move in legal if move["event"] in ("tsumo", "ron")]
    # With help the board may move between two taps, so it is on only for a win: then no word must be laid.
    page.set_checked("#help-switch", bool(wins))
    if wins:
        page.tap(f"#act-{wins[0]}")
    elif page.locator("#act-pass").count():
        page.tap("#act-pass")
    else:
        riichi = [move for move in legal if move["event"] == "riichi"]
        if riichi:
            page.tap("#riichi")
        tile = (riichi or legal)[-1]["tile"]
        page.locator("#room-play .tray .cell:has(.tile)").filter(has_text=tile).first.tap()
        page.locator("#throw-zone-button", has_text=f"「{tile}」").tap()
    page.wait_for_function(
        "n => document.querySelector('#ending')"
        " || JSON.parse(localStorage.getItem('kanamj.game')).hand.moves.length > n",
        arg=len(hand["moves"]),
    )
    page.wait_for_selector("#room-play.asked, #ending")
    return page.locator("#ending").count() == 0


def ended(page: Page) -> dict[str, Any]:
    """Play the hand to its end. Returns its last table."""
    while turn(page):
        pass
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('kanamj.last')"))
    view: dict[str, Any] = found["hand"]["view"]
    assert sum(view["match"]["points"]) + view["deposits"] == 88
    return view


@pytest.mark.slow
def test_a_match_goes_to_its_end_and_over_a_reload(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=play")
    choose(page, rules="pro")
    begin(page, "400w", "pro")
    view = ended(page)
    hands = 1
    while not view["match"]["over"]:
        page.tap("#next-hand")
        page.wait_for_selector("#ending", state="detached")
        page.wait_for_selector("#room-play.asked")
        if hands == 1:
            turn(page)
            before = kept(page) if page.locator("#ending").count() == 0 else None
            page.reload()
            page.wait_for_selector("#room-play.asked, #ending")
            if before:
                assert kept(page)["moves"] == before["moves"]
                assert len(kept(page)["match"]) == 1
        assert view["match"]["points"] == kept(page)["view"]["match"]["began"]
        view = ended(page)
        hands += 1
    assert len(view["match"]["hands"]) == hands
    page.tap("#match-result")
    assert page.locator(".ranks li").count() == 4
    assert outside(page, ".ranks", ".chart", "#match-end button") == []


@pytest.mark.slow
def test_a_match_begins_in_the_exported_page(hosted: Host, new_page: Opener) -> None:
    watched = new_page(hosted.url + "somewhere/kanamj/", width=375, height=667, **TOUCH)
    watched.page.set_default_timeout(300_000)
    page = watched.open("#p=play")
    begin(page, "400w", "pro")
    view = ended(page)
    page.tap("#next-hand")
    page.wait_for_selector("#ending", state="detached")
    assert kept(page)["view"]["match"]["began"] == view["match"]["points"]
