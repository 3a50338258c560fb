"""What a win is worth: yaku, han and points, by the best choice over all arrangements and readings of a hand.

- `score` (what users call) reads the hand and how it was won (`how`), and returns a Score.
- `best` finds the best choice: `slots` splits the letters into words, whose readings are still open; a choice is a
  `win.Win`, and `rules` says what it is worth by the records of `table` and by `points`.
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
