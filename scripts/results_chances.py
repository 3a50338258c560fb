"""Make results/chances: what the exact chances of random hands teach. python scripts/results_chances.py [OPTIONS]

It takes as many random 14-tile hands of shanten 0 as of shanten 1. For each hand and t = 1, 2, 3 draws it computes:

- best: the exact chance to complete the hand within t draws, by the best discard now and after every draw
  (`engine.chances`);
- kept: the same when the hand is never rearranged: throw the discard with most accepted tiles, then throw every draw
  that brings the hand no nearer, and keep the wait that this leads to;
- accepts: the exact chance by the discard with the least distance and, of those, most accepted tiles (the best of them,
  if several have most), played best from then on. The difference to `best` is what this habit costs.

The folder has numbers (hands.csv, summary.csv), two pictures and a manifest. A hand of shanten 0 takes about 0.6 s, one
of shanten 1 0.2 s. An interrupted run goes on from its last ten hands. A finished folder stays, unless --replace is
given.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from kanamj.disk import sha256_of, write_file
from kanamj.engine import WordEngine
from kanamj.engine.batch import Batch, deal_state
from kanamj.engine.chances import Chances
from kanamj.lexicon import load_lexicon
from kanamj.results import Manifest, Output
from kanamj.studies.csvtext import csv_text
from kanamj.studies.plots import new_figure
from kanamj.studies.run import Chunk, ChunkResult, run_into
from kanamj.studies.workers import open_workers
from kanamj.version import __version__

ROOT = Path(__file__).resolve().parents[1]
KIND = "chances"
CHUNK = 10
"""Hands of each shanten in a chunk."""
SHANTEN = (0, 1)
DRAWS = 3
COLUMNS = ("best", "kept", "accepts")


@dataclass(frozen=True)
class Study:
    """n hands of each shanten; the chance within three draws is computed for the first `three` of them only."""

    n: int
    three: int
    lexicon: str
    form: str = "33332"
    seed: int = 1

    kind: ClassVar[str] = KIND
    command: ClassVar[str] = "scripts/results_chances.py"

    @property
    def chunk_count(self) -> int:
        return -(-self.n // CHUNK)

    def chunk(self, number: int) -> Chunk:
        return Chunk(number, min(CHUNK, self.n - CHUNK * number))

    def sent(self) -> Study:
        return self

    def work(self, chunk: Chunk) -> ChunkResult:
        return ChunkResult({"hands": work(self, chunk.number)})

    def tally(self) -> Rows:
        return Rows()

    def write(self, place: Path, result: Sequence[dict[str, Any]]) -> None:
        write(place, self, result)

    def read(self, folder: Path) -> Sequence[dict[str, Any]]:  # noqa: ARG002
        return ()

    def parameters(self) -> dict[str, Any]:
        """All that the numbers depend on."""
        words = load_lexicon(self.lexicon)
        return {
            "n": self.n,
            "three": self.three,
            "form": self.form,
            "seed": self.seed,
            "lexicon": words.name,
            "lexicon_sha256": words.sha256,
            "version": __version__,
        }


class Rows:
    """The rows of hands.csv, gathered from chunks that end in any order."""

    def __init__(self) -> None:
        self.chunks: dict[int, list[dict[str, Any]]] = {}

    def add(self, chunk: Chunk, record: Mapping[str, Any], _: Mapping[str, Path]) -> None:
        self.chunks[chunk.number] = record["hands"]

    def result(self) -> Sequence[dict[str, Any]]:
        return [row for number in sorted(self.chunks) for row in self.chunks[number]]


@lru_cache(maxsize=1)
def engine_of(study: Study) -> WordEngine:
    """The engine of a study; kept by each worker."""
    return WordEngine(load_lexicon(study.lexicon), forms=study.form)


def work(study: Study, chunk: int) -> list[dict[str, Any]]:
    """The hands of a chunk with their chances: [t = 1, 2, 3] under `best`, `kept` and `accepts`."""
    engine = engine_of(study)
    return [
        {
            "hand": engine.tiles.format_counts(hand.tolist()),
            "shanten": shanten,
            **chances_of(engine, hand, draws),
        }
        for shanten in SHANTEN
        for hand, draws in _hands(study, engine, chunk, shanten)
    ]


def _hands(study: Study, engine: WordEngine, chunk: int, shanten: int) -> Iterable[tuple[Any, int]]:
    """The first hands of this shanten among those that are dealt, each with the number of draws it is asked about."""
    state, found = deal_state(study.seed, chunk), 0
    wanted = min(CHUNK, study.n - CHUNK * chunk)
    while found < wanted:
        rows, state = engine.batch.deal_rows(engine.forms[0].tiles, 500, state)
        for row in rows[engine.shanten_many(rows) == shanten][: wanted - found]:
            yield row, DRAWS if CHUNK * chunk + found < study.three else DRAWS - 1
            found += 1


def chances_of(engine: WordEngine, hand: Any, draws: int) -> dict[str, list[float]]:
    """best, kept and accepts of a hand with a tile to throw, each a list by number of draws."""
    unseen = np.array(engine.tiles.copies, np.int64) - hand
    exact = engine.chances(hand, draws)
    report = engine.analyze(hand)
    first = report.discards[0]
    most = [
        each for each in report.discards if (each.distance, each.unseen) == (first.distance, first.unseen)
    ]
    after = hand.copy()
    after[first.kind] -= 1
    return {
        "best": list(exact.chances),
        "kept": kept(engine.batch, after, unseen, draws),
        "accepts": _best_of(exact, [each.kind for each in most]),
    }


def _best_of(exact: Chances, kinds: Sequence[int]) -> list[float]:
    """The chances of the best of these discards, for each number of draws."""
    return [float(max(shares)) for shares in zip(*(exact.after(kind) for kind in kinds), strict=True)]


def kept(batch: Batch, hand: Any, unseen: Any, draws: int) -> list[float]:
    """The chances of a hand one tile short within 1 … `draws` draws, when only draws that bring it nearer are kept.

    hand, unseen: (K,); the distance is at most 2. A wait of w tiles among n unseen ones is met within t draws with the
    probability 1 - (1 - w/n) (1 - w/(n-1)) … At distance 2 the tiles that were thrown before are no longer in the wall,
    so they are taken off the wait.
    """
    total = int(unseen.sum())
    distances, marks = batch.accepts(hand[None, :])
    accepts = marks[0] & (unseen > 0)
    if distances[0] == 1:
        return [_met(int(unseen[accepts].sum()), total, t + 1) for t in range(draws)]
    found = [0.0] * draws
    for kind in np.flatnonzero(accepts).tolist():
        drawn, left = hand.copy(), unseen.copy()
        drawn[kind] += 1
        left[kind] -= 1
        discards = np.flatnonzero(drawn)
        rows = np.repeat(drawn[None, :], len(discards), axis=0)
        rows[np.arange(len(rows)), discards] -= 1
        waits = batch.waits(rows)
        tiles = waits.astype(np.int64) @ left
        here = int(unseen[kind]) / total
        for t in range(1, draws):
            found[t] += here * _met(int(tiles.max()), total - 1, t)
        if draws > 2:  # first a tile that is of no use, then this one
            behind = (tiles[:, None] - waits).max(axis=0)
            useless = np.where(accepts, 0, unseen)
            found[2] += here * float(useless @ behind) / ((total - 1) * (total - 2))
    return found


def _met(wait: int, unseen: int, draws: int) -> float:
    return 1 - math.prod(1 - wait / (unseen - t) for t in range(draws))


def summary(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row per shanten and number of draws: means with standard errors, as chances from 0 to 1.

    gain: best - kept. cost: best - accepts. not_best: the share of hands where the discard with most accepts costs.
    """
    table = []
    for shanten in SHANTEN:
        for t in range(DRAWS):
            these = [row for row in rows if row["shanten"] == shanten and len(row["best"]) > t]
            if not these:
                continue
            best, other, accepts = (np.array([row[name][t] for row in these]) for name in COLUMNS)
            cost = best - accepts
            values = {"best": best, "kept": other, "gain": best - other, "not_best": cost > 0, "cost": cost}
            line: dict[str, Any] = {"shanten": shanten, "draws": t + 1, "hands": len(these)}
            for name, value in values.items():
                line[name] = float(np.mean(value))
                line[f"{name}_stderr"] = (
                    float(np.std(value, ddof=1) / len(these) ** 0.5) if len(these) > 1 else 0.0
                )
            line["worst_cost"] = float(cost.max())
            table.append(line)
    return table


