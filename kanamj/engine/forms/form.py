"""The form: a name, a number of tiles, and the distance of a hand. All other answers follow from these (`OneHand` for
one hand, `many.OneByOne` for many), unless a form knows a shorter way and overrides a method. Forms made of blocks do:
they are written as the digits of their sizes, `33332` is the game, `332` is the beginners' game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.easiest import Ranked, easiest
from kanamj.engine.hand import UNREACHABLE, Arrangement, Draws, Question, Slot, Solve, Way, changed
from kanamj.engine.search import Search, distance
from kanamj.engine.waits import Discards, accepts
from kanamj.engine.ways import ways_of_waiting
from kanamj.errors import FormError, Message, brief
from kanamj.tiles import Counts

if TYPE_CHECKING:
    from kanamj.engine.forms.many import Many

MOST_TILES = 24
"""The most tiles of a form. A hand of the games has 8 to 14 tiles; judging it with all its discards takes about 12 ms.
The longest forms take seconds, and each further tile doubles that."""
MOST_TILES_OF_LONG_WORDS = 20
SEVEN_PAIRS = "2222222"
NO_BLOCKS = Blocks(0, {}, {})


class Form:
    """A way for a hand to be complete. A `BlockForm` is complete if the hand splits into blocks.

    A form of your own is a subclass with a `name`, a number of `tiles` and a method `distance`. An engine then answers
    every question with it, but takes longer than with its own forms.

    >>> class AllDifferent(Form):
    ...     name, tiles = "all-different", 14
    ...     def distance(self, counts, room):
    ...         return self.tiles - sum(count > 0 for count in counts)
    >>> AllDifferent().judge((2, 1, 0), room=(2, 2, 2)).draws
    Draws(distance=12, kinds=(2,))
    """

    name: str = ""
    tiles: int = 0
    lengths: tuple[int, ...] = ()
    """The length of each word (block) that fills the form, longest first; () for a form that is not made of words. It
    says which words of the list an engine, a study or a game needs."""
    solve: Solve | None = None
    """A function that returns the distance of one hand and replaces the search (`over`)."""
    pace: ClassVar[float] = 1.8e-7
    """How many seconds plain Python takes for the distance of a hand, divided by the cube of its number of tiles."""

    def __eq__(self, other: object) -> bool:
        """True for forms of one class with the same values: a worker process recognises a form that it has seen."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def __repr__(self) -> str:
        return f"<form {self.name}>"

    def __str__(self) -> str:
        return self.name

    def distance(self, counts: Counts, room: Counts | None) -> int:
        """The number of tiles that a hand misses, 0 to `tiles`. The hand has as many tiles as the form or one less.

        counts: the tiles of each kind. room: the most tiles of each kind that a complete hand may hold; None ignores
        copies.
        """
        raise NotImplementedError(f"form {self.name} has no method distance(self, counts, room); define one")

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        """The hand, ready to be judged by this form. counts, room: as for `distance`."""
        return OneHand(self, counts, room)

    def question(self, counts: Counts, room: Counts | None) -> Question | None:  # noqa: ARG002
        """The hand as the solvers of `check` get it; None if the form is not made of blocks. counts, room: as for
        `distance`."""
        return None

    def many(self, copies: Counts, strict: bool) -> Many:
        """The driver: an object that judges many hands by this form. copies: the most tiles of each kind that a hand
        holds. strict: True if a missing tile must exist."""
        from kanamj.engine.forms.many import OneByOne

        return OneByOne(self, copies if strict else None)

    def over(self, blocks: Blocks, solve: Solve | None = None) -> Form:  # noqa: ARG002
        """The form with these blocks to fill it; the form itself if it is not made of blocks. solve: returns the
        distance of one hand and replaces the search."""
        return self

    def reachable(self, room: Counts | None) -> bool:  # noqa: ARG002
        """True if the tiles that exist may complete the form; False if they surely cannot. room: as for `distance`."""
        return True

    @property
    def small(self) -> bool:
        """True if the form has at most 14 tiles, in blocks of two and three: a hand is judged in milliseconds."""
        return self.tiles <= 14 and {*self.lengths} <= {2, 3}

    @property
    def takes(self) -> tuple[int, ...]:
        """The numbers of tiles that a complete hand of this form may have."""
        return (self.tiles,)

    def fitting(self, held: int) -> Form | None:
        """The form that judges a hand of `held` tiles, full-sized or one tile short; None if this form cannot."""
        return self if self.tiles - held in (0, 1) else None

    def without(self, melds: Sequence[int]) -> Form:
        """The form left after words of these lengths are called. Raises FormError if it has no slots for them."""
        if melds:
            raise FormError(
                "form {} is for a hand without called words, not with {}; leave them out, or choose another form",
                self.name,
                len(melds),
            )
        return self


