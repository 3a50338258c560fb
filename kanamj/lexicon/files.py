"""Read files of unknown origin: only regular files, of limited size, in a known encoding.

The limits are far above every list that people use (JMdict has some 120 MB unpacked, WLSP 20 MB). They
keep a wrong file from filling the memory.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from kanamj.errors import FileFormatError, KanamjError, Message, brief

MOST_BYTES = 100_000_000
"""A file with more bytes than this is refused: a word list, a table, or a list that people edit."""
MOST_UNPACKED = 400_000_000
"""A JMdict file with more bytes than this, after unpacking, is refused."""
MOST_WORDS = 5_000_000
"""At most this many words are read from a source. A word counts once for each reading, spelling and sense of it."""
_NOW = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened so that reading it never waits."""


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


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file. Raises like `check_file`, and FileFormatError for more than `most` bytes."""
    check_file(path)
    try:
        with os.fdopen(os.open(path, _NOW), "rb") as file:
            data: bytes | None = file.read(most + 1)
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise KanamjError("{} cannot be read: {}", path, error) from None
    if data is None or (data and not size):  # files of the kernel look like regular ones, but have no size
        raise _not_regular(path)
    if len(data) > most:
        raise FileFormatError(
            "is larger than {:,} bytes, the most that is read; is it the right file?", most, path=path
        )
    return data


def unpacked(data: bytes, path: Path, most: int = MOST_UNPACKED) -> bytes:
    """The content of gzip `data`; `data` itself if it is not gzip.

    Raises FileFormatError if the gzip is broken, or if its content has more than `most` bytes. path: for the message.
    """
    import gzip
    import io
    import zlib

    if data[:2] != b"\x1f\x8b":
        return data
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


def read_text(path: Path, encoding: str | None = None, most: int = MOST_BYTES) -> str:
    """The text of a file. Raises FileFormatError, with the line, for bytes that are not in the encoding.

    encoding: None if the user cannot choose it; the file must then be UTF-8. most: as in `read_bytes`.
    """
    return text_of(read_bytes(path, most), path, encoding)


def text_of(data: bytes, path: Path, encoding: str | None = None) -> str:
    """The text of these bytes of a file; see `read_text`."""
    try:
        text = data.decode("utf-8-sig" if encoding in (None, "utf-8") else str(encoding))
    except LookupError:
        raise FileFormatError(
            "{} is not an encoding; give one such as utf-8, cp932 or euc_jp", brief(encoding), path=path
        ) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileFormatError(
            "not {}; {}", encoding or "utf-8", _way_out(data, encoding), path=path, line=line
        ) from None
    if not isinstance(text, str):  # an encoding such as hex or zip
        raise FileFormatError(
            "{} is not an encoding of text; give utf-8, cp932 or euc_jp", brief(encoding), path=path
        )
    return text


def read_lines(path: Path) -> list[str]:
    """The lines of a file in UTF-8."""
    return lines_of(read_text(path))


def lines_of(text: str) -> list[str]:
    """The lines of a text, without their ends. A line ends only at LF or CR LF."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _way_out(data: bytes, encoding: str | None) -> str:
    for other in ("utf-8", "cp932", "euc_jp"):
        try:
            data.decode(other)
        except UnicodeDecodeError:
            continue
        if encoding:
            return Message("it reads as {0}. Use --encoding {0}, or convert it: iconv -f {0} -t utf-8", other)
        return Message(
            "it reads as {0}. Save it as UTF-8 in an editor, or convert it: iconv -f {0} -t utf-8", other
        )
    return Message("it reads as none of utf-8, cp932, euc_jp either; is the file damaged?")
