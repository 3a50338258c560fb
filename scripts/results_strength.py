"""Make results/strength/summary: python scripts/results_strength.py [--n N] [--out DIR] [--replace]

danger.csv says of each letter which share of the dealt hands that are tenpai wait for it, by the list core and the
form 33332; tries.csv which share of complete hands is arranged within some tries. The other tables and pictures are
read off the studies beside it and results/games (`python scripts/results.py --only strength --only games` makes them).
It takes a minute. A finished folder stays, unless --replace is given.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np

from kanamj.datasets.pictures import NO_FONT, japanese_font, load_matplotlib, new_figure, png
from kanamj.engine import WordEngine
from kanamj.engine.blocks import block_of
from kanamj.game.agents import BOT_LEVELS, parse_agent
from kanamj.lexicon.kana import romaji
from kanamj.results import Manifest, check_place, write_folder
from kanamj.studies import DealStudy, csv_text, frame, mean, moments, part, read_table, rows_of, run, share

sys.path.append(str(Path(__file__).with_name("research")))
from laying import WordByWord, parse_policy
from pictures import error_bars

RESULTS = Path(__file__).resolve().parents[1] / "results"
STRENGTH, GAMES = RESULTS / "strength", RESULTS / "games"
OUT = STRENGTH / "summary"
SEATS = {
    **{"basic": "basic", "basic, equal_turns": "basic-fair"},
    **{"paper": "paper-never", "paper, equal_turns, ron_from=3": "paper-fair"},
    **{"standard": "standard-never", "standard, equal_turns, ron_from=2": "standard-fair"},
}
"""What the rules are called -> the games of results/games."""
Rows = list[dict[str, Any]]
RULES, TRIES = ("fewest/hard/hand", "any/hard/hand"), (1, 2, 3, 5, 10, 20)
WAYS = ("hardest", "anywhere", "in_a_row")
KIND, SEED = "strength-summary", 1


@dataclass(frozen=True)
class Danger(DealStudy):
    """The letters by the share of tenpai hands that wait for them; a letter may be waited for that is held."""

    digits = 6

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        waits = self.engine.waits_many(self.dealt(number, size))
        return {"tenpai": int(waits.any(axis=1).sum()), "waits": waits.sum(axis=0)}

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        n, letters = sums["tenpai"], self.engine.tiles.kinds
        rows = [
            {"letter": letter, "tenpai": n, "waiting": waiting, **share("share", n, waiting)}
            for letter, waiting in zip(letters, sums["waits"], strict=True)
        ]
        return {"danger": sorted(rows, key=lambda row: -row["waiting"])}


@dataclass(frozen=True)
class Tries(DealStudy):
    """Which share of complete hands is arranged within some tries: by one rule, by another, and if only the first try
    goes by the first rule."""

    readings = True
    digits = 6

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        engine, rows = self.engine, self.dealt(number, size)
        words = [block_of(key, engine.tiles) for key in engine.lexicon.easiest_keys(2, 3, flagged=True)]
        laying = WordByWord(engine.forms[0], words)
        once = laying.chances_many([*map(parse_policy, RULES)], rows[engine.shanten_many(rows) == -1])
        one, other = 1 - once.T
        return {
            ("tries", n, place): moments(1 - missed)
            for n in TRIES
            for place, missed in enumerate((one**n, other**n, one * other ** (n - 1)))
        }

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        rows = []
        for n in TRIES:
            found = part(sums, "tries", n)
            rows.append({"tries": n, "hands": found[0][0]})
            for place, way in enumerate(WAYS):
                rows[-1] |= mean(way, *found[place])
        return {"tries": rows}


def measured(study: type[DealStudy], n: int, hand: int = 14) -> Rows:
    """The table of a study of n deals of the list core."""
    return run(study("core", n, SEED, hand, chunk_size=n), workers=0).rows(study.kind)


def danger_picture(rows: Rows, font: str | None) -> bytes:
    """All letters, the most dangerous first."""
    mpl = load_matplotlib()

    figure = new_figure((13, 4.5))
    axes = figure.add_subplot()
    heights = [100 * row["share"] for row in rows]
    axes.bar(range(len(rows)), heights, color=mpl.colormaps["RdYlGn_r"](np.array(heights) / heights[0]))
    letters = [row["letter"] if font else romaji(row["letter"]) for row in rows]
    axes.set_xticks(range(len(rows)), letters, fontsize=9 if font else 5, rotation=0 if font else 90)
    axes.set_ylabel("% of tenpai hands that wait for it")
    axes.set_title(f"How dangerous is a discard? {rows[0]['tenpai']:,} dealt tenpai hands")
    axes.set_xlim(-1, len(rows))
    return png(figure)


def pairs(study: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of pairs.csv of a study: (agent, other) -> row."""
    rows = rows_of(read_table(STRENGTH / study / "pairs.csv"))
    return {(row["agent"], row["other"]): row for row in rows}


