"""The script of results/strength/summary: the danger of a letter is the share of tenpai hands that wait for it."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from tests import places
from tests.reference.arranging import reached

pytestmark = pytest.mark.slow
DEALS = 60


def test_the_danger_of_a_letter_is_counted_hand_by_hand() -> None:
    script = places.script("results_strength")
    engine = WordEngine("core")
    rows, _ = engine.batch.deal_rows(13, DEALS, deal_state(script.SEED, 0))
    hands = [engine.tiles.format_counts(row) for row in rows.tolist()]
    tenpai = [hand for hand in hands if engine.shanten(hand) == 0]
    waits = Counter(letter for hand in tenpai for letter in engine.waits(hand))
    found = script.measured(script.Danger, DEALS, 13)
    assert {row["letter"]: row["waiting"] for row in found if row["waiting"]} == waits
    assert {row["tenpai"] for row in found} == {len(tenpai)}
    assert [row["waiting"] for row in found] == sorted((row["waiting"] for row in found), reverse=True)
    assert all(row["share"] == round(row["waiting"] / len(tenpai), 6) for row in found)


def test_a_call_is_worth_what_it_adds_to_a_quarter() -> None:
    """One who never calls, among three who never call, wins a quarter."""
    script = places.script("results_strength")
    table = script.call_values()
    assert len(table) == 12
    for row in table:
        at = "" if row["known"] == "all" else f"@{row['known']}w"
        found = script.pairs(f"calls-{row['rules']}-{row['known'] if at else 1}{'w' * bool(at)}")
        one = found[f"greedy+call{at}", f"greedy{at}"]
        assert row["nearer"] == pytest.approx(one["share"] - 0.25)
        assert row["nearer_stderr"] == one["share_stderr"]


def test_tries_in_a_row_are_those_of_two_rules_one_after_the_other() -> None:
    """The chances of one try are computed by the readable twin."""
    script = places.script("results_strength")
    engine = WordEngine("core")
    rows, _ = engine.batch.deal_rows(14, 12, deal_state(script.SEED, 0))
    hands = [engine.tiles.format_counts(row) for row in rows[engine.batch.distance(rows) == 0].tolist()]
    words = engine.lexicon.easiest_keys(2, 3, flagged=True)
    rules = [("fewest", "hard", "hand"), ("any", "hard", "hand")]
    once = [[float(reached(hand, words, (3, 3, 3, 3, 2), rule)) for rule in rules] for hand in hands]
    for row in script.measured(script.Tries, 12):
        within = [1 - (1 - first) * (1 - then) ** (row["tries"] - 1) for first, then in once]
        assert row["hands"] == len(hands) > 0
        assert row["in_a_row"] == round(sum(within) / len(within), 6)


def test_enough_games_are_the_fewest_that_an_exact_test_asks_for() -> None:
    """Each number of wins of so many games is looked at; none fewer would do."""
    wanted = places.script("results_strength").games_enough
    for share in (0.4, 0.5425, 0.607, 0.9):
        powers = []
        for games in range(1, wanted(share) + 1):
            equal, better = (
                [comb(games, wins) * p**wins * (1 - p) ** (games - wins) for wins in range(games + 1)]
                for p in (0.25, share)
            )
            found = [wins for wins in range(games + 1) if sum(equal[wins:]) <= 0.05]
            powers.append(sum(better[wins] for wins in found))
        assert powers[-1] >= 0.9 > max(powers[:-1])
    assert wanted(0.25) is None
