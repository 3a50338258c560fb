"""Make results/strength/summary: python scripts/results_strength.py [--n N] [--out DIR] [--replace]

danger.csv says of each letter which share of the dealt hands that are tenpai wait for it, by the list core and the
form 33332; danger.png draws it. skill.png draws the Elo of players by the words they know, from the studies beside it
(`python scripts/results.py --only strength` makes them). It takes a minute. A finished folder stays, unless --replace
is given.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kanamj.datasets.pictures import NO_FONT, japanese_font, new_figure, png
from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.folders import Manifest, check_place, write_folder
from kanamj.game.agents import parse_agent
from kanamj.lexicon.kana import romaji
from kanamj.studies.csvtext import Table, csv_text, read_table

OUT = Path(__file__).resolve().parents[1] / "results" / "strength" / "summary"
KIND, SEED, CHUNK = "strength-summary", 1, 50_000


def danger(n: int, engine: WordEngine) -> Table:
    """The letters by the share of tenpai hands that wait for them; a letter may be waited for that is held."""
    waited, tenpai, state = np.zeros(len(engine.tiles), np.int64), 0, deal_state(SEED, 0)
    for start in range(0, n, CHUNK):
        rows, state = engine.batch.deal_rows(13, min(CHUNK, n - start), state)
        waits = engine.batch.waits(rows)
        tenpai += int(waits.any(axis=1).sum())
        waited += waits.sum(axis=0)
    shares = waited / tenpai
    rows = [
        [engine.tiles.kinds[kind], tenpai, int(waited[kind]), round(float(shares[kind]), 6)]
        + [round(float((shares[kind] * (1 - shares[kind]) / tenpai) ** 0.5), 6)]
        for kind in np.argsort(-waited, kind="stable")
    ]
    return Table(("letter", "tenpai", "waiting", "share", "stderr"), rows)


def danger_picture(table: Table, font: str | None) -> bytes:
    """All letters, the most dangerous first."""
    figure = new_figure((12, 4))
    axes = figure.add_subplot()
    rows = table.objects()
    axes.bar(range(len(rows)), [100 * row["share"] for row in rows], color="C3")
    letters = [row["letter"] if font else romaji(row["letter"]) for row in rows]
    axes.set_xticks(range(len(rows)), letters, fontsize=7 if font else 5, rotation=0 if font else 90)
    axes.set_ylabel("% of tenpai hands that wait for it")
    axes.set_title(f"How dangerous is a discard? {rows[0]['tenpai']:,} dealt tenpai hands")
    axes.set_xlim(-1, len(rows))
    return png(figure)


def skill_picture(study: Path, words: int) -> bytes:
    """Elo by words known. words: how many a player knows who knows all."""
    figure = new_figure((8, 4.5))
    axes = figure.add_subplot()
    rows = sorted(
        (parse_agent(row["agent"]).words or words, row["elo"], row["elo_stderr"], row["share"])
        for row in read_table(study / "agents.csv").objects()
    )
    known, elo, errors, shares = zip(*rows, strict=True)
    axes.errorbar(known, elo, [1.96 * error for error in errors], fmt="o-", capsize=3)
    for x, y, share in zip(known, elo, shares, strict=True):
        axes.annotate(f"wins {share:.0%}", (x, y), (8, -10), textcoords="offset points", fontsize=9)
    axes.set_xscale("log")
    axes.set_xticks(known, [f"{each:,}" for each in known])
    axes.set_xlim(known[0] * 0.85, known[-1] * 1.3)
    axes.minorticks_off()
    axes.set_xlabel("words known, those learnt first")
    axes.set_ylabel("Elo (bars: 95 % intervals)")
    axes.set_title("Words are the skill: the same bot with more words, rules paper")
    axes.grid(alpha=0.3)
    return png(figure)


def main(n: int = 300_000, out: Path = OUT, replace: bool = False) -> None:
    """Deal, measure, draw and write."""
    check_place(out, replace=replace, kind=KIND)
    import matplotlib as mpl

    engine, font = WordEngine("core"), japanese_font()
    table = danger(n, engine)
    files: dict[str, str | bytes] = {"danger.csv": csv_text(*table)}
    with mpl.rc_context({"font.family": [font or "DejaVu Sans"]}):
        files["danger.png"] = danger_picture(table, font)
        if (OUT.parent / "words" / "MANIFEST.toml").is_file():
            sizes = {size for form in engine.forms for size in form.lengths}
            words = sum(
                len(entry.reading) in sizes for each in engine.lexicon.entries.values() for entry in each
            )
            files["skill.png"] = skill_picture(OUT.parent / "words", words)
    manifest = Manifest(
        KIND,
        f"python scripts/results_strength.py --n {n} --out DIR",
        inputs={"lexicon core": engine.lexicon.sha256},
        parameters={"deals": n, "seed": SEED, "font": font or NO_FONT, "matplotlib": mpl.__version__},
    )
    write_folder(out, files, manifest, replace=replace)


if __name__ == "__main__":
    from start import start

    start(main, n="hands that are dealt", out="the folder", replace="make a finished folder anew")
