"""Make results/chances: what the exact chances of random hands teach. python scripts/results_chances.py [OPTIONS]

It runs `kanamj study chances` and draws two pictures from its tables. A hand of shanten 0 takes about 0.6 s, one of
shanten 1 0.2 s. An interrupted run goes on from its last ten hands. A finished folder stays, unless --replace is given.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kanamj.datasets.pictures import new_figure, png
from kanamj.engine.forms import parse_forms
from kanamj.errors import KanamjError
from kanamj.lexicon import load_lexicon
from kanamj.studies.chances import CHUNK, DRAWS, SHANTEN, ChanceStudy
from kanamj.studies.deals import Deals
from kanamj.studies.run import run_into
from kanamj.studies.tables import TableResults
from kanamj.studies.workers import open_workers

OUT = Path(__file__).resolve().parents[1] / "results" / "chances"
Rows = list[dict[str, Any]]


def draw_chances(axes: Any, table: Rows, hands: Rows) -> None:  # noqa: ARG001
    """Mean chance within 1, 2 and 3 draws, with standard errors: by best play, and with the wait kept."""
    for shanten in SHANTEN:
        lines = [line for line in table if line["shanten"] == shanten]
        t = [line["draws"] for line in lines]
        for name, style, label in (("best", "o-", "free to change"), ("kept", "s--", "never changed")):
            means = [100 * line[name] for line in lines]
            errors = [100 * line[f"{name}_stderr"] for line in lines]
            axes.errorbar(
                t,
                means,
                errors,
                fmt=style,
                color=f"C{shanten}",
                capsize=3,
                label=f"shanten {shanten}, {label}, n = {lines[0]['hands']:,}",
            )
    axes.set(xlabel="own draws", ylabel="mean chance, %", xticks=range(1, DRAWS + 1), ylim=(0, 100))
    axes.set_title("Chance to complete a random hand of 14 tiles (bars: standard errors)")
    axes.legend()


def draw_costs(axes: Any, table: Rows, hands: Rows) -> None:  # noqa: ARG001
    """The share of hands that lose at least so much by throwing for most accepted tiles."""
    for shanten in SHANTEN:
        for t, style in ((1, "--"), (2, "-")):
            these = [row for row in hands if row["shanten"] == shanten and row[f"best_{t + 1}"] is not None]
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


PICTURES = {"chances.png": draw_chances, "costs.png": draw_costs}


class WithPictures(ChanceStudy):
    """The study, with two pictures in its folder."""

    def again(self) -> str:
        deals = self.deals
        asked = f"--n {deals.n} --three {self.three} --form {deals.names} --lexicon {deals.lexicon.name}"
        return f"python scripts/results_chances.py {asked} --seed {deals.seed} --out DIR"

    def write(self, place: Path, result: TableResults) -> None:
        tables = [result.tables[name].objects() for name in ("summary", "hands")]
        pictures = {}
        for name, draw in PICTURES.items():
            figure = new_figure((7, 4.5))
            draw(figure.add_subplot(), *tables)
            pictures[name] = png(figure)
        super().write(place, replace(result, files=pictures))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=2000, help="hands of each shanten")
    parser.add_argument(
        "--three", type=int, help="hands of each that are asked about three draws [default: all]"
    )
    parser.add_argument("--lexicon", default="core", help="the word list")
    parser.add_argument("--form", default="33332", help="the form of the hands")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals")
    parser.add_argument("--workers", type=int, default=1, help="processes that work")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder")
    parser.add_argument(
        "--replace", action="store_true", help="begin anew, also where the folder is finished"
    )
    asked = parser.parse_args()
    three = asked.n if asked.three is None else min(asked.n, asked.three)
    deals = Deals(
        load_lexicon(asked.lexicon),
        asked.n,
        asked.seed,
        forms=parse_forms(asked.form),
        sample=0,
        chunk_size=CHUNK,
    )
    done = 0

    def progress(size: int) -> None:
        nonlocal done
        done += size
        print(f"chances: {done} of {asked.n} hands of each shanten", file=sys.stderr)

    run_into(
        asked.out,
        WithPictures(deals, three),
        partial(open_workers, workers=asked.workers),
        resume=not asked.replace,
        replace=asked.replace,
        progress=progress,
        tell=lambda told: print(told, file=sys.stderr),
    )


if __name__ == "__main__":
    try:
        main()
    except KanamjError as error:
        sys.exit(f"error: {error}")
