"""The form: a name, a number of tiles, and the distance of a hand. All other answers follow from these (`OneHand` for
one hand, `many.Many` for many), unless a form knows a shorter way and overrides a method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.easiest import Ranked
from kanamj.engine.hand import Arrangement, Draws, Question, Slot, Solve, Way, changed
from kanamj.errors import FormError, Message, brief
from kanamj.tiles import Counts

if TYPE_CHECKING:
    from kanamj.engine.forms.many import Many

MOST_TILES = 24
"""The most tiles of a form. A hand of the games has 8 to 14 tiles; judging it with all its discards takes about 50 ms.
The longest forms take seconds, and each further tile doubles that."""


class Form:
    """A way for a hand to be complete. `Form("33332")` is the form of blocks of these sizes.

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
    _by_digits: ClassVar[dict[str, type[Form]]] = {}

    def __init_subclass__(cls, of: str | None = None, **options: Any) -> None:
        """of: the digits for which `Form(digits)` makes a form of this class; "" for those that no class names."""
        super().__init_subclass__(**options)
        if of is not None:
            Form._by_digits[of] = cls

    def __new__(cls, digits: str = "", *_args: object, **_options: object) -> Form:
        known = Form._by_digits
        return object.__new__(known.get(digits, known[""]) if cls is Form else cls)

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

    def many(self, copies: Counts, strict: bool) -> Many:
        """The driver: an object that judges many hands by this form. copies: the most tiles of each kind that a hand
        holds. strict: True if a missing tile must exist."""
        from kanamj.engine.forms.many import Many

        return Many(self, copies if strict else None)

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

    question: Question | None = None
    """The hand as a question for the solvers of `check`; None if the form is not made of blocks."""

    def __init__(self, form: Form, counts: Counts, room: Counts | None) -> None:
        self.form, self.counts, self.room = form, counts, room

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
        nearer = (k for k in there if self._with(k, +1).distance < self.distance)
        return Draws(self.distance, tuple(nearer))

    @cached_property
    def after_discards(self) -> Mapping[int, Draws]:
        """Kind discarded from a full-sized hand -> the distance after it, and the kinds that then lower it."""
        return {kind: self._with(kind, -1).draws for kind, count in enumerate(self.counts) if count}

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

    def _with(self, kind: int, more: int) -> OneHand:
        return self.form.judge(changed(self.counts, kind, more), self.room)
