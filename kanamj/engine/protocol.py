"""What every engine answers of many hands, as those see it that need no more of an engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from kanamj.engine.hand import Setting
from kanamj.tiles import Hand, TileSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import BestDiscards, ManyDraws

Hands: TypeAlias = "npt.NDArray[np.integer[Any]] | Sequence[Hand]"
"""Many hands: counts (n, K) of any integer dtype and order, or a list of hands."""


class ManyHands(Protocol):
    """Answers for many hands of one setting; K is the number of kinds."""

    @property
    def tiles(self) -> TileSet: ...
    @property
    def setting(self) -> Setting: ...
    def shanten_many(self, hands: Hands) -> npt.NDArray[np.int8]: ...
    def waits_many(self, hands: Hands) -> npt.NDArray[np.bool_]: ...
    def accepts_many(self, hands: Hands) -> ManyDraws: ...
    def best_discards_many(self, hands: Hands) -> BestDiscards: ...
