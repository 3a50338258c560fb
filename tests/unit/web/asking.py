"""The page's server asked without a browser."""

from __future__ import annotations

from starlette.testclient import TestClient

from kanamj.web.answers import Answers
from kanamj.web.app import make_app
from kanamj.web.helpers import Gone, Reply

PORT = 8765


class InProcess:
    """Answers in this process."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.is_open = False

    async def open(self) -> None:
        self.is_open = True

    async def close(self) -> None:
        self.is_open = False

    async def ask(self, route: str, query: str, body: str | None, _gone: Gone) -> Reply:
        return self.answers.reply(route, query, body)


def client(answers: Answers, static: object = None) -> TestClient:
    """A browser without a screen, at http://127.0.0.1:8765."""
    from kanamj.web.pagefiles import STATIC

    app = make_app(InProcess(answers), PORT, static or STATIC)  # type: ignore[arg-type]
    return TestClient(app, base_url=f"http://127.0.0.1:{PORT}")
