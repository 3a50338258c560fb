"""Functions on readings: which letters they have, whether tiles can spell them, and how they are folded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from kanamj.errors import Message
from kanamj.tiles import HALF_VOICED, LONG, SMALL, VOICED, TileSet, typed_word

SPECIAL = frozenset(VOICED + HALF_VOICED + SMALL + LONG + "ゔ")
_KANA = re.compile(f"[ぁ-ゖ{LONG}]+")
_SPOKEN = {"ゔぁ": "ば", "ゔぃ": "び", "ゔ": "ぶ", "ゔぇ": "べ", "ゔぉ": "ぼ", "ゔゅ": "びゅ"}
SMALL_TO_PLAIN = str.maketrans("ぁぃぅぇぉゃゅょっゎ", "あいうえおやゆよつわ")


def is_reading(text: str) -> bool:
    """True if the text has only hiragana and ー, and is not empty.

    >>> is_reading("さかな"), is_reading("魚"), is_reading("サカナ")
    (True, False, False)
    """
    return _KANA.fullmatch(text) is not None


def parse_reading(text: str) -> str:
    """The reading that a person typed, in hiragana (`typed_word`); white space around the text is removed.

    >>> parse_reading(" サクラ "), parse_reading("ラ-メン")
    ('さくら', 'らーめん')
    """
    return typed_word(text.strip())


def spoken(reading: str) -> str:
    """The reading with ゔ as most people say it, as no set has a tile ゔ.

    >>> spoken("ゔぁいおりん"), spoken("らゔ"), spoken("さかな")
    ('ばいおりん', 'らぶ', 'さかな')
    """
    return re.sub("ゔ[ぁぃぇぉゅ]?", lambda written: _SPOKEN[written[0]], reading)


def fold_seion(reading: str) -> str:
    """The reading in clear sounds (清音): no voicing marks, small kana written large, ー kept.

    >>> fold_seion("がっこう"), fold_seion("ぴーまん")
    ('かつこう', 'ひーまん')
    """
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in reading)
    return plain.translate(SMALL_TO_PLAIN)


def fold_large(reading: str) -> str:
    """The reading with small kana read as large, so that the tiles つ and や stand for っ and ゃ, too.

    >>> fold_large("きゃっぷ")
    'きやつぷ'
    """
    return reading.translate(SMALL_TO_PLAIN)


def fold_long(reading: str) -> str:
    """The reading with ー read as the vowel before it. A ー that follows no vowel stays.

    >>> fold_long("らーめん"), fold_long("しゃーーぷ"), fold_long("んー")
    ('らあめん', 'しゃああぷ', 'んー')
    """
    return re.sub(f"([ぁ-ゖ])({LONG}+)", _drawn_out, reading)


def _drawn_out(found: re.Match[str]) -> str:
    letter, marks = found.groups()
    return letter + dict(zip("aiueo", "あいうえお", strict=True)).get(romaji(letter)[-1], LONG) * len(marks)


FOLDS = {"seion": fold_seion, "large": fold_large, "long": fold_long}
"""Name -> how a list of words with `+name` behind its own name is read."""


def fold_reading(reading: str, folds: Iterable[str]) -> str:
    """The reading, folded by all of these FOLDS; their order does not matter.

    >>> fold_reading("がーぜ", ["seion", "long"])
    'かあせ'
    """
    for name in folds:
        reading = FOLDS[name](reading)
    return reading


def romaji(letter: str) -> str:
    """A kana in Latin letters, after its Unicode name. A small kana gets an x in front. Each tile has its own name.

    >>> [romaji(letter) for letter in "しゃっーん"]
    ['si', 'xya', 'xtu', '-', 'n']
    """
    if letter == LONG:
        return "-"
    *_, size, name = unicodedata.name(letter).lower().split()
    return f"x{name}" if size == "small" else name


def special_letters(reading: str) -> int:
    """How many letters are voiced, half-voiced, small or ー. The set of 120 has at most one tile of such a letter.

    >>> special_letters("がっこー")
    3
    """
    return sum(letter in SPECIAL for letter in reading)


def letter_lacking(reading: str, tiles: TileSet) -> tuple[str, int, int] | None:
    """The first letter with too few tiles, as (letter, tiles needed, tiles in the set); None if no letter lacks tiles.

    >>> from kanamj.tiles import HIRAGANA_120
    >>> letter_lacking("こーひー", HIRAGANA_120), letter_lacking("を", HIRAGANA_120)
    (('ー', 2, 1), ('を', 1, 0))
    """
    for letter in dict.fromkeys(reading):
        needed = reading.count(letter)
        there = tiles.copies[tiles.index[letter]] if letter in tiles.index else 0
        if needed > there:
            return letter, needed, there
    return None


def unspellable(reading: str, tiles: TileSet) -> str:
    """Why the tiles cannot spell the reading; "" if they can.

    >>> from kanamj.tiles import HIRAGANA_120
    >>> unspellable("こーひー", HIRAGANA_120), unspellable("さくら", HIRAGANA_120)
    ('needs ー 2 times, hiragana-120 has 1', '')
    """
    lacking = letter_lacking(reading, tiles)
    if lacking is None:
        return ""
    letter, needed, there = lacking
    if not there and letter not in tiles.index:
        return Message("{} has no tile {}", tiles.name, letter)
    return Message("needs {} {} times, {} has {}", letter, needed, tiles.name, there)
