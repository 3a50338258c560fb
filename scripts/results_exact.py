"""Draw the solved game: python scripts/results_exact.py [--of DIR] [--out DIR] [--replace]

It reads what `kanamj exact --game solitaire` wrote, and makes two pictures and a table: `chance.png`, the mean chance
of a dealt hand within t draws, for each player; `spread.png`, how many hands have at least which chance by best play;
`held.csv`, the letters that raise the chance of a hand most (gain), and those that lower it most (loss).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kanamj.datasets.pictures import new_figure, png
from kanamj.engine.counting.solitaire import BEST
from kanamj.folders import Manifest, check_place, write_folder
from kanamj.studies.csvtext import csv_text
from kanamj.studies.solitaire import SolveWords

OF = Path(__file__).resolve().parents[1] / "results" / "exact" / "solitaire"
OUT = OF.with_name("solitaire-pictures")
KIND, LETTERS = "solved-pictures", 10
Tables = dict[str, list[dict[str, Any]]]


def draw_chance(axes: Any, tables: Tables) -> None:
    """The mean chance by the number of draws, for each player. The first draw is alike for all."""
    rows = tables["solitaire"]
    for player in dict.fromkeys(row["player"] for row in rows):
        line = [row for row in rows if row["player"] in (player, BEST)[: 2 if row["draws"] == 1 else 1]]
        line.sort(key=lambda row: row["draws"])
        axes.plot([row["draws"] for row in line], [100 * row["chance"] for row in line], "o-", label=player)
    axes.set(xlabel="draws", ylabel="mean chance of a dealt hand, %", ylim=(0, None))
    axes.set_xticks(sorted({row["draws"] for row in rows}))
    axes.set_title("332 for one player: chance to be complete (exact)")


def draw_spread(axes: Any, tables: Tables) -> None:
    """The share of hands that have at least a chance, by best play, for each number of draws."""
    rows = [row for row in tables["distribution"] if row["player"] == BEST]
    for draws in dict.fromkeys(row["draws"] for row in rows):
        counts = {row["percent"]: row["hands"] for row in rows if row["draws"] == draws}
        all_hands = sum(counts.values())
        shares = [100 * sum(n for p, n in counts.items() if p >= least) / all_hands for least in range(102)]
        axes.plot(range(102), shares, label=f"{draws} draw{'s' * (draws > 1)}")
    axes.set(xlabel="chance, at least, %", ylabel="share of dealt hands, %", xlim=(0, 100), ylim=(0, 100))
    axes.set_title("332 for one player: chances of dealt hands by best play (exact)")


PICTURES: dict[str, Callable[[Any, Tables], None]] = {"chance.png": draw_chance, "spread.png": draw_spread}


def held(letters: list[dict[str, Any]]) -> str:
    """The table of letters, by the largest number of draws: what hands with a letter reach more than those without."""
    most = max(row["draws"] for row in letters)
    worth = [
        (round(row["chance"] - row["without"], 6), row["letter"])
        for row in letters
        if row["draws"] == most and row["without"] is not None
    ]
    worth.sort(key=lambda each: (-each[0], each[1]))
    pairs = zip(worth[:LETTERS], worth[::-1], strict=False)
    rows = [[letter, gain, other, -loss] for (gain, letter), (loss, other) in pairs]
    return csv_text(["letter", "gain", "other", "loss"], rows)


def main(of: Path = OF, out: Path = OUT, replace: bool = False) -> None:
    """Draw and write."""
    check_place(out, replace=replace, kind=KIND)
    import matplotlib as mpl

    found = SolveWords.read(of)
    tables = {name: table.objects() for name, table in found.tables.items()}
    files: dict[str, str | bytes | Path] = {"held.csv": held(tables["letters"])}
    for name, draw in PICTURES.items():
        figure = new_figure((7, 4.5))
        axes = figure.add_subplot()
        draw(axes, tables)
        axes.legend()
        files[name] = png(figure)
    given = {**found.parameters, "matplotlib": mpl.__version__}
    command = "python scripts/results_exact.py --of DIR --out OUT"
    write_folder(out, files, Manifest(KIND, command, parameters=given), replace=replace)


if __name__ == "__main__":
    from start import start

    start(main, of="the solved game", out="the folder", replace="make a finished folder anew")
