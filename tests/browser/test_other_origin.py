"""The pages of docs/judge-of-your-game.md, as a browser shows them: they are of another origin than the judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.fixtures import Host, Server
from tests.browser.moves import Opener
from tests.places import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ASKS, ALONE = re.findall(
    r"```html\n(.*?)```", (ROOT / "docs" / "judge-of-your-game.md").read_text(encoding="utf-8"), re.DOTALL
)
"""The page that asks a server, and the one that has the engine beside it."""
JUDGE = "http://127.0.0.1:8765/"


@pytest.fixture
def game(browser: Browser, tmp_path: Path) -> Iterator[Host]:
    """A host of the page that asks; the judge's address is put in by each test."""
    assert browser.is_connected()
    host = Host(tmp_path, tmp_path / "host.log")
    yield host
    host.stop()


@pytest.mark.parametrize("may", [True, False], ids=["allowed", "refused"])
def test_a_game_of_another_origin_gets_a_verdict_if_it_may(
    game: Host, new_page: Opener, tmp_path: Path, may: bool
) -> None:
    origin = game.url.rstrip("/")
    other = origin.replace("127.0.0.1", "localhost")
    judge = Server(options=["--allow", origin if may else other])
    try:
        assert JUDGE in ASKS
        (tmp_path / "index.html").write_text(ASKS.replace(JUDGE, judge.url), encoding="utf-8")
        watched = new_page(game.url)
        watched.expected = [] if may else ["CORS", "Failed to"]
        if may:
            page = watched.open()
            page.wait_for_function("document.querySelector('#verdict').textContent.includes('キツネ 桜')")
        else:
            with watched.page.expect_event("pageerror"):
                page = watched.open()
            assert page.text_content("#verdict") == "…"
            assert any("CORS" in said for said in watched.complaints)
        watched.strangers = [url for url in watched.strangers if not url.startswith(judge.url)]
        watched.check()
    finally:
        judge.stop()


@pytest.mark.slow
def test_a_game_with_the_engine_beside_it_needs_no_server(hosted: Host, site: Path, new_page: Opener) -> None:
    (site / "somewhere" / "index.html").write_text(ALONE, encoding="utf-8")
    watched = new_page(hosted.url + "somewhere/")
    watched.page.set_default_timeout(180_000)
    watched.open().wait_for_function("document.querySelector('#verdict').textContent === 'Win'")
