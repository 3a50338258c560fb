"""What a hand leaves to the next hand of a match."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kanamj.game import Match, preset


@pytest.mark.parametrize(
    ("how", "winners", "tenpai", "dealer", "honba"),
    [
        ("draw", (), (), 3, 3),
        ("draw", (), (2,), 2, 3),
        ("tsumo", (2,), (), 2, 3),
        ("ron", (1,), (), 3, 0),
        ("ron", (1, 2), (), 2, 3),
    ],
)
def test_who_deals_next_and_how_many_honba_there_are(
    how: str, winners: tuple[int, ...], tenpai: tuple[int, ...], dealer: int, honba: int
) -> None:
    end = SimpleNamespace(how=how, wins=[SimpleNamespace(player=seat) for seat in winners], tenpai=tenpai)
    state: Any = SimpleNamespace(end=end, dealer=2, honba=2, points=[25] * 4, deposits=1, phase="over")
    after = Match(preset("pro"), (25,) * 4, dealer=2, honba=2).after(state)
    assert (after.dealer, after.honba, after.deposits) == (dealer, honba, 1)
    assert after.passed == (dealer != 2)
