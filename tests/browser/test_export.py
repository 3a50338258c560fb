"""The exported page works when its server has stopped: a whole game with its review, own words, links, a newer export.

These tests are slow: npm provides Pyodide, and the browser compiles 10 MB of it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from kanamj.web.export import export_page
from tests.browser.fixtures import TOUCH, Host
from tests.browser.moves import Opener, answers, begin, choose, outside, step

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.slow

FULL = "てがきねあげひよこみみずぬぽ"
WIN = "さくらなみだたまごきつねいぬ"
FAR = "さくらなみだたまむゅょぱぴ"  # only Python judges it
TO_THROW = "さくらなみだたまごきつねぺづ"
PLACE = "somewhere/kanamj/"
MOVES = "JSON.parse(localStorage.getItem('kanamj.game'))?.hand.moves.length ?? -1"
TWO_QUESTIONS = """async (hand) => {
    const { parts } = await import(new URL("js/engine.js", document.baseURI));
    const order = [];
    const hear = async (name, route, params) => {
        for await (const _ of parts(route, params)) order.push(name);
    };
    await hear("ready", "info", {});
    await Promise.all([hear("older", "judge", { hand, draws: 2 }), hear("newer", "judge", { hand, draws: 2 })]);
    return order.slice(1);
}"""
CALLED = "JSON.parse(localStorage.getItem('kanamj.game')).hand.moves.find((move) => move.event === 'call')"


def turn(page: Page) -> None:
    """Pass, or throw the last tile. Returns at the next choice or at the end."""
    seen = page.evaluate(MOVES)
    if page.locator("#act-pass").count():
        page.tap("#act-pass")
    else:
        page.locator("#room-play .tray .cell:has(.tile)").last.tap()
        page.tap("#throw-zone-button")
    page.wait_for_function(f"seen => ({MOVES}) !== seen || document.querySelector('#ending')", arg=seen)
    page.wait_for_selector(
        "#room-play.asked, #ending"
    )  # after a call there is a tile to throw, and no button


def test_the_page_can_be_used_while_the_engine_is_loaded(hosted: Host, new_page: Opener) -> None:
    """Who waits for an answer is told how much of the engine has come, and what to do meanwhile."""
    held: list[Route] = []
    watched = new_page(hosted.url + PLACE, width=375, height=667, **TOUCH)
    watched.expected = ["404", "wasm", "loading dynamically", "Failed", "TypeError"]
    page = watched.page
    page.set_default_timeout(180_000)
    with step("it could not be loaded, and is loaded with the next question"):
        page.route("**/pyodide.asm.wasm.bin", lambda route: route.fulfill(status=404))
        watched.open(f"#h={quote(FAR)}")
        page.locator("#verdict .failure", has_text="動いていません").wait_for()
        page.unroute("**/pyodide.asm.wasm.bin")
        page.route("**/python_stdlib.zip", lambda route: held.append(route))
        page.tap("#judge-again")
    with step("how much has come"):
        page.wait_for_selector("#verdict progress")
        assert 0 <= page.evaluate("document.querySelector('#verdict progress').value") < 100
        assert outside(page, "#verdict progress", "#verdict .waiting a") == []
    with step("meanwhile"):
        for room in ("arrange", "words", "play", "look"):
            page.tap(f'#tabs [data-room="{room}"]')
            page.wait_for_selector(f"#room-{room}[data-built]:not([hidden])")
        while not held:
            page.wait_for_timeout(50)
        held[0].continue_()
        page.wait_for_selector("#verdict[data-shanten]")


def test_python_in_the_browser_answers_when_the_host_has_stopped(hosted: Host, new_page: Opener) -> None:
    """tests/unit/web/test_export.py holds its answers to the server's."""
    watched = new_page(hosted.url + PLACE, width=375, height=667, **TOUCH)
    page = watched.page
    page.set_default_timeout(180_000)
    with step("why a word is in no list is loaded when it is asked"):
        watched.open(f"#p=words&q={quote('さかな')}")
        page.locator("#found .yes").wait_for()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        why = f"{PLACE}python/why.zip"
        assert why not in hosted.sent()
        for word, told in (("とうきょう", "場所の名まえ"), ("たべる", "うごきのことば（動詞）")):
            page.fill("#word-field", word)
            page.locator("#found article:has(.no)", has_text=word).wait_for()
            assert told in page.inner_text("#found")
        assert hosted.sent()[why] == 1
    hosted.stop()
    page.goto("about:blank")
    with step("two draws"):
        watched.open(f"#h={quote(FULL)}")
        page.wait_for_selector("#verdict[data-shanten='0']")
        page.wait_for_selector("#discards td.chance:not(:has(.spin))")
        first = answers().get("chances", {"hand": [FULL], "draws": ["2"]})["discards"][0]
        assert f"{100 * first['chances'][1]:.1f}%" in page.inner_text("#discards")
    with step("what a win is worth"):
        watched.open(f"#h={quote(WIN)}&r=pro")
        asked = {"tiles": ["hiragana-pro-166"], "draws": ["2"]}
        (worth,) = answers().get("worth", {"hand": [WIN], **asked})["worth"]
        page.locator("#verdict .worth .chip").last.tap()
        assert page.locator("#verdict .worth .lit .read").all_inner_texts() == worth["tsumo"]["made_of"][-1]
    with step("what each letter after the best discard is worth"):
        watched.open(f"#h={quote(TO_THROW)}&r=pro")
        page.wait_for_selector("#worth .accepts .tile")
        known = answers().get("worth", {"hand": [TO_THROW], **asked})
        assert known["nearest"]["advice"] in page.inner_text("#worth h2")
        assert page.locator("#worth .accepts .tile").count() == len(known["worth"])
        assert page.locator("#worth h3 + .wait-list .wait").count() == len(known["tenpais"])
    with step("a practice hand and its hints"):
        watched.open("#p=arrange&level=1&seed=browser")
        page.wait_for_selector("#room-arrange .tray .tile")
        dealt = answers().get("deal", {"level": ["1"], "seed": ["browser"]})
        assert "".join(page.locator("#room-arrange .tray .tile").all_inner_texts()) == dealt["hand"]
        for said in ("から はじめよう", "ができます"):
            page.tap("#hint-button")
            page.locator("#hint", has_text=said).wait_for()
    with step("the newer of two questions is answered first, and the rest of the older after it"):
        order = page.evaluate(TWO_QUESTIONS, FULL)
        assert sorted(order) == ["newer", "newer", "older", "older"]
        assert order[-1] == "older"


