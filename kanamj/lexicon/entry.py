"""A word of a lexicon: how it is read and spelled, how well known it is, whether it may be shown, in which order words
are listed, and how they are written as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from kanamj.errors import KanamjError, Message, brief
from kanamj.text import UNSAFE

FLAGS = ("sex", "lavatory", "insult", "touchy", "dark")
BEYOND = "wide"
"""The flag of the words that only the shipped list `wide` has: they are judged, and shown only on request."""

SIZES = (2, 3, 4, 5)
"""How many letters a word may have."""
MOST_SPELLING = 200
"""The most letters of a spelling. The longest of JMdict has 37."""
CHILDREN = 3_003
"""The words with an ease up to this number are those that a child of eight knows. The recipe of the shipped lists puts
them first, and refuses another number than that of the words in `wordlists/recipe/children.tsv`."""


class Entry(NamedTuple):
    """One word: its reading, its spelling, and its cost (lower is commoner; -1 is unknown).

    sources: names of the sources that have the word, separated by spaces. cut: the narrowest shipped list that has it,
    "core", "common" or "wide". ease: its rank in the order in which people learn words, 1 the first; -1 is unknown.
    flag: the reason why the word is shown only on request, one of FLAGS or BEYOND; "" for most words. accent: the mora
    after which the pitch falls, 0 for none, "0,2" for either. origin: 和 Japanese, 漢 Chinese, 外 another language, 混
    mixed, then the word it comes from ("外 coffee"). kind: the categories of thing, joined by ";" (人工物-食べ物;植物).
    Each is "" if it is unknown.
    """

    reading: str
    spelling: str
    cost: int = -1
    sources: str = ""
    cut: str = ""
    ease: int = -1
    flag: str = ""
    accent: str = ""
    origin: str = ""
    kind: str = ""

    @property
    def key(self) -> str:
        """The letters of the reading sorted by code point."""
        return key_of(self.reading)

    def to_json(self, gloss: str = "") -> dict[str, Any]:
        """Plain values: key, reading, spelling, cost and ease (None if unknown), flag, and the gloss if there is one.

        >>> Entry("さかな", "魚").to_json()
        {'key': 'かさな', 'reading': 'さかな', 'spelling': '魚', 'cost': None, 'ease': None, 'flag': ''}
        """
        return {
            "key": self.key,
            "reading": self.reading,
            "spelling": self.spelling,
            "cost": None if self.cost < 0 else self.cost,
            "ease": None if self.ease < 0 else self.ease,
            "flag": self.flag,
            **({"gloss": gloss} if gloss else {}),
        }


def commoner_first(entry: Entry) -> tuple[bool, bool, int, str, str]:
    """A sort key for words, commonest first. Words with a flag come after all others.

    Low costs come first, unknown costs last. Words of equal cost are sorted by reading and spelling.

    >>> rows = [Entry("かみ", "髪", -1), Entry("かみ", "神", 20), Entry("かみ", "紙", 10)]
    >>> [entry.spelling for entry in sorted(rows, key=commoner_first)]
    ['紙', '神', '髪']
    """
    return entry.flag != "", entry.cost < 0, entry.cost, entry.reading, entry.spelling


def easier_first(entry: Entry) -> tuple[bool, bool, int, tuple[bool, bool, int, str, str]]:
    """A sort key for words, in the order in which people learn them. Words with a flag come after all others.

    Low eases come first. Words without an ease follow, in the order of `commoner_first`."""
    return entry.flag != "", entry.ease < 0, entry.ease, commoner_first(entry)


def shown_words(words: Iterable[Entry], *, asked: bool = False) -> tuple[Entry, ...]:
    """The words that may be shown, the easiest first. Whatever prints, draws or sends words of a list asks here.

    Words with a flag are left out. asked: True for the words of the very reading or spelling that a user looks up; if
    all of these have a flag, they are shown.

    >>> rows = [Entry("しがい", "死骸", 10, flag="dark"), Entry("しがい", "市街", 20)]
    >>> [word.spelling for word in shown_words(rows)], shown_words(rows[:1]), len(shown_words(rows[:1], asked=True))
    (['市街'], (), 1)
    """
    ranked = sorted(words, key=easier_first)
    return tuple(word for word in ranked if not word.flag) or (tuple(ranked) if asked else ())


def for_children(word: Entry) -> bool:
    """Whether a child of eight knows this word. Levels of practice, today's hands and sheets ask here.

    False if its ease is not known, as in a list of your own.

    >>> [for_children(Entry("いぬ", "犬", ease=ease)) for ease in (19, CHILDREN + 1, -1)]
    [True, False, False]
    """
    return 0 < word.ease <= CHILDREN


class Spelled(Protocol):
    """Anything with a reading and a spelling, such as an `Entry`."""

    @property
    def reading(self) -> str: ...

    @property
    def spelling(self) -> str: ...


def word_text(word: Spelled, letters: str = "") -> str:
    """A word as text: its reading (`letters` if it is not known), then its spelling if that differs.

    >>> word_text(Entry("さかな", "魚")), word_text(Entry("もも", "もも"))
    ('さかな 魚', 'もも')
    """
    reading = word.reading or letters
    return reading if word.spelling == reading else f"{reading} {word.spelling}"


def words_text(words: Iterable[Spelled], letters: str = "") -> str:
    """Words as text: each reading once, with the spellings that differ from it in brackets; the order stays.

    letters: the text for a reading that is not known, and the whole text if there are no words.

    >>> words_text([Entry("かみ", "紙"), Entry("みか", "みか"), Entry("かみ", "髪")])
    'かみ(紙・髪)/みか'
    """
    spellings: dict[str, list[str]] = {}
    for word in words:
        others = spellings.setdefault(word.reading or letters, [])
        if word.spelling != word.reading:
            others.append(word.spelling)
    texts = (
        f"{reading}({'・'.join(others)})" if others else reading for reading, others in spellings.items()
    )
    return "/".join(texts) or letters


def key_of(reading: str) -> str:
    """The letters of a reading sorted by code point.

    >>> key_of("さかな")
    'かさな'
    """
    return "".join(sorted(reading))


def wrong_length(reading: str) -> str:
    """What is wrong with the number of letters of a reading; "" if nothing is.

    >>> wrong_length("き"), wrong_length("さくら")
    ('き has 1 letter; words have 2 to 5', '')
    """
    if len(reading) in SIZES:
        return ""
    if len(reading) == 1:
        return Message("{} has 1 letter; words have {} to {}", reading, SIZES[0], SIZES[-1])
    shown = reading if len(reading) < 40 else brief(reading)
    return Message("{} has {} letters; words have {} to {}", shown, len(reading), SIZES[0], SIZES[-1])


def plain_spelling(text: str) -> str:
    """The spelling in a form that the files allow: ':' in full width, each run of white space as one full-width space.

    Control characters and direction marks are left out, as no real spelling has them. Raises KanamjError for more than
    MOST_SPELLING letters.

    >>> plain_spelling("１:２ ３"), plain_spelling("魚\\x1b[31m")
    ('１：２　３', '魚[31m')
    """
    if len(text) > MOST_SPELLING:
        said = "the spelling {} has {:,} letters; at most {} are kept. Is a quote left open?"
        raise KanamjError(said, brief(text), len(text), MOST_SPELLING)
    return "　".join(UNSAFE.sub("", part) for part in text.replace(":", "：").split() if part)
