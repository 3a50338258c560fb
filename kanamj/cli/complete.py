"""Names that the shell completes: tile sets, word lists, forms, solvers, agents, rules.

Each function returns the names that begin with `incomplete`. Imports are in the functions, so that this is quick.
"""

from __future__ import annotations


def _beginning(incomplete: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def tile_sets(incomplete: str) -> list[str]:
    """Names of tile sets."""
    from kanamj.tiles import TILE_SETS

    return _beginning(incomplete, [*TILE_SETS])


def lists(incomplete: str) -> list[str]:
    """Names of word lists: shipped ones and the user's own."""
    from kanamj.lexicon.shelf import shipped_lexicons

    return _beginning(incomplete, [*shipped_lexicons()])


def forms(incomplete: str) -> list[str]:
    """Names of the usual forms."""
    from kanamj.engine.riichi import FORMS as RIICHI
    from kanamj.web.routes import FORMS

    return _beginning(incomplete, [*FORMS, *RIICHI])


def copies(incomplete: str) -> list[str]:
    """Names of the copies rules."""
    from kanamj.engine.hand import COPIES

    return _beginning(incomplete, [*COPIES])


def solvers(incomplete: str) -> list[str]:
    """Names of solvers."""
    from kanamj.engine.check.solvers import SOLVERS

    return _beginning(incomplete, [*SOLVERS])


def agents(incomplete: str) -> list[str]:
    """Names of agents. Only the name after the last comma is completed; the names before it stay."""
    from kanamj.game.agents import NAMES

    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in _beginning(last, [*NAMES])]


def rules(incomplete: str) -> list[str]:
    """Names of presets of rules; after a comma, names of their options."""
    from kanamj.game.rules import OPTIONS, PRESETS

    before, comma, last = incomplete.rpartition(",")
    names = [f"{option}=" for option in OPTIONS] if comma else [*PRESETS]
    return [before + comma + name for name in _beginning(last, names)]


def scoring_rules(incomplete: str) -> list[str]:
    """Names of presets of scoring rules; after a comma, names of their options."""
    from kanamj.yaku import PRESETS, TABLE

    before, comma, last = incomplete.rpartition(",")
    names = [*(f"{yaku.name}=" for yaku in TABLE), "ends="] if comma else [*PRESETS]
    return [before + comma + name for name in _beginning(last, names)]


def declared(incomplete: str) -> list[str]:
    """Names of yaku that are said by the caller."""
    from kanamj.yaku import TABLE

    return _beginning(incomplete, [yaku.name for yaku in TABLE if yaku.said])
