"""How early people learn a word: a rank made of school grades, kinds of things, and lists of our own.

The words that a child of eight knows come first. `children.tsv` says which they are: words of an earlier rank, read one
by one. Among them, and among the others, the words are ranked by a score; the lowest comes first. The score adds half
the cost, 300 for each school grade of the hardest kanji (a kanji that primary school does not teach counts as grade 5,
as such words are known by ear), 1,500 for a compound of kanji only, and 800 for katakana. A word of Chinese origin in
kana (しよう) scores as if it were in kanji. The score is lower for things one can point at, for the words of
`themes.tsv` (written down by topic), and for those of `first.tsv` (words of picture books), which are known by ear: for
them neither kanji nor katakana count.

How well it separates the words that a child of 8 knows (`labels.tsv`: 400 words of core, labelled before the rank was
made), as AUC: the cost .51, the grade .65, this score without our lists .70, with them .84, the rank .86. A word with
お (お箸) is learned with the word that it is made of: it scores POLITE more than that, or less if it is listed itself.
Of words of picture books with one reading, the commonest is learned first. A second meaning of a reading
(`meanings.tsv`) is learned after the first one, unless our lists have it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Set
from pathlib import Path

from kanamj.errors import FileFormatError
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.sources import Word

from .archives import KANJI
from .nouns import Pair
from .rules import Nominees, bonus, has_kanji, is_kanji, same_word

GRADE, OUT_OF_SCHOOL = 300, 5
COMPOUND, KATAKANA = 1500, 800
THINGS = {800: 1500, 400: 800}  # the bonus of the rules -> what it takes off the score
FIRST, THEME, EVERYDAY = 6000, 2500, 1500
POLITE = 200
_GRADES = r"REIWA2\.GRADE{} = KanjiSet\((\[[^\]]*\])\)"


def school_grades(folder: Path) -> dict[str, int]:
    """Kanji -> the grade of primary school (1 to 6) that teaches it, from the archive in `folder`."""
    source = KANJI.read(folder, KANJI.member).decode()
    grades: dict[str, int] = {}
    for grade in range(1, 7):
        found = re.search(_GRADES.format(grade), source)
        if not found:
            raise FileFormatError(f"no kanji of grade {grade} in {KANJI.member}", path=Path(KANJI.file))
        grades |= dict.fromkeys(ast.literal_eval(found[1]), grade)
    return grades


def ease_ranks(
    words: Iterable[Word],
    grades: Mapping[str, int],
    nominees: Nominees,
    first: Iterable[Pair],
    themes: Mapping[Pair, str],
    scenes: Iterable[Pair],
    second: Set[Pair] = frozenset(),
    known: Set[Pair] = frozenset(),
) -> dict[Pair, int]:
    """Word -> its rank; 1 is learned first. first, themes, scenes: words of our own lists, see `listed_there`.
    second: second meanings of readings. known: the words that a child of eight knows."""
    costs = {(word.reading, word.spelling): word.cost for word in words}
    spelled: dict[str, list[str]] = {}
    for reading, spelling in costs:
        spelled.setdefault(reading, []).append(spelling)
    early = dict.fromkeys(listed_there(first, costs).values(), FIRST)
    listed = dict.fromkeys(listed_there(scenes, costs).values(), EVERYDAY)
    for theme, pair in listed_there(themes, costs).items():
        listed[pair] = EVERYDAY if themes[theme].startswith("everyday") else THEME

    def score(pair: Pair) -> float:
        reading, spelling = pair
        same = [pair, *((reading, other) for other in spelled[reading] if same_word(spelling, other))]
        kinds = next((nominees.juman[each] for each in same if each in nominees.juman), frozenset())
        spelled_out = _in_kanji(pair, nominees)
        kanji = [character for character in spelled_out if is_kanji(character)]
        grade = max((grades.get(character, OUT_OF_SCHOOL) for character in kanji), default=0)
        compound = len(kanji) == len(spelled_out) > 1
        katakana = all("ァ" <= character <= "ー" for character in spelling)
        ours = early.get(pair, 0) + listed.get(pair, 0) + THINGS.get(bonus(kinds), 0)
        written = 0 if pair in early else GRADE * grade + COMPOUND * compound + KATAKANA * katakana
        return costs[pair] / 2 + written - ours

    scores = {pair: score(pair) for pair in costs}
    plain = {
        (reading[1:], spelling[1:]): (reading, spelling)
        for reading, spelling in costs
        if _is_polite(spelling)
    }
    for word, found in listed_there(plain, costs).items():
        polite = plain[word]
        scores[polite] = min(scores[polite], scores[found] + POLITE)
    for reading, spellings in spelled.items():
        pairs = [(reading, spelling) for spelling in spellings]
        books = sorted(early.keys() & pairs, key=lambda pair: (costs[pair], pair))
        scores |= zip(books, sorted(scores[pair] for pair in books), strict=True)  # 雨 before 飴
        usual = min((scores[pair] for pair in pairs if pair not in second), default=-FIRST)
        for pair in second & set(pairs) - early.keys() - listed.keys():  # 国花 behind 国家
            scores[pair] = max(scores[pair], usual + 1)
    ranked = sorted(costs, key=lambda pair: (pair not in known, scores[pair], pair))
    return {pair: rank for rank, pair in enumerate(ranked, 1)}


def _is_polite(spelling: str) -> bool:
    """Whether a word begins with お and goes on in kanji or katakana, so that the rest may be a word (お箸)."""
    return spelling[:1] in ("お", "御") and (has_kanji(spelling[1:2]) or "ァ" <= spelling[1:2] <= "ヶ")


def _in_kanji(pair: Pair, nominees: Nominees) -> str:
    """The spelling; of kana that can only be of Chinese origin (しよう), the head of UniDic's first entry."""
    lemmas = nominees.unidic.lemmas.get(pair, ())
    kana = parse_reading(pair[1]) == pair[0]
    return (
        lemmas[0].spelling if kana and lemmas and all(lemma.origin == "漢" for lemma in lemmas) else pair[1]
    )


def listed_there(listed: Iterable[Pair], words: Iterable[Pair]) -> dict[Pair, Pair]:
    """Each word of a list of our own that is among `words` -> its spelling there.

    It is the same spelling, or one with the same kanji (鋏 and はさみ count as the same). A word that is listed in kana
    is only found in kana: its kanji might be those of a homophone (どじょう is not 土壌).

    >>> listed_there([("はさみ", "鋏"), ("どじょう", "どじょう")], [("はさみ", "はさみ"), ("どじょう", "土壌")])
    {('はさみ', '鋏'): ('はさみ', 'はさみ')}
    """
    spelled: dict[str, list[str]] = {}
    for reading, spelling in words:
        spelled.setdefault(reading, []).append(spelling)
    found = {}
    for reading, spelling in listed:
        there = spelled.get(reading, [])
        alike = [other for other in there if same_word(spelling, other)]
        kana = [other for other in there if parse_reading(other) == reading]
        for other in ([spelling] if spelling in there else [*alike, *kana])[:1]:
            found[reading, spelling] = reading, other
    return found
