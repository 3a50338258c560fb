"""The chance to complete a hand within a few draws, exactly.

One player draws, throws any tile away and draws again. Nobody calls, and nobody else wins. Let U be the unseen tiles:
the copies minus hand, melds and tiles seen. Let h be a hand that is one tile short, x the kind drawn and y the kind
thrown. The chance to complete h within t draws is

    V_0 = 0
    V_t(h, U) = sum over x of U_x / |U| * (1 if h + x is complete, else max over y of V_{t-1}(h + x - y, U - x))

Every discard is tried, and a tile that was drawn and thrown does not come back. V_t is a fraction. Its denominator is
the number of orders in which t tiles can be drawn, |U| (|U| - 1) … (t factors); its numerator is the number of ways,
the orders that complete the hand. Both are kept, as `Chances.orders` and `Chances.ways`. One draw and two draws are
counted in plain Python (`two_draws`), because a single hand should not wait for a compiler. Three draws are counted by
kernels (`three_draws`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine.choices import weighed
from kanamj.engine.judgement import Judgement
from kanamj.engine.report import HandReport
from kanamj.engine.two_draws import ways_within_two
from kanamj.errors import KanamjError, check_whole, needing
from kanamj.text import html_table
from kanamj.tiles import Hand

if TYPE_CHECKING:
    from fractions import Fraction

    import pandas as pd

DRAWS = 3
"""The most draws that chances are counted for (at most a second for 14 tiles of 75 kinds)."""


class DiscardChances(NamedTuple):
    """A tile to throw away. ways: for 1, 2, … draws after the discard, the number of orders of these draws that
    complete the hand under best play."""

    kind: int
    tile: str
    ways: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Chances:
    """The exact chance to complete a hand within 1, 2, … draws.

    hand: the hand as it was typed. sorted: its tiles, kinds ascending. unseen: how many tiles may be drawn. orders: in
    how many orders 1, 2, … of the unseen tiles can be drawn. ways: how many of these orders complete a hand one tile
    short; all of them if the hand is complete. If a tile is to be thrown first, `ways` is empty, and each of `discards`
    has its own ways. The discard that is best within the largest number of draws comes first.

    >>> from kanamj.engine import RiichiEngine
    >>> chances = RiichiEngine().chances("1m", melds=["123m", "456p", "789s", "111z"], draws=1)
    >>> chances, chances.fractions, chances.chances
    (Chances('1m', within 1 of 123 draws: 0.016), (Fraction(2, 123),), (0.016260162601626018,))
    """

    hand: str
    sorted: str
    unseen: int
    orders: tuple[int, ...]
    ways: tuple[int, ...] = ()
    discards: tuple[DiscardChances, ...] = ()

    @property
    def draws(self) -> int:
        """The largest number of draws that is considered."""
        return len(self.orders)

    @property
    def fractions(self) -> tuple[Fraction, ...]:
        """The chances to complete the hand within 1, 2, … draws under best play. If a tile is thrown first, each is the
        chance after the discard that is best within this number of draws."""
        return self._share(self._ways)

    @property
    def chances(self) -> tuple[float, ...]:
        """`fractions` as floats."""
        return tuple(map(float, self.fractions))

    def after(self, kind: int) -> tuple[Fraction, ...]:
        """The chances within 1, 2, … draws after throwing a tile of that kind. Raises KanamjError if the hand has
        none."""
        for discard in self.discards:
            if discard.kind == kind:
                return self._share(discard.ways)
        raise KanamjError(
            "kind {} is not a discard of {}; give the kind of one of `discards`", kind, self.hand
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values: hand, sorted, unseen, orders, chances (as the property), discards (a list of: tile, ways,
        chances)."""
        return {
            "hand": self.hand,
            "sorted": self.sorted,
            "unseen": self.unseen,
            "orders": [*self.orders],
            "chances": [*self.chances],
            "discards": [
                {"tile": tile, "ways": [*ways], "chances": [*map(float, self._share(ways))]}
                for _, tile, ways in self.discards
            ],
        }

    def to_frame(self) -> pd.DataFrame:
        """A pandas DataFrame with a row for each discard, the best first, or one row for a hand one tile short: `tile`
        (the discard, or ""), then `chance_1`, `chance_2`, …: the chance to complete the hand within so many draws."""
        with needing("a table", "pandas"):
            import pandas as pd

        names = [f"chance_{draw}" for draw in range(1, self.draws + 1)]
        ways = [(each.tile, each.ways) for each in self.discards] or [("", self.ways)]
        rows = [[tile, *map(float, self._share(each))] for tile, each in ways]
        return pd.DataFrame(rows, columns=["tile", *names])

    def _repr_html_(self) -> str:
        frame = self.to_frame()
        title = f"{self.hand}: chance to win within 1 to {self.draws} draws"
        return html_table(title, frame.columns, frame.to_numpy().tolist())

    def into(self, report: HandReport) -> HandReport:
        """`report`, which is on the same hand, with these chances. Its discards are weighed by them
        (`choices.weighed`)."""
        if not self.discards:
            return replace(report, chances=self.chances)
        of = {discard.kind: discard for discard in report.discards}
        discards = [
            of[each.kind]._replace(chances=tuple(map(float, self._share(each.ways))))
            for each in self.discards
        ]
        return replace(report, discards=weighed(discards, self.unseen))

    def __repr__(self) -> str:
        best = f", best {self.discards[0].tile}" if self.discards else ""
        shares = " ".join(f"{chance:.3f}" for chance in self.chances)
        return f"Chances({self.hand!r}, within {self.draws} of {self.unseen} draws: {shares}{best})"

    @property
    def _ways(self) -> tuple[int, ...]:
        rows = [discard.ways for discard in self.discards]
        return self.ways or tuple(map(max, zip(*rows, strict=True)))

    def _share(self, ways: Sequence[int]) -> tuple[Fraction, ...]:
        from fractions import Fraction

        return tuple(Fraction(way, of) for way, of in zip(ways, self.orders, strict=True))


