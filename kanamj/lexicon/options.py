"""The options of a build, and the filters that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from kanamj.errors import KanamjError, Message, brief, not_one_of
from kanamj.lexicon import filters as f
from kanamj.lexicon.filters import Filter
from kanamj.lexicon.sources import ORDERS, read_exclusions
from kanamj.lexicon.store import SIZES, key_of
from kanamj.tiles import tile_set

# Source -> the licence of its published data; "" for a table, whose licence is unknown, and for a list,
# which has its own.
SOURCES: Mapping[str, str] = {
    "hrgjncs": "CC BY-NC-SA 3.0 (hrgjncs) unless the folder comes from elsewhere",
    "wlsp": "CC BY-NC-SA 3.0 (WLSP-familiarity)",
    "jmdict": "CC BY-SA 4.0 (JMdict, Electronic Dictionary Research and Development Group)",
    "table": "",
    "list": "",
    "skk": "GPL-2.0-or-later (SKK-JISYO) unless the file comes from elsewhere",
}
COMMON_PRIORITY = "common"
JMDICT_COMMON = ("news1", "ichi1", "spec1", "spec2", "gai1")  # the tags by which JMdict marks common words


@dataclass(frozen=True)
class BuildOptions:
    """The options of a build. The manifest lists the options that differ from their defaults.

    length: the fewest and the most letters of a reading. special_once: True keeps only words with at most one
    voiced, half-voiced or small letter or ー. fold: "seion" folds readings to clear sounds. tiles: the name of a tile
    set; words that it cannot spell are dropped. exclude: files of words to drop. exclude_keys: files of words that are
    dropped with all words of the same key. add: files of words to add unfiltered. without: names of filters of the
    source that are not used. least: for WLSP, the lowest 「書く」 value (familiarity in writing) that is kept. pos,
    priority, refused: for JMdict, tags; a word needs a tag of pos and one of priority (if any are given), and no tag of
    refused. The priority "common" means all tags of common words. reading, spelling, cost: columns of a table.
    cost_order: "lower" or "higher", for costs of which such a number is commoner; their ranks are then the costs.
    where: for a table, texts COLUMN=TEXT; a word needs one of the texts that are given for a column.
    """

    source: str
    length: tuple[int, int] = (SIZES[0], SIZES[-1])
    special_once: bool = False
    fold: str = ""
    tiles: str = ""
    exclude: tuple[Path, ...] = ()
    exclude_keys: tuple[Path, ...] = ()
    add: tuple[Path, ...] = ()
    without: tuple[str, ...] = ()
    least: float = 0.0
    pos: tuple[str, ...] = ("n",)
    priority: tuple[str, ...] = ()
    refused: tuple[str, ...] = ("arch", "obs", "rare", "vulg", "derog", "X")
    reading: str = "reading"
    spelling: str = "spelling"
    encoding: str = ""
    cost: str = ""
    cost_order: str = ""
    where: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.source not in SOURCES:
            raise KanamjError(not_one_of(self.source, "a source", SOURCES))
        if not SIZES[0] <= self.length[0] <= self.length[1] <= SIZES[-1]:
            raise KanamjError(
                "the length is {}-{}; give the shortest and the longest length of words, within {}-{}",
                self.length[0],
                self.length[1],
                SIZES[0],
                SIZES[-1],
            )
        if self.fold not in ("", "seion"):
            raise KanamjError("{} is not a folding; give seion, or leave it out", brief(self.fold))
        if self.cost_order and (self.cost_order not in ORDERS or not self.cost):
            raise KanamjError(
                "the order of costs is {}; give lower or higher, and the column of the costs",
                brief(self.cost_order),
            )
        if COMMON_PRIORITY in self.priority:
            object.__setattr__(self, "priority", JMDICT_COMMON)
        own = [each.name for each in _own_filters(self)]
        for name in self.without:
            if name not in own:
                raise KanamjError(not_one_of(name, Message("a filter of source {}", self.source), own))

    def wanted(self) -> dict[str, set[str]]:
        """Column -> the texts of which a word needs one, of `where`."""
        found: dict[str, set[str]] = {}
        for text in self.where:
            column, equals, value = text.partition("=")
            if not equals or self.source != "table":
                raise KanamjError(
                    "{} is not a filter of a table; write COLUMN=TEXT, such as 5=名詞", brief(text)
                )
            found.setdefault(column.strip(), set()).add(value.strip())
        return found

    def parameters(self) -> dict[str, Any]:
        """The options that differ from the defaults, as plain values. A file becomes its name, without its folder."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        default = {field.name: field.default for field in fields(self)}
        chosen = {name: value for name, value in plain.items() if value != default[name]}
        return {
            name: [part.name if isinstance(part, Path) else part for part in value]
            if isinstance(value, tuple)
            else value
            for name, value in chosen.items()
        }


def filters_of(options: BuildOptions) -> list[Filter]:
    """The filters of a build in the order in which they run: those of the source, then those of the other options."""
    made = [own for own in _own_filters(options) if own.name not in options.without]
    made += [f.READING, f.length_filter(*options.length)]
    if options.special_once:
        made.append(f.SPECIAL_ONCE)
    if options.fold:
        made.append(f.SEION)
    if options.tiles:
        made.append(f.tiles_filter(tile_set(options.tiles)))
    if options.exclude:
        made.append(f.exclude_filter(_exclusions(options.exclude)))
    if options.exclude_keys:
        keys = {key_of(letters) for letters, _ in _exclusions(options.exclude_keys)}
        made.append(f.exclude_keys_filter(keys))
    return made


def _own_filters(options: BuildOptions) -> list[Filter]:
    """The filters that every build from this source uses, if `without` does not name them."""
    if options.source == "wlsp":
        familiar = f.familiarity_filter(options.least)
        return [f.NOUNS, familiar, f.HEADING, f.LATIN, f.LONG_VOWEL, f.REFUSED_LETTERS]
    if options.source == "jmdict":
        priority = [f.tags_filter("pri", options.priority)] if options.priority else []
        return [f.INFO, f.tags_filter("pos", options.pos), f.misc_filter(options.refused), *priority]
    return [f.column_filter(column, texts) for column, texts in options.wanted().items()]


def _exclusions(paths: Iterable[Path]) -> frozenset[tuple[str, str]]:
    return frozenset(pair for path in paths for pair in read_exclusions(path))
