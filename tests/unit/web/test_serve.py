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
from urllib.parse import quote

import psutil
import pytest
import uvicorn
from starlette.types import Receive
from uvicorn.server import ServerState

from kanamj.errors import KanamjError
from kanamj.web import serve
from kanamj.web.connection import MOST_CONNECTIONS, Connection
from kanamj.web.helpers import Crew, Helper, Helpers
from kanamj.web.parameters import Reply, fields_of, read_body, read_fields
from kanamj.web.routes import ROUTES

WIN = "hand=" + quote("さくらなみだたまごきつねいぬ")


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
        try:
            with urllib.request.urlopen(self.url + address, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

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
    running = Served("--port", "0")
    yield running
    if running.process.poll() is None:
        running.stop()


def test_fifty_questions_at_once_are_answered(served: Served) -> None:
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(lambda i: served.get(f"api/v1/judge?{WIN}&limit={i + 1}"), range(50)))
    assert {status for status, _ in answers} == {200}
    assert {json.loads(text)["shanten"] for _, text in answers} == {-1}


def test_a_long_question_is_refused(served: Served) -> None:
    status, text = served.get("api/v1/judge?hand=" + quote("あ") * 3000)
    assert status == 414
    assert json.loads(text)["code"] == "long"


def test_headers_without_end_are_cut_off(served: Served) -> None:
    with served.connect(b"GET / HTTP/1.1\r\n") as connection, pytest.raises(ConnectionError):
        connection.sendall((b"x: " + b"a" * 1000 + b"\r\n") * 100_000)
    assert served.get(f"api/v1/judge?{WIN}")[0] == 200


def is_ended(connection: socket.socket) -> bool:
    """Is it closed by the server: with what was sent read (an end) or not yet read (a reset)?"""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_idle_connections_make_room_for_new_ones() -> None:
    served = Served("--port", "0")
    with ExitStack() as open_:
        silent = [
            open_.enter_context(served.connect(b"GET / HTTP/1.1\r\nHost: "))
            for _ in range(MOST_CONNECTIONS + 100)
        ]
        assert served.get(f"api/v1/judge?{WIN}")[0] == 200
        assert is_ended(silent[0])
    _, said = served.stop()
    assert said == "stopped; no file was left half written\n"


def test_slow_forms_do_not_delay_quick_questions() -> None:
    served = Served("--port", "0")
    served.get(f"api/v1/judge?{WIN}")
    with ThreadPoolExecutor(4) as pool:
        slow = [pool.submit(served.get, f"api/v1/judge?{endless()}") for _ in range(4)]
        time.sleep(0.5)
        assert served.get(f"api/v1/judge?{WIN}")[0] == 200
        assert not any(asked.done() for asked in slow)
        served.stop()
        assert {503, 500} >= {asked.result()[0] for asked in slow if not asked.exception()}


