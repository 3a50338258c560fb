"""Make results/hardness: how many words dealt hands need.

python scripts/research/results_hardness.py [--n N] [--out DIR]

By the lists core and common, and for the forms 33332 and 332, a million hands are dealt as many tiles as the form
has, and a million one tile less (`scripts/research/hardness.py`). The tables of these eight studies are joined;
hardness.png draws the shares.

It takes some ten minutes on one core. A finished folder stays, unless --replace is given.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from hardness import CHUNK, Hardness

from kanamj.datasets.pictures import new_figure, png
from kanamj.engine.forms import parse_forms
from kanamj.lexicon import load_lexicon
from kanamj.results import Manifest, check_place, write_folder
from kanamj.studies.old.csvtext import Table
from kanamj.studies.old.deals import Deals
from kanamj.studies.old.run import run
from kanamj.studies.old.workers import cpu_count, open_workers

OUT = Path(__file__).resolve().parents[2] / "results" / "hardness"
SEED, LISTS, FORMS = 1, ("core", "common"), ("33332", "332")
WRITTEN = {table.name: table for table in Hardness.tables if table.name != "least"}


def measured(n: int) -> dict[str, Table]:
    """The tables of all studies, joined."""
    rows: dict[str, list[list[object]]] = {name: [] for name in WRITTEN}
    for name in LISTS:
        for forms in map(parse_forms, FORMS):
            for hand in (forms[0].tiles, forms[0].tiles - 1):
                deals = Deals(load_lexicon(name), n, SEED, hand, forms=forms, sample=0, chunk_size=CHUNK)
                found = run(Hardness(deals), partial(open_workers, workers=cpu_count()))
                for each in WRITTEN:
                    rows[each] += found.tables[each].rows
                print(*next(row for row in rows["summary"][::-1] if row[7] == 0.5), file=sys.stderr)
    return {name: Table(table.names, rows[name]) for name, table in WRITTEN.items()}


def picture(shares: Table) -> bytes:
    """The shares by words known: a colour for each kind of hand, a line style for each list."""
    figure = new_figure((8, 5))
    axes = figure.add_subplot()
    lines: dict[tuple[str, str, int, int], list[tuple[int, float]]] = {}
    for row in shares.objects():
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
    axes.set_ylabel(f"share of {shares.objects()[0]['deals']:,} dealt hands")
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
    files = {f"{name}.csv": WRITTEN[name].text(table) for name, table in tables.items()}
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
