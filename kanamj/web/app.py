"""The server of the page: its files at the root, its answers below api/v1/."""

from __future__ import annotations

import contextlib
import mimetypes
import traceback
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kanamj.errors import KanamjError
from kanamj.web.guard import Guard
from kanamj.web.helpers import Asker
from kanamj.web.pagefiles import STATIC
from kanamj.web.questions import QueryError, as_json, query_error
from kanamj.web.routes import MOST_BODY, PREFIX, route_of

_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm"}


def make_app(asker: Asker, port: int, static: Path = STATIC) -> Guard:
    """The application: the page, answered by `asker`, for requests to this port."""
    for ending, kind in _TYPES.items():  # a machine's own table may know others, or none
        mimetypes.add_type(kind, ending)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await asker.open()
        try:
            yield
        finally:
            await asker.close()

    async def api(request: Request) -> Response:
        try:
            return await _answer(asker, request)
        except KanamjError as error:
            return _error(query_error(error))
        except Exception:
            traceback.print_exc()
            return _error(
                QueryError("kanamj failed here; its terminal shows why", None, "failed", status=500)
            )

    app = Starlette(
        routes=[
            Route(f"/{PREFIX}{{name:path}}", api, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
            Mount("/", _Files(directory=static, html=True)),
        ],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )
    return Guard(app, port)


class _Files(StaticFiles):
    """Static files; a browser asks each time whether one has changed."""

    def file_response(self, *args: object, **options: object) -> Response:
        response = super().file_response(*args, **options)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


async def _answer(asker: Asker, request: Request) -> Response:
    route = route_of(request.path_params["name"])
    method = "GET" if request.method == "HEAD" else request.method
    if method != route.method:
        raise QueryError(f"{PREFIX}{route.name} takes {route.method}", None, "method", status=405)
    body = None if method == "GET" else await _body(request)
    status, text = await asker.ask(route.name, request.url.query, body, request.is_disconnected)
    return _json(status, text)


async def _body(request: Request) -> str:
    """The text of the body. QueryError if it is too long, or no UTF-8."""
    read = bytearray()
    try:
        async for chunk in request.stream():
            read += chunk
            if len(read) > MOST_BODY:
                raise QueryError(
                    f"the body has more than {MOST_BODY} bytes", None, "long", {"most": MOST_BODY}, 413
                )
        return read.decode()
    except UnicodeDecodeError:
        raise QueryError("the body is not UTF-8", None, "json") from None
    except ClientDisconnect:
        raise QueryError("whoever asked has left", None, "failed", status=400) from None


def _json(status: int, text: str) -> Response:
    return Response(text, status, {"cache-control": "no-store"}, "application/json")


def _error(error: QueryError) -> Response:
    return _json(error.status, as_json(error.to_json()))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return _error(QueryError(f"{request.url.path[:80]} takes GET", None, "method", status=405))
    return _error(
        QueryError(f"there is no {request.url.path[:80]} here", None, "route", status=error.status_code)
    )
