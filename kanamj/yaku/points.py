"""Points, in sticks of 1,000: what han are worth, and who pays (mark H: house rules after common riichi)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from kanamj.errors import KanamjError, brief

YAKUMAN_HAN = 13
"""From this number of han on, bonus included, a win counts as a yakuman (mark M)."""


class Row(NamedTuple):
    """What a win is worth. child_ron: a child wins by ron. child_tsumo, dealer_pays: a child wins by tsumo, and each
    child and the dealer pay this. dealer_ron, dealer_tsumo: the dealer wins by ron, or by tsumo from each player."""

    child_ron: int
    child_tsumo: int
    dealer_pays: int
    dealer_ron: int
    dealer_tsumo: int


Points: TypeAlias = "tuple[tuple[int, Row], ...]"
"""Pairs (han, row), ascending: the row is for this number of han and more."""
POINTS: Points = (
    (1, Row(1, 1, 1, 2, 1)),
    (2, Row(2, 1, 1, 3, 1)),
    (3, Row(4, 1, 2, 6, 2)),
    (4, Row(8, 2, 4, 12, 4)),
    (6, Row(12, 3, 6, 18, 6)),
    (8, Row(16, 4, 8, 24, 8)),
    (11, Row(24, 6, 12, 36, 12)),
    (YAKUMAN_HAN, Row(32, 8, 16, 48, 16)),
)


class Payment(NamedTuple):
    """What one player pays the winner. payer: "discarder", "dealer", or "child" (of the dealer's tsumo, the first child
    is the next player)."""

    payer: str
    sticks: int


def payments(
    han: int, win: str, dealer: bool, players: int = 4, points: Points = POINTS
) -> tuple[Payment, ...]:
    """What each player pays for a win of `han` han, bonus included; a yakuman has 13, and 0 han are worth nothing.

    >>> payments(5, "tsumo", dealer=False)
    (Payment(payer='dealer', sticks=4), Payment(payer='child', sticks=2), Payment(payer='child', sticks=2))
    """
    if not han:
        return ()
    row = next(row for least, row in reversed(points) if han >= least)
    if win == "ron":
        return (Payment("discarder", row.dealer_ron if dealer else row.child_ron),)
    if dealer:
        return (Payment("child", row.dealer_tsumo),) * (players - 1)
    return Payment("dealer", row.dealer_pays), *[Payment("child", row.child_tsumo)] * (players - 2)


def parse_points(table: Mapping[str, object]) -> Points:
    """The points that a table changes: number of han -> five numbers of sticks, as in `Row`. The other rows stay.

    Raises KanamjError for a wrong row, and if more han would be worth fewer points.

    >>> parse_points({"13": [40, 10, 20, 60, 20]})[-1]
    (13, Row(child_ron=40, child_tsumo=10, dealer_pays=20, dealer_ron=60, dealer_tsumo=20))
    """
    rows = dict(POINTS)
    for key, sticks in table.items():
        if not key.isdecimal() or not 1 <= int(key) <= YAKUMAN_HAN:
            raise KanamjError("points: {} is not a number of han; give 1 to {}", brief(key), YAKUMAN_HAN)
        numbers = sticks if isinstance(sticks, list) else []
        if len(numbers) != len(Row._fields) or any(type(each) is not int or each < 0 for each in numbers):
            raise KanamjError(
                "points of {} han are {}; give five numbers of sticks from 0: {}",
                key,
                brief(sticks),
                ", ".join(Row._fields),
            )
        rows[int(key)] = Row(*numbers)
    found = tuple(sorted(rows.items()))
    for (fewer, low), (more, high) in pairwise(found):
        if any(a > b for a, b in zip(low, high, strict=True)):
            raise KanamjError(
                "points: {} han are worth less than {} han ({}, {}); more han must not be worth fewer points",
                more,
                fewer,
                list(high),
                list(low),
            )
    return found
