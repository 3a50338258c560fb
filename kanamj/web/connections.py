"""The connections of browsers: how many there may be, and how long one may take to send a whole request."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.flow_control import service_unavailable
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 300
REQUEST_SECONDS = 20
"""A connection is closed that for so long sends no whole request, header and body, or reads nothing of its answer."""
PLACE_SECONDS = 2.0
"""How long a connection without a whole request, or with an answer that it does not read, keeps its place when another
needs it."""


class Connection(H11Protocol):
    """One connection. If all places are taken, a new one takes the place of that which the server has waited for the
    longest: for a whole request, or until some of an answer is read. If all others are at work or new, its request is
    answered with 503.

    since: when it was opened, when its last request was answered, or when it did not read on.
    """

    since = 0.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Called by the server: finds a place, and starts the clock."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._check)
        places: list[Any] = [each for each in self.connections if not each.transport.is_closing()]
        if len(places) > MOST_CONNECTIONS:
            idle = (each for each in places if each.is_idle)
            oldest = min(idle, key=lambda each: each.since, default=self)
            if self.since - oldest.since > PLACE_SECONDS:
                oldest.transport.abort()
            else:
                self.app = service_unavailable

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the server: stops the clock."""
        super().connection_lost(exc)
        if self._timer:
            self._timer.cancel()

    def on_response_complete(self) -> None:
        """Called by the server: the clock starts anew."""
        self.since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Called by the server when the browser does not read on: the clock starts anew."""
        self.since = self.loop.time()
        super().pause_writing()

    @property
    def is_idle(self) -> bool:
        """True if it has not sent a whole request since the last answer, or does not read on."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY) or self.flow.write_paused

    def _check(self) -> None:
        left = self.since + REQUEST_SECONDS - self.loop.time()
        if self.is_idle and left <= 0:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(max(left, 1.0), self._check)
