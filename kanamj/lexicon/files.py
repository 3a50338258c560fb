"""The one reader of files of unknown origin: only regular files, of limited size, in the encodings that people use.

A text may be UTF-8, UTF-16 or UTF-32, with or without a byte order mark, EUC-JP, CP932 (Shift_JIS) or ISO-2022-JP, and
packed by gzip. What kanamj writes itself is read as UTF-8 only. Whoever opens a file of a user goes through
here; a house test holds it. `STDIN`, which is written `-`, is standard input in place of a file.

The limits are far above every list that people use (JMdict has some 120 MB unpacked, WLSP 20 MB). They
keep a wrong file from filling the memory.
"""

from __future__ import annotations

import codecs
import io
import logging
import os
import re
import stat
import sys
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO

from kanamj.errors import FileFormatError, KanamjError, Message, brief
from kanamj.text import shown

STDIN = Path("-")
"""Standard input, as people write it where a file is expected."""
MOST_BYTES = 100_000_000
"""A file with more bytes than this is refused: a word list, a table, or a list that people edit."""
MOST_UNPACKED = 400_000_000
"""A JMdict file with more bytes than this, after unpacking, is refused."""
MOST_WORDS = 5_000_000
"""At most this many words are read from a source. A word counts once for each reading, spelling and sense of it."""
MOST_LETTERS = 100_000
"""The most letters of a line. JSON and XML may be in one line; there it is the most letters of a text."""
_MOST_OF_LINE = 4 * MOST_LETTERS
_log = logging.getLogger("kanamj")
_GZIP = b"\x1f\x8b"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # it begins as that of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    *((mark, "utf-16") for mark in _UTF16),
)
_ESCAPE = b"\x1b$"  # with which ISO-2022-JP begins its kanji and kana
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_KANA = {"euc_jp": re.compile("[ぁ-ヶ]"), "cp932": re.compile("[ぁ-ヶｦ-ﾟ]")}
_NOW = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened so that reading it never waits."""


def is_file(path: Path) -> bool:
    """True for a file, and for standard input."""
    return path == STDIN or path.is_file()


def named(path: Path) -> Path:
    """The path as messages and lists name it: `stdin` for standard input."""
    return Path("stdin") if path == STDIN else path


@lru_cache(maxsize=1)
def _typed(stdin: Any) -> bytes:
    """What standard input holds, at most one byte too much. It is kept, as the same file may be asked for twice."""
    data: bytes = stdin.buffer.read(MOST_UNPACKED + 1)
    return data


def check_file(path: Path) -> None:
    """Raise KanamjError if the file does not exist or cannot be read, FileFormatError for a folder, device or pipe."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise KanamjError("no file {}", path) from None
    except (OSError, ValueError) as error:  # a name with a zero byte, a loop of links, no permission
        raise KanamjError("{} cannot be read: {}", path, error) from None
    if stat.S_ISDIR(mode):
        raise FileFormatError("is a folder; give a file", path=path)
    if not stat.S_ISREG(mode):
        raise _not_regular(path)


def _not_regular(path: Path) -> FileFormatError:
    return FileFormatError(
        "is a device or a pipe, not a regular file; save its content as a file first", path=path
    )


