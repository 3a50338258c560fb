"""Flash cards: a text that Anki imports. It has three decks: words worth learning, pairs of letters and what they wait
for, letters and their words.

Anki shows new cards in the order of the file. The decks begin with the most useful words, with the pairs that wait for
the largest number of tiles, and with the letters that wait for the smallest. A card asks for at most MOST_ANSWERS
answers; if there are more, they are split into several cards, between rows of the kana table. A card has two tags, such
as か行 and level-2: the kana row of its first letter, and the lowest level (of `dealer.LEVELS`) that knows one of its
answers.

The text is as the manual of Anki describes it (Importing, Text Files): lines that begin with # say what the columns
are, then one line per card, with a tab between its cells. A cell with a tab, a quote or a line end is put in quotes:

    #separator:tab
    #html:true
    …
    5f0c3a91d2e84b7c	kanamj core: words worth learning	き・つ・ね	きつね(狐)	か行 level-1
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from kanamj.datasets.build import Source
from kanamj.errors import KanamjError
from kanamj.learn.dealer import LEVELS
from kanamj.learn.order import worth_learning
from kanamj.lexicon import Lexicon
from kanamj.lexicon.entry import words_text
from kanamj.lexicon.glosses import Glosses
from kanamj.lexicon.store import key_of
from kanamj.results import check_single, write_single
from kanamj.text import shown, tr
from kanamj.tiles import HIRAGANA_120, TileSet

HEAD = (
    "#separator:tab", "#html:true", "#notetype:Basic", "#notetype:基本",
    "#guid column:1", "#deck column:2", "#tags column:5",
)  # fmt: skip
"""What the columns are. Columns 3 and 4 are the fields of the note type, front and back. Anki takes the note type of
the names that it has: that of two fields, which is named in its language."""
MOST_ANSWERS = 12
HIDDEN = "(hidden words)"
"""What an answer says in place of its words, if all of them have a flag."""
ROWS = (
    "あいうえおぁぃぅぇぉゔ", "かきくけこ", "がぎぐげご", "さしすせそ", "ざじずぜぞ", "たちつてとっ", "だぢづでど",
    "なにぬねの", "はひふへほ", "ばびぶべぼ", "ぱぴぷぺぽ", "まみむめも", "やゆよゃゅょ",
    "らりるれろ", "わゐゑをんーゎ",
)  # fmt: skip


def write_anki(
    path: Path, lexicon: Lexicon, tiles: TileSet = HIRAGANA_120, *, known: str = "", replace: bool = False
) -> dict[str, int]:
    """Writes the cards as a text that Anki imports, in the language of this process.

    Returns name of the deck -> its number of cards.

    known: what the learner knows, as `order.worth_learning` takes it.

    Raises KanamjError for a file name without .txt, and ManifestError if something is in the way (see `write_single`).
    """
    if path.suffix.lower() != ".txt":
        raise KanamjError("Anki does not import {}; give a name that ends with .txt, such as cards.txt", path)
    check_single(path, replace=replace)
    source, text, decks = Source(lexicon, tiles), StringIO(), dict[str, int]()
    rows = csv.writer(text, delimiter="\t", lineterminator="\n")
    for name, said, cards in (
        ("words", "words worth learning", _words(source, worth_learning(lexicon, tiles, known))),
        ("pairs", "two letters → waits", _pairs(source)),
        ("letters", "one letter → two-letter words", _letters(source)),
    ):
        deck = shown(f"kanamj {lexicon.name}: {tr(said)}")
        for card in cards:
            # By its number Anki knows a card of an earlier import again, in any language.
            number = sha256(f"kanamj {lexicon.name} {name} {card.name}".encode()).hexdigest()[:16]
            tags = f"{row_of(card.name[0])} level-{_level(source, card.keys)}"
            rows.writerow([number, deck, card.front, card.answer, tags])
            decks[deck] = decks.get(deck, 0) + 1
    write_single(path, "\n".join([*HEAD, text.getvalue()]), replace=replace)
    return decks


class Card(NamedTuple):
    """A card.

    name: identifies the card in its deck.
    front, answer: HTML.
    keys: the keys of its answers.
    """

    name: str
    front: str
    answer: str
    keys: list[str]


def _words(source: Source, keys: Sequence[str]) -> Iterator[Card]:
    """Yields a card per key worth learning: it shows the letters, and its answer is the words that they spell, with
    their glosses."""
    glosses = Glosses(source.lexicon)
    for key in keys:
        words = source.lexicon.shown(key)
        told: dict[str, list[str]] = {}
        for word in words:
            told.setdefault(glosses.of(word), []).append(word.spelling)
        lines = [f"{'・'.join(told[gloss])}: {gloss}" if len(told) > 1 else gloss for gloss in told if gloss]
        answer = "<br>".join(
            escape(shown(line)) for line in [" ".join(words_text([word]) for word in words), *lines]
        )
        yield Card(key, "・".join(key), answer, [key])


def _pairs(source: Source) -> Iterator[Card]:
    """Yields cards that show two letters; the answers are letters that make a three-letter word with them.

    The pairs that wait for the largest number of tiles come first.
    """
    waits = source.trios.waits
    for pair in sorted(waits, key=lambda pair: (-source.tiles.left(waits[pair], pair), pair)):
        own = _spellings(source, pair)
        yield from _cards(source, pair, waits[pair], f"({own})" if own else "")


def _letters(source: Source) -> Iterator[Card]:
    """Yields cards that show one letter; the answers are letters that make a two-letter word with it.

    The letters that wait for the smallest number of tiles come first.
    """
    waits = source.pairs.waits
    for letter in sorted(waits, key=lambda letter: (source.tiles.left(waits[letter], letter), letter)):
        yield from _cards(source, letter, waits[letter], "")


def _cards(source: Source, held: str, waits: Sequence[str], own: str) -> Iterator[Card]:
    """Yields cards that ask what the letters `held` wait for: one card, or several for too many waits (`cut_by_row`).

    own: HTML to write in the answer after the number of tiles, such as the words that `held` itself spells.
    """
    parts = cut_by_row(waits)
    for part in parts:
        first, last = row_of(part[0]), row_of(part[-1])
        rows = f" + {first}" if first == last else f" + {first}〜{last}"
        keys = [key_of(held + wait) for wait in part]
        words = [_spellings(source, key) or tr(HIDDEN) for key in keys]
        lines = [f"<b>{wait}</b> {word}" for wait, word in zip(part, words, strict=True)]
        answer = "<br>".join([tr("{} tiles", source.tiles.left(part, held)) + own, *lines])
        name = held if len(parts) == 1 else f"{held} {first}"
        yield Card(name, "・".join(held) + (rows if len(parts) > 1 else ""), answer, keys)


def cut_by_row(letters: Sequence[str], most: int = MOST_ANSWERS) -> list[list[str]]:
    """Returns the letters in parts, each made of whole rows of the kana table.

    A part has at most `most` letters, unless one row alone has more.

    >>> cut_by_row("あえかきさん", most=3)
    [['あ', 'え'], ['か', 'き', 'さ'], ['ん']]
    """
    parts: list[list[str]] = []
    by_row = sorted(letters, key=lambda letter: (_row(letter), letter))
    for _, group in groupby(by_row, key=_row):
        row = list(group)
        if parts and len(parts[-1]) + len(row) <= most:
            parts[-1] += row
        else:
            parts.append(row)
    return parts


def row_of(letter: str) -> str:
    """Returns the name of the row of the kana table that a letter is in.

    >>> row_of("ぬ"), row_of("ぴ"), row_of("ゃ"), row_of("ー")
    ('な行', 'ぱ行', 'や行', 'わ行')
    """
    row = _row(letter)
    return f"{ROWS[row][0] if row < len(ROWS) else letter}行"


def _row(letter: str) -> int:
    return next((row for row, letters in enumerate(ROWS) if letter in letters), len(ROWS))


def _level(source: Source, keys: Sequence[str]) -> int:
    """The lowest level of `dealer.LEVELS` that knows a word of one of the keys."""
    ranks = _ranks(source.lexicon)
    rank = min(ranks.get(key, len(ranks) + 1) for key in keys)
    return next(
        number for number, level in sorted(LEVELS.items()) if level.words is None or rank <= level.words
    )


@lru_cache(maxsize=1)
def _ranks(lexicon: Lexicon) -> dict[str, int]:
    """Key -> its place, from 1, among the keys of two and three letters, in the order in which people learn words."""
    return {key: rank for rank, key in enumerate(lexicon.easiest_keys(2, 3), 1)}


def _spellings(source: Source, key: str) -> str:
    """The spellings of the words of a key that may be shown, easiest first, as HTML; "" if there are none."""
    return escape(shown("・".join(dict.fromkeys(word.spelling for word in source.lexicon.shown(key)))))
