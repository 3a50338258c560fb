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
from tests.reference import oracles, toy

MOST = 3


def complete(copies: list[int]) -> float:
    """The share of all deals of a set with these copies that are complete, counted hand by hand."""
    engine = WordEngine(EASY, TileSet("some", toy.TILES.kinds, tuple(copies)), "32")
    hands = np.array([*oracles.hands(copies, 5)], np.uint8)
    ways = np.array([prod(map(comb, copies, hand)) for hand in hands.tolist()])
    return float(ways[engine.shanten_many(hands) == -1].sum() / comb(sum(copies), 5))


@pytest.mark.parametrize("copies", [[2, 2, 2, 2, 2, 1, 1], [3, 1, 3, 1, 1, 2, 1]])
def test_the_best_move_gains_what_counting_all_hands_says(copies: list[int]) -> None:
    many = TileSet("many", toy.TILES.kinds, (MOST,) * 7)
    hands = np.array([*oracles.hands(many.copies, 5)], np.uint8)
    hands = hands[WordEngine(EASY, many, "32").shanten_many(hands) == -1]
    move = best_move(hands, np.zeros(len(hands)), copies, 1, MOST)
    takes = [*copies]
    takes[move.takes] += 1
    gives = [*copies]
    gives[move.gives] -= 1
    # Taking and giving are weighed by themselves, each for the number of ways, not the share.
    by_takes = complete(takes) * comb(sum(takes), 5) / (complete(copies) * comb(sum(copies), 5))
    by_gives = complete(gives) * comb(sum(gives), 5) / (complete(copies) * comb(sum(copies), 5))
    assert move.gain == pytest.approx(by_takes * by_gives)


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
