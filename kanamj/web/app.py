"""The server of the page: its files at the root, its answers below api/v1/."""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kanamj.errors import KanamjError, Message, brief
from kanamj.web.helpers import Helpers
from kanamj.web.pagefiles import STATIC
from kanamj.web.parameters import QueryError, as_json, error_value, object_of, read, read_texts, texts_of
from kanamj.web.routes import MOST_BODY, PREFIX, ROUTES, Query

HOSTS = ("127.0.0.1", "localhost", "[::1]")
_NOT_KEPT = {"cache-control": "no-store"}
_ORIGIN = re.compile(r"(https?)://([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::([0-9]{1,5}))?")
_USUAL_PORTS = {"http": 80, "https": 443}
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm"}


def parse_origin(text: str) -> str:
    """The origin of a page as a browser names it: scheme, host, and the port unless it is the usual one.

    >>> parse_origin("HTTP://localhost:5173"), parse_origin("https://games.example:443")
    ('http://localhost:5173', 'https://games.example')

    Raises KanamjError for all else, such as an address with a path, `*` and `null`.
    """
    found = _ORIGIN.fullmatch(text.strip().lower())
    if not found or not 0 < int(found[4] or 1) < 1 << 16:
        said = "{} is not the origin of a page; give scheme, host and port, such as http://localhost:5173"
        raise KanamjError(said, brief(text))
    scheme, host, _, port = found.groups()
    return f"{scheme}://{host}" + (f":{int(port)}" if port and int(port) != _USUAL_PORTS[scheme] else "")


def make_app(helpers: Helpers, static: Path = STATIC, allowed: Collection[str] = ()) -> Starlette:
    """The application that serves the page; `helpers` answer its questions, and those of pages of `allowed` origins."""
    for ending, kind in _TYPES.items():  # the system's table of MIME types may lack these, or have others
        mimetypes.add_type(kind, ending)
    api = [
        Route(f"/{name}", _endpoint(kind, helpers, allowed), methods=[kind.method])
        for name, kind in ROUTES.items()
    ]
    guards = [Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS, www_redirect=False)]
    if allowed:
        cors = Middleware(
            CORSMiddleware,
            allow_origins=allowed,
            allow_methods=("GET", "POST"),
            allow_headers=("content-type",),
            allow_private_network=True,
        )
        guards.append(cors)
    return Starlette(
        routes=[Mount(f"/{PREFIX.rstrip('/')}", routes=api), Mount("/", _Files(directory=static, html=True))],
        middleware=guards,
        exception_handlers=dict.fromkeys((KanamjError, HTTPException, RecursionError, Exception), _error),
        lifespan=helpers.running,
    )


class _Files(StaticFiles):
    """Static files, with a header that makes the browser ask each time whether a file has changed."""

    def file_response(self, *args: object, **options: object) -> Response:
        response = super().file_response(*args, **options)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


def _endpoint(
    kind: type[Query], helpers: Helpers, allowed: Collection[str]
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        if request.headers.get("origin") not in allowed:
            _check_origin(request)
        body = await _body(request)  # of a GET, too: only then does Starlette see that the browser has left
        asked = (
            read(kind, object_of(body))
            if kind.method == "POST"
            else read_texts(kind, texts_of(request.url.query))
        )
        status, text = await helpers.ask(asked, request.is_disconnected)
        later = asked.parts_after(json.loads(text)) if status == 200 else []
        if not later:
            return Response(text, status, _NOT_KEPT, "application/json")
        return StreamingResponse(_lines(helpers, text, later), 200, _NOT_KEPT, "application/x-ndjson")

    return answer


def _check_origin(request: Request) -> None:
    """Raise QueryError for a request from another site: that of another origin, or one that the browser names so.

    Another site cannot read the answers, because CORS allows it only for the allowed origins. This spares the work for
    them, too.
    """
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if origin not in (None, f"http://{request.headers['host'].lower()}"):
        other = repr(origin[:80])
    elif site in ("cross-site", "same-site"):
        other = Message("another site")
    else:
        return
    text = "the request comes from {}; only the page of this server may ask"
    raise QueryError(text, other, code="host", status=403)


async def _lines(helpers: Helpers, first: str, later: list[Query]) -> AsyncIterator[str]:
    """The parts of an answer, one line each, as soon as they are known. An error is the last line."""
    yield first + "\n"
    for asked in later:
        status, text = await helpers.ask(asked)
        yield text + "\n"
        if status != 200:
            return


async def _body(request: Request) -> str:
    """The text of the body. Raises QueryError if it is too long, or not UTF-8."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY:
                text, data = "the body is too long; send at most {} bytes", {"most": MOST_BODY}
                raise QueryError(text, MOST_BODY, code="long", data=data, status=413)
        return body.decode()
    except UnicodeDecodeError:
        raise QueryError("the body is not UTF-8; send JSON in UTF-8", code="json") from None
    except ClientDisconnect:
        gone = "the connection was closed before the whole request was read"
        raise QueryError(gone, code="failed") from None


async def _error(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        what, takes = request.url.path[:80], (error.headers or {}).get("Allow")
        error = (
            QueryError("{} takes {}", what, takes, code="method", status=error.status_code)
            if takes
            else QueryError("there is no {} here", what, code="route", status=error.status_code)
        )
    status, value = error_value(error)
    return Response(as_json(value), status, _NOT_KEPT, "application/json")
