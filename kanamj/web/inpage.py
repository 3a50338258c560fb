"""The answers in the exported page: Pyodide calls `ask` in a web worker."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kanamj.defaults import LEXICON
from kanamj.disk import write_file
from kanamj.lexicon.shelf import shipped_folder
from kanamj.pausing import LongWork
from kanamj.web.answers import Answered, Answers
from kanamj.web.parameters import QueryError, as_json, error_value, read, read_texts
from kanamj.web.routes import PREFIX, ROUTES, Query

DEFAULT_LEXICON = "default.txt"
"""The file, beside this module in an export, that contains the name of the default list."""
WIDEST, WORDS = "wide", "words.tsv"
NARROWER = {"core": (b"core",), "common": (b"core", b"common")}
"""A list whose words are rows of those of WIDEST -> what the column `cut` says there. An export has these rows once."""


def words_of(name: str, widest: bytes) -> bytes:
    """The `words.tsv` of a narrower list, from that of WIDEST. Of another list it has no rows."""
    head, *rows = widest.splitlines(keepends=True)
    at = head.split(b"\t").index(b"cut")
    return head + b"".join(row for row in rows if row.split(b"\t", at + 1)[at] in NARROWER.get(name, ()))


def ask(route: str, params: str) -> Iterator[str]:
    """The parts of an answer as JSON texts: `{"ok": true, "result": …}`, or `{"ok": false, "error": …, "status": …}`.

    params: a JSON object whose values are texts, numbers or lists of texts; for a POST route, the body of the request.
    A part is computed when it is asked for. An empty text means a pause in a long answer, during which another question
    may be asked.

    >>> [json.loads(part)["code"] for part in ask("judge", '{"hand": "さくら", "form": "332"}')]
    ['size']
    """
    try:
        parts = [question(route, json.loads(params))]
    except Exception as error:
        yield _told(*error_value(error))
        return
    for part in parts:
        status, value = yield from _paused(_answers().reply_in_parts(part))
        yield _told(status, value)
        if status != 200:
            return
        parts += part.parts_after(value)


def _paused(answer: LongWork[Answered]) -> Generator[str, None, Answered]:
    """Yield an empty text for each pause in an answer. Returns the answer."""
    while True:
        try:
            next(answer)
        except StopIteration as end:
            found: Answered = end.value
            return found
        yield ""


def question(route: str, given: dict[str, Any]) -> Query:
    """The question to a route, read and checked like a body (POST) or a query (GET)."""
    if route not in ROUTES:
        raise QueryError("there is no {} here", f"{PREFIX}{route}", code="route", status=404)
    if ROUTES[route].method == "POST":
        return read(ROUTES[route], given)
    lists = {name: value if isinstance(value, list) else [value] for name, value in given.items()}
    return read_texts(ROUTES[route], {name: list(map(str, values)) for name, values in lists.items()})


def _told(status: int, value: Any) -> str:
    return as_json(
        {"ok": True, "result": value} if status == 200 else {"ok": False, "status": status, **value}
    )


@cache
def _answers() -> Answers:
    # In the page, the worker has set a folder that the browser keeps.
    os.environ.setdefault("KANAMJ_DATA", tempfile.mkdtemp())
    for name in NARROWER:
        words = shipped_folder() / name / WORDS
        if words.parent.is_dir() and not words.exists():
            write_file(words, words_of(name, (shipped_folder() / WIDEST / WORDS).read_bytes()))
    named = Path(__file__).with_name(DEFAULT_LEXICON)
    answers = Answers(named.read_text(encoding="utf-8") if named.is_file() else LEXICON, "browser")
    return answers.warmed(slow=False)
