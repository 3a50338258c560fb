"""What a judged hand is worth: a complete hand, or each letter that completes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kanamj.yaku.how import How
from kanamj.yaku.scoring import Score, Scorer

if TYPE_CHECKING:
    from kanamj.engine.report import HandReport


def worths(scorer: Scorer, report: HandReport, melds: list[str]) -> Iterator[tuple[str, list[Score]]]:
    """Yield each letter that completes the hand, "" for a hand that is complete, with the scores by tsumo and by ron.

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
    for letter, scores in zip(letters, scorer.scores(hand, letters, ways), strict=True):
        yield letter, [score.as_shown(scorer.lexicon) for score in scores]


def worths_json(found: dict[str, list[Score]]) -> list[dict[str, Any]]:
    """The scores as plain values: tile, and tsumo and ron as `Score.to_json`; ron is null behind a called word."""
    by_win = {
        letter: {score.how.win: score.to_json() for score in scores} for letter, scores in found.items()
    }
    return [
        {"tile": letter, "tsumo": said["tsumo"], "ron": said.get("ron")} for letter, said in by_win.items()
    ]
