"""Forms made of blocks, written as the digits of their sizes: `33332` is the game, `332` is the beginners' game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.easiest import Ranked, easiest
from kanamj.engine.forms.form import MOST_TILES, Form, OneHand
from kanamj.engine.hand import UNREACHABLE, Arrangement, Draws, Question, Slot, Solve, Way
from kanamj.engine.search import Search, distance
from kanamj.engine.waits import accepts, accepts_after_discards
from kanamj.engine.ways import ways_of_waiting
from kanamj.errors import FormError, brief
from kanamj.tiles import Counts

if TYPE_CHECKING:
    from kanamj.engine.forms.many import Many

MOST_TILES_OF_LONG_WORDS = 20
NO_BLOCKS = Blocks(0, {}, {})


@dataclass(frozen=True, repr=False)
class BlockForm(Form, of=""):
    """The form of blocks of these sizes; at most 24 tiles, and at most 20 with blocks of four or five.

    digits: the sizes, sorted, largest first. blocks: the blocks that may fill the form; an engine sets its own blocks
    with `over`. called: what the form is named, if not by its digits. solve: returns the distance of one hand and
    replaces the search.

    >>> Form("23333")
    Form('33332')
    >>> Form("33332").tiles, Form("33332").without([3]).tiles
    (14, 11)
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ((0, 1, 2),)}, {2: (1, 1), 3: (1,)})
    >>> hand = Form("32").over(blocks).judge((1, 1, 1, 1), (1, 1, 1, 2))
    >>> hand.distance, hand.draws
    (99, Draws(distance=99, kinds=()))
    """

    digits: str
    blocks: Blocks = field(default=NO_BLOCKS, compare=False)
    called: str = ""
    solve: Solve | None = field(default=None, compare=False)
    distinct = False
    """True if the blocks must be different words."""

    def __post_init__(self) -> None:
        shown = self.digits if len(self.digits) <= MOST_TILES else f"{self.digits[:MOST_TILES]}…"
        if not self.digits or any(digit not in "2345" for digit in self.digits):
            raise FormError(
                "{} is not a form; a form is made of block sizes 2 to 5, such as 33332 or 332", brief(shown)
            )
        tiles, long = sum(map(int, self.digits)), max(self.digits) > "3"
        if tiles > (MOST_TILES_OF_LONG_WORDS if long else MOST_TILES):
            raise FormError(
                "form {} has {} tiles; forms have at most {}, and at most {} with a 4 or 5",
                shown,
                tiles,
                MOST_TILES,
                MOST_TILES_OF_LONG_WORDS,
            )
        digits = "".join(sorted(self.digits, reverse=True))
        object.__setattr__(self, "digits", digits)
        object.__setattr__(self, "name", self.called or digits)
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "lengths", tuple(map(int, digits)))

    def __repr__(self) -> str:
        return super().__repr__() if self.called else f"Form({self.digits!r})"

    def over(self, blocks: Blocks, solve: Solve | None = None) -> Form:
        return replace(self, blocks=blocks, solve=solve or self.solve)

    def without(self, melds: Sequence[int]) -> BlockForm:
        """The form that is left when words of these lengths have been called.

        A called word takes a slot of its length. A kan of four or more letters takes a `3` if the form has no slot of
        its length, as draws have replaced its other tiles.

        >>> Form("33332").without([3, 4])
        Form('332')

        Raises FormError if there is no such slot, or if no slot would be left.
        """
        left = list(self.digits)
        for length in melds:
            slot = "3" if length > 3 and str(length) not in left else str(length)
            if slot not in left or self.distinct:
                raise FormError("form {} has no slot left for a called word of {} letters", self.name, length)
            left.remove(slot)
        if not left:
            raise FormError("the melds fill form {}; at least one block must stay in the hand", self.name)
        return replace(self, digits="".join(left))

    def question(self, counts: Counts, room: Counts | None) -> Question:
        """The hand as the solvers get it. counts, room: as for `distance`."""
        return Question(self.blocks, counts, self.lengths, room, self.distinct)

    def distance(self, counts: Counts, room: Counts | None) -> int:
        return self.judge(counts, room).distance

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        return BlockHand(self, self.question(counts, room), self.solve)

    def many(self, copies: Counts, strict: bool) -> Many:
        from kanamj.engine.forms.many_blocks import ManyBlocks, has_kernel

        # If copies are ignored, a hand may draw one tile more than all copies of a kind.
        most = max(copies, default=0) + (not strict)
        if self.distinct or not (self.small and has_kernel(self.blocks, most)):
            return super().many(copies, strict)
        return ManyBlocks(self, copies if strict else None)

    def reachable(self, room: Counts | None) -> bool:
        """True if the blocks and the tiles that exist can complete the form.

        First a quick try: each slot takes the first block for which tiles are left. With enough words, that fills the
        form. Otherwise an empty hand is searched, which takes milliseconds. Games ask this after every called word.
        """
        left, used = list(room or (self.tiles,) * self.blocks.kinds), Counter[Block]()
        for length in self.lengths:
            for block in self.blocks.by_size.get(length, ()):
                there = all(block.count(kind) <= left[kind] for kind in block)
                if there and not (self.distinct and used[block] == self.blocks.limit[block]):
                    break
            else:
                return distance(self.question((0,) * self.blocks.kinds, room)) != UNREACHABLE
            used[block] += 1
            for kind in block:
                left[kind] -= 1
        return True


class BlockHand(OneHand):
    """A hand judged by a form made of blocks. All answers share one search. solve: replaces it for the distance."""

    question: Question

    def __init__(self, form: Form, question: Question, solve: Solve | None) -> None:
        super().__init__(form, question.counts, question.room)
        self.question, self.solve = question, solve

    @cached_property
    def search(self) -> Search:
        """The hand, ready to be searched."""
        return Search(self.question)

    @cached_property
    def distance(self) -> int:
        return self.solve(self.question) if self.solve else self.search.distance

    def within(self, missing: int) -> bool:
        return self.search.within(missing)

    @cached_property
    def draws(self) -> Draws:
        return accepts(self.search)

    @cached_property
    def after_discards(self) -> Mapping[int, Draws]:
        return accepts_after_discards(self.search)

    def arrangements(self) -> Iterator[Arrangement]:
        return self.search.arrangements()

    def ways(self) -> list[Way]:
        return ways_of_waiting(self.search)

    def easiest(self, ranks: Mapping[Block, int], missing: int) -> Ranked:
        return easiest(self.search, ranks, missing)

    def nearest(self) -> list[Slot]:
        search = self.search
        if self.distance == UNREACHABLE:
            return []
        return [
            Slot(tuple(search.kinds_of(part)), part.missing, None if part.missing else search.block(part))
            for part in sorted(search.nearest(), key=lambda part: (part.missing, -part.size))
        ]
