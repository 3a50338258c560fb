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

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from kanamj.errors import KanamjError, not_one_of
from kanamj.game.agents import AgentSpec
from kanamj.game.rules import Rules
from kanamj.game.states import State
from old import measures as of
from old.csvtext import Table
from old.games import OnGames
from old.ratings import BLOCKS, Elo
from old.study import Chunk
from old.sums import Row, Sum, Sums, Totals, pair
from old.tables import Declared

CHUNK, MOST_WALLS = 10, 10**7
UNIT = 12
"""A game is won in twelfths, so that two, three or four seats can share it."""
ELO = Elo("elo", digits=1)
SHARE = of.Mean("share", per=lambda study, row: UNIT * _seats(study, row))
GAMES = of.Column("games", lambda study, row: row["share"].n * _seats(study, row) // study.sides[0])


def _seats(study: Strength, row: Row) -> int:
    """How many seats the agent of a row has in all games of a wall."""
    return study.sides[0] * study.games * (len(study.names) - 1 if row.table == "agents" else 1)


@dataclass(frozen=True)
class Strength(OnGames):
    """A study of agents on the same walls.

    n: how many walls. seating: such as 1v3 or 2v2; "" is one against all others. until: go on, beyond `n`, until no
    share of an agent has a larger standard error.
    """

    rules: Rules
    agents: tuple[AgentSpec, ...]
    n: int
    seating: str = ""
    until: float | None = None
    seed: int = 1
    extra: tuple[Path, ...] = field(default=(), compare=False)

    kind = "strength"
    command = "kanamj study strength"
    unit, chunk_size = UNIT, CHUNK
    tables = (
        Declared(
            "agents",
            *("agent", GAMES, SHARE, ELO),
            *(of.Mean(name, per=_seats) for name in ("dealt_in", "drawn", "points")),
            of.Ratio("turns", other="wins", share="turn", stderr="turn_stderr", percent=False),
            order=lambda row: -row["share"],
            title="each agent against all others",
            heads={"drawn": "drawn games"},
        ),
        Declared(
            "pairs",
            *("agent", "other", GAMES, SHARE),
            of.Difference("share", other="back", column="gain", per=SHARE.per),
            *(ELO, of.Mean("points", per=_seats)),
            title="one against the other",
        ),
        Declared("matrix", derived=True, title="the share of the row against the column"),
        Declared("blocks", "agent", "other", "block", of.Value("share")),
    )

    def __post_init__(self) -> None:
        players, names = self.rules.players, self.names
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise KanamjError(f"agent {twice} is there twice; give each agent once")
        if len(names) < 2:
            raise KanamjError(f"only {names[0]} is there; give two agents or more: {names[0]},random")
        if not 1 <= self.n <= MOST_WALLS:
            raise KanamjError(f"{self.n} walls cannot be played; give 1 to {MOST_WALLS:,}")
        if self.until is not None and not 0 < self.until < 1:
            raise KanamjError(f"a standard error of {self.until:g} cannot be reached; give one such as .002")
        if self.seating not in ("", *(there := [f"{few}v{players - few}" for few in range(1, players)])):
            raise KanamjError(not_one_of(self.seating, f"a seating of {players} players", there))

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

    def parameters(self) -> dict[str, Any]:
        seating = "{}v{}".format(*self.sides)
        return {"walls": self.n, "seating": seating, "until": self.until or 0.0, **self.played_by}

    def options(self) -> dict[str, object]:
        given = self.parameters()
        return super().options() | {name: given[name] or False for name in ("walls", "seating", "until")}

    @property
    def first_round(self) -> int:
        return -(-self.n // CHUNK)

    @property
    def chunk_count(self) -> int:
        return MOST_WALLS // CHUNK if self.until else self.first_round

    def chunk(self, number: int) -> Chunk:
        return Chunk(number, CHUNK) if self.until else super().chunk(number)

    def enough(self, sums: Totals) -> bool:
        errors = [SHARE.cells(self, Row("agents", (name,), sums))[1] for name in self.names]
        return all(error is not None and error <= (self.until or 1) for error in errors)

    def sums(self, chunk: Chunk) -> Sums:
        pairs, all_seats = [*permutations(range(len(self.names)), 2)], range(self.rules.players)
        found = np.zeros((len(self.names), len(self.names), 6, chunk.size), np.int64)
        for i in range(chunk.size):
            ends: dict[tuple[int, ...], State] = {}
            for (a, b), seats in product(pairs, combinations(all_seats, self.sides[0])):
                seated = tuple(a if seat in seats else b for seat in all_seats)
                if seated not in ends:
                    agents = [self.agents[each] for each in seated]
                    *_, (_, _, ends[seated]) = self.game(chunk.number * CHUNK + i, agents)
                found[a, b, :, i] += counted(ends[seated], seats)
        for a, name in enumerate(self.names):
            turns, wins, *others = found[a].sum(axis=0)
            for measure, values in zip(("share", "dealt_in", "drawn", "points"), others, strict=True):
                yield ("agents", name, measure), Sum.of(values)
            for measure, value in pair("turns", turns, "wins", wins):
                yield ("agents", name, measure), value
        for a, b in pairs:
            names, share, points = (self.names[a], self.names[b]), found[a, b, 2], Sum.of(found[a, b, 5])
            for measure, value in (*pair("share", share, "back", found[b, a, 2]), ("points", points)):
                yield ("pairs", *names, measure), value
            yield ("blocks", *names, chunk.number % BLOCKS, "share"), Sum.of(share)

    def left_out(self, sums: Totals) -> Iterable[str]:  # noqa: ARG002
        return ["blocks"] if len(self.names) > 2 else ["blocks", "matrix"]

    def derived(self, sums: Totals) -> Mapping[str, Table]:
        shares = [[SHARE.cells(self, Row("pairs", (a, b), sums))[0] for b in self.names] for a in self.names]
        rows = [[name, *row] for name, row in zip(self.names, shares, strict=True)]
        return {"matrix": Table(("agent", *self.names), rows)}


def counted(last: State, seats: tuple[int, ...]) -> list[int]:
    """Of the players at these seats at the end of a game: the turns of their wins added up, how many these are, their
    part of the game in UNIT, if one has dealt in, how many have a drawn game, and their points."""
    assert last.end
    wins, players = last.end.wins, last.rules.players
    won, drawn = sum(win.player in seats for win in wins), 0 if wins else len(seats)
    share = UNIT * won // len(wins) if wins else UNIT * drawn // players
    dealt_in, paid = any(win.source in seats for win in wins), last.end.payments(players)
    turns, points = won * last.players[last.turn].turns, sum(paid[seat] for seat in seats)
    return [turns, won, share, dealt_in, drawn, points]
