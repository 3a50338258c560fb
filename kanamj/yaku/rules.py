"""The rules by which wins are scored: the yaku of the table with their han. There are two presets."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from kanamj.engine.forms import Form
from kanamj.errors import KanamjError, Message, brief, not_one_of
from kanamj.tiles import VOICED, TileSet
from kanamj.yaku.table import TABLE, YAKUMAN, Yaku
from kanamj.yaku.win import Win

ENDS = ("as-written", "large")


@dataclass(frozen=True)
class ScoringRules:
    """What a win is worth.

    name: the name of the rules.

    yaku: the records of all yaku that may count.
    ends: a small letter at the end of a word is read "as-written", or stands for its "large" letter (in chains and
        for 同尾).
    needs_voiced: yaku that do not count with a tile set without voiced letters.

    >>> rules = parse_rules("pro,純行=6/8,七対子=off")
    >>> rules.of("純行").open, rules.of("純行").closed, rules.seven_pairs
    (6, 8, False)
    """

    name: str = "pro"
    yaku: tuple[Yaku, ...] = TABLE
    ends: str = "as-written"
    needs_voiced: frozenset[str] = frozenset()

    def of(self, name: str) -> Yaku:
        """Returns the yaku with this name. Raises KanamjError if these rules do not have it."""
        for yaku in self.yaku:
            if yaku.name == name:
                return yaku
        raise KanamjError(
            not_one_of(name, Message("a yaku of {}", self.name), (yaku.name for yaku in self.yaku))
        )

    def having(self, *more: Yaku) -> ScoringRules:
        """Returns these rules with more yaku. A yaku whose name they have takes its place.

        >>> rainy = Yaku("雨", 1, 1, lambda win: any(word.reading == "あめ" for word in win.words))
        >>> ScoringRules().having(rainy).yaku[-1].name
        '雨'
        """
        named = {yaku.name: yaku for yaku in (*self.yaku, *more)}
        for yaku in more:
            for name in (*yaku.excludes, *yaku.takes):
                if name not in named:
                    raise KanamjError(
                        not_one_of(name, Message("a yaku that {} can exclude", yaku.name), named)
                    )
        return replace(self, yaku=tuple(named.values()))

    def without(self, name: str) -> ScoringRules:
        """Returns these rules, by which nobody has the yaku of this name."""
        return self.having(replace(self.of(name), open=None, closed=None))

    def over(self, tiles: TileSet) -> ScoringRules:
        """Returns the rules for a tile set."""
        if not self.needs_voiced or not tiles.index.keys().isdisjoint(VOICED):
            return self
        return replace(self, yaku=tuple(each for each in self.yaku if each.name not in self.needs_voiced))

    @cached_property
    def seven_pairs(self) -> bool:
        """True if seven pairs are a win."""
        return any(yaku.name == "七対子" and yaku.most for yaku in self.yaku)

    @cached_property
    def _in_order(self) -> tuple[Yaku, ...]:
        """The yaku; those that take words of others come first."""
        return tuple(sorted(self.yaku, key=lambda yaku: not yaku.takes))

    def worth(self, win: Win, fixed: bool | None = None) -> dict[str, tuple[int, int]]:
        """Returns name -> han and words, for each yaku and bonus that counts, in the order of the table.

        fixed: count only the yaku whose `fixed` is this; None counts all.
        """
        found: dict[str, tuple[int, int]] = {}
        taken: dict[str, int] = {}
        excluded: list[tuple[str, str]] = []
        for yaku in self._in_order:
            if (fixed is not None and yaku.fixed != fixed) or (win.seven_pairs and not yaku.pairs):
                continue
            han, words = yaku.worth(win, taken.get(yaku.name, 0))
            if han:
                found[yaku.name] = han, words
                taken.update(dict.fromkeys(yaku.takes, words))
                excluded += [(yaku.name, name) for name in yaku.excludes]
        pairs = {(by, name) for by, name in excluded if name in found}
        # Of two that exclude each other and are worth the same, the later one in the table counts.
        rank = {name: (worth[0], place) for place, (name, worth) in enumerate(found.items())}
        gone = {name for by, name in pairs if (name, by) not in pairs or rank[by] > rank[name]}
        return {name: worth for name, worth in found.items() if name not in gone}


PRO = ScoringRules()
PRO_ONLINE = replace(
    PRO.having(
        replace(PRO.of("純行"), open=6, closed=8, excludes=("五音",)),
        replace(PRO.of("作文"), closed=3),
        replace(PRO.of("カンドラ"), more=0),
        replace(PRO.of("七対子"), closed=None),
    ),
    name="pro-online",
    ends="large",
    needs_voiced=frozenset({"清文", "特文"}),
)
PRESETS = {rules.name: rules for rules in (PRO, PRO_ONLINE)}

_HAN = "(?:[0-9]{1,4}|yakuman|-)"
_CHANGE = re.compile(rf"(?P<open>{_HAN})(?:/(?P<closed>{_HAN}))?(?:\+(?P<more>[0-9]{{1,4}}))?")


def parse_rules(text: str | ScoringRules) -> ScoringRules:
    """Returns the rules that a text names: a preset, then changes after commas.

    A change is NAME=OPEN/CLOSED with the han of an open and of a closed hand, NAME=HAN for both, NAME=off or NAME=on.
    A han is a number, "yakuman", or "-" (never there). NAME=OPEN/CLOSED+MORE also changes what each letter above four
    adds (重回文, カンドラ). ends=large or ends=as-written changes how small letters at the end of words are read.

    Raises KanamjError for unknown rules, yaku or values.

    >>> parse_rules("pro-online,七対子=on").of("七対子").closed
    2
    """
    if isinstance(text, ScoringRules):
        return text
    name, *changes = [part.strip() for part in str(text).split(",")]
    if name not in PRESETS:
        raise KanamjError(not_one_of(name, "a preset of scoring rules", PRESETS))
    rules = PRESETS[name]
    changed = set()
    for change in changes:
        option, sign, value = (part.strip() for part in change.partition("="))
        if not sign:
            raise KanamjError(
                "{} is not a change of the rules; write NAME=HAN, such as 純行=8", brief(change)
            )
        if option in changed:
            raise KanamjError("{} is changed twice; change it once", option)
        changed.add(option)
        rules = _with(rules, option, value)
    return replace(rules, name=text) if changes else rules


def _with(rules: ScoringRules, option: str, value: str) -> ScoringRules:
    if option == "ends":
        if value not in ENDS:
            raise KanamjError(not_one_of(value, "a way to read small letters at the end of words", ENDS))
        return replace(rules, ends=value)
    names = [yaku.name for yaku in rules.yaku]
    if option not in names:
        raise KanamjError(not_one_of(option, "a yaku or an option of the rules", [*names, "ends"]))
    yaku = rules.of(option)
    rules = replace(rules, needs_voiced=rules.needs_voiced - {option})
    if value == "off":
        return rules.without(option)
    if value == "on":
        return rules.having(PRO.of(option) if not yaku.most else yaku)
    found = _CHANGE.fullmatch(value)
    if found is None:
        raise KanamjError(
            "{0}={1} is not a number of han; write OPEN/CLOSED such as {0}=6/8, or off, on, yakuman, - (a han is "
            "not negative)",
            option,
            brief(value),
        )
    open_, closed, more = found.group("open", "closed", "more")
    of_open = None if closed is None and yaku.open is None else _han(open_)
    of_more = yaku.more if more is None else int(more)
    return rules.having(replace(yaku, open=of_open, closed=_han(closed or open_), more=of_more))


def _han(text: str) -> int | None:
    return None if text == "-" else YAKUMAN if text == "yakuman" else int(text)


PAIRS = "七対子"
_BY_PEOPLE = ("オープンリーチ", "同種", "純同種", "作文")
"""Yaku that the game does not know: people lay a hand open or judge it."""


@lru_cache(maxsize=16)
def of_game(
    text: str, tiles: TileSet, forms: tuple[Form, ...], without: frozenset[str] = frozenset()
) -> ScoringRules:
    """Returns the scoring rules of a game with these tiles and forms.

    text: as `Rules.scoring`.
    without: yaku that nobody can have by the other rules of the game.

    Raises KanamjError if there are no such rules, if they do not score these forms, or if nobody can have a yaku.
    """
    scoring = parse_rules(text.replace(":", ",")).over(tiles)
    named = {form.name for form in forms}
    if "33332" not in named or named - {"33332", "2222222"}:
        raise KanamjError(
            "the forms are {}; the scoring rules {} score 33332, alone or with 2222222",
            "+".join(sorted(named)),
            text,
        )
    if len(named) == 1:
        scoring = scoring.without(PAIRS)
    elif not scoring.seven_pairs:
        raise KanamjError("the scoring rules {} have no {}; give forms=33332", text, PAIRS)
    without = without.union(_BY_PEOPLE)
    if not any(each.most and not each.bonus and each.name not in without for each in scoring.yaku):
        raise KanamjError("a win needs a yaku, and by these rules nobody can have one; leave more yaku on")
    return scoring
