"""A study that counts all hands of the beginners' game by shanten. A chunk has all hands with the same lowest kind.

Files: `exact.csv` (shanten, hands, share), and for hands of 7 tiles `accepts.csv` (shanten, what, n, hands): how many
hands of a shanten accept n kinds (rows with `kinds` in the column what), or n tiles (rows with `tiles`).
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from kanamj.engine.blocks import Blocks
from kanamj.engine.counting.multisets import HAND_TILES, Question332
from kanamj.errors import HandSizeError, KanamjError
from kanamj.lexicon import Lexicon
from kanamj.results import Manifest
from kanamj.studies.csvtext import csv_text, read_table
from kanamj.studies.result_folder import command_again, parameters_of, word_hashes, write_results
from kanamj.studies.run import Chunk, ChunkResult
from kanamj.tiles import HIRAGANA_120, TileSet
from kanamj.version import __version__

if TYPE_CHECKING:
    from kanamj.engine.counting.eight_tiles import EightTiles
    from kanamj.engine.counting.seven_tiles import SevenTiles

FORM = "332"
KIND = "exact distribution"
COMMAND = "kanamj exact"
EXACT, ACCEPTS = "exact.csv", "accepts.csv"
DIGITS = 12
Histograms = dict[int, Counter[int]]


class ExactResults(NamedTuple):
    """The results. counts: shanten -> hands. by_kinds: shanten -> number of kinds accepted -> hands. by_tiles: the same
    for tiles. Both are empty for hands of 8 tiles."""

    parameters: Mapping[str, Any]
    counts: Mapping[int, int]
    by_kinds: Mapping[int, Mapping[int, int]]
    by_tiles: Mapping[int, Mapping[int, int]]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def share(self, shanten: int) -> str:
        """The share of hands that have a shanten, as text with 12 decimals."""
        return _share(self.counts[shanten], self.total)

    def mean_accepts(self, by: Mapping[int, Mapping[int, int]], shanten: int) -> float | None:
        """The mean number of kinds, or of tiles, that hands of a shanten accept; None if there are no such hands.

        by: `by_kinds` or `by_tiles`.
        """
        row = by.get(shanten)
        return float(Fraction(sum(n * hands for n, hands in row.items()), sum(row.values()))) if row else None

    def to_json(self) -> dict[str, Any]:
        """What `kanamj exact --game words --json` prints; counts are integers, shares are texts with 12 decimals."""
        found: dict[str, Any] = {
            "game": "words",
            "form": FORM,
            "hand": self.parameters["hand"],
            "lexicon": self.parameters["lexicon"],
            "tiles": self.parameters["tiles"],
            "total": self.total,
            "counts": {str(shanten): hands for shanten, hands in self.counts.items()},
            "share": {str(shanten): self.share(shanten) for shanten in self.counts},
        }
        if self.by_kinds:
            found["accepts"] = {
                str(shanten): {
                    "mean_kinds": self.mean_accepts(self.by_kinds, shanten),
                    "mean_tiles": self.mean_accepts(self.by_tiles, shanten),
                    "kinds": {str(n): hands for n, hands in self.by_kinds[shanten].items()},
                    "tiles": {str(n): hands for n, hands in self.by_tiles[shanten].items()},
                }
                for shanten in self.by_kinds
            }
        return found


@dataclass(frozen=True)
class CountWords:
    """A study that counts all hands of 8 or 7 tiles of the form 332. A hand never waits for a tile of which it holds
    every copy (the copies rule `strict`). `kanamj.studies.run` says what a study is.

    hand: the number of tiles. extra: files of the user's own words in the lexicon, for the manifest. threads: how many
    threads prepare the tables that all chunks read.
    Raises HandSizeError for another number of tiles, KanamjError for a list or a tile set that cannot be counted.
    """

    lexicon: Lexicon = field(hash=False)
    hand: int = HAND_TILES
    tiles: TileSet = HIRAGANA_120
    extra: tuple[Path, ...] = field(default=(), compare=False)
    threads: int = field(default=1, compare=False)

    kind: ClassVar[str] = KIND
    command: ClassVar[str] = COMMAND

    def __post_init__(self) -> None:
        if self.hand not in (HAND_TILES - 1, HAND_TILES):
            raise HandSizeError(
                f"the form {FORM} is counted for 7 or 8 tiles, not {self.hand}",
                self.hand,
                (HAND_TILES - 1, HAND_TILES),
            )
        if self.tiles.notation != "kana":
            raise KanamjError(
                f"words are counted with kana tiles, not with {self.tiles.name}; kanamj exact --game riichi counts "
                "ordinary mahjong"
            )
        _ = self.question

    @cached_property
    def question(self) -> Question332:
        """What is counted: the blocks of the words, and the copies of each kind."""
        return Question332(Blocks.from_lexicon(self.lexicon, self.tiles), self.tiles.copies)

    def parameters(self) -> dict[str, Any]:
        """Everything that the counts depend on, as plain values."""
        return {
            "game": "words",
            "form": FORM,
            "hand": self.hand,
            "tiles": self.tiles.name,
            "copies": "strict",
            "lexicon": self.lexicon.name,
            "lexicon_sha256": self.lexicon.sha256,
            "version": __version__,
        }

    @property
    def total(self) -> int:
        """The number of hands."""
        return self.question.hands(self.hand)

    @property
    def chunk_count(self) -> int:
        return len(self.question.kinds)

    def chunk(self, number: int) -> Chunk:
        """The chunk of the hands whose lowest kind is `question.kinds[number]`."""
        copies = [self.question.copies[kind] for kind in self.question.kinds]
        left = sum(copies[number:])
        return Chunk(number, comb(left, self.hand) - comb(left - copies[number], self.hand))

    def sent(self) -> CountWords:
        """The study as it is sent to workers: its lexicon has no folder, no readings, only words of 2 and 3 letters."""
        grams = {size: self.lexicon.grams.get(size, {}) for size in (2, 3)}
        return replace(self, lexicon=Lexicon(self.lexicon.name, grams), extra=())

    def work(self, chunk: Chunk) -> ChunkResult:
        """The record of a chunk: {"counts": {distance: hands}} and, for 7 tiles, by_kinds and by_tiles by distance."""
        counted = counter_of(self).count(chunk.number)
        record: dict[str, Any] = {"counts": {str(d): n for d, n in enumerate(counted.counts) if n}}
        if self.hand < HAND_TILES:
            record |= {"by_kinds": _texts(counted.by_kinds), "by_tiles": _texts(counted.by_tiles)}
        return ChunkResult(record)

    def tally(self) -> _Tally:
        return _Tally(self)

    def write(self, place: Path, result: ExactResults) -> None:
        """Write the files and their manifest."""
        files = {EXACT: csv_text(("shanten", "hands", "share"), _rows(result))}
        if result.by_kinds:
            files[ACCEPTS] = csv_text(("shanten", "what", "n", "hands"), _accept_rows(result))
        chosen = {"game": "words", "form": FORM, "hand": self.hand, "lexicon": self.lexicon.name}
        chosen |= {"tiles": self.tiles.name} if self.tiles != HIRAGANA_120 else {}
        command = command_again(COMMAND, chosen, self.extra)
        inputs = word_hashes(self.lexicon, (2, 3), self.extra)
        write_results(place, KIND, command, self.parameters(), files, inputs)

    def read(self, folder: Path) -> ExactResults:
        return read_exact(folder)


class _Tally:
    """Adds up the chunks."""

    def __init__(self, study: CountWords) -> None:
        self._study = study
        self._counts: Counter[int] = Counter()
        self._by_kinds: Histograms = {}
        self._by_tiles: Histograms = {}

    def add(self, chunk: Chunk, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:  # noqa: ARG002
        self._counts.update({int(distance) - 1: hands for distance, hands in record["counts"].items()})
        for table, name in ((self._by_kinds, "by_kinds"), (self._by_tiles, "by_tiles")):
            for distance, row in record.get(name, {}).items():
                into = table.setdefault(int(distance) - 1, Counter())
                into.update({int(n): hands for n, hands in row.items()})

    def result(self) -> ExactResults:
        _counters.clear()  # their tables are large, and nothing is left to count
        return ExactResults(
            self._study.parameters(),
            dict(sorted(self._counts.items())),
            {shanten: dict(sorted(row.items())) for shanten, row in sorted(self._by_kinds.items())},
            {shanten: dict(sorted(row.items())) for shanten, row in sorted(self._by_tiles.items())},
        )


def read_exact(folder: Path) -> ExactResults:
    """The results in a folder. Raises ManifestError if there are none, or if a file is not what the manifest says."""
    manifest = Manifest.of_results(folder, KIND, COMMAND, alone=True)
    counts = {row["shanten"]: row["hands"] for row in read_table(folder / EXACT).objects()}
    tables: dict[str, dict[int, dict[int, int]]] = {"kinds": {}, "tiles": {}}
    if ACCEPTS in manifest.outputs:
        for row in read_table(folder / ACCEPTS).objects():
            tables[row["what"]].setdefault(row["shanten"], {})[row["n"]] = row["hands"]
    return ExactResults(parameters_of(manifest), counts, tables["kinds"], tables["tiles"])


_lock = threading.Lock()
_counters: dict[CountWords, EightTiles | SevenTiles] = {}


def counter_of(study: CountWords) -> EightTiles | SevenTiles:
    """The counter of a study. It is made at the first call, and kept until another study is counted."""
    from kanamj.engine.counting.eight_tiles import EightTiles
    from kanamj.engine.counting.seven_tiles import SevenTiles

    with _lock:
        if study not in _counters:
            _counters.clear()
            _counters[study] = (EightTiles if study.hand == HAND_TILES else SevenTiles)(
                study.question, study.threads
            )
        return _counters[study]


def _share(count: int, total: int) -> str:
    """A share to 12 decimals, rounded half up, computed with integers only."""
    scaled = (2 * count * 10**DIGITS + total) // (2 * total)
    return f"{scaled // 10**DIGITS}.{scaled % 10**DIGITS:0{DIGITS}d}"


def _texts(table: Mapping[int, Mapping[int, int]]) -> dict[str, dict[str, int]]:
    return {str(row): {str(n): hands for n, hands in columns.items()} for row, columns in table.items()}


def _rows(result: ExactResults) -> list[list[object]]:
    return [[shanten, hands, result.share(shanten)] for shanten, hands in result.counts.items()]


def _accept_rows(result: ExactResults) -> Iterator[list[object]]:
    for what, table in (("kinds", result.by_kinds), ("tiles", result.by_tiles)):
        for shanten, row in table.items():
            for n, hands in row.items():
                yield [shanten, what, n, hands]
