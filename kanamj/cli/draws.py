"""What `kanamj judge --draws` adds to a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanamj.cli.output import status_line
from kanamj.errors import Message
from kanamj.text import tr

if TYPE_CHECKING:
    from kanamj.engine.chances import Chances
    from kanamj.engine.judgement import Judgement
    from kanamj.engine.report import HandReport

FINE = "◎"
"""The sign of a discard that is a good choice (`engine.choices`), as on the page."""


def chances_of(asked: Judgement, seen: str, draws: int) -> Chances:
    """Returns the chances of a hand. A line at the bottom of the terminal says how many hands are done."""
    from kanamj.engine.chances import chances

    with status_line() as show:

        def progress(done: int, of: int) -> None:
            show(Message("chances: {:,} of {:,} hands looked at", done, of))

        return chances(asked, draws, seen, progress)


def chances_lines(report: HandReport, found: Chances) -> list[str]:
    """Returns sentences about the chances, to print with a report."""
    if report.distance == 0:
        return [tr("chance: complete")]
    said = [tr("chance: exact, of {} unseen tiles, any discards, nobody else wins", found.unseen)]
    if not found.discards:
        shares = [f"{100 * chance:.1f}" for chance in found.chances]
        each = (tr("within {}: {} %", t, share) for t, share in enumerate(shares, 1))
        said.append("  ".join(each))
    if report.measured == "tiles":
        said.append(tr("no discard has a chance of 1 % within two draws, so the tiles that help decide"))
    return said


def discard_table(report: HandReport, most: int | None) -> tuple[list[str], list[list[object]]]:
    """Returns the discards for people to read: headings, and rows. Chances and costs are in percent, and a discard
    that is fine has a sign beside its cost.

    most: so many accepts of each are listed, those with the most unseen copies.
    """
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
