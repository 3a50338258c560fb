"""The script of the table of handicaps: its player of a handicap."""

from __future__ import annotations

from kanamj.game import Event, Phase, play, preset
from kanamj.lexicon import Lexicon
from tests import places


def test_a_player_with_a_handicap_wins_only_from_that_turn(common: Lexicon) -> None:
    """A quarter of a turn is half a turn in every second hand."""
    rules, late = preset("standard", common).with_kernels(), places.script("build_handicaps").LateAgent
    won = set()
    for hand in range(40):
        table = [late("greedy", wins_from=3.25).seated(rules, (1, hand), seat) for seat in range(4)]
        for before, action, _ in play(rules, (1, hand), table):
            if action.event in (Event.TSUMO, Event.RON):
                turn = before.players[action.player].turns + (before.phase == Phase.CALL_WINDOW) / 2
                won.add((hand % 2, turn))
    assert min(turn for odd, turn in won if not odd) == 3
    assert min(turn for odd, turn in won if odd) == 3.5
    assert late("greedy", words=760, wins_from=4.25).text == "greedy@760w, wins from 4.25"
