"""The chances estimated by rollouts: below the exact chances or equal to them, never above."""

from typing import Any

import pytest

from kanamj.engine import RiichiEngine, WordEngine
from kanamj.engine.batch import Batch
from kanamj.engine.rollouts import estimate
from tests.reference import toy

ENGINE = WordEngine(toy.LEXICON, toy.TILES, "32")


@pytest.mark.parametrize("hand", ["あいうおえ", "いえおうか", "いえおか"])
def test_an_estimate_is_a_lower_bound(hand: str) -> None:
    exact = ENGINE.chances(hand)
    found = estimate(ENGINE.ask(hand), 3, rollouts=2000, seed=1)
    for kind, _, completed in found.discards or [(-1, "", found.ways)]:
        chances = exact.after(kind) if found.discards else exact.fractions
        shares = found.after(kind) if found.discards else found.fractions
        errors = found.errors(completed)
        for t, (share, error) in enumerate(zip(shares, errors, strict=True)):
            assert share <= chances[t] + 4 * error
        assert float(shares[0]) == pytest.approx(float(chances[0]), abs=4 * errors[0])


def test_a_rollout_ends_with_the_wall() -> None:
    found = estimate(ENGINE.ask("いえおか"), 18, rollouts=20)
    assert found.ways == tuple(sorted(found.ways))
    assert len(found.ways) == 18


def test_the_same_seed_gives_the_same_estimate() -> None:
    found = estimate(RiichiEngine().ask("123m456p789s11z22z4z"), 4, 30, seed=5)
    assert found == estimate(RiichiEngine().ask("123m456p789s11z22z4z"), 4, 30, seed=5)
    assert found.discards[0].tile == "4z"
    assert estimate(ENGINE.ask("あいうおお"), 2, 10).chances == (1.0, 1.0)


def test_seen_tiles_are_not_waited_for() -> None:
    """All other 1z are seen, so the tile that is drawn first has the better chance, and is kept."""
    melds, seen = ["123m", "456p", "789s", "222z"], "1z1z1z"
    exact = RiichiEngine().chances("1z", 2, melds, seen).chances[1]
    found = estimate(RiichiEngine().ask("1z", melds), 2, 20_000, 1, seen)
    assert abs(found.chances[1] - exact) < 4 * found.standard_errors[1]


def test_drawn_tiles_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player of a rollout knows that the tiles it drew, and threw again, do not come back."""
    totals = []
    best_discards = Batch.best_discards

    def spy(self: Batch, counts: Any, unseen: Any = None) -> Any:
        totals.append(set(unseen.sum(axis=1).tolist()))
        return best_discards(self, counts, unseen)

    monkeypatch.setattr(Batch, "best_discards", spy)
    estimate(ENGINE.ask("いえおか"), 4, rollouts=20)
    assert totals == [{7}, {6}, {5}]
