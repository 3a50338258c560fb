"""The forms of ordinary mahjong: four blocks and a head, seven pairs, thirteen orphans. Plain Python.

Thirteen orphans are one block of fourteen: each terminal and honour once, one of them twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.hand import Judge, Setting
from kanamj.engine.judges import BlockForm, Orphans, Solve
from kanamj.engine.seven_pairs import SevenPairs
from kanamj.errors import FormError, HandSizeError, MeldError
from kanamj.forms import SEVEN_PAIRS, Form
from kanamj.tiles import Hand, TileSet

GENERAL = "general"
SEVEN = "seven_pairs"
THIRTEEN = "thirteen_orphans"
FORMS = (GENERAL, SEVEN, THIRTEEN)
ORPHANS: Block = tuple(kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8))
"""Terminals and honours, thirteen kinds."""


def check_forms(forms: Sequence[str]) -> tuple[str, ...]:
    """The forms, doubles dropped, in the order of FORMS. FormError for another name, or none."""
    names = [form.strip() for form in forms]
    for name in names:
        if name not in FORMS:
            raise FormError(f"no riichi form {name!r}; there are {', '.join(FORMS)}")
    if not names:
        raise FormError(f"no form given; there are {', '.join(FORMS)}")
    return tuple(form for form in FORMS if form in names)


@dataclass(frozen=True)
class RiichiSetting(Setting):
    """What riichi hands are judged by. names: of the forms."""

    names: tuple[str, ...] = FORMS

    @classmethod
    def of(
        cls, tiles: TileSet, names: tuple[str, ...], meld_tiles_count: bool = True, solve: Solve | None = None
    ) -> RiichiSetting:
        """The setting of a tile set and the forms of these names.

        >>> from kanamj.tiles import RIICHI_136
        >>> setting = RiichiSetting.of(RIICHI_136, FORMS)
        >>> [(each.name, each.distance) for each in setting.ask("19m19p19s1234567z").judged]
        [('general', 9), ('seven_pairs', 7), ('thirteen_orphans', 1)]
        """
        blocks = Blocks.riichi(tiles)
        hands = tuple(tuple(sorted((*ORPHANS, twice))) for twice in ORPHANS)
        orphans = Blocks(len(tiles), {14: hands}, {14: (1,) * len(hands)}, tiles)
        judges: dict[str, Judge] = {
            GENERAL: BlockForm(blocks, Form("33332"), GENERAL, solve),
            SEVEN: SevenPairs(blocks, Form(SEVEN_PAIRS), SEVEN, solve),
            THIRTEEN: Orphans(orphans, THIRTEEN, solve),
        }
        return cls(
            tiles,
            blocks,
            tuple(judges[name] for name in names),
            infer_melds=True,
            meld_tiles_count=meld_tiles_count,
            names=names,
        )

    def _wrong_size(self, held: int, judges: Sequence[Judge], melds: int) -> NoReturn:
        fits = tuple(sorted({judge.tiles - less for judge in judges for less in (0, 1)}))
        numbers = " or ".join(str(fit) for fit in fits)
        behind = f" with {melds} meld{'s' * (melds > 1)}" if melds else ""
        hand, rule = (
            "a riichi hand",
            "Each called block is three less in the hand: 11 or 10, 8 or 7, 5 or 4, 2 or 1",
        )
        if self.names == (THIRTEEN,):
            hand, rule, behind = "thirteen orphans", "Nothing can be called", ""
        tiles = "tile" if held == 1 else "tiles"
        raise HandSizeError(
            f"the hand has {held} {tiles}; {hand}{behind} takes {numbers}. {rule}", held, fits
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
