"""Make results/hardness: how many words dealt hands need.

python scripts/research/results_hardness.py [--n N] [--out DIR]

By the lists core and common, and for the forms 33332 and 332, a million hands are dealt as many tiles as the form
has, and a million one tile less (`scripts/research/hardness.py`). The tables of these eight studies are joined;
hardness.png draws the shares.

It takes some ten minutes on one core. A finished folder stays, unless --replace is given.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hardness import Hardness

from kanamj.datasets.pictures import new_figure, png
from kanamj.lexicon import load_lexicon
from kanamj.results import Manifest, check_place, write_folder
from kanamj.studies import csv_text, frame, run

OUT = Path(__file__).resolve().parents[2] / "results" / "hardness"
SEED, LISTS, FORMS = 1, ("core", "common"), ("33332", "332")
TABLES = ("summary", "shares")
Rows = list[dict[str, Any]]


def measured(n: int) -> dict[str, Rows]:
    """The tables of all studies, joined."""
    rows: dict[str, Rows] = {name: [] for name in TABLES}
    for name in LISTS:
        for form in FORMS:
            for less in (0, 1):
                hand = sum(map(int, form)) - less
                found = run(Hardness(name, n, SEED, hand, forms=form), workers=0)
                for table in TABLES:
                    rows[table] += found.rows(table)
                print(
                    *next(row for row in found.rows("summary") if row["quantile"] == 0.5).values(),
                    file=sys.stderr,
                )
    return rows


def picture(shares: Rows) -> bytes:
    """The shares by words known: a colour for each kind of hand, a line style for each list."""
    figure = new_figure((8, 5))
    axes = figure.add_subplot()
    lines: dict[tuple[str, str, int, int], list[tuple[int, float]]] = {}
    for row in shares:
        of = (row["lexicon"], str(row["form"]), row["tiles"], row["shanten"])
        lines.setdefault(of, [(0, 0.0)]).append((row["known"], row["share"]))
    kinds = list(dict.fromkeys(of[1:3] for of in lines))
    for (name, form, tiles, shanten), points in lines.items():
        axes.plot(
            *zip(*points, strict=True),
            f"C{kinds.index((form, tiles))}{'-' if name == LISTS[0] else '--'}",
            label=f"{form}, {tiles} tiles, {'complete' if shanten < 0 else 'tenpai'}, {name}",
        )
    axes.set_xlabel("words known, the easiest first (keys of 2 and 3 letters)")
    axes.set_ylabel(f"share of {shares[0]['deals']:,} dealt hands")
    axes.set_title("Dealt hands that are complete or tenpai for a player who knows n words")
    axes.set_xlim(0, max(points[-1][0] for points in lines.values()))
    axes.set_ylim(0)
    axes.legend(fontsize=8)
    return png(figure)


def main(n: int = 1_000_000, out: Path = OUT, replace: bool = False) -> None:
    """Deal, measure and write."""
    check_place(out, replace=replace, kind=Hardness.kind)
    import matplotlib as mpl

    tables = measured(n)
    files = {f"{name}.csv": csv_text(frame(rows)) for name, rows in tables.items()}
    manifest = Manifest(
        Hardness.kind,
        f"python scripts/research/results_hardness.py --n {n} --out DIR",
        inputs={f"lexicon {name}": load_lexicon(name).sha256 for name in LISTS},
        parameters={"deals": n, "seed": SEED, "matplotlib": mpl.__version__},
    )
    write_folder(out, {**files, "hardness.png": picture(tables["shares"])}, manifest, replace=replace)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    from start import start

    start(main, n="deals of each kind", out="the folder", replace="make a finished folder anew")