def draw_chances(axes: Any, table: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]]) -> None:  # noqa: ARG001
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


def draw_costs(axes: Any, table: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]]) -> None:  # noqa: ARG001
    """The share of hands that lose at least so much by throwing for most accepted tiles."""
    for shanten in SHANTEN:
        for t, style in ((1, "--"), (2, "-")):
            these = [row for row in rows if row["shanten"] == shanten and len(row["best"]) > t]
            lost = sorted(100 * (row["best"][t] - row["accepts"][t]) for row in these)
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


def write(place: Path, study: Study, rows: Sequence[dict[str, Any]]) -> None:
    """The files of a finished study."""
    import matplotlib as mpl

    table = summary(rows)
    files = {
        "summary.csv": csv_text(
            list(table[0]), [[_shown(value) for value in line.values()] for line in table]
        ),
        "hands.csv": csv_text(
            ["hand", "shanten", *(f"{name}_{t + 1}" for name in COLUMNS for t in range(DRAWS))],
            [
                [row["hand"], row["shanten"], *(_at(row[name], t) for name in COLUMNS for t in range(DRAWS))]
                for row in rows
            ],
        ),
    }
    words = load_lexicon(study.lexicon)
    parameters = study.parameters() | {"matplotlib": mpl.__version__}
    parameters.pop("version")
    outputs = {name: Output.of(text, text.count("\n") - 1) for name, text in files.items()}
    for name, text in files.items():
        write_file(place / name, text)
    for name, draw in PICTURES.items():
        figure = new_figure((7, 4.5))
        draw(figure.add_subplot(), table, rows)
        figure.savefig(place / name, metadata={"Software": None})
        outputs[name] = Output(sha256_of(place / name))
    Manifest(
        KIND,
        f"python scripts/results_chances.py --n {study.n} --three {study.three} --form {study.form} "
        f"--lexicon {study.lexicon} --seed {study.seed} --out DIR",
        __version__,
        inputs={f"lexicon {words.name}": words.sha256},
        parameters=parameters,
        outputs=outputs,
        notes=("chances are exact for each hand; standard errors are of the sample of hands",),
    ).write(place)


