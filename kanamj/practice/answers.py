"""Questions of the quiz for people: is an answer right, questions and answers as text and on paper, and statistics.

The statistics are in the user's folder, in `quiz.json`: "KIND LEVEL" -> how many questions were asked, how many answers
were right, and the seconds they took.

    {"arrange 3": {"asked": 20, "right": 14, "seconds": 812.4}}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from kanamj.disk import locked, write_file
from kanamj.engine.blocks import BlockWord
from kanamj.errors import KanamjError
from kanamj.language import current, tr
from kanamj.lexicon.entry import words_text
from kanamj.lexicon.shelf import data_folder
from kanamj.practice.sheet import STYLE
from kanamj.safe_text import shown
from kanamj.tiles import TileSet, tile_set

SHOWN = 3
"""How many arrangements an answer shows."""
COUNTS = ("asked", "right", "seconds")


def is_right(item: dict[str, Any], typed: str, tiles: TileSet) -> bool:
    """True if the typed text answers a question of `quiz`: words between blanks, or letters; of waits, too, ! and then
    the letters that do not complete the hand. tiles: those of the hand.

    Raises KanamjError if it cannot be an answer: the words do not have the letters of the hand, or the letter to
    discard is not in it.
    """
    if item["kind"] == "wait":
        named = {tiles.kinds[kind] for kind in tiles.parse(typed.removeprefix("!"))}
        return named == (_not_waits if typed.startswith("!") else _waits)(item)
    answer, kinds = item["answer"], sorted(tiles.parse(typed))
    hand = sorted(tiles.parse(item["hand"]))
    if item["kind"] == "discard":
        if len(kinds) != 1 or kinds[0] not in hand:
            raise KanamjError("give one letter of the hand")
        return tiles.kinds[kinds[0]] in answer["best"]
    if kinds != hand:
        raise KanamjError(
            "these are not the letters of the hand; give all its words, with blanks between them"
        )
    words = sorted(tiles.format(sorted(tiles.parse(word))) for word in typed.split())
    return any(words == sorted(word["letters"] for word in way) for way in answer["arrangements"])


def answer_text(item: dict[str, Any]) -> str:
    """The answer to a question, as one line."""
    answer = item["answer"]
    if item["kind"] == "wait":
        other = sorted(_not_waits(item))
        if len(other) < len(answer["waits"]):
            return tr("all letters but {letters}", letters=" ".join(other))
        return " ".join(wait["tile"] for wait in answer["waits"])
    if item["kind"] == "discard":
        return " ".join(answer["best"])
    ways = sorted(answer["arrangements"], key=lambda way: not all(block["words"] for block in way))
    ways, more = [" ".join(map(_word, way)) for way in ways[:SHOWN]], len(ways[SHOWN:])
    return " / ".join(ways) + (f" / {tr('{more} more', more=more)}" if more else "")


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
    """What is asked, in the language of this process."""
    return str(item["question"][current()])


def format_paper(items: Sequence[dict[str, Any]]) -> str:
    """The HTML of questions to print on A4: the questions, and on a new page the answers. All are of one kind."""
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


def read_statistics() -> dict[str, dict[str, float]]:
    """The statistics that are kept. Raises KanamjError if their file cannot be read."""
    path = _file()
    if not path.exists():
        return {}
    try:
        table = json.loads(path.read_bytes())
        return {str(name): {each: table[name][each] + 0 for each in COUNTS} for name in table}
    except (ValueError, LookupError, TypeError, RecursionError):
        raise KanamjError(
            f"{path} does not have the statistics of the quiz; mend it, or move it away"
        ) from None


def count_answer(item: dict[str, Any], right: bool, seconds: float) -> None:
    """Add an answer to the statistics that are kept."""
    path = _file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path.parent, 2.0):
        table = read_statistics()
        counts = table.setdefault(f"{item['kind']} {item['level']}", dict.fromkeys(COUNTS, 0))
        for name, more in zip(COUNTS, (1, right, round(seconds, 1)), strict=True):
            counts[name] = round(counts[name] + more, 1)
        write_file(path, json.dumps(table, indent=2, sort_keys=True) + "\n")


def _file() -> Path:
    return data_folder() / "quiz.json"
