"""Who answers for a hand: what is asked, the readable answer by the engine's search, and which forms are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from kanamj.engine import WordEngine
from kanamj.engine.blocks import Block
from kanamj.errors import FormError
from kanamj.forms import Form, forms_left
from kanamj.tiles import Kinds


class Outlook(NamedTuple):
    """Of a hand one tile short: its distance, and the kinds that lower it as a bit set."""

    distance: int
    accepts: int


class Solver(Protocol):
    """Who answers for hands (sorted kinds) with called blocks; `SearchSolver` says what."""

    def outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook: ...
    def waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int: ...
    def discards(self, hand: Kinds, melds: tuple[Block, ...]) -> Mapping[int, Outlook]: ...
    def every_discard(self, hand: Kinds, melds: tuple[Block, ...]) -> Mapping[int, Outlook]: ...


@lru_cache(maxsize=1024)
def forms_behind(forms: tuple[Form, ...], sizes: tuple[int, ...]) -> tuple[Form, ...]:
    """What is left of the forms behind called words of these sizes (`forms.forms_left`); none if no form has slots.

    >>> forms_behind((Form("33332"), Form("4442"), Form("2222222")), (4,)), forms_behind((Form("2222222"),), (3,))
    ((Form('3332'),), ())
    """
    try:
        return forms_left(forms, sizes)
    except FormError:
        return ()


def tiles_behind(forms: tuple[Form, ...], sizes: tuple[int, ...]) -> int:
    """The tiles of a complete hand behind called words of these sizes; 0 if no form has slots for them."""
    left = forms_behind(forms, sizes)
    return left[0].tiles if left else 0


class SearchSolver:
    """Answers by the engine for single hands: the readable one, some ten milliseconds a hand."""

    def __init__(self, engine: WordEngine) -> None:
        self.engine = engine

    def outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook:
        """The outlook of a hand one tile short."""
        return _outlook(*self.engine.setting.ask(hand, melds).draws)

    def waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int:
        """The kinds that complete a hand one tile short, as a bit set."""
        distance, accepts = self.outlook(hand, melds)
        return accepts if distance == 1 else 0

    def discards(self, hand: Kinds, melds: tuple[Block, ...]) -> dict[int, Outlook]:
        """Kind discarded -> the outlook of what is left, for a hand with as many tiles as its form; only of the
        discards that leave the least distance."""
        found = self.every_discard(hand, melds)
        least = min(outlook.distance for outlook in found.values())
        return {kind: outlook for kind, outlook in found.items() if outlook.distance == least}

    def every_discard(self, hand: Kinds, melds: tuple[Block, ...]) -> dict[int, Outlook]:
        """Kind discarded -> the outlook of what is left, of all discards."""
        draws = self.engine.setting.ask(hand, melds).after_discards
        return {kind: _outlook(*draw) for kind, draw in draws.items()}


def _outlook(distance: int, kinds: Sequence[int]) -> Outlook:
    return Outlook(distance, sum(1 << kind for kind in kinds))