class OneHand:
    """A hand judged by one form; it has as many tiles as the form or one less. Forms that know a shorter way override
    its methods.

    counts: the tiles of each kind. room: the most tiles of each kind that a complete hand may hold; None ignores
    copies.
    """

    def __init__(self, form: Form, counts: Counts, room: Counts | None) -> None:
        self.form, self.counts, self.room = form, counts, room

    @cached_property
    def question(self) -> Question | None:
        """The hand as a question for the solvers of `check`; None if the form is not made of blocks."""
        return self.form.question(self.counts, self.room)

    @property
    def full(self) -> bool:
        """True if the hand has as many tiles as the form, False if it has one less."""
        return sum(self.counts) == self.form.tiles

    @cached_property
    def distance(self) -> int:
        """The number of tiles still missing: 0 complete, UNREACHABLE if no blocks can fill the form.

        Raises FormError if a form from outside raises an error or returns something that is not a distance.
        """
        form, held = self.form, sum(self.counts)
        least = max(0, form.tiles - held)
        rule = Message(
            "the distance of a hand of {} tiles is a whole number from {} to {}", held, least, form.tiles
        )
        try:
            said = form.distance(self.counts, self.room)
        except Exception as error:
            raise FormError(
                "form {} raised {}: {}; {}", form.name, type(error).__name__, error, rule
            ) from error
        if not hasattr(said, "__index__") or not least <= said <= form.tiles:
            raise FormError("form {} returned {}; {}", form.name, brief(str(said)[:40]), rule)
        return int(said)

    def within(self, missing: int) -> bool:
        """True if the distance is at most `missing`."""
        return self.distance <= missing

    @cached_property
    def draws(self) -> Draws:
        """The distance of a hand one tile short, and the kinds that lower it."""
        room = self.room or (sum(self.counts) + 1,) * len(self.counts)
        there = [kind for kind, count in enumerate(self.counts) if count < room[kind]]
        nearer = (k for k in there if self._with(k).distance < self.distance)
        return Draws(self.distance, tuple(nearer))

    def distance_after(self, kind: int) -> int:
        """The distance after a tile of this kind is thrown from a full-sized hand."""
        return self._without(kind).distance

    def draws_after(self, kind: int) -> Draws:
        """The distance after a tile of this kind is thrown from a full-sized hand, and the kinds that then lower it."""
        return self._without(kind).draws

    def arrangements(self) -> Iterator[Arrangement]:
        """The ways to split a complete hand into blocks, larger sizes first. Yields nothing if the hand is not complete
        or the form is not made of blocks."""
        return iter(())

    def ways(self) -> list[Way]:
        """The ways in which a hand one tile short is tenpai; [] if it is not, or if the form is not made of blocks."""
        return []

    def easiest(self, ranks: Mapping[Block, int], missing: int) -> Ranked:  # noqa: ARG002
        """The ranks and blocks of the easiest arrangement (`easiest.easiest`) that misses `missing` tiles: the distance
        of the hand by its nearest form, 0 or 1. () if there is none, and for forms that are not made of blocks."""
        return ()

    def nearest(self) -> list[Slot]:
        """What each slot takes in one arrangement of least distance, complete blocks first; [] if there is none."""
        return []

    def _with(self, kind: int) -> OneHand:
        return self.form.judge(changed(self.counts, kind, +1), self.room)

    def _without(self, kind: int) -> OneHand:
        if kind not in self._left:
            self._left[kind] = self.form.judge(changed(self.counts, kind, -1), self.room)
        return self._left[kind]

    @cached_property
    def _left(self) -> dict[int, OneHand]:
        return {}


