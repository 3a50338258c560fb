"""Asks the server of the page, without a browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.testclient import TestClient

from kanamj.web.answers import Answers
from kanamj.web.app import make_app
from kanamj.web.helpers import Gone, Helpers
from kanamj.web.parameters import Reply, as_json

PORT = 8765


class InProcess(Helpers):
    """Answers in this process."""

    def __init__(self, answers: Answers) -> None:
        super().__init__("common", {})
        self.answers = answers

    async def _start_one(self) -> None:
        """There is none to start."""

    async def ask(self, name: str, asked: Mapping[str, Any], gone: Gone | None = None) -> Reply:  # noqa: ARG002
        status, value = self.answers.reply(name, asked)
        return status, as_json(value)


def client(answers: Answers, static: object = None) -> TestClient:
    """A browser without a screen, at http://127.0.0.1:8765."""
    from kanamj.web.pagefiles import STATIC

    app = make_app(InProcess(answers), PORT, static or STATIC)  # type: ignore[arg-type]
    return TestClient(app, base_url=f"http://127.0.0.1:{PORT}")
