"""What a win is worth: yaku, han and points, by the best choice over all arrangements and readings of a hand.

- `scoring.py` takes a hand and returns its score; this is what users call.
- `worth.py` scores each letter that completes a judged hand.
- `how.py` says how a hand was won: called words, kans and events.
- `best.py` finds the best choice of arrangement and readings.
- `slots.py` splits letters into words whose readings are still open; `win.py` is a win with its readings chosen.
- `kans.py` counts the kans that a hand can call one after another.
- `rules.py` says what a win is worth: `table.py` lists the yaku, `points.py` turns han into points.
"""

from __future__ import annotations

from kanamj.yaku.how import How
from kanamj.yaku.rules import PRESETS, ScoringRules, parse_rules
from kanamj.yaku.scoring import Score, Scorer, score, score_many
from kanamj.yaku.table import TABLE, YAKUMAN, Yaku
from kanamj.yaku.win import Win, Word

__all__ = [
    "PRESETS",
    "TABLE",
    "YAKUMAN",
    "How",
    "Score",
    "Scorer",
    "ScoringRules",
    "Win",
    "Word",
    "Yaku",
    "parse_rules",
    "score",
    "score_many",
]
