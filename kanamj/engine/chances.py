"""The chance to complete a hand within a few draws, exactly.

One player draws, throws any tile away and draws again; nobody calls, nobody else wins. With U the unseen tiles
(copies less hand, melds and tiles seen), the chance to complete a hand h one tile short within t draws is

    V_0 = 0
    V_t(h, U) = sum over x of U_x / |U| * (1 if h + x is complete, else max over y of V_{t-1}(h + x - y, U - x))

No discard is left out, and what was drawn and thrown does not come back. V_t is a whole number of ways over
|U| (|U| - 1) … (t factors), and both are kept: `Chances.ways` and `Chances.orders`. One draw is answered in plain
Python, t of them by the hands within t - 1 exchanges (`exchanges`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine.hand import Asked, Melds
from kanamj.engine.report import HandReport, unseen_of
from kanamj.errors import KanamjError
from kanamj.tiles import Hand

if TYPE_CHECKING:
    from fractions import Fraction

    from kanamj.engine.protocol import ManyHands

DRAWS = 3
"""What is asked where nothing else is said: at most a second for a hand of 14 tiles of 75 kinds."""
MOST_DRAWS = 4
"""More draws than these are not counted; `rollouts` estimates them. Four take up to half a minute."""


class DiscardChances(NamedTuple):
    """A tile to throw away, and how many orders of 1, 2, … draws then complete the hand, played best for each."""

    kind: int
    tile: str
    ways: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Chances:
    """The exact chance to complete a hand within 1, 2, … draws.

    hand: its tiles, sorted. unseen: tiles that may be drawn. orders: in how many orders 1, 2, … of them can be
    drawn. ways: how many of these complete a hand one tile short (all of them, a complete hand); empty if a tile is
    to be thrown first: discards has them for each, the best at the most draws first.

    >>> from kanamj.engine import RiichiEngine
    >>> chances = RiichiEngine().chances("1m", melds=["123m", "456p", "789s", "111z"], draws=1)
    >>> chances, chances.fractions, chances.chances
    (Chances('1m', within 1 of 123 draws: 0.016), (Fraction(2, 123),), (0.016260162601626018,))
    """

    hand: str
    unseen: int
    orders: tuple[int, ...]
    ways: tuple[int, ...] = ()
    discards: tuple[DiscardChances, ...] = ()

    @property
    def draws(self) -> int:
        """The most draws asked about."""
        return len(self.orders)

    @property
    def fractions(self) -> tuple[Fraction, ...]:
        """The chance of the hand, played best from here: that of its best discard where a tile is thrown first."""
        return self._share(self.ways or tuple(max(column) for column in zip(*self._rows(), strict=True)))

    @property
    def chances(self) -> tuple[float, ...]:
        """`fractions` as floats."""
        return tuple(map(float, self.fractions))

    def after(self, kind: int) -> tuple[Fraction, ...]:
        """The chance after throwing a tile of that kind; KanamjError if the hand has none to throw."""
        for discard in self.discards:
            if discard.kind == kind:
                return self._share(discard.ways)
        raise KanamjError(f"kind {kind} is no discard of {self.hand}")

    def to_json(self) -> dict[str, Any]:
        """Plain values: hand, unseen, orders, chances (of the hand, played best), discards (tile, ways, chances)."""
        return {
            "hand": self.hand,
            "unseen": self.unseen,
            "orders": list(self.orders),
            "chances": list(self.chances),
            "discards": [
                {
                    "tile": discard.tile,
                    "ways": list(discard.ways),
                    "chances": list(map(float, self._share(discard.ways))),
                }
                for discard in self.discards
            ],
        }

    def into(self, report: HandReport) -> HandReport:
        """The report on the same hand with these chances, its discards in their order."""
        if not self.discards:
            return replace(report, chances=self.chances)
        place = {discard.kind: i for i, discard in enumerate(self.discards)}
        discards = [
            discard._replace(chances=tuple(map(float, self.after(discard.kind))))
            for discard in sorted(report.discards, key=lambda discard: place[discard.kind])
        ]
        return replace(report, discards=tuple(discards))

    def __repr__(self) -> str:
        best = f", best {self.discards[0].tile}" if self.discards else ""
        shares = " ".join(f"{chance:.3f}" for chance in self.chances)
        return f"Chances({self.hand!r}, within {self.draws} of {self.unseen} draws: {shares}{best})"

    def _rows(self) -> list[tuple[int, ...]]:
        return [discard.ways for discard in self.discards]

    def _share(self, ways: Sequence[int]) -> tuple[Fraction, ...]:
        from fractions import Fraction

        return tuple(Fraction(way, of) for way, of in zip(ways, self.orders, strict=True))


def chances(
    engine: ManyHands,
    hand: Hand,
    draws: int = DRAWS,
    melds: Melds = (),
    seen: Hand = "",
    progress: Callable[[int, int], None] | None = None,
) -> Chances:
    """The chances of a hand within 1, 2, … up to `draws` draws, 1 to 4.

    progress: called with the hands looked at and the hands to look at. Raises what `analyze` raises, and KanamjError
    for another number of draws, or for 2 and more where numba is not installed.
    """
    check_draws(draws)
    asked = of_one_size(engine.setting.ask(hand, melds))
    unseen = unseen_of(engine.setting, asked, seen)
    total = sum(unseen)
    orders, ordered = [], 1
    for drawn in range(draws):
        ordered *= max(1, total - drawn)
        orders.append(ordered)
    text = engine.tiles.format_counts(asked.counts)
    report = Chances(text, total, tuple(orders))
    if asked.full and asked.distance == 0:
        return replace(report, ways=report.orders)
    rows = _ways(engine, asked, unseen, min(draws, max(1, total)), progress)
    rows = [row + row[-1:] * (draws - len(row)) for row in rows]
    if not asked.full:
        return replace(report, ways=rows[0])
    kinds = [kind for kind, count in enumerate(asked.counts) if count]
    found = [
        DiscardChances(kind, engine.tiles.kinds[kind], row) for kind, row in zip(kinds, rows, strict=True)
    ]
    found.sort(key=lambda discard: [-ways for ways in reversed(discard.ways)])
    return replace(report, discards=tuple(found))


def of_one_size(asked: Asked) -> Asked:
    """The question put to the forms that have as many tiles as the hand; if there are none, to those one tile longer.
    A hand that is complete in size for one form throws a tile before it draws, whatever longer forms there are."""
    full = tuple(each for each in asked.judged if each.full)
    return replace(asked, judged=full or asked.judged, shorter=())


def check_draws(draws: int) -> None:
    """KanamjError for a number of draws that is not counted exactly."""
    if draws < 1:
        raise KanamjError(f"no chance within {draws} draws; give 1 to {MOST_DRAWS}")
    if draws > MOST_DRAWS:
        raise KanamjError(
            f"chances are exact up to {MOST_DRAWS} draws, not {draws}; more are estimated by playing on (--rollouts)"
        )


def _ways(
    engine: ManyHands,
    asked: Asked,
    unseen: Sequence[int],
    draws: int,
    progress: Callable[[int, int], None] | None,
) -> list[tuple[int, ...]]:
    """Ways within 1, 2, … draws, for each kind that can be thrown, or of the hand if it is one tile short."""
    if draws == 1:
        after = asked.after_discards.values() if asked.full else [asked.draws]
        return [(sum(unseen[kind] for kind in found.kinds) if found.distance == 1 else 0,) for found in after]
    try:
        from kanamj.engine.exchanges import Exchanges, judge_of
    except ModuleNotFoundError as error:
        raise KanamjError(
            f"chances within {draws} draws need {error.name}, which is not installed; within 1 draw they do without"
        ) from None
    judge = judge_of(engine, asked)
    found = Exchanges(asked.counts, unseen, asked.full, judge, draws, progress).ways()
    return [tuple(row) for row in found.tolist()]


def open_games() -> tuple[float, ...]:
    """The share of word games of four (paper rules, greedy players who call) nobody has won after turn 1, 2, …

    >>> shares = open_games()
    >>> 1 > shares[0] > shares[1] > shares[2] > 0
    True
    """
    table = Path(__file__).with_name("data") / "open_games.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    share = rows[0].index("share")
    return tuple(float(row[share]) for row in rows[1:])
