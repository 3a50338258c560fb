"""The forms of ordinary mahjong: four blocks and a head, seven pairs, thirteen orphans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.forms.form import NO_BLOCKS, SEVEN_PAIRS, BlockForm, BlockHand, Form, OneHand, SevenPairs
from kanamj.engine.hand import UNREACHABLE, Draws, Question, Solve
from kanamj.engine.riichi import GENERAL, SEVEN, THIRTEEN
from kanamj.tiles import Counts

if TYPE_CHECKING:
    from kanamj.engine.forms.many import Many

ORPHANS: Block = tuple(kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8))
"""The thirteen kinds of terminals and honours."""


class _Tabled(Form):
    """A form that judges many hands by the riichi tables, or without them if called tiles lower the copies."""

    blocks: Blocks
    pace: ClassVar[float] = 6e-8

    def many(self, copies: Counts, strict: bool) -> Many:
        tiles = self.blocks.tiles
        if tiles is None or copies != tiles.copies:
            return super().many(copies, strict)
        from kanamj.engine.forms.many_riichi import ManyRiichi

        return ManyRiichi(tiles, {self.name}, self.takes)


@dataclass(frozen=True, repr=False)
class General(_Tabled, BlockForm):
    """The general form of riichi: four blocks and a head.

    infers: True if a hand with three (six, …) tiles too few counts as a hand with one (two, …) called blocks. This is
    the custom if no called blocks are named.
    """

    digits: str = "33332"
    called: str = GENERAL
    infers: bool = True

    @property
    def takes(self) -> tuple[int, ...]:
        return tuple(range(self.tiles, 0, -3)) if self.infers else (self.tiles,)

    def fitting(self, held: int) -> Form | None:
        called = (self.tiles - held) // 3 if self.infers else 0
        return super().fitting(held) if called < 1 else self.without([3] * min(called, 4)).fitting(held)

    def without(self, melds: Sequence[int]) -> BlockForm:
        return replace(self, digits=super().without(melds).digits, infers=False) if melds else self


@dataclass(frozen=True, repr=False)
class Pairs(_Tabled, SevenPairs):
    """The seven pairs of riichi: each pair is two equal tiles, and no pair is used twice."""

    digits: str = SEVEN_PAIRS
    called: str = SEVEN

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        return PairsHand(self, self.question(counts, room), self.solve)


class PairsHand(BlockHand):
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
    distance_after = OneHand.distance_after
    draws_after = OneHand.draws_after


@dataclass(frozen=True, repr=False)
class Orphans(_Tabled):
    """Thirteen orphans (国士無双): each terminal and honour, and one of them twice. Solvers see a block of 14."""

    blocks: Blocks = NO_BLOCKS
    solve: Solve | None = None
    name = THIRTEEN
    tiles = 14

    def over(self, blocks: Blocks, solve: Solve | None = None) -> Form:
        hands = tuple(tuple(sorted((*ORPHANS, twice))) for twice in ORPHANS)
        return Orphans(
            Blocks(blocks.kinds, {14: hands}, {14: (1,) * len(hands)}, blocks.tiles), solve or self.solve
        )

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        return OrphansHand(self, Question(self.blocks, counts, (self.tiles,), room), self.solve)


class OrphansHand(BlockHand):
    """A hand judged by thirteen orphans: the orphans that it holds are counted, without a search."""

    @cached_property
    def distance(self) -> int:
        if self.solve:
            return self.solve(self.question)
        held = [self.counts[kind] for kind in ORPHANS]
        return 14 - sum(count > 0 for count in held) - (max(held) > 1)

    within = OneHand.within
    draws = OneHand.draws
    distance_after = OneHand.distance_after
    draws_after = OneHand.draws_after


def riichi_forms() -> dict[str, Form]:
    """Name -> form, not yet filled with the blocks of a tile set."""
    return {form.name: form for form in (General(), Pairs(), Orphans())}
