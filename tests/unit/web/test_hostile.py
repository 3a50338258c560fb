"""Hostile requests: whole ones, but with any method, parameter, body and header. None is a fault of kanamj."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kanamj.web.answers import Answers
from kanamj.web.parameters import parameters_of
from kanamj.web.routes import FORMS, ROUTES
from tests.places import GAMES, by_default
from tests.unit.web.asking import client

HAND = "さくらなみだたまごきつねいぬ"
RECORD = min((file.read_text(encoding="utf-8") for file in GAMES), key=len)
TEXTS = [
    HAND, HAND[1:], "さくら", "を" * 14, "桜お金", "か？な", "か(", "(?:", "９", "さ" * 250, "123m11z", *FORMS,
    "riichi-136", "hiragana-pro-166", "core", "pro", "pro-online", "ignore", "tenpai", "basic", "paper,players=2",
    "290w", "seer", "greedy,greedy", "os:system", "../../etc/passwd", "%00", "\x00\x1b[2J\x7f", "\u202e\ufeff",
    "😀" * 50, "e\u0301\u3099", "\ud800", "-1", "1e9", "0x10", "NaN", "1_0", "9" * 400, "' OR 1=1 --", "<script>",
    "{}", "[]", "null", "", "a" * 5_000, "=cmd|'!A0", "\r\nset-cookie: a=b", RECORD[:300], RECORD, "5" * 30,
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, 1, 2, 3, 9, -1, 10**18, 10**400, 0.5, 1e308, [], {}, [[]], [{}], {"": 0}, [None, "a"],
    ["さくら"], ["のへむ"], ["のへむ=<b>"], [{"event": "discard", "tile": "あ"}], [{"event": []}] * 9,
    json.loads("[" * 400 + "]" * 400),
]  # fmt: skip
HEADERS = [
    ("origin", "null"), ("origin", "http://127.0.0.1:8765"), ("origin", "\xff"), ("sec-fetch-site", "x" * 900),
    ("host", "[::1"), ("host", "a b"), ("content-type", "text/html"), ("accept-encoding", "\xe9"), ("expect", "1"),
    ("transfer-encoding", "chunked"), ("content-length", "3"), ("cookie", "a=" + "b" * 4_000), ("range", "bytes=9-"),
]  # fmt: skip
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "ＧＥＴ", "get"]
PLACES = ["/", "//", "/%2e%2e/x", "/js/%00", "/api/v1/%ff", "/api/v1/"]


def requests(number: int) -> Iterator[dict[str, Any]]:
    """Requests, always the same ones. Half of them have what the route needs."""
    dice = random.Random(45)
    for _ in range(number):
        name = dice.choice(list(ROUTES))
        names = [*parameters_of(ROUTES[name])]
        asked = {dice.choice([*names, "x"]): dice.choice(TEXTS + VALUES) for _ in range(dice.randrange(5))}
        needed = {"hand": HAND, "record": RECORD, "letters": HAND[:4], "text": HAND, "draws": 1}
        asked |= {name: value for name, value in needed.items() if name in names and dice.random() < 0.5}
        method = ROUTES[name].method if dice.random() < 0.8 else dice.choice(METHODS)
        request: dict[str, Any] = {"method": method, "url": f"/api/v1/{name}"}
        if dice.random() < 0.05:
            request["url"] = dice.choice(PLACES)
        if method == "POST":
            body = json.dumps(asked).encode()
            cut = dice.randrange(len(body))
            torn = [body[:cut], body[:cut] + b"\xff" + body[cut:], b"[" * 90_000]
            request["content"] = dice.choice([body] * 6 + torn)
        else:
            request["params"] = {name: str(value).encode(errors="replace") for name, value in asked.items()}
        if dice.random() < 0.1:
            header, value = dice.choice(HEADERS)
            request["headers"] = {header: value.encode("latin-1")}
        yield request


@pytest.mark.parametrize("number", by_default({200}, [200, 10_000]))
def test_no_request_is_a_fault(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    statuses = set()
    with client(Answers()) as page:
        for request in requests(number):
            answer = page.request(**request)
            statuses.add(answer.status_code)
            assert answer.status_code < 500, (request, answer.text)
            api = request["url"].startswith("/api/v1/") and request["method"] != "HEAD"
            if answer.status_code >= 400 and api and "host" not in request.get("headers", {}):
                assert {"error", "code", "field"} <= set(answer.json()), request
    assert {200, 400, 403, 404, 405} <= statuses
