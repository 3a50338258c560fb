"""The script of the table of handicaps: its player of a handicap, and the share that it counts."""

from __future__ import annotations

from handicaps import Late, share

from kanamj.game import Event, Phase, play, preset, seated
from kanamj.game.agents import AgentSpec
from kanamj.lexicon import Lexicon
from kanamj.studies import Strength, run


def test_a_player_with_a_handicap_wins_only_from_that_turn(common: Lexicon) -> None:
    """A quarter of a turn is half a turn in every second hand."""
    rules = preset("standard", common).with_kernels()
    won = set()
    for hand in range(40):
        table = [Late(player, 3.25, hand) for player in seated(rules, (1, hand), ["greedy"] * 4)]
        for before, action, _ in play(rules, (1, hand), table):
            if action.event in (Event.TSUMO, Event.RON):
                turn = before.players[action.player].turns + (before.phase == Phase.CALL_WINDOW) / 2
                won.add((hand % 2, turn))
    assert min(turn for odd, turn in won if not odd) == 3
    assert min(turn for odd, turn in won if odd) == 3.5


def test_the_share_of_wins_is_that_of_study_strength(common: Lexicon) -> None:
    """Without a handicap, two against two."""
    rules = preset("standard", common).with_kernels()
    agents = AgentSpec("greedy", words=760), AgentSpec("greedy", words=1600)
    rows = run(Strength(rules, agents, 3, "2v2", seed=1)).rows("agents")
    few = next(row for row in rows if row["agent"] == "greedy@760w")
    found, error = share(rules, (760, 1600), 0, 3, 1)
    assert abs(found - 2 * few["share"]) < 1e-6
    assert abs(error - 2 * few["share_stderr"]) < 1e-6
