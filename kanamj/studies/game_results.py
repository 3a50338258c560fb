"""The results of games: tables with standard errors, and the folder they are written to.

ends.csv      how,games,share,stderr
turns.csv     turn,tsumo,ron                          games by the turn of the player whose tile won
tenpai.csv    turn,hands,tenpai,share,stderr          turn n: hands that made their n-th discard; tenpai after it
seats.csv     seat,games,wins,share,stderr            seat 0 deals
agents.csv    agent,seats,wins,share,stderr,tsumo,ron,dealt_in,calls    share: wins per game and seat
calls.csv     agent,called,hands,wins,share,stderr    hands that called, and hands that did not
games/        recorded games
MANIFEST.toml parameters, lexicon hash, command
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kanamj.results import Manifest
from kanamj.studies.csvtext import Table, csv_text, read_table
from kanamj.studies.result_folder import command_again, parameters_of, write_results
from kanamj.studies.stats import Share

KIND = "games"
RECORDS = "games"
HOWS = ("tsumo", "ron", "wall")
TABLES = ("ends", "turns", "tenpai", "seats", "agents", "calls")


@dataclass(frozen=True)
class GameResults:
    """The results of games. tables: name -> table, see the top of this module. records: name -> path of a recorded
    game."""

    parameters: Mapping[str, Any]
    tables: Mapping[str, Table]
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
        tables = {name: table.objects() for name, table in self.tables.items()}
        return {
            "n": self.n,
            "median_turn": self.median_turn,
            **tables,
            "parameters": dict(self.parameters),
        }


def _nth(counts: Mapping[int, int], place: int) -> int:
    """The value at `place` (from 0) in the ascending list of all values. counts: value -> how often it is in the list.

    The values of `counts` must be ascending. Returns 0 if the list is shorter.
    """
    for value, count in counts.items():
        place -= count
        if place < 0:
            return value
    return 0


def share_cells(count: int, n: int) -> list[object]:
    """The cells of a share in a table: count, share, standard error."""
    share = Share(count, n)
    return [count, rounded(share.value), rounded(share.stderr)]


def rounded(value: float) -> float:
    """A share with 6 decimals, as tables show it."""
    return round(value, 6)


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, list) else str(value)


def write_games(
    place: Path, played: GameResults, inputs: Mapping[str, str], extra: Iterable[Path] = ()
) -> None:
    """Write the files of the results and their manifest.

    inputs: file name -> SHA-256, for the files that the words were read from. extra: those with the user's own words.
    """
    files: dict[str, str | bytes | Path] = {
        f"{name}.csv": csv_text(table.columns, table.rows) for name, table in played.tables.items()
    }
    files |= {f"{RECORDS}/{name}": path for name, path in played.records.items()}
    chosen = {name: played.parameters[name] for name in ("n", "agents", "seed", "lexicon")}
    rules = dict(played.parameters["rules"])
    chosen["rules"] = ",".join([rules.pop("name"), *(f"{name}={_option(rules[name])}" for name in rules)])
    chosen["records"] = played.parameters["records"]
    command = command_again("simulate games", chosen, extra)
    write_results(place, KIND, command, played.parameters, files, inputs)


def read_games(folder: Path) -> GameResults:
    """The results that `write_games` wrote into a folder; without the recorded games.

    Raises ManifestError if there are none, or if a file is not what the manifest says.
    """
    manifest = Manifest.of_results(folder, KIND, "kanamj simulate games")
    tables = {name: read_table(folder / f"{name}.csv") for name in TABLES}
    return GameResults(parameters_of(manifest), tables)
