"""The options of all commands that deal hands."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import typer

from kanamj.cli.engines import CopiesOption, FormOption, TilesOption
from kanamj.cli.options import NO_FILES, ExtraOption, LexiconOption, SeedOption


class DealOptions(NamedTuple):
    """The options of a command that deals hands: what is dealt, and how it is judged. See `takes_options`."""

    hand: Annotated[
        int,
        typer.Option(
            metavar="TILES",
            help="Number of tiles dealt. [default: as many as the form has]",
            show_default=False,
        ),
    ] = 0
    form: FormOption = "33332"
    lexicon: LexiconOption = "core"
    extra: ExtraOption = NO_FILES
    tiles: TilesOption = "hiragana-120"
    copies: CopiesOption = "strict"
    seed: SeedOption = 1

    def chosen(self) -> dict[str, Any]:
        """Name -> value of the arguments of `Deals`, except the number of deals."""
        from kanamj.engine.forms import parse_forms
        from kanamj.lexicon import load_lexicon
        from kanamj.tiles import tile_set

        return {
            "lexicon": load_lexicon(self.lexicon, self.extra),
            "seed": self.seed,
            "hand": self.hand,
            "tiles": tile_set(self.tiles),
            "forms": parse_forms(self.form),
            "copies": self.copies,  # the engine checks it, and its error names the rules
            "extra": tuple(self.extra),
        }


DEALS = DealOptions()
"""The options with their defaults."""
PRO_DEALS = DealOptions(tiles="hiragana-pro-166")
"""The same for the tiles of the rules `pro`."""
