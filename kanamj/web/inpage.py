"""The answers in the exported page: Pyodide calls `ask` in a web worker."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from kanamj.web.answers import Answers
from kanamj.web.questions import as_json

DEFAULT_LEXICON = "default.txt"
"""Beside this file in an export: the name of the list it was made for."""


def ask(route: str, params: str) -> str:
    """The answer to a question as JSON text: `{"ok": true, "result": …}`, or `{"ok": false, "error": …, "status": …}`.

    params: a JSON object, its values texts, numbers, or lists of texts.

    >>> json.loads(ask("judge", '{"hand": "さくら", "form": "332"}'))["code"]
    'size'
    """
    given: dict[str, Any] = json.loads(params)
    fields = {
        name: [str(one) for one in (value if isinstance(value, list) else [value])]
        for name, value in given.items()
    }
    status, text = _answers().reply_fields(route, fields)
    answer = json.loads(text)
    return as_json(
        {"ok": True, "result": answer} if status == 200 else {"ok": False, "status": status, **answer}
    )


@cache
def _answers() -> Answers:
    named = Path(__file__).with_name(DEFAULT_LEXICON)
    answers = Answers(named.read_text(encoding="utf-8") if named.is_file() else "common", "browser")
    answers.words().shanten("てがきねあげじもんろまんぬ")
    return answers
