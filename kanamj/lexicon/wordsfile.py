"""`words.tsv`: the words of a lexicon with their readings, costs, sources, ease, flags, and what a learner asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from kanamj.errors import FileFormatError, brief
from kanamj.lexicon.entry import BEYOND, FLAGS, Entry, key_of
from kanamj.lexicon.files import lines_of, read_bytes, text_of
from kanamj.lexicon.index import NAME, read_index

WORDS_HEADER = "reading\tspelling\tkey\tletters\tcost\tsources\tcut\taccent\torigin\tkind\tease\tflag"
_COLUMNS = WORDS_HEADER.split("\t")
_COST = re.compile(r"-1|[0-9]{1,9}")
_EASE = re.compile(r"|[1-9][0-9]{0,8}")


class WordsFile:
    """A `words.tsv`: a header line (WORDS_HEADER), then a line for each word.

    The words of a key are read when they are first needed: the shipped lists have up to 25,000 words, and a hand needs
    some hundred. For a wrong line, methods raise FileFormatError with its number.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._bytes = path, read_bytes(path)
        self.index = read_index(path.with_name(NAME), self._bytes)
        header = self._line_at(0) if self.index else next(iter(self.lines), "")
        if header != WORDS_HEADER:
            raise FileFormatError(
                "the header line is {}; expected the columns {}. Build the list again, or install a newer kanamj",
                brief(header),
                ", ".join(_COLUMNS),
                path=path,
                line=1,
            )

    @cached_property
    def lines(self) -> list[str]:
        """All lines of the file, including the header."""
        return lines_of(text_of(self._bytes, self.path, None))

    @cached_property
    def rows(self) -> Mapping[str, list[int]]:
        """Key -> the numbers (from 1) of the lines with its words."""
        found: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines[1:], 2):
            cells = line.split("\t", 3)
            found.setdefault(cells[2] if len(cells) > 3 else key_of(cells[0]), []).append(number)
        return found

    def _lines_of(self, key: str) -> list[tuple[int, str]]:
        """Pairs (number, line) for the lines with the words of a key.

        With an index, the number is 0: no line can be wrong, as the index proves that the file is as kanamj wrote it.
        An index that leads to other lines is not used any more.
        """
        if self.index:
            try:
                return [(0, self._line_of(key, start)) for start in self.index.starts(key)]
            except ValueError:
                self.index = None
        return [(number, self.lines[number - 1]) for number in self.rows.get(key, ())]

    def _line_of(self, key: str, start: int) -> str:
        """The line of a word of this key that begins there. Raises ValueError if there is none: the index is broken."""
        line = self._line_at(start)
        if start < 1 or self._bytes[start - 1] != 10 or f"\t{key}\t" not in line:
            raise ValueError
        return line

    def _line_at(self, start: int) -> str:
        return self._bytes[start : self._bytes.index(b"\n", start)].decode()

    def entries(self) -> list[Entry]:
        """All words, in the order of the file."""
        words = [self._entry(number, line) for number, line in enumerate(self.lines[1:], 2)]
        first: dict[int, int] = {}
        for number, word in enumerate(words, 2):
            if word.ease >= 0 and first.setdefault(word.ease, number) != number:
                raise FileFormatError(
                    "line {} has ease {} too; each word must have its own rank",
                    first[word.ease],
                    word.ease,
                    path=self.path,
                    line=number,
                )
        return words

    def ease(self, key: str, *, flagged: bool) -> int:
        """The least ease of the words of a key; -1 if no ease is known. Words with a flag count if `flagged` is True.

        Reading only the end of a line takes 2 us, reading the whole word 12 us. Judging a hand asks for 4,200 keys.
        """
        least = -1
        for number, line in self._lines_of(key):
            cells = line.rsplit("\t", 2)
            if len(cells) < 3:
                self._entry(number, line)  # which says what is wrong
            _, ease, flag = cells
            if ease and (flagged or not flag):
                short = len(ease) < 10 and ease.isdecimal()
                known = int(ease) if short else self._entry(number, line).ease  # which says what is wrong
                least = known if least < 0 else min(least, known)
        return least

    def entries_of(self, key: str) -> list[Entry]:
        """The words of a key, in the order of the file."""
        return [self._entry(number, line) for number, line in self._lines_of(key)]

    def _entry(self, number: int, line: str) -> Entry:
        cells = line.split("\t")
        if len(cells) != len(_COLUMNS) or not _COST.fullmatch(cells[_COLUMNS.index("cost")]):
            raise FileFormatError(
                "expected {}, the cost a whole number of at most 9 digits (-1: unknown), got {}",
                ", ".join(_COLUMNS),
                brief(line),
                path=self.path,
                line=number,
            )
        reading, spelling, key, letters, cost, sources, cut, *learner, ease, flag = cells
        if key != key_of(reading) or letters not in ("", str(len(reading))):
            raise FileFormatError(
                "the row of {} has key {} and letters {}; expected {} and '{}'",
                reading,
                brief(key),
                brief(letters),
                brief(key_of(reading)),
                len(reading),
                path=self.path,
                line=number,
            )
        if not _EASE.fullmatch(ease):
            raise FileFormatError(
                "ease {} is not a rank; expected 1, 2, 3 … or nothing",
                brief(ease),
                path=self.path,
                line=number,
            )
        if flag and flag not in (*FLAGS, BEYOND):
            raise FileFormatError(
                "{} is not a flag; expected {} or nothing",
                brief(flag),
                ", ".join((*FLAGS, BEYOND)),
                path=self.path,
                line=number,
            )
        return Entry(reading, spelling, int(cost), sources, cut, int(ease or -1), flag, *learner)


def format_words(entries: Iterable[Entry]) -> str:
    """The text of a `words.tsv`, rows in the order given."""
    rows = (
        f"{word.reading}\t{word.spelling}\t{word.key}\t{len(word.reading)}\t{word.cost}\t{word.sources}\t{word.cut}"
        f"\t{word.accent}\t{word.origin}\t{word.kind}\t{word.ease if word.ease >= 0 else ''}\t{word.flag}\n"
        for word in entries
    )
    return "".join([WORDS_HEADER + "\n", *rows])
