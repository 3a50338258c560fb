"""Engines take a hand and return its distance, waits and arrangements, in word mahjong and in riichi.

What users call
- `engine.py` answers all questions about hands; the modules below do the work.
- `report.py` tells everything about one hand; `choices.py` says what each discard costs, and whether it is fine.
- `hand.py` defines what is asked (Question) and what is answered.
- `blocks.py` turns words into multisets of kinds. No other module of this package knows words.

One hand, in plain Python: `engine` asks `judgement`, which asks each form (`forms/form`)
- `judgement.py` decides which form is nearest.
- `forms/` says when a hand is complete, with a file per form.
- `search.py` computes the distance and the arrangements.
- `waits.py` finds the draws that lower the distance. Several functions are named `accepts`; this one does the work.
- `ways.py` names the kinds of wait of a tenpai hand.
- `riichi/lookup.py` looks up a hand of ordinary mahjong, without a search.

Many hands: `engine` asks `batch`, which asks a driver per form (`forms/many_…`), which calls `kernels/`
- `batch.py` checks the rows, and joins the answers of the forms. It says how many hands are a few, which `forms/many`
  judges in plain Python. `dealing.py` deals hands.
- `kernels/` has the loops that numba compiles at their first call; there, `waits.accepts` does the work.
- `wordtables.py` lays blocks out as the arrays that kernels read.
- `riichi/` has the tables of ordinary mahjong, and counts all its hands.
- `compiling.py` compiles all kernels beforehand, and `cache.py` keeps them for the next start.

The chance to win
- `chances.py` says what it is: `two_draws.py` counts it in plain Python, `three_draws.py` by kernels.

The words that a hand needs
- `vocabulary.py` says how many of the easiest words a hand needs.
- `easiest.py` finds the arrangement with the easiest words.
- `known_blocks.py` judges hands by some of the words of a list, which may change.

Proofs
- `check/` has the other solvers, which must agree with `search.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kanamj.engine.blocks import Blocks
from kanamj.engine.engine import Engine, RiichiEngine, WordEngine, engine_of, judge
from kanamj.engine.forms import BlockForm, Form
from kanamj.engine.hand import UNREACHABLE, UNREACHABLE_SHANTEN, Question
from kanamj.engine.report import HandReport

if TYPE_CHECKING:
    from kanamj.engine.known_blocks import KnownBlocks

__all__ = [
    "UNREACHABLE",
    "UNREACHABLE_SHANTEN",
    "BlockForm",
    "Blocks",
    "Engine",
    "Form",
    "HandReport",
    "KnownBlocks",
    "Question",
    "RiichiEngine",
    "WordEngine",
    "engine_of",
    "judge",
]


def __getattr__(name: str) -> Any:
    """Import `KnownBlocks` when it is first used; few programs use it."""
    if name != "KnownBlocks":
        raise AttributeError(f"module 'kanamj.engine' has no attribute {name!r}")
    from kanamj.engine.known_blocks import KnownBlocks

    return KnownBlocks
