"""Text of unknown origin is harmless in a terminal, in JSON printed to a terminal, and in a spreadsheet."""

from __future__ import annotations

import json

import pytest

from kanamj.safe_text import shown, shown_json

HOSTILE = [
    "\x1b]52;c;QUJD\x07",
    "\x9b31m",
    "a\u202eb",
    "\u2066x",
    "\ufeffx",
    "\ud800",
    "a\tb\rc",
    "\U000e0041",
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_control_characters_are_shown_as_escapes(text: str) -> None:
    assert shown(text).isprintable()
    assert eval(f"'{shown(text)}'") == text


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_escaped_json_has_the_same_meaning(text: str) -> None:
    safe = shown_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(safe) == [text]
    assert safe.isprintable()
