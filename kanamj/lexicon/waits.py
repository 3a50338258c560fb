"""Wait tables: all letters of a word except one -> the letters that complete a word with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kanamj.lexicon.kana import unspellable
from kanamj.lexicon.store import Lexicon, key_of
from kanamj.tiles import HIRAGANA_120, TileSet


def spellable_keys(lexicon: Lexicon, size: int, tiles: TileSet = HIRAGANA_120) -> tuple[str, ...]:
    """The keys with `size` letters that the tiles can spell, ascending."""
    return tuple(key for key in lexicon.keys(size) if not unspellable(key, tiles))


@dataclass(frozen=True)
class WaitTable:
    """Which letters complete words of `size` letters.

    waits: all letters of a word but one, sorted -> their waits, ascending: the letters that make a word with them.
    Only words that the tiles can spell count, so beside these letters the tile set always has a tile of each wait.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("かさ", "傘"), Entry("もも", "桃")])
    >>> WaitTable.of(toy, 3).after("なか"), WaitTable.of(toy, 2).after("も")
    (('さ',), ('も',))
    """

    size: int
    waits: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, lexicon: Lexicon, size: int, tiles: TileSet = HIRAGANA_120) -> WaitTable:
        """The table of a lexicon, for words of `size` letters."""
        found: dict[str, list[str]] = {}
        for key in spellable_keys(lexicon, size, tiles):
            for place, letter in enumerate(key):
                if letter not in key[:place]:
                    found.setdefault(key[:place] + key[place + 1 :], []).append(letter)
        return cls(size, {held: tuple(sorted(found[held])) for held in sorted(found)})

    def after(self, held: str, beside: str = "", tiles: TileSet = HIRAGANA_120) -> tuple[str, ...]:
        """The waits of `held` (in any order) of which the set has a tile left. beside: other letters of the hand."""
        waits = self.waits.get(key_of(held), ())
        taken = held + beside
        return tuple([wait for wait in waits if wait not in taken or tiles.left(wait, taken) > 0])


def holdable(letters: Iterable[str], tiles: TileSet = HIRAGANA_120) -> bool:
    """True if the set has enough tiles for a hand with all these letters.

    >>> holdable("ばば"), holdable("はは")
    (False, True)
    """
    return not unspellable("".join(letters), tiles)
