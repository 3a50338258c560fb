"""Wait tables: letters held -> the letters that finish a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kanamj.lexicon.kana import unspellable
from kanamj.lexicon.store import Lexicon, key_of
from kanamj.tiles import HIRAGANA_120, TileSet


def spellable_keys(lexicon: Lexicon, size: int, tiles: TileSet = HIRAGANA_120) -> tuple[str, ...]:
    """The keys of that many letters that the tiles can spell, ascending."""
    return tuple(key for key in lexicon.keys(size) if not unspellable(key, tiles))


@dataclass(frozen=True)
class WaitTable:
    """For words of `size` letters: the letters of a word but one -> the letters that complete a word, ascending.

    Only words that the tiles can spell count, so a copy of each wait is always left beside the letters held.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("かさ", "傘"), Entry("もも", "桃")])
    >>> WaitTable.of(toy, 3).after("なか"), WaitTable.of(toy, 2).after("も")
    (('さ',), ('も',))
    """

    size: int
    waits: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, lexicon: Lexicon, size: int, tiles: TileSet = HIRAGANA_120) -> WaitTable:
        """The table of a lexicon, for words of that many letters."""
        found: dict[str, list[str]] = {}
        for key in spellable_keys(lexicon, size, tiles):
            for place, letter in enumerate(key):
                if letter not in key[:place]:
                    found.setdefault(key[:place] + key[place + 1 :], []).append(letter)
        return cls(size, {held: tuple(sorted(found[held])) for held in sorted(found)})

    def after(self, held: str, beside: str = "", tiles: TileSet = HIRAGANA_120) -> tuple[str, ...]:
        """The waits of the letters held, in any order; `beside` are other tiles of the hand."""
        waits = self.waits.get(key_of(held), ())
        taken = held + beside
        return tuple(
            [
                wait
                for wait in waits
                if wait not in taken or taken.count(wait) < tiles.copies[tiles.index[wait]]
            ]
        )


def holdable(letters: Iterable[str], tiles: TileSet = HIRAGANA_120) -> bool:
    """Whether a hand can hold all these letters at once.

    >>> holdable("ばば"), holdable("はは")
    (False, True)
    """
    return not unspellable("".join(letters), tiles)
