"""Agents alone: their chances are those of plain Python, and throws are judged by the best chance."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from exact332.alone import Alone

from kanamj.errors import KanamjError
from kanamj.studies import run
from tests.conftest import Run
from tests.reference import oracles
from tests.reference.hands332 import Hands
from tests.reference.solitaire import Play, changed, greedy
from tests.research.test_exact332_count import WORDS
from tests.research.test_solved import RULES

COPIES = RULES.tiles.copies
HANDS = Hands(
    (
        COPIES,
        *[
            [tuple(sorted(map(RULES.tiles.kinds.index, key))) for key in WORDS.keys(size)]  # type: ignore[arg-type]
            for size in (3, 2)
        ],
    )
)
AGENTS = "greedy,chance:Chance"


def test_the_mean_chance_is_that_of_plain_python() -> None:
    """Of greedy, over all hands that can be dealt, within four standard errors."""
    study = Alone(WORDS, RULES, AGENTS, 600, 3)
    rows = run(study).rows("players")
    uses = study.players[0].hands.uses
    ways = {hand: oracles.ways(COPIES, hand) for hand in oracles.hands(COPIES, 7)}
    play, best = Play(HANDS, greedy(HANDS, uses)), Play(HANDS)
    for row in rows:
        means = [
            float(sum(n * each.chance(hand, row["draws"]) for hand, n in ways.items()) / sum(ways.values()))
            for each in (play, best)
        ]
        assert row["chance"] <= means[1] + 4 * row["chance_stderr"]
        if row["agent"] == "greedy":
            assert abs(row["chance"] - means[0]) <= 4 * row["chance_stderr"]
            assert row["ahead"] == 0


def test_throws_are_judged_by_the_best_chance_within_two_draws() -> None:
    study, play = Alone(WORDS, RULES, AGENTS, 30, 1, 30), Play(HANDS)
    hands = list(oracles.hands(COPIES, 7))[::97]
    chances = [float(play.chance(hand, 2)) for hand in hands]
    assert study.within_two(np.array(hands, np.uint8)) == pytest.approx(chances)
    found = run(study)
    for row in found.rows("throws"):
        assert row["worse"] <= row["judged"] <= 30
        assert row["one_percent"] <= row["share"]
    for row in found.rows("examples"):
        eight = RULES.tiles.counts(row["hand"]).tolist()
        after = {
            name: float(play.chance(changed(tuple(eight), RULES.tiles.kinds.index(row[name]), -1), 2))
            for name in ("throws", "best")
        }
        assert (row["chance"], row["best_chance"]) == pytest.approx(
            (after["throws"], after["best"]), abs=1e-6
        )
        assert row["chance"] < row["best_chance"]


def test_a_player_of_few_words_does_not_see_all_wins() -> None:
    rows = run(Alone(agents="greedy,greedy@0.3", n=40, draws=1)).rows("players")
    all_words, few = (row["chance"] for row in rows)
    assert few < all_words / 2


def test_the_study_can_be_sent_to_workers() -> None:
    study = Alone(WORDS, RULES, AGENTS, 5, 3)
    assert pickle.loads(pickle.dumps(study)).chunk(0, 5) == study.chunk(0, 5)


def test_what_cannot_be_played_alone_is_refused(research: Run) -> None:
    for agents in ("random", "seer:Seer"):
        with pytest.raises(KanamjError, match=f"{agents} does not play alone; choose greedy, chance:Chance"):
            Alone(WORDS, RULES, agents, 1)
    for options, message in (
        (("--draws", 0), "draws is 0; give a number from 1 to 30"),
        (("--n", 5, "--judged", 6), "6 throws cannot be judged; give 0 to 5, the number of games"),
        (("--agents", "best"), "'best' is not an agent"),
    ):
        code, out, err = research("exact332", "alone", *options)
        assert (code, out) == (1, "")
        assert message in " ".join(err.split())
