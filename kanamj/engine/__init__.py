"""Engines: from a hand to its distance, waits and arrangements. Both games answer the same questions.

- One hand: `engine` (what users call) -> `judgement` (the nearest form decides) -> `forms/one` and `forms/blocks` (one
  form) -> `search`, `waits`, `ways` (plain Python). Of the functions named `accepts`, `waits.accepts` does the work
  for one hand.
- Many hands: `engine` -> `batch` (rows checked, forms joined) -> `forms/many_…` (one form) -> `kernels` (numba, loaded
  at the first call). `kernels/waits.accepts` does the work for many hands.
- The chance to win: `chances`, by `exact_chances`, `two_draws` (plain Python) or `rollouts`. Everything about one hand:
  `report`. Words: `vocabulary` (how many a hand needs), `known_blocks` (hands by some words of a list), `arranging`.
- `check`: the other solvers. `counting`: exact distributions. `hand`, `blocks`: the types that all of these share.
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
