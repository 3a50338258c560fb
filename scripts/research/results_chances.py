"""Make results/chances: what the exact chances of random hands teach.

python scripts/research/results_chances.py [OPTIONS]

It runs the study of `scripts/research/chances.py` and draws two pictures from its tables. A hand of shanten 0 takes
about 0.6 s, one of shanten 1 0.2 s. An interrupted run goes on from its last ten hands. A finished folder stays,
unless --replace is given.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from chances import CHUNK, DRAWS, SHANTEN, ChanceStudy

from kanamj.cli.running import RUN
from kanamj.cli.running_old import carry_out
from kanamj.datasets.pictures import new_figure, png
from kanamj.engine.forms import parse_forms
from kanamj.lexicon import load_lexicon
from kanamj.studies.old.deals import Deals
from kanamj.studies.old.tables import TableResults

OUT = Path(__file__).resolve().parents[2] / "results" / "chances"
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
        return f"python scripts/research/results_chances.py {asked} --seed {deals.seed} --out DIR"

    def write(self, place: Path, result: TableResults) -> None:
        tables = [result.tables[name].objects() for name in ("summary", "hands")]
        pictures = {}
        for name, draw in PICTURES.items():
            figure = new_figure((7, 4.5))
            draw(figure.add_subplot(), *tables)
            pictures[name] = png(figure)
        super().write(place, replace(result, files=pictures))


def main(
    n: int = 2000,
    three: int = 0,
    lexicon: str = "core",
    form: str = "33332",
    seed: int = 1,
    workers: int = 1,
    out: Path = OUT,
    replace: bool = False,
) -> None:
    deals = Deals(load_lexicon(lexicon), n, seed, forms=parse_forms(form), sample=0, chunk_size=CHUNK)
    run = RUN._replace(workers=workers, out=out, resume=not replace, replace=replace)
    carry_out(WithPictures(deals, min(n, three or n)), n, run)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    from start import start

    helps = {
        "n": "hands of each shanten",
        "three": "hands of each that are asked about three draws [default: all]",
    }
    start(main, **helps, out="the folder", replace="begin anew, also where the folder is finished")