def _opened(path: Path) -> BinaryIO:
    """The regular file, open. Raises like `check_file`."""
    check_file(path)
    try:
        return os.fdopen(os.open(path, _NOW), "rb")
    except OSError as error:
        raise KanamjError("{} cannot be read: {}", path, error) from None


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file. Raises like `check_file`, and FileFormatError for more than `most` bytes."""
    try:
        if path == STDIN:
            data: bytes | None = _typed(sys.stdin)
            size = len(data or b"")
        else:
            with _opened(path) as file:
                data = file.read(most + 1)
                size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise KanamjError("{} cannot be read: {}", named(path), error) from None
    if data is None or (data and not size):  # files of the kernel look like regular ones, but have no size
        raise _not_regular(path)
    return _limited(data, most, path)


def _limited(data: bytes, most: int, path: Path) -> bytes:
    if len(data) > most:
        raise FileFormatError(
            "is larger than {:,} bytes, the most that is read; is it the right file?", most, path=path
        )
    return data


def unpacked(data: bytes, path: Path, most: int = MOST_UNPACKED) -> bytes:
    """The content of gzip `data`; `data` itself if it is not gzip.

    Raises FileFormatError if the gzip is broken, or if its content has more than `most` bytes. path: for the message.
    """
    if data[:2] != _GZIP:
        return data
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            plain = file.read(most + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise FileFormatError("is a broken gzip file: {}", error, path=path) from None
    if len(plain) > most:
        raise FileFormatError(
            "unpacks to more than {:,} bytes, the most that is read; is it the right file?", most, path=path
        )
    return plain


def read_text(path: Path, encoding: str | None = "", most: int = MOST_BYTES) -> str:
    """The text of a file. Raises FileFormatError, with the line, for bytes that are not in the encoding, and for a line
    that is too long.

    encoding: "" finds it (see `encoding_of`), and says so unless it is UTF-8; None is UTF-8, for files that kanamj has
    written. most: as in `read_bytes`.
    """
    return text_of(read_bytes(path, most), path, encoding)


def text_of(data: bytes, path: Path, encoding: str | None = "") -> str:
    """The text of these bytes of a file, unpacked; see `read_text`."""
    data = unpacked(data, path, MOST_BYTES)
    if encoding is not None:
        check_lines(data, path, _ENDS.get(data[:99].lstrip(_BLANKS)[:1], b"\n"))
    name = encoding or ("utf-8" if encoding is None else encoding_of(data))
    try:
        text = data.decode("utf-8-sig" if name == "utf-8" else name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileFormatError(
            "not {}; {}", name, _way_out(data, option=bool(encoding)), path=path, line=line
        ) from None
    except (LookupError, ValueError):  # such as "undefined", or a name with a zero byte
        raise FileFormatError(
            "{} is not an encoding; give one such as utf-8, cp932 or euc_jp", brief(name), path=path
        ) from None
    if not isinstance(text, str):  # an encoding such as hex or zip
        raise FileFormatError(
            "{} is not an encoding of text; give utf-8, cp932 or euc_jp", brief(name), path=path
        )
    if name not in (encoding, "utf-8"):
        _log.info(Message("{} is read as {}", named(path), name))
    return text


_BLANKS = b" \t\r\n\0\xef\xbb\xbf\xfe\xff"
_ENDS = {b"[": b'"', b"{": b'"', b"<": b">"}
"""How JSON and XML begin, and what ends a text in them."""


def check_lines(data: bytes, path: Path, end: bytes = b"\n") -> None:
    """Raise FileFormatError, with the line, if a line has more than _MOST_OF_LINE bytes. It is tried before the text is
    decoded, as a line of 20 million letters took 2 GB.

    end: what a line ends with; of XML, b">".
    """
    place = 0
    while len(data) - place > _MOST_OF_LINE:
        found = data.rfind(end, place, place + _MOST_OF_LINE)
        if found < 0:
            raise _long_line(path, data.count(b"\n", 0, place) + 1)
        place = found + 1


def _long_line(path: Path, line: int) -> FileFormatError:
    text = "has a line of more than {:,} letters; is it the right file?"
    return FileFormatError(text, MOST_LETTERS, path=path, line=line)


def encoding_of(data: bytes, *, whole: bool = True) -> str:
    """The encoding of a text by its byte order mark, its zero bytes (UTF-16, UTF-32), its escapes (ISO-2022-JP) and its
    kana; "utf-8" if none fits.

    whole: False if the data may end within a letter.

    >>> names = ("utf-8", "utf-16", "utf-16-le", "utf-32", "utf-32-be", "cp932", "euc_jp", "iso2022_jp")
    >>> [encoding_of("さくら\\n".encode(name)) for name in names] == [*names]
    True

    Kana in CP932 are no EUC-JP. Kana in EUC-JP are also half-width kana in CP932, so EUC-JP is tried first.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    names: list[str] = [*_WIDE] if b"\0" in data else ["utf-8", *_KANA]
    if _ESCAPE in data:
        names = ["iso2022_jp", "iso2022_jp_ext", *names]
    for name in names:
        try:
            text: str = codecs.getincrementaldecoder(name)().decode(data, final=whole)
        except UnicodeDecodeError:
            continue
        if name == "utf-8" or (_KANA.get(name) or _KANA["euc_jp"]).search(text):
            return name
    return "utf-8"


