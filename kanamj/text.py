"""What people read: in their language, and with nothing in it that acts on a terminal or in a spreadsheet.

The English of a text stands where it is said; `ja.tsv` has the Japanese of it. Each of its lines has an English text, a
tab, and the Japanese one, with {} for each value; {0}, {1} … where the Japanese has them in another order. Data (JSON,
TSV, files) is the same in every language.

A word list, a record or a manifest may contain control characters that colour a terminal, set its title or write to
its clipboard, and marks that change the direction of the text. Such characters are written as escapes, never as
themselves.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from kanamj.errors import KanamjError, Message, not_one_of

LANGUAGES = ("en", "ja")
FILE = Path(__file__).with_name("ja.tsv")
_chosen: list[str] = []
"""The language of this process, as the only item; empty: that of the surroundings."""


def choose(name: str) -> None:
    """Say everything in this language from now on; "" is that of the surroundings (`of_surroundings`).

    Raises KanamjError for an unknown language.
    """
    if name and name not in LANGUAGES:
        raise KanamjError(not_one_of(name, "a language", LANGUAGES))
    _chosen[:] = [name] if name else []


def current() -> str:
    """The language in which everything is said: en or ja."""
    return _chosen[0] if _chosen else of_surroundings()


def of_surroundings() -> str:
    """ja if the first variable that is set ($KANAMJ_LANG, $LC_ALL, $LC_MESSAGES, $LANG) begins with ja, else en."""
    set_ones = (os.environ.get(name) for name in ("KANAMJ_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    return "ja" if next(filter(None, set_ones), "").lower().startswith("ja") else "en"


def tr(text: str, *values: object) -> str:
    """A message, or a text with {} for each value and the values, in the language of this process.

    >>> choose("ja")
    >>> tr("{} tiles", 3)
    '3枚'
    >>> choose("")
    """
    message = Message(text, *values)
    return _in_japanese(message) if current() == "ja" else str(message)


def in_each(text: str, *values: object) -> dict[str, str]:
    """Language -> the message in it, for answers that the page shows in the language of its reader."""
    message = Message(text, *values)
    return {"en": str(message), "ja": _in_japanese(message)}


def _in_japanese(message: Message) -> str:
    """A message that ja.tsv does not have is English; the messages in it may be there."""
    known = _japanese().get(message.template, message.template)
    values = [_in_japanese(value) if isinstance(value, Message) else value for value in message.values]
    return known.format(*values) if values else known


@cache
def _japanese() -> dict[str, str]:
    """English -> Japanese."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.replace("\\n", "\n").split("\t", 1) for line in lines)


# C0 and C1 controls except the line end, direction marks and overrides, line and paragraph separators, byte order
# mark, tag characters, and lone surrogates, which no encoding can write.
UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
_RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


def shown(text: str) -> str:
    r"""The text with control and direction characters as escapes; line ends stay.

    >>> shown("さくら\x1b[31m"), shown("a\u202eb")
    ('さくら\\x1b[31m', 'a\\u202eb')
    """
    return UNSAFE.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def shown_json(text: str) -> str:
    r"""The same JSON document, with \u escapes in place of the unsafe characters that JSON allows unescaped.

    >>> shown_json('"a\u202eb"')
    '"a\\u202eb"'
    """
    return UNSAFE.sub(lambda found: "".join(f"\\u{unit:04x}" for unit in _utf16(found[0])), text)


def html_table(title: str, columns: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table as a notebook shows it: HTML, in which no text acts as markup. Floats have four decimals.

    >>> html_table("a < b", ["n"], [[0.5]])
    '<p>a &lt; b</p><table><thead><tr><th>n</th></tr></thead><tbody><tr><td>0.5000</td></tr></tbody></table>'
    """
    from html import escape

    def line(cells: Iterable[object], tag: str) -> str:
        texts = (f"{cell:.4f}" if isinstance(cell, float) else escape(str(cell)) for cell in cells)
        return f"<tr>{''.join(f'<{tag}>{text}</{tag}>' for text in texts)}</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<p>{escape(title)}</p><table><thead>{line(columns, 'th')}</thead><tbody>{body}</tbody></table>"


def csv_cell(value: object) -> object:
    """A value for a CSV cell: a text that a spreadsheet would run as a formula gets a leading apostrophe.

    >>> csv_cell("=1+1"), csv_cell("桜"), csv_cell(-1)
    ("'=1+1", '桜', -1)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_RUN_BY_SPREADSHEETS) else value


def markdown_cell(text: str) -> str:
    r"""The text escaped for a cell of a Markdown table, so that nothing in it acts as a link, markup or a new cell.

    >>> markdown_cell("a | b"), markdown_cell("[x](javascript:y) `z`")
    ('a \\| b', '\\[x\\](javascript:y) \\`z\\`')
    """
    return re.sub(r"([\\`*\[\]<>|])", r"\\\1", shown(text).replace("\n", " "))


def _utf16(letter: str) -> list[int]:
    data = letter.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
