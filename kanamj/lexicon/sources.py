"""Readers of word sources: a path in, words out, one reader a format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from kanamj.errors import FileFormatError
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.store import read_text

NO_FACTS: Mapping[str, str] = MappingProxyType({})


class Word(NamedTuple):
    """A word on its way into a lexicon: reading in hiragana, spelling, cost (-1 unknown), what else is known."""

    reading: str
    spelling: str
    cost: int = -1
    facts: Mapping[str, str] = NO_FACTS


def read_own_words(path: Path) -> Iterator[Word]:
    """Words of a hand-kept list: a reading a line, and after a tab its spelling where it has another.

        # a comment; further columns are for notes
        すまほ	スマホ	new
        ねこ

    Raises FileFormatError for a reading that is not kana, with its line.
    """
    for number, columns in _rows(path):
        reading = parse_reading(columns[0])
        if not is_reading(reading):
            raise FileFormatError(f"expected a reading in kana, got {columns[0]!r}", path, number)
        yield Word(reading, columns[1] if len(columns) > 1 and columns[1] else columns[0].strip())


def read_exclusions(path: Path) -> frozenset[tuple[str, str]]:
    """(reading, spelling) pairs of a hand-kept list of words to leave out; `*` or nothing: any spelling.

        # reading	spelling or *	why
        らい	*	block
        ねこ
    """
    pairs = set()
    for number, columns in _rows(path):
        reading = parse_reading(columns[0])
        if not is_reading(reading):
            raise FileFormatError(f"expected a reading in kana, got {columns[0]!r}", path, number)
        pairs.add((reading, columns[1] if len(columns) > 1 and columns[1] else "*"))
    return frozenset(pairs)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.split("\t")
