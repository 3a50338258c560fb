"""Tables of a word list for the page: its keys as one text, and what letters wait for, ranked by tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kanamj.lexicon.store import key_of
from kanamj.lexicon.waits import WaitTable, spellable_keys
from kanamj.studies.practice import words_json
from kanamj.web.questions import QueryError

if TYPE_CHECKING:
    from kanamj.engine import WordEngine


def keys_json(engine: WordEngine, size: int, words: bool) -> dict[str, Any]:
    """All keys of that many letters the tiles can spell, ascending, one after the other in one text.

    words: also the best-known word of each, `reading spelling`.
    """
    keys = spellable_keys(engine.lexicon, size, engine.tiles)
    found: dict[str, Any] = {
        "lexicon": engine.lexicon.name,
        "size": size,
        "count": len(keys),
        "keys": "".join(keys),
    }
    if words:
        found["words"] = [_best_known(engine, key) for key in keys]
    return found


def _best_known(engine: WordEngine, key: str) -> str:
    words = words_json(engine, key)
    return f"{words[0]['reading'] or key} {words[0]['spelling']}" if words else ""


class Waits:
    """What so many letters wait for, to be a word one longer."""

    def __init__(self, engine: WordEngine, held: int) -> None:
        self.engine = engine
        self.table = WaitTable.of(engine.lexicon, held + 1, engine.tiles).waits
        self.tiles = {
            letters: sum(map(self._left, waits, [letters] * len(waits)))
            for letters, waits in self.table.items()
        }
        self.ranked = sorted(self.table, key=lambda letters: (-self.tiles[letters], letters))

    def _left(self, wait: str, letters: str) -> int:
        tiles = self.engine.tiles
        return tiles.copies[tiles.index[wait]] - letters.count(wait)

    def rows(self, limit: int) -> list[dict[str, Any]]:
        """The letters that wait for most tiles first; limit 0: all."""
        shown = self.ranked[: limit or None]
        return [
            {
                "letters": letters,
                "tiles": self.tiles[letters],
                "count": len(self.table[letters]),
                "waits": "".join(self.table[letters]),
            }
            for letters in shown
        ]

    def row(self, letters: str) -> tuple[dict[str, Any], int | None]:
        """What these letters wait for, with the words; and their rank, 1 the first, None if they wait for nothing."""
        key = key_of(letters)
        waits = self.table.get(key, ())
        row = {
            "letters": key,
            "tiles": self.tiles.get(key, 0),
            "count": len(waits),
            "waits": [
                {
                    "tile": wait,
                    "unseen": self._left(wait, key),
                    "words": words_json(self.engine, key_of(key + wait), made=False),
                }
                for wait in waits
            ],
        }
        rank = self.ranked.index(key) + 1 if waits else None
        return row, rank


def held_letters(engine: WordEngine, text: str) -> str:
    """The letters held, read as a hand is. QueryError if there are none, or more than four."""
    counts = engine.tiles.read(text)
    letters = engine.tiles.format_counts(counts)
    if not 1 <= len(letters) <= 4:
        raise QueryError(f"{len(letters)} letters wait for no word; give one to four", "letters")
    return letters