def test_nonsense_requests_do_not_block_the_server(served: Served) -> None:
    for sent in (b"\x00\xff" * 1000 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET"):
        served.connect(sent).close()
    assert served.get("api/v1/info")[0] == 200


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("with_", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_server_stops_together_with_its_helpers(with_: signal.Signals) -> None:
    served = Served("--port", "0")
    served.get(f"api/v1/judge?{WIN}")
    with ThreadPoolExecutor(3) as pool:  # questions that are being answered, and that wait, do not hold it up
        asked = [pool.submit(served.get, f"api/v1/judge?{endless()}") for _ in range(2)]
        asked += [pool.submit(served.get, f"api/v1/chances?hand={quote('てがきねあげじもんろまんぬび')}")]
        helpers: list[psutil.Process] = []
        while len(helpers) < 3:
            helpers = psutil.Process(served.process.pid).children(recursive=True)
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


def test_a_list_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KanamjError, match="'nix' is not a lexicon"):
        serve.serve(0, "nix", False, print)


def test_a_missing_browser_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(serve, "has_screen", lambda: False)
    serve.open_page("http://127.0.0.1:1/", said.append)
    monkeypatch.setattr(serve, "has_screen", lambda: True)
    monkeypatch.setattr(serve.webbrowser, "open", lambda _url: False)
    serve.open_page("http://127.0.0.1:1/", said.append)
    assert said == ["no browser could be opened; open http://127.0.0.1:1/ yourself"] * 2


def asked_by(ask: Callable[[Helpers], Awaitable[None]], lexicon: str = "common", **more: float) -> None:
    """Let a function ask one helper."""

    async def run() -> None:
        crew = Crew(1, **({"seconds": 20.0} | more))  # type: ignore[arg-type]
        helpers = Helpers(lexicon, {"quick": crew, "slow": crew})
        async with helpers.running():
            await ask(helpers)

    asyncio.run(run())


def test_a_server_that_stops_while_its_first_helper_starts_waits_for_its_end() -> None:
    async def run() -> int | None:
        crew = Crew(1, 20.0)
        helpers = Helpers("common", {"quick": crew, "slow": crew})
        async with helpers.running():
            while (process := helpers._all[0]._process) is None:
                await asyncio.sleep(0)
        return process.returncode

    assert asyncio.run(run()) == -signal.SIGKILL


def refusal(reply: Reply) -> tuple[str, int]:
    return json.loads(reply[1])["code"], reply[0]


HAND = read_fields(ROUTES["judge"].parameters, {"hand": ["さくらなみだたまごきつねいぬ"]})
ENDLESS = read_fields(ROUTES["judge"].parameters, fields_of(endless()))


def test_a_question_that_takes_too_long_is_given_up() -> None:
    async def ask(crew: Helpers) -> None:
        assert refusal(await crew.ask("judge", ENDLESS)) == ("late", 503)
        easy = {**HAND, "form": "33332,332"}
        assert (await crew.ask("judge", easy))[0] == 200  # by a new process

    asked_by(ask, seconds=1.0)


def test_a_helper_that_dies_is_replaced() -> None:
    async def ask(crew: Helpers) -> None:
        assert (await crew.ask("info", {}))[0] == 200
        helper = crew._all[0]
        assert helper._process is not None
        helper._process.kill()
        await helper._process.wait()
        assert (await crew.ask("info", {}))[0] == 200

    asked_by(ask)


def test_a_helper_that_is_ended_just_when_it_is_ready_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(crew: Helpers) -> None:
        helper, start = crew._all[0], Helper.start

        async def start_and_end(self: Helper) -> None:
            await start(self)
            await self.end()

        await crew.ask("info", {})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Helper, "start", start_and_end)
            assert refusal(await crew.ask("info", {})) == ("failed", 500)
        assert helper._process is None
        assert (await crew.ask("info", {}))[0] == 200

    asked_by(ask)
    assert "Traceback" not in capfd.readouterr().err


def test_invalid_characters_do_not_end_a_helper() -> None:
    own = read_body(ROUTES["own"].parameters, {"add": ["\ud800"]})

    async def ask(crew: Helpers) -> None:
        assert refusal(await crew.ask("own", own)) == ("lexicon", 400)
        process = crew._all[0]._process
        assert (await crew.ask("info", {}))[0] == 200
        assert crew._all[0]._process is process

    asked_by(ask)


def test_a_list_that_does_not_exist_is_an_error_and_not_a_crash(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(crew: Helpers) -> None:
        for _ in range(2):
            assert refusal(await crew.ask("info", {})) == ("lexicon", 400)

    asked_by(ask, "nix")
    assert "Traceback" not in capfd.readouterr().err


def test_a_user_who_leaves_does_not_end_a_helper() -> None:
    async def ask(crew: Helpers) -> None:
        await crew.ask("info", {})
        process = crew._all[0]._process
        asked = asyncio.create_task(crew.ask("words", read_fields(ROUTES["words"].parameters, {})))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        assert (await crew.ask("info", {}))[0] == 200
        assert crew._all[0]._process is process
        assert asked.cancelled()

    asked_by(ask)


def test_too_many_waiting_questions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(crew: Helpers) -> None:
        await crew.ask("judge", {**HAND, "form": "33332,332"})
        busy = asyncio.create_task(crew.ask("judge", ENDLESS))
        await asyncio.sleep(0.05)
        assert refusal(await crew.ask("judge", ENDLESS)) == ("busy", 503)
        monkeypatch.setattr("kanamj.web.helpers.MOST_WAITING", 0)
        assert "are waiting already" in (await crew.ask("judge", ENDLESS))[1]
        busy.cancel()

    asked_by(ask, wait=0.2)


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: ", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"]
)
def test_a_request_that_never_comes_ends_its_connection(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def application(_scope: object, receive: Receive, _send: object) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def wait() -> bytes:
        config, state = (
            uvicorn.Config(application, http=Connection, ws="none", log_level="critical"),
            ServerState(),
        )
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(sent)
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()
            server.close()

    monkeypatch.setattr("kanamj.web.connection.REQUEST_SECONDS", 0.1)
    assert asyncio.run(asyncio.wait_for(wait(), 30)) == b""
