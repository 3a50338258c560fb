"""Make results/lessons: which words matter, and which to learn next. python scripts/results_lessons.py [--only PART]…

All of it is about the list `core`. The parts are:
- orders: 400 of the next 700 words for players who know the 300, 700 and 1,500 easiest ones
  (`scripts/research/order.py`);
- values: how often each word decides a complete deal (`scripts/research/values.py`);
- bots: games between bots that know 700 words and 100 more: two of them the first 100 of the order, or of an order for
  seven pairs, too, and two the next 100 by ease;
- summary: the orders side by side, and two pictures.

Orders, values and games that are finished stay; remove a folder to have it made again. An interrupted run goes on.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kanamj.datasets.pictures import japanese_font, load_matplotlib, new_figure, png
from kanamj.disk import sha256_of
from kanamj.errors import KanamjError, not_one_of
from kanamj.game import preset
from kanamj.game.agents import AgentSpec, Greedy
from kanamj.game.hands import Hands
from kanamj.game.rules import Rules
from kanamj.game.steps import Agent
from kanamj.game.wall import Seed
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.results import MANIFEST, Manifest, write_folder
from kanamj.studies import Games, csv_text, frame, read_table, rows_of, run

sys.path.append(str(Path(__file__).with_name("research")))
from order import Order
from pictures import error_bars

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "results" / "lessons"
KIND, LIST = "lessons", "core"
KNOWN = (300, 700, 1500)
ORDERS = ("--learn", 400, "--candidates", 700, "--n", 5_000)
VALUED = {"values-14": ("--n", 500_000), "values-13": ("--n", 20_000, "--hand", 13)}
VALUED |= {"values-332": ("--n", 100_000, "--form", "332")}
AT = 100
"""Words learnt where the ways are compared, and those that the bots of 700 know more."""
SEED, BOTS_KNOW = 1, 700
PLAYED = {"bots": ("paper", 4_000), "bots-standard": ("standard", 1_200), "bots-both": ("standard", 1_200)}
"""Folder -> rules and games. The order is chosen for the form of the paper; by the standard rules seven pairs win too,
and a game takes longer. The order of bots-both is chosen for both forms, on BOTH deals."""
BOTH = 1_000
SHOWN = 40
"""Words in the picture of values."""


def study(name: str, *program: object) -> None:
    """Run a study of core into results/lessons/NAME, or go on with it; one that is finished stays."""
    if (HOME / name / MANIFEST).is_file():
        return
    command = [*program, "--lexicon", LIST, "--out", HOME / name, "--resume"]
    print(*command, file=sys.stderr)
    subprocess.run([sys.executable, *map(str, command)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def orders() -> None:
    """Make results/lessons/order-N."""
    for known in KNOWN:
        study(f"order-{known}", "scripts/research/order.py", "--known", known, *ORDERS)


def values() -> None:
    """Make results/lessons/values-N."""
    for name, options in VALUED.items():
        study(name, "scripts/research/values.py", *options)


def bots() -> None:
    """Make results/lessons/bots, bots-standard and bots-both."""
    for part, (rules, games) in PLAYED.items():
        if not (HOME / part / MANIFEST).is_file():
            if both := part == "bots-both":
                first = Order(
                    LIST, BOTH, known=str(BOTS_KNOW), learn=AT, forms=preset(rules).forms
                ).plan.order
            else:
                ordered = Order.read(HOME / f"order-{BOTS_KNOW}").rows("order")
                first = tuple(row["key"] for row in ordered[:AT])
            read = [] if both else [f"order-{BOTS_KNOW}/order.csv"]
            said = {
                "games": games,
                "rules": rules,
                "seed": SEED,
                "two_letters": sum(len(key) == 2 for key in first),
            }
            write(part, {"bots.csv": played(rules, games, first)}, {}, read, **said)


def summary() -> None:
    """Make results/lessons/summary."""
    mpl = load_matplotlib()

    read = [f"order-{known}/compare.csv" for known in KNOWN] + ["values-14/values.csv"]
    deals = Order.read(HOME / f"order-{KNOWN[0]}").parameters["n"]
    write("summary", {"summary.csv": compared()}, pictures(), read, deals=deals, matplotlib=mpl.__version__)


def write(
    part: str,
    tables: Mapping[str, Sequence[dict[str, Any]]],
    pictures: Mapping[str, bytes],
    read: Sequence[str],
    **parameters: object,
) -> None:
    """Write a folder of tables and pictures. read: the files that they are made from."""
    files: dict[str, str | bytes] = {name: csv_text(frame(rows)) for name, rows in tables.items()}
    manifest = Manifest(
        KIND if part == "summary" else "games of learners",
        f"python scripts/results_lessons.py --only {part.partition('-')[0]}",
        inputs={name: sha256_of(HOME / name) for name in read},
        parameters={"lexicon": LIST, **parameters},
    )
    write_folder(HOME / part, {**files, **pictures}, manifest, replace=True)


def compared() -> list[dict[str, Any]]:
    """For each number of words known: hands before anything is learnt, and after AT words by each way. errors: how many
    standard errors the order is ahead."""
    found = []
    for known in KNOWN:
        for row in Order.read(HOME / f"order-{known}").rows("compare"):
            if row["words"] in (0, AT):
                behind = row["behind"] if isinstance(row["behind"], float) else 0.0
                errors = round(behind / row["behind_stderr"], 1) if behind else None
                cells = {
                    name: round(value, 4 + 2 * name.startswith("tenpai"))  # a share may be small
                    if isinstance(value, float)
                    else value
                    for name, value in row.items()
                    if not name.startswith("shanten_gain")
                }
                found.append({"known": known, "learnt": cells.pop("words"), **cells, "errors": errors})
    return found


@dataclass(frozen=True)
class Knower(AgentSpec):
    """A greedy player that knows these keys."""

    called: str = ""
    keys: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.called

    def seated(self, rules: Rules, seed: Seed, seat: int) -> Agent:  # noqa: ARG002
        return Greedy(hands_of(rules, self.keys))


@lru_cache(maxsize=2)
def hands_of(rules: Rules, keys: tuple[str, ...]) -> Hands:
    """How a player who knows these keys sees hands."""
    words = {
        size: {key: rules.lexicon.words(key) for key in sorted(keys) if len(key) == size} for size in (2, 3)
    }
    return Hands(Lexicon("known", words), rules.tiles, rules.forms, rules.solver)


def played(rules: str, number: int, first: tuple[str, ...]) -> list[dict[str, Any]]:
    """Games of two bots that learnt the first words of an order against two that learnt by ease.

    share: of a seat. ahead: the share less that of the others; its error is the sum of both, which is the most that it
    can be.
    """
    lexicon = load_lexicon(LIST)
    easiest = lexicon.easiest_keys(2, 3)
    learnt = {"order": (*easiest[:BOTS_KNOW], *first), "ease": tuple(easiest[: BOTS_KNOW + AT])}
    agents = tuple(Knower("greedy", called=name, keys=keys) for name, keys in learnt.items()) * 2
    games = run(Games(preset(rules, lexicon).with_kernels(), agents, number, SEED))
    rows = {row["agent"]: row for row in games.rows("agents")}
    found = []
    for name, other in (("order", "ease"), ("ease", "order")):
        row, ahead = rows[name], rows[name]["share"] - rows[other]["share"]
        cells = {
            "agent": name,
            "seats": row["seats"],
            "games": number,
            "wins": row["wins"],
            "share": row["share"],
        }
        errors = {"ahead": round(ahead, 6), "ahead_stderr": round(row["stderr"] + rows[other]["stderr"], 6)}
        found.append({**cells, "stderr": row["stderr"], **errors})
    return found


def pictures() -> Mapping[str, bytes]:
    """Name of the file -> picture."""
    mpl = load_matplotlib()

    found = {}
    with mpl.rc_context({"font.family": [japanese_font() or "DejaVu Sans"]}):
        for name, size, draw in (
            ("order.png", (8, 4.8), draw_orders),
            ("values.png", (12, 4.5), draw_values),
        ):
            figure = new_figure(size)
            draw(figure.add_subplot())
            found[name] = png(figure)
    return found


def draw_orders(axes: Any) -> None:
    """Mean shanten of dealt hands by the number of words learnt, by the order and by other ways."""
    n = 0
    for place, known in enumerate(KNOWN):
        found = Order.read(HOME / f"order-{known}")
        n = found.parameters["n"]
        rows = found.rows("compare")
        for way, style in (("order", "-"), ("random", ":"), ("cost", "-."), ("ease", "--")):
            line = [row for row in rows if row["way"] in ("known", way)]
            what = ("words", "mean_shanten", "mean_shanten_stderr")
            words, shanten, errors = ([row[name] for row in line] for name in what)
            label = f"{known:,} known, then by {way}"
            error_bars(axes, words, shanten, errors, style, color=f"C{place}", capsize=2, label=label)
    axes.set(xlabel="words learnt", ylabel="mean shanten of 14 dealt tiles", xlim=(0, None))
    axes.set_title(f"Which words to learn: {n:,} fresh deals each (bars: 95 % intervals)")
    axes.legend(fontsize=7, ncols=3)


def draw_values(axes: Any) -> None:
    """The most needed words: the share of complete deals that needs each, and that can use it."""
    complete = Manifest.read(HOME / "values-14").parameters["complete"]
    table = rows_of(read_table(HOME / "values-14" / "values.csv"))
    rows = [row for row in table if row["words"]][:SHOWN]  # without those that are not shown unasked
    words = [row["words"].split(" ")[0].split("(")[0] for row in rows]
    for name, label, mark in (("used", "used by some arrangement", "o"), ("needed", "needed", "s")):
        shares, errors = ([100 * row[each] for row in rows] for each in (name, f"{name}_stderr"))
        error_bars(axes, range(len(rows)), shares, errors, mark, ms=4, capsize=2, label=label)
    axes.set_xticks(range(len(rows)), ["\n".join(word.replace("ー", "｜")) for word in words], fontsize=9)
    axes.set(ylabel="share of complete deals, % (bars: 95 % intervals)", ylim=(0, None), xlim=(-1, len(rows)))
    axes.set_title(f"The {SHOWN} most needed words of {LIST}: n = {complete:,} complete deals of 14 tiles")
    axes.legend()


PARTS = {"orders": orders, "values": values, "bots": bots, "summary": summary}


def main(only: list[str] = []) -> None:  # noqa: B006
    """Make the parts that are asked for, or all, in their order."""
    for name in only or PARTS:
        if name not in PARTS:
            raise KanamjError(not_one_of(name, "a part", PARTS))
        PARTS[name]()


if __name__ == "__main__":
    from start import start

    start(main, only="make this part")
