"""The options of all commands that deal hands."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from kanamj.cli import options as opt
from kanamj.cli.engines import words_of


class DealOptions(NamedTuple):
    """The options of a command that deals hands: what is dealt, and how it is judged."""

    hand: Annotated[int, opt.number("TILES", "Number of tiles dealt. [default: as many as the form has]")] = 0
    form: opt.FormOption = "33332"
    lexicon: opt.LexiconOption = opt.LEXICON
    extra: opt.ExtraOption = opt.NO_FILES
    tiles: opt.DealtTilesOption = "hiragana-120"
    copies: opt.CopiesOption = "strict"
    seed: opt.SeedOption = 1

    def chosen(self) -> dict[str, Any]:
        """Name -> value of the arguments of `Deals`, except the number of deals."""
        from kanamj.engine.forms import parse_forms
        from kanamj.lexicon.tile_file import tiles_of

        return {
            "lexicon": words_of(self.lexicon, self.extra, tiles_of(self.tiles)),
            "seed": self.seed,
            "hand": self.hand,
            "tiles": self.tiles,
            "forms": parse_forms(self.form),
            "copies": self.copies,  # the engine checks it, and its error names the rules
            "extra": tuple(self.extra),
        }


DEALS = DealOptions()
"""The options with their defaults."""
PRO_DEALS = DealOptions(tiles="hiragana-pro-166")
"""The same for the tiles of the rules `pro`."""
