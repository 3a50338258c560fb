"""The rules that every request must keep, and the headers that every answer has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from kanamj.web.parameters import QueryError, error_reply
from kanamj.web.routes import MOST_BODY

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_QUERY = 16_000
MOST_PATH = 1_000
MOST_HEADERS = 1 << 16
HOSTS = ("127.0.0.1", "localhost", "[::1]")
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
NOT_KEPT = {"cache-control": "no-store"}


class Guard:
    """Refuses requests that are too large or that come from another site, before their bodies are read.

    Another site cannot read the answers, because there is no CORS. Its requests are refused, too: if the site points
    its own name at this server, the Host header shows that name; if it asks from its own pages, the headers
    Sec-Fetch-Site and Origin show where the request comes from.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = {f"{host}:{port}" for host in HOSTS} | (set(HOSTS) if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refused = self._refusal(scope)
        if refused is not None:
            await json_response(*error_reply(refused))(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> QueryError | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "").lower()
        if host not in self._hosts:
            known = " or ".join(sorted(self._hosts))
            return QueryError(f"this server is not {host[:80]!r}; ask {known}", None, "host", status=403)
        other, origin = "", headers.get(b"origin", "").lower()
        if headers.get(b"sec-fetch-site") in ("cross-site", "same-site") and scope["path"] != "/":
            other = "another site"
        elif origin.removeprefix("http://") not in (*self._hosts, ""):
            other = repr(origin[:80])
        if other:
            message = f"the request comes from {other}; only the page of this server may ask"
            return QueryError(message, None, "host", status=403)
        length = headers.get(b"content-length", "0")[:12]
        if not length.isdecimal():
            return QueryError(f"the header Content-Length is {length!r}; it must be a number", None, "query")
        return (
            _too_long("query", len(scope["query_string"]), MOST_QUERY, 414)
            or _too_long("address", len(scope["path"]), MOST_PATH, 414)
            or _too_long("body", int(length), MOST_BODY, 413)
            or _too_long(
                "header", sum(len(name) + len(value) for name, value in scope["headers"]), MOST_HEADERS, 431
            )
        )


def _too_long(what: str, length: int, most: int, status: int) -> QueryError | None:
    if length <= most:
        return None
    return QueryError(
        f"the {what} has {length} bytes; send at most {most}", None, "long", {"most": most}, status
    )


def json_response(status: int, text: str) -> Response:
    """An answer in JSON, with a header that tells the browser not to keep it."""
    return Response(text, status, NOT_KEPT, "application/json")
