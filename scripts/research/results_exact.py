"""Draw the solved game.

    python scripts/research/results_exact.py --out results/exact/solitaire-pictures

--of is what `exact332 solve` wrote; --alone and --long are what `exact332 alone` wrote (--long: of so many draws that
nearly all win). Two pictures and five tables are made of them:

- `chance.png`: the mean chance of a dealt hand within t draws, by best play and of agents.
- `spread.png`: how many hands have at least which chance by best play.
- `held.csv`: the letters that raise the chance of a hand most (gain), and those that lower it most (loss).
- `players.csv`: what agents lose against best play, in all and as a share of it (part); `sampled.csv`: what others do.
- `examples.csv`: hands whose throw loses greedy most.
- `expected.csv`: the mean number of draws, at least so many by best play, and of the agents of `long`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from exact332.alone import Alone
from exact332.solitaire import BEST, CHANCE, GREEDY
from exact332.solve import SolveWords
from pictures import Drawn

from kanamj.studies import Results, command, frame

OF = Path(__file__).resolve().parents[2] / "results" / "exact" / "solitaire"
LETTERS, EXAMPLES = 10, 5
SOLVED = {"chance:Chance": CHANCE}
"""Agents -> the players of the solved game that play as they do."""
Rows = list[dict[str, Any]]


def draw_chance(axes: Any, results: Results) -> None:
    """The mean chance by the number of draws, by best play and of agents."""
    rows = results.rows("solved")
    for agent in dict.fromkeys(row["agent"] for row in rows):
        line = [row for row in rows if row["agent"] == agent]
        axes.plot([row["draws"] for row in line], [100 * row["chance"] for row in line], "o-", label=agent)
    axes.set(xlabel="draws", ylabel="mean chance of a dealt hand, %", ylim=(0, None))
    axes.set_xticks(sorted({row["draws"] for row in rows}))
    axes.set_title("332 for one player: chance to be complete")
    axes.legend()


def draw_spread(axes: Any, results: Results) -> None:
    """The share of hands that have at least a chance, by best play, for each number of draws."""
    rows = [row for row in results.rows("distribution") if row["player"] == BEST]
    for draws in dict.fromkeys(row["draws"] for row in rows):
        counts = {row["percent"]: row["hands"] for row in rows if row["draws"] == draws}
        all_hands = sum(counts.values())
        shares = [100 * sum(n for p, n in counts.items() if p >= least) / all_hands for least in range(102)]
        axes.plot(range(102), shares, label=f"{draws} draw{'s' * (draws > 1)}")
    axes.set(xlabel="chance, at least, %", ylabel="share of dealt hands, %", xlim=(0, 100), ylim=(0, 100))
    axes.set_title("332 for one player: chances of dealt hands by best play (exact)")
    axes.legend()


def held(letters: Rows) -> Rows:
    """By the largest number of draws: what hands with a letter reach more than those without."""
    most = max(row["draws"] for row in letters)
    worth = [
        (round(row["chance"] - row["without"], 6), row["letter"])
        for row in letters
        if row["draws"] == most and row["without"] is not None
    ]
    worth.sort(key=lambda each: (-each[0], each[1]))
    pairs = zip(worth[:LETTERS], worth[::-1], strict=False)
    return [
        {"letter": letter, "gain": gain, "other": other, "loss": -loss}
        for (gain, letter), (loss, other) in pairs
    ]


def players(best: dict[int, float], rows: Rows, *errors: str) -> Any:
    """What agents lose against best play, in all and as a share of it. Nobody throws before the first draw."""
    found = []
    for row in rows:
        if row["draws"] > 1 and row["agent"] != BEST and (top := best.get(row["draws"], 0)):
            lost = top - row["chance"]
            numbers = {"best": top, "chance": row["chance"], **{name: row[name] for name in errors}}
            numbers |= {"lost": lost, "part": lost / top}
            rounded = {name: round(number, 6) for name, number in numbers.items()}
            found.append({"agent": row["agent"], "draws": row["draws"], **rounded})
    return frame(found, ("agent", "draws", "best", "chance", *errors, "lost", "part"))


def expected(solved: Rows, long: Rows) -> Rows:
    """The mean number of draws is the sum over t = 0, 1, 2 … of the chance not to have won after t draws. What is not
    solved is sampled."""
    exact = {(row["agent"], row["draws"]): (row["chance"], row["rounding"]) for row in solved}
    rows = [_missing("best, at least", [of for (agent, _), of in exact.items() if agent == BEST])]
    for agent in dict.fromkeys(row["agent"] for row in long):
        found = {row["draws"]: (row["chance"], row["chance_stderr"]) for row in long if row["agent"] == agent}
        found |= {draws: of for (player, draws), of in exact.items() if player == agent or draws == 1}
        rows.append(_missing(agent, [*found.values()]))
    return rows


def _missing(name: str, chances: list[tuple[float, float]]) -> dict[str, Any]:
    """A row: the number of draws, the mean (1 and what each chance lacks to 1, added up), and a bound of its error."""
    mean, error = 1 + sum(1 - chance for chance, _ in chances), sum(error for _, error in chances)
    return {"player": name, "draws": len(chances), "mean": round(mean, 4), "error": round(error, 4)}


@dataclass(frozen=True)
class SolvedPictures(Drawn):
    """Draw the solved game."""

    of: Path = field(default=OF, compare=False, metadata={"help": "The solved game."})
    alone: Path = field(default=OF.with_name("players"), compare=False, metadata={"help": "Agents alone."})
    long: Path = field(
        default=OF.with_name("players-long"), compare=False, metadata={"help": "Those of many draws."}
    )

    n = 1
    kind = "solved-pictures"
    command = "python scripts/research/results_exact.py"
    pictures: ClassVar = {"chance.png": draw_chance, "spread.png": draw_spread}

    @cached_property
    def solved(self) -> Results:
        return SolveWords.read(self.of)

    def parameters(self) -> dict[str, Any]:
        return {**self.solved.parameters, **super().parameters()}

    def options(self) -> dict[str, object]:
        return {}

    def chunk(self, number: int, size: int) -> dict[Any, Any]:  # noqa: ARG002
        return {}

    @cached_property
    def rows(self) -> tuple[Rows, Rows]:
        """What is solved, and what is sampled of other agents."""
        rows = [{"agent": row.pop("player"), **row} for row in self.solved.rows("solitaire")]
        exact = {row["agent"] for row in rows}
        sampled = Alone.read(self.alone).rows("players")
        return rows, [row for row in sampled if SOLVED.get(row["agent"], row["agent"]) not in exact]

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:  # noqa: ARG002
        rows, sampled = self.rows
        best = {row["draws"]: row["chance"] for row in rows if row["agent"] == BEST}
        columns = ("hand", "throws", "best", "chance", "best_chance")
        examples = [row for row in Alone.read(self.alone).rows("examples") if row["agent"] == GREEDY]
        return {
            "held": held(self.solved.rows("letters")),
            "players": players(best, rows),
            "sampled": players(best, sampled, "chance_stderr"),
            "expected": expected(rows, Alone.read(self.long).rows("players")),
            "examples": frame(examples[:EXAMPLES], columns),
        }

    def drawn_of(self, results: Results) -> Results:  # noqa: ARG002
        solved = frame([*self.rows[0], *self.rows[1]], ("agent", "draws", "chance"))
        return Results({}, {"solved": solved, "distribution": self.solved.tables["distribution"]})


if __name__ == "__main__":
    command(SolvedPictures)
