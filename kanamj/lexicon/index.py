"""`index.tsv` belongs to a `words.tsv`. It holds the rank of each key, and where `words.tsv` has its words.

    key	rank	starts	2c81f04d
    いぬ	12	24110 24151
    こね	31	310022

    かさな	3	98230

Each word length has a section, and an empty line ends it. The rank of a key is its place among the keys of all lengths,
in the order in which people learn words. The rows of a section are sorted by rank. A start is the offset, in bytes, of
a line of `words.tsv`. The last cell of the header is a check sum: CRC-32 of `words.tsv` and of the sections, in
hexadecimal. If it is wrong, one of the two files was changed by hand, and the index is not used. Nor is it used if
it is not what it should be in spite of its check sum.

To judge a hand, 4,000 ranks and the words of some hundred keys are needed. Without an index, finding them takes 25 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from zlib import crc32

from kanamj.lexicon.entry import Entry
from kanamj.lexicon.files import read_bytes

NAME = "index.tsv"
_COLUMNS = "key\trank\tstarts\t"


class Index:
    """The sections of an `index.tsv`. A section is read when it is first needed."""

    def __init__(self, sections: Iterable[str]) -> None:
        self._sections = {section.index("\t"): section for section in sections}
        self._read: dict[int, dict[str, tuple[int, str]]] = {}

    def starts(self, key: str) -> list[int]:
        """The offsets in `words.tsv`, in bytes, of the lines with the words of a key, ascending; [] for other keys.

        Raises ValueError if the index is broken.
        """
        return [int(start) for start in self._of(len(key)).get(key, (0, ""))[1].split()]

    def easiest(self, sizes: Iterable[int]) -> list[str]:
        """The keys of these lengths in the order of their ranks: the key that is learned first comes first.

        [] if the index is broken.
        """
        try:
            ranked = sorted((rank, key) for size in sizes for key, (rank, _) in self._of(size).items())
        except ValueError:
            return []
        return [key for _, key in ranked]

    def _of(self, size: int) -> dict[str, tuple[int, str]]:
        """Key -> rank and starts, for the keys of one length."""
        if size not in self._read:
            rows = (row.split("\t") for row in self._sections.get(size, "").splitlines())
            self._read[size] = {key: (int(rank), starts) for key, rank, starts in rows}
        return self._read[size]


def format_index(words: str, entries: Sequence[Entry], easiest: Sequence[str]) -> str:
    """The text of an `index.tsv`.

    words: the text of `words.tsv`. entries: the words of that file, in its order. easiest: all keys, sorted by rank.
    """
    starts: dict[str, list[int]] = {}
    ends = accumulate(len(line.encode()) + 1 for line in words.split("\n"))
    for entry, start in zip(entries, ends, strict=False):
        starts.setdefault(entry.key, []).append(start)
    sections: dict[int, list[str]] = {}
    for rank, key in enumerate(easiest, 1):
        row = f"{key}\t{rank}\t{' '.join(map(str, starts.get(key, ())))}\n"
        sections.setdefault(len(key), []).append(row)
    body = "\n".join("".join(rows) for _, rows in sorted(sections.items()))
    return f"{_COLUMNS}{_check(words.encode(), body.encode())}\n{body}"


def read_index(path: Path, words: bytes) -> Index | None:
    """The index at this path; None if there is no file or its check sum is wrong. words: the bytes of `words.tsv`."""
    if not path.is_file():
        return None
    header, _, body = read_bytes(path).partition(b"\n")
    starts = body.count(b" ") + body.count(b"\t") // 2
    if header != f"{_COLUMNS}{_check(words, body)}".encode() or starts != words.count(b"\n") - 1:
        return None
    try:
        return Index(body.decode().split("\n\n"))
    except ValueError:  # no UTF-8, or a section without a tab
        return None


def _check(words: bytes, body: bytes) -> str:
    return f"{crc32(body, crc32(words)):08x}"
