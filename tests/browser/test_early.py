"""The exported page answers before Python has come: wins, tenpai hands, the first hands of ならべる."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from scripts.slow_phone import CASES, LATENCY, RATE
from tests.browser.fixtures import TOUCH, Host, Watched
from tests.browser.moves import Opener, answers, step

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow

PLACE = "somewhere/kanamj/"
WIN = "さくらなみだたまごきつねいぬ"
TENPAI = "てがきねあげひよこみみずぬ"
FAR = "さくらなみだたまむゅょぱぴ"
OWN = """path => new Promise((done) => {
    const opening = indexedDB.open(`kanamj ${path}`);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onsuccess = () => {
        const files = opening.result.transaction("files", "readwrite").objectStore("files");
        files.put("reading\\tspelling\\nのへむ\\tのへむ\\n", "words/common.tsv").onsuccess = done;
        opening.result.close();
    };
})"""
SLOW_LINE = {
    "offline": False,
    "latency": 1000 * LATENCY,
    "downloadThroughput": RATE,
    "uploadThroughput": RATE,
}
NOTED = """new MutationObserver(() => {
    if (!window.answered && (THERE)()) window.answered = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });"""
BEFORE = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ startTime }) => startTime < answered).map(({ encodedBodySize }) => encodedBodySize)"""
SHOWN = "() => document.querySelector('#verdict')?.dataset.shanten"


class Phone:
    """A phone to which Python comes only when `let_python_come` is called."""

    def __init__(self, host: Host, new_page: Opener, script: str = "") -> None:
        self.watched: Watched = new_page(host.url + PLACE, width=375, height=667, **TOUCH)
        self.page: Page = self.watched.page
        self.page.set_default_timeout(120_000)
        if script:
            self.page.add_init_script(script)
        self.held: list[Route] = []
        self.come = False
        self.page.route("**/pyodide.asm.wasm.bin", self._hold)

    def _hold(self, route: Route) -> None:
        if self.come:
            route.continue_()
        else:
            self.held.append(route)

    def open(self, hash_: str) -> Page:
        return self.watched.open(hash_)

    def let_python_come(self) -> None:
        self.come = True
        while self.held:
            self.held.pop().continue_()
        self.page.evaluate(
            "import(new URL('js/engine.js', document.baseURI)).then((engine) => engine.info())"
        )


@pytest.fixture
def phone(hosted: Host, new_page: Opener) -> Iterator[Phone]:
    """A phone; a route that is still held does no harm."""
    held = Phone(hosted, new_page)
    yield held
    held.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("case", CASES)
