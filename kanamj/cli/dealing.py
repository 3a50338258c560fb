"""What a command that deals hands was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kanamj.cli.engines import words_of


def dealt(
    hand: int, form: str, lexicon: str, extra: Sequence[Path], tiles: str, copies: str, seed: int
) -> dict[str, Any]:
    """Returns name -> value of the arguments of a `DealStudy`, except the number of deals.

    The parameters are the values of the options of the same names.
    """
    from kanamj.engine.forms import parse_forms
    from kanamj.lexicon.tile_file import tiles_of

    return {
        "lexicon": words_of(lexicon, extra, tiles_of(tiles)),
        "seed": seed,
        "hand": hand,
        "tiles": tiles,
        "forms": parse_forms(form),
        "copies": copies,  # the engine checks it, and its error names the rules
        "extra": tuple(extra),
    }
