"""How a hand was won: called words, kans and events. What cannot be is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from kanamj.defaults import MOST_STICKS
from kanamj.errors import (
    KanamjError,
    MeldError,
    Message,
    brief,
    check_one_of,
    check_texts,
    check_whole,
    not_one_of,
)
from kanamj.yaku.points import Payment, payments

if TYPE_CHECKING:
    from kanamj.tiles import TileSet
    from kanamj.yaku.rules import ScoringRules


class HowFields(TypedDict, total=False):
    """The fields of `How`, as `score` takes them: each may be left out."""

    melds: Sequence[str]
    kans: Sequence[str]
    closed_kans: Sequence[str]
    win: Literal["tsumo", "ron"]
    dealer: bool
    riichi: bool | Literal["first"]
    ippatsu: bool
    declare: Sequence[str]
    players: int
    honba: int
    deposits: int
    by_letters: bool


@dataclass(frozen=True)
class How:
    """How a hand was won.

    melds: called words of three letters (pon).
    kans: open and added kans.
    closed_kans: concealed kans.
    win: "tsumo" or "ron".
    dealer: True if the winner deals.
    riichi: True, or "first" if it was declared in the first turn.
    ippatsu: True for 一発.
    declare: yaku that people judge or that happened, by name: 同種, 純同種, 作文, 天和, 地和, オープンリーチ.
    players: 2 to 4.
    honba, deposits: sticks on the table.
    by_letters: True if the called words are given by their letters, in any order: each reading of a key is allowed.
    """

    melds: Sequence[str] = ()
    kans: Sequence[str] = ()
    closed_kans: Sequence[str] = ()
    win: str = "tsumo"
    dealer: bool = False
    riichi: bool | str = False
    ippatsu: bool = False
    declare: Sequence[str] = ()
    players: int = 4
    honba: int = 0
    deposits: int = 0
    by_letters: bool = False

    def __post_init__(self) -> None:
        for name in ("melds", "kans", "closed_kans", "declare"):
            object.__setattr__(self, name, check_texts(name, getattr(self, name)))
        for name, least, most in (("honba", 0, MOST_STICKS), ("deposits", 0, MOST_STICKS), ("players", 2, 4)):
            object.__setattr__(self, name, check_whole(name, getattr(self, name), least, most))
        for name in ("dealer", "ippatsu"):
            if (value := getattr(self, name)) not in (False, True):
                raise KanamjError("{} is {}; give True or False", name, brief(value))
        check_one_of(self.win, "a way to win", ("tsumo", "ron"))
        if self.riichi not in (False, True, "first"):
            raise KanamjError("riichi is {}; give True, or 'first' for the first turn", brief(self.riichi))

    @property
    def called(self) -> tuple[str, ...]:
        """The called words that open the hand."""
        return (*self.melds, *self.kans)

    @property
    def words(self) -> tuple[str, ...]:
        """All called words and kans."""
        return (*self.called, *self.closed_kans)

    @property
    def kinds(self) -> list[str]:
        """The kind of each of `words`."""
        return ["pon"] * len(self.melds) + ["kan"] * len(self.kans) + ["closed-kan"] * len(self.closed_kans)

    def read(self, tiles: TileSet) -> How:
        """Returns the same with the words in hiragana. Raises MeldError for a word of a wrong length, or more than
        four words, and TileError for a letter that no tile has."""
        words: dict[str, Any] = {
            name: tuple(tiles.format(tiles.parse(word)) for word in getattr(self, name))
            for name in ("melds", "kans", "closed_kans")
        }
        for name, found in words.items():
            for word in found:
                if (len(word) == 3) != (name == "melds") or len(word) < 3:
                    raise MeldError(
                        "{} has {} letters; a called word (melds) has three, a kan (kans, closed_kans) four or "
                        "more, and a pair-word is not called",
                        word or repr(word),
                        len(word),
                        meld=word,
                    )
        if len(self.words) > 4:
            raise MeldError(
                "{} words are called; a hand has four long words", len(self.words), meld=self.words[-1]
            )
        return replace(self, **words)

    def events(self, rules: ScoringRules) -> frozenset[str]:
        """Returns what happened, as `Win.events` has it. Raises KanamjError for events that cannot be together."""
        said = {yaku.name: yaku for yaku in rules.yaku if yaku.said}
        for name in self.declare:
            if name not in said or not said[name].most:
                there = [each.name for each in said.values() if each.most]
                raise KanamjError(
                    not_one_of(name, Message("a yaku that {} lets one declare", rules.name), there)
                )
        events = {self.win, *self.declare}
        events |= {"立直"} if self.riichi or "オープンリーチ" in events else set()
        events |= {"first"} if self.riichi == "first" else set()
        events |= {"一発"} if self.ippatsu else set()
        first, ron = self.called[0] if self.called else "", self.win == "ron"
        deal = "・".join(sorted({"天和", "地和"} & events))
        for wrong, why in (
            (first and ron, Message("a hand that has called {} cannot win by ron; it wins by tsumo", first)),
            (
                first and "立直" in events,
                Message("a hand that has called {} cannot declare riichi; drop one", first),
            ),
            (
                "一発" in events and "立直" not in events,
                Message("一発 needs riichi; declare it too, or drop 一発"),
            ),
            (len(deal) > 2, Message("天和 is the dealer's and 地和 is not; drop one")),
            (deal == "天和" and ron, Message("天和 is the deal itself: a tsumo, not a ron")),
            (
                deal == "天和" and not self.dealer,
                Message("天和 is the dealer's; say that the winner deals (dealer)"),
            ),
            (deal == "地和" and not ron, Message("地和 is a ron on the dealer's first discard, not a tsumo")),
            (
                deal == "地和" and self.dealer,
                Message("地和 is a ron on the dealer's first discard; the dealer has none"),
            ),
            (deal and self.words, Message("{} comes before any call or kan; drop one", deal)),
            (deal and "立直" in events, Message("{} comes before any riichi; drop one", deal)),
        ):
            if wrong:
                raise KanamjError(why)
        for name in sorted(events & said.keys()) if first else ():
            if not said[name].open:
                raise KanamjError("{} needs a closed hand, but {} was called; drop one", name, first)
        return frozenset(events)

    def payments(self, han: int) -> tuple[Payment, ...]:
        """Returns what each player pays for this number of han, honba left out."""
        return payments(han, self.win, self.dealer, self.players)
