"""The results of games: tables with standard errors, and the folder they are written to.

The standard error of a share of hands is computed over games, because the hands of one game depend on each other.

ends.csv      how,games,share,stderr
turns.csv     turn,tsumo,ron                          games by the turn of the player whose tile won
tenpai.csv    turn,hands,tenpai,share,stderr          turn n: hands with an n-th discard; those tenpai after it
seats.csv     seat,games,wins,share,stderr            seat 0 deals
agents.csv    agent,seats,wins,share,stderr,tsumo,ron,dealt_in,calls    share: wins per game and seat
calls.csv     agent,called,hands,wins,share,stderr    hands that called, and hands that did not: not the same hands,
                                                      so the table does not say what a call is worth
games/        recorded games
MANIFEST.toml parameters, lexicon hash, command
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kanamj.studies.result_folder import TableResults

HOWS = ("tsumo", "ron", "wall")
TABLES = ("ends", "turns", "tenpai", "seats", "agents", "calls")


@dataclass(frozen=True)
class GameResults(TableResults):
    """The results of games. records: name -> path of a recorded game; empty if the results are read from a folder."""

    records: Mapping[str, Path] = field(default_factory=dict, compare=False)

    @property
    def n(self) -> int:
        return sum(row["games"] for row in self.tables["ends"].objects())

    @property
    def median_turn(self) -> float | None:
        """The median turn of the win; None if no game was won."""
        won = {turn: tsumo + ron for turn, tsumo, ron in self.tables["turns"].rows}
        both = [_nth(won, (sum(won.values()) - 1 + more) // 2) for more in (0, 1)]
        return sum(both) / 2 if sum(won.values()) else None

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


def share_cells(count: int, share: float, stderr: float | None) -> list[object]:
    """The cells of a share in a table: count, share, standard error; with 6 decimals."""
    return [count, round(share, 6), round(stderr or 0.0, 6)]
