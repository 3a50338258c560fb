"""Engines: from a hand to its distance, waits and arrangements. Both games answer the same questions.

`WordEngine` judges hiragana word mahjong, `RiichiEngine` ordinary mahjong. Single hands are answered in plain
Python (`search`); `shanten_many` and its kin take arrays and load the numba kernels on first use.
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
