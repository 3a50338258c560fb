"""The words that a player knows: a number of the easiest words, or the words of a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from kanamj.errors import FileFormatError, LexiconError, brief, either, first_of, whole_number
from kanamj.lexicon.files import STDIN
from kanamj.lexicon.sources import read_own_words
from kanamj.lexicon.store import Lexicon, key_of


def known_keys(lexicon: Lexicon, known: str, sizes: Sequence[int] = (2, 3)) -> list[str]:
    """The keys that a player knows, in the order in which people learn words. sizes: the lengths of the keys.

    known: a number n, for the n easiest keys; or the path of a file with one reading or key per line, as
    `sources.read_own_words` describes it.

    Raises LexiconError if n is larger than the number of keys, if `known` is neither a number nor a file, or if the
    file has words that are not in the list or have other lengths. Raises FileFormatError if the file cannot be read or
    has no words.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬", ease=2), Entry("ねこ", "猫", ease=1)])
    >>> known_keys(toy, "1")
    ['こね']
    """
    ranked = lexicon.easiest_keys(*sizes)
    if known.isdecimal():
        number = whole_number(known)
        if not 0 < number <= len(ranked):
            raise LexiconError(
                "{0:,} words cannot be known; {1} has only {2:,} with {3} letters. Give 1 to {2}, or a file of words",
                number,
                lexicon.name,
                len(ranked),
                either(sizes),
            )
        return ranked[:number]
    path = Path(known)
    if path != STDIN and not os.path.lexists(path):
        raise LexiconError(
            "{} is neither a whole number nor a file; give a number such as 700, or a file with one reading per line",
            brief(known),
        )
    readings = [lexicon.read(word.reading) for word in read_own_words(path)]
    if not readings:
        raise FileFormatError("holds no words; give one reading per line", path=path)
    strange = [
        reading for reading in readings if len(reading) not in sizes or not lexicon.words(key_of(reading))
    ]
    if strange:
        raise LexiconError(
            "{} has words that {} does not have with {} letters: {}. Remove them from the file, or add them to "
            "the list (--extra, kanamj lexicon add)",
            path,
            lexicon.name,
            either(sizes),
            first_of(strange),
        )
    keys = {key_of(reading) for reading in readings}
    return [key for key in lexicon.easiest_keys(*sizes, flagged=True) if key in keys]
