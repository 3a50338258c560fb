"""One judge a form, for one hand: blocks of sizes, thirteen orphans; seven different pairs are in `seven_pairs.py`.

`BlockForm.judge` gives a hand ready to be asked: distance, draws, arrangements; the search behind it is made once.
Many hands are answered by `batch.Batch`, to which `many` leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kanamj.engine.blocks import Blocks
from kanamj.engine.hand import UNREACHABLE, Arrangement, Draws, Judge, Question, Slot, Way
from kanamj.engine.search import Search
from kanamj.engine.waits import draws, draws_after_discards
from kanamj.engine.ways import ways
from kanamj.errors import FormError
from kanamj.forms import Form
from kanamj.tiles import Counts

if TYPE_CHECKING:
    from kanamj.engine.batch import Batch

Solve = Callable[[Question], int]
"""Answers the distance of a question in place of the search."""


class BlockHand:
    """A hand judged by blocks; see `hand.Judged`."""

    def __init__(self, name: str, question: Question, solve: Solve | None = None) -> None:
        self.name = name
        self.question = question
        self.solve = solve

    @property
    def full(self) -> bool:
        """True if the hand has as many tiles as the form, False if one less."""
        return sum(self.question.counts) == sum(self.question.sizes)

    @cached_property
    def search(self) -> Search:
        """The hand made ready for searching."""
        return Search(self.question)

    @cached_property
    def distance(self) -> int:
        """Tiles still missing: 0 complete, UNREACHABLE if no blocks can fill the form."""
        return self.solve(self.question) if self.solve else self.search.distance

    @cached_property
    def draws(self) -> Draws:
        """What a hand one tile short draws to."""
        return draws(self.search)

    @cached_property
    def after_discards(self) -> Mapping[int, Draws]:
        """Kind discarded -> what a full-sized hand then draws to."""
        return draws_after_discards(self.search)

    def arrangements(self) -> Iterator[Arrangement]:
        """The ways to split a complete hand into blocks, larger sizes first; none if it is not complete."""
        return self.search.arrangements()

    def ways(self) -> list[Way]:
        """The ways a hand one tile short is tenpai."""
        return ways(self.search)

    def nearest(self) -> list[Slot]:
        """What the slots take in one arrangement of least distance, blocks first; nothing if there is none."""
        search = self.search
        if self.distance == UNREACHABLE:
            return []
        return [
            Slot(tuple(search.kinds_of(part)), part.missing, None if part.missing else search.block(part))
            for part in sorted(search.nearest(), key=lambda part: (part.missing, -part.size))
        ]


@dataclass(frozen=True)
class BlockForm:
    """The form of blocks of these sizes. called: its name, if that is not its digits. solve: answers the distance
    in place of the search.

    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ((0, 1, 2),)}, {2: (1, 1), 3: (1,)})
    >>> hand = BlockForm(blocks, Form("32")).judge((1, 1, 1, 1), (1, 1, 1, 2))
    >>> hand.distance, hand.draws
    (99, Draws(distance=99, kinds=()))
    """

    blocks: Blocks
    form: Form
    called: str = ""
    solve: Solve | None = None

    @property
    def name(self) -> str:
        """The name of the form, or its digits."""
        return self.called or self.form.digits

    @property
    def tiles(self) -> int:
        """The tiles of a complete hand."""
        return self.form.tiles

    def without(self, melds: Sequence[int]) -> BlockForm:
        """The form that is left behind melds of these sizes; FormError if it has no slots for them."""
        return replace(self, form=self.form.without(melds)) if melds else self

    def judge(self, counts: Counts, room: Counts | None) -> BlockHand:
        """The hand judged. room: most tiles of each kind it may hold when complete; None ignores copies."""
        return BlockHand(self.name, self._question(counts, room), self.solve)

    def many(self, copies: Counts, strict: bool = True) -> Batch:
        """The judge of many hands by this form; see `batch.Batch`."""
        from kanamj.engine.batch import Batch

        return Batch(self.blocks, (self.form,), copies, strict)

    def _question(self, counts: Counts, room: Counts | None) -> Question:
        return Question(self.blocks, counts, self.form.sizes, room, self.form.distinct)


@dataclass(frozen=True)
class Orphans:
    """A form of one block that is a whole hand: thirteen orphans, each terminal and honour and one of them twice.

    blocks: the complete hands, of one size.
    """

    blocks: Blocks
    name: str
    solve: Solve | None = None

    @property
    def tiles(self) -> int:
        """The tiles of a complete hand."""
        return next(iter(self.blocks.by_size))

    def without(self, melds: Sequence[int]) -> Judge:
        """The form itself; FormError if anything was called."""
        if melds:
            raise FormError(f"{self.name} is for a hand without called blocks")
        return self

    def judge(self, counts: Counts, room: Counts | None) -> BlockHand:
        """The hand judged; see `BlockForm.judge`."""
        return OrphansHand(self.name, Question(self.blocks, counts, (self.tiles,), room), self.solve)


class OrphansHand(BlockHand):
    """A hand judged by trying every complete hand."""

    @cached_property
    def _lacking(self) -> list[list[int]]:
        """The kinds the hand lacks of each complete hand there are tiles for."""
        counts, room = self.question.counts, self.question.room
        return [
            [kind for kind in set(block) for _ in range(block.count(kind) - counts[kind])]
            for block in self.question.blocks.by_size[self.question.sizes[0]]
            if room is None or all(block.count(kind) <= room[kind] for kind in block)
        ]

    @cached_property
    def distance(self) -> int:
        if self.solve:
            return self.solve(self.question)
        return min(map(len, self._lacking), default=UNREACHABLE)

    @cached_property
    def draws(self) -> Draws:
        nearest = [kinds for kinds in self._lacking if len(kinds) == self.distance]
        return Draws(self.distance, tuple(sorted({kind for kinds in nearest for kind in kinds})))

    @cached_property
    def after_discards(self) -> Mapping[int, Draws]:
        return one_by_one(self)


def one_by_one(hand: BlockHand) -> dict[int, Draws]:
    """What each discard leaves to be drawn, each hand judged for itself."""
    question = hand.question
    return {
        kind: type(hand)(hand.name, question.discarding(kind), hand.solve).draws
        for kind, count in enumerate(question.counts)
        if count
    }
