"""Pages of other origins: those that may ask, those that may not, and the examples of docs/judge-of-your-game.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient

from kanamj.errors import KanamjError
from kanamj.web.answers import Answers
from kanamj.web.app import make_app, parse_origin
from tests.places import ROOT
from tests.unit.web.asking import InProcess

GAME = "http://localhost:5173"
FOUND = "/api/v1/find?q=さくら"
DOCUMENT = (ROOT / "docs" / "judge-of-your-game.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```\nGET ([^\n]*)\n```\n\n```json\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.fixture(scope="module")
def page() -> Iterator[TestClient]:
    app = make_app(InProcess(Answers()), allowed=[GAME, "https://games.example"])
    with TestClient(app, base_url="http://127.0.0.1:8765") as asked:
        yield asked


def preflight(page: TestClient, origin: str, method: str = "POST", **more: str) -> Any:
    headers = {"origin": origin, "access-control-request-method": method, **more}
    return page.options("/api/v1/own", headers=headers)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_an_allowed_origin_may_ask(page: TestClient, site: str) -> None:
    headers = {"origin": GAME, "sec-fetch-site": site}
    for address, status in ((FOUND, 200), ("/api/v1/judge?hand=さ", 400), ("/api/v1/nix", 404)):
        answer = page.get(address, headers=headers)
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (status, GAME)
        assert "origin" in answer.headers["vary"].lower()
        assert "access-control-allow-credentials" not in answer.headers
    lines = page.get("/api/v1/judge?hand=てがきねあげひよこみみずぬ&draws=1", headers=headers)
    assert len(lines.text.splitlines()) == 2
    assert page.get(FOUND, headers={**headers, "host": "evil.example"}).status_code == 400
    image = page.get(FOUND, headers={"sec-fetch-site": site})  # of any page
    assert image.status_code == 403


@pytest.mark.parametrize(
    "origin",
    ["null", "*", "", "http://localhost", "http://localhost:5174", "https://localhost:5173", f"{GAME}.evil.example"],
)  # fmt: skip
def test_pages_of_all_other_origins_may_not(page: TestClient, origin: str) -> None:
    answer = page.get(FOUND, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "host")
    assert "access-control-allow-origin" not in answer.headers
    assert "access-control-allow-origin" not in preflight(page, origin).headers


def test_a_preflight_is_answered_without_a_helper(page: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(InProcess, "ask", fails)
    more = {
        "access-control-request-headers": "content-type",
        "access-control-request-private-network": "true",
    }
    answer = preflight(page, GAME, **more)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, GAME)
    assert answer.headers["access-control-allow-private-network"] == "true"
    assert "content-type" in answer.headers["access-control-allow-headers"].lower()
    assert preflight(page, GAME, "DELETE").status_code == 400
    assert preflight(page, GAME, **{"access-control-request-headers": "authorization"}).status_code == 400


def test_without_allowed_origins_nothing_answers_a_preflight() -> None:
    with TestClient(make_app(InProcess(Answers())), base_url="http://127.0.0.1:8765") as page:
        assert preflight(page, GAME).status_code == 405


@pytest.mark.parametrize(
    "text",
    ["", "*", "null", "localhost:5173", "http://", f"{GAME}/", f"{GAME}/game", f"{GAME}?x", "http://*.example",
     "file://", "http://me@localhost", "http://localhost:0", "http://localhost:65536", "http://a b", "http://あ.jp"],
)  # fmt: skip
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(KanamjError, match="is not the origin of a page"):
        parse_origin(text)


def test_an_origin_is_what_a_browser_sends() -> None:
    given = ("HTTP://LOCALHOST:80", "https://games.example:0443", "http://[::1]:5173")
    assert [*map(parse_origin, given)] == ["http://localhost", "https://games.example", "http://[::1]:5173"]


def holds(found: Any, shown: Any) -> bool:
    """Whether an answer has what the document shows of it: these fields, and these first elements."""
    if isinstance(shown, dict):
        return all(name in found and holds(found[name], value) for name, value in shown.items())
    if isinstance(shown, list):
        return len(found) >= len(shown) and all(map(holds, found, shown))
    return bool(found == shown)


@pytest.mark.parametrize(("address", "shown"), EXAMPLES)
def test_the_examples_of_the_document_are_true(page: TestClient, address: str, shown: str) -> None:
    asked = urlsplit(address)
    answer = page.get(asked.path, params=parse_qsl(asked.query), headers={"origin": GAME}).json()
    assert holds(answer, json.loads(shown)), answer


def test_the_document_has_an_example_of_each_question() -> None:
    assert [urlsplit(address).path.rpartition("/")[2] for address, _ in EXAMPLES] == [
        *("judge", "judge", "find", "worth", "chances")
    ]
