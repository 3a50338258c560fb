"""The results of games: tables with standard errors, and the folder they are written to.

ends.csv      how,games,share,stderr
turns.csv     turn,tsumo,ron                          games by the turn of the player whose tile won
tenpai.csv    turn,hands,tenpai,share,stderr          hands with so many discards; tenpai after the last one
seats.csv     seat,games,wins,share,stderr            seat 0 deals
agents.csv    agent,seats,wins,share,stderr,tsumo,ron,dealt_in,calls    wins per game and seat
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
    """The results of games. tables: by name, see the top of this module. records: file name -> path."""

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
    """The value at a place, from 0, in the sorted list of all values of a histogram (value -> how often), ascending."""
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
    """A share as tables show it."""
    return round(value, 6)


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, list) else str(value)


def write_games(
    place: Path, played: GameResults, inputs: Mapping[str, str], extra: Iterable[Path] = ()
) -> None:
    """Write the files of the results and their manifest.

    inputs: file name -> SHA-256 of what the words were read from. extra: files of own words among them.
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
    """The results in a folder, as `write_games` left them.

    Raises ManifestError if there are none or a file is not what the manifest says.
    """
    manifest = Manifest.of_results(folder, KIND, "kanamj simulate games")
    tables = {name: read_table(folder / f"{name}.csv") for name in TABLES}
    return GameResults(parameters_of(manifest), tables)
