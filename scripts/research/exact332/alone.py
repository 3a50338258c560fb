"""The study of `exact332 alone`: how likely are agents to win alone within some draws, and how good are their throws?

A thrown tile goes back, as in the game that `exact332 solve` solves. All agents get the same hands.

- `players.csv`, for each agent and number of draws: the mean chance of dealt hands to win. A game is played to the last
  draw: each draw is one that does not win, and the chance that it would have won is counted instead. So the errors are
  small.
- `throws.csv`: of other dealt hands, with the tile that is drawn, that do not win: the share in which the throw of an
  agent is not the best one, the share that loses 1 % or more, and the mean loss. A throw is judged by the exact chance
  to win within two more draws. `examples.csv`: the hand of each chunk that loses most.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from old.games import OnGames
from old.measures import Count, Difference, Mean, Share, Value
from old.study import Chunk
from old.sums import Sum, Sums, Totals, pair
from old.tables import Declared

from exact332.count import SCRIPT
from kanamj.errors import KanamjError
from kanamj.game.agents import AgentSpec, Greedy
from kanamj.game.hands import less
from kanamj.game.pcg64 import PCG64
from kanamj.game.rules import Rules
from kanamj.game.states import Player
from kanamj.game.wall import new_wall
from kanamj.tiles import Kinds

MOST_DRAWS, MOST_GAMES = 30, 10**9
DRAWN, JUDGED = 1, 2
"""Streams of random numbers of a game: those of the draws, and that of the wall from which a judged hand is dealt."""
Counts = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Alone(OnGames):
    """A study of n games alone, for each agent.

    draws: the most draws. judged: how many throws of each agent are judged. Raises KanamjError for an agent that plays
    only with others, and for other numbers.
    """

    rules: Rules
    agents: tuple[AgentSpec, ...]
    n: int
    draws: int = 6
    judged: int = 0
    seed: int = 1
    extra: tuple[Path, ...] = field(default=(), compare=False)

    chunk_size = 100
    kind = "games alone"
    command = f"{SCRIPT} alone"
    title = "Agents alone"
    about = "How likely agents that play alone are to win within some draws. Thrown tiles go back."
    tables = (
        Declared(
            "players",
            *("agent", "draws", Count("games", of="chance"), Mean("chance")),
            Difference("chance", other="first", column="ahead"),
            title="chance to win within so many draws; ahead: of the first agent",
            heads={"chance": "chance to win"},
        ),
        Declared(
            "throws",
            "agent",
            Share("worse", "judged", "worse"),
            Share("one_percent", share="one_percent", stderr="one_percent_stderr"),
            Mean("lost"),
            title="throws that are not the best for two more draws",
            heads={"lost": "chance lost"},
        ),
        Declared(
            "examples",
            *("agent", "hand", "throws", "best", Value("chance"), Value("best_chance")),
            order=lambda row: (row["agent"], row["chance"] - row["best_chance"]),
        ),
    )

    def __post_init__(self) -> None:
        for name, most in {"n": MOST_GAMES, "draws": MOST_DRAWS}.items():
            if not 1 <= getattr(self, name) <= most:
                raise KanamjError(f"{name} is {getattr(self, name)}; give a number from 1 to {most:,}")
        if not 0 <= self.judged <= self.n:
            raise KanamjError(
                f"{self.judged} throws cannot be judged; give 0 to {self.n:,}, the number of games"
            )
        for agent in self.agents:
            # Rules keep what they have computed; a copy leaves those of the study as workers read them.
            player = _player(agent.seated(replace(self.rules), (self.seed,), 0))
            if not hasattr(player, "thrown") or getattr(player, "sees_all", False):
                raise KanamjError(f"{agent.text} does not play alone; choose greedy, chance or a level")

    @cached_property
    def players(self) -> list[Any]:
        return [_player(agent.seated(self.rules, (self.seed,), 0)) for agent in self.agents]

    @property
    def _numbers(self) -> dict[str, int]:
        return {"n": self.n, "draws": self.draws, "judged": self.judged}

    def parameters(self) -> dict[str, Any]:
        return {**self._numbers, **self.played_by}

    def options(self) -> dict[str, object]:
        return {**super().options(), **self._numbers}

    def sums(self, chunk: Chunk) -> Sums:
        numbers = range(chunk.number * self.chunk_size, chunk.number * self.chunk_size + chunk.size)
        reached = np.array([[self.reached(each, number) for number in numbers] for each in self.players])
        for agent, of_agent in zip(self.agents, reached, strict=True):
            for t in range(self.draws):
                for measure, value in pair("chance", of_agent[:, t], "first", reached[0, :, t]):
                    yield ("players", agent.text, t + 1, measure), value
        yield from self._judge([number for number in numbers if number < self.judged])

    def reached(self, player: Greedy, number: int) -> list[float]:
        """The chance of an agent to have won game number `number` after each draw."""
        hand, random = self._dealt(number, 0), PCG64((self.seed, number), DRAWN)
        missing, found = 1.0, list[float]()
        while len(found) < self.draws:
            unseen, waits = self._unseen(hand), player.hands.waits(hand, ())
            others = [kind for kind, n in enumerate(unseen) if not waits >> kind & 1 for _ in range(n)]
            missing *= len(others) / sum(unseen)
            found.append(1 - missing)
            if not others:
                return found + [1.0] * (self.draws - len(found))
            hand = tuple(sorted((*hand, others[random.word() % len(others)])))
            hand = less(hand, player.thrown(Player(hand), self._unseen(hand)))
        return found

    def _dealt(self, number: int, more: int) -> Kinds:
        """A sorted hand, with `more` tiles more than are dealt."""
        wall = new_wall(self.rules.tiles, (self.seed, number, more))
        return tuple(sorted(wall[: self.rules.hand_size + more]))

    def _unseen(self, hand: Kinds) -> list[int]:
        return [
            n - held for n, held in zip(self.rules.tiles.copies, self.rules.tiles.tally(hand), strict=True)
        ]

    def _judge(self, numbers: Iterable[int]) -> Sums:
        """The sums of the throws of all agents from the hands of these games."""
        lost: list[list[float]] = [[] for _ in self.agents]
        worst: list[tuple[Any, ...]] = [(0.0,) for _ in self.agents]
        for number in numbers:
            hand = self._dealt(number, 1)
            if self.rules.hands.completes(hand[1:], (), hand[0]):
                continue
            kinds = sorted({*hand})
            rows = np.array([self.rules.tiles.tally(less(hand, kind)) for kind in kinds], np.uint8)
            chances = self.within_two(rows)
            top = int(chances.argmax())
            for i, player in enumerate(self.players):
                mine = kinds.index(player.thrown(Player(hand), self._unseen(hand)))
                lost[i].append(float(chances[top] - chances[mine]))
                worst[i] = max(
                    worst[i], (lost[i][-1], hand, kinds[mine], kinds[top], chances[mine], chances[top])
                )
        text = self.rules.tiles.format
        for agent, losses, (most, *example) in zip(self.agents, lost, worst, strict=True):
            if losses:
                yield ("throws", agent.text, "worse"), Sum.of(np.array(losses) > 1e-9)
                yield ("throws", agent.text, "one_percent"), Sum.of(np.array(losses) >= 0.01)
                yield ("throws", agent.text, "lost"), Sum.of(losses)
            if most > 1e-9:
                hand, thrown, best, chance, best_chance = example
                key = ("examples", agent.text, text(hand), text((thrown,)), text((best,)))
                yield (*key, "chance"), Sum.of([float(chance)])
                yield (*key, "best_chance"), Sum.of([float(best_chance)])

    def within_two(self, rows: Counts) -> Floats:
        """The chance of hands to be complete within two draws, by best play, as each thrown tile goes back.

        rows: (n, kinds), the counts of hands of seven tiles.
        """
        now, waits = self._within_one(rows)
        left = np.array(self.rules.tiles.copies) - rows
        of, drawn = np.nonzero((left > 0) & ~waits)
        full = rows[of]
        full[np.arange(len(of)), drawn] += 1
        place, thrown = np.nonzero(full)
        after = full[place]
        after[np.arange(len(place)), thrown] -= 1
        best = np.maximum.reduceat(self._within_one(after)[0], np.unique(place, return_index=True)[1])
        more: Floats = np.bincount(of, left[of, drawn] * best, minlength=len(rows)) / left.sum(axis=1)
        return now + more

    def _within_one(self, rows: Counts) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """The chance of hands to be complete with one draw, and the kinds that complete them."""
        waits, left = self.rules.hands.batch(()).waits(rows), np.array(self.rules.tiles.copies) - rows
        chances: Floats = (waits * left).sum(axis=1) / left.sum(axis=1)
        return chances, waits

    def left_out(self, sums: Totals) -> Iterable[str]:
        return [name for name in ("throws", "examples") if not sums.rows(name)]


def _player(seated: Any) -> Any:
    """The player itself, of an agent from outside too."""
    return getattr(seated, "player", seated)
