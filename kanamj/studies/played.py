"""What games came to: tables with standard errors, and the folder they are kept in.

ends.csv      how,games,share,stderr
turns.csv     turn,tsumo,ron                          games won in that turn of the player whose tile it was
tenpai.csv    turn,hands,tenpai,share,stderr          hands that made so many discards; tenpai after the last
seats.csv     seat,games,wins,share,stderr            seat 0 deals
agents.csv    agent,seats,wins,share,stderr,tsumo,ron,dealt_in,calls    wins a game and seat; by what it is
calls.csv     agent,called,hands,wins,share,stderr    of hands that called, and of those that did not
games/        recorded games
MANIFEST.toml parameters, lexicon hash, command
"""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from kanamj.manifest import Manifest, Output, new_folder, package_version, sha256_of, write_file
from kanamj.studies.checkpoint import CHECKPOINT
from kanamj.studies.games import GameRow, Games
from kanamj.studies.stats import Share

KIND = "games"
RECORDS = "games"
UNDER_WAY = ".games"
"""Where records lie until all games are played."""
Table: TypeAlias = tuple[tuple[str, ...], list[list[object]]]


@dataclass(frozen=True)
class Played:
    """Games played, and their tables: column names and rows."""

    games: Games
    rows: Sequence[GameRow]

    def tables(self) -> dict[str, Table]:
        """Name -> table, as the files hold them."""
        return {
            "ends": self.ends(),
            "turns": self.turns(),
            "tenpai": self.tenpai(),
            "seats": self.seats(),
            "agents": self.agents(),
            "calls": self.calls(),
        }

    def ends(self) -> Table:
        """How the games ended."""
        counts = Counter(row.how for row in self.rows)
        rows = [
            [how, *_share(counts[how], len(self.rows), count_only=True)] for how in ("tsumo", "ron", "wall")
        ]
        return ("how", "games", "share", "stderr"), rows

    def turns(self) -> Table:
        """In which turn games were won."""
        counts = Counter((row.turn, row.how) for row in self.rows if row.winners)
        last = max((turn for turn, _ in counts), default=0)
        rows: list[list[object]] = [
            [turn, counts[turn, "tsumo"], counts[turn, "ron"]] for turn in range(1, last + 1)
        ]
        return ("turn", "tsumo", "ron"), rows

    @property
    def median_turn(self) -> float | None:
        """The median turn of the win; None if no game was won."""
        won = [row.turn for row in self.rows if row.winners]
        return float(median(won)) if won else None

    def tenpai(self) -> Table:
        """Of the hands that made a t-th discard, how many were tenpai after it."""
        hands: Counter[int] = Counter()
        tenpai: Counter[int] = Counter()
        for row in self.rows:
            for discards, ready in zip(row.discards, row.tenpai, strict=True):
                for turn in range(discards):
                    hands[turn + 1] += 1
                    tenpai[turn + 1] += ready >> turn & 1
        rows = [
            [turn, hands[turn], *_share(tenpai[turn], hands[turn], count_only=True)] for turn in sorted(hands)
        ]
        return ("turn", "hands", "tenpai", "share", "stderr"), rows

    def seats(self) -> Table:
        """Wins by seat."""
        wins = Counter(seat for row in self.rows for seat in row.winners)
        seats = range(self.games.rules.players)
        rows = [[seat, *_share(wins[seat], len(self.rows))] for seat in seats]
        return ("seat", "games", "wins", "share", "stderr"), rows

    def agents(self) -> Table:
        """Wins by kind of agent. Seats of one table are no independent tries, so the error is that of games."""
        rows = []
        texts = [agent.text for agent in self.games.agents]
        for text in dict.fromkeys(texts):
            own = texts.count(text)
            per_game, tsumo, ron, dealt_in, calls = [], 0, 0, 0, 0
            for game, row in enumerate(self.rows):
                seated = {
                    seat for seat in range(len(texts)) if texts[self.games.agent_at(game, seat)] == text
                }
                wins = sum(seat in seated for seat in row.winners)
                per_game.append(wins)
                tsumo += wins if row.how == "tsumo" else 0
                ron += wins if row.how == "ron" else 0
                dealt_in += row.source in seated
                calls += sum(row.calls[seat] for seat in seated)
            share, stderr = _mean(per_game)
            wins = sum(per_game)
            rows.append(
                [
                    text,
                    own,
                    wins,
                    _decimals(share / own),
                    _decimals(stderr / own),
                    tsumo,
                    ron,
                    dealt_in,
                    calls,
                ]
            )
        return ("agent", "seats", "wins", "share", "stderr", "tsumo", "ron", "dealt_in", "calls"), rows

    def calls(self) -> Table:
        """Wins of hands that called a word, and of hands that did not, by kind of agent."""
        hands: Counter[tuple[str, str]] = Counter()
        wins: Counter[tuple[str, str]] = Counter()
        for game, row in enumerate(self.rows):
            for seat, called in enumerate(row.calls):
                of = self.games.agents[self.games.agent_at(game, seat)].text, "yes" if called else "no"
                hands[of] += 1
                wins[of] += seat in row.winners
        rows = [[*of, *_share(wins[of], hands[of])] for of in sorted(hands)]
        return ("agent", "called", "hands", "wins", "share", "stderr"), rows

    def to_json(self) -> dict[str, Any]:
        """What `kanamj simulate games --json` prints."""
        tables = {
            name: [dict(zip(columns, row, strict=True)) for row in rows]
            for name, (columns, rows) in self.tables().items()
        }
        return {
            "n": len(self.rows),
            "median_turn": self.median_turn,
            **tables,
            "parameters": self.games.parameters(),
        }


