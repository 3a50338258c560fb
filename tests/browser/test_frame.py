"""The frame of the page: rooms that cannot be loaded, a page opened as a file, changes of language, sharing by link."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING
from unittest.mock import ANY
from urllib.parse import quote

from kanamj.web.pagefiles import STATIC
from tests.browser.moves import Opener, Visit, choose, outside, step, tables
from tests.browser.test_play import window
from tests.places import needs

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Route

    from tests.conftest import Run

WIN = "さくらなみだたまごきつねいぬ"
COUNTED = """
window.left = { listeners: 0, timers: new Set() };
for (const target of [window, document]) {
    const [add, drop] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)];
    target.addEventListener = (name, act, options) => {
        add(name, act, options);
        if (options?.once) return;
        window.left.listeners += 1;
        options?.signal?.addEventListener('abort', () => { window.left.listeners -= 1; });
    };
    target.removeEventListener = (...given) => { drop(...given); window.left.listeners -= 1; };
}
const [every, never] = [window.setInterval.bind(window), window.clearInterval.bind(window)];
window.setInterval = (...given) => { const id = every(...given); window.left.timers.add(id); return id; };
window.clearInterval = (id) => { never(id); window.left.timers.delete(id); };
"""


def test_changing_the_language_leaves_no_listener_and_no_timer(served: str, new_page: Opener) -> None:
    watched = new_page(served)
    watched.page.add_init_script(COUNTED)
    page = watched.open("#p=arrange&level=1&seed=languages")
    page.wait_for_selector("#room-arrange .tray .tile")
    for room in ("play", "words", "start", "look", "arrange"):
        page.evaluate("room => { location.hash = `#p=${room}`; }", room)
        page.wait_for_selector(f"#room-{room}[data-built]")
    page.wait_for_selector("#room-arrange .tray .tile")
    counts = []
    for language in ["en", "ja"] * 3:
        page.click("#language")
        page.wait_for_selector(f"html[lang={language}] #room-arrange .tray .tile")
        counts.append(page.evaluate("[window.left.listeners, window.left.timers.size]"))
    assert counts[-1] == counts[1]
    assert counts[-1][1] <= 2  # the clock and the keeping of the hand


def test_a_room_that_cannot_be_loaded_or_breaks_says_so(served: str, new_page: Opener) -> None:
    watched = new_page(served)
    watched.expected = ["Failed to load resource", "ERR_FAILED"]
    watched.page.route("**/words/words.js", lambda route: route.abort())
    broken = "export function build() { throw new TypeError('a fault'); }"
    watched.page.route(
        "**/play/play.js", lambda route: route.fulfill(body=broken, content_type="text/javascript")
    )
    page = watched.open("#p=words")
    page.locator("#room-words [role=alert]", has_text="つながらない").wait_for()
    page.unroute("**/words/words.js")
    page.click("#room-again")
    page.wait_for_selector("#word-field")
    page.evaluate("location.hash = '#p=play'")
    page.locator("#room-play [role=alert]", has_text="a fault").wait_for()
    assert "つながらない" not in page.inner_text("#room-play")


def test_a_page_opened_as_a_file_says_why(browser: Browser) -> None:
    page = browser.new_page()
    page.goto((STATIC / "index.html").as_uri())
    page.locator("#opening", has_text="ファイルを直接").wait_for()
    page.close()


def test_a_hand_is_copied_with_the_address_that_the_host_gave_or_without_a_link(
    served: str, new_page: Opener
) -> None:
    def hosted(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace(
            'name="kanamj-home" content=""', 'name="kanamj-home" content="example.org/kanamj/"'
        )
        route.fulfill(response=answer, body=text)

    watched = new_page(served)
    watched.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})"
    )
    page = watched.open(f"#h={quote(WIN)}")
    for lines in ([WIN], [ANY, f"example.org/kanamj/#h={WIN}"]):
        page.wait_for_selector("#verdict[data-shanten]")
        page.click("#share")
        page.locator("#hand-note", has_text="コピー").wait_for()
        assert page.evaluate("window.copied").split("\n") == lines
        page.route(served, hosted)
        page.reload()


def test_the_answer_to_a_shared_link_is_visible_without_scrolling(visit: Visit) -> None:
    shared = "{value: async (given) => { window.shared = given.text; }, configurable: true}"
    for width, height in ((320, 640), (375, 667), (667, 375)):
        visit("#p=words", touch=True)
        page = visit(f"#h={quote(WIN)}", width, height, touch=True)
        page.wait_for_selector("#verdict[data-shanten]")
        page.evaluate(f"Object.defineProperty(navigator, 'share', {shared})")
        assert outside(page, "#share", "#picture") == []
        page.tap("#share")
        page.locator("#hand-note", has_text="おくりました").wait_for()
        assert outside(page, "#hand-note") == []
        assert WIN in page.evaluate("window.shared")
    page.evaluate("delete navigator.share")


def test_lines_break_between_phrases(visit: Visit) -> None:
    page = visit("#p=start", 320, 640, touch=True)
    page.wait_for_selector("#room-start .tile")
    assert page.evaluate("getComputedStyle(document.body).wordBreak") == "auto-phrase"
    lines = page.evaluate(
        "() => { const range = document.createRange();"
        " range.selectNodeContents(document.querySelector('#title-start'));"
        " return new Set([...range.getClientRects()].map((box) => box.top)).size; }"
    )
    assert lines == 1


@needs("PIL")
def test_a_hand_becomes_a_picture_without_a_network(visit: Visit, tmp_path: Path) -> None:
    from PIL import Image

    page = visit(f"#h={quote(WIN)}")
    page.wait_for_selector('#verdict[data-shanten="-1"]:not([aria-busy])')
    page.route("**/api/**", lambda asked: asked.abort())
    with page.expect_download() as saved:
        page.click("#picture")
    saved.value.save_as(tmp_path / "hand.png")
    image = Image.open(io.BytesIO((tmp_path / "hand.png").read_bytes())).convert("RGB")
    assert image.size == (1200, 630)
    assert len(image.getcolors(1_000_000) or []) > 100  # tiles and words are on it


def test_seven_pairs_are_shown_in_pairs(served: str, new_page: Opener) -> None:
    pairs = ["いぬ", "ねこ", "かめ", "うし", "とら", "さる", "くま"]
    arrangement = [
        {"letters": "".join(sorted(word)), "words": [{"reading": word, "spelling": word}]} for word in pairs
    ]
    view = window([])
    view |= {
        "rules": "standard",
        "phase": "End",
        "hand": "".join(pairs),
        "legal": [],
        "end": {
            "how": "tsumo",
            "wins": [{"player": 0, "tile": "ま", "source": None, "arrangement": arrangement}],
        },
        "hands": ["".join(pairs), "", "", ""],
    }
    page = new_page(served).open("#p=play")
    tables(page, lambda _: view)
    choose(page, rules="standard", pace="fast")
    page.click("#begin")
    page.wait_for_selector("#ending")
    assert page.locator("#room-play .rack.gold").count() == 7
    assert [
        rack.replace("\n", "") for rack in page.locator("#room-play .rack .rack-cells").all_inner_texts()
    ] == pairs


def test_a_whole_game_is_played_with_a_screen_reader_and_looked_back_on(
    served: str, new_page: Opener, tmp_path: Path, kanamj: Run
) -> None:
    """From the lobby to the review, by the roles and names of the accessibility tree, which a screen reader reads."""
    page = new_page(served).open()
    with step("the lobby"):
        page.get_by_role("navigation", name="画面").get_by_role("link", name="あそぶ").click()
        page.get_by_text("くわしく").click()
        page.get_by_role("combobox", name="相手のはやさ").select_option(label="すぐ")
        known = page.get_by_role("group", name="相手が知っていることば")
        known.get_by_role("button").filter(has_text="400語").click()  # who win after seven turns
        page.get_by_role("button", name="はじめる").click()
    tray = page.get_by_role("group", name="まだならべていない牌")
    tray.get_by_role("button").first.wait_for(timeout=180_000)
    with step("the game"):
        for _ in range(60):
            page.locator("#room-play.asked #acts > *, #ending").first.wait_for()
            if page.locator("#ending").count():  # the review below it may come a moment later
                break
            if page.get_by_role("button", name="パス").count():
                page.get_by_role("button", name="パス").click()
                continue
            tray.get_by_role("button").first.focus()
            page.keyboard.press("Enter")
            page.get_by_role("button", name="をすてる").click()
    review = page.get_by_role("region", name="ふりかえり")
    with step("the review"):
        review.get_by_text("ぜんぶの手を見る").click(timeout=180_000)  # it may compile kernels
        review.get_by_role("listitem").first.wait_for()
        page.wait_for_selector("#review:not([aria-busy])")
        assert (
            page.get_by_role("heading", name="あがり").or_(page.get_by_role("heading", name="流局")).count()
        )
        assert review.get_by_role("link").filter(has_text="みるで開く").count() > 0
        points = page.locator("#review .point").all_inner_texts()
        title = page.inner_text("#end-title")
    with step("a reload keeps it"):
        page.route("**/api/v1/review", lambda route: route.abort())  # it is not asked for again
        page.reload()
        page.wait_for_selector("#review:not([aria-busy]) > *")
        assert page.inner_text("#end-title") == title
        assert page.locator("#review .point").all_inner_texts() == points
    with step("the terminal reads its record"):
        with page.expect_download() as saved:
            page.click("#record-save")
        saved.value.save_as(tmp_path / "hand.jsonl")
        (seat,) = json.loads(kanamj("review", str(tmp_path / "hand.jsonl"), "--json").out)["seats"]
        assert seat["player"] == "human"
        at = {turn["line"]: f"{turn['turn']}巡目" for turn in seat["turns"]}
        told = page.locator("#review .point > small:first-child").all_inner_texts()
        assert told == [name for line, name in at.items() if line in seat["worst"]]
    with step("it is looked back on from the lobby, and another hand is dealt"):
        page.click("#stop")
        page.click("#look-back")
        assert page.inner_text("#end-title") == title
        page.get_by_role("button").filter(has_text="つぎの局").click()
        tray.get_by_role("button").first.wait_for(timeout=180_000)


def test_a_browser_too_old_for_the_engine_is_told_and_plays_todays_hand(
    served: str, new_page: Opener
) -> None:
    watched = new_page(served)

    def exported(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace('content="fetch"', 'content="worker"')
        route.fulfill(response=answer, body=text)

    watched.page.add_init_script(
        "delete window.DecompressionStream; delete Object.hasOwn; delete Array.prototype.at;"
    )
    watched.page.route(served, exported)
    page = watched.open("#p=look")
    page.fill("#hand-field", WIN)
    page.locator("#verdict", has_text="このブラウザは古い").wait_for()
    page.evaluate("location.hash = '#day=1'")
    page.wait_for_selector("#today-place .tray .tile")


TURN = {
    "hand": "さくらなみだの",
    "melds": [],
    "seen": "",
    "distance": 1,
    "thrown": "う",
    "best": "の",
    "measured": "chance",
    "fine": False,
    "cost": 0.019,
    "discards": [],
    "why": None,
    "tsumo": False,
    "won": False,
    "forced": False,
}


def test_turning_points_cost_something_and_are_read_as_they_are_seen(visit: Visit) -> None:
    page = visit("#p=words")
    turns = [
        {**TURN, "turn": n, "line": n, **more}
        for n, more in enumerate(
            [{}, {"cost": 0.2, "best": "ら"}, {"tsumo": True, "why": {"words": []}, "cost": 0.5}], 1
        )
    ]
    seat = {"turns": turns, "worst": [1, 2, 3], "offers": [], "choices": 3, "fine_choices": 0}
    seat |= {"fine_share": 0, "mean_cost": 0.2, "last": None, "missing": 99, "earliest": None}
    points = """async seats => {
        const { review } = await import("./js/play/review.js");
        const box = review("", "", { answer: { seats, lexicon: "common" } });
        return [...box.querySelectorAll(".point, .note")].map((node) => node.textContent); }"""
    found = page.evaluate(points, [seat])
    assert len([text for text in found if "巡目" in text]) == 2  # one of 1.9 % is no turning point
    assert "「ら」のほうがよい手でした" in found[0]
    assert "ツモであがれていました" in found[1]
    assert "のほうが" not in found[1]
    only = {**seat, "turns": turns[:1], "worst": [1]}
    assert page.evaluate(points, [only])[0] == "大きな差のついた手は、ありませんでした。"


def test_kana_are_above_their_kanji_only_and_in_the_headline(visit: Visit) -> None:
    page = visit(f"#h={quote('さくらなみだたまむゅょぱぴ')}")
    page.wait_for_selector("#verdict-name .kana")
    seen = "nodes => nodes.map((node) => [node.textContent, node.dataset.kana])"
    assert page.eval_on_selector_all("#verdict-name .kana", seen) == [["向聴", "シャンテン"]]
    told = "async () => { const { el } = await import('./js/dom.js'); const { t } = await import('./js/texts.js');"
    quartet = page.evaluate(
        f"{told} return [...el`p`(t('wait.quartet')).querySelectorAll('.kana')].map((node) => node.textContent); }}"
    )
    assert quartet == ["待"]  # and not 文字待


def test_kana_above_kanji_are_neither_read_aloud_nor_copied(visit: Visit) -> None:
    page = visit("#p=play")
    page.click("#play-more summary")
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    names = [one.get("name", {}).get("value") for one in tree if one.get("role", {}).get("value") == "button"]
    assert {"290語", "400語", "はじめる"} <= {*names}
    assert (
        page.locator("#agents .kana")
        .first.evaluate("node => getComputedStyle(node, '::before').content")
        .startswith('"ご"')
    )
    assert page.locator("#agents [data-value='400w']").inner_text() == "400語"
