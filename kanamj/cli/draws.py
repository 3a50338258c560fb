"""The options --draws, --rollouts and --seed of `kanamj judge`, and what they add to a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from kanamj.cli import options as opt
from kanamj.cli.output import misuse, status_line
from kanamj.errors import Message
from kanamj.text import tr

if TYPE_CHECKING:
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


def check_draws(draws: int | None, rollouts: int | None) -> None:
    """Raise BadParameter if --draws or --rollouts is out of range, or if --rollouts is given without --draws."""
    from kanamj.engine.chances import DRAWS
    from kanamj.engine.rollouts import MOST_ROLLOUT_DRAWS, MOST_ROLLOUTS

    if draws is None:
        if rollouts is not None:
            raise misuse("--rollouts estimates the chances within --draws T; give both")
        return
    most = DRAWS if rollouts is None else MOST_ROLLOUT_DRAWS
    if draws < 1 or draws > MOST_ROLLOUT_DRAWS:
        raise misuse("--draws {}: give 1 to {}", draws, most)
    if draws > most:
        raise misuse(
            "--draws {}: chances are exact up to {} draws here; add --rollouts 1000 for an estimate",
            draws,
            most,
        )
    if rollouts is not None and not 2 <= rollouts <= MOST_ROLLOUTS:
        raise misuse("--rollouts {}: give 2 to {:,}", rollouts, MOST_ROLLOUTS)


def chances_of(asked: Judgement, seen: str, draws: int, rollouts: int | None, seed: int) -> Chances:
    """The chances of a hand: exact if `rollouts` is None, else estimated by rollouts."""
    from kanamj.engine.chances import chances
    from kanamj.engine.rollouts import estimate

    text = (
        "chances: {:,} of {:,} hands looked at" if rollouts is None else "chances: {:,} of {:,} draws played"
    )
    with status_line() as show:

        def progress(done: int, of: int) -> None:
            show(Message(text, done, of))

        if rollouts is None:
            return chances(asked, draws, seen, progress)
        return estimate(asked, draws, rollouts, seed, seen, progress)


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


def chances_lines(report: HandReport, found: Chances) -> list[str]:
    """Sentences about the chances, to print with a report."""
    if report.distance == 0:
        return [tr("chance: complete")]
    said, draws = [], len(found.chances)
    if not found.rollouts:
        exact = "chance: exact, of {} unseen tiles, any discards, nobody else wins"
        said.append(tr(exact, found.unseen))
    else:
        estimated = (
            "chance: estimated by {:,} greedy rollouts (seed {}), a lower bound of best play; "
            "standard error {:.1f} points at {} draws"
        )
        said.append(tr(estimated, found.rollouts, found.seed, 100 * found.standard_errors[-1], draws))
    if not found.discards:
        shares = [f"{100 * chance:.1f}" for chance in found.chances]
        each = (tr("within {}: {} %", t, share) for t, share in enumerate(shares, 1))
        said.append("  ".join(each))
    if report.measured == "tiles":
        said.append(tr("no discard has a chance of 1 % within two draws, so the tiles that help decide"))
    return said


def discard_table(report: HandReport, most: int | None) -> tuple[list[str], list[list[object]]]:
    """The discards for people to read: headings, and rows. Chances and costs are in percent, and a discard that is fine
    has a sign beside its cost. most: so many accepts of each are listed, those with the most unseen copies."""
    from kanamj.engine.report import accepted

    within = [Message("within {}, %", t) for t, _ in enumerate(report.discards[0].chances, 1)]
    costs = ["cost, %", ""] if report.measured else []
    rows: list[list[object]] = []
    for each in report.discards:
        cost = [_percent(each.cost or 0.0), FINE if each.fine else ""] if costs else []
        chances = map(_percent, each.chances)
        accepts = accepted(each.accepts).split()
        listed = [*accepts[:most], *["…"] * (len(accepts[:most]) < len(accepts))]
        rows.append([each.tile, each.shanten, each.unseen, *chances, *cost, listed])
    return ["discard", "shanten", "unseen", *within, *costs, "accepts"], rows


def _percent(share: float) -> float:
    return round(100 * share, 1)
