"""Glosses: what words mean, one line per word. They are kept beside the words, and read only where one is shown.

A file of glosses is UTF-8 with one row per word: reading, tab, spelling, tab, gloss. The header line may be left out;
blank lines and lines that begin with # are skipped, and a cell in quotes is read as a spreadsheet writes it:

    reading	spelling	gloss
    やかん	薬缶	おゆを わかす どうぐ。

A list may have such a file, `glosses.tsv`, in its folder; the shipped lists have one for their easiest words. A user
may put another file beside the own words of any list (`own_glosses_file`; `kanamj lexicon list NAME --own` names it).
Where both have a word, the user's gloss is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from kanamj.errors import FileFormatError, KanamjError, LexiconError, Message, brief
from kanamj.lexicon.entry import Spelled
from kanamj.lexicon.files import cells_of, lines_of, quoted, read_text
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.shelf import own_glosses_file
from kanamj.lexicon.store import Lexicon, key_of, plain_spelling
from kanamj.text import UNSAFE

NAME = "glosses.tsv"
HEADER = "reading\tspelling\tgloss"
MOST_BYTES = 16_000_000
"""A file with more bytes is refused. The glosses of all words of JMdict with 2 to 5 letters have 8 MB."""
LONGEST = 200
"""The most letters of a gloss: it is shown as one line."""
_MARKUP = re.compile(r"<[A-Za-z/!?]|&(?:amp|lt|gt|quot|apos|nbsp|#\w+);")


class Glosses:
    """The glosses for a lexicon: those of the user, then those in its folder.

    >>> from kanamj.lexicon import Entry, load_lexicon
    >>> Glosses(load_lexicon("core")).of(Entry("とけい", "時計"))
    'なんじか なんぷんかが わかる きかい。'

    Raises LexiconError if the file of the user cannot be read.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        own = own_glosses_file(lexicon)
        try:
            self._own = _now(read_own, own)
        except KanamjError as error:
            raise LexiconError(
                "your own glosses for {} cannot be read: {}. Mend {}, or move it away",
                lexicon.name,
                error,
                own,
            ) from None
        self._shipped = _now(_read, lexicon.folder / NAME) if lexicon.folder else {}

    def of(self, word: Spelled) -> str:
        """What the word means, in one line; "" if there is no gloss."""
        pairs = [f"{reading}\t{word.spelling}" for reading in self._lexicon.written_as(word)]
        found = (glosses[pair] for glosses in (self._own, self._shipped) for pair in pairs if pair in glosses)
        return UNSAFE.sub("", next(found, ""))


def _now(read: Callable[..., dict[str, str]], path: Path) -> dict[str, str]:
    """What `read` finds in the file as it is now; {} if there is no file."""
    try:
        now = path.stat()
    except OSError:
        return {}
    return read(path, now.st_ino, now.st_size, now.st_mtime_ns)


@lru_cache(maxsize=8)
def _read(path: Path, *_version: int) -> dict[str, str]:
    """Reading, tab and spelling -> gloss, of a file that we wrote: checking 16,000 rows takes 40 ms, this takes 12."""
    lines = enumerate(lines_of(read_text(path, None, MOST_BYTES)), 1)
    return {
        "\t".join(pair): gloss for number, line in lines for *pair, gloss in [cells_of(line, path, number)]
    }


@lru_cache(maxsize=8)
def read_own(path: Path, *_version: int) -> dict[str, str]:
    """The same of a file of the user, checked. A list that knows no readings has the key in place of a reading.

    Raises FileFormatError as `read_glosses` does, and for a word with two glosses.
    """
    found: dict[str, str] = {}
    for number, reading, spelling, gloss in read_glosses(path):
        if found.setdefault(f"{reading}\t{spelling}", gloss) != gloss:
            raise FileFormatError(
                "{} {} has another gloss above; keep one", reading, spelling, path=path, line=number
            )
    by_key = {
        f"{key_of(reading)}\t{spelling}": f"{reading}\t{spelling}"
        for reading, spelling in (pair.split("\t") for pair in found)
    }
    return {key: found[pair] for key, pair in by_key.items()} | found


def read_glosses(path: Path) -> Iterator[tuple[int, str, str, str]]:
    """The rows of a file of glosses: number of the line, reading in hiragana, spelling, gloss.

    Raises FileFormatError, with the line, for a row that does not have three cells, a reading that is not kana, and a
    gloss that is empty, longer than LONGEST or not plain text; and for a file that is too large.
    """
    for number, line in enumerate(lines_of(read_text(path, most=MOST_BYTES)), 1):
        if not line.strip() or line.startswith("#") or (number == 1 and line == HEADER):
            continue
        cells = [cell.strip() for cell in cells_of(line, path, number)]
        if len(cells) != 3:
            raise FileFormatError(
                "expected a reading, a spelling and a gloss with a tab between them, got {}",
                brief(line),
                path=path,
                line=number,
            )
        reading, gloss = parse_reading(cells[0]), cells[2]
        if not is_reading(reading):
            raise FileFormatError(
                "expected a reading in kana, got {}", brief(cells[0]), path=path, line=number
            )
        if wrong := _wrong(gloss):
            raise FileFormatError("the gloss of {} {}", reading, wrong, path=path, line=number)
        yield number, reading, plain_spelling(cells[1]) or reading, gloss


def _wrong(gloss: str) -> str:
    """What is wrong with a gloss, to follow "the gloss of …"; "" if nothing is."""
    if not gloss:
        return Message("is empty; write one, or leave the line out")
    if len(gloss) > LONGEST:
        return Message("has {} letters; at most {} are shown, so make it shorter", len(gloss), LONGEST)
    if found := UNSAFE.search(gloss):
        return Message("has the control character {}; write plain text", brief(found[0]))
    if found := _MARKUP.search(gloss):
        return Message("has markup, {}; write plain text", brief(gloss[found.start() :]))
    return ""


def format_glosses(glosses: Mapping[tuple[str, str], str]) -> str:
    """The text of a file of glosses. glosses: (reading, spelling) -> gloss."""
    rows = ("\t".join(map(quoted, (*pair, gloss))) + "\n" for pair, gloss in sorted(glosses.items()))
    return "".join([HEADER + "\n", *rows])
