"""Make results/chances: what the exact chances of random hands teach.

    python scripts/research/results_chances.py --n 2000 --three 2000 --lexicon core --out results/chances --resume

It runs the study of `scripts/research/chances.py` and draws two pictures from its tables. A hand of shanten 0 takes
about 0.6 s, one of shanten 1 0.2 s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from chances import DRAWS, SHANTEN, Chances
from pictures import Drawn, error_bars

from kanamj.studies import Results, command


def draw_chances(axes: Any, results: Results) -> None:
    """Mean chance within 1, 2 and 3 draws, with 95 % intervals: by best play, and with the wait kept."""
    for shanten in SHANTEN:
        lines = [line for line in results.rows("summary") if line["shanten"] == shanten]
        t = [line["draws"] for line in lines]
        for name, style, label in (("best", "o-", "free to change"), ("kept", "s--", "never changed")):
            means = [100 * line[name] for line in lines]
            errors = [100 * line[f"{name}_stderr"] for line in lines]
            what = f"shanten {shanten}, {label}, n = {lines[0]['hands']:,}"
            error_bars(axes, t, means, errors, style, color=f"C{shanten}", label=what)
    axes.set(xlabel="own draws", ylabel="mean chance, %", xticks=range(1, DRAWS + 1), ylim=(0, 100))
    axes.set_title("Chance to complete a random hand of 14 tiles (bars: 95 % intervals)")
    axes.legend()


def draw_costs(axes: Any, results: Results) -> None:
    """The share of hands that lose at least so much by throwing for most accepted tiles."""
    for shanten in SHANTEN:
        for t, style in ((1, "--"), (2, "-")):
            these = [
                row
                for row in results.rows("hands")
                if row["shanten"] == shanten and row[f"best_{t + 1}"] is not None
            ]
            lost = sorted(100 * (row[f"best_{t + 1}"] - row[f"accepts_{t + 1}"]) for row in these)
            costs = [cost for cost in lost if cost > 0]
            shares = [100 * (len(costs) - i) / len(these) for i in range(len(costs))]
            costs, shares = [0, *costs, *costs[-1:]], [*shares[:1], *shares, 0] if shares else [0]
            label = f"shanten {shanten}, {t + 1} draws, n = {len(these):,}"
            axes.step(costs, shares, style, where="pre", color=f"C{shanten}", label=label)
    axes.set(xlabel="chance lost, at least (percentage points)", ylabel="share of hands, %")
    axes.set(xlim=(0, None), ylim=(0, None))
    axes.set_title("What the discard with most accepted tiles costs")
    axes.legend()


@dataclass(frozen=True)
class WithPictures(Drawn, Chances):
    """The exact chances of random hands, with two pictures in the folder."""

    kind = "chances"
    command = "python scripts/research/results_chances.py"
    pictures: ClassVar = {"chances.png": draw_chances, "costs.png": draw_costs}


if __name__ == "__main__":
    command(WithPictures)
