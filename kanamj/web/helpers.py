"""Processes that answer the questions of the page. So a slow question does not delay others, and can be ended.

Each lane (a group of similar questions, see `kanamj.web.routes`) has its own processes, the helpers.

`pebble.ProcessPool`, which also ends a worker whose task takes too long, was tried in place of `Helper` (5.2.3, one
pool per helper, on two cores). A worker that is killed while it has no task breaks its pool for good; a worker at work
goes on when its server was killed; workers import an enum.py of the current folder, unless the whole server, with the
browser that it opens, has PYTHONSAFEPATH. Seven idle pools take 8 ms of CPU per second, not 0; a worker 37 MB, not 27.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from kanamj.web.parameters import QueryError, Reply, as_json, error_reply
from kanamj.web.routes import Lane, lane_of

Gone: TypeAlias = Callable[[], Awaitable[bool]]

MOST_WAITING = 200
START_SECONDS = 180.0
"""How many seconds a process may take until it is ready. It may have to compile kernels first."""
_LONGEST_LINE = 1 << 25


class Crew(NamedTuple):
    """The processes of a lane. helpers: how many processes. seconds: how long an answer may take. wait: how many
    seconds a question may wait for a free process."""

    helpers: int
    seconds: float
    wait: float = 60.0


CREWS: dict[Lane, Crew] = {
    "quick": Crew(max(1, min(4, os.cpu_count() or 1)), 10.0),
    "slow": Crew(1, 10.0),
    "chances": Crew(1, 60.0, 120.0),
    "game": Crew(1, 30.0),
}


class Helper:
    """One process, which is started by its first question. If an answer takes too long, the process is ended, and the
    next question starts a new one."""

    def __init__(self, lexicon: str, lane: Lane, seconds: float, all_words: bool) -> None:
        shown = "all-words" if all_words else ""
        # -P: modules are not looked for in the current folder, but where this process looks for them.
        program = f"import sys; sys.path[:] = {sys.path!r}; from kanamj.web.worker import main; main()"
        self._command = (sys.executable, "-P", "-c", program, lane, lexicon, shown)
        self._seconds = seconds
        self._process: Process | None = None

    async def start(self) -> None:
        """Start the process if it is not running, and wait for its first line: it is ready."""
        if self._process is None or self._process.returncode is not None:
            # The process has its own session, so Ctrl-C reaches only the server, which ends its helpers.
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE, start_new_session=True
            )
            await self._exchange("", START_SECONDS)

    async def ask(self, question: str) -> Reply:
        """The status and the text of the answer to a question, which is one line of JSON. Raises QueryError if the
        answer takes too long (503), or if the process ends (500)."""
        await self.start()
        status, _, text = (await self._exchange(f"{question}\n", self._seconds)).partition(" ")
        return int(status), text

    async def _exchange(self, sent: str, seconds: float) -> str:
        """Write `sent` to the process. Returns the next line that the process prints, without its line end."""
        process = self._process
        if process is None:  # it was ended just when it had become ready
            raise _ended()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(sent.encode())
                answer = await process.stdout.readline()
        except ConnectionError:
            answer = b""
        except BaseException as error:
            await self.end()
            if not isinstance(error, TimeoutError):
                raise
            message = f"this takes more than {seconds:g} seconds; ask for less at once, or use kanamj in the terminal"
            raise QueryError(message, None, "late", {"seconds": seconds}, 503) from None
        if not answer:
            await self.end()
            raise _ended()
        return answer.decode().rstrip("\n")

    async def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _ended() -> QueryError:
    return QueryError("a helper of kanamj has ended; ask again", None, "failed", status=500)


class Helpers:
    """The processes of all lanes. One quick helper starts at once; each other helper starts with its first question."""

    def __init__(self, lexicon: str, crews: Mapping[Lane, Crew] = CREWS, *, all_words: bool = False) -> None:
        self._crews = crews
        self._waiting = dict.fromkeys(crews, 0)
        self._free: dict[Lane, asyncio.LifoQueue[Helper]] = {}
        self._all: list[Helper] = []
        for lane, crew in crews.items():
            self._free[lane] = asyncio.LifoQueue()
            for _ in range(crew.helpers):
                self._all.append(Helper(lexicon, lane, crew.seconds, all_words))
                self._free[lane].put_nowait(self._all[-1])

    @contextlib.asynccontextmanager
    async def running(self, _app: object = None) -> AsyncIterator[None]:
        """A context: questions can be asked inside the block. At its end, all processes are ended."""
        first = asyncio.create_task(self._start_one())
        try:
            yield
        finally:
            first.cancel()  # it may be ending a process that it has just started: that is waited for, too
            await asyncio.gather(first, *(helper.end() for helper in self._all), return_exceptions=True)

    async def _start_one(self) -> None:
        helper = await self._free_helper("quick")
        try:
            await helper.start()
        except QueryError:
            pass  # the first question starts the helper again; its answer is then this error
        finally:
            self._free["quick"].put_nowait(helper)

    async def ask(self, name: str, asked: Mapping[str, Any], gone: Gone | None = None) -> Reply:
        """The status and the JSON text of an answer. The status is 503 if the answer takes too long, or if no helper is
        free in time.

        gone: returns True if nobody waits for the answer any more; a question that has not begun is then not answered.
        A helper that is at work is not stopped, because a new one would take longer to be ready.
        """
        lane = lane_of(name, asked)
        try:
            helper = await self._free_helper(lane)
        except QueryError as error:
            return error_reply(error)
        question = as_json({"name": name, "asked": asked})
        return await asyncio.shield(self._answer(helper, self._free[lane], question, gone))

    @staticmethod
    async def _answer(
        helper: Helper, free: asyncio.LifoQueue[Helper], question: str, gone: Gone | None
    ) -> Reply:
        try:
            if gone is not None and await gone():
                return 503, "{}"
            return await helper.ask(question)
        except Exception as error:
            return error_reply(error)
        finally:
            free.put_nowait(helper)

    async def _free_helper(self, lane: Lane) -> Helper:
        if self._waiting[lane] >= MOST_WAITING:
            raise QueryError(
                f"{MOST_WAITING} questions are waiting already; ask again later", None, "busy", status=503
            )
        self._waiting[lane] += 1
        try:
            async with asyncio.timeout(self._crews[lane].wait):
                return await self._free[lane].get()
        except TimeoutError:
            message = "no helper was free in time, because there are too many questions; ask again later"
            raise QueryError(message, None, "busy", status=503) from None
        finally:
            self._waiting[lane] -= 1
