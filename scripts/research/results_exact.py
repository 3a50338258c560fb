"""Draw the solved game.

python scripts/research/results_exact.py [--of DIR] [--few DIR] [--alone DIR] … [--out DIR] [--replace]

It reads what `exact332 solve` (of; few: with the 400 easiest words) and `exact332 alone` (alone;
long: of so many draws that nearly all win) wrote, and makes two pictures and five tables:

- `chance.png`: the mean chance of a dealt hand within t draws, by best play and of agents.
- `spread.png`: how many hands have at least which chance by best play.
- `held.csv`: the letters that raise the chance of a hand most (gain), and those that lower it most (loss).
- `players.csv`: what agents lose against best play, in all and as a share of it (part); `sampled.csv`: what others do.
- `examples.csv`: hands whose throw loses greedy most.
- `expected.csv`: the mean number of draws, at least so many by best play, and of the agents of `long`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from exact332.alone import Alone
from exact332.solitaire import BEST, GREEDY
from exact332.solve import SolveWords
from old.csvtext import csv_text

from kanamj.datasets.pictures import new_figure, png
from kanamj.results import Manifest, check_place, write_folder

OF = Path(__file__).resolve().parents[2] / "results" / "exact" / "solitaire"
FEW, ALONE, LONG, OUT = map(OF.with_name, ("solitaire-400w", "players", "players-long", "solitaire-pictures"))
KIND, LETTERS, EXAMPLES = "solved-pictures", 10, 5
KNOWN = "400w"
"""The agent that throws as greedy, and knows the words of `few`."""
Tables = dict[str, list[dict[str, Any]]]


def draw_chance(axes: Any, tables: Tables) -> None:
    """The mean chance by the number of draws, by best play and of agents."""
    rows = [*tables["solitaire"], *tables["sampled"]]
    for agent in dict.fromkeys(row["agent"] for row in rows):
        line = [row for row in rows if row["agent"] == agent]
        axes.plot([row["draws"] for row in line], [100 * row["chance"] for row in line], "o-", label=agent)
    axes.set(xlabel="draws", ylabel="mean chance of a dealt hand, %", ylim=(0, None))
    axes.set_xticks(sorted({row["draws"] for row in rows}))
    axes.set_title("332 for one player: chance to be complete")


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


def players(best: dict[int, float], rows: list[dict[str, Any]], *errors: str) -> str:
    """What agents lose against best play, in all and as a share of it. Nobody throws before the first draw."""
    found = []
    for row in rows:
        if row["draws"] > 1 and row["agent"] != BEST and (top := best.get(row["draws"], 0)):
            lost = top - row["chance"]
            numbers = (top, row["chance"], *(row[name] for name in errors), lost, lost / top)
            found.append([row["agent"], row["draws"], *(round(number, 6) for number in numbers)])
    return csv_text(["agent", "draws", "best", "chance", *errors, "lost", "part"], found)


def examples(rows: list[dict[str, Any]]) -> str:
    """The hands whose throw loses greedy most."""
    columns = ["hand", "throws", "best", "chance", "best_chance"]
    return csv_text(
        columns, [[row[name] for name in columns] for row in rows if row["agent"] == "greedy"][:EXAMPLES]
    )


def expected(tables: Tables) -> str:
    """The mean number of draws is the sum over t = 0, 1, 2 … of the chance not to have won after t draws. What is not
    solved is sampled."""
    exact = {(row["agent"], row["draws"]): (row["chance"], row["rounding"]) for row in tables["solitaire"]}
    rows = [_missing("best, at least", [of for (agent, _), of in exact.items() if agent == BEST])]
    for agent in dict.fromkeys(row["agent"] for row in tables["long"]):
        of_agent = {
            row["draws"]: (row["chance"], row["chance_stderr"])
            for row in tables["long"]
            if row["agent"] == agent
        }
        solved = {draws: of for (player, draws), of in exact.items() if player == agent or draws == 1}
        rows.append(_missing(agent, [*(of_agent | solved).values()]))
    return csv_text(["player", "draws", "mean", "error"], rows)


def _missing(name: str, chances: list[tuple[float, float]]) -> list[Any]:
    """A row: the number of draws, the mean (1 and what each chance lacks to 1, added up), and a bound of its error."""
    mean, error = 1 + sum(1 - chance for chance, _ in chances), sum(error for _, error in chances)
    return [name, len(chances), round(mean, 4), round(error, 4)]


def main(
    of: Path = OF,
    few: Path = FEW,
    alone: Path = ALONE,
    long: Path = LONG,
    out: Path = OUT,
    replace: bool = False,
) -> None:
    """Draw and write."""
    check_place(out, replace=replace, kind=KIND)
    import matplotlib as mpl

    found = SolveWords.read(of)
    tables = {name: table.objects() for name, table in found.tables.items()}
    rows = [{"agent": row.pop("player"), **row} for row in tables["solitaire"]]
    known = [row for row in SolveWords.read(few).tables["solitaire"].objects() if row["player"] == GREEDY]
    rows += [{**row, "agent": KNOWN} for row in known]
    exact = {row["agent"] for row in rows}
    of_alone, of_long = Alone.read(alone).tables, Alone.read(long).tables
    sampled = [row for row in of_alone["players"].objects() if row["agent"] not in exact]
    tables |= {"solitaire": rows, "sampled": sampled, "long": of_long["players"].objects()}
    best = {row["draws"]: row["chance"] for row in rows if row["agent"] == BEST}
    files: dict[str, str | bytes | Path] = {
        "held.csv": held(tables["letters"]),
        "players.csv": players(best, rows),
        "sampled.csv": players(best, sampled, "chance_stderr"),
        "expected.csv": expected(tables),
        "examples.csv": examples(of_alone["examples"].objects() if "examples" in of_alone else []),
    }
    for name, draw in PICTURES.items():
        figure = new_figure((7, 4.5))
        axes = figure.add_subplot()
        draw(axes, tables)
        axes.legend()
        files[name] = png(figure)
    given = {**found.parameters, "matplotlib": mpl.__version__}
    command = "python scripts/research/results_exact.py --of DIR --few DIR --alone DIR --long DIR --out OUT"
    write_folder(out, files, Manifest(KIND, command, parameters=given), replace=replace)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    from start import start

    start(
        main,
        of="the solved game",
        few="the solved game with few words",
        alone="agents alone",
        long="agents alone, of many draws",
        out="the folder",
        replace="make a finished folder anew",
    )
