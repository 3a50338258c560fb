"""Make results/hardness: how many words dealt hands need. python scripts/results_hardness.py [--n N] [--out DIR]

By the lists core and common, and for the forms 33332 and 332, a million hands are dealt as many tiles as the form
has, and a million one tile less. Of those that are complete (or tenpai) as dealt, the least vocabulary is computed: the
fewest of the easiest words that make them so (`engine.least_vocabulary_many`). The folder has

- summary.csv: quantiles of the least vocabulary of these hands, with the 95 % interval of each from order statistics;
- shares.csv: the share of all deals that are complete (tenpai) with the n easiest words, with its standard error;
- hardness.png: these shares, drawn.

It takes some ten minutes on one core. A finished folder stays, unless --replace is given.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.errors import KanamjError
from kanamj.lexicon import load_lexicon
from kanamj.results import Manifest, check_place, write_folder
from kanamj.studies.csvtext import csv_text
from kanamj.studies.plots import new_figure, png
from kanamj.studies.stats import Z_95, Share
from kanamj.version import __version__

OUT = Path(__file__).resolve().parents[1] / "results" / "hardness"
KIND = "hardness"
SEED, CHUNK = 1, 50_000
LISTS, FORMS = ("core", "common"), ("33332", "332")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
STEP = 100
"""Words from one row of shares.csv to the next."""


class Hardness(NamedTuple):
    """The least vocabularies, ascending, of those of `deals` hands that are at this shanten; `words`: the most there
    are."""

    lexicon: str
    form: str
    tiles: int
    shanten: int
    words: int
    deals: int
    sizes: np.ndarray[Any, Any]

    @property
    def asked(self) -> tuple[object, ...]:
        return self[:6]


def measured(name: str, form: str, less: int, deals: int) -> Hardness:
    """The hardness of the complete hands among so many deals; with less 1 that of tenpai hands with a tile less."""
    engine = WordEngine(load_lexicon(name), forms=form)
    tiles, found = engine.forms[0].tiles - less, []
    for number in range(-(-deals // CHUNK)):
        rows, _ = engine.batch.deal_rows(tiles, min(CHUNK, deals - CHUNK * number), deal_state(SEED, number))
        near = rows[engine.batch.distance(rows) == less]
        found.append(engine.least_vocabulary_many(near))
    sizes = np.sort(np.concatenate(found))
    return Hardness(name, form, tiles, less - 1, len(engine.ranks), deals, sizes)


def quantile_rows(hardness: Hardness) -> Iterator[tuple[object, ...]]:
    """Of each quantile the value, and the order statistics that enclose it in 95 % of samples."""
    sizes, n = hardness.sizes, len(hardness.sizes)
    for q in QUANTILES:
        half = Z_95 * (n * q * (1 - q)) ** 0.5
        places = np.clip([round(n * q), int(n * q - half), int(np.ceil(n * q + half))], 0, n - 1)
        yield (*hardness.asked, n, q, *sizes[places].tolist())


def share_rows(hardness: Hardness) -> Iterator[tuple[object, ...]]:
    """The share of the deals that the n easiest words make complete (tenpai), with its standard error."""
    for known in [*range(STEP, hardness.words, STEP), hardness.words]:
        share = Share(int(np.searchsorted(hardness.sizes, known, side="right")), hardness.deals)
        yield (*hardness.asked, known, share.count, f"{share.value:.6f}", f"{share.stderr:.6f}")


def picture(found: list[Hardness]) -> bytes:
    """The shares by words known: a colour for each kind of hand, a line style for each list."""
    figure = new_figure((8, 5))
    axes = figure.add_subplot()
    kinds = list(dict.fromkeys((each.form, each.tiles) for each in found))
    for each in found:
        known = np.arange(0, each.words + 1, STEP // 4)
        shares = np.searchsorted(each.sizes, known, side="right") / each.deals
        state = "complete" if each.shanten < 0 else "tenpai"
        axes.plot(
            known,
            shares,
            f"C{kinds.index((each.form, each.tiles))}{'-' if each.lexicon == LISTS[0] else '--'}",
            label=f"{each.form}, {each.tiles} tiles, {state}, {each.lexicon}",
        )
    axes.set_xlabel("words known, the easiest first (keys of 2 and 3 letters)")
    axes.set_ylabel(f"share of {found[0].deals:,} dealt hands")
    axes.set_title("Dealt hands that are complete or tenpai for a player who knows n words")
    axes.set_xlim(0, max(each.words for each in found))
    axes.set_ylim(0)
    axes.legend(fontsize=8)
    return png(figure)


def main() -> None:
    """Deal, measure and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=1_000_000, help="deals of each kind")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder")
    parser.add_argument("--replace", action="store_true", help="make a finished folder anew")
    asked = parser.parse_args()
    if asked.n < 1:
        parser.error(f"--n {asked.n}: give at least 1 deal")
    check_place(asked.out, replace=asked.replace, kind=KIND)
    import matplotlib as mpl

    found = []
    for name in LISTS:
        for form in FORMS:
            for less in (0, 1):
                found.append(measured(name, form, less, asked.n))
                print(*next(row for row in quantile_rows(found[-1]) if row[7] == 0.5), file=sys.stderr)
    columns = Hardness._fields[:6]
    files = {
        "summary.csv": csv_text(
            (*columns, "hands", "quantile", "least", "low", "high"),
            [row for each in found for row in quantile_rows(each)],
        ),
        "shares.csv": csv_text(
            (*columns, "known", "hands", "share", "stderr"),
            [row for each in found for row in share_rows(each)],
        ),
        "hardness.png": picture(found),
    }
    manifest = Manifest(
        KIND,
        f"python scripts/results_hardness.py --n {asked.n} --out DIR",
        __version__,
        inputs={f"lexicon {name}": load_lexicon(name).sha256 for name in LISTS},
        parameters={"deals": asked.n, "seed": SEED, "matplotlib": mpl.__version__},
    )
    write_folder(asked.out, files, manifest, replace=asked.replace)


if __name__ == "__main__":
    try:
        main()
    except KanamjError as error:
        sys.exit(f"error: {error}")
