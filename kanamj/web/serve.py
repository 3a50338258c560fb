"""Serve the page on this machine: find a port, open the browser, stop at Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable

import uvicorn

from kanamj.errors import KanamjError, Message
from kanamj.lexicon import load_lexicon
from kanamj.web.app import make_app, parse_origin
from kanamj.web.connections import MOST_CONNECTIONS, REQUEST_SECONDS, Connection
from kanamj.web.helpers import Helpers
from kanamj.web.pagefiles import POLICY

HOST = "127.0.0.1"
PORT = 8765
PORTS_TRIED = 20
MOST_HEADERS = UNREAD = 1 << 16
"""Bytes of a request's headers, and of an answer that the system keeps until the browser reads it."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
"""The headers that every answer has."""


def serve(
    port: int | None,
    lexicon: str,
    open_browser: bool,
    say: Callable[[str], None],
    all_words: bool = False,
    allow: Iterable[str] = (),
) -> None:
    """Serve the page until Ctrl-C, which raises KeyboardInterrupt.

    port: if None, 8765 or, if that is in use, the next free port; if 0, any free port. all_words: True shows flagged
    words like others. say: prints a line. allow: origins whose pages may ask the API. Raises KanamjError if the given
    port is in use, if there is no such word list, or if a text of `allow` is not an origin.
    """
    allowed = [parse_origin(each) for each in allow]
    load_lexicon(lexicon, own=True)
    with contextlib.closing(bind(port)) as bound:
        taken = bound.getsockname()[1]
        url = f"http://{HOST}:{taken}/"
        if port is None and taken != PORT:
            say(Message("port {} is in use, so the page has port {}", PORT, taken))
        say(Message("{} serves the page; Ctrl-C stops it", url))
        config = uvicorn.Config(
            make_app(Helpers(lexicon, all_words=all_words), allowed=allowed),
            http=Connection,
            ws="none",
            log_level="critical",
            access_log=False,
            server_header=False,
            headers=list(HEADERS.items()),
            timeout_keep_alive=REQUEST_SECONDS,
            timeout_graceful_shutdown=0,
            h11_max_incomplete_event_size=MOST_HEADERS,
        )
        if open_browser:
            threading.Thread(target=open_page, args=(url, say), daemon=True).start()
        uvicorn.Server(config).run([bound])


def bind(port: int | None) -> socket.socket:
    """A socket that listens on the port; if `port` is None, on 8765 or the first free one of the 19 ports after it.

    Raises KanamjError if the port is in use or may not be used, or if no port is free.
    """
    tried = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in tried:
        try:
            bound = socket.create_server((HOST, number), backlog=MOST_CONNECTIONS)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)  # else up to 4 MB of each
            return bound
        except OSError as error:
            forbidden = isinstance(error, PermissionError)
            if not forbidden and error.errno != errno.EADDRINUSE:
                raise
    if port is None:
        raise KanamjError(
            "ports {} to {} are all in use; give a free one: --port 0 takes any", tried[0], tried[-1]
        )
    if forbidden:
        raise KanamjError("you may not use port {}; give a port above 1023, such as --port {}", port, PORT)
    raise KanamjError("port {} is in use; give another port, or leave --port out to take a free one", port)


def open_page(url: str, say: Callable[[str], None]) -> None:
    """Open the page in a browser window. If no window can be opened, say so."""
    opened = False
    if has_screen():
        with contextlib.suppress(webbrowser.Error, OSError):
            opened = webbrowser.open(url)
    if not opened:
        say(Message("no browser could be opened; open {} yourself", url))


def has_screen() -> bool:
    """True if a browser opens in its own window. Without a screen, it would open in the terminal, over our messages."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))
