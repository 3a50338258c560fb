"""Glosses: what words mean, one line per word. They are kept beside the words, and read only where one is shown.

A file of glosses is UTF-8 with one row per word: reading, tab, spelling, tab, gloss. The header line may be left out;
blank lines and lines that begin with # are skipped:

    reading	spelling	gloss
    やかん	薬缶	おゆを わかす どうぐ。

A list may have such a file, `glosses.tsv`, in its folder; the shipped lists have one for their easiest words. A user
may keep another file for any list (`kanamj lexicon gloss FILE`). Where both have a word, the user's gloss is shown.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kanamj.disk import write_file
from kanamj.errors import FileFormatError, LexiconError
from kanamj.lexicon.entry import Spelled
from kanamj.lexicon.files import lines_of, read_text
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.shelf import own_glosses_file
from kanamj.lexicon.store import Entry, Lexicon, key_of, plain_spelling
from kanamj.safe_text import UNSAFE, brief

NAME = "glosses.tsv"
HEADER = "reading\tspelling\tgloss"
MOST_BYTES = 16_000_000
"""A file with more bytes is refused. The glosses of all words of JMdict with 2 to 5 letters have 8 MB."""
LONGEST = 200
"""The most letters of a gloss: it is shown as one line."""
_MARKUP = re.compile(r"<[A-Za-z/!?]|&(?:amp|lt|gt|quot|apos|nbsp|#\w+);")


class Glosses:
    """The glosses for a lexicon: those that the user keeps for it, then those in its folder.

    >>> from kanamj.lexicon import load_lexicon
    >>> Glosses(load_lexicon("core")).of(Entry("とけい", "時計"))
    'なんじか なんぷんかが わかる きかい。'
    """

    def __init__(self, lexicon: Lexicon) -> None:
        files = [own_glosses_file(lexicon), *([lexicon.folder / NAME] if lexicon.folder else [])]
        self._files = [_glosses_in(path) for path in files]

    def of(self, word: Spelled) -> str:
        """What the word means, in one line; "" if there is no gloss."""
        pair = f"{word.reading}\t{word.spelling}"
        return next((UNSAFE.sub("", glosses[pair]) for glosses in self._files if pair in glosses), "")


def _glosses_in(path: Path) -> dict[str, str]:
    """Reading, tab and spelling -> gloss, as the file has them; {} if there is no file."""
    try:
        now = path.stat()
    except OSError:
        return {}
    return _read(path, now.st_ino, now.st_size, now.st_mtime_ns)


@lru_cache(maxsize=8)
def _read(path: Path, *_version: int) -> dict[str, str]:
    # Rows are checked where they enter (`read_glosses`). To check 16,000 again would take 40 ms; this takes 8.
    rows = (line.rpartition("\t") for line in lines_of(read_text(path, most=MOST_BYTES)))
    return {pair: gloss for pair, _, gloss in rows}


class KeptGlosses(NamedTuple):
    """What `keep_glosses` did: where the glosses are, how many, and the words of the file that the list does not have.

    others: how many such words there are. other: the first of them, as reading and spelling.
    """

    path: Path
    glosses: int
    others: int
    other: str


def keep_glosses(lexicon: Lexicon, path: Path) -> KeptGlosses:
    """Keep the glosses of a file for the words of this lexicon, in place of those that the user kept before.

    Glosses of words that the lexicon does not have are left out. Nothing changes if this raises: FileFormatError like
    `read_glosses` or if a word has two glosses, LexiconError if the lexicon has no word of the file.
    """
    kept: dict[tuple[str, str], str] = {}
    others, other = 0, ""
    for number, reading, spelling, gloss in read_glosses(path):
        words = _words(lexicon, reading, spelling)
        if not words:
            others, other = others + 1, other or f"{reading} {spelling}"
        for word in words:
            if kept.setdefault((word.reading, word.spelling), gloss) != gloss:
                raise FileFormatError(f"{reading} {spelling} has another gloss above; keep one", path, number)
    if not kept:
        said = f": it does not have {other}" if other else "; the file is empty"
        raise LexiconError(f"{path} has no gloss for a word of {lexicon.name}{said}")
    target = own_glosses_file(lexicon)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_file(target, format_glosses(kept))
    return KeptGlosses(target, len(kept), others, other)


def _words(lexicon: Lexicon, reading: str, spelling: str) -> list[Entry]:
    key = key_of(reading)
    if spelling not in lexicon.words(key):  # the quick way out for most words of a large dictionary
        return []
    known = lexicon.words_of(key)  # if a reading is not known, the key takes its place
    return [word for word in known if word.spelling == spelling and word.reading in (reading, key)]


def remove_glosses(lexicon: Lexicon) -> Path:
    """Remove the user's glosses for this lexicon; returns their file. Raises LexiconError if there are none."""
    path = own_glosses_file(lexicon)
    if not path.is_file():
        raise LexiconError(f"you keep no glosses for {lexicon.name}; add some: kanamj lexicon gloss FILE")
    path.unlink()
    return path


def read_glosses(path: Path) -> Iterator[tuple[int, str, str, str]]:
    """The rows of a file of glosses: number of the line, reading in hiragana, spelling, gloss.

    Raises FileFormatError, with the line, for a row that does not have three cells, a reading that is not kana, and a
    gloss that is empty, longer than LONGEST or not plain text; and for a file that is too large or not UTF-8.
    """
    for number, line in enumerate(io.StringIO(read_text(path, most=MOST_BYTES)), 1):
        line = line.rstrip("\r\n")
        if not line.strip() or line.startswith("#") or (number == 1 and line == HEADER):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != 3:
            raise FileFormatError(
                f"expected a reading, a spelling and a gloss with a tab between them, got {brief(line)}",
                path,
                number,
            )
        reading, gloss = parse_reading(cells[0]), cells[2]
        if not is_reading(reading):
            raise FileFormatError(f"expected a reading in kana, got {brief(cells[0])}", path, number)
        if wrong := _wrong(gloss):
            raise FileFormatError(f"the gloss of {reading} {wrong}", path, number)
        yield number, reading, plain_spelling(cells[1]) or reading, gloss


def _wrong(gloss: str) -> str:
    """What is wrong with a gloss, to follow "the gloss of …"; "" if nothing is."""
    if not gloss:
        return "is empty; write one, or leave the line out"
    if len(gloss) > LONGEST:
        return f"has {len(gloss)} letters; at most {LONGEST} are shown, so make it shorter"
    if found := UNSAFE.search(gloss):
        return f"has the control character {found[0]!r}; write plain text"
    if found := _MARKUP.search(gloss):
        return f"has markup, {brief(gloss[found.start() :])}; write plain text"
    return ""


def format_glosses(glosses: Mapping[tuple[str, str], str]) -> str:
    """The text of a file of glosses. glosses: (reading, spelling) -> gloss."""
    rows = (f"{reading}\t{spelling}\t{gloss}\n" for (reading, spelling), gloss in sorted(glosses.items()))
    return "".join([HEADER + "\n", *rows])
