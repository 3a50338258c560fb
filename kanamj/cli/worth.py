"""What a judged hand is worth by scoring rules: a complete hand, or each letter that completes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kanamj.cli.output import print_table
from kanamj.yaku import How, Score, Scorer

if TYPE_CHECKING:
    from kanamj.engine.report import HandReport


def worths(scorer: Scorer, report: HandReport, melds: list[str]) -> dict[str, list[Score]]:
    """Letter that completes the hand -> the scores by tsumo and by ron; "" for a hand that is complete.

    Of a full-sized hand that is tenpai, the letters are those after the advised discard. A called word of more than
    three letters is an open kan.
    """
    size = {meld: len(scorer.tiles.parse(meld)) for meld in melds}
    how = How(
        melds=[meld for meld in melds if size[meld] == 3], kans=[meld for meld in melds if size[meld] > 3]
    )
    hand, letters = report.hand, [wait.tile for wait in report.waits]
    if report.distance == 0:
        letters = [""]
    elif report.distance == 1 and report.discards:
        hand = hand.replace(report.advice, "", 1)
        letters = [accept.tile for accept in report.discards[0].accepts]
    ways = [replace(how, win=win) for win in (("tsumo",) if how.called else ("tsumo", "ron"))]
    found = scorer.scores(hand, letters, ways)
    return {
        letter: [score.as_shown(scorer.lexicon) for score in scores]
        for letter, scores in zip(letters, found, strict=True)
    }


def worths_json(found: dict[str, list[Score]]) -> list[dict[str, Any]]:
    """The scores as plain values: tile, and tsumo and ron as `Score.to_json`; ron is null behind a called word."""
    by_win = {
        letter: {score.how.win: score.to_json() for score in scores} for letter, scores in found.items()
    }
    return [
        {"tile": letter, "tsumo": said["tsumo"], "ron": said.get("ron")} for letter, said in by_win.items()
    ]


def print_worths(found: dict[str, list[Score]], thrown: str) -> None:
    """Print a table with a row for each letter: the points by tsumo and by ron, the yaku and words by tsumo."""
    rows: list[list[object]] = []
    for letter, (tsumo, *ron) in found.items():
        points = [str(score.points) if score.yaku else "役なし" for score in (tsumo, *ron)]
        words = " ".join(word.reading for word in tsumo.words)
        rows.append([letter or "complete", *points, *["-"] * (1 - len(ron)), tsumo.line, words])
    after = f" after {thrown} is thrown" if thrown else ""
    print_table(("win", "tsumo", "ron", "by tsumo", "words"), rows, f"points{after}, in sticks of 1,000")
