"""The server as it is started: port, helpers, signals. What takes long or goes wrong holds up nobody else."""

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
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from urllib.parse import quote

import psutil
import pytest

from kanamj.errors import KanamjError
from kanamj.web import serve
from kanamj.web.helpers import Crew, Helpers
from kanamj.web.questions import QueryError

WIN = "hand=" + quote("さくらなみだたまごきつねいぬ")


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

    def stop(self) -> tuple[int, str, float]:
        """Ctrl-C; the exit code, what was said, and the seconds it took."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, said, time.monotonic() - begun


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


def test_a_million_letters_are_refused(served: Served) -> None:
    status, text = served.get("api/v1/judge?hand=" + quote("あ") * 10**6)
    assert status == 414
    assert json.loads(text)["code"] == "long"
    assert served.get(f"api/v1/judge?{WIN}")[0] == 200


def test_nonsense_on_the_wire_hangs_nothing(served: Served) -> None:
    port = int(served.url.rstrip("/").rpartition(":")[2])
    for sent in (b"\x00\xff" * 1000 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET"):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(sent)
    assert served.get("api/v1/info")[0] == 200


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal on POSIX")
def test_ctrl_c_stops_it_with_its_helpers(served: Served) -> None:
    served.get(f"api/v1/judge?{WIN}")
    with ThreadPoolExecutor(1) as pool:  # a question that is being answered does not hold it up
        asked = pool.submit(served.get, f"api/v1/chances?hand={quote('てがきねあげじもんろまんぬび')}")
        time.sleep(0.3)
        helpers = psutil.Process(served.process.pid).children(recursive=True)
        code, said, _ = served.stop()
        with pytest.raises(Exception, match=r".*"):  # answered with an error, or cut off
            assert asked.result(30)[0] == 200
    assert code == 130
    assert "Traceback" not in said
    _, alive = psutil.wait_procs(helpers, timeout=10)
    assert (bool(helpers), alive) == (True, [])


def test_a_named_port_in_use_is_told() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(KanamjError, match=f"port {port} is in use"):
            serve.bind(port)


def test_without_a_name_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_list_that_is_not_there_is_told() -> None:
    with pytest.raises(KanamjError, match="no lexicon 'nix'"):
        serve.serve(0, "nix", False, print)


def test_no_browser_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(serve, "has_screen", lambda: False)
    serve.open_page("http://127.0.0.1:1/", said.append)
    monkeypatch.setattr(serve, "has_screen", lambda: True)
    monkeypatch.setattr(serve.webbrowser, "open", lambda _url: False)
    serve.open_page("http://127.0.0.1:1/", said.append)
    assert said == ["no browser could be opened; open http://127.0.0.1:1/ yourself"] * 2


async def here() -> bool:
    """Whoever asks is still there."""
    return False


@asynccontextmanager
async def helpers(crew: Crew) -> AsyncIterator[Helpers]:
    crews = dict.fromkeys(("quick", "chances", "game"), crew)
    opened = Helpers("common", b"secret", crews)  # type: ignore[arg-type]
    await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


def test_a_question_that_takes_too_long_is_given_up() -> None:
    async def ask() -> None:
        async with helpers(Crew(1, seconds=1.0)) as crew:
            with pytest.raises(QueryError, match="more than 1 seconds") as late:
                await crew.ask("judge", endless(), None, here)
            assert (late.value.code, late.value.status) == ("late", 503)
            assert (await crew.ask("judge", WIN, None, here))[0] == 200  # by a new process

    asyncio.run(ask())


def endless() -> str:
    """A question of hours: the arrangements of 24 letters in pairs."""
    return "hand=" + quote("いうかきくこしたつとなにはまみもらりるんさすせそ") + "&form=" + "2" * 12


def test_a_helper_that_dies_is_replaced() -> None:
    async def ask() -> None:
        async with helpers(Crew(1, seconds=20.0)) as crew:
            assert (await crew.ask("info", "", None, here))[0] == 200
            helper = crew._all["quick"][0]
            assert helper._process is not None
            helper._process.kill()
            await helper._process.wait()
            assert (await crew.ask("info", "", None, here))[0] == 200

    asyncio.run(ask())


def test_too_many_waiting_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with helpers(Crew(1, seconds=20.0, wait=0.2)) as crew:
            await crew.ask("info", "", None, here)
            busy = asyncio.create_task(crew.ask("judge", endless(), None, here))
            await asyncio.sleep(0.05)
            with pytest.raises(QueryError, match="too many") as waited:
                await crew.ask("judge", WIN, None, here)
            assert (waited.value.code, waited.value.status) == ("busy", 503)
            monkeypatch.setattr("kanamj.web.helpers.MOST_WAITING", 0)
            with pytest.raises(QueryError, match="are waiting already"):
                await crew.ask("judge", WIN, None, here)
            busy.cancel()

    asyncio.run(ask())
