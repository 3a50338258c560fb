"""The options --draws, --rollouts and --seed of `kanamj judge`, and what they add to a report."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from kanamj.cli import options as opt
from kanamj.cli.output import say
from kanamj.language import tr

if TYPE_CHECKING:
    from kanamj.engine import Engine
    from kanamj.engine.chances import Chances
    from kanamj.engine.judgement import Judgement
    from kanamj.engine.report import HandReport

DrawsOption: TypeAlias = Annotated[
    int | None,
    opt.number(
        "--draws T",
        "Show the chances to complete the hand within 1 to T own draws. T is 1 to 3, with --rollouts 1 to 18.",
    ),
]
RolloutsOption: TypeAlias = Annotated[
    int | None,
    opt.number(
        "--rollouts N",
        "Estimate the chances by N greedy rollouts per discard. They are a lower bound of best play.",
    ),
]
SeedOption: TypeAlias = Annotated[int, opt.number("--seed S", "Seed of the rollouts.")]

FINE = "◎"
"""The sign of a discard that is a good choice (`engine.choices`), as on the page."""
SILENCE = 2.0
"""At least this many seconds are between two messages about progress."""


def check_draws(draws: int | None, rollouts: int | None) -> None:
    """Raise BadParameter if --draws or --rollouts is out of range, or if --rollouts is given without --draws."""
    from kanamj.engine.chances import DRAWS
    from kanamj.engine.rollouts import MOST_ROLLOUT_DRAWS, MOST_ROLLOUTS

    if draws is None:
        if rollouts is not None:
            raise typer.BadParameter("--rollouts estimates the chances within --draws T; give both")
        return
    most = DRAWS if rollouts is None else MOST_ROLLOUT_DRAWS
    if draws < 1 or draws > MOST_ROLLOUT_DRAWS:
        raise typer.BadParameter(f"--draws {draws}: give 1 to {most}")
    if draws > most:
        raise typer.BadParameter(
            f"--draws {draws}: chances are exact up to {most} draws here; add --rollouts 1000 for an estimate"
        )
    if rollouts is not None and not 2 <= rollouts <= MOST_ROLLOUTS:
        raise typer.BadParameter(f"--rollouts {rollouts}: give 2 to {MOST_ROLLOUTS:,}")


def chances_of(asked: Judgement, seen: str, draws: int, rollouts: int | None, seed: int) -> Chances:
    """The chances of a hand: exact if `rollouts` is None, else estimated by rollouts."""
    from kanamj.engine.chances import chances
    from kanamj.engine.rollouts import estimate

    if rollouts is None:
        return chances(asked, draws, seen, CountProgress("hands looked at"))
    return estimate(asked, draws, rollouts, seed, seen, CountProgress("draws played"))


def chances_json(report: HandReport, found: Chances) -> dict[str, Any]:
    """The JSON of a report with chances. Estimated chances also have `estimate` and standard errors."""
    table = report.to_json()
    if found.rollouts:
        made = {"rollouts": found.rollouts, "seed": found.seed, "policy": "greedy", "bound": "lower"}
        table["estimate"] = made
        if not found.discards:
            table["standard_errors"] = list(found.standard_errors)
        for row, discard in zip(table["discards"], found.discards, strict=False):
            row["standard_errors"] = list(found.errors(discard.ways))
    return table


def chances_lines(engine: Engine, report: HandReport, found: Chances) -> list[str]:
    """Sentences about the chances, to print with a report."""
    from kanamj.engine.chances import open_games
    from kanamj.tiles import HIRAGANA_120

    said = []
    draws = len(found.chances)
    if report.distance == 0:
        return ["chance: complete"]
    if not found.rollouts:
        said.append(f"chance: exact, of {found.unseen} unseen tiles, any discards, nobody else wins")
    else:
        error = 100 * found.standard_errors[-1]
        said.append(
            f"chance: estimated by {found.rollouts:,} greedy rollouts (seed {found.seed}), a lower bound of best play; "
            f"standard error {error:.1f} points at {draws} draws"
        )
    if not found.discards:
        shares = [f"{100 * chance:.1f}" for chance in found.chances]
        each = (tr("within {draws}: {share} %", draws=t, share=share) for t, share in enumerate(shares, 1))
        said.append("  ".join(each))
    if report.measured == "tiles":
        said.append("no discard has a chance of 1 % within two draws, so the tiles that help decide")
    if engine.tiles == HIRAGANA_120 and "33332" in report.forms:
        games, left = open_games()
        lasted = left[draws - 1] if draws <= len(left) else 0
        within = f"within {draws} draw{'s' * (draws > 1)} {found.chances[-1]:.2f}"
        said.append(f"{within}; of {games:,} games of four, {lasted:,} lasted that long")
    return said


def in_percent(columns: list[str], rows: list[list[object]]) -> tuple[list[str], list[list[object]]]:
    """The columns and rows of a table of discards, changed so that chances and costs are in percent. A discard that is
    fine has a sign beside its cost."""
    of = {name: f"within {name.removeprefix('chance_')}, %" for name in columns if name.startswith("chance_")}
    if "cost" in columns:
        of |= {"cost": "cost, %", "fine": ""}

    def shown(name: str, cell: object) -> object:
        if name == "fine":
            return FINE if cell else ""
        return round(100 * float(str(cell)), 1) if name in of else cell

    return [of.get(name, name) for name in columns], [[*map(shown, columns, row)] for row in rows]


class CountProgress:
    """A function to call with the progress of a count: every few seconds it prints the progress on stderr.

    what: what is counted, for the message.
    """

    def __init__(self, what: str) -> None:
        self.what, self.last = what, time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self.last > SILENCE and done < of:
            self.last = now
            say(f"chances: {done:,} of {of:,} {self.what}")
