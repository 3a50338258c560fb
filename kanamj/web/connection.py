"""The connections of the server: few enough, and none that waits for ever for a request."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0
MOST_CONNECTIONS = 300
_OTHER_FILES = 64
"""Files the server has open beside its connections: those it sends, the pipes of its helpers, what it imports."""


class Connection(H11Protocol):
    """A connection whose request, headers and body, is whole ten seconds after its first byte, or after it was made.

    A connection too many drops the one that has waited longest for a request; if none waits, it is dropped itself.
    """

    most: ClassVar[int] = MOST_CONNECTIONS
    idle: ClassVar[dict[Connection, None]] = {}
    """The connections that wait for a request, those that have waited longest first."""
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most:
            next(iter(self.idle), self)._drop()
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self.idle[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(REQUEST_SECONDS, self._drop)
            self.idle[self] = None

    def _stop_waiting(self) -> None:
        self.idle.pop(self, None)
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _drop(self) -> None:
        self._stop_waiting()
        self.transport.abort()


def room_for_connections() -> int:
    """How many connections there may be: half of the files that this process may open, which are made enough.

    As many more are accepted at once, before any of them is looked at.
    """
    if os.name != "posix":
        return MOST_CONNECTIONS
    import resource

    wanted = 2 * MOST_CONNECTIONS + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    files = wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)
    return max(8, (files - _OTHER_FILES) // 2)
