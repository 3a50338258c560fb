"""Tables of a word list for the page: its keys as one text, and the waits of letters, ranked by number of tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kanamj.lexicon.store import key_of
from kanamj.lexicon.waits import WaitTable, spellable_keys
from kanamj.web.parameters import QueryError

if TYPE_CHECKING:
    from kanamj.engine import WordEngine


def keys_of_size(engine: WordEngine, size: int, words: bool) -> dict[str, Any]:
    """All keys of this size that the tiles can spell, ascending, joined to one text.

    words: True adds the best-known word of each key, as `reading spelling`.
    """
    keys = spellable_keys(engine.lexicon, size, engine.tiles)
    found: dict[str, Any] = {
        "lexicon": engine.lexicon.name,
        "size": size,
        "count": len(keys),
        "keys": "".join(keys),
    }
    if words:
        best = ((key, (*engine.blocks.words_json(key), None)[0]) for key in keys)
        found["words"] = [
            f"{word['reading'] or key} {word['spelling']}" if word else "" for key, word in best
        ]
    return found


class RankedWaits:
    """For the letters that a player may hold: which letters complete a word with them, and how many tiles these have.

    held: how many letters the player holds. tiles: letters held -> number of tiles that complete a word. ranked: the
    letters held, most tiles first.
    """

    def __init__(self, engine: WordEngine, held: int) -> None:
        self.engine = engine
        self.table = WaitTable.of(engine.lexicon, held + 1, engine.tiles).waits
        self.tiles = {letters: engine.tiles.left(waits, letters) for letters, waits in self.table.items()}
        self.ranked = sorted(self.table, key=lambda letters: (-self.tiles[letters], letters))

    def rows(self, limit: int) -> list[dict[str, Any]]:
        """One row per set of held letters. The sets that wait for the most tiles come first. limit: at most this many
        rows, 0 for all."""
        return [
            self._row(letters) | {"waits": "".join(self.table[letters])}
            for letters in self.ranked[: limit or None]
        ]

    def _row(self, letters: str) -> dict[str, Any]:
        tiles, waits = self.tiles.get(letters, 0), self.table.get(letters, ())
        return {"letters": letters, "tiles": tiles, "count": len(waits)}

    def row(self, letters: str) -> tuple[dict[str, Any], int | None]:
        """The row of these letters, with their waits and words, and their rank in `ranked` (from 1; None if no letter
        completes a word)."""
        key = key_of(letters)
        left, words = self.engine.tiles.left, self.engine.blocks.words_json
        waits = [
            {"tile": wait, "unseen": left(wait, key), "words": words(key_of(key + wait))}
            for wait in self.table.get(key, ())
        ]
        return self._row(key) | {"waits": waits}, self.ranked.index(key) + 1 if waits else None


def held_letters(engine: WordEngine, text: str) -> str:
    """The held letters in `text`, sorted; it is read like a hand. Raises QueryError unless there are 1 to 4 letters."""
    counts = engine.tiles.read(text)
    letters = engine.tiles.format_counts(counts)
    if not 1 <= len(letters) <= 4:
        raise QueryError("there are {} letters; give one to four", len(letters), field="letters")
    return letters
