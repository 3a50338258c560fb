"""The chance to complete a hand, by the recursion as it is defined, in fractions. Imports nothing of kanamj."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Counts = tuple[int, ...]


@dataclass
class World:
    """What completes a hand: blocks as tuples of kinds, and for each form the sizes of its slots.

    distinct: how often a block may be used in one hand, by default as often as its tiles are there.
    """

    blocks: Sequence[tuple[int, ...]]
    forms: Sequence[tuple[int, ...]]
    distinct: dict[tuple[int, ...], int] | None = None
    _complete: dict[Counts, bool] = field(default_factory=dict)
    _chance: dict[tuple[Counts, Counts, int], Fraction] = field(default_factory=dict)

    def complete(self, hand: Counts) -> bool:
        """Whether the hand splits into the blocks of one of the forms."""
        if hand not in self._complete:
            self._complete[hand] = any(self._splits(hand, form, ()) for form in self.forms)
        return self._complete[hand]

    def _splits(self, hand: Counts, form: tuple[int, ...], used: tuple[tuple[int, ...], ...]) -> bool:
        if sum(hand) != sum(form):
            return False
        if not form:
            return True
        lowest = next(kind for kind, count in enumerate(hand) if count)
        for block in self.blocks:
            if lowest not in block or len(block) not in form:
                continue
            if self.distinct and used.count(block) >= self.distinct[block]:
                continue
            left = list(hand)
            for kind in block:
                left[kind] -= 1
            slots = list(form)
            slots.remove(len(block))
            if min(left) >= 0 and self._splits(tuple(left), tuple(slots), (*used, block)):
                return True
        return False

    def chance(self, hand: Counts, unseen: Counts, draws: int) -> Fraction:
        """V_t of a hand one tile short: draw any unseen tile alike; if that does not complete it, throw any tile."""
        key = (hand, unseen, draws)
        if draws == 0 or not sum(unseen):
            return Fraction(0)
        if key not in self._chance:
            total = Fraction(0)
            for kind, there in enumerate(unseen):
                if there:
                    drawn, left = more(hand, kind, 1), more(unseen, kind, -1)
                    total += there * (
                        Fraction(1)
                        if self.complete(drawn)
                        else max(self.chance(after, left, draws - 1) for _, after in discards(drawn))
                    )
            self._chance[key] = total / sum(unseen)
        return self._chance[key]


def more(counts: Counts, kind: int, by: int) -> Counts:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def discards(hand: Counts) -> Iterator[tuple[int, Counts]]:
    """Each kind that can be thrown, and the hand without it."""
    for kind, count in enumerate(hand):
        if count:
            yield kind, more(hand, kind, -1)
