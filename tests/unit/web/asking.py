"""Asks the server of the page, without a browser."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from kanamj.pausing import to_end
from kanamj.web.answers import Answers
from kanamj.web.app import make_app
from kanamj.web.helpers import Gone, Helpers
from kanamj.web.pagefiles import STATIC
from kanamj.web.parameters import Reply, as_json
from kanamj.web.routes import Query


class InProcess(Helpers):
    """Answers in this process."""

    def __init__(self, answers: Answers) -> None:
        super().__init__("common")
        self.answers = answers
        self.quick.start = _nothing  # type: ignore[method-assign]

    async def ask(self, asked: Query, gone: Gone | None = None) -> Reply:  # noqa: ARG002
        status, value = to_end(self.answers.reply_in_parts(asked))
        return status, as_json(value)


async def _nothing() -> None:
    """There is no process to start."""


def client(answers: Answers, static: Path = STATIC) -> TestClient:
    """A browser without a screen, at http://127.0.0.1:8765."""
    return TestClient(make_app(InProcess(answers), static), base_url="http://127.0.0.1:8765")
