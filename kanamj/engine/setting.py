"""A setting turns a hand into questions: tiles, blocks, forms, the copies rule, and melds taken off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.question import Question
from kanamj.errors import FormError, HandSizeError, KanamjError, MeldError
from kanamj.forms import Form
from kanamj.tiles import Counts, Hand, TileSet

Copies: TypeAlias = Literal["strict", "ignore"]
Melds: TypeAlias = "Sequence[Hand] | int"
"""Called words, or only how many blocks of three were called."""

COPIES: tuple[Copies, ...] = ("strict", "ignore")


class Asked(NamedTuple):
    """A hand read: its counts, the blocks called, and one question a form that it fits."""

    counts: Counts
    melds: tuple[Block, ...]
    questions: tuple[Question, ...]

    @property
    def complete_size(self) -> bool:
        """True if the hand has as many tiles as its form, False if one less."""
        return sum(self.counts) == sum(self.questions[0].sizes)


@dataclass(frozen=True)
class Setting:
    """What a hand is judged by. infer_melds: a hand three (six, …) tiles short has called one (two, …) blocks, as
    is the custom in riichi."""

    tiles: TileSet
    blocks: Blocks
    forms: tuple[Form, ...]
    copies: Copies = "strict"
    infer_melds: bool = False

    def __post_init__(self) -> None:
        if self.copies not in COPIES:
            raise KanamjError(f"no copies rule {self.copies!r}; there are strict and ignore")

    def ask(self, hand: Hand, melds: Melds = ()) -> Asked:
        """The questions a hand with these melds puts, one a form it fits.

        Raises TileError (no such tile, too many of one), MeldError, FormError (no slot for the melds) and
        HandSizeError (a number of tiles that fits no form).
        """
        counts = self.tiles.read(hand)
        held = sum(counts)
        called: tuple[Block, ...] = ()
        if isinstance(melds, int):
            sizes = [3] * melds
        else:
            called = tuple(self._meld(meld) for meld in melds)
            sizes = [len(meld) for meld in called]
        if not sizes and self.infer_melds:
            sizes = [3] * max(0, (max(form.tiles for form in self.forms) - held) // 3)
        taken = self.tiles.tally(kind for meld in called for kind in meld)
        self.tiles.check_copies(counts, taken)
        room = None
        if self.copies == "strict":
            room = tuple(copies - count for copies, count in zip(self.tiles.copies, taken, strict=True))
        forms = self._forms_left(sizes)
        fitting = [form for form in forms if held == form.tiles] or [
            form for form in forms if held == form.tiles - 1
        ]
        if not fitting:
            self._wrong_size(held, forms, len(sizes))
        return Asked(
            counts,
            called,
            tuple(Question(self.blocks, counts, form.sizes, room, form.distinct) for form in fitting),
        )

    def _forms_left(self, sizes: Sequence[int]) -> list[Form]:
        forms, refused = [], None
        for form in self.forms:
            try:
                forms.append(form.without(sizes))
            except FormError as error:
                refused = error
        if refused and not forms:
            raise refused
        return forms

    def _wrong_size(self, held: int, forms: Sequence[Form], melds: int) -> None:
        fits = tuple(sorted({form.tiles - less for form in forms for less in (0, 1)}))
        numbers = " or ".join(str(fit) for fit in fits)
        behind = f" with {melds} melds" if melds else ""
        names = ", ".join(form.digits for form in self.forms)
        raise HandSizeError(
            f"the hand has {held} tiles; form {names}{behind} takes {numbers}. "
            "Other numbers need another form (--form 332 takes 7 or 8) or called words (--meld)",
            held,
            fits,
        )

    def _meld(self, meld: Hand) -> Block:
        block = tuple(sorted(self.tiles.parse(meld) if isinstance(meld, str) else self._kinds(meld)))
        text = meld if isinstance(meld, str) else self.tiles.format(block)
        if len(block) < 3:
            raise MeldError(
                f"meld {text} has {len(block)} tiles; called words have three letters, a kan four", text
            )
        if block not in self.blocks.limit:
            raise MeldError(
                f"meld {text} is no block: its letters {self.tiles.format(block)} spell no word", text
            )
        return block

    def _kinds(self, meld: Hand) -> list[int]:
        return [kind for kind, count in enumerate(self.tiles.read(meld)) for _ in range(count)]
