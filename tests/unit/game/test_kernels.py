"""The kernels look at hands as the search does: in every state that games meet, and whole games end alike."""

from __future__ import annotations

import pytest

from kanamj.game import Phase, preset
from kanamj.game.agents import parse_agents
from kanamj.game.kernels import KernelSolver
from kanamj.game.play import play
from kanamj.lexicon import Lexicon


@pytest.mark.parametrize(
    ("name", "agents", "games"),
    [
        ("standard", "greedy", 2),
        ("standard", "greedy+call", 2),
        ("basic", "random", 1),
        ("paper", "greedy+call", 3),
        ("standard,forms=2222222,players=2", "greedy", 1),
    ],
)
def test_kernels_see_what_the_search_sees(name: str, agents: str, games: int, common: Lexicon) -> None:
    rules = preset(name, common)
    kernels = KernelSolver(rules.hands.engine)
    search = rules.hands.solver
    compared = 0
    for game in range(games):
        seated = [
            spec.seated(rules, (9, game), seat)
            for seat, spec in enumerate(parse_agents(agents, rules.players))
        ]
        for before, _, _ in play(rules, (9, game), seated):
            me = before.players[before.turn]
            if before.phase == Phase.DISCARD and compared < 25:
                assert kernels.discards(me.hand, me.blocks) == search.discards(me.hand, me.blocks)
                compared += 1
            elif before.phase == Phase.DRAW:
                assert kernels.outlook(me.hand, me.blocks) == search.outlook(me.hand, me.blocks)
                assert kernels.waits(me.hand, me.blocks) == search.waits(me.hand, me.blocks)
    assert compared


@pytest.mark.parametrize("agents", ["greedy", "greedy+call@0.6,greedy,greedy+riichi,random"])
def test_games_are_the_same_by_kernels_and_by_search(agents: str, common: Lexicon) -> None:
    games = []
    for rules in (preset("standard", common), preset("standard", common).with_kernels()):
        specs = parse_agents(agents, rules.players)
        for seed in range(3):
            seated = [spec.seated(rules, (seed,), seat) for seat, spec in enumerate(specs)]
            games.append([action for _, action, _ in play(rules, seed, seated)])
    assert games[:3] == games[3:]
