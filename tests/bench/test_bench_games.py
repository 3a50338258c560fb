"""Timings of the game, printed and not asserted: pytest -m bench -s tests/bench/test_bench_games.py

The yardstick of the kernels is the search, the single-hand engine asked for the same games in the same run.
"""

from __future__ import annotations

import time
from statistics import median

import pytest

from kanamj.game import Action, Event, Phase, Rules, State, initial, preset, step
from kanamj.game.agents import parse_agents
from kanamj.game.play import play
from kanamj.lexicon import Lexicon

pytestmark = pytest.mark.bench


def games_a_second(rules: Rules, agents: str, games: int, rounds: int = 3) -> float:
    """The median over rounds; each round plays other games."""
    specs = parse_agents(agents, rules.players)

    def one_round(number: int) -> float:
        start = time.perf_counter()
        for game in range(games):
            seed = (number, game)
            for _ in play(rules, seed, [spec.seated(rules, seed, seat) for seat, spec in enumerate(specs)]):
                pass
        return games / (time.perf_counter() - start)

    return median(one_round(number) for number in range(rounds))


@pytest.mark.parametrize("name", ["standard", "paper"])
@pytest.mark.parametrize("agents", ["greedy", "greedy+call"])
def test_greedy_games(name: str, agents: str, common: Lexicon) -> None:
    kernels = preset(name, common).with_kernels()
    games_a_second(kernels, agents, 3, 1)  # compiles, loads
    fast = games_a_second(kernels, agents, 60)
    slow = games_a_second(preset(name, common), agents, 2, 1)
    print(
        f"\n{name}, four {agents}: {fast:.0f} games a second and thread by kernels, {slow:.1f} by the search"
    )


def test_a_step_without_analysis(common: Lexicon) -> None:
    """Every step of some games, taken again when the hands have been looked at; microseconds by event."""
    rules = preset("paper", common).with_kernels()
    specs = parse_agents("greedy+call", rules.players)
    steps: list[tuple[State, Action]] = []
    for game in range(10):
        seated = [spec.seated(rules, (game,), seat) for seat, spec in enumerate(specs)]
        steps += [(before, action) for before, action, _ in play(rules, game, seated)]
    times: dict[Event, list[float]] = {}
    for _ in range(5):
        for before, action in steps:
            start = time.perf_counter()
            after = step(before, action)
            taken = time.perf_counter() - start
            if after.phase != Phase.END:  # a win is arranged in words, which is analysis
                times.setdefault(action.event, []).append(taken * 1e6)
    print(
        "\na step:",
        ", ".join(f"{event.value} {median(taken):.1f} us" for event, taken in sorted(times.items())),
    )
    start = time.perf_counter()
    initial(rules, 1)
    print(f"the deal: {(time.perf_counter() - start) * 1e6:.0f} us")
