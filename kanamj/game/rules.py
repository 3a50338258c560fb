"""The rules of a game: its words, tiles and forms, and what a player may do. There are five presets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from kanamj.engine.blocks import lexicon_of
from kanamj.engine.forms import BlockForm, Form, parse_forms
from kanamj.errors import KanamjError, brief, check_one_of, check_whole, not_one_of
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import HIRAGANA_120, TileSet, tile_set
from kanamj.yaku.rules import of_game

if TYPE_CHECKING:
    from kanamj.game.hands import Hands

_CALLS, _FLAG = ("any", "left", "none"), {"yes": True, "no": False}
FIXED = {"pon": _CALLS, "kan": _CALLS, "missed_win": ("bars", "free", "furiten", "letter")}
FIXED |= dict.fromkeys(("ron", "called_ron", "riichi", "equal_turns"), (*_FLAG,))
FIXED |= {"many_rons": (*_FLAG, "two")}
"""Option -> its values as texts, where these are fixed."""
WHOLE = ("reshuffles", "ron_from", "dead_wall")
"""The options that are whole numbers from 0 to 999."""
GAME_SECONDS = 0.1
"""For about how many seconds plain Python judges the hands of a game."""


@dataclass(frozen=True)
class Rules:
    """The rules of a game; the defaults are those of the `standard` preset.

    lexicon: the words of the game.
    name: the name of the rules.
    tiles: a set of kana tiles.
    forms: the forms of a complete hand; all have the same number of tiles.
    players: 2 to 4.
    pon: whose discards a player may call for a three-letter word: "any" (every other player's), "left" (those of the
        player who plays before the caller) or "none".
    kan: the same for a four-letter word.
    ron: whether a player can win on a discard.
    ron_from: the own turn from which a player can; the dealer, one turn later (see `may_ron`).
    equal_turns: whether, after a win, all who have had fewer turns than another draw once more; those whose hands
        are then complete win too.
    called_ron: whether a hand with called words can win by ron.
    many_rons: True if all who say ron win, False if only the nearest does; "two": two win, and three end the game
        without a winner.
    riichi: whether a player may declare that a closed hand is tenpai.
    missed_win: "bars" means that a player who lets a winning tile pass cannot win by ron until the player's next
        draw; after riichi, until the end of the game. "furiten" adds that nobody can win by ron with a hand that one
        of the player's own discards completes; "letter" only bars ron on a letter that one has discarded. "free" means
        that nothing happens.
    reshuffles: how many times the discards become a new wall when the wall is empty.
    dead_wall: how many tiles at the end of the wall nobody draws.
    scoring: the scoring rules by which a win needs a yaku and is paid for, such as "pro" or "pro:純行=6/8"
        (`parse_rules`, with a colon before each change); "none" if every complete hand wins.
    judge: a second list, which judges the wins and calls that a player declares; None if `lexicon` alone does.
    solver: what judges the hands: "search" (plain Python, starts at once) or "kernels" (numba, for many games). Both
        give the same answers, so rules that differ only in the solver are equal.

    >>> from kanamj.lexicon import load_lexicon
    >>> rules = Rules(load_lexicon(), players=3)
    >>> rules.hand_size, [form.name for form in rules.forms]
    (13, ['33332', '2222222'])
    """

    lexicon: Lexicon = field(hash=False)
    name: str = "standard"
    tiles: TileSet = HIRAGANA_120
    forms: tuple[Form, ...] = (BlockForm("33332"), BlockForm("2222222"))
    players: int = 4
    pon: Literal["any", "left", "none"] = "any"
    kan: Literal["any", "left", "none"] = "none"
    ron: bool = True
    many_rons: bool | Literal["two"] = False
    riichi: bool = True
    missed_win: Literal["bars", "free", "furiten", "letter"] = "bars"
    reshuffles: int = 0
    ron_from: int = 0
    equal_turns: bool = False
    called_ron: bool = True
    dead_wall: int = 0
    scoring: str = "none"
    judge: Lexicon | None = field(default=None, hash=False)
    solver: Literal["search", "kernels"] = field(default="search", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "forms", parse_forms(self.forms))
        for name, there_are in FIXED.items():
            value = getattr(self, name)
            text = option_text(value) if isinstance(value, bool) else value
            if not isinstance(text, str) or text not in there_are:
                raise KanamjError("{} is {}; give one of {}", name, brief(value), ", ".join(there_are))
        check_whole("players", self.players, 2, 4)
        for name in WHOLE:
            check_whole(name, getattr(self, name), 0, 999)
        if not isinstance(self.tiles, TileSet) or not isinstance(self.lexicon, Lexicon):
            raise KanamjError("rules have a TileSet and a Lexicon; preset() takes their names")
        if self.tiles.notation != "kana":
            raise KanamjError(
                "the tiles are {}, but words need kana tiles; give a set such as hiragana-120",
                self.tiles.name,
            )
        if len({form.tiles for form in self.forms}) != 1:
            sizes = ", ".join(f"{form.name} {form.tiles}" for form in self.forms)
            raise KanamjError(
                "all forms of a game must have the same number of tiles; these have {}. Leave some out", sizes
            )
        if self.players * self.hand_size + self.dead_wall >= self.tiles.tiles:
            raise KanamjError(
                "{} tiles are too few for {} hands of {}; give fewer players or another set",
                self.tiles.tiles,
                self.players,
                self.hand_size,
            )
        if self.scored:
            if self.ron and self.called_ron:
                raise KanamjError(
                    "by the scoring rules {} a hand that has called does not win by ron; give called_ron=no",
                    self.scoring,
                )
            without = {name for name, option in _PLAYED.items() if getattr(self, option) in (False, "none")}
            of_game(self.scoring, self.tiles, self.forms, frozenset(without))

    @property
    def scored(self) -> bool:
        """True if a win needs a yaku and is paid in points."""
        return self.scoring != "none"

    @property
    def stake(self) -> int:
        """The sticks with which each player begins a match."""
        return STAKES.get(self.players, STAKE)

    @property
    def hand_size(self) -> int:
        """The number of tiles in a hand between turns; the player on turn has one more."""
        return self.forms[0].tiles - 1

    @property
    def word_sizes(self) -> list[int]:
        """The lengths of words that the game uses, ascending."""
        kans = {4} if self.kan != "none" else set()
        return sorted({length for form in self.forms for length in form.lengths} | kans)

    @property
    def calls(self) -> bool:
        """True if a discard can be claimed (ron, pon or kan), so that the others are asked after each discard."""
        return self.ron or self.pon != "none" or self.kan != "none"

    def may_ron(self, seat: int, turns: int, dealer: int = 0) -> bool:
        """Returns True if a player can win by ron after so many own turns. The dealer's first turn begins with the
        deal."""
        return self.ron and turns >= self.ron_from + (seat == dealer)

    @cached_property
    def hands(self) -> Hands:
        """The object that judges the hands of this game."""
        from kanamj.game.hands import Hands

        return Hands(self.lexicon, self.tiles, self.forms, self.solver, self.scoring)

    @cached_property
    def judged(self) -> Rules | None:
        """The same rules with the words of `judge` and the words added to `lexicon`; None if there is no `judge`."""
        if self.judge is None:
            return None
        return replace(self, lexicon=self.judge.with_words(self.lexicon.added), judge=None)

    def with_words(self, words: tuple[Entry, ...]) -> Rules:
        """Returns the same rules with these words added to `lexicon`. They are kept for the next time."""
        return _with_words(self, self.solver, words)

    def with_kernels(self) -> Rules:
        """Returns the same rules with the solver "kernels" if numba is installed; otherwise these rules."""
        return replace(self, solver="kernels") if find_spec("numba") else self

    def for_games(self, n: int) -> Rules:
        """The same rules for a run of n games: a few are judged in plain Python, more by kernels."""
        from kanamj.engine.batch import FEW_SECONDS

        return self if n * GAME_SECONDS <= FEW_SECONDS else self.with_kernels()

    @property
    def options(self) -> dict[str, Any]:
        """The value of each option, as plain values."""
        values = {name: getattr(self, name) for name in OPTIONS}
        return values | {"tiles": self.tiles.name, "forms": [f.name for f in self.forms]}

    def to_table(self) -> dict[str, Any]:
        """Returns the rules as plain values, without the lists; `from_table` reads them back. The options of
        `IF_CHANGED` are left out where they have their defaults."""
        values = {name: value for name, value in self.options.items() if IF_CHANGED.get(name, ...) != value}
        return {"name": self.name} | values

    @classmethod
    def from_table(cls, table: Mapping[str, Any], lexicon: Lexicon) -> Rules:
        """Returns the rules in a table that `to_table` made. Raises KanamjError for an unknown option or a wrong
        value."""
        values = dict(table)
        name = values.pop("name", "standard")
        if not isinstance(name, str):
            raise KanamjError("the name of the rules is {}; it must be a text", brief(name))
        return _with_options(cls(lexicon, name), values)


@lru_cache(maxsize=8)
def _with_words(rules: Rules, _solver: str, words: tuple[Entry, ...]) -> Rules:
    return replace(rules, lexicon=rules.lexicon.with_words(words))


_WHOLE = re.compile("[0-9]{1,3}")
OPTIONS = tuple(
    each.name for each in fields(Rules) if each.name not in ("lexicon", "name", "judge", "solver")
)

IF_CHANGED: dict[str, Any] = {"called_ron": True, "dead_wall": 0, "scoring": "none"}
"""Options of the presets with scoring: a table of rules, and so a record, names them where they are not these."""
_PLAYED = {"立直": "riichi", "一発": "riichi", "地和": "ron", "三槓子": "kan", "四槓子": "kan"}
"""Yaku -> the option without which nobody has it."""
STAKE, STAKES = 22, {3: 29}
_PRO = {"tiles": "hiragana-pro-166", "many_rons": "two", "missed_win": "furiten"}
_PRO |= {"called_ron": "no", "dead_wall": "14", "kan": "any", "scoring": "pro"}
_PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "basic": {"forms": "332", "pon": "none", "ron": False, "riichi": False, "reshuffles": 9},
    "paper": {"forms": "33332"},
    "pro": _PRO,
    "pro-online": _PRO | {"forms": "33332", "missed_win": "letter", "scoring": "pro-online"},
}
PRESETS = tuple(_PRESETS)


def preset(text: str, lexicon: Lexicon | str | Path | None = None) -> Rules:
    """Returns the rules that a text names: a preset, then changed options after commas: `standard,players=3,kan=any`.

    `kanamj rules` says what the presets and the options are. In basic, the discards are reshuffled at most nine times,
    so that every game ends.

    lexicon: a word list, its name, folder or file; by default the shipped list.

    >>> preset("basic,players=2").hand_size
    7

    Raises KanamjError for an unknown preset, option or value, and LexiconError for an unknown list.
    """
    name, *changes = [part.strip() for part in text.split(",")] if isinstance(text, str) else [text]
    check_one_of(name, "a preset of rules", PRESETS)
    values: dict[str, Any] = dict(_PRESETS[name])
    for change in changes:
        option, sign, value = change.partition("=")
        if not sign:
            raise KanamjError("{} is not an option; write option=value, such as players=3", brief(change))
        values[option.strip()] = value.strip()
    return _with_options(Rules(lexicon_of(lexicon), name), values)


def _with_options(rules: Rules, values: Mapping[str, Any]) -> Rules:
    unknown = sorted(set(values) - set(OPTIONS))
    if unknown:
        raise KanamjError(not_one_of(unknown[0], "an option of the rules", OPTIONS))
    return replace(rules, **{name: _value(name, value) for name, value in values.items()})


def _value(option: str, value: Any) -> Any:
    """The value of an option from text or JSON. Raises KanamjError for a wrong value."""
    if option == "tiles":
        return tile_set(value) if isinstance(value, str) else _refuse(option, value, "the name of a set")
    if option == "forms":
        parts = value if isinstance(value, list) else [value]
        if not parts or any(not isinstance(part, str) for part in parts):
            _refuse(option, value, "digits such as 33332, with + between several forms")
        return parse_forms(value)
    if option == "scoring" and not isinstance(value, str):
        _refuse(option, value, "none, pro or pro-online")
    if option in ("players", *WHOLE):
        if isinstance(value, bool) or not isinstance(value, int | str) or not _WHOLE.fullmatch(str(value)):
            _refuse(option, value, "a whole number up to 999")
        return int(value)
    return _FLAG.get(value, value) if isinstance(value, str) and option != "scoring" else value


def option_text(value: object) -> str:
    """Returns the value of a rule, as `Rules.to_table` has it, as it is typed on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, list) else str(value)


def _refuse(option: str, value: object, it_is: str) -> NoReturn:
    raise KanamjError("{} is {}; give {}", option, brief(value), it_is)
