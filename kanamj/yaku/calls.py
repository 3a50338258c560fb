"""How a hand was won: its called words and kans, and the events. What cannot be is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kanamj.errors import KanamjError, MeldError, not_one_of
from kanamj.tiles import TileSet
from kanamj.yaku.rules import ScoringRules

WINS = ("tsumo", "ron")
RIICHI = ("first",)


@dataclass(frozen=True)
class Calls:
    """The called words and the kans of a hand, as they are read. melds: pons of three letters. kans: open and added
    kans. closed_kans: concealed kans."""

    melds: tuple[str, ...] = ()
    kans: tuple[str, ...] = ()
    closed_kans: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.melds, *self.kans, *self.closed_kans)

    @property
    def open(self) -> tuple[str, ...]:
        return (*self.melds, *self.kans)


def read_calls(
    tiles: TileSet, melds: Iterable[str] = (), kans: Iterable[str] = (), closed_kans: Iterable[str] = ()
) -> Calls:
    """The called words in hiragana. Raises MeldError for a word of a wrong length, or more than four words, and
    TileError for a letter that no tile has."""
    calls = Calls(
        _read(tiles, "melds", melds), _read(tiles, "kans", kans), _read(tiles, "closed_kans", closed_kans)
    )
    for word in calls.melds:
        if len(word) != 3:
            more = "give it as a kan" if len(word) > 3 else "a pair-word cannot be called"
            raise MeldError(f"the called word {word} has {len(word)} letters; a pon has three: {more}", word)
    for word in (*calls.kans, *calls.closed_kans):
        if len(word) < 4:
            raise MeldError(
                f"the kan {word} has {len(word)} letters; a kan has four or more: give a word of three as a called word "
                "(melds, --meld)",
                word,
            )
    if len(calls.words) > 4:
        raise MeldError(
            f"{len(calls.words)} words are called; a hand has four long words: leave some out", "".join(calls.words)
        )
    return calls


def _read(tiles: TileSet, name: str, words: Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        raise MeldError(f"{name} are a list of words, such as [{words!r}], not one text", words)
    return tuple(tiles.format(tiles.parse(word)) for word in words)


def read_events(
    rules: ScoringRules,
    calls: Calls,
    win: str = "tsumo",
    dealer: bool = False,
    riichi: bool | str = False,
    ippatsu: bool = False,
    declare: Iterable[str] = (),
) -> frozenset[str]:
    """What happened, as `Win.events` has it. declare: names of yaku that the caller says are there.

    Raises KanamjError, with a sentence that says why, for events that cannot be.
    """
    if win not in WINS:
        raise KanamjError(not_one_of(win, "a way to win", WINS))
    if isinstance(declare, str):
        raise KanamjError(f"declare is a list of names, such as [{declare!r}], not one text")
    said = {yaku.name: yaku for yaku in rules.yaku if yaku.said}
    events = {win, *declare}
    for name in sorted(events - {win}):
        if name not in said:
            raise KanamjError(not_one_of(name, "a yaku that can be declared", said))
        if not said[name].most:
            raise KanamjError(f"{name} is off in the rules {rules.name}; leave it out, or turn it on")
    if riichi not in (False, True, "", *RIICHI):
        raise KanamjError(f"riichi is {riichi!r:.40}; give True, or 'first' if it was declared in the first turn")
    if riichi:
        events |= {"立直"} | ({"first"} if riichi == "first" else set())
    if "オープンリーチ" in events:
        events.add("立直")
    if ippatsu:
        events.add("一発")
    _check(events, calls, dealer)
    for name in sorted(events & said.keys()):
        if calls.open and not said[name].open:
            raise KanamjError(f"{name} needs a closed hand, but {calls.open[0]} was called; leave one of them out")
    return frozenset(events)


def _check(events: set[str], calls: Calls, dealer: bool) -> None:
    """Raise KanamjError if these events cannot be together."""
    first = calls.open[0] if calls.open else ""
    deal = next((name for name in ("天和", "地和") if name in events), "")
    for wrong, why in (
        (first and "ron" in events, f"a hand that has called {first} cannot win by ron; it wins by tsumo"),
        (first and "立直" in events, f"a hand that has called {first} cannot declare riichi; leave one of them out"),
        ("一発" in events and "立直" not in events, "一発 needs riichi; declare riichi too, or leave 一発 out"),
        ({"天和", "地和"} <= events, "天和 and 地和 cannot be together: the one is the dealer's, the other not"),
        ("天和" in events and "ron" in events, "天和 is the deal itself, so it is a tsumo, not a ron"),
        ("天和" in events and not dealer, "天和 is won by the dealer only; say that the winner deals (dealer)"),
        ("地和" in events and "ron" not in events, "地和 is a ron on the first discard of the dealer, not a tsumo"),
        ("地和" in events and dealer, "地和 is a ron on the first discard of the dealer, who cannot win by it"),
        (deal and calls.words, f"{deal} comes before any call or kan, but {''.join(calls.words[:1])} was called"),
        (deal and "立直" in events, f"{deal} comes before any riichi; leave one of them out"),
    ):
        if wrong:
            raise KanamjError(why)
