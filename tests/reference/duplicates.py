"""A readable twin of `study strength`: duplicates played step by step, and counted in plain Python."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean, stdev
from typing import Any

from kanamj.game import Event, Phase, Rules, State, initial, legal_actions, step, view
from kanamj.game.agents import AgentSpec


def played(rules: Rules, seed: int, wall: int, seated: list[AgentSpec]) -> State:
    """The end of a game. Who has no choice does what is legal; in a call window, the next player answers first."""
    state = initial(rules, (seed, wall))
    players = [agent.seated(rules, (seed, wall), seat) for seat, agent in enumerate(seated)]
    while state.phase != Phase.END:
        player = next(
            seat
            for away in range(rules.players)
            for seat in [(state.turn + away + (state.phase == Phase.CALL_WINDOW)) % rules.players]
            if legal_actions(state, seat)
        )
        legal = legal_actions(state, player)
        action = legal[0] if len(legal) == 1 else players[player].choose(view(state, player), legal)
        state = step(state, action)
    return state


def against(
    rules: Rules, seed: int, walls: int, few: int, one: AgentSpec, other: AgentSpec
) -> list[list[dict[str, float]]]:
    """For each wall, what each seat of `one` gets in each game against `other`, in which `one` has `few` seats."""
    found = []
    for wall in range(walls):
        seats_of_wall = []
        for seats in combinations(range(rules.players), few):
            state = played(
                rules, seed, wall, [one if seat in seats else other for seat in range(rules.players)]
            )
            seats_of_wall += [counted(state, seat) for seat in seats]
        found.append(seats_of_wall)
    return found


def counted(state: State, seat: int) -> dict[str, float]:
    assert state.end is not None
    winners = [win.player for win in state.end.wins]
    points = 0
    for win in state.end.wins:
        worth = state.rules.players - 1
        if win.player == seat:
            points += worth
        elif state.end.how == Event.TSUMO:
            points -= 1
        elif win.source == seat:
            points -= worth
    if state.rules.scored:
        points = state.points[seat] - state.began[seat]
    return {
        "share": (seat in winners) / len(winners) if winners else 1 / state.rules.players,
        "won": float(seat in winners),
        "turn": state.players[state.turn].turns if seat in winners else 0,
        "drawn": not winners,
        "dealt_in": any(win.source == seat for win in state.end.wins),
        "points": points,
    }


def mean(walls: list[list[dict[str, float]]], name: str) -> tuple[float, float]:
    """The mean over all seats, and its error: that of the means of the walls."""
    means = [fmean(seat[name] for seat in wall) for wall in walls]
    return fmean(means), stdev(means) / len(means) ** 0.5


def results(
    rules: Rules, seed: int, walls: int, few: int, agents: tuple[AgentSpec, ...]
) -> dict[str, dict[Any, dict[str, tuple[float, float]]]]:
    """The tables agents and pairs: key -> name -> (mean, error); of the turn only the mean."""
    pairs = {
        (a.text, b.text): against(rules, seed, walls, few, a, b) for a in agents for b in agents if a is not b
    }
    tables: dict[str, dict[Any, dict[str, tuple[float, float]]]] = {"agents": {}, "pairs": {}}
    for name in [agent.text for agent in agents]:
        mine = [games for (agent, _), games in pairs.items() if agent == name]
        together = [[seat for games in mine for seat in games[wall]] for wall in range(walls)]
        row = {column: mean(together, column) for column in ("share", "dealt_in", "drawn", "points")}
        wins = sum(seat["won"] for wall in together for seat in wall)
        row["turn"] = (sum(seat["turn"] for wall in together for seat in wall) / wins if wins else 0, 0)
        tables["agents"][name] = row
    for (one, other), games in pairs.items():
        apart = [
            [{"gain": a["share"] - b["share"]} for a, b in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(games, pairs[other, one], strict=True)
        ]
        row = {column: mean(games, column) for column in ("share", "points")}
        tables["pairs"][one, other] = row | {"gain": mean(apart, "gain")}
    return tables