def levels() -> Rows:
    """Of two neighbours: how many games one player must play against three of the other to be found better, nine times
    in ten."""
    found, order = pairs("levels"), [*BOT_LEVELS, "greedy"]
    rows = []
    for lower, higher in pairwise(order):
        row = found[higher, lower]
        kept = {name: row[name] for name in ("share", "share_stderr", "elo", "elo_stderr")}
        rows.append({"agent": higher, "other": lower, **kept, "enough": games_enough(row["share"])})
    return rows


def games_enough(share: float, equal: float = 0.25, level: float = 0.05, power: float = 0.9) -> int | None:
    """The fewest games in which a player who wins `share` of them is found better than `equal`, with the probability
    `power`, by the exact binomial test of one side at this level. None if 500 games are not enough.

    >>> games_enough(0.5425), games_enough(0.25)
    (26, None)
    """
    for games in range(1, 501):
        equals, betters = (
            [math.comb(games, n) * each**n * (1 - each) ** (games - n) for n in range(games, -1, -1)]
            for each in (equal, share)
        )
        enough = sum(
            chance <= level for chance in accumulate(equals)
        )  # so many outcomes, the best first, pass
        if sum(betters[:enough]) >= power:
            return games
    return None


def call_values() -> Rows:
    """By rules and words known: what a player wins who calls among three who never call, less the quarter that it would
    win without calls."""
    rows = []
    for rules, known in product(("paper", "standard"), (290, 400, 760, 1600, 2800, 0)):
        name = f"calls-{rules}-{known}w" if known else f"calls-{rules}-1"
        if (STRENGTH / name / "pairs.csv").is_file():
            found, at = pairs(name), f"@{known}w" * bool(known)
            never, nearer = f"greedy{at}", f"greedy+call{at}"
            [weighed] = {agent for agent, _ in found} - {never, nearer}
            ways = [found[nearer, never], found[weighed, never]]
            rows.append({"rules": rules, "known": str(known or "all")})
            for name, row in zip(("nearer", "weighed"), ways, strict=True):
                more = row["share"] - 0.25
                rows[-1] |= {name: round(more, 8), f"{name}_stderr": row["share_stderr"]}
    return rows


def seats() -> Rows:
    """By rules: the share of wins of each seat, in percent, where all players are the same."""
    rows = []
    for name, folder in SEATS.items():
        wins = [row["wins"] for row in rows_of(read_table(GAMES / folder / "seats.csv"))]
        shares = {f"seat_{seat}": round(100 * each / sum(wins), 1) for seat, each in enumerate(wins, 1)}
        rows.append({"rules": name, **shares})
    return rows


def lines_picture(
    rows: Rows, x: str, lines: Mapping[str, str], xlabel: str, title: str, filled: bool = False
) -> bytes:
    """Shares in percent with 95 % intervals. lines: column -> what it is called. filled: colour what is between two."""
    figure = new_figure((8, 4.5))
    axes = figure.add_subplot()
    places = [row[x] for row in rows]
    for name, label in lines.items():
        values, errors = ([100 * row[name + end] for row in rows] for end in ("", "_stderr"))
        error_bars(axes, places, values, errors, label=label)
    if filled:
        low, high = ([100 * row[name] for row in rows] for name in lines)
        axes.fill_between(places, low, high, alpha=0.2, color="C1")
        for place, one, other in zip(places, low, high, strict=True):
            if other - one > 0:
                text = f"+{other - one:.1f}"
                axes.annotate(text, (place, other), (0, 7), textcoords="offset points", ha="center")
    axes.set_xticks(places)
    axes.set(xlabel=xlabel, ylabel="% (bars: 95 % intervals)", title=title)
    axes.margins(y=0.1)
    axes.legend(loc="lower right")
    axes.grid(alpha=0.3)
    return png(figure)