def read_lines(path: Path, encoding: str | None = "") -> list[str]:
    """The lines of a file. encoding: as in `read_text`."""
    return lines_of(read_text(path, encoding))


def lines_of(text: str) -> list[str]:
    """The lines of a text, without their ends. A line ends only at LF or CR LF."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def lines_as_they_come(path: Path) -> Iterator[str]:
    """The lines of a file or of standard input, one by one, so that there may be any number of them.

    What is packed, or in an encoding that one line alone does not tell, is read whole. Raises FileFormatError, with the
    line, as `read_text`.
    """
    name, encoding = named(path), ""
    stdin: Any = sys.stdin.buffer
    file: Any = _opened(path) if path != STDIN else io.BufferedReader(getattr(stdin, "raw", stdin))
    try:
        with file:
            head = file.peek(MOST_LETTERS)
            if head.startswith((_GZIP, *_UTF16)) or b"\0" in head or _ESCAPE in head:
                data = _limited(file.read(MOST_BYTES + 1), MOST_BYTES, name)
                yield from lines_of(text_of(data, name))
                return
            for number, data in enumerate(iter(partial(file.readline, _MOST_OF_LINE), b""), 1):
                if len(data) >= _MOST_OF_LINE:
                    raise _long_line(name, number)
                try:
                    yield data.decode("utf-8-sig" if number == 1 else encoding or "utf-8")
                except UnicodeDecodeError:
                    if encoding or (encoding := encoding_of(data)) == "utf-8":
                        raise FileFormatError(
                            "not {}; {}", encoding or "utf-8", _way_out(data), path=name, line=number
                        ) from None
                    _log.info(Message("{} is read as {}", name, encoding))
                    yield data.decode(encoding)
    except OSError as error:
        raise KanamjError("{} cannot be read: {}", name, error) from None


def cells_of(line: str, path: Path, number: int) -> list[str]:
    """The cells of a line with tabs. A cell in quotes is read as a spreadsheet writes it; see `csv_rows`.

    >>> cells_of('いぬ\\t"dog, ""canine\"""', Path("words.tsv"), 1)
    ['いぬ', 'dog, "canine"']
    """
    if '"' not in line:
        return line.split("\t")
    return next((cells for _, cells in csv_rows(line, path, "\t", number)), [])


def quoted(cell: str) -> str:
    """Quotes a cell, so that `cells_of` reads it back."""
    return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell


def csv_rows(text: str, path: Path, delimiter: str = ",", first: int = 1) -> Iterator[tuple[int, list[str]]]:
    """Pairs (number of the first line of the row, cells), for the rows that are not blank.

    Raises FileFormatError, with the line, for a quote that is left open, or that ends before its cell does. first: the
    number of the first line of the text.
    """
    import csv

    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    start = 0
    try:
        for row in rows:
            if row:
                yield first + start, row
            start = rows.line_num
    except csv.Error as error:
        raise FileFormatError(
            "not readable as CSV: {}; is a quote left open? A quote that is text is written twice, in a cell "
            'in quotes: "say ""hi"""',
            shown(str(error)),
            path=path,
            line=first + start,
        ) from None


def _way_out(data: bytes, *, option: bool = False) -> str:
    if data[:4] == b"PK\x03\x04":
        return Message("it is an .xlsx or .zip file; save the sheet as CSV in UTF-8, or unpack it")
    for other in dict.fromkeys((encoding_of(data), "utf-8", "euc_jp", "cp932")):
        try:
            text = data.decode(other)
        except UnicodeDecodeError:
            continue
        if other == "euc_jp" and not _KANA[other].search(text):
            continue
        if option:
            return Message("it reads as {0}. Use --encoding {0}, or convert it: iconv -f {0} -t utf-8", other)
        return Message(
            "it reads as {0}. Save it as UTF-8 in an editor, or convert it: iconv -f {0} -t utf-8", other
        )
    return Message("it reads as none of utf-8, cp932, euc_jp either; is the file damaged?")
