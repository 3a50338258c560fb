"""A table of what a judged hand is worth by scoring rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanamj.cli.output import print_table, say
from kanamj.errors import Message
from kanamj.text import tr
from kanamj.yaku.worth import Tenpai, Worths

if TYPE_CHECKING:
    from kanamj.engine.report import HandReport
    from kanamj.yaku import Score


def score_line(score: Score) -> str:
    """Returns the yaku and what they are worth, in one line."""
    if not score.yaku:
        return "役なし"
    return tr(
        "{}, {}{} han{}, {} points",
        " ".join(yaku.name for yaku in score.yaku),
        score.han,
        f" + {score.bonus}" if score.bonus else "",
        tr(", yakuman") if score.yakuman else "",
        score.points,
    )


def say_cut(found: list[Tenpai], report: HandReport) -> None:
    """Say where the choices that lead to tenpai were cut, if they were."""
    choices = sum(discard.distance == 1 for discard in report.discards) or len(report.accepts)
    if 0 < len(found) < choices:
        say(
            "after {:,} arrangements, {} of {} choices are scored, up to {}; for more, judge the hand after the choice",
            sum(each.compared for each in found),
            len(found),
            choices,
            _step(found[-1]),
        )


def _step(found: Tenpai) -> str:
    throw = tr("throw {}", found.thrown)
    return tr("draw {}, {}", found.drawn, throw) if found.drawn else throw


def print_tenpais(found: list[Tenpai]) -> None:
    """Print a table with a row for each discard, or accept and discard, that leads to tenpai."""
    if not found:
        return
    rows: list[list[object]] = []
    for each in found:
        means = ["-" if mean is None else f"{mean:.1f}" for mean in map(each.mean, (0, 1))]
        best = max((scores[0] for scores in each.worths.values()), key=lambda score: score.points)
        rows.append(
            [
                _step(each),
                sum(accept.unseen for accept in each.accepts),
                *means,
                each.no_yaku or "-",
                score_line(best),
            ]
        )
    names = ("choice", "unseen", "tsumo", "ron", "役なし", "the best by tsumo")
    print_table(names, rows, "mean points behind each choice that leads to tenpai")


def print_worths(found: Worths, thrown: str, limit: int | None) -> None:
    """Print a table of the points by tsumo and by ron, and of the yaku and words by tsumo: a row for each letter if
    limit is 0, else one for all letters that are worth the same, with the words of the first; the best come first."""
    alike: dict[object, list[str]] = {}
    for letter, scores in found.items():
        worth = [(score.points, score_line(score)) for score in scores]
        alike.setdefault(letter if limit == 0 else tuple(worth), []).append(letter)
    if not alike:
        return
    rows: list[list[object]] = []
    for letters in sorted(
        alike.values(), key=lambda letters: -found[letters[0]][0].points if limit != 0 else 0
    ):
        tsumo, *ron = found[letters[0]]
        points = [str(score.points) if score.yaku else "役なし" for score in (tsumo, *ron)]
        words = " ".join(word.reading for word in tsumo.words) + " …" * (len(letters) > 1)
        rows.append(
            [
                "".join(letters) or tr("complete"),
                *points,
                *["-"] * (1 - len(ron)),
                score_line(tsumo),
                words,
            ]
        )
    title = Message("points, in sticks of 1,000")
    if thrown:
        title = Message("points after {} is thrown, in sticks of 1,000", thrown)
    print_table(("win", "tsumo", "ron", "by tsumo", "words"), rows, title)
