"""The study of chances: a hand that is never changed, against plain Python; the command."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from chances import kept_chances

from kanamj.engine import WordEngine
from tests.conftest import Run
from tests.reference import toy
from tests.reference.chances import discards, more


@cache
def nearest(hand: tuple[int, ...]) -> int:
    found = toy.missing(hand, toy.TILES.copies)
    assert found is not None
    return found


@cache
def kept(hand: tuple[int, ...], unseen: tuple[int, ...], draws: int) -> Fraction:
    """Throw what is drawn unless it brings the hand nearer; then throw what leaves most to wait for."""
    if not draws or not sum(unseen):
        return Fraction(0)
    total = Fraction(0)
    for kind, there in enumerate(unseen):
        if not there:
            continue
        drawn, left = more(hand, kind, 1), more(unseen, kind, -1)
        if nearest(drawn) == 0:
            total += there
        elif nearest(drawn) < nearest(hand):
            total += there * max(
                kept(after, left, draws - 1) for _, after in discards(drawn) if nearest(after) == 1
            )
        else:
            total += there * kept(hand, left, draws - 1)
    return total / sum(unseen)


def test_the_chance_of_a_hand_that_is_never_changed() -> None:
    engine, chance = WordEngine(toy.LEXICON, toy.TILES, "32"), random.Random(4)
    pieces = [kind for kind, copies in enumerate(toy.TILES.copies) for _ in range(copies)]
    seen = set()
    for _ in range(40):
        hand = toy.TILES.tally(chance.sample(pieces, 4))
        unseen = tuple(copies - count for copies, count in zip(toy.TILES.copies, hand, strict=True))
        seen.add(nearest(hand))
        if nearest(hand) <= 2:
            found = kept_chances(engine, np.array(hand, np.uint8), np.array(unseen, np.int64), 3)
            assert found == pytest.approx([float(kept(hand, unseen, t)) for t in (1, 2, 3)], abs=1e-12)
    assert {1, 2} <= seen


def test_the_best_play_is_never_behind(research: Run) -> None:
    done = research("chances", "--n", 4, "--three", 2, "--form", "332", "--workers", 1, "--json")
    assert (done.code, done.err) == (0, "")
    rows = json.loads(done.out)["summary"]
    assert [(row["shanten"], row["draws"], row["hands"]) for row in rows] == [
        (at, t, 2 if t == 3 else 4) for at in (0, 1) for t in (1, 2, 3)
    ]
    for row in rows:
        assert row["best"] >= max(row["kept"], row["best"] - row["cost"])
        assert row["gain"] == pytest.approx(row["best"] - row["kept"], abs=1e-6)
