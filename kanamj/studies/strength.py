"""A study of who plays better, and by how much: every pair of agents plays the same walls from every seat.

Wall number w is shuffled by (seed of the study, w), whoever plays it. On each wall, an agent sits among players of
another in every way that the seating allows: 1v3 is one seat against three. Errors are those of whole walls.

The share of an agent is the share of games that a seat of it wins. Several winners of a game share it, and so do all
seats if nobody wins: equal agents have 1/4. Elo: `ratings.py`.

agents.csv  of an agent, per seat and game, against all others: share, elo, dealt_in, drawn, points, turn of its wins
pairs.csv   against each other; gain: the share minus that of the other against it; elo: the difference
matrix.csv  the share of the agent of the row against that of the column (three agents and more)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kanamj.errors import KanamjError, Message, not_one_of
from kanamj.game.agents import AgentSpec
from kanamj.game.rules import Rules
from kanamj.game.states import State
from kanamj.studies.base import Sums
from kanamj.studies.figures import difference, mean, moments, ratio
from kanamj.studies.frames import frame
from kanamj.studies.games import GameStudy
from kanamj.studies.ratings import BLOCKS, UNIT, elo

if TYPE_CHECKING:
    import pandas as pd

WALLS_PER_CHUNK, MOST_WALLS = 10, 10**7
MEANS = ("dealt_in", "drawn", "points")


@dataclass(frozen=True)
class Strength(GameStudy):
    """A study of agents on the same walls.

    n: how many walls.
    seating: such as 1v3 or 2v2; "" is one against all others.
    until: go on, beyond `n`, until no share of an agent has a larger standard error.
    """

    rules: Rules
    agents: tuple[AgentSpec, ...]
    n: int = field(metadata={"option": "walls"})
    seating: str = ""
    until: float | None = None
    seed: int = 1
    extra: tuple[Path, ...] = field(default=(), compare=False)

    kind = "strength"
    command = "kanamj study strength"
    digits = {"elo": 1, "elo_stderr": 1}  # noqa: RUF012
    chunk_size, most_n = WALLS_PER_CHUNK, MOST_WALLS

    def __post_init__(self) -> None:
        self.check_players()
        players, names = self.rules.players, self.names
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise KanamjError("agent {} is there twice; give each agent once", twice)
        if len(names) < 2:
            raise KanamjError("only {0} is there; give two agents or more: {0},random", names[0])
        self.check()
        if self.until is not None and not 0 < self.until < 1:
            raise KanamjError("a standard error of {:g} cannot be reached; give one such as .002", self.until)
        if self.seating not in ("", *(there := [f"{few}v{players - few}" for few in range(1, players)])):
            raise KanamjError(not_one_of(self.seating, Message("a seating of {} players", players), there))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(agent.text for agent in self.agents)

    @property
    def sides(self) -> tuple[int, int]:
        """How many seats an agent has, and how many the other."""
        return (few := int(self.seating[:1] or 1)), self.rules.players - few

    @property
    def games(self) -> int:
        """How many games an agent plays against another on a wall: in all seats that it can have."""
        return comb(self.rules.players, self.sides[0])

    @property
    def seats(self) -> int:
        """How many seats an agent has in all games of a wall against one other."""
        return self.sides[0] * self.games

    def parameters(self) -> dict[str, Any]:
        seating = "{}v{}".format(*self.sides)
        return {"walls": self.n, "seating": seating, "until": self.until or 0.0, **self.played_by}

    def options(self) -> dict[str, object]:
        given, found = self.parameters(), super().options()
        extra = found.pop("extra")
        more = {name: given[name] or None for name in ("walls", "seating", "until")}
        return {**found, **more, "extra": extra}

    @property
    def first_round(self) -> int:
        """How many chunks there are at least."""
        return -(-self.n // WALLS_PER_CHUNK)

    @property
    def chunk_count(self) -> int:
        return MOST_WALLS // WALLS_PER_CHUNK if self.until else self.first_round

    def size(self, number: int) -> int:
        return WALLS_PER_CHUNK if self.until else super().size(number)

    def enough(self, done: int, sums: Sums) -> bool:
        """Returns True if no error is larger than `until`. They are computed after the first round, and whenever a
        quarter more is done."""
        asked = self.first_round
        while asked < done:
            asked += max(1, asked // 4)
        errors = [self._share(sums, name)["share_stderr"] for name in self.names] if asked == done else [None]
        return all(error is not None and error <= (self.until or 1) for error in errors)

    def chunk(self, number: int, size: int) -> Sums:
        pairs, all_seats = [*permutations(range(len(self.names)), 2)], range(self.rules.players)
        found = np.zeros((len(self.names), len(self.names), 6, size), np.int64)
        for i in range(size):
            ends: dict[tuple[int, ...], State] = {}
            for (a, b), seats in product(pairs, combinations(all_seats, self.sides[0])):
                seated = tuple(a if seat in seats else b for seat in all_seats)
                if seated not in ends:
                    agents = [self.agents[each] for each in seated]
                    *_, (_, _, ends[seated]) = self.game(number * WALLS_PER_CHUNK + i, agents)
                found[a, b, :, i] += counted(ends[seated], seats)
        sums: Sums = {}
        for a, name in enumerate(self.names):
            turns, wins, *others = found[a].sum(axis=0)
            sums["agents", name, "turn"] = moments(turns, wins)
            for measure, values in zip(("share", *MEANS), others, strict=True):
                sums["agents", name, measure] = moments(values)
        for a, b in pairs:
            names, shares = (self.names[a], self.names[b]), found[a, b, 2]
            sums["pairs", *names, "share"] = moments(shares, found[b, a, 2])
            sums["pairs", *names, "points"] = moments(found[a, b, 5])
            for block, of_block in self._blocks(number, shares):
                sums["blocks", *names, block] = (len(of_block), int(of_block.sum()))
        return sums

    def _blocks(self, number: int, shares: np.ndarray[Any, Any]) -> list[tuple[int, Any]]:
        """The groups of walls of which errors of Elo are computed. If there are few walls, each is a group."""
        if self.first_round >= BLOCKS:
            return [(number % BLOCKS, shares)]
        of_walls = (number * WALLS_PER_CHUNK + np.arange(len(shares))) % BLOCKS
        return [(block, shares[of_walls == block]) for block in sorted({*of_walls.tolist()})]

    def _share(self, sums: Sums, *names: str) -> dict[str, Any]:
        if len(names) > 1:
            return mean("share", *sums["pairs", *names, "share"][:3], per=UNIT * self.seats)
        return mean("share", *sums["agents", *names, "share"], per=UNIT * self._seats_of_all)

    @property
    def _seats_of_all(self) -> int:
        return self.seats * (len(self.names) - 1)

    def tables(self, sums: Sums) -> dict[str, pd.DataFrame]:
        agents = [self._agent(sums, name) for name in sorted(self.names)]
        agents.sort(key=lambda row: -round(row["share"], 8))
        pairs = [(a, b) for a in sorted(self.names) for b in sorted(self.names) if a != b]
        found = {"agents": frame(agents), "pairs": frame(self._pair(sums, a, b) for a, b in pairs)}
        if len(self.names) > 2:
            found["matrix"] = frame(
                {"agent": a, **{b: self._share(sums, a, b)["share"] if a != b else None for b in self.names}}
                for a in self.names
            )
        return found

    def _agent(self, sums: Sums, name: str) -> dict[str, Any]:
        of = {measure: sums["agents", name, measure] for measure in ("share", "turn", *MEANS)}
        row = {"agent": name, "games": of["share"][0] * self._seats_of_all // self.sides[0]}
        row |= self._share(sums, name) | elo(self, sums, name)
        for measure in MEANS:
            row |= mean(measure, *of[measure], per=self._seats_of_all)
        return row | ratio("turn", *of["turn"])

    def _pair(self, sums: Sums, a: str, b: str) -> dict[str, Any]:
        share, points = sums["pairs", a, b, "share"], sums["pairs", a, b, "points"]
        return {
            "agent": a,
            "other": b,
            "games": share[0] * self.seats // self.sides[0],
            **self._share(sums, a, b),
            **difference("gain", *share, per=UNIT * self.seats),
            **elo(self, sums, a, b),
            **mean("points", *points, per=self.seats),
        }


def counted(last: State, seats: tuple[int, ...]) -> list[int]:
    """Returns, of the players at these seats at the end of a game, the turns of their wins added up, how many these
    are, their part of the game in UNIT, if one has dealt in, how many have a drawn game, and their points."""
    assert last.end
    wins, players = last.end.wins, last.rules.players
    won, drawn = sum(win.player in seats for win in wins), 0 if wins else len(seats)
    share = UNIT * won // len(wins) if wins else UNIT * drawn // players
    dealt_in, paid = any(win.source in seats for win in wins), last.gained
    turns, points = won * last.players[last.turn].turns, sum(paid[seat] for seat in seats)
    return [turns, won, share, dealt_in, drawn, points]
