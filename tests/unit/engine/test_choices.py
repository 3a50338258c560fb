"""What decides between discards: chances of a percent or more, else the tiles that help."""

from __future__ import annotations

import pytest

from kanamj.engine.choices import Discard, measured, weighed


@pytest.mark.parametrize(
    ("chances", "by", "first", "fine"),
    [
        ((0.02, 0.05), "chance", "い", {"い"}),
        ((0.041, 0.05), "chance", "い", {"い", "あ"}),
        ((0.002, 0.005), "tiles", "あ", {"あ"}),
        ((0.0, 0.0), "tiles", "あ", {"あ"}),
    ],
)
def test_small_chances_leave_it_to_the_tiles(
    chances: tuple[float, float], by: str, first: str, fine: set[str]
) -> None:
    more, fewer = (
        Discard(kind, tile, 2, (), unseen, (chance, chance))
        for kind, (tile, unseen, chance) in enumerate(zip("あい", (20, 10), chances, strict=True))
    )
    rows = weighed([fewer, more], left=100)
    assert measured(rows) == by
    assert rows[0].tile == first
    assert rows[0].best
    assert not rows[1].best
    assert {each.tile for each in rows if each.fine} == fine
