"""Sets of tiles: the best move is that of all hands, counted one by one; a file of own counts is judged."""

from __future__ import annotations

from math import comb, prod
from pathlib import Path

import numpy as np
import pytest
from fair_tiles import FairTiles, best_move

from kanamj import TileSet, WordEngine
from kanamj.studies import run
from tests.contract.test_studies import EASY, TOY
from tests.places import needs
from tests.reference import oracles, toy

MOST = 3


def complete(copies: list[int]) -> float:
    """The share of all deals of a set with these copies that are complete, counted hand by hand."""
    engine = WordEngine(EASY, TileSet("some", toy.TILES.kinds, tuple(copies)), "32")
    hands = np.array([*oracles.hands(copies, 5)], np.uint8)
    ways = np.array([prod(map(comb, copies, hand)) for hand in hands.tolist()])
    return float(ways[engine.shanten_many(hands) == -1].sum() / comb(sum(copies), 5))


def evenness(copies: list[int]) -> float:
    """The mean over the letters of the hands of four tiles that wait for it, over the standard deviation."""
    engine = WordEngine(EASY, TileSet("some", toy.TILES.kinds, tuple(copies)), "32")
    hands = np.array([*oracles.hands(copies, 4)], np.uint8)
    ways = np.array([prod(map(comb, copies, hand)) for hand in hands.tolist()])
    waits = ways @ engine.waits_many(hands)
    return float(waits.mean() / waits.std())


@pytest.mark.parametrize("copies", [[2, 2, 2, 2, 2, 1, 1], [3, 1, 3, 1, 1, 2, 1]])
@pytest.mark.parametrize("aim", ["all", "even"])
def test_the_best_move_gains_what_counting_all_hands_says(copies: list[int], aim: str) -> None:
    many = TileSet("many", toy.TILES.kinds, (MOST,) * 7)
    hands = np.array([*oracles.hands(many.copies, 5)], np.uint8)
    hands = hands[WordEngine(EASY, many, "32").shanten_many(hands) == -1]
    move = best_move(hands, np.zeros(len(hands)), copies, MOST, aim)

    def value(kind: int, change: int) -> float:
        changed = [held + change * (at == kind) for at, held in enumerate(copies)]
        # Of deals the number of ways is weighed, not the share.
        return evenness(changed) if aim == "even" else complete(changed) * comb(sum(changed), 5)

    takes = max(value(kind, 1) for kind in range(7) if copies[kind] < MOST)
    gives = max(value(kind, -1) for kind in range(7) if copies[kind] > 1)
    assert move.gain == pytest.approx(takes * gives / value(0, 0) ** 2)
    assert (value(move.takes, 1), value(move.gives, -1)) == pytest.approx((takes, gives))


@needs("matplotlib")
def test_a_chosen_set_has_more_complete_deals_and_its_file_is_judged(tmp_path: Path) -> None:
    asked = FairTiles(EASY, 2_000, known=5, most=MOST, **TOY)
    results = run(asked, tmp_path / "first", workers=1)
    before, after = results.rows("sets")
    copies = [row["copies"] for row in results.rows("letters") if row["set"] == "chosen"]
    assert sum(copies) == toy.TILES.tiles
    assert 1 <= min(copies) < max(copies) <= MOST
    assert complete(copies) > 1.1 * complete([*toy.TILES.copies])
    for row, shares in ((before, complete([*toy.TILES.copies])), (after, complete(copies))):
        assert abs(row["complete"] - shares) < 4 * row["complete_stderr"]
        assert row["known"] <= row["complete"]
    own = FairTiles(EASY, 2_000, known=5, **TOY | {"tiles": str(tmp_path / "first" / "tiles.txt")})
    assert [*own.set.copies] == copies
    assert "tiles.txt" in own.inputs()
    assert "--tiles tiles.txt" in own.again()
    (row,) = run(own, workers=1).rows("sets")
    assert row["complete"] == after["complete"]
