"""The study of `exact332 count`: all hands of the beginners' game by shanten.

A chunk has all hands with the same lowest kind.

Files: `exact.csv` (shanten, hands, share), and for hands of 7 tiles `accepts.csv` (shanten, what, n, hands): how many
hands of a shanten accept n kinds (rows with `kinds` in the column what), or n tiles (rows with `tiles`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from old.csvtext import Table
from old.deal_results import NAMES
from old.measures import Column, Count
from old.study import Chunk, Study, word_hashes
from old.sums import Row, Sums, Totals
from old.tables import Declared, TableResults

from exact332.multisets import HAND_TILES, Question332
from kanamj.engine.blocks import Blocks
from kanamj.errors import HandSizeError, KanamjError
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120, TileSet
from kanamj.version import __version__

if TYPE_CHECKING:
    from exact332.eight_tiles import EightTiles
    from exact332.seven_tiles import SevenTiles

FORM = "332"
SCRIPT = "python scripts/research/exact332"
DIGITS = 12


class ExactResults(TableResults):
    """The results. A hand of 8 tiles accepts nothing: `accepts` is empty then."""

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """shanten -> number of hands."""
        return {shanten: hands for shanten, hands, _ in self.tables["exact"].rows}

    @cached_property
    def accepts(self) -> Mapping[str, Mapping[int, Mapping[int, int]]]:
        """ "kinds" or "tiles" -> shanten -> number of these accepted -> number of hands."""
        found: dict[str, dict[int, dict[int, int]]] = {}
        for shanten, what, n, hands in self.tables["accepts"].rows if "accepts" in self.tables else ():
            found.setdefault(what, {}).setdefault(shanten, {})[n] = hands
        return found

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def setting(self) -> str:
        given = self.parameters
        return f"{given['lexicon']}, {given['hand']} tiles, {given['tiles']}"

    def summary(self) -> Table:
        means = [self.mean_accepts("tiles", at) for at in (0, 1)]
        accepted = ", ".join(f"{mean:.2f}" for mean in means if mean is not None)
        shares = {
            name: f"{100 * self.counts[at] / self.total:.3f} %" if at in self.counts else "–"
            for at, name in NAMES.items()
        }
        return Table.of_row(
            {"hands": f"{self.total:,}", **shares} | {"mean tiles accepted (聴牌, 一向聴)": accepted}
        )

    def share(self, shanten: int) -> str:
        """The share of hands that have a shanten, as text with 12 decimals."""
        return _share(self.counts[shanten], self.total)

    def mean_accepts(self, what: str, shanten: int) -> float | None:
        """The mean number of kinds, or of tiles, that hands of a shanten accept; None if there are no such hands."""
        row = self.accepts.get(what, {}).get(shanten)
        return float(Fraction(sum(n * hands for n, hands in row.items()), sum(row.values()))) if row else None

    def to_json(self) -> dict[str, Any]:
        """What `exact332 count --json` prints; counts are integers, shares are texts with 12 decimals."""
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
        if self.accepts:
            found["accepts"] = {
                str(shanten): {f"mean_{what}": self.mean_accepts(what, shanten) for what in self.accepts}
                | {
                    what: {str(n): hands for n, hands in by[shanten].items()}
                    for what, by in self.accepts.items()
                }
                for shanten in self.accepts["kinds"]
            }
        return found


def _share_of(_: Any, row: Row) -> str:
    """The share of all hands, exactly."""
    return _share(int(row["hands"].total), row.sums.within("exact", (), "hands"))


_lock = threading.Lock()
_counters: dict[OnAllHands, Any] = {}


@dataclass(frozen=True)
class OnAllHands(Study):
    """The base class of studies of all hands of the form 332. A hand never waits for a tile of which it holds every
    copy (the copies rule `strict`).

    extra: files of the user's own words in the lexicon, for the manifest. threads: how many threads work. own: the
    names of the options of one study alone. Raises KanamjError for a list or a tile set that cannot be counted.
    """

    lexicon: Lexicon = field(hash=False)
    tiles: TileSet = HIRAGANA_120
    extra: tuple[Path, ...] = field(default=(), compare=False)
    threads: int = field(default=1, compare=False)

    alone = True
    game: ClassVar[str]
    own: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        if self.tiles.notation != "kana":
            raise KanamjError(
                f"words are counted with kana tiles, not with {self.tiles.name}; kanamj exact counts ordinary "
                "mahjong"
            )
        _ = self.question

    @cached_property
    def question(self) -> Question332:
        """What is counted: the blocks of the words, and the copies of each kind."""
        return Question332(Blocks.from_lexicon(self.lexicon, self.tiles), self.tiles.copies)

    @property
    def _chosen(self) -> dict[str, object]:
        return {name: value for name in self.own if (value := getattr(self, name))}

    def parameters(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain values."""
        return {
            "game": self.game,
            "form": FORM,
            **self._chosen,
            "tiles": self.tiles.name,
            "copies": "strict",
            "lexicon": self.lexicon.name,
            "lexicon_sha256": self.lexicon.sha256,
            "version": __version__,
        }

    def sent(self) -> Self:
        return replace(self, lexicon=self.lexicon.sent((2, 3)), extra=())

    def options(self) -> dict[str, object]:
        chosen = {**self._chosen, "lexicon": self.lexicon.name}
        return chosen | ({"tiles": self.tiles.name} if self.tiles != HIRAGANA_120 else {})

    def inputs(self) -> dict[str, str]:
        return word_hashes(self.lexicon, (2, 3), self.extra)

    def make(self) -> Any:
        """What counts or solves, for all chunks."""
        raise NotImplementedError

    @property
    def counter(self) -> Any:
        """What `make` returns. It is made at the first use, and kept until another study or the result."""
        with _lock:
            if self not in _counters:
                _counters.clear()
                _counters[self] = self.make()
            return _counters[self]

    def result(self, sums: Totals, files: Mapping[str, Path]) -> Any:
        _counters.clear()  # their tables are large, and nothing is left to count
        return super().result(sums, files)


