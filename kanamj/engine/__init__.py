"""Engines take a hand and return its distance, waits and arrangements, in word mahjong and in riichi.

- One hand: `engine` (what users call) -> `judgement` (the nearest form decides) -> `forms/one` and `forms/blocks` (one
  form) -> `search`, `waits`, `ways` (plain Python). Several functions are named `accepts`; for one hand, the work is
  done in `waits.accepts`.
- Many hands: `engine` -> `batch` (checks the rows, joins the answers of the forms) -> `forms/many_…` (one form) ->
  `kernels` (numba, loaded at the first call). For many hands, `accepts` is computed in `kernels/waits.accepts`.
- The chance to win: `chances` (exact, by `exact_chances` or by `two_draws` in plain Python), `rollouts` (estimated).
- The report on one hand: `report`. Words: `vocabulary` (how many words a hand needs), `known_blocks` (judges hands by
  some of the words of a list), `arranging` (lays the words of a hand one after another).
- `check`: the other solvers. `counting`: exact distributions over all hands. `hand`, `blocks`: types that all share.
"""

from __future__ import annotations

from kanamj.engine.blocks import Blocks
from kanamj.engine.engine import Engine, RiichiEngine, WordEngine, engine_of
from kanamj.engine.forms import Form
from kanamj.engine.hand import UNREACHABLE, Question
from kanamj.engine.report import HandReport

__all__ = [
    "UNREACHABLE",
    "Blocks",
    "Engine",
    "Form",
    "HandReport",
    "Question",
    "RiichiEngine",
    "WordEngine",
    "engine_of",
]