def test_the_first_answer_needs_little(phone: Phone, case: str) -> None:
    """At most 450 kB in 50 requests come before it, over a line on which what is not needed comes early, too."""
    address, there, before = CASES[case]
    phone.page.add_init_script(f"{before};{NOTED.replace('THERE', there)}")
    line = phone.page.context.new_cdp_session(phone.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    phone.open(address)
    phone.page.wait_for_function("() => window.answered > 0")
    before_it = phone.page.evaluate(BEFORE)
    assert sum(before_it) < 450_000
    assert len(before_it) <= 50


@pytest.mark.parametrize("hand", [WIN, TENPAI])
def test_python_says_the_same_and_an_equal_answer_is_not_drawn_again(phone: Phone, hand: str) -> None:
    page = phone.open(f"#h={quote(hand)}")
    page.wait_for_selector("#verdict[data-shanten]")
    if hand == WIN:
        page.tap('[data-leaf="next"]')
        page.tap('[data-leaf="next"]')
        page.evaluate("() => { window.mine = document.querySelector('#verdict .arrangement'); }")
    early = page.inner_text("#verdict")
    phone.let_python_come()
    if hand == TENPAI:
        page.wait_for_selector("#hand-chances:not(:has(.spin))")
    page.wait_for_timeout(2_000)
    assert page.inner_text("#verdict") == early
    if hand == WIN:
        assert page.evaluate("() => mine.isConnected")
        assert page.inner_text(".where").startswith("3")


def test_what_was_answered_stays_if_python_never_comes(phone: Phone) -> None:
    phone.watched.expected = ["404", "wasm", "loading dynamically", "Failed", "TypeError"]
    page = phone.open(f"#h={quote(TENPAI)}")
    page.wait_for_selector("#waits .wait")
    told = page.inner_text("#verdict-detail")
    while not phone.held:
        page.wait_for_timeout(100)
    for route in phone.held:
        route.fulfill(status=404)
    page.wait_for_selector("#chances-again")
    assert page.inner_text("#verdict-detail") == told
    assert page.locator("#waits .wait").count() > 5


@pytest.mark.parametrize("why", ["own words", "all words", "own list", "another form"])
def test_what_only_python_knows_waits_for_it(hosted: Host, new_page: Opener, why: str) -> None:
    script = "localStorage.setItem('kanamj.all-words', 'true')" if why == "all words" else ""
    phone = Phone(hosted, new_page, script)
    more = {"own list": "&l=core", "another form": f"&f={quote('33332,2222222')}"}.get(why, "")
    if why == "own words":
        phone.open("css/base.css")
        phone.page.evaluate(OWN, f"/{PLACE}")
    page = phone.open(f"#h={quote(WIN)}{more}")
    page.wait_for_selector("#verdict .waiting progress")
    while not phone.held:
        page.wait_for_timeout(100)
    assert page.evaluate(SHOWN) is None
    page.unroute_all(behavior="ignoreErrors")


def test_what_the_page_answers_before_python_has_come(phone: Phone) -> None:
    """What a word means comes later. What is not in the list is left to Python, which says why."""
    page = phone.open("#p=arrange&f=332&level=1&seed=e5")
    with step("the hand that Python deals for its seed is solved, with a hint and the answer"):
        page.wait_for_selector("#place .tray .tile")
        asked = {"form": ["332"], "level": ["1"], "seed": ["e5"], "answer": ["1"]}
        dealt: dict[str, Any] = answers().get("deal", asked)
        assert sorted(page.locator("#place .tray .tile").all_inner_texts()) == sorted(dealt["hand"])
        first = json.loads(json.dumps(dealt["arrangements"][0]))
        page.tap("#hint-button")
        page.locator("#hint", has_text=first[0]["words"][0]["reading"][0]).wait_for()
        page.tap("#answer")
        page.wait_for_selector("#result")
        assert str(dealt["arrangement_count"]) in page.inner_text("#result")
    with step("a word is called"):
        phone.open(f"#h={quote('なみだいぬ')}&f=332")
        page.wait_for_selector("#options", state="attached")
        page.evaluate("() => { document.querySelector('#options').open = true; }")
        page.fill("#meld-field", "さくら")
        page.tap("#meld-add")
        page.wait_for_selector("#verdict[data-shanten='-1']")
    with step("a hand farther away says that it is counted"):
        phone.open(f"#h={quote(FAR)}")
        page.locator("#verdict", has_text="かぞえています").wait_for()
    with step("words are looked up"):
        phone.open(f"#p=words&q={quote('さかな')}")
        page.locator("#found .yes").wait_for()
        assert page.locator("#found .run .tile").all_inner_texts() == list("さかな")
        page.fill("#word-field", "さなけ")
        page.wait_for_selector("#found:not(:has(.found)) .waiting")
        page.fill("#word-field", "いぬ ねこ")
        page.wait_for_function("() => document.querySelectorAll('#found .yes').length === 2")
    with step("Python comes"):
        phone.let_python_come()
        page.wait_for_selector("#found .gloss")
        assert page.locator("#found .yes").count() == 2
        page.click("#language")
        page.locator("#found .gloss", has_text="dog").wait_for()
        page.click("#language")
        phone.open(f"#h={quote(FAR)}")
        page.wait_for_selector("#verdict[data-shanten]")


def test_a_kept_game_knows_its_words_before_python_has_come(phone: Phone) -> None:
    page = phone.open("#p=play")
    phone.let_python_come()
    page.tap("#begin")
    page.wait_for_selector("#room-play.asked")
    phone.come = False
    page.reload()
    page.wait_for_selector("#room-play .tray .tile")
    known = """import(new URL('js/parts/lexicon.js', document.baseURI))
        .then(({ wordList }) => wordList('common', 'hiragana-120', [2, 3]))
        .then((wordsOf) => ['さかな', 'いぬ', 'ぱぬぽ'].map((word) => wordsOf(word).length))"""
    assert page.evaluate(known) == [1, 1, 0]
