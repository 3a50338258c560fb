"""Which words can be spelled with some letters, and with which letters a text with kanji is spelled."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kanamj.lexicon.entry import BEYOND
from kanamj.lexicon.kana import is_reading, unspellable
from kanamj.lexicon.store import Lexicon, commoner_first
from kanamj.tiles import HIRAGANA_120, SEPARATORS, TileSet, fold_kana


def keys_within(
    lexicon: Lexicon, letters: str, sizes: Iterable[int] = (5, 4, 3, 2), tiles: TileSet = HIRAGANA_120
) -> list[str]:
    """The keys that can be spelled with some of `letters` and with the tiles, commonest first within each size.

    The sizes come in the order given.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬", 20), Entry("いえ", "家", 10), Entry("さかな", "魚", 15)])
    >>> keys_within(toy, "いかさなぬえ")
    ['かさな', 'いえ', 'いぬ']
    """
    held, there = Counter(letters), set(letters)
    return [
        key
        for size in sizes
        for key in sorted(
            (key for key in lexicon.keys(size) if there.issuperset(key) and not Counter(key) - held),
            key=lambda key: (lexicon.cost(key) < 0, lexicon.cost(key), key),
        )
        if not unspellable(key, tiles)
    ]


def words_beyond(
    lexicon: Lexicon, wide: Lexicon, letters: str, sizes: Iterable[int], tiles: TileSet = HIRAGANA_120
) -> dict[str, list[dict[str, str]]]:
    """Key -> the words that only `wide` has and that a player may lay, for every key of them that `letters` spell.

    They are the words of `beyond_of`; words with another flag have no spelling.
    """
    found = {}
    for key in keys_within(wide, letters, sizes, tiles):
        words = beyond_of(lexicon, wide, key)
        known = {word["reading"] for word in words} | {word.reading for word in lexicon.words_of(key)}
        flagged = dict.fromkeys(word.reading for word in wide.words_of(key) if word.reading not in known)
        words += [{"reading": reading, "spelling": "", "list": wide.name} for reading in flagged]
        if words:
            found[key] = words
    return found


def beyond_of(lexicon: Lexicon, wide: Lexicon, key: str) -> list[dict[str, str]]:
    """The words of a key that only `wide` has: {"reading", "spelling", "list"}. A player who lays them sees them.

    Words with another flag than BEYOND are left out.
    """
    known = {word.reading for word in lexicon.words_of(key)}
    return [
        {"reading": word.reading, "spelling": word.spelling, "list": wide.name}
        for word in wide.words_of(key)
        if word.reading not in known and word.flag in ("", BEYOND)
    ]


class TextPiece(NamedTuple):
    """A part of a text. text: how it is written. letters: its reading, or "" if a letter of it has no tile."""

    text: str
    letters: str


def read_text(lexicon: Lexicon, text: str, tiles: TileSet = HIRAGANA_120) -> Iterator[TextPiece]:
    """The text cut into pieces: words of the lexicon that are not all kana, and single letters of the rest.

    Of the words that begin at a place, the longest is taken; of its readings, the reading of the commonest entry. White
    space and separators are left out. A letter without a tile is a piece without letters, and so is a kanji
    that no word has.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("さくら", "桜"), Entry("おかね", "お金")])
    >>> [tuple(piece) for piece in read_text(toy, "桜 お金ヴ鱒")]
    [('桜', 'さくら'), ('お金', 'おかね'), ('ヴ', ''), ('鱒', '')]
    """
    text, spelled = unicodedata.normalize("NFKC", text), lexicon.by_spelling
    longest = max(map(len, spelled), default=1)
    place = 0
    while place < len(text):
        ends = range(min(len(text), place + longest), place, -1)
        words = (text[place:end] for end in ends if text[place:end] in spelled)
        word = next((word for word in words if not is_reading(fold_kana(word))), text[place])
        place += len(word)
        if len(word) > 1 or word in spelled:
            found = (
                entry for key in spelled[word] for entry in lexicon.words_of(key) if entry.spelling == word
            )
            letters = min(found, key=commoner_first).reading
        else:
            letters = fold_kana(word)
            letters = letters if letters in tiles.index else lexicon.read(letters)
        if not word.isspace() and word not in SEPARATORS:
            yield TextPiece(word, letters if all(letter in tiles.index for letter in letters) else "")
