"""Seven pairs, one hand: the form `2222222` of different words. Many hands at once: `many_seven_pairs.py`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from kanamj.engine.hand import UNREACHABLE, Draws
from kanamj.engine.judges import BlockForm, BlockHand, one_by_one
from kanamj.tiles import Counts


class SevenPairs(BlockForm):
    """Seven different pairs. Where every pair is of twins, as in riichi, counting answers."""

    def judge(self, counts: Counts, room: Counts | None) -> BlockHand:
        question = self._question(counts, room)
        return (TwinsHand if self._of_twins else BlockHand)(self.name, question, self.solve)

    @property
    def _of_twins(self) -> bool:
        pairs = self.blocks.by_size.get(2, ())
        return all(a == b for a, b in pairs) and set(self.blocks.words.get(2, ())) <= {1}


class TwinsHand(BlockHand):
    """A hand judged by pairs of twins, no pair twice: a kind held gives one tile, a kind held twice both."""

    @cached_property
    def _pairs(self) -> list[int]:
        """The kinds of the pairs there are tiles for."""
        question = self.question
        return [
            a for a, _ in question.blocks.by_size.get(2, ()) if question.room is None or question.room[a] > 1
        ]

    @cached_property
    def distance(self) -> int:
        if self.solve:
            return self.solve(self.question)
        slots = len(self.question.sizes)
        if len(self._pairs) < slots:
            return UNREACHABLE
        held = sorted((min(self.question.counts[kind], 2) for kind in self._pairs), reverse=True)
        return 2 * slots - sum(held[:slots])

    @cached_property
    def draws(self) -> Draws:
        if not 0 < self.distance < UNREACHABLE:
            return Draws(self.distance, ())
        counts = self.question.counts
        few = sum(counts[kind] > 0 for kind in self._pairs) < len(self.question.sizes)
        return Draws(
            self.distance, tuple(k for k in self._pairs if counts[k] == 1 or (few and not counts[k]))
        )

    @cached_property
    def after_discards(self) -> Mapping[int, Draws]:
        return one_by_one(self)
