"""Hostile requests: whole, but with any route, method, parameter, body and header. None of them is a fault of kanamj."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kanamj.web.answers import Answers
from kanamj.web.routes import FORMS, ROUTES
from tests.places import GAMES, by_default
from tests.unit.web.asking import client

RECORD = min((file.read_text(encoding="utf-8") for file in GAMES), key=len)
TEXTS = [
    "さくらなみだたまごきつねいぬ", "てがきねあげじもんろまんぬび", "さくら", "ヴァ", "を" * 14, "桜お金", "123m456p789s11z22z3z",
    "riichi-136", "hiragana-pro-166", "core", "pro", "pro-online", "ignore", "tenpai", "basic", "standard,players=2",
    "290w", "seer", "greedy,greedy", "os:system", "か？な", "か(", "(?:", "../../etc/passwd", "%00", "\x00\x1b[2J\x7f", "\u202e\ufeff",
    "😀" * 50, "e\u0301\u3099", "９", "-1", "1e9", "0x10", "NaN", "1_0", "9" * 400, "' OR 1=1 --", "<script>alert(1)</script>",
    "{}", "[]", "null", "\ud800", "a" * 5_000, "さ" * 250, "=cmd|'!A0", "\r\nset-cookie: a=b", RECORD[:300], RECORD, *FORMS, "5" * 30, "",
]  # fmt: skip
VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        1,
        2,
        3,
        9,
        -1,
        10**18,
        10**400,
        0.5,
        1e308,
        [],
        {},
        [[]],
        [{}],
        {"": 0},
        [None, 1, "a"],
    ),
    *(
        ["さくら"],
        ["のへむ"],
        ["のへむ=<b>"],
        [{"event": "discard", "tile": "あ"}, {"event": "tsumo"}],
        [{"event": []}] * 9,
    ),
    json.loads("[" * 400 + "]" * 400),
]
HEADERS = [
    *(
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8765"},
        {"origin": "\xff"},
        {"host": "[::1"},
        {"host": "a b"},
    ),
    *(
        {"sec-fetch-site": "x" * 900},
        {"content-type": "text/html"},
        {"accept-encoding": "\xe9"},
        {"range": "bytes=9-1"},
    ),
    *(
        {"transfer-encoding": "chunked"},
        {"content-length": "3"},
        {"cookie": "a=" + "b" * 4_000},
        {"expect": "1"},
    ),
]
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "ＧＥＴ", "get"]


def requests(number: int) -> Iterator[dict[str, Any]]:
    """Requests, always the same ones."""
    dice = random.Random(45)
    names = {name: [*kind.__dataclass_fields__] for name, kind in ROUTES.items()}  # type: ignore[attr-defined]
    for _ in range(number):
        route = dice.choice(list(ROUTES))
        kind = ROUTES[route]
        asked = {
            dice.choice([*names[route], "x"]): dice.choice(TEXTS + VALUES) for _ in range(dice.randrange(5))
        }
        if dice.random() < 0.5:
            asked |= {"hand": TEXTS[0], "record": RECORD, "draws": 1} if route != "own" else {}
            asked = {name: value for name, value in asked.items() if name in names[route]}
        method = kind.method if dice.random() < 0.8 else dice.choice(METHODS)
        address = (
            f"/api/v1/{route}"
            if dice.random() < 0.95
            else dice.choice(["/", "//", "/%2e%2e/x", "/js/%00", "/api/v1/%ff"])
        )
        request: dict[str, Any] = {"method": method, "url": address}
        if method == "POST":
            whole = json.dumps(asked).encode()
            cut = dice.randrange(len(whole))
            request["content"] = dice.choice(
                [whole] * 6 + [whole[:cut], whole[:cut] + b"\xff" + whole[cut:], b"[" * 90_000]
            )
        else:
            texts = {name: str(value).encode(errors="replace") for name, value in asked.items()}
            request["params"] = texts
        if dice.random() < 0.1:
            request["headers"] = {
                name: value.encode("latin-1") for name, value in dice.choice(HEADERS).items()
            }
        yield request


@pytest.mark.parametrize("number", by_default({400}, [400, 10_000]))
def test_no_request_is_a_fault(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    statuses = set()
    with client(Answers()) as page:
        for request in requests(number):
            answer = page.request(**request)
            assert answer.status_code < 500, (request, answer.text)
            statuses.add(answer.status_code)
            api = request["url"].startswith("/api/v1/") and request["method"] != "HEAD"
            if answer.status_code >= 400 and api and "host" not in request.get("headers", {}):
                assert {"error", "code", "field"} <= set(answer.json()), request
    assert {200, 400, 403, 404, 405} <= statuses
