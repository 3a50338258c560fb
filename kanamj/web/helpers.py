"""The two processes that answer the questions of the page: one for quick questions, one for slow ones.

So a quick question never waits for a slow one. An answer that takes too long ends its process, and only this process;
the next question starts another. Each line that the server writes to a process is a question, each line that it reads
is an answer; `Helper` is the server's end, `answer_lines` the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from queue import SimpleQueue
from typing import Any, Literal, TextIO, TypeAlias

from kanamj.errors import KanamjError
from kanamj.web.parameters import QueryError, Reply, as_json, error_value
from kanamj.web.routes import COMPILE_SECONDS, Query

Gone: TypeAlias = Callable[[], Awaitable[bool]]

WAIT_SECONDS = 120.0
"""How many seconds a question may wait for its turn."""
_LONGEST_LINE = 1 << 25


class Helper:
    """One process, which answers one question at a time. Its first question starts it, and so does the first after its
    end."""

    def __init__(self, kind: Literal["quick", "slow"], lexicon: str, all_words: bool) -> None:
        # -P: modules are not looked for in the current folder, but where this process looks for them.
        program = f"import sys; sys.path[:] = {sys.path!r}; from kanamj.web.helpers import answer_lines; answer_lines()"
        shown = "all-words" if all_words else ""
        self._command = (sys.executable, "-P", "-c", program, kind, lexicon, shown)
        self._turn = asyncio.Lock()
        self.process: Process | None = None
        self._is_closed = False

    async def start(self) -> None:
        """Start the process before its first question."""
        async with self._turn:
            await self._start()

    async def ask(self, asked: Query, gone: Gone | None = None) -> Reply:
        """The reply to a question. If `gone` returns True when its turn comes, it is not answered. A question that has
        begun is answered to its end, even if the caller is cancelled: a new process would take longer to be ready."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._turn.acquire()
        except TimeoutError:
            text = "no helper was free in time, because there are too many questions; ask again later"
            return _refusal(QueryError(text, code="busy", status=503))
        return await asyncio.shield(self._answer(asked, gone))

    async def _answer(self, asked: Query, gone: Gone | None) -> Reply:
        try:
            if gone is not None and await gone():
                return 503, "{}"
            question = as_json({"name": type(asked).__name__.lower(), "given": vars(asked)})
            while True:
                is_new = await self._start()
                try:
                    status, _, text = (await self._exchange(f"{question}\n", asked.seconds)).partition(" ")
                except QueryError as error:
                    # One that was killed before it was asked has another asked in its place.
                    if error.code != "failed" or is_new or self._is_closed:
                        raise
                    continue
                return int(status), text
        except Exception as error:
            return _refusal(error)
        finally:
            self._turn.release()

    async def _start(self) -> bool:
        """Start the process if it is not running, and wait for its first line: it is ready. Returns True if it is
        new."""
        if is_new := self.process is None or self.process.returncode is not None:
            # The process has its own session, so Ctrl-C reaches only the server, which ends its helpers.
            self.process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE, start_new_session=True
            )
            await self._exchange("", COMPILE_SECONDS)
        return is_new

    async def _exchange(self, sent: str, seconds: float) -> str:
        """Write `sent` to the process. Returns the next line that it prints, without its end. If there is none within
        this time, the process is ended. Raises QueryError if the answer takes too long, or if the process has ended."""
        process, answer = self.process, b""
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(sent.encode())
                answer = await process.stdout.readline()
        except TimeoutError:
            text = "this takes more than {:g} seconds; ask for less at once, or use kanamj in the terminal"
            raise QueryError(text, seconds, code="late", data={"seconds": seconds}, status=503) from None
        except ConnectionError:
            pass
        finally:
            if not answer:
                await self.end()
        if not answer:
            raise QueryError("a helper of kanamj has ended; ask again", code="failed", status=500)
        return answer.decode().rstrip("\n")

    async def close(self) -> None:
        """End the process, and ask no other in its place."""
        self._is_closed = True
        await self.end()

    async def end(self) -> None:
        """End the process, if there is one."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def _refusal(error: Exception) -> Reply:
    status, value = error_value(error)
    return status, as_json(value)


class Helpers:
    """Both processes. The quick one starts with the server, the slow one with its first question."""

    def __init__(self, lexicon: str, *, all_words: bool = False) -> None:
        self.quick = Helper("quick", lexicon, all_words)
        self.slow = Helper("slow", lexicon, all_words)

    @contextlib.asynccontextmanager
    async def running(self, _app: object = None) -> AsyncIterator[None]:
        """A context: questions can be asked inside the block. At its end, both processes are ended."""
        first = asyncio.create_task(self.quick.start())
        try:
            yield
        finally:
            first.cancel()  # it may be ending a process that it has just started: that is waited for, too
            await asyncio.gather(first, self.quick.close(), self.slow.close(), return_exceptions=True)

    async def ask(self, asked: Query, gone: Gone | None = None) -> Reply:
        """The status and the JSON text of an answer. gone: returns True if nobody waits for the answer any more."""
        return await (self.slow if asked.slow else self.quick).ask(asked, gone)


def answer_lines() -> None:
    """What a helper runs: it answers the questions of its standard input until that ends.

    Its three arguments are "quick" or "slow", a list, and a text, which is not empty if flagged words are shown like
    others. Its first line says that it can answer, or why it cannot yet; it then tries again at each question.
    """
    from kanamj.web.answers import Answers

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where there are no sessions, Ctrl-C reaches this process
    answers_out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # so that the output of a library is not read as an answer
    questions: SimpleQueue[str] = SimpleQueue()
    asked_in = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    threading.Thread(target=_read, args=(asked_in, questions), daemon=True).start()
    kind, lexicon, all_words = sys.argv[1:]
    if kind == "slow" and hasattr(os, "nice"):
        os.nice(5)
    answers: Answers | None = None
    question: dict[str, Any] | None = None
    while True:
        try:
            answers = answers or Answers(lexicon, all_words=bool(all_words)).warmed(kind == "slow")
            status, value = answers.reply(**question) if question else (200, "ready")
        except KanamjError as error:  # own words that cannot be read, or a list that has gone
            status, value = error_value(error)
        print(status, as_json(value), file=answers_out, flush=True)
        question = json.loads(questions.get())


def _read(asked_in: TextIO, questions: SimpleQueue[str]) -> None:
    """Put each line into `questions`. When the server has ended, end this process at once, even if it is at work."""
    for line in asked_in:
        questions.put(line)
    os._exit(0)