def test_own_words_count_in_every_tab_when_the_host_has_stopped(hosted: Host, new_page: Opener) -> None:
    watched = new_page(hosted.url + PLACE)
    first = watched.page
    first.set_default_timeout(180_000)
    watched.open("#p=words&q=のへむ")
    first.locator("#found .no").wait_for()
    first.evaluate("navigator.serviceWorker.ready.then(() => true)")
    hosted.stop()
    second = first.context.new_page()
    second.goto(watched.home + "#p=words&q=のへむ")
    second.locator("#found .no").wait_for(timeout=180_000)
    first.click('[data-keep="のへむ"]')
    second.locator("#found .yes").wait_for()
    second.reload()
    second.locator("#found .yes").wait_for(timeout=180_000)
    second.click("#own summary")
    second.locator("#own-words .word button").click()
    first.locator("#found .no").wait_for()


def test_a_game_with_a_call_from_the_deal_to_its_review(hosted: Host, new_page: Opener, site: Path) -> None:
    """The hand has 13 tiles. The page asks about every discard that can be called; each game has one."""
    watched = new_page(hosted.url + PLACE, width=375, height=667, **TOUCH)
    page = watched.page
    page.set_default_timeout(180_000)
    with step("the first visit loads every file once"):
        watched.open("#p=play")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # it begins when the engine is there
        sent = hosted.sent()
        files = {*listed(site / PLACE), "sw.js", ""} - {"index.html"}  # that is sent as ""
        assert set(sent) == {f"{PLACE}{name}" for name in files}
        assert {name: times for name, times in sent.items() if times > 1} == {}
    hosted.stop()
    choose(page, calls="always")
    begin(page, "290w", "paper")
    with step("until a word can be called"):
        for _ in range(40):
            if page.locator("#act-pass").count() or page.locator("#ending").count():
                break
            turn(page)
    with step("it is called"):
        page.tap("#act-reveal")
        call = page.locator("#acts .call").first
        word = call.get_attribute("data-letters")
        call.tap()
        page.wait_for_function(f"() => {CALLED}")
        assert page.evaluate(CALLED)["letters"] == word
        page.wait_for_function(
            "() => document.querySelectorAll('#room-play .tray .cell .tile').length === 11"
        )
    for after in ("the call", "the throw"):
        with step(f"a reload right after {after}"):
            played = page.evaluate(MOVES)
            page.reload()
            page.wait_for_selector("#room-play.asked #my-river .meld")
            assert page.evaluate(MOVES) == played
            assert page.locator("#board .tile").count() == 11
            assert page.inner_text("#prompt")
            turn(page)
            if page.locator("#ending").count():
                break
    with step("to its end"):
        for _ in range(200):
            if page.locator("#ending").count():
                break
            turn(page)
    with step("its review, which a reload keeps"):
        page.wait_for_selector("#review:not([aria-busy]) .turn", state="attached")
        shown = page.inner_text("#review")
        page.reload()
        page.wait_for_selector("#review:not([aria-busy]) .turn", state="attached")
        assert page.inner_text("#review") == shown