def _share(count: int, n: int, *, count_only: bool = False) -> list[object]:
    share = Share(count, n)
    return [*([] if count_only else [n]), count, _decimals(share.value), _decimals(share.stderr)]


def _mean(values: Sequence[int]) -> tuple[float, float]:
    """The mean and its standard error."""
    n = len(values)
    mean = sum(values) / n
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / n / n)


def _decimals(value: float) -> float:
    return round(value, 6)


def _command_of(parameters: Mapping[str, Any]) -> str:
    """The command that plays these games again, but for where to."""
    rules = dict(parameters["rules"])
    options = ",".join(f"{name}={_option(value)}" for name, value in rules.items() if name != "name")
    given = [f"--{name} {parameters[name]}" for name in ("n", "agents", "seed", "lexicon")]
    return f"kanamj simulate games {' '.join(given)} --rules {rules['name']},{options}"


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, list) else str(value)


def write_played(folder: Path, played: Played, records: int = 0, extra: Iterable[Path] = ()) -> None:
    """Write the folder whole, in the place of the checkpoint and of older results; records made on the way go in.

    records: of how many games at most they were made. extra: files of own words that the lexicon was given, for the
    manifest.
    """
    files = {f"{name}.csv": _csv(*table) for name, table in played.tables().items()}
    parameters = {name: value for name, value in played.games.parameters().items() if name != "version"}
    command = f"{_command_of(parameters)} --records {records} --out DIR"
    inputs = {path.name: sha256_of(path) for path in [*_word_files(played.games), *extra]}
    pending = folder / UNDER_WAY
    recorded = {f"{RECORDS}/{path.name}": path.read_bytes() for path in sorted(pending.glob("*.jsonl"))}
    outputs = {name: Output.of(text, rows=text.count("\n") - 1) for name, text in files.items()}
    outputs |= {name: Output.of(text, rows=text.count(b"\n") - 1) for name, text in recorded.items()}
    with new_folder(folder, replace=True, kind=KIND) as made:
        if recorded:
            (made / RECORDS).mkdir()
        for name, text in files.items():
            write_file(made / name, text)
        for name, data in recorded.items():
            write_file(made / name, data)
        Manifest(
            KIND, command, package_version(), inputs=inputs, parameters=parameters, outputs=outputs
        ).write(made)
    (folder / CHECKPOINT).unlink(missing_ok=True)
    shutil.rmtree(pending, ignore_errors=True)


def _word_files(games: Games) -> list[Path]:
    """What the words were read from: N-gram files of the lengths played with, readings where agents know a share."""
    folder = games.rules.lexicon.folder
    if folder is None:
        return []
    sizes = {size for form in games.rules.forms for size in form.sizes} | (
        {4} if games.rules.kan != "none" else set()
    )
    files = [folder / f"{size}gram.txt" for size in sorted(sizes)]
    return files + ([folder / "words.tsv"] if any(agent.vocabulary < 1 for agent in games.agents) else [])


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Comma-separated text; no value holds a comma or a quote."""
    return "".join(",".join(str(value) for value in row) + "\n" for row in [columns, *rows])
