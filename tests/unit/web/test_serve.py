"""The running server: port, helpers, signals. A slow or failing question does not delay other users."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from email.message import Message as Headers
from urllib.parse import quote

import psutil
import pytest
import uvicorn
from starlette.types import Message
from uvicorn.server import ServerState

from kanamj.errors import KanamjError
from kanamj.web import connections, serve
from kanamj.web import helpers as of_helpers
from kanamj.web.app import make_app
from kanamj.web.helpers import Helpers
from kanamj.web.parameters import Reply, read_texts, texts_of
from kanamj.web.routes import Info, Judge, Own, Words
from tests.places import DATA

WIN = "hand=" + quote("さくらなみだたまごきつねいぬ")
FULL = "hand=" + quote("てがきねあげひよこみみずぬぽ")


def endless() -> str:
    """A question of hours: the arrangements of 24 letters in pairs."""
    return "hand=" + quote("いうかきくこしたつとなにはまみもらりるんさすせそ") + "&form=" + "2" * 12


class Served:
    """`kanamj web` as its own process."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kanamj", "web", "--no-open", *options],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stderr is not None
        self.said = self.process.stderr.readline()
        while self.said and "http://" not in self.said:
            self.said = self.process.stderr.readline()
        self.url = self.said.split()[0]

    def get(self, address: str) -> tuple[int, bytes]:
        return self.ask(address)[:2]

    def ask(self, address: str, **headers: str) -> tuple[int, bytes, Headers]:
        """The status, the body and the headers of the answer."""
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.url + address, headers=headers), timeout=600
            ) as answer:
                return answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read(), error.headers

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            code, said = self.stop()
            assert (code, "Traceback" in said) == (130, False), said

    def helpers(self) -> list[psutil.Process]:
        """The processes that answer."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def connect(self, sent: bytes = b"") -> socket.socket:
        """A connection on which this much has been sent."""
        port = int(self.url.rstrip("/").rpartition(":")[2])
        connection = socket.create_connection(("127.0.0.1", port), timeout=10)
        connection.sendall(sent)
        return connection

    def stop(self, with_: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Ctrl-C, or another signal; the exit code, and what was said."""
        self.process.send_signal(with_)
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, said


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served("--port", "0") as running:
        yield running


def test_headers_without_end_are_cut_off(served: Served) -> None:
    with served.connect(b"GET / HTTP/1.1\r\n") as connection, pytest.raises(ConnectionError):
        connection.sendall((b"x: " + b"a" * 1000 + b"\r\n") * 100_000)
    assert served.get(f"api/v1/judge?{WIN}")[0] == 200


def test_every_answer_carries_the_headers(served: Served) -> None:
    asked = {
        "": 200,
        "js/main.js": 200,
        "api/v1/info": 200,
        "nix": 404,
        "api/v1/nix": 404,
        "api/v1/game": 405,
    }
    for address, status in asked.items():
        for host in ({}, {"host": "evil.example"}):
            answered, _, headers = served.ask(address, **host)
            assert answered == (400 if host else status)
            assert {name: headers[name] for name in serve.HEADERS} == serve.HEADERS
            assert headers["server"] is None


HALVES = (b"", b"GET / HT", b"POST /api/v1/own HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
DEAF = b"GET /today.txt HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3
"""Answers of which the system keeps only a part until somebody reads them."""


def test_more_questions_at_once_than_places(served: Served) -> None:
    asked = b"GET /api/v1/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    time.sleep(connections.PLACE_SECONDS)
    with ExitStack() as open_:
        all_ = [open_.enter_context(served.connect()) for _ in range(serve.MOST_CONNECTIONS + 20)]
        for connection in all_:
            connection.sendall(asked)
        statuses = [connection.makefile("rb").readline().split()[1] for connection in all_]
    assert statuses == [b"200"] * serve.MOST_CONNECTIONS + [b"503"] * 20


def test_a_request_must_be_whole_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)

    async def closed(sent: bytes) -> bytes:
        config = uvicorn.Config(make_app(Helpers("common")), http=connections.Connection, lifespan="off")
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        listening = await loop.create_server(lambda: connections.Connection(config, state, {}), "127.0.0.1")
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        writer.write(sent)
        try:
            return await asyncio.wait_for(reader.read(), 10)
        except ConnectionError:
            return b""
        finally:
            writer.close()
            listening.close()

    for sent in HALVES:
        assert b"200" not in asyncio.run(closed(sent))


def test_connections_over_the_limit_are_refused_until_others_end(served: Served) -> None:
    with ExitStack() as open_:
        for number in range(serve.MOST_CONNECTIONS):
            open_.enter_context(served.connect([*HALVES, DEAF][number % 4]))
        assert served.get("api/v1/info")[0] == 503
        time.sleep(connections.PLACE_SECONDS)
        assert (
            served.get("api/v1/info")[0] == 200
        )  # half open connections, and those that read nothing, have lost their places
    while (status := served.get("api/v1/info")[0]) == 503:
        time.sleep(0.01)
    assert status == 200


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("with_", "quick"),
    [
        (signal.SIGTERM, [f"judge?{WIN}", f"judge?{FULL}", "deal", f"find?q={quote('さかな')}", "info"]),
        (signal.SIGKILL, ["info"]),
    ],
)
def test_slow_questions_delay_neither_quick_ones_nor_the_end(with_: signal.Signals, quick: list[str]) -> None:
    """Questions that are being answered, and that wait. The server stops together with its helpers."""
    with Served("--port", "0") as served, ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(served.get, f"api/v1/judge?{endless()}") for _ in range(3)]
        asked += [pool.submit(served.get, f"api/v1/chances?{FULL}")]
        while len(helpers := served.helpers()) < 2:
            time.sleep(0.01)
        assert [served.get(f"api/v1/{each}")[0] for each in quick] == [200] * len(quick)
        code, said = served.stop(with_)
        assert not any(one.exception() is None and one.result()[0] == 200 for one in asked)
    assert code == (-with_ if with_ == signal.SIGKILL else 130)
    assert "Traceback" not in said
    assert psutil.wait_procs(helpers, timeout=10)[1] == []


