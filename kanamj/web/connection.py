"""The connections of the server. Their number is limited, and so is the time for a request to arrive.

uvicorn's own limits (`limit_concurrency=300`, `timeout_keep_alive=5`) do not do this: beside 400 connections that have
sent half a header, each question was answered with 503, and after 12 seconds none of the 400 was closed.
"""

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
"""How many files the server may have open besides its connections: files that it sends, pipes to its helpers, modules
that it imports."""


class Connection(H11Protocol):
    """A connection that is closed if a whole request, with headers and body, does not arrive within ten seconds.

    For the first request, the time begins with the connection; for a later request, with its first byte. If there are
    too many connections, a new connection closes the connection that has waited longest for a request. If no connection
    waits, the new connection is closed.
    """

    most: ClassVar[int] = MOST_CONNECTIONS
    idle: ClassVar[dict[Connection, None]] = {}
    """The connections that wait for a request. The connection that has waited longest comes first."""
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
    """How many connections the server may have: MOST_CONNECTIONS, or fewer if the system limits open files.

    If that limit is low, it is raised first, if the system allows that. Half of the files beside `_OTHER_FILES` are for
    connections, but at least 8. The other half is for connections that arrive all at once: all are accepted before any
    of them can be closed.
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