@dataclass(frozen=True)
class CountWords(OnAllHands):
    """The study of `exact332 count`: it counts all hands of 8 or 7 tiles of the form 332.

    hand: the number of tiles. threads: how many threads prepare the tables that all chunks read.
    Raises HandSizeError for another number of tiles.
    """

    hand: int = HAND_TILES

    kind = "exact distribution"
    command = f"{SCRIPT} count"
    results = ExactResults
    title = "The beginners' game, counted whole"
    about = "All hands of the form 332 are counted; nothing is sampled."
    game, own = "words", ("hand",)
    tables = (
        Declared("exact", "shanten", Count("hands"), Column("share", _share_of)),
        Declared("accepts", "shanten", "what", "n", Count("hands"), order=itemgetter("what", "shanten", "n")),
    )

    def __post_init__(self) -> None:
        if self.hand not in (HAND_TILES - 1, HAND_TILES):
            raise HandSizeError(
                f"the form {FORM} is counted for 7 or 8 tiles, not {self.hand}",
                tiles=self.hand,
                fits=(HAND_TILES - 1, HAND_TILES),
            )
        super().__post_init__()

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

    def make(self) -> EightTiles | SevenTiles:
        from exact332.eight_tiles import EightTiles
        from exact332.seven_tiles import SevenTiles

        return (EightTiles if self.hand == HAND_TILES else SevenTiles)(self.question, self.threads)

    def sums(self, chunk: Chunk) -> Sums:
        counted = self.counter.count(chunk.number)
        for distance, hands in enumerate(counted.counts):
            if hands:
                yield ("exact", distance - 1, "hands"), hands
        if self.hand < HAND_TILES:
            for what, table in (("kinds", counted.by_kinds), ("tiles", counted.by_tiles)):
                for distance, row in table.items():
                    for n, hands in row.items():
                        yield ("accepts", distance - 1, what, n, "hands"), hands

    def left_out(self, sums: Totals) -> Iterable[str]:
        return () if sums.rows("accepts") else ("accepts",)


def _share(count: int, total: int) -> str:
    """A share to 12 decimals, rounded half up, computed with integers only."""
    scaled = (2 * count * 10**DIGITS + total) // (2 * total)
    return f"{scaled // 10**DIGITS}.{scaled % 10**DIGITS:0{DIGITS}d}"
