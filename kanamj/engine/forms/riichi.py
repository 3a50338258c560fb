"""The forms of ordinary mahjong: four blocks and a head, seven pairs, thirteen orphans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.forms.form import NO_BLOCKS, SEVEN_PAIRS, BlockForm, BlockHand, Form, OneHand
from kanamj.engine.hand import UNREACHABLE, Draws, Question, Solve
from kanamj.engine.riichi import GENERAL, SEVEN, THIRTEEN
from kanamj.engine.riichi.lookup import SuitedHand
from kanamj.engine.search import Search
from kanamj.engine.waits import accepts
from kanamj.tiles import SANMA_108, Counts

if TYPE_CHECKING:
    from kanamj.engine.forms.many import Many

ORPHANS: Block = tuple(kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8))
"""The thirteen kinds of terminals and honours."""
_orphans_of = itemgetter(*ORPHANS)


class CountedHand(BlockHand):
    """A hand whose distance and draws need no search. A search finds only its arrangements."""

    def __init__(self, form: Form, counts: Counts, room: Counts | None) -> None:
        super().__init__(form, counts, room)
        self.distance = self._counted()

    def _counted(self) -> int:
        raise NotImplementedError

    within = OneHand.within
    distance_after = OneHand.distance_after
    draws_after = OneHand.draws_after


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

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        tiles = self.blocks.tiles
        if self.solve or tiles is None or room is None:
            return super().judge(counts, room)
        return GeneralHand(self, counts, room) if room == tiles.copies else CalledHand(self, counts, room)

    def looked_up(self, counts: Counts) -> SuitedHand:
        """The hand as the suit tables know it."""
        return SuitedHand(counts, *self._blocks)

    @cached_property
    def _blocks(self) -> tuple[int, bool]:
        """The number of blocks beside the head, and whether the game has three players."""
        return len(self.digits) - 1, self.blocks.tiles == SANMA_108


class GeneralHand(CountedHand):
    """A hand judged by four blocks and a head, by the suit tables."""

    form: General
    room: Counts

    def _counted(self) -> int:
        self._looked_up = self.form.looked_up(self.counts)
        return self._looked_up.distance

    @cached_property
    def draws(self) -> Draws:
        return Draws(self.distance, tuple(self._looked_up.draws(self.room)) if self.distance else ())


class CalledHand(GeneralHand):
    """A hand judged by four blocks and a head, beside called blocks whose tiles count as used. The tables do not know
    that these tiles are gone. Where they may say too little, a search answers; it begins at the distance that they
    give."""

    def _counted(self) -> int:
        least = super()._counted()
        if self._looked_up.is_reached(self.room):
            return least
        return Search(self.question, least, rare_first=True).distance

    @cached_property
    def draws(self) -> Draws:
        hand = self._looked_up
        if self.distance == hand.distance:
            kinds = tuple(hand.draws(self.room)) if self.distance else ()
            if all(hand.drawing(kind).is_reached(self.room) for kind in kinds):
                return Draws(self.distance, kinds)
        return accepts(Search(self.question, self.distance, rare_first=True))


@dataclass(frozen=True, repr=False)
class Pairs(_Tabled, BlockForm):
    """The seven pairs of riichi: each pair is two equal tiles, and no pair is used twice."""

    digits: str = SEVEN_PAIRS
    called: str = SEVEN

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        return super().judge(counts, room) if self.solve else PairsHand(self, counts, room)


class PairsHand(CountedHand):
    """A hand judged by pairs of equal tiles, no pair twice. Of each kind, at most two tiles count."""

    form: Pairs

    @cached_property
    def _pairs(self) -> list[int]:
        """The kinds that can be a pair, because at least two of their tiles exist."""
        pairs = self.form.blocks.by_size.get(2, ())
        return [a for a, _ in pairs if self.room is None or self.room[a] > 1]

    def _counted(self) -> int:
        slots, counts, tiles = len(self.form.lengths), self.counts, self.form.blocks.tiles
        if tiles is None or self.room != tiles.copies:
            counts = tuple([counts[kind] for kind in self._pairs])
            if len(counts) < slots:
                return UNREACHABLE
        kinds = len(counts) - counts.count(0)
        pairs = kinds - counts.count(1)
        return 2 * slots - min(kinds, slots) - min(pairs, slots)

    @cached_property
    def draws(self) -> Draws:
        if not 0 < self.distance < UNREACHABLE:
            return Draws(self.distance, ())
        counts = self.counts
        few = sum(counts[kind] > 0 for kind in self._pairs) < len(self.form.lengths)
        return Draws(
            self.distance, tuple(k for k in self._pairs if counts[k] == 1 or (few and not counts[k]))
        )


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

    def question(self, counts: Counts, room: Counts | None) -> Question:
        return Question(self.blocks, counts, (self.tiles,), room)

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        if self.solve:
            return BlockHand(self, counts, room)
        return OrphansHand(self, counts, room)


class OrphansHand(CountedHand):
    """A hand judged by thirteen orphans: the orphans that it holds are counted, without a search."""

    def _counted(self) -> int:
        held: Counts = _orphans_of(self.counts)
        return 1 + held.count(0) - (max(held) > 1)

    @cached_property
    def draws(self) -> Draws:
        counts, room = self.counts, self.room or (self.form.tiles,) * len(self.counts)
        wanted = 1 if max(_orphans_of(counts)) > 1 else 2
        drawn = tuple([kind for kind in ORPHANS if counts[kind] < wanted and counts[kind] < room[kind]])
        return Draws(self.distance, drawn)


def riichi_forms() -> dict[str, Form]:
    """Name -> form, not yet filled with the blocks of a tile set."""
    return {form.name: form for form in (General(), Pairs(), Orphans())}
