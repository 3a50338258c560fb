"""Engines: from a hand to its distance, waits and arrangements. Both games answer the same questions.

`WordEngine` judges hiragana word mahjong, `RiichiEngine` ordinary mahjong. Single hands are answered in plain
Python (`search`); `shanten_many` and its kin take arrays and load the numba kernels on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from kanamj.engine.blocks import Blocks
from kanamj.engine.question import UNREACHABLE, Question
from kanamj.engine.report import HandReport
from kanamj.engine.search import Arrangement
from kanamj.engine.setting import Melds
from kanamj.engine.word import WordEngine
from kanamj.tiles import Hand, TileSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import BestDiscards
    from kanamj.engine.riichi import RiichiEngine
    from kanamj.tiles import CountsArray

__all__ = [
    "UNREACHABLE",
    "Blocks",
    "Engine",
    "HandReport",
    "Question",
    "RiichiEngine",
    "WordEngine",
]


class Engine(Protocol):
    """What both games answer. Hands: text, counts of shape (K,), or kinds; K is the number of kinds."""

    @property
    def tiles(self) -> TileSet: ...
    def shanten(self, hand: Hand, melds: Melds = ()) -> int: ...
    def distance(self, hand: Hand, melds: Melds = ()) -> int: ...
    def waits(self, hand: Hand, melds: Melds = ()) -> tuple[int, ...]: ...
    def accepts(self, hand: Hand, melds: Melds = ()) -> dict[int, int]: ...
    def arrangements(self, hand: Hand, melds: Melds = (), limit: int | None = None) -> list[Arrangement]: ...
    def analyze(
        self, hand: Hand, melds: Melds = (), seen: Hand = "", limit: int | None = 20
    ) -> HandReport: ...
    def shanten_many(self, counts: CountsArray) -> npt.NDArray[np.int8]: ...
    def waits_many(self, counts: CountsArray) -> npt.NDArray[np.bool_]: ...
    def best_discards_many(self, counts: CountsArray) -> BestDiscards: ...


def __getattr__(name: str) -> Any:
    if name == "RiichiEngine":
        from kanamj.engine.riichi import RiichiEngine

        return RiichiEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
