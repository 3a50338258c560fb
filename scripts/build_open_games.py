"""Write kanamj/engine/data/open_games.tsv: the share of games that nobody has won, after each turn.

    python scripts/build_open_games.py [--games results/games/paper-called]

It reads turns.csv and ends.csv of a study of `kanamj simulate games`. `kanamj judge --draws` prints the share beside
the chances. Run this again when the games have been played again.
"""

from __future__ import annotations

from pathlib import Path

from kanamj.disk import sha256_of, write_file
from kanamj.results import Manifest, Output
from kanamj.studies import read_table, rows_of, share

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "kanamj" / "engine" / "data"


def open_games(folder: Path) -> str:
    """The table: turn, games played, games that nobody had won after it, their share and its 95 % interval (Wilson)."""
    games = sum(row["games"] for row in rows_of(read_table(folder / "ends.csv")))
    lines = ["turn\tgames\topen\tshare\tlow\thigh"]
    left = games
    for row in rows_of(read_table(folder / "turns.csv")):
        left -= row["tsumo"] + row["ron"]
        found = share("share", games, left)
        numbers = "\t".join(f"{found[name]:.6f}" for name in ("share", "low", "high"))
        lines.append(f"{row['turn']}\t{games}\t{left}\t{numbers}")
    return "\n".join(lines) + "\n"


def main(games: Path = ROOT / "results" / "games" / "paper-called") -> None:
    folder = games.resolve()
    made = Manifest.read(folder)
    text = open_games(folder)
    FOLDER.mkdir(exist_ok=True)
    write_file(FOLDER / "open_games.tsv", text)
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    Manifest(
        "open games",
        f"python scripts/build_open_games.py --games {shown}",
        inputs={name: sha256_of(folder / name) for name in ("turns.csv", "ends.csv")},
        parameters={
            key: made.parameters[key] for key in ("n", "agents", "seed", "lexicon") if key in made.parameters
        },
        outputs={"open_games.tsv": Output.of(text, text.count("\n") - 1)},
    ).write(FOLDER / "open_games.manifest.toml")


if __name__ == "__main__":
    from start import start

    start(main, games="the folder of the study")
