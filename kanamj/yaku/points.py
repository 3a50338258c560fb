"""Points, in sticks of 1,000: what han are worth, and who pays (mark H: house rules after common riichi)."""

from __future__ import annotations

from typing import NamedTuple

YAKUMAN_HAN = 13
"""From this number of han on, bonus included, a win counts as a yakuman (mark M)."""


class Row(NamedTuple):
    """What a win is worth.

    child_ron: a child wins by ron.
    child_tsumo, dealer_pays: a child wins by tsumo, and each child and the dealer pay this.
    dealer_ron, dealer_tsumo: the dealer wins by ron, or by tsumo from each player.
    """

    child_ron: int
    child_tsumo: int
    dealer_pays: int
    dealer_ron: int
    dealer_tsumo: int


POINTS = (
    (1, Row(1, 1, 1, 2, 1)),
    (2, Row(2, 1, 1, 3, 1)),
    (3, Row(4, 1, 2, 6, 2)),
    (4, Row(8, 2, 4, 12, 4)),
    (6, Row(12, 3, 6, 18, 6)),
    (8, Row(16, 4, 8, 24, 8)),
    (11, Row(24, 6, 12, 36, 12)),
    (YAKUMAN_HAN, Row(32, 8, 16, 48, 16)),
)
"""Pairs (han, row), ascending: the row is for this number of han and more."""


class Payment(NamedTuple):
    """What one player pays the winner.

    payer: "discarder", "dealer", or "child" (of the dealer's tsumo, the first child is the next player).
    """

    payer: str
    sticks: int


def payments(han: int, win: str, dealer: bool, players: int = 4) -> tuple[Payment, ...]:
    """Returns what each player pays for a win of `han` han, bonus included; a yakuman has 13, and 0 han are worth
    nothing.

    >>> payments(5, "tsumo", dealer=False)
    (Payment(payer='dealer', sticks=4), Payment(payer='child', sticks=2), Payment(payer='child', sticks=2))
    """
    if not han:
        return ()
    row = next(row for least, row in reversed(POINTS) if han >= least)
    if win == "ron":
        return (Payment("discarder", row.dealer_ron if dealer else row.child_ron),)
    if dealer:
        return (Payment("child", row.dealer_tsumo),) * (players - 1)
    return Payment("dealer", row.dealer_pays), *[Payment("child", row.child_tsumo)] * (players - 2)