@pytest.fixture
def two_exports(
    browser: Browser, site: Path, pyodide: Path, tmp_path: Path
) -> Iterator[tuple[Host, Path, Path]]:
    """A host with a copy of the page, and another export of it."""
    assert browser.is_connected()
    home = tmp_path / "host"
    shutil.copytree(site, home)
    other = export_page(tmp_path / "other", pyodide, "core")
    host = Host(home, tmp_path / "host.log")
    yield host, home / PLACE, other
    host.stop()


def test_a_newer_export_whose_files_are_older_is_taken(
    two_exports: tuple[Host, Path, Path], new_page: Opener
) -> None:
    """`python -m http.server` compares dates: it then says that nothing is newer."""
    host, place, other = two_exports
    page = new_page(host.url + PLACE).page
    page.set_default_timeout(180_000)
    page.goto(host.url + PLACE + "#p=words")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (old,) = version(page)
    shutil.copytree(other, place, dirs_exist_ok=True)
    for file in place.rglob("*"):
        os.utime(file, (1_600_000_000, 1_600_000_000))
    page.reload()
    page.wait_for_function(NEWER, arg=old)


NEWER = "old => caches.keys().then((names) => names.some((name) => name !== old))"


def listed(place: Path) -> dict[str, str]:
    """Path -> SHA-256 of the files that the service worker of this export keeps."""
    text = (place / "sw.js").read_text(encoding="utf-8")
    sums: dict[str, str] = json.loads(text.split("const FILES = ")[1].split(";\n")[0])
    return sums


UPDATED = """async () => {
    const there = await navigator.serviceWorker.ready;
    await there.update();
    const worker = there.installing;
    return new Promise((resolve) => worker.addEventListener("statechange", () => resolve(worker.state)));
}"""


def version(page: Page) -> list[str]:
    """The versions whose files the browser keeps."""
    names: list[str] = page.evaluate("caches.keys()")
    return names


def test_a_newer_export_is_taken_whole_or_not_at_all(
    two_exports: tuple[Host, Path, Path], new_page: Opener
) -> None:
    host, place, other = two_exports
    watched = new_page(host.url + PLACE)
    watched.expected = ["Failed", "404", "ServiceWorker"]
    page = watched.page
    page.set_default_timeout(180_000)
    watched.open("#p=words")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (old,) = version(page)
    had = listed(place)
    # The host has changed by half: a newer worker, and the files of the old version.
    shutil.copy(other / "sw.js", place / "sw.js")
    assert page.evaluate(UPDATED) == "redundant"
    assert version(page) == [old]
    # All of it: the page that is open goes on with the old version, and the next visit has the new one.
    changed = {f"{PLACE}{name}" for name, _ in listed(other).items() - had.items()}
    sent = host.sent()
    shutil.copytree(other, place, dirs_exist_ok=True)
    assert page.evaluate(UPDATED) == "installed"
    assert {name for name in host.sent() - sent if not name.endswith("sw.js")} == changed
    assert old in version(page)
    page.reload()
    page.wait_for_function(
        "old => caches.keys().then((names) => names.length === 1 && names[0] !== old)", arg=old
    )
    host.stop()
    page.reload()
    told = page.evaluate("import(new URL('js/engine.js', document.baseURI)).then((engine) => engine.info())")
    assert told["lexicon"] == "core"
