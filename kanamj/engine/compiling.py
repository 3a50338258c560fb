"""Compiles the kernels of both games beforehand, such as for a container, by asking them about one hand."""

from __future__ import annotations

import numpy as np

from kanamj.engine.batch import Batch, CountsArray, deal_state
from kanamj.engine.engine import RiichiEngine, WordEngine


def compile_kernels() -> None:
    """Compile all kernels of kanamj, once on this machine; without this call, each is compiled when it is first used.

    It takes about a minute. The log `kanamj` says that kernels are compiled, and whether they can be kept. From then on
    kernels judge a few hands, too. Raises MissingExtraError if numba is not installed.
    """
    for engine in (WordEngine(), WordEngine(forms="2222222")):
        batch = engine.batch.by_kernels
        rows, state = batch.deal_rows(14, 1, deal_state(1, 0))
        batch.deal_distances(14, 1, state)
        _ask(batch, rows)
    word = WordEngine().ask("てがきねあげひよこみみずぬぽ")
    from kanamj.engine.three_draws import ThreeDraws  # it loads numba

    ThreeDraws(word, word.unseen()).ways()
    riichi = RiichiEngine()
    _ask(riichi.batch.by_kernels, np.array([riichi.ask("123m456p789s11223z").counts], np.uint8))


def _ask(batch: Batch, full: CountsArray) -> None:
    """Ask everything about a full-sized hand, and about it without its first tile."""
    short = full.copy()
    short[0, full[0].argmax()] -= 1
    for rows in (full, short):
        batch.distance(rows)
    batch.accepts(short)
    batch.waits(short)
    batch.best_discards(full)
