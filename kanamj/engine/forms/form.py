"""The form: a name, a number of tiles, and the distance of a hand. All other answers follow from these, unless a form
knows a shorter way and overrides a method."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from kanamj.engine.blocks import Blocks
from kanamj.engine.forms.one import OneHand
from kanamj.engine.hand import Solve
from kanamj.errors import FormError
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
    of_digits: ClassVar[Callable[[str], type[Form]]]
    """Digits -> the class of the form with these digits."""

    def __new__(cls, digits: str = "", *_args: object, **_options: object) -> Form:
        return object.__new__(cls.of_digits(digits) if cls is Form else cls)

    def __eq__(self, other: object) -> bool:
        """True for forms of one class with the same values, so that a worker process recognises a form that it has seen
        before."""
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
                f"form {self.name} is for a hand without called words, not with {len(melds)}; leave them out, or "
                "choose another form"
            )
        return self
