"""Names that the shell completes: tile sets, word lists, forms, solvers, agents, rules.

Each function returns the names that begin with `incomplete`. Imports are in the functions, so that this is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _of(*tables: str) -> Callable[[str], list[str]]:
    """The function for the names in these tables of kanamj, such as `tiles.TILE_SETS`."""

    def names(incomplete: str) -> list[str]:
        places = [table.rpartition(".") for table in tables]
        found = (getattr(import_module(f"kanamj.{module}"), table) for module, _, table in places)
        return _beginning(incomplete, [name for table in found for name in table])

    return names


def any_of(*names: str) -> Callable[[str], list[str]]:
    """Returns the function for these names; after a comma, for the next one."""
    return lambda incomplete: _last(incomplete, names, names)


tile_sets = _of("tiles.TILE_SETS")
forms = _of("web.routes.FORMS", "engine.riichi.FORMS")
copies = _of("engine.hand.COPIES")
sources = _of("lexicon.options.SOURCES")
solvers = _of("engine.check.solvers.SOLVERS")


def lists(incomplete: str) -> list[str]:
    """Returns the names of word lists: shipped ones and the user's own."""
    from kanamj.lexicon.shelf import shipped_lexicons

    return _beginning(incomplete, shipped_lexicons())


def _last(incomplete: str, first: Iterable[str], later: Iterable[str]) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in _beginning(last, later if comma else first)]


def filters(incomplete: str) -> list[str]:
    """Returns the names of the filters that builds of word lists have by themselves."""
    from kanamj.lexicon.options import SOURCES, BuildOptions, filters_of

    return _beginning(
        incomplete, [each.name for source in SOURCES for each in filters_of(BuildOptions(source))]
    )


def agents(incomplete: str) -> list[str]:
    """Returns the names of agents."""
    from kanamj.game.agents import NAMES

    return _last(incomplete, NAMES, NAMES)


def rules(incomplete: str) -> list[str]:
    """Returns the names of presets of rules; after a comma, names of their options, and fixed values of an option."""
    from kanamj.game.rules import FIXED, OPTIONS, PRESETS

    option, sign, _ = incomplete.rpartition(",")[2].partition("=")
    values = FIXED.get(option, ()) if sign else ("",)
    return _last(incomplete, PRESETS, [f"{name}={value}" for name in OPTIONS for value in values])


def scoring(incomplete: str) -> list[str]:
    """Returns the names of presets of scoring rules; after a comma, names of their options."""
    from kanamj.yaku import PRESETS, TABLE

    return _last(incomplete, PRESETS, [*(f"{yaku.name}=" for yaku in TABLE), "ends="])


def declared(incomplete: str) -> list[str]:
    """Returns the names of yaku that are said by the caller."""
    from kanamj.yaku import TABLE

    return _beginning(incomplete, [yaku.name for yaku in TABLE if yaku.said])