def _at(values: Sequence[float], t: int) -> str:
    return f"{values[t]:.9f}" if t < len(values) else ""


def _shown(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def run(folder: Path, study: Study, workers: int, *, replace: bool) -> None:
    """Work through the study in its folder, or go on with it."""
    done = 0

    def progress(size: int) -> None:
        nonlocal done
        done += size
        print(f"chances: {done} of {study.n} hands of each shanten", file=sys.stderr)

    run_into(
        folder,
        study,
        partial(open_workers, workers=workers),
        resume=not replace,
        replace=replace,
        progress=progress,
        tell=lambda told: print(told, file=sys.stderr),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    core = "core" if (ROOT / "wordlists" / "core").is_dir() else "common"
    parser.add_argument("--n", type=int, default=2000, help="hands of each shanten")
    parser.add_argument(
        "--three", type=int, help="hands of each that are asked about three draws [default: all]"
    )
    parser.add_argument("--lexicon", default=core, help="the word list")
    parser.add_argument("--form", default="33332", help="the form of the hands")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals")
    parser.add_argument("--workers", type=int, default=1, help="processes that work")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "chances", help="the folder")
    parser.add_argument(
        "--replace", action="store_true", help="begin anew, also where the folder is finished"
    )
    asked = parser.parse_args()
    if asked.n < 1:
        parser.error(f"--n {asked.n}: give at least 1 hand")
    three = asked.n if asked.three is None else min(asked.n, asked.three)
    study = Study(asked.n, three, asked.lexicon, asked.form, asked.seed)
    run(asked.out, study, asked.workers, replace=asked.replace)


if __name__ == "__main__":
    main()