def chances(
    asked: Judgement,
    draws: int = DRAWS,
    seen: Hand = "",
    progress: Callable[[int, int], None] | None = None,
    *,
    throw: bool = False,
) -> Chances:
    """The exact chances to complete a hand; see `Engine.chances`. Raises TileError if more tiles are seen than exist,
    KanamjError for another number of draws, and MissingExtraError for 3 draws if numba is not installed."""
    draws = check_whole("draws", draws, 1, DRAWS)
    asked, unseen = asked.of_one_size(), asked.unseen(seen)
    total, orders = sum(unseen), [1]
    for drawn in range(draws):
        orders.append(orders[-1] * max(1, total - drawn))
    report = Chances(asked.hand, asked.sorted, total, tuple(orders[1:]))
    if asked.full and asked.distance == 0 and not throw:
        return replace(report, ways=report.orders)
    rows = [
        row + row[-1:] * (draws - len(row))
        for row in _ways(asked, unseen, min(draws, max(1, total)), progress)
    ]
    if not asked.full:
        return replace(report, ways=rows[0])
    held = [kind for kind, count in enumerate(asked.counts) if count]
    found = [DiscardChances(kind, asked.tiles.kinds[kind], row) for kind, row in zip(held, rows, strict=True)]
    found.sort(key=lambda discard: [-ways for ways in reversed(discard.ways)])
    return replace(report, discards=tuple(found))


def _ways(
    asked: Judgement, unseen: Sequence[int], draws: int, progress: Callable[[int, int], None] | None
) -> list[tuple[int, ...]]:
    """The ways within 1, 2, … draws: a row per kind that can be thrown, kinds ascending; for a hand one tile short, a
    single row."""
    if draws == 1:
        after = asked.after_discards.values() if asked.full else [asked.draws]
        return [(sum(unseen[kind] for kind in found.kinds) if found.distance == 1 else 0,) for found in after]
    if draws == 2:
        return [*ways_within_two(asked, unseen)]
    from kanamj.engine.three_draws import ThreeDraws

    return [tuple(row) for row in ThreeDraws(asked, unseen, progress).ways().tolist()]
