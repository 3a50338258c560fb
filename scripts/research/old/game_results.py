"""The results of games: tables with standard errors, and the folder they are written to.

The standard error of a share of hands is computed over games, because the hands of one game depend on each other.

ends.csv      how,games,share,stderr
turns.csv     turn,tsumo,ron                          games by the turn of the player whose tile won
tenpai.csv    turn,hands,tenpai,share,stderr          turn n: hands with an n-th discard; those tenpai after it
seats.csv     seat,games,wins,share,stderr            seat 0 deals
agents.csv    agent,seats,wins,share,stderr,tsumo,ron,dealt_in,calls    share: wins per game and seat
games/        recorded games
MANIFEST.toml parameters, lexicon hash, command
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from old.csvtext import Table
from old.measures import Column, Count, Ratio, Share
from old.stats import in_percent
from old.tables import Declared, TableResults

HOWS = ("tsumo", "ron", "wall")


def _over_games(count: str, n: str = "") -> Ratio:
    return Ratio("hits", other="hands", count=count, n=n, digits=6)


TABLES = (
    Declared(
        "ends", "how", Share("games", count="games", out_of=0, digits=6), title="how games end, n {n:,}"
    ),
    Declared("turns", "turn", Count("tsumo"), Count("ron"), title="the turn of the win"),
    Declared(
        "tenpai",
        "turn",
        _over_games("tenpai", "hands"),
        title="share of hands at tenpai after their n-th discard",
    ),
    Declared("seats", "seat", _over_games("wins", "games"), title="wins by seat; 0 deals"),
    Declared(
        "agents",
        "agent",
        Column("seats", lambda study, row: study.seats(row.keys[0])),
        _over_games("wins"),
        *map(Count, ("tsumo", "ron", "dealt_in", "calls")),
        title="wins by agent",
    ),
)


class GameResults(TableResults):
    """The results of games. files: name -> path of a recorded game; empty if the results are read from a folder."""

    @property
    def n(self) -> int:
        return sum(row["games"] for row in self.tables["ends"].objects())

    @property
    def median_turn(self) -> float | None:
        """The median turn of the win; None if no game was won."""
        won = {turn: tsumo + ron for turn, tsumo, ron in self.tables["turns"].rows}
        both = [_nth(won, (sum(won.values()) - 1 + more) // 2) for more in (0, 1)]
        return sum(both) / 2 if sum(won.values()) else None

    @property
    def setting(self) -> str:
        given = self.parameters
        return f"{given['rules']['name']} rules, {given['agents']}, {given['lexicon']}"

    def summary(self) -> Table:
        ends, agents = (
            in_percent(self.tables[name], ["share"], self.n).objects() for name in ("ends", "agents")
        )
        wins = ", ".join(f"{row['agent']} {row['share']}" for row in agents)
        shares = dict(zip(("tsumo", "ron", "nobody wins"), (row["share"] for row in ends), strict=True))
        row = {"games": f"{self.n:,}", "median turn": f"{self.median_turn or 0:g}", **shares}
        return Table.of_row(row | {"wins per seat, by agent": wins})

    def to_json(self) -> dict[str, Any]:
        """What `kanamj simulate games --json` prints."""
        return {"n": self.n, "median_turn": self.median_turn, **super().to_json()}


def _nth(counts: Mapping[int, int], place: int) -> int:
    """The value at `place` (from 0) in the ascending list of all values. counts: value -> how often it is in the list.

    The values of `counts` must be ascending. Returns 0 if the list is shorter.
    """
    for value, count in counts.items():
        place -= count
        if place < 0:
            return value
    return 0
