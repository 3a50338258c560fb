"""Questions of the quiz for people: questions and answers as text and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from kanamj.engine.blocks import BlockWord
from kanamj.learn.sheet import STYLE
from kanamj.lexicon.entry import words_text
from kanamj.text import current, shown, tr
from kanamj.tiles import tile_set

SHOWN = 3
"""How many arrangements an answer shows."""


def answer_text(item: dict[str, Any]) -> str:
    """Returns the answer to a question, as one line."""
    answer = item["answer"]
    if item["kind"] in ("wait", "hidden"):
        other = sorted(_not_waits(item))
        if len(other) < len(answer["waits"]):
            return tr("all letters but {}", " ".join(other))
        return " ".join(wait["tile"] for wait in answer["waits"]) or tr("none")
    if item["kind"] == "discard":
        return " ".join(answer["best"])
    ways = sorted(answer["arrangements"], key=lambda way: not all(block["words"] for block in way))
    ways, more = [" ".join(map(_word, way)) for way in ways[:SHOWN]], len(ways[SHOWN:])
    return " / ".join(ways) + (f" / {tr('{} more', more)}" if more else "")


def _waits(item: dict[str, Any]) -> set[str]:
    return {wait["tile"] for wait in item["answer"]["waits"]}


def _not_waits(item: dict[str, Any]) -> set[str]:
    """The letters of the set that do not complete the hand, or of which the hand holds every tile."""
    tiles = tile_set(item["tiles"])
    return {face for face, copies in zip(tiles.kinds, tiles.copies, strict=True) if copies} - _waits(item)


def _word(block: dict[str, Any]) -> str:
    """A word of an arrangement; its letters if it has no word to show."""
    return words_text([BlockWord(**word) for word in block["words"][:1]], block["letters"])


def question_text(item: dict[str, Any]) -> str:
    """Returns what is asked, in the language of this process."""
    return str(item["question"][current()])


def format_paper(items: Sequence[dict[str, Any]]) -> str:
    """Returns the HTML of questions to print on A4: the questions, and on a new page the answers."""
    hands = "".join(f"<li><b>{escape(item['hand'])}</b><p>&nbsp;</p></li>\n" for item in items)
    answers = "".join(f"<li>{escape(shown(answer_text(item)))}</li>\n" for item in items)
    titles = [escape(title) for title in (tr("Questions"), question_text(items[0]), tr("Answers"))]
    return f"""<!DOCTYPE html>
<html lang="{current()}"><head><meta charset="utf-8"><title>{titles[0]}</title>
<meta name="viewport" content="width=device-width"><style>
{STYLE}
ol b {{ font-size: 15pt; letter-spacing: .2em }} li {{ break-inside: avoid }} .answers {{ break-before: page }}
</style></head><body>
<h1>{titles[0]}</h1>
<p>{titles[1]}</p>
<ol>
{hands}</ol>
<h1 class="answers">{titles[2]}</h1>
<ol>
{answers}</ol>
</body></html>
"""
