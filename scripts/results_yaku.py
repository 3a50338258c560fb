"""Make results/yaku: what wins are worth by the rules `pro`. python scripts/results_yaku.py [--n N] [--row ROW=N]…

A row is a tile set and a number of calls, such as 166-closed, 136-1 or 120-2; the row 166-own has the
changes of OWN. The list is core, for 136 tiles in clear sounds, as these tiles have no others; the row 136-written
reads it as it is written. Each row is a folder, made by `kanamj study yaku` with N complete hands; a folder that has N
hands stays, and an interrupted one goes on. Without N it is 100,000 for the row 166-closed, 20,000 for the others.
Then results/yaku/summary is made of all rows that are there: summary.csv, a table for players and one for makers of
rules, and two pictures."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kanamj.datasets.pictures import japanese_font, load_matplotlib, new_figure, png
from kanamj.disk import sha256_of
from kanamj.errors import KanamjError, not_one_of, whole_number
from kanamj.lexicon.kana import romaji
from kanamj.results import MANIFEST, Manifest, write_folder
from kanamj.studies import Results, YakuStudy, csv_text, frame, interval
from kanamj.yaku import TABLE, YAKUMAN

sys.path.append(str(Path(__file__).with_name("research")))
from pictures import half_95

Rows = list[dict[str, Any]]
ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "results" / "yaku"
TILES = {"166": "hiragana-pro-166", "136": "hiragana-pro-136", "120": "hiragana-120"}
CALLS = {"closed": 0, "1": 1, "2": 2}
OWN = "pro,純行=6/8,五音=3/5,七対子=off"
LISTS = {"136": "core+seion"}
"""The list for these tiles; for the others it is core."""
ROWS = {
    f"{tiles}-{calls}": ("pro", tiles, calls, LISTS.get(tiles, "core")) for tiles in TILES for calls in CALLS
}
ROWS |= {"136-written": ("pro", "136", "closed", "core"), "166-own": (OWN, "166", "closed", "core")}
EXAMPLES = ROOT / "scripts" / "yaku_examples.tsv"
"""For each yaku that words make, the words of a win that has it, as scripts/yaku_examples.py finds them."""


def made(name: str, n: str, out: Path) -> None:
    """Make the folder of a row, or go on with it."""
    rules, tiles, calls, lexicon = ROWS[name]
    options = (
        "--scoring",
        rules,
        "--tiles",
        TILES[tiles],
        "--calls",
        CALLS[calls],
        "--lexicon",
        lexicon,
        "--n",
        n,
    )
    folder = out / name
    if (folder / MANIFEST).is_file() and YakuStudy.read(folder).parameters["n"] != whole_number(n):
        shutil.rmtree(folder)
    if not (folder / MANIFEST).is_file():
        command = ["study", "yaku", *map(str, options), "--out", str(folder), "--resume"]
        print("kanamj", *command, file=sys.stderr)
        done = [sys.executable, "-m", "kanamj", *command]
        subprocess.run(done, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def summary(found: Mapping[str, Results]) -> Rows:
    """A row for each folder: how many deals are complete, and what these hands are worth."""
    rows = []
    for name, results in found.items():
        rules, tiles, calls, lexicon = ROWS[name]
        hands, deals = results.parameters["n"], results.counted["deals"]
        worth = {row["of"]: row for row in results.rows("worth")}
        row = {
            "row": name,
            "tiles": tiles,
            "calls": CALLS[calls],
            "lexicon": lexicon,
            "rules": rules,
            "hands": hands,
            "deals": deals,
        }
        row |= {"complete": hands / deals, "complete_stderr": (hands * (deals - hands) / deals**3) ** 0.5}
        for way in ("shown", "best", "riichi", "gain", "riichi_gain"):
            row |= {f"{way}{more}": worth["points"][f"{way}{more}"] for more in ("", "_stderr")}
        row |= {f"han{more}": worth["han"][f"best{more}"] for more in ("", "_stderr")}
        rows.append(row | {f"any{more}": worth["any yaku"][f"best{more}"] for more in ("", "_stderr")})
    return rows


def shares(found: Mapping[str, Results]) -> Rows:
    """A row for each yaku: what it is worth, an example, and in what share of the hands of each folder it is."""
    examples = dict(line.split("\t") for line in EXAMPLES.read_text(encoding="utf-8").splitlines()[1:])
    there = {name: {row["yaku"]: row for row in results.rows("yaku")} for name, results in found.items()}
    rows = []
    for yaku in (yaku for yaku in TABLE if not yaku.bonus):
        row: dict[str, Any] = {"yaku": yaku.name, "reading": yaku.reading, "english": yaku.english}
        row |= {"open": han(yaku.open), "closed": han(yaku.closed), "mark": yaku.mark}
        row["example"] = examples.get(yaku.name, "")
        for name in found:
            cells = there[name].get(yaku.name, {})
            row |= {f"{name}{more}": cells.get(f"best{more}") for more in ("", "_stderr")}
        rows.append(row)
    return rows


def han(number: int | None) -> str:
    return "–" if number is None else "役満" if number >= YAKUMAN else str(number)


KANS = ("kans", "dealt", "dealt_stderr", "drawn", "drawn_stderr")


def kans(found: Mapping[str, Results]) -> Rows:
    """A row for each tile set, list and number of kans."""
    return [
        {"tiles": ROWS[name][1], "lexicon": ROWS[name][3], **{column: row[column] for column in KANS}}
        for name, results in found.items()
        if ROWS[name][0] == "pro"
        for row in results.rows("kans")
    ]


def names(rows: Rows) -> list[str]:
    """The names of yaku, in Latin letters where there is no Japanese font."""
    if japanese_font():
        return [row["yaku"] for row in rows]
    return ["".join(map(romaji, row["reading"])) for row in rows]


def of_shares(table: Rows, hands: Mapping[str, int]) -> bytes:
    """How often each yaku is there in closed hands, by tile set; those that no hand has are left out."""
    figure = new_figure((8, 8))
    axes = figure.add_subplot()
    rows = [row for row in table if any(isinstance(row[name], float) and row[name] > 0 for name in hands)]
    rows.sort(key=lambda row: max(float(row[name] or 0) for name in hands))
    for i, name in enumerate(hands):
        known = [(place, row) for place, row in enumerate(rows) if row[name] and float(row[name]) > 0]
        ends = [interval(row[name], row[f"{name}_stderr"], hands[name]) for _, row in known]
        errors = [
            [row[name] - low for (_, row), (low, _) in zip(known, ends, strict=True)],
            [high - row[name] for (_, row), (_, high) in zip(known, ends, strict=True)],
        ]
        axes.errorbar(
            [float(row[name]) for _, row in known],
            [place + (1.5 - i) * 0.18 for place, _ in known],
            xerr=errors,
            fmt="os^D"[i],
            ms=5,
            label=f"{ROWS[name][1]} tiles, {ROWS[name][3]}",
        )
    axes.set_xscale("log")
    axes.set_yticks(range(len(rows)), names(rows))
    axes.set_xlabel("share of complete closed hands whose best choice has it (95 % intervals, log scale)")
    axes.set_title("How often each yaku is there")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    return png(figure)


def of_worth(table: Rows) -> bytes:
    """Mean points as first shown, at best, and with riichi, for each tile set and number of calls."""
    figure = new_figure((8, 4.5))
    axes = figure.add_subplot()
    rows = [row for row in table if row["rules"] == "pro"]
    for i, (way, label) in enumerate(WAYS.items()):
        known = [(place, row) for place, row in enumerate(rows) if isinstance(row[way], int | float)]
        axes.bar(
            [place + (i - 1) * 0.27 for place, _ in known],
            [row[way] for _, row in known],
            0.25,
            yerr=half_95(row[f"{way}_stderr"] or 0 for _, row in known),
            label=label,
            capsize=2,
        )
    calls = {0: "closed", 1: "1 call", 2: "2 calls"}
    axes.set_xticks(
        range(len(rows)),
        [f"{row['tiles']} tiles\n{calls[row['calls']]}\n{row['lexicon']}" for row in rows],
        fontsize=8,
    )
    axes.set_ylabel("mean points, in sticks of 1,000")
    axes.set_title("What a complete hand is worth, won by tsumo (95 % intervals)")
    axes.legend()
    return png(figure)


WAYS = {"shown": "as first shown", "best": "best choice", "riichi": "best choice with riichi"}


def main(n: str = "", row: list[str] = [], out: Path = OUT) -> None:  # noqa: B006
    """Make the rows, and the summary of all that are there."""
    mpl = load_matplotlib()
    for each in row or ROWS:
        name, _, number = each.partition("=")
        if name not in ROWS:
            raise KanamjError(not_one_of(name, "a row", ROWS))
        made(name, number or n or ("1e5" if name == "166-closed" else "2e4"), out)

    found = {name: YakuStudy.read(out / name) for name in ROWS if (out / name / MANIFEST).is_file()}
    tables = {"summary": summary(found), "yaku": shares(found), "kans": kans(found)}
    hands = {name: results.parameters["n"] for name, results in found.items()}
    closed = {
        name: number for name, number in hands.items() if ROWS[name][0] == "pro" and ROWS[name][2] == "closed"
    }
    font = japanese_font() or "DejaVu Sans"
    with mpl.rc_context({"font.family": [font]}):
        pictures = {"yaku.png": of_shares(tables["yaku"], closed), "worth.png": of_worth(tables["summary"])}
    again = " ".join(f"--row {name}={number}" for name, number in hands.items())
    manifest = Manifest(
        "yaku-summary",
        f"python scripts/results_yaku.py {again} --out DIR",
        inputs={
            f"{name}/{table}.csv": sha256_of(out / name / f"{table}.csv")
            for name in found
            for table in ("worth", "yaku")
        },
        parameters={**hands, "font": font, "matplotlib": mpl.__version__},
    )
    files = {f"{name}.csv": csv_text(frame(table)) for name, table in tables.items()}
    write_folder(out / "summary", {**files, **pictures}, manifest, replace=True)


if __name__ == "__main__":
    from start import start

    start(
        main,
        n="complete hands of each row; without it 1e5 for 166-closed, 2e4 for others",
        row=f"only these rows: {', '.join(ROWS)}; ROW=N also says how many hands",
        out="the folder",
    )
