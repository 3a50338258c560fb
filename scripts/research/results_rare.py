"""Make results/rare: the shares of deals that are far from complete, and their picture (`rare.py` has the study).

python scripts/research/results_rare.py --n 2e6 --out results/rare --resume
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pictures import Drawn
from rare import Rare

from kanamj.studies import Results, command


def draw_rare(axes: Any, results: Results) -> None:
    """A bar for each share, and beside it one deal in how many this is."""
    rows = [row for row in results.rows("rare") if row["share"]][::-1]
    for at, row in enumerate(rows):
        color = "C0" if row["tiles"] == results.parameters["hand"] else "C1"
        axes.barh(at, row["share"], color=color, xerr=1.96 * row["share_stderr"], capsize=3)
        axes.text(
            row["share"] * 2, at, f"one deal in {float(format(1 / row['share'], '.2g')):,.0f}", va="center"
        )
    axes.set_yticks(range(len(rows)), [f"{row['tiles']} tiles, shanten {row['shanten']}" for row in rows])
    axes.set(xscale="log", xlim=(min(row["share"] for row in rows) / 5, 1e3))
    axes.set_xlabel("share of deals (bars: 95 % intervals)")
    axes.set_title(f"Deals that are far from complete, {results.parameters['lexicon']}")


@dataclass(frozen=True)
class DrawnRare(Rare, Drawn):
    """Rare hands, with a picture."""

    kind = Rare.kind
    command = "python scripts/research/results_rare.py"
    pictures: ClassVar = {"rare.png": draw_rare}
    size_of_pictures = (8, 4)


if __name__ == "__main__":
    command(DrawnRare)
