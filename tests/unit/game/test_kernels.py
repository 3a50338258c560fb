"""Kernels and the search judge the hands of games the same."""

from __future__ import annotations

import pytest

from kanamj.game import Phase, preset
from kanamj.game.outsiders import seated
from kanamj.game.steps import play
from kanamj.lexicon import Lexicon


@pytest.mark.parametrize(
    ("name", "agents"),
    [
        ("standard", "greedy+call"),
        ("basic", "random"),
        ("paper", "greedy+call"),
        ("standard,forms=2222222,players=2", "greedy"),
        ("standard,tiles=hiragana-pro-166,kan=any,players=3", "greedy+call"),
        ("basic,tiles=hiragana-pro-136,ron=yes,pon=any", "greedy+call@0.5"),
    ],
)
def test_kernels_judge_every_hand_as_the_search_does(name: str, agents: str, common: Lexicon) -> None:
    rules = preset(name, common)
    kernels, search = rules.with_kernels().hands, rules.hands
    players = seated(rules, (9, 0), [agents] * rules.players)
    compared = 0
    for before, _, _ in play(rules, (9, 0), players):
        me = before.players[before.turn]
        if before.phase == Phase.DISCARD:
            assert kernels.discards(me.hand, me.blocks) == search.discards(me.hand, me.blocks)
            assert kernels.nearest(me.hand, me.blocks) == search.nearest(me.hand, me.blocks)
            compared += 1
            if compared == 6:
                break
        elif before.phase == Phase.DRAW:
            assert kernels.outlook(me.hand, me.blocks) == search.outlook(me.hand, me.blocks)
            assert kernels.waits(me.hand, me.blocks) == search.waits(me.hand, me.blocks)
    assert compared
