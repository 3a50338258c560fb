"""Forms: which block sizes a complete hand splits into, written as digits (`33332`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar

from kanamj.errors import FormError

SEVEN_PAIRS = "2222222"
MOST_TILES = 24
MOST_TILES_OF_LONG_WORDS = 20
"""The longest form, of blocks of two and three and with longer ones. The games have 8 to 14 tiles, which take some 50
ms to judge with all discards; the longest forms take seconds, and each tile more doubles that."""


@dataclass(frozen=True)
class Form:
    """A form, largest block first; at most 24 tiles, 20 with blocks of four or five.

    >>> Form("23333")
    Form('33332')
    >>> Form("33332").tiles, Form("33332").without([3]).tiles
    (14, 11)
    """

    digits: str

    def __post_init__(self) -> None:
        shown = self.digits if len(self.digits) <= MOST_TILES else f"{self.digits[:MOST_TILES]}…"
        if not self.digits or any(digit not in "2345" for digit in self.digits):
            raise FormError(
                f"{shown!r} is no form; a form is made of block sizes 2 to 5, such as 33332 or 332"
            )
        tiles, long = sum(map(int, self.digits)), max(self.digits) > "3"
        if tiles > (MOST_TILES_OF_LONG_WORDS if long else MOST_TILES):
            raise FormError(
                f"form {shown} has {tiles} tiles; forms have at most {MOST_TILES}, and at most "
                f"{MOST_TILES_OF_LONG_WORDS} with a 4 or 5"
            )
        object.__setattr__(self, "digits", "".join(sorted(self.digits, reverse=True)))

    def __repr__(self) -> str:
        return f"Form({self.digits!r})"

    def __str__(self) -> str:
        return self.digits

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Block sizes, largest first."""
        return tuple(int(digit) for digit in self.digits)

    @property
    def tiles(self) -> int:
        """The number of tiles of a complete hand."""
        return sum(self.sizes)

    @property
    def distinct(self) -> bool:
        """True for seven pairs: the seven words differ."""
        return self.digits == SEVEN_PAIRS

    def without(self, melds: Iterable[int]) -> Form:
        """The form that is left when melds of these sizes have been called.

        A meld takes a slot of its size; a four-letter kan takes a `3` where the form has no `4` (its extra tile
        was replaced). Seven pairs cannot be called.

        >>> Form("33332").without([3, 4])
        Form('332')

        Raises FormError where there is no such slot, or none would be left.
        """
        left = list(self.digits)
        for size in melds:
            slot = "3" if size == 4 and "4" not in left else str(size)
            if slot not in left or self.distinct:
                raise FormError(f"form {self.digits} has no slot left for a called word of {size} letters")
            left.remove(slot)
        if not left:
            raise FormError(
                f"form {self.digits} is used up by the melds; at least one block stays in the hand"
            )
        return Form("".join(left))


class _Form(Protocol):
    @property
    def tiles(self) -> int: ...
    def without(self, melds: Sequence[int]) -> Any: ...


F = TypeVar("F", bound=_Form)


def forms_left(forms: Sequence[F], melds: Sequence[int]) -> tuple[F, ...]:
    """The forms a hand is judged by behind melds of these sizes.

    Each form gives its slots: a kan takes a 4 from 4442, which leaves ten tiles, and a 3 from 33332, which leaves
    eleven, as the fourth letter was replaced. A hand can hold only one of these numbers: of forms that had equally
    many tiles, those stay that leave as many as the first of them with slots for the melds.

    >>> forms_left([Form("33332"), Form("4442"), Form("2222222")], [4])
    (Form('3332'),)

    Raises FormError if no form has slots for the melds.
    """
    left: list[F] = []
    refused = None
    tiles: dict[int, int] = {}
    for form in forms:
        try:
            behind = form.without(melds)
        except FormError as error:
            refused = refused or error
            continue
        if behind.tiles == tiles.setdefault(form.tiles, behind.tiles):
            left.append(behind)
    if refused and not left:
        raise refused
    return tuple(left)


def parse_forms(text: str | Form | Iterable[str | Form]) -> tuple[Form, ...]:
    """Forms given as one, as several, or as text joined by commas or +; the order is kept, doubles are dropped.

    >>> parse_forms("33332,2222222")
    (Form('33332'), Form('2222222'))
    """
    if isinstance(text, Form):
        parts: list[str | Form] = [text]
    elif isinstance(text, str):
        parts = list(text.replace("+", ",").split(","))
    else:
        parts = list(text)
    forms = [part if isinstance(part, Form) else Form(part.strip()) for part in parts]
    if not forms:
        raise FormError("no form given; the game is 33332")
    return tuple(dict.fromkeys(forms))
