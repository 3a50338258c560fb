"""Kernels and the search judge the hands of games the same."""

from __future__ import annotations

import pytest

from kanamj.game import Phase, preset
from kanamj.game.agents import parse_agents
from kanamj.game.steps import play
from kanamj.lexicon import Lexicon


@pytest.mark.parametrize(
    ("name", "agents", "games"),
    [
        ("standard", "greedy", 2),
        ("standard", "greedy+call", 1),
        ("basic", "random", 1),
        ("paper", "greedy+call", 2),
        ("standard,forms=2222222,players=2", "greedy", 1),
        ("standard,tiles=hiragana-pro-166,kan=any,players=3", "greedy+call", 1),
        ("basic,tiles=hiragana-pro-136,ron=yes,pon=any", "greedy+call@0.5", 1),
    ],
)
def test_kernels_judge_every_hand_as_the_search_does(
    name: str, agents: str, games: int, common: Lexicon
) -> None:
    rules = preset(name, common)
    kernels, search = rules.with_kernels().hands, rules.hands
    compared = 0
    for game in range(games):
        seated = [
            spec.seated(rules, (9, game), seat)
            for seat, spec in enumerate(parse_agents(agents, rules.players))
        ]
        for before, _, _ in play(rules, (9, game), seated):
            me = before.players[before.turn]
            if before.phase == Phase.DISCARD and compared < 6:
                assert kernels.discards(me.hand, me.blocks) == search.discards(me.hand, me.blocks)
                assert kernels.nearest(me.hand, me.blocks) == search.nearest(me.hand, me.blocks)
                compared += 1
            elif before.phase == Phase.DRAW and compared < 6:
                assert kernels.outlook(me.hand, me.blocks) == search.outlook(me.hand, me.blocks)
                assert kernels.waits(me.hand, me.blocks) == search.waits(me.hand, me.blocks)
    assert compared