@dataclass(frozen=True, repr=False)
class BlockForm(Form):
    """The form of blocks of these sizes; at most 24 tiles, and at most 20 with blocks of four or five. The blocks of
    `2222222`, seven pairs (七対子), must be different words.

    digits: the sizes, sorted, largest first. blocks: the blocks that may fill the form; an engine sets its own blocks
    with `over`. called: what the form is named, if not by its digits. solve: returns the distance of one hand and
    replaces the search.

    >>> BlockForm("23333")
    BlockForm('33332')
    >>> BlockForm("33332").tiles, BlockForm("33332").without([3]).tiles
    (14, 11)
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ((0, 1, 2),)}, {2: (1, 1), 3: (1,)})
    >>> hand = BlockForm("32").over(blocks).judge((1, 1, 1, 1), (1, 1, 1, 2))
    >>> hand.distance, hand.draws
    (99, Draws(distance=99, kinds=()))
    """

    digits: str
    blocks: Blocks = field(default=NO_BLOCKS, compare=False)
    called: str = ""
    solve: Solve | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        shown = self.digits
        if isinstance(shown, str) and len(shown) > MOST_TILES:
            shown = f"{shown[:MOST_TILES]}…"
        if not isinstance(shown, str) or not re.fullmatch("[2-5]+", self.digits):
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
        return super().__repr__() if self.called else f"BlockForm({self.digits!r})"

    @property
    def distinct(self) -> bool:
        """True if the blocks must be different words."""
        return self.digits == SEVEN_PAIRS

    def over(self, blocks: Blocks, solve: Solve | None = None) -> Form:
        return replace(self, blocks=blocks, solve=solve or self.solve)

    def without(self, melds: Sequence[int]) -> BlockForm:
        """The form that is left when words of these lengths have been called.

        A called word takes a slot of its length. A kan of four or more letters takes a `3` if the form has no slot of
        its length, as draws have replaced its other tiles.

        >>> BlockForm("33332").without([3, 4])
        BlockForm('332')

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
        return Question(self.blocks, counts, self.lengths, room, self.distinct)

    def distance(self, counts: Counts, room: Counts | None) -> int:
        return self.judge(counts, room).distance

    def judge(self, counts: Counts, room: Counts | None) -> OneHand:
        return BlockHand(self, counts, room)

    def many(self, copies: Counts, strict: bool) -> Many:
        from kanamj.engine.forms.many_blocks import ManyBlocks, has_kernel
        from kanamj.engine.forms.many_seven_pairs import MOST_KINDS, ManySevenPairs

        room = copies if strict else None
        # If copies are ignored, a hand may draw one tile more than all copies of a kind.
        most = max(copies, default=0) + (not strict)
        if self.distinct and self.blocks.kinds <= MOST_KINDS:
            return ManySevenPairs(self, room)
        if not self.distinct and self.small and has_kernel(self.blocks, most):
            return ManyBlocks(self, room)
        return super().many(copies, strict)

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
    """A hand judged by a form made of blocks."""

    @cached_property
    def question(self) -> Question:
        question = self.form.question(self.counts, self.room)
        assert question is not None, "a form of blocks asks a question"
        return question

    @cached_property
    def search(self) -> Search:
        """The hand, ready to be searched for arrangements in the order of kinds."""
        return Search(self.question, self.distance)

    @cached_property
    def quick(self) -> Search:
        """The hand, ready to be searched for what does not depend on the order of the search."""
        return Search(self.question, rare_first=True)

    @cached_property
    def distance(self) -> int:
        return self.form.solve(self.question) if self.form.solve else self.quick.distance

    def within(self, missing: int) -> bool:
        return self.quick.within(missing)

    @cached_property
    def draws(self) -> Draws:
        return accepts(self.quick)

    @cached_property
    def discards(self) -> Discards:
        """What is left of the hand after each discard."""
        return Discards(self.quick)

    def distance_after(self, kind: int) -> int:
        return self.discards.distance(kind)

    def draws_after(self, kind: int) -> Draws:
        return self.discards.draws(kind)

    def arrangements(self) -> Iterator[Arrangement]:
        return iter(()) if self.distance else self.search.arrangements()

    def ways(self) -> list[Way]:
        return ways_of_waiting(self.quick) if self.distance == 1 else []

    def easiest(self, ranks: Mapping[Block, int], missing: int) -> Ranked:
        return easiest(self.quick, ranks, missing)

    def nearest(self) -> list[Slot]:
        search = self.search
        if self.distance == UNREACHABLE:
            return []
        return [
            Slot(tuple(search.kinds_of(part)), part.missing, None if part.missing else search.block(part))
            for part in sorted(search.nearest(), key=lambda part: (part.missing, -part.size))
        ]
