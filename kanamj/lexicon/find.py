"""Looking words up: by letters, with blanks, near misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kanamj.errors import LexiconError
from kanamj.lexicon.kana import is_reading, parse_reading, unspellable
from kanamj.lexicon.shelf import DEFAULT
from kanamj.lexicon.store import Entry, Lexicon, key_of
from kanamj.tiles import HIRAGANA_120, TileSet

BLANKS = frozenset("?？＿_○〇*＊")


@dataclass(frozen=True)
class Missing:
    """Why a word is not there: its key, what keeps the tiles from spelling it ("" if nothing), keys nearby.

    excluded: the reason in the list of words left out by hand, "" if it is not in it.
    """

    word: str
    key: str
    unspellable: str
    excluded: str
    near: tuple[str, ...]


def find_word(lexicon: Lexicon, text: str) -> list[Entry]:
    """The words read or spelled like this, commonest first, then others of the same letters; empty if none.

    Where the lexicon knows no readings, the key stands for the reading.

    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("なかさ", "中差")])
    >>> [entry.spelling for entry in find_word(toy, "なかさ")]
    ['中差', '魚']
    >>> [entry.reading for entry in find_word(toy, "魚")]
    ['さかな']
    """
    reading = parse_reading(text)
    if is_reading(reading):
        return sorted(words_of(lexicon, key_of(reading)), key=lambda entry: entry.reading != reading)
    return [
        entry
        for rows in lexicon.grams.values()
        for key in rows
        for entry in words_of(lexicon, key)
        if entry.spelling == text
    ]


def words_of(lexicon: Lexicon, key: str) -> list[Entry]:
    """The words of a key, commonest first; where no readings are known the key stands for the reading."""
    known = lexicon.entries.get(key, ())
    named = {entry.spelling for entry in known}
    return [*known, *(Entry(key, spelling) for spelling in lexicon.words(key) if spelling not in named)]


def find_letters(lexicon: Lexicon, letters: str) -> list[tuple[str, str]]:
    """(key, letters the blanks stand for) of the words made of exactly these letters, `?` being any letter.

    Raises LexiconError for letters that are no kana.

    >>> toy = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("かたな", "刀")])
    >>> find_letters(toy, "か？な")
    [('かさな', 'さ'), ('かたな', 'た')]
    """
    known = parse_reading("".join(letter for letter in letters if letter not in BLANKS))
    if known and not is_reading(known):
        raise LexiconError(f"{letters!r} has letters that are no kana; write them as かさな, a blank as ？")
    blanks = sum(letter in BLANKS for letter in letters)
    wanted = Counter(known)
    found = []
    for key in lexicon.keys(len(known) + blanks):
        left = Counter(key)
        left.subtract(wanted)
        if min(left.values()) >= 0:
            found.append((key, "".join(sorted(left.elements()))))
    return found


def explain_missing(lexicon: Lexicon, text: str, tiles: TileSet = HIRAGANA_120) -> Missing:
    """Why a reading is no word of the lexicon. LexiconError if it is not kana."""
    reading = parse_reading(text)
    if not is_reading(reading):
        raise LexiconError(f"no word is spelled {text!r}; ask by its reading in kana to see what is near")
    key = key_of(reading)
    return Missing(
        reading, key, unspellable(reading, tiles), _excluded(lexicon, reading), tuple(near_keys(lexicon, key))
    )


def near_keys(lexicon: Lexicon, key: str) -> Iterator[str]:
    """Keys one letter away: another letter for one, one more, one less; in that order, each ascending."""
    for size in (len(key), len(key) + 1, len(key) - 1):
        for other in lexicon.keys(size):
            shared = sum((Counter(key) & Counter(other)).values())
            if shared == min(len(key), size) - (size == len(key)) and other != key:
                yield other


def _excluded(lexicon: Lexicon, reading: str) -> str:
    """What the shipped recipe says of a word it leaves out, such as "block"; "" for other lexicons."""
    if lexicon.name != DEFAULT:
        return ""
    from kanamj.lexicon.shelf import shipped_folder
    from kanamj.lexicon.store import read_text

    for line in read_text(shipped_folder() / "recipe" / "exclude.tsv").splitlines():
        columns = line.split("\t")
        if columns[0] == reading and not line.startswith("#"):
            return columns[2] if len(columns) > 2 else "excluded"
    return ""
