"""The headline, the picture, the help and the review say the same about a hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from kanamj.web.answers import Answers
from tests.browser.moves import Opener, Visit, answers, begin
from tests.places import GAMES, WORDS_OF_GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

TILES = (
    2 * "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん"
    + "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゃゅょっー"
)


def advice(page: Page) -> str:
    """The discard that the headline names, once it is weighed."""
    page.wait_for_selector("#verdict[data-advice]:not([aria-busy])")
    return str(page.get_attribute("#verdict", "data-advice"))


def test_the_picture_is_what_the_named_discard_leaves(visit: Visit) -> None:
    dice = random.Random(9)
    drawn_hands = ("".join(dice.sample(TILES, 14)) for _ in range(99))
    not_won = (hand for hand in drawn_hands if answers().get("judge", {"hand": [hand]})["shanten"] >= 0)
    for hand in ["てがきねあげひよこみみずぬぽ", *islice(not_won, 1)]:
        page = visit(f"#h={quote(hand)}")
        page.wait_for_function(
            "hand => hand === [...document.querySelectorAll('#hand button')].map((one) => one.textContent).join('')",
            arg=hand,
        )
        thrown = advice(page)
        assert f"「{thrown}」" in page.inner_text("#verdict-detail")
        drawn = page.locator(
            ":is(#verdict .group .tile, #verdict .spare .tile):not(#wide *)"
        ).all_inner_texts()
        assert sorted(drawn) == sorted(hand.replace(thrown, "", 1))
        best = max(page.locator(f'#discards tbody[data-tile="{thrown}"] .chance').all_inner_texts())
        assert best


def test_the_name_of_a_hand_is_that_of_the_engine(visit: Visit) -> None:
    page = visit("#p=look")
    report: dict[str, Any] = answers().get("judge", {"hand": ["ぱぴぷぺぽぢづぞざずぜげがぎ"]})
    page.route(
        "**/api/v1/judge?*",
        lambda route: route.fulfill(
            json={
                **report,
                "shanten": 98,
                "name": {"ja": "和了形なし", "romaji": "out of reach"},
                "discards": [
                    {**each, "shanten": 98, "unseen": 0, "accepts": []} for each in report["discards"]
                ],
                "chances": [],
            }
        ),
    )
    visit(f"#h={quote('ぱぴぷぺぽぢづぞざずぜげがぎ')}")
    page.wait_for_selector('#verdict[data-shanten="98"]')
    assert page.inner_text("#verdict-name") == "あがれる形なし"
    assert "98" not in page.inner_text("#room-look")
    assert page.locator("#discards, .best").count() == 0  # no discard is advised where none helps


@pytest.mark.parametrize("rules", ["basic"])
def test_a_player_who_follows_the_help_is_never_criticised(served: str, new_page: Opener, rules: str) -> None:
    page = new_page(served).open("#p=play")
    begin(page, rules=rules)
    page.check("#help-switch")
    for _ in range(40):
        page.wait_for_selector("#room-play.asked #acts > *, #room-play.asked #help strong, #ending")
        if page.locator("#ending").count():
            break
        if page.locator("#act-pass").count():
            page.click("#act-pass")
            continue
        page.wait_for_selector("#help strong")
        said = page.inner_text("#help")
        if page.locator("#act-tsumo.main").count():
            page.click("#act-tsumo")
            continue
        tile = said.split("「")[1][0]
        before = page.evaluate("JSON.parse(localStorage['kanamj.game']).hand.moves.length")
        page.locator("#board .cell:has(.tile)", has_text=tile).first.focus()
        page.keyboard.press("Delete")
        page.wait_for_function(
            "before => document.querySelector('#ending')"
            " || JSON.parse(localStorage['kanamj.game']).hand.moves.length > before",
            arg=before,
        )
    page.wait_for_selector(
        "#review:not([aria-busy]) .turn, #review:not([aria-busy]) .big-note", state="attached"
    )
    assert page.locator("#review .turn.off").all_inner_texts() == []


SHOW_REVIEW = """async (answer) => {
    const { review } = await import(new URL("js/play/review.js", document.baseURI).href);
    const seats = review("", "", { answer }).querySelectorAll(":scope > .stack");
    return [...seats].map((seat) => ({ note: seat.querySelector(".big-note").textContent,
        signs: [...seat.querySelectorAll(".turn .sign")].map((one) => one.textContent.trim()),
        off: seat.querySelectorAll(".turn.off").length,
        points: [...seat.querySelectorAll(".point > small:first-child")].map((one) => one.textContent),
        first: seat.textContent.includes("これよりはやくはあがれません"),
        turns: [...seat.querySelectorAll(".turn")].map((turn) =>
            [...turn.querySelectorAll(".why")].map((one) => one.textContent)) }));
}"""
"""What the page shows of each seat of a review."""


def told_letters(accepts: list[dict[str, Any]]) -> str:
    """At most eight letters, most copies first: "2枚あい1枚う…"."""
    most_first = sorted(accepts, key=lambda each: -each["unseen"])[:8]
    told = "".join(
        f"{unseen}枚{''.join(each['tile'] for each in same)}"
        for unseen, same in groupby(most_first, key=lambda each: each["unseen"])
    )
    return told + "…" * (len(accepts) > 8)


def told_why(turn: dict[str, Any]) -> list[str]:
    """The lines of the page that say why a choice was not fine."""
    why, best = turn["why"], turn["best"]
    if why is None:
        return []
    accepts, lost = ((each, sum(one["unseen"] for one in each)) for each in (why["accepts"], why["lost"]))
    ends = "待ち" if turn["discards"][0]["shanten"] == 0 else "でテンパイに近づく"
    lines = [f"「{best}」をすてると {len(accepts[0])}種 {accepts[1]}枚{ends} {told_letters(accepts[0])}"]
    if lost[0] == accepts[0] and lost[0]:
        return [*lines, "待ちをすべてうしないました。 "]
    return lines + [f"そのうち {len(lost[0])}種 {lost[1]}枚をうしないました {told_letters(lost[0])}"] * bool(
        lost[0]
    )


def named(block: dict[str, Any]) -> str:
    """The reading with which the page names a block."""
    return str(block["words"][0]["reading"] if block["words"] else block["letters"])


def took_the_earliest_win(seat: dict[str, Any]) -> bool:
    """Whether the player won in the turn of the earliest win that was possible."""
    won = [turn["turn"] for turn in seat["turns"] if turn["won"]]
    won += [offer["turn"] for offer in seat["offers"] if offer["event"] == "ron" and offer["taken"]]
    return bool(seat["earliest"]) and seat["earliest"]["turn"] in won


@pytest.mark.parametrize(
    ("games", "least"),
    [(GAMES[2:3], 20), pytest.param(GAMES, 100, marks=pytest.mark.slow)],
    ids=["of two players", "all"],
)
def test_the_page_says_what_the_review_says(visit: Visit, games: list[Path], least: int) -> None:
    """Of recorded games: how many choices were good, why others were not, where it turned, and the earliest win.
    tests/unit/game/test_review.py holds the other windows to the same numbers."""
    page = visit("#p=words")
    asked = Answers(str(WORDS_OF_GAMES))
    lines, good, bad = Counter[int](), 0, 0
    for file in games:
        told = asked.reply("review", {"record": file.read_text(encoding="utf-8")})[1]
        answer = json.loads(json.dumps(told))
        for seat, shown in zip(answer["seats"], page.evaluate(SHOW_REVIEW, answer), strict=True):
            fine, choices = seat["fine_choices"], seat["choices"]
            assert shown["signs"].count("◎") == fine, file
            assert shown["signs"].count("△") == shown["off"] == choices - fine
            assert f"{choices}回中 {fine}回" in shown["note"] or not choices
            good, bad = good + fine, bad + choices - fine
            assert shown["points"] == [
                f"{turn['turn']}巡目"
                for turn in seat["turns"]
                if turn["line"] in seat["worst"]
                and (turn["tsumo"] or turn["measured"] != "chance" or turn["cost"] >= 0.03)
            ]
            assert shown["first"] == took_the_earliest_win(seat)
            for turn, said in zip(seat["turns"], shown["turns"], strict=True):
                if turn["tsumo"] and said:
                    assert all(named(block) in said[0] for block in turn["why"]["words"])
                else:
                    assert said == told_why(turn)
                lines[len(said)] += 1
    assert min(good, bad) > least
    assert min(lines[0], lines[1], lines[2]) > 0


def test_of_choices_that_took_too_long_the_page_says_how_many_are_scored(visit: Visit) -> None:
    asked = {"hand": ["つげめぽみひそくむうびぺろ"], "tiles": ["hiragana-pro-166"]}
    worth = answers().get("worth", asked)
    cut = {**worth, "tenpais": worth["tenpais"][:1]}
    page = visit("#p=words")
    said = page.evaluate(
        """async (answer) => {
            const { waitWorths } = await import(new URL("js/look/worth.js", document.baseURI).href);
            return waitWorths(answer).textContent; }""",
        cut,
    )
    assert f"{len(worth['accepts'])}通りのうち、はじめの1通りだけ" in said