def test_a_named_port_in_use_is_an_error() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(KanamjError, match=f"port {port} is in use"):
            serve.bind(port)


def test_if_no_port_is_named_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", port)
        with serve.bind(None) as bound:
            assert port < bound.getsockname()[1] < port + serve.PORTS_TRIED
        monkeypatch.setattr(serve, "PORTS_TRIED", 1)
        with pytest.raises(KanamjError, match="all in use"):
            serve.bind(None)


def test_a_missing_browser_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(serve, "has_screen", lambda: False)
    serve.open_page("http://127.0.0.1:1/", said.append)
    monkeypatch.setattr(serve, "has_screen", lambda: True)
    monkeypatch.setattr(serve.webbrowser, "open", lambda _url: False)
    serve.open_page("http://127.0.0.1:1/", said.append)
    assert said == ["no browser could be opened; open http://127.0.0.1:1/ yourself"] * 2


def asked_by(ask: Callable[[Helpers], Awaitable[None]], lexicon: str = "common") -> None:
    """Let a function ask the helpers."""

    async def run() -> None:
        helpers = Helpers(lexicon)
        async with helpers.running():
            await ask(helpers)

    asyncio.run(run())


TOY = str(DATA / "toy")
"""A list that is read in no time."""


def refusal(reply: Reply) -> tuple[str, int]:
    return json.loads(reply[1])["code"], reply[0]


ENDLESS = read_texts(Judge, texts_of(endless()))
EASY = replace(ENDLESS, hand="さくらなみだたまごきつねいぬ", form="33332,332")
"""A hand of a form that the page does not offer: the slow helper answers."""


def test_a_server_that_stops_while_its_first_helper_starts_waits_for_its_end() -> None:
    async def run() -> int | None:
        helpers = Helpers("common")
        async with helpers.running():
            while (process := helpers.quick.process) is None:
                await asyncio.sleep(0)
        return process.returncode

    assert asyncio.run(run()) == -signal.SIGKILL


def test_a_question_that_takes_too_long_ends_its_helper_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(helpers: Helpers) -> None:
        assert (await helpers.ask(Info()))[0] == 200
        quick = helpers.quick.process
        monkeypatch.setattr(Judge, "seconds", 0.5)
        assert refusal(await helpers.ask(ENDLESS)) == ("late", 503)
        late = helpers.slow.process
        assert late is not None
        assert late.returncode == -signal.SIGKILL
        monkeypatch.undo()
        assert (await helpers.ask(EASY))[0] == 200
        assert helpers.slow.process is not late
        assert helpers.quick.process is quick
        assert quick is not None
        assert quick.returncode is None

    asked_by(ask)


def test_a_helper_that_dies_is_replaced(capfd: pytest.CaptureFixture[str]) -> None:
    """A question that comes before its death is noticed is asked again."""

    async def ask(helpers: Helpers) -> None:
        for wait in (True, False):
            assert (await helpers.ask(Info()))[0] == 200
            assert helpers.quick.process is not None
            helpers.quick.process.kill()
            if wait:
                await helpers.quick.process.wait()
            assert (await helpers.ask(Info()))[0] == 200

    asked_by(ask, TOY)
    assert "Traceback" not in capfd.readouterr().err


def test_a_list_that_does_not_exist_is_an_error_and_not_a_crash(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(helpers: Helpers) -> None:
        for _ in range(2):
            assert refusal(await helpers.ask(Info())) == ("lexicon", 400)

    asked_by(ask, "nix")
    assert "Traceback" not in capfd.readouterr().err


def test_neither_invalid_characters_nor_a_user_who_leaves_end_a_helper() -> None:
    async def ask(helpers: Helpers) -> None:
        assert refusal(await helpers.ask(Own(add=["\ud800"]))) == ("lexicon", 400)
        process = helpers.quick.process
        asked = asyncio.create_task(helpers.ask(Words()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        assert (await helpers.ask(Info()))[0] == 200
        assert helpers.quick.process is process
        assert asked.cancelled()

    asked_by(ask, TOY)


def test_the_question_of_a_browser_that_has_left_is_not_begun() -> None:
    """Starlette sees that a browser has left only after the request was read to its end, also that of a GET."""
    helpers = Helpers("common")
    scope = {"type": "http", "method": "GET", "path": "/api/v1/info", "query_string": b""}
    received: list[Message] = [{"type": "http.request", "body": b""}, {"type": "http.disconnect"}]
    sent: list[Message] = []

    async def receive() -> Message:
        return received.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(make_app(helpers)({**scope, "headers": [(b"host", b"localhost")]}, receive, send))
    assert sent[0]["status"] == 503
    assert helpers.quick.process is None


def test_a_question_that_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(helpers: Helpers) -> None:
        await helpers.ask(EASY)
        busy = asyncio.create_task(helpers.ask(ENDLESS))
        await asyncio.sleep(0.05)
        monkeypatch.setattr(of_helpers, "WAIT_SECONDS", 0.1)
        assert refusal(await helpers.ask(ENDLESS)) == ("busy", 503)
        busy.cancel()

    asked_by(ask)
