"""A study of what a seat is worth in points, and of the komi that makes the seats equal.

Four greedy players who know the same words play N games by each of some rules; only these words count. Seat 0 deals. By
`pro`, points are sticks of 1,000, with riichi sticks; by rules without scoring, a win is worth 3, however it is won.

seats.csv  points: per game; komi: what the seat gets before a game, so that all seats are equal, found on the first
           half of the games; left: what a seat is worth with it on the other half

    python scripts/research/seats.py --n 1000 --rules "pro standard" --known all,760 --out my-seats
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import hypot
from typing import Any, ClassVar

from pictures import Drawn, half_95
from riichi import check_known, gains, knowing

from kanamj import KanamjError, Lexicon, load_lexicon
from kanamj.game import Greedy, Rules, play, preset
from kanamj.studies import Results, command, mean, moments

SEATS = ("deals", "second", "third", "fourth")


def draw_seats(axes: Any, results: Results) -> None:
    """A line for each rules and number of words: what each seat is worth. The scale is linear from -1 to 1 point."""
    rows = results.rows("seats")
    tables = [*dict.fromkeys((row["rules"], row["known"]) for row in rows)]
    for seat, name in enumerate(SEATS[: max(row["seat"] for row in rows) + 1]):
        of = [row for row in rows if row["seat"] == seat]
        points, errors = [row["points"] for row in of], half_95(row["points_stderr"] for row in of)
        lines = [tables.index((row["rules"], row["known"])) + (seat - 1.5) / 8 for row in of]
        axes.errorbar(points, lines, xerr=errors, fmt="o", markersize=4, capsize=2, label=name)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xscale("symlog", base=2, linthresh=1)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_yticks(range(len(tables)), [f"{rules}, {known}" for rules, known in tables])
    axes.invert_yaxis()
    axes.set_xlabel("points per game (bars: 95 % intervals)")
    axes.set_title("What a seat is worth, by rules and words known")
    axes.legend()


@dataclass(frozen=True)
class Seats(Drawn):
    """What each seat is worth in points, by rules and words known, and the komi, of N games each."""

    n: int = 1_000
    seed: int = 1
    lexicon: Lexicon | str = "core"
    rules: str = field(default="pro standard paper", metadata={"help": "Rules, with blanks between."})
    known: str = field(default="all,760", metadata={"help": "How many words the players know."})
    chunk_size: int = 25

    command = "python scripts/research/seats.py"
    pictures: ClassVar = {"seats.png": draw_seats}
    texts = ("known",)

    def __post_init__(self) -> None:
        check_known(self.known)
        if self.n <= self.chunk_size or not self.tables_of_four:
            raise KanamjError(
                f"{self.n} games by {len(self.tables_of_four)} rules find no komi; give more than {self.chunk_size} "
                "games (a half judges the other), and rules such as pro"
            )

    @cached_property
    def words(self) -> Lexicon:
        return self.lexicon if isinstance(self.lexicon, Lexicon) else load_lexicon(self.lexicon)

    @cached_property
    def tables_of_four(self) -> list[tuple[str, str, Rules]]:
        """The rules and the words known, as they are asked and as the game with these words."""
        return [
            (rules, known, knowing(preset(rules, self.words).with_kernels(), known))
            for rules, known in product(self.rules.split(), self.known.split(","))
        ]

    def inputs(self) -> dict[str, str]:
        return {f"lexicon {self.words.name}": self.words.sha256}

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        rows = defaultdict[Any, list[float]](list)
        for at, (_, _, rules) in enumerate(self.tables_of_four):
            agents = [Greedy(rules.hands) for _ in range(rules.players)]
            for game in range(size):
                *_, (_, _, end) = play(rules, (self.seed, number, game), agents)
                for seat, points in enumerate(gains(end)):
                    rows["points", at, seat, number % 2].append(points)
        return {key: moments(points) for key, points in rows.items()}

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        found = []
        for at, (name, known, rules) in enumerate(self.tables_of_four):
            for seat in range(rules.players):
                halves = [sums["points", at, seat, half] for half in (0, 1)]
                first, other = (mean("left", *half) for half in halves)
                komi = round(-first["left"], 1) + 0.0
                row = {"rules": name, "known": known, "seat": seat}
                row |= mean("points", *map(sum, zip(*halves, strict=True)))
                error = hypot(first["left_stderr"], other["left_stderr"])
                found.append(row | {"komi": komi, "left": other["left"] + komi, "left_stderr": error})
        return {"seats": found}


if __name__ == "__main__":
    command(Seats)
