"""Seven pairs (七対子): the form `2222222` of seven different words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kanamj.engine.forms.blocks import BlockForm, BlockHand
from kanamj.engine.forms.form import OneHand
from kanamj.engine.hand import UNREACHABLE, Draws
from kanamj.tiles import Counts

if TYPE_CHECKING:
    from kanamj.engine.forms.many import Many

SEVEN_PAIRS = "2222222"


@dataclass(frozen=True, repr=False)
class SevenPairs(BlockForm, of=SEVEN_PAIRS):
    """The form of seven different pairs. If all pairs are two equal tiles, as in riichi, no search is needed."""

    distinct = True

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        return (TwinsHand if self._of_twins else BlockHand)(self, self.question(counts, room), self.solve)

    def many(self, copies: Counts, strict: bool) -> Many:
        from kanamj.engine.forms.many_seven_pairs import MOST_KINDS, ManySevenPairs

        if self.blocks.kinds > MOST_KINDS:
            return super().many(copies, strict)
        return ManySevenPairs(self, copies if strict else None)

    @cached_property
    def _of_twins(self) -> bool:
        pairs = self.blocks.by_size.get(2, ())
        return all(a == b for a, b in pairs) and set(self.blocks.words.get(2, ())) <= {1}


class TwinsHand(BlockHand):
    """A hand judged by pairs of equal tiles, no pair twice. Of each kind, at most two tiles count."""

    @cached_property
    def _pairs(self) -> list[int]:
        """The kinds that can be a pair, because at least two of their tiles exist."""
        pairs = self.question.blocks.by_size.get(2, ())
        return [a for a, _ in pairs if self.room is None or self.room[a] > 1]

    @cached_property
    def distance(self) -> int:
        if self.solve:
            return self.solve(self.question)
        slots = len(self.question.sizes)
        if len(self._pairs) < slots:
            return UNREACHABLE
        held = sorted((min(self.counts[kind], 2) for kind in self._pairs), reverse=True)
        return 2 * slots - sum(held[:slots])

    @cached_property
    def draws(self) -> Draws:
        if not 0 < self.distance < UNREACHABLE:
            return Draws(self.distance, ())
        counts = self.counts
        few = sum(counts[kind] > 0 for kind in self._pairs) < len(self.question.sizes)
        return Draws(
            self.distance, tuple(k for k in self._pairs if counts[k] == 1 or (few and not counts[k]))
        )

    within = OneHand.within
    after_discards = OneHand.after_discards
