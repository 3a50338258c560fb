"""Wait tables: all letters of a word except one -> the letters that complete a word with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kanamj.errors import Message
from kanamj.lexicon.kana import unspellable
from kanamj.lexicon.store import Lexicon, key_of
from kanamj.tiles import HIRAGANA_120, VOICED, TileSet


def spellable_keys(lexicon: Lexicon, size: int, tiles: TileSet = HIRAGANA_120) -> tuple[str, ...]:
    """The keys with `size` letters that the tiles can spell, ascending."""
    return tuple(key for key in lexicon.keys(size) if not unspellable(key, tiles))


MUCH = 0.75
"""A list of which the tiles can spell a smaller share is not a list for these tiles."""


def hardly_spelled(lexicon: Lexicon, tiles: TileSet, named: str) -> str:
    """Says that the tiles cannot spell much of the list, and which list they want; "" if they can. The two- and
    three-letter words count, which every game needs. named: how the user calls the list."""
    keys = [key for size in (2, 3) for key in lexicon.keys(size)]
    can = sum(tiles.index.keys() >= set(key) for key in keys)
    if can >= MUCH * len(keys):
        return ""
    text = "{} can spell {:,} of the {:,} keys of {} with two or three letters"
    said = Message(text, tiles.name, can, len(keys), lexicon.name)
    if "seion" in lexicon.folds or not tiles.index.keys().isdisjoint(VOICED):
        return said
    return Message("{}; to read it in clear sounds: --lexicon {}+seion", said, named)


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
