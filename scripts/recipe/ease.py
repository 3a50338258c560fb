"""How early people learn a word: a rank made of school grades, kinds of things, and lists of our own.

The words are ranked by a score; the lowest comes first. The score adds half the cost, 300 for each school grade of the
hardest kanji (a kanji that primary school does not teach counts as grade 5, as such words are known by ear), 1,500 for
a compound of kanji only, and 800 for katakana. It is lower for things one can point at, for the words of `themes.tsv`
(written down by topic), and for those of `first.tsv` (words of picture books).

How well it separates the words that a child of 8 knows (`labels.tsv`: 400 words of core, labelled before the rank was
made), as AUC: the cost .51, the grade .65, this score without our lists .70, with them .84.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from kanamj.errors import FileFormatError
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.sources import Word

from .archives import KANJI
from .nouns import Pair
from .rules import bonus, is_kanji, same_word

GRADE, OUT_OF_SCHOOL = 300, 5
COMPOUND, KATAKANA = 1500, 800
THINGS = {800: 1500, 400: 800}  # the bonus of the rules -> what it takes off the score
FIRST, THEME, EVERYDAY = 6000, 2500, 1500
_GRADES = r"REIWA2\.GRADE{} = KanjiSet\((\[[^\]]*\])\)"


def school_grades(folder: Path) -> dict[str, int]:
    """Kanji -> the grade of primary school (1 to 6) that teaches it, from the archive in `folder`."""
    source = KANJI.read(folder, KANJI.member).decode()
    grades: dict[str, int] = {}
    for grade in range(1, 7):
        found = re.search(_GRADES.format(grade), source)
        if not found:
            raise FileFormatError(f"no kanji of grade {grade} in {KANJI.member}", Path(KANJI.file))
        grades |= dict.fromkeys(ast.literal_eval(found[1]), grade)
    return grades


def ease_ranks(
    words: Iterable[Word],
    grades: Mapping[str, int],
    kinds: Mapping[Pair, Iterable[str]],
    first: Mapping[Pair, str],
    themes: Mapping[Pair, str],
) -> dict[Pair, int]:
    """Word -> its rank; 1 is learned first.

    kinds: the categories and domains of JUMAN's nouns. first, themes: pair -> theme; where a pair is not among the
    words, the cheapest other spelling of the same word is taken for it.
    """
    costs = {(word.reading, word.spelling): word.cost for word in words}
    spelled: dict[str, list[str]] = {}
    for reading, spelling in sorted(costs, key=lambda pair: (costs[pair], pair)):
        spelled.setdefault(reading, []).append(spelling)
    early = dict.fromkeys(_there(first, spelled), FIRST)
    listed = {
        pair: EVERYDAY if theme.startswith("everyday") else THEME
        for pair, theme in _there(themes, spelled).items()
    }

    def score(pair: Pair) -> float:
        reading, spelling = pair
        same = [pair, *((reading, other) for other in spelled[reading] if same_word(spelling, other))]
        things = THINGS.get(bonus(next((kinds[each] for each in same if each in kinds), ())), 0)
        kanji = [character for character in spelling if is_kanji(character)]
        grade = max((grades.get(character, OUT_OF_SCHOOL) for character in kanji), default=0)
        compound = len(kanji) == len(spelling) > 1
        katakana = all("ァ" <= character <= "ー" for character in spelling)
        lists = early.get(pair, 0) + listed.get(pair, 0)
        return costs[pair] / 2 + GRADE * grade + COMPOUND * compound + KATAKANA * katakana - things - lists

    return {pair: rank for rank, pair in enumerate(sorted(costs, key=lambda pair: (score(pair), pair)), 1)}


def _there(listed: Mapping[Pair, str], spelled: Mapping[str, list[str]]) -> dict[Pair, str]:
    found = {}
    for (reading, spelling), theme in listed.items():
        there = spelled.get(reading, [])
        same = [
            other
            for other in there
            if reading in (parse_reading(spelling), parse_reading(other)) or same_word(spelling, other)
        ]
        if spelling in there or same:
            found[reading, spelling if spelling in there else same[0]] = theme
    return found
