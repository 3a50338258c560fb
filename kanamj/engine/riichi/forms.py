"""The forms of ordinary mahjong: four blocks and a head, seven pairs, thirteen orphans. Plain Python.

Thirteen orphans are one block of fourteen: each terminal and honour once, one of them twice. So the block solvers
judge all three forms; for the last two counting is quicker, and that is what the engine does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.draws import Draws
from kanamj.engine.question import Question
from kanamj.engine.setting import Asked, Melds, Setting
from kanamj.errors import FormError, HandSizeError, MeldError
from kanamj.forms import SEVEN_PAIRS, Form
from kanamj.tiles import Hand, TileSet

GENERAL = "general"
SEVEN = "seven_pairs"
THIRTEEN = "thirteen_orphans"
FORMS = (GENERAL, SEVEN, THIRTEEN)
DIGITS = {GENERAL: Form("33332"), SEVEN: Form(SEVEN_PAIRS)}
ORPHANS: Block = tuple(kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8))
"""Terminals and honours, thirteen kinds."""


def check_forms(forms: Sequence[str]) -> tuple[str, ...]:
    """The forms, doubles dropped, in the order of FORMS. FormError for another name, or none."""
    for form in forms:
        if form not in FORMS:
            raise FormError(f"no riichi form {form!r}; there are {', '.join(FORMS)}")
    if not forms:
        raise FormError(f"no form given; there are {', '.join(FORMS)}")
    return tuple(form for form in FORMS if form in forms)


def seven_pairs_distance(counts: Sequence[int]) -> int:
    """Tiles missing to seven different pairs; four of a kind are one pair.

    >>> from kanamj.tiles import RIICHI_136
    >>> seven_pairs_distance(RIICHI_136.read("1111m22p33s44z556z")), seven_pairs_distance([2] * 7 + [0] * 27)
    (3, 0)
    """
    pairs = min(sum(count > 1 for count in counts), 7)
    kinds = min(sum(count > 0 for count in counts), 7)
    return 14 - pairs - kinds


def thirteen_orphans_distance(counts: Sequence[int]) -> int:
    """Tiles missing to one of each terminal and honour and one more of them.

    >>> from kanamj.tiles import RIICHI_136
    >>> thirteen_orphans_distance(RIICHI_136.read("19m19p19s1234567z"))
    1
    """
    held = [counts[kind] for kind in ORPHANS]
    return 14 - sum(count > 0 for count in held) - any(count > 1 for count in held)


def seven_pairs_draws(counts: Sequence[int], copies: Sequence[int]) -> Draws:
    """What a hand draws to for seven pairs: its single tiles, and other kinds while it has fewer than seven."""
    few = sum(count > 0 for count in counts) < 7
    kinds = [kind for kind, count in enumerate(counts) if count == 1 or (few and not count and copies[kind])]
    distance = seven_pairs_distance(counts)
    return Draws(distance, tuple(kinds) if distance else ())


def thirteen_orphans_draws(counts: Sequence[int]) -> Draws:
    """What a hand draws to for thirteen orphans: those not held, and all of them while none is paired."""
    unpaired = all(counts[kind] < 2 for kind in ORPHANS)
    kinds = [kind for kind in ORPHANS if unpaired or not counts[kind]]
    distance = thirteen_orphans_distance(counts)
    return Draws(distance, tuple(kinds) if distance else ())


@dataclass(frozen=True)
class RiichiSetting(Setting):
    """What riichi hands are judged by. names: of the forms. meld_tiles_count: whether the tiles of melds are used
    copies, so that a hand that waits for a fifth tile, counting its melds, is not tenpai; rule sets differ."""

    names: tuple[str, ...] = FORMS
    meld_tiles_count: bool = True

    @classmethod
    def of(cls, tiles: TileSet, names: tuple[str, ...], meld_tiles_count: bool) -> RiichiSetting:
        """The setting of a tile set and the forms of these names."""
        digits = tuple(DIGITS[name] for name in names if name in DIGITS) or (DIGITS[GENERAL],)
        blocks = Blocks.riichi(tiles)
        return cls(tiles, blocks, digits, infer_melds=True, names=names, meld_tiles_count=meld_tiles_count)

    @cached_property
    def orphans(self) -> Blocks:
        """Thirteen orphans as blocks of fourteen."""
        hands = tuple(tuple(sorted((*ORPHANS, twice))) for twice in ORPHANS)
        return Blocks(len(self.tiles), {14: hands}, {14: (1,) * len(hands)}, self.tiles)

    def ask(self, hand: Hand, melds: Melds = ()) -> Asked:
        asked = super().ask(hand, melds)
        questions = asked.questions if self.names != (THIRTEEN,) else ()
        if not self.meld_tiles_count:
            questions = tuple(question._replace(room=self.tiles.copies) for question in questions)
        held = sum(asked.counts)
        if THIRTEEN in self.names and held >= 13:
            questions += (Question(self.orphans, asked.counts, (14,), self.tiles.copies),)
        if not questions:
            raise HandSizeError(
                f"the hand has {held} tiles; thirteen orphans takes 13 or 14, without melds", held, (13, 14)
            )
        return asked._replace(questions=questions)

    def _wrong_size(self, held: int, forms: Sequence[Form], melds: int) -> None:
        fits = tuple(sorted({form.tiles - less for form in forms for less in (0, 1)}))
        numbers = " or ".join(str(fit) for fit in fits)
        behind = f" with {melds} meld{'s' * (melds > 1)}" if melds else ""
        raise HandSizeError(
            f"the hand has {held} tiles; a riichi hand{behind} takes {numbers}. Each called block is three less "
            "in the hand: 11 or 10, 8 or 7, 5 or 4, 2 or 1",
            held,
            fits,
        )

    def _meld(self, meld: Hand) -> Block:
        try:
            return super()._meld(meld)
        except MeldError as error:
            raise MeldError(
                f"meld {error.meld} is no block; a meld is a sequence (123m), three of a kind (555p) or a kan "
                "(5555p)",
                error.meld,
            ) from None
