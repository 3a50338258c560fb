"""One hand, judged by one form, in plain Python. What the form does not define is derived from distances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Protocol

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.easiest import Ranked
from kanamj.engine.hand import Arrangement, Draws, Question, Slot, Solve, Way, changed
from kanamj.errors import FormError
from kanamj.tiles import Counts


class Judge(Protocol):
    """The attributes of a form that this module and `many` use; `form.Form` has them."""

    @property
    def name(self) -> str: ...
    @property
    def tiles(self) -> int: ...
    @property
    def small(self) -> bool: ...
    @property
    def takes(self) -> tuple[int, ...]: ...
    def distance(self, counts: Counts, room: Counts | None) -> int: ...
    def judge(self, counts: Counts, room: Counts | None) -> OneHand: ...


class BlocksJudge(Judge, Protocol):
    """A Judge that is filled with blocks; `blocks.BlockForm` has these attributes."""

    @property
    def blocks(self) -> Blocks: ...
    @property
    def lengths(self) -> tuple[int, ...]: ...
    @property
    def solve(self) -> Solve | None: ...
    def question(self, counts: Counts, room: Counts | None) -> Question: ...
    def reachable(self, room: Counts | None) -> bool: ...


class OneHand:
    """A hand judged by one form; it has as many tiles as the form or one less. Forms that know a shorter way override
    its methods.

    counts: the tiles of each kind. room: the most tiles of each kind that a complete hand may hold; None ignores
    copies.
    """

    question: Question | None = None
    """The hand as a question for the solvers of `check`; None if the form is not made of blocks."""

    def __init__(self, form: Judge, counts: Counts, room: Counts | None) -> None:
        self.form, self.counts, self.room = form, counts, room

    @property
    def name(self) -> str:
        """The name of the form."""
        return self.form.name

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
        rule = f"the distance of a hand of {held} tiles is a whole number from {least} to {form.tiles}"
        try:
            said = form.distance(self.counts, self.room)
        except Exception as error:
            raise FormError(f"form {form.name} raised {type(error).__name__}: {error}; {rule}") from error
        if not hasattr(said, "__index__") or not least <= said <= form.tiles:
            raise FormError(f"form {form.name} returned {str(said)[:40]!r}; {rule}")
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
