"""Processes that answer the questions of the page, so that a slow one holds up nothing and can be ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from kanamj.web.questions import QueryError, as_json
from kanamj.web.routes import Lane, route_of
from kanamj.web.worker import READY

Reply: TypeAlias = tuple[int, str]
Gone: TypeAlias = Callable[[], Awaitable[bool]]

MOST_WAITING = 200
_LONGEST_LINE = 1 << 25


class Asker(Protocol):
    """Whoever answers: the status and the JSON text of a route's answer."""

    async def ask(self, route: str, query: str, body: str | None, gone: Gone) -> Reply: ...
    async def open(self) -> None: ...
    async def close(self) -> None: ...


@dataclass(frozen=True)
class Crew:
    """How many processes a lane has, and the most seconds they get for a question, to begin, and to come free."""

    helpers: int
    seconds: float
    begin: float = 180.0
    wait: float = 60.0


CREWS: dict[Lane, Crew] = {
    "quick": Crew(max(1, min(4, os.cpu_count() or 1)), 10.0),
    "chances": Crew(1, 60.0, wait=120.0),
    "game": Crew(1, 30.0),
}


class Helper:
    """One process, begun when it is first asked, ended and begun anew when a question takes too long."""

    def __init__(self, setup: dict[str, str], crew: Crew) -> None:
        self._setup = as_json(setup)
        self._crew = crew
        self._process: Process | None = None

    async def begin(self) -> Process:
        """The process, ready to be asked. QueryError, status 503, if it does not come up."""
        if self._process is not None and self._process.returncode is None:
            return self._process
        # In a session of its own: Ctrl-C in the terminal is for the server, which ends its helpers.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kanamj.web.worker",
            stdin=PIPE,
            stdout=PIPE,
            limit=_LONGEST_LINE,
            start_new_session=True,
        )
        self._process = process
        if await self._exchange(process, self._setup, self._crew.begin) != READY:
            raise QueryError(
                "a helper of kanamj did not start; its terminal shows why", None, "failed", status=500
            )
        return process

    async def ask(self, question: str) -> Reply:
        """The answer to a question, one line of JSON. QueryError, status 503, if it takes too long."""
        process = await self.begin()
        status, _, text = (await self._exchange(process, question, self._crew.seconds)).partition(" ")
        if not text:
            raise QueryError("a helper of kanamj ended unasked; ask again", None, "failed", status=500)
        return int(status), text

    async def _exchange(self, process: Process, line: str, seconds: float) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            return (await asyncio.wait_for(process.stdout.readline(), seconds)).decode().rstrip("\n")
        except TimeoutError:
            await self.end()
            raise QueryError(
                f"this takes more than {seconds:g} seconds here; ask less at once, or ask kanamj in the terminal",
                None,
                "late",
                {"seconds": seconds},
                503,
            ) from None
        except (ConnectionError, asyncio.CancelledError):
            await self.end()
            raise

    async def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Helpers:
    """The processes of all lanes. Lanes other than `quick` begin with their first question."""

    def __init__(self, lexicon: str, secret: bytes, crews: dict[Lane, Crew] = CREWS) -> None:
        self._crews = crews
        self._all: dict[Lane, list[Helper]] = {
            lane: [
                Helper({"lexicon": lexicon, "secret": secret.hex(), "lane": lane}, crew)
                for _ in range(crew.helpers)
            ]
            for lane, crew in crews.items()
        }
        self._free: dict[Lane, asyncio.LifoQueue[Helper]] = {}
        self._waiting = dict.fromkeys(crews, 0)
        self._beginning: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Take questions; one quick helper begins at once."""
        for lane, helpers in self._all.items():
            self._free[lane] = asyncio.LifoQueue()
            for helper in helpers:
                self._free[lane].put_nowait(helper)
        self._beginning = asyncio.create_task(self._begin_one())

    async def _begin_one(self) -> None:
        async with self._helper("quick") as helper:
            with contextlib.suppress(QueryError, ConnectionError):
                await helper.begin()

    async def ask(self, route: str, query: str, body: str | None, gone: Gone) -> Reply:
        """The answer of a helper of the route's lane; QueryError, status 503, when none comes free in time."""
        question = json.dumps({"route": route, "query": query, "body": body})
        async with self._helper(route_of(route).lane) as helper:
            if await gone():
                return 503, "{}"
            return await helper.ask(question)

    @contextlib.asynccontextmanager
    async def _helper(self, lane: Lane) -> AsyncIterator[Helper]:
        if self._waiting[lane] >= MOST_WAITING:
            raise QueryError(
                f"{MOST_WAITING} questions are waiting already; ask again later", None, "busy", status=503
            )
        self._waiting[lane] += 1
        try:
            helper = await asyncio.wait_for(self._free[lane].get(), self._crews[lane].wait)
        except TimeoutError:
            raise QueryError(
                "too many questions at once; ask again later", None, "busy", status=503
            ) from None
        finally:
            self._waiting[lane] -= 1
        try:
            yield helper
        finally:
            self._free[lane].put_nowait(helper)

    async def close(self) -> None:
        """End all processes; questions still open are answered with an error."""
        if self._beginning is not None:
            self._beginning.cancel()
        await asyncio.gather(*(helper.end() for helpers in self._all.values() for helper in helpers))
