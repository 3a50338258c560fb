"""Why a reading is in no shipped list: what its words are, as the dictionaries of the lists say.

`wordlists/why/why.tsv` is UTF-8, a header line, then one row per reading that the list `wide` does not have, ascending:
the reading, what its words are (of WHATS, in that order, separated by spaces), and one way to write the first of them,
if it is known:

    reading	what	spelling
    あおい	adjective person place	青い
    とうきょう	place	東京

scripts/build_wordlists.py makes it (scripts/recipe/why.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kanamj.errors import Message, joined
from kanamj.lexicon.files import read_text
from kanamj.lexicon.shelf import shipped_folder
from kanamj.text import in_each

NAME = "why.tsv"
HEADER = "reading\twhat\tspelling"
YOURS = "yours"
"""Why a word is out that the user keeps out (`shelf.words_out`)."""
WHATS = {
    "verb": "a verb",
    "adjective": "an adjective",
    "na-adjective": "a na-adjective",
    "adverb": "an adverb",
    "adnominal": "a word that only goes before a noun",
    "small": "an exclamation, a particle, a conjunction or an auxiliary",
    "form": "a form of a verb or an adjective",
    "part": "a part of words",
    "noun": "a noun that is seldom printed",
    "place": "the name of a place",
    "person": "the name of a person",
    "name": "a name",
}
"""What the words of a reading can be -> the same for people to read."""
EXCLUDED = {
    "block": "a coarse word or a slur",
    "bound": "it is not said alone",
    "odd": "it is seldom used as a noun, or its reading or spelling is odd",
    "na": "a na-adjective",
    "adverb": "an adverb",
    "variant": "another spelling is usual",
    "jargon": "a word of one trade",
    "name": "a name",
    YOURS: "you keep it out",
}
"""Why `wordlists/recipe/exclude.tsv` leaves a word out -> the same for people to read."""


def _rows() -> str:
    """The text of the file; "" if it is not there. In the exported page it comes when it is needed."""
    path = shipped_folder() / "why" / NAME
    return _text(path) if path.is_file() else ""


_text = lru_cache(maxsize=1)(read_text)


def whats(reading: str) -> tuple[str, ...]:
    """What the words of this reading are, each of WHATS; () if no dictionary has it, or a shipped list has it.

    >>> whats("たべる"), whats("とうきょう"), whats("さかな")
    (('verb',), ('place',), ())
    """
    _, found, row = _rows().partition(f"\n{reading}\t")
    return tuple(row[: row.index("\t")].split()) if found else ()


def reading_of(spelling: str) -> str:
    """The reading of a spelling no shipped list has, or of several the one that is most things; "" if none is known.

    >>> reading_of("食べる"), reading_of("渋谷"), reading_of("魚")
    ('たべる', 'しぶや', '')
    """
    before = _rows().split(f"\t{spelling}\n")[:-1] if spelling else []
    rows = [text.rpartition("\n")[2].split("\t") for text in before]
    return max(rows, key=lambda row: row[1].count(" "), default=[""])[0]


def said(what: Iterable[str], excluded: str = "") -> dict[str, str]:
    """Language -> a sentence that says why the list does not have a reading; {} if nobody knows.

    what: what its words are, of WHATS. excluded: why a word is left out by hand, of EXCLUDED, which is said first.

    >>> said(("na-adjective", "person"))["en"]
    'it is a na-adjective, or the name of a person; the shipped lists have usual nouns only'
    >>> said(("noun",))["en"]
    'it is a noun that is seldom printed; the shipped lists lack it, a dictionary at the table decides'
    """
    if excluded in EXCLUDED:
        return in_each("left out by hand: {}", Message(EXCLUDED[excluded]))
    each = joined([Message(WHATS[one]) for one in what], Message(", or "))
    if "noun" in what:
        return in_each("it is {}; the shipped lists lack it, a dictionary at the table decides", each)
    return in_each("it is {}; the shipped lists have usual nouns only", each) if each else {}
