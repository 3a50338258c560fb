"""From the options of a command to the engine it asks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from kanamj.engine import RiichiEngine, WordEngine

TilesOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--tiles",
        "-t",
        metavar="SET",
        help="hiragana-120, hiragana-pro-136, hiragana-pro-166, riichi-136 or sanma-108.",
    ),
]
FormOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--form",
        "-f",
        metavar="DIGITS",
        help="Block sizes, several forms by comma: 33332, 332, 33332,2222222. Riichi: general, seven_pairs, "
        "thirteen_orphans. [default: 33332, or all three of riichi]",
    ),
]
CopiesOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--copies", metavar="RULE", help="strict: a missing tile must exist. ignore: as the paper judges."
    ),
]


def engine_of(
    tiles: str, lexicon: str, extra: list[Path], form: str, copies: str, solver: str = "search"
) -> WordEngine | RiichiEngine:
    """The engine that judges hands of this tile set.

    Raises KanamjError for a name nobody has: tile set, lexicon, form, copies rule, solver.
    """
    from kanamj.engine import RiichiEngine, WordEngine
    from kanamj.engine.hand import COPIES
    from kanamj.engine.riichi.forms import FORMS
    from kanamj.errors import KanamjError
    from kanamj.lexicon import load_lexicon
    from kanamj.tiles import tile_set

    chosen = tile_set(tiles)
    rule = next((rule for rule in COPIES if rule == copies), None)
    if rule is None:
        raise KanamjError(f"no copies rule {copies!r}; there are {', '.join(COPIES)}")
    if chosen.notation == "mpsz":
        if rule != "strict":
            raise KanamjError(
                "copies are always counted in riichi: there is no fifth tile; leave --copies out"
            )
        return RiichiEngine(chosen, form or FORMS, solver=solver)
    words = load_lexicon(lexicon, extra, own=True)
    return WordEngine(words, chosen, form or "33332", rule, solver)
