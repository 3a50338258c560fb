"""The server of the page: its files at the root, its answers below api/v1/."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kanamj.errors import KanamjError
from kanamj.web.guard import NOT_KEPT, Guard, json_response
from kanamj.web.helpers import Helpers
from kanamj.web.pagefiles import STATIC
from kanamj.web.parameters import QueryError, error_reply, fields_of, object_of, read_body, read_fields
from kanamj.web.routes import MOST_BODY, PREFIX, ROUTES, RouteCall, parts_after
from kanamj.web.routes import Route as ApiRoute

_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm"}


def make_app(helpers: Helpers, port: int, static: Path = STATIC) -> Guard:
    """The application that serves the page at this port; `helpers` answer its questions."""
    for ending, kind in _TYPES.items():  # the system's table of MIME types may lack these, or have others
        mimetypes.add_type(kind, ending)
    api = [
        Route(f"/{name}", _endpoint(route, helpers), methods=[route.method]) for name, route in ROUTES.items()
    ]
    app = Starlette(
        routes=[Mount(f"/{PREFIX.rstrip('/')}", routes=api), Mount("/", _Files(directory=static, html=True))],
        exception_handlers=dict.fromkeys((KanamjError, HTTPException, RecursionError, Exception), _error),
        lifespan=helpers.running,
    )
    return Guard(app, port)


class _Files(StaticFiles):
    """Static files, with a header that makes the browser ask each time whether a file has changed."""

    def file_response(self, *args: object, **options: object) -> Response:
        response = super().file_response(*args, **options)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


def _endpoint(route: ApiRoute, helpers: Helpers) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        if route.method == "POST":
            asked = read_body(route.parameters, object_of(await _body(request)))
        else:
            asked = read_fields(route.parameters, fields_of(request.url.query))
        status, text = await helpers.ask(route.name, asked, request.is_disconnected)
        judged = status == 200 and route.name == "judge"
        later = parts_after(route.name, asked, json.loads(text)) if judged else []
        if not later:
            return json_response(status, text)
        return StreamingResponse(_lines(helpers, text, later), 200, NOT_KEPT, "application/x-ndjson")

    return answer


async def _lines(helpers: Helpers, first: str, later: list[RouteCall]) -> AsyncIterator[str]:
    """The parts of an answer, one line each, as soon as they are known. An error is the last line."""
    yield first + "\n"
    for name, asked in later:
        status, text = await helpers.ask(name, asked)
        yield text + "\n"
        if status != 200:
            return


async def _body(request: Request) -> str:
    """The text of the body. Raises QueryError if it is too long, or not UTF-8."""
    read = bytearray()
    try:
        async for chunk in request.stream():
            read += chunk
            if len(read) > MOST_BODY:
                message = f"the body is too long; send at most {MOST_BODY} bytes"
                raise QueryError(message, None, "long", {"most": MOST_BODY}, 413)
        return read.decode()
    except UnicodeDecodeError:
        raise QueryError("the body is not UTF-8; send JSON in UTF-8", None, "json") from None
    except ClientDisconnect:
        message = "the connection was closed before the whole request was read"
        raise QueryError(message, None, "failed") from None


async def _error(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        what, takes = request.url.path[:80], (error.headers or {}).get("Allow")
        message = f"{what} takes {takes}" if takes else f"there is no {what} here"
        error = QueryError(message, None, "method" if takes else "route", status=error.status_code)
    return json_response(*error_reply(error))