def calls_picture(table: Rows) -> bytes:
    """What a call is worth by words known: by the two rules, and by two ways to choose calls."""
    figure = new_figure((9, 4.5))
    both = figure.subplots(1, 2, sharey=True)
    for axes, rules in zip(both, ("paper", "standard"), strict=True):
        rows = [row for row in table if row["rules"] == rules]
        for name, label in (
            ("nearer", "calls that bring the hand nearer"),
            ("weighed", "calls that raise the chance to win"),
        ):
            values, errors = ([100 * row[name + end] for row in rows] for end in ("", "_stderr"))
            error_bars(axes, range(len(rows)), values, errors, label=label)
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_xticks(range(len(rows)), [str(row["known"]) for row in rows])
        axes.set(xlabel="words known (bars: 95 % intervals)", title=f"rules {rules}")
        axes.grid(alpha=0.3)
    figure.suptitle("What calls are worth, by words known")
    both[0].set_ylabel("percentage points of wins")
    both[0].legend()
    return png(figure)


def seats_picture(rows: Rows) -> bytes:
    """The share of wins of each seat: as usual, and by fair rules."""
    figure = new_figure((9, 4))
    for axes, (usual, fair) in zip(
        figure.subplots(1, 3, sharey=True), zip(rows[::2], rows[1::2], strict=True), strict=True
    ):
        for shift, row, label in ((-0.2, usual, "as usual"), (0.2, fair, "fair variant")):
            axes.bar([place + shift for place in range(1, 5)], list(row.values())[1:], 0.4, label=label)
        axes.axhline(25, color="black", linewidth=0.8, linestyle="--")
        axes.set(title=usual["rules"], xlabel="seat", xticks=range(1, 5))
    figure.suptitle("Who wins? Four players who know all words, by seat")
    figure.axes[0].set_ylabel("% of wins")
    figure.axes[0].legend()
    return png(figure)


def skill_picture(study: Path, words: int) -> bytes:
    """Elo by words known. words: how many a player knows who knows all."""
    figure = new_figure((8, 4.5))
    axes = figure.add_subplot()
    rows = sorted(
        (parse_agent(row["agent"]).words or words, row["elo"], row["elo_stderr"], row["share"])
        for row in rows_of(read_table(study / "agents.csv"))
    )
    known, elo, errors, shares = zip(*rows, strict=True)
    error_bars(axes, known, elo, errors)
    for x, y, wins in zip(known, elo, shares, strict=True):
        axes.annotate(f"wins {wins:.0%}", (x, y), (8, -10), textcoords="offset points", fontsize=9)
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
    mpl = load_matplotlib()

    engine, font = WordEngine("core"), japanese_font()
    tables = {
        "danger": measured(Danger, n, 13),
        "tries": measured(Tries, n // 3),
        "levels": levels(),
        "call_values": call_values(),
        "seats": seats(),
    }
    files: dict[str, str | bytes] = {f"{name}.csv": csv_text(frame(table)) for name, table in tables.items()}
    words = sum(
        len(entry.reading) in engine.sizes for each in engine.lexicon.entries.values() for entry in each
    )
    with mpl.rc_context({"font.family": [font or "DejaVu Sans"]}):
        files["danger.png"] = danger_picture(tables["danger"], font)
        files["skill.png"] = skill_picture(STRENGTH / "words", words)
        files["calls.png"] = calls_picture(tables["call_values"])
        files["seats.png"] = seats_picture(tables["seats"])
        files["ceiling.png"] = lines_picture(
            rows_of(read_table(STRENGTH / "ceiling" / "ceiling.csv")),
            "draws",
            {"greedy": "greedy", "foreseen": "one who knows all draws"},
            "own draws",
            "Hands complete within so many draws: nobody gains more than the gap",
            filled=True,
        )
        files["tries.png"] = lines_picture(
            tables["tries"],
            "tries",
            {
                "in_a_row": "first from the hardest letter, then from any",
                "hardest": "always from the hardest letter",
                "anywhere": "always from any letter",
            },
            "tries",
            f"Complete hands that are arranged, of {tables['tries'][0]['hands']:,}",
        )
    manifest = Manifest(
        KIND,
        f"python scripts/results_strength.py --n {n} --out DIR",
        inputs={"lexicon core": engine.lexicon.sha256},
        parameters={
            "deals": n,
            "tried": n // 3,
            "seed": SEED,
            "font": font or NO_FONT,
            "matplotlib": mpl.__version__,
        },
    )
    write_folder(out, files, manifest, replace=replace)


if __name__ == "__main__":
    from start import start

    start(main, n="hands that are dealt", out="the folder", replace="make a finished folder anew")
