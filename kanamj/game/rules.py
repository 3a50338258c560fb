"""Rules: what a game is played with and what is allowed in it; three presets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from kanamj.engine.forms import Form, parse_forms
from kanamj.errors import KanamjError
from kanamj.lexicon import Lexicon
from kanamj.safe_text import brief
from kanamj.tiles import HIRAGANA_120, TileSet, tile_set

if TYPE_CHECKING:
    from kanamj.game.hands import Hands

CALLS_FROM = ("any", "left", "none")
MISSED_WIN = ("bars", "free")
SOLVERS = ("search", "kernels")


@dataclass(frozen=True)
class Rules:
    """The rules of a game; the defaults are those of the `standard` preset.

    lexicon: the words that count. name: what the rules are called. tiles: a kana set. forms: complete hands, all
    of one number of tiles. players: 2 to 4, seat 0 deals.
    pon: whose discard may be called for a three-letter word, "any" player's, that of the player to the "left"
    (who plays before the caller), or "none". kan: the same for a four-letter word.
    ron: winning on a discard. many_rons: True lets all who say ron win, False only the nearest.
    riichi: declaring a closed hand tenpai.
    missed_win: "bars" a player who lets a winning tile pass from ron until the next own draw, after riichi until
    the end; "free" costs nothing.
    reshuffles: how many times the discards become a new wall when the wall is empty.
    solver: who looks at hands, "search" (plain Python, starts at once) or "kernels" (numba, for many games); they
    agree, so it is no part of the rules.

    >>> from kanamj.lexicon import load_lexicon
    >>> rules = Rules(load_lexicon(), players=3)
    >>> rules.hand_size, [form.name for form in rules.forms]
    (13, ['33332', '2222222'])
    """

    lexicon: Lexicon = field(hash=False)
    name: str = "standard"
    tiles: TileSet = HIRAGANA_120
    forms: tuple[Form, ...] = (Form("33332"), Form("2222222"))
    players: int = 4
    pon: Literal["any", "left", "none"] = "any"
    kan: Literal["any", "left", "none"] = "none"
    ron: bool = True
    many_rons: bool = False
    riichi: bool = True
    missed_win: Literal["bars", "free"] = "bars"
    reshuffles: int = 0
    solver: Literal["search", "kernels"] = field(default="search", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "forms", parse_forms(self.forms))
        _one_of("pon", self.pon, CALLS_FROM)
        _one_of("kan", self.kan, CALLS_FROM)
        _one_of("missed_win", self.missed_win, MISSED_WIN)
        _one_of("solver", self.solver, SOLVERS)
        if not 2 <= self.players <= 4:
            raise KanamjError(f"{self.players} players cannot play; a game has 2 to 4")
        if self.reshuffles < 0:
            raise KanamjError(f"reshuffles is {self.reshuffles}; it is a number from 0")
        if self.tiles.notation != "kana":
            raise KanamjError(f"words are played with kana tiles, not with {self.tiles.name}")
        if len({form.tiles for form in self.forms}) != 1:
            sizes = ", ".join(f"{form.name} {form.tiles}" for form in self.forms)
            raise KanamjError(f"all forms of a game have one number of tiles, these have {sizes}")
        if self.players * self.hand_size >= self.tiles.tiles:
            raise KanamjError(
                f"{self.tiles.tiles} tiles are too few for {self.players} hands of {self.hand_size}"
            )

    @property
    def hand_size(self) -> int:
        """The tiles of a hand between turns; the player on turn has one more."""
        return self.forms[0].tiles - 1

    @property
    def calls(self) -> bool:
        """True if a discard may be claimed in some way, so that others are asked after each."""
        return self.ron or self.pon != "none" or self.kan != "none"

    @cached_property
    def hands(self) -> Hands:
        """Who looks at the hands of this game."""
        from kanamj.game.hands import Hands

        return Hands(self.lexicon, self.tiles, self.forms, self.solver)

    def with_kernels(self) -> Rules:
        """The same rules, hands looked at by the numba kernels."""
        return replace(self, solver="kernels")

    def to_table(self) -> dict[str, Any]:
        """The rules as plain values, without the lexicon; `from_table` reads them back."""
        values = {name: getattr(self, name) for name in OPTIONS}
        return (
            {"name": self.name} | values | {"tiles": self.tiles.name, "forms": [f.name for f in self.forms]}
        )

    @classmethod
    def from_table(cls, table: Mapping[str, Any], lexicon: Lexicon) -> Rules:
        """The rules that `to_table` gave. KanamjError for a name no rule has, or a value of the wrong kind."""
        values = dict(table)
        name = values.pop("name", "standard")
        if not isinstance(name, str):
            raise KanamjError(f"name of the rules is {name!r}; it is a text")
        return _with_options(cls(lexicon, name), values)


_WHOLE = re.compile("[0-9]{1,3}")
OPTIONS = tuple(each.name for each in fields(Rules) if each.name not in ("lexicon", "name", "solver"))

_PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "basic": {"forms": "332", "pon": "none", "ron": False, "riichi": False, "reshuffles": 9},
    "paper": {"forms": "33332"},
}
PRESETS = tuple(_PRESETS)
PRESET_HELP = {
    "standard": "13 tiles; four words of three letters and one of two, or seven pairs; pon and ron from anyone",
    "basic": "the beginners' game: 7 tiles, two words of three letters and one of two; no calls, no ron",
    "paper": "as the paper studies it: 13 tiles, four words of three letters and one of two; pon and ron",
}
OPTION_HELP = {
    "tiles": "the set: hiragana-120, hiragana-pro-136, hiragana-pro-166",
    "forms": "sizes of the words of a complete hand; several by +",
    "players": "2 to 4",
    "pon": "calling a discard for a word of three letters: any, left (of the player before you only), none",
    "kan": "the same for a word of four letters",
    "ron": "winning on a discard: yes, no",
    "many_rons": "yes: all who say ron win; no: the nearest",
    "riichi": "declaring a closed hand tenpai: yes, no",
    "missed_win": "bars: who lets a winning tile pass cannot ron until the next own draw; free: costs nothing",
    "reshuffles": "how often the discards become a new wall when it is empty",
}


def preset(text: str, lexicon: Lexicon) -> Rules:
    """The rules of a preset, options changed after commas: `standard`, `standard,players=3,kan=any`.

    standard: 13 tiles, 33332 and seven pairs, calls and ron from anyone. basic, the beginners' game: 7 tiles, 332,
    no calls and no ron, discards reshuffled (nine times at most, so that every game ends). paper: as standard,
    33332 only.

    >>> from kanamj.lexicon import load_lexicon
    >>> preset("basic,players=2", load_lexicon()).hand_size
    7

    Raises KanamjError for a preset, option or value there is not.
    """
    name, *changes = [part.strip() for part in text.split(",")]
    if name not in _PRESETS:
        raise KanamjError(f"no rules {name!r}; there are {', '.join(PRESETS)}")
    values: dict[str, Any] = dict(_PRESETS[name])
    for change in changes:
        option, sign, value = change.partition("=")
        if not sign:
            raise KanamjError(f"{change!r} is no option; write option=value, such as players=3")
        values[option.strip()] = value.strip()
    return _with_options(Rules(lexicon, name), values)


def _with_options(rules: Rules, values: Mapping[str, Any]) -> Rules:
    unknown = sorted(set(values) - set(OPTIONS))
    if unknown:
        raise KanamjError(f"no option {unknown[0]!r} of the rules; there are {', '.join(OPTIONS)}")
    return replace(rules, **{name: _value(name, value) for name, value in values.items()})


def _value(option: str, value: Any) -> Any:
    """An option's value from text or JSON."""
    if option == "tiles":
        return tile_set(value) if isinstance(value, str) else _refuse(option, value, "the name of a set")
    if option == "forms":
        parts = value if isinstance(value, list) else [value]
        if not parts or any(not isinstance(part, str) for part in parts):
            _refuse(option, value, "digits such as 33332, several by +")
        return parse_forms(value)
    if option in ("players", "reshuffles"):
        if isinstance(value, bool) or not isinstance(value, int | str) or not _WHOLE.fullmatch(str(value)):
            _refuse(option, value, "a whole number up to 999")
        return int(value)
    if option in ("ron", "many_rons", "riichi"):
        known = {True: True, False: False, "yes": True, "no": False}
        if not isinstance(value, bool | str) or value not in known:
            raise KanamjError(f"{option} is {value!r}; write {option}=yes or {option}=no")
        return known[value]
    return value


def _refuse(option: str, value: object, it_is: str) -> NoReturn:
    raise KanamjError(f"{option} is {brief(value)}; it is {it_is}")


def _one_of(option: str, value: object, there_are: tuple[str, ...]) -> None:
    if value not in there_are:
        raise KanamjError(f"{option} is {value!r}; it is one of {', '.join(there_are)}")
