"""A word of a lexicon: how it is read and spelled, how well known it is, and in which order words are listed."""

from __future__ import annotations

from typing import NamedTuple

from kanamj.safe_text import UNSAFE

FLAGS = ("sex", "lavatory", "insult", "touchy", "dark")


class Entry(NamedTuple):
    """One word: its reading, its spelling, and its cost (lower is commoner; -1 is unknown).

    sources: names of the sources that have the word, separated by spaces. cut: the shipped list that has it, "core" or
    "common". ease: its rank in the order in which people learn words, 1 the first; -1 is unknown. flag: the reason why
    the word is shown only on request, one of FLAGS; "" for most words.
    """

    reading: str
    spelling: str
    cost: int = -1
    sources: str = ""
    cut: str = ""
    ease: int = -1
    flag: str = ""

    @property
    def key(self) -> str:
        """The letters of the reading sorted by code point."""
        return key_of(self.reading)


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


def key_of(reading: str) -> str:
    """The letters of a reading sorted by code point.

    >>> key_of("さかな")
    'かさな'
    """
    return "".join(sorted(reading))


def plain_spelling(text: str) -> str:
    """The spelling in a form that the files allow: ':' in full width, each run of white space as one full-width space.

    Control characters and direction marks are left out, as no real spelling has them.

    >>> plain_spelling("１:２ ３"), plain_spelling("魚\\x1b[31m")
    ('１：２　３', '魚[31m')
    """
    return "　".join(UNSAFE.sub("", part) for part in text.replace(":", "：").split() if part)
