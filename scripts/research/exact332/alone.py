"""The study of `exact332 alone`: how likely are agents to win alone within some draws, and how good are their throws?

A thrown tile goes back, as in the game that `exact332 solve` solves. All agents get the same hands.

- `players.csv`, for each agent and number of draws: the mean chance of dealt hands to win, and how far it is ahead of
  the first agent's. A game is played to the last draw: each draw is one that does not win, and the chance that it would
  have won is counted instead. So the errors are small.
- `throws.csv`: of other dealt hands, with the tile that is drawn, that do not win: the share in which the throw of an
  agent is not the best one, the share that loses 1 % or more, and the mean loss. A throw is judged by the exact chance
  to win within two more draws. `examples.csv`: the hand of each chunk that loses most.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from exact332.count import SCRIPT
from kanamj import KanamjError, Lexicon, load_lexicon
from kanamj.game import Player, Rules, preset, seated
from kanamj.studies import DealStudy, Study, difference, mean, moments, part, share

MOST_DRAWS, MOST_GAMES = 30, 10**9
DEALT, DRAWN = 0, 1
"""Streams of random numbers of a game: of the wall from which its hand is dealt, and of its draws."""
Floats = npt.NDArray[np.float64]
Hand = tuple[int, ...]


@dataclass(frozen=True)
class Alone(Study):
    """Play N games alone: how likely is an agent to win within 1 to T draws, and how good are its throws?

    rules: a preset and options, as `kanamj rules` says. draws: the most draws. judged: how many throws of each agent
    are judged. Raises KanamjError for an agent that plays only with others, and for other numbers.
    """

    lexicon: Lexicon | str = DealStudy.lexicon
    rules: Rules | str = "basic"
    agents: str = field(
        default="greedy,safe:Safe,400w",
        metadata={"help": "Such as greedy, chance:Chance, safe:Safe, a level such as 400w, or greedy@0.5."},
    )
    n: int = 10_000
    draws: int = field(default=6, metadata={"help": "The most draws (1 to 30)."})
    judged: int = field(default=0, metadata={"help": "Judge this many throws of each agent. 2 ms each."})
    seed: int = 1
    extra: tuple[Path, ...] = field(default=(), compare=False)

    chunk_size = 100
    kind = "games alone"
    command = f"{SCRIPT} alone"

    def __post_init__(self) -> None:
        for name, most in {"n": MOST_GAMES, "draws": MOST_DRAWS}.items():
            if not 1 <= getattr(self, name) <= most:
                raise KanamjError(f"{name} is {getattr(self, name)}; give a number from 1 to {most:,}")
        if not 0 <= self.judged <= self.n:
            raise KanamjError(
                f"{self.judged} throws cannot be judged; give 0 to {self.n:,}, the number of games"
            )
        if not isinstance(self.lexicon, Lexicon):
            object.__setattr__(self, "lexicon", load_lexicon(self.lexicon, self.extra))
        for agent, player in zip(self.names, self.players, strict=True):
            if not hasattr(player, "thrown") or getattr(player, "sees_all", False):
                raise KanamjError(f"{agent} does not play alone; choose greedy, chance:Chance or a level")

    def __getstate__(self) -> dict[str, Any]:
        """What workers need: rules without what they have computed."""
        rules = replace(self.rules) if isinstance(self.rules, Rules) else self.rules
        return {**super().__getstate__(), "rules": rules}

    @cached_property
    def game(self) -> Rules:
        """The rules."""
        return (
            self.rules if isinstance(self.rules, Rules) else preset(self.rules, self.lexicon).with_kernels()
        )

    @property
    def names(self) -> list[str]:
        """The agents, each once."""
        return [*dict.fromkeys(self.agents.split(","))]

    @cached_property
    def players(self) -> list[Any]:
        """The agents themselves, also those from outside."""
        found = (seated(self.game, self.seed, [name] * self.game.players)[0] for name in self.names)
        return [getattr(each, "player", each) for each in found]

    def parameters(self) -> dict[str, Any]:
        sources = {
            name: hashlib.sha256(Path(inspect.getfile(type(player))).read_bytes()).hexdigest()
            for name, player in zip(self.names, self.players, strict=True)
            if ":" in name
        }
        more = {"agents_sha256": sources} if sources else {}
        return {**super().parameters(), "rules": self.game.to_table(), **more}

    def options(self) -> dict[str, object]:
        rules = self.rules.name if isinstance(self.rules, Rules) else self.rules
        return {**super().options(), "rules": rules, "extra": self.extra}

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        numbers = range(number * self.chunk_size, number * self.chunk_size + size)
        reached = np.array([[self.reached(each, number) for number in numbers] for each in self.players])
        sums: dict[Any, Any] = {}
        for agent, of_agent in zip(self.names, reached, strict=True):
            for t in range(self.draws):
                sums["players", agent, t + 1] = moments(of_agent[:, t], reached[0, :, t])
        return sums | self._judge([number for number in numbers if number < self.judged])

    def reached(self, player: Any, number: int) -> list[float]:
        """The chance of an agent to have won game number `number` after each draw."""
        hand, random = self._dealt(number, 0), _random((self.seed, number), DRAWN)
        missing, found = 1.0, list[float]()
        while len(found) < self.draws:
            unseen, waits = self._unseen(hand), player.hands.waits(hand, ())
            others = [kind for kind, n in enumerate(unseen) if not waits >> kind & 1 for _ in range(n)]
            missing *= len(others) / sum(unseen)
            found.append(1 - missing)
            if not others:
                return found + [1.0] * (self.draws - len(found))
            hand = tuple(sorted((*hand, others[int(random.random_raw()) % len(others)])))
            hand = _less(hand, player.thrown(Player(hand), self._unseen(hand)))
        return found

    def _dealt(self, number: int, more: int) -> Hand:
        """A sorted hand, with `more` tiles more than are dealt."""
        tiles = np.repeat(np.arange(len(self.game.tiles)), self.game.tiles.copies)
        wall = tiles[_random((self.seed, number, more), DEALT).random_raw(len(tiles)).argsort()]
        return tuple(sorted(wall[: self.game.hand_size + more].tolist()))

    def _unseen(self, hand: Hand) -> list[int]:
        return [n - held for n, held in zip(self.game.tiles.copies, self.game.tiles.tally(hand), strict=True)]

    def _judge(self, numbers: Iterable[int]) -> dict[Any, Any]:
        """The sums of the throws of all agents from the hands of these games."""
        lost: list[list[float]] = [[] for _ in self.players]
        worst: list[tuple[Any, ...]] = [(0.0,) for _ in self.players]
        for number in numbers:
            hand = self._dealt(number, 1)
            if self.game.hands.completes(hand[1:], (), hand[0]):
                continue
            kinds = sorted({*hand})
            rows = np.array([self.game.tiles.tally(_less(hand, kind)) for kind in kinds], np.uint8)
            chances = self.within_two(rows)
            top = int(chances.argmax())
            for i, player in enumerate(self.players):
                mine = kinds.index(player.thrown(Player(hand), self._unseen(hand)))
                lost[i].append(float(chances[top] - chances[mine]))
                worst[i] = max(
                    worst[i], (lost[i][-1], hand, kinds[mine], kinds[top], chances[mine], chances[top])
                )
        sums, text = dict[Any, Any](), self.game.tiles.format
        for agent, losses, (most, *example) in zip(self.names, lost, worst, strict=True):
            if losses:
                counts = (sum(loss > 1e-9 for loss in losses), sum(loss >= 0.01 for loss in losses))
                sums["throws", agent] = (*moments(losses), *counts)
            if most > 1e-9:
                hand, thrown, best, *both = example
                sums["examples", agent, text(hand), text((thrown,)), text((best,))] = [*map(float, both)]
        return sums

    def within_two(self, rows: npt.NDArray[np.uint8]) -> Floats:
        """The chance of hands to be complete within two draws, by best play, as each thrown tile goes back.

        rows: (n, kinds), the counts of hands of seven tiles.
        """
        now, waits = self._within_one(rows)
        left = np.array(self.game.tiles.copies) - rows
        of, drawn = np.nonzero((left > 0) & ~waits)
        full = rows[of]
        full[np.arange(len(of)), drawn] += 1
        place, thrown = np.nonzero(full)
        after = full[place]
        after[np.arange(len(place)), thrown] -= 1
        best = np.maximum.reduceat(self._within_one(after)[0], np.unique(place, return_index=True)[1])
        more: Floats = np.bincount(of, left[of, drawn] * best, minlength=len(rows)) / left.sum(axis=1)
        return now + more

    def _within_one(self, rows: npt.NDArray[np.uint8]) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """The chance of hands to be complete with one draw, and the kinds that complete them."""
        waits, left = self.game.hands.engine.waits_many(rows), np.array(self.game.tiles.copies) - rows
        chances: Floats = (waits * left).sum(axis=1) / left.sum(axis=1)
        return chances, waits

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        players = [
            {"agent": agent, "draws": draws, "games": of[0]}
            | mean("chance", *of[:3])
            | difference("ahead", *of)
            for (agent, draws), of in part(sums, "players").items()
        ]
        throws = [
            {"agent": agent, "judged": n, "worse": worse}
            | share("share", n, worse)
            | share("one_percent", n, much)
            | mean("lost", n, *of)
            for agent, (n, *of, worse, much) in part(sums, "throws").items()
        ]
        columns = ("agent", "hand", "throws", "best", "chance", "best_chance")
        examples = [
            dict(zip(columns, (*key, *of), strict=True)) for key, of in part(sums, "examples").items()
        ]
        examples.sort(key=lambda row: (row["agent"], row["chance"] - row["best_chance"]))
        found = {"players": players, "throws": throws, "examples": examples}
        return {name: rows for name, rows in found.items() if rows}


def _random(seed: tuple[int, ...], stream: int) -> np.random.PCG64:
    return np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(stream,)))


def _less(hand: Hand, kind: int) -> Hand:
    """The hand without one tile of that kind."""
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]
