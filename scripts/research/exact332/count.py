"""The study of `exact332 count`: all hands of the beginners' game by shanten. A chunk has some lowest kinds.

Files: `exact.csv` (shanten, hands, share), and for hands of 7 tiles `accepts.csv` (shanten, what, n, hands): how many
hands of a shanten accept n kinds (rows with `kinds` in the column what), or n tiles (rows with `tiles`).
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from exact332.multisets import FORM, HAND_TILES, Question332
from exact332.sevens import Sevens
from kanamj import KanamjError, Lexicon, TileSet, load_lexicon, tile_set
from kanamj.engine import Blocks
from kanamj.studies import DealStudy, Study, part

SCRIPT = "python scripts/research/exact332"
_lock = threading.Lock()


@dataclass(frozen=True)
class OnAllHands(Study):
    """The base class of studies of all hands of the form 332. A hand never waits for a tile of which it holds every
    copy (the copies rule `strict`).

    extra: files of the user's own words in the lexicon. threads: how many threads work; 0 is one per processor. Raises
    KanamjError for a list or a tile set that cannot be counted.
    """

    lexicon: Lexicon | str = DealStudy.lexicon
    tiles: TileSet | str = "hiragana-120"
    extra: tuple[Path, ...] = field(default=(), compare=False)
    threads: int = field(default=0, compare=False, metadata={"help": "0: one per processor."})

    def __post_init__(self) -> None:
        if not isinstance(self.lexicon, Lexicon):
            object.__setattr__(self, "lexicon", load_lexicon(self.lexicon, self.extra))
        if not isinstance(self.tiles, TileSet):
            object.__setattr__(self, "tiles", tile_set(self.tiles))
        if self.set.notation != "kana":
            raise KanamjError(
                f"words are counted with kana tiles, not with {self.set.name}; kanamj exact counts ordinary mahjong"
            )
        _ = self.question

    @property
    def set(self) -> TileSet:
        """The tile set."""
        assert isinstance(self.tiles, TileSet)
        return self.tiles

    @cached_property
    def question(self) -> Question332:
        """What is counted: the blocks of the words, and the copies of each kind."""
        assert isinstance(self.lexicon, Lexicon)
        return Question332(Blocks.from_lexicon(self.lexicon, self.set), self.set.copies)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "tiles": self.set.name, "form": FORM, "copies": "strict"}

    def options(self) -> dict[str, object]:
        found = {**super().options(), "tiles": self.set.name, "extra": self.extra}
        return {name: value for name, value in found.items() if name not in ("threads", "values")}


@dataclass(frozen=True)
class CountWords(OnAllHands):
    """Count all hands of the beginners' game 332 by shanten, exactly. It takes some ten minutes of a processor.

    hand: the number of tiles, 8 or 7. Raises KanamjError for another.
    """

    hand: int = field(default=HAND_TILES, metadata={"help": "8 tiles, or 7 with what they accept."})
    chunk_size: int = field(default=8, metadata={"help": "Lowest kinds per chunk; threads share a chunk."})

    kind = "exact distribution"
    command = f"{SCRIPT} count"
    digits = fixed = 12

    def __post_init__(self) -> None:
        if self.hand not in (HAND_TILES - 1, HAND_TILES):
            raise KanamjError(f"the form {FORM} is counted for 7 or 8 tiles, not {self.hand}")
        super().__post_init__()

    @property
    def n(self) -> int:  # type: ignore[override]
        """The number of lowest kinds."""
        return len(self.question.kinds)

    @cached_property
    def _made(self) -> Sevens:
        return Sevens(self.question, self.threads)

    @property
    def sevens(self) -> Sevens:
        """The hands of seven tiles. What all chunks read is made at the first use; on a cluster, threads share it."""
        with _lock:
            return self._made

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        first, sums = number * self.chunk_size, dict[Any, Any]()
        for what, table in zip(("kinds", "tiles"), self.sevens.walk(range(first, first + size)), strict=True):
            for distance, n in zip(*np.nonzero(table), strict=True):
                sums[what, int(distance), int(n)] = int(table[distance, n])
        return sums

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        counts, tiles = Counter[int](), sum(self.question.copies)
        for (distance, n), hands in part(sums, "tiles").items():
            if self.hand < HAND_TILES:
                counts[distance] += hands
            else:  # each hand of eight is found in eight ways
                counts[distance - 1] += hands * n
                counts[distance] += hands * (tiles - self.hand + 1 - n)
        ways, total = 8 if self.hand == HAND_TILES else 1, self.question.hands(self.hand)
        exact = [
            {"shanten": at - 1, "hands": counts[at] // ways, "share": counts[at] / ways / total}
            for at in sorted(+counts)
        ]
        accepts = [
            {"shanten": distance - 1, "what": what, "n": n, "hands": hands}
            for what in ("kinds", "tiles")
            for (distance, n), hands in part(sums, what).items()
        ]
        return {"exact": exact} | ({"accepts": accepts} if self.hand < HAND_TILES else {})
