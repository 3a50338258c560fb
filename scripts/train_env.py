"""Train a player of the beginners' game in the environment, in under a minute: an example of `kanamj.game.env`.

    pip install '.[env]'
    python scripts/train_env.py [--generations 40] [--seed 1] [--others AGENT [--path DIR]]

The player wins when it can, and else throws the tile that it values least. It has one value per kind of tile, 75 in
all, which are found by the cross-entropy method: draw values around a mean, play with them, move the mean to the best
quarter. The others win when they can, and else throw at random, unless --others names an agent: greedy@0.1, 290w, or
module:Class. The player learns which letters words are made of; it knows no words.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kanamj.game.env import env
from kanamj.game.outsiders import look_in

Policy = Callable[[np.ndarray, np.ndarray], int]
"""Own hand, (K,), and action mask -> action."""


def throwing(values: np.ndarray) -> Policy:
    """A policy that wins when it can, and else throws the tile with the least value. values: (K,)."""

    def choose(hand: np.ndarray, mask: np.ndarray) -> int:
        kinds = len(hand)
        if mask[2 * kinds]:
            return 2 * kinds  # tsumo
        held = np.flatnonzero(mask[:kinds])
        return int(held[np.argmin(values[held])])

    return choose


def wins(table: Any, policies: list[Policy], games: range) -> int:
    """How many of the games the player at seat 0 wins."""
    won = 0
    for game in games:
        table.reset(seed=game)
        for agent in table.agent_iter():
            seen, reward, terminated, truncated, _ = table.last()
            if terminated or truncated:
                won += agent == "player_0" and reward > 0
                table.step(None)
                continue
            mask = seen["action_mask"]
            kinds = table.unwrapped.rules.tiles.kinds
            seat = int(agent.removeprefix("player_"))
            table.step(policies[seat](seen["observation"][: len(kinds)], mask))
    return won


def main(generations: int = 40, seed: int = 1, others: str = "", path: Path | None = None) -> None:
    look_in(path)
    chance = np.random.default_rng(seed)
    table = env(rules="basic", bots=dict.fromkeys((1, 2, 3), others) if others else {})
    faces = table.unwrapped.rules.tiles.kinds

    def any_tile(hand: np.ndarray, mask: np.ndarray) -> int:
        return throwing(chance.random(len(hand)))(hand, mask)

    wins(table, [any_tile] * 4, range(1))  # loads the kernels
    rest: list[Policy] = [any_tile] * 3
    test = range(1_000_000, 1_000_300)
    print(f"before: {wins(table, [any_tile, *rest], test)} of {len(test)} games won")
    mean, spread = np.zeros(len(faces)), np.ones(len(faces))
    for generation in range(generations):
        tried = mean + spread * chance.normal(size=(16, len(faces)))
        games = range(25 * generation, 25 * generation + 25)
        score = [wins(table, [throwing(values), *rest], games) for values in tried]
        best = tried[np.argsort(score)[-4:]]
        mean, spread = 0.5 * mean + 0.5 * best.mean(axis=0), np.maximum(0.9 * spread, 0.2)
    order = "".join(faces[kind] for kind in np.argsort(-mean))
    print(
        f"after {generations} generations: {wins(table, [throwing(mean), *rest], test)} of {len(test)} games won"
    )
    print(f"keeps most: {order[:10]}  throws first: {order[-10:]}")


if __name__ == "__main__":
    from start import start

    start(
        main,
        generations="how often the mean moves [default: 40]",
        seed="seed of the values that are tried",
        others="who plays the other seats, such as 290w or my_bots:Careful",
        path="a folder where modules are looked for too",
    )
