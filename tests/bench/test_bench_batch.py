"""Timings of the batch beside the limits asked for, and of the steps of its kernel, on an idle machine:

pytest -m bench -s tests/bench/test_bench_batch.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import pytest

from kanamj.engine.batch import Batch, Blocks, deal_state
from kanamj.engine.kernels import distance, hand, near, records
from kanamj.forms import Form
from kanamj.lexicon import load_lexicon
from kanamj.tiles import HIRAGANA_120
from tests.places import PUBLISHED

pytestmark = pytest.mark.bench

HANDS = 200_000


def batch_of(form: str = "33332", *, published: bool = True) -> Batch:
    """A batch on the published list v1.1 where it is at hand, else on the shipped one."""
    lexicon = load_lexicon(PUBLISHED / "v1.1" if published and PUBLISHED.is_dir() else "common")
    return Batch(Blocks.from_lexicon(lexicon, HIRAGANA_120), (Form(form),), HIRAGANA_120.copies)


def per_hand(run: Callable[[], object], hands: int, times: int = 7) -> float:
    """Median nanoseconds a hand; the first run compiles and does not count."""
    run()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) / hands * 1e9


def report(name: str, nanoseconds: float, limit: str) -> None:
    print(f"\n{name}: {nanoseconds:,.0f} ns a hand (asked for: {limit})")


@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("tiles", [14, 13])
def test_distances(tiles: int, published: bool) -> None:
    batch = batch_of(published=published)
    state = deal_state(1, 0)
    rows, _ = batch.deal_rows(tiles, HANDS, state)
    name = f"{tiles} tiles, {'v1.1' if published else 'shipped list'}"
    report(f"distance, {name}", per_hand(lambda: batch.distance(rows), HANDS), "900, better 500")
    report(
        f"dealt and judged, {name}",
        per_hand(lambda: batch.deal_and_count(tiles, HANDS, state), HANDS),
        "1,000",
    )


def test_the_game_of_eight_tiles() -> None:
    batch = batch_of("332")
    state = deal_state(1, 0)
    report("dealt and judged, 332", per_hand(lambda: batch.deal_and_count(8, HANDS, state), HANDS), "1,000")


def test_dealing_alone() -> None:
    batch = batch_of()
    state = deal_state(1, 0)
    report(
        "dealt into rows, 14 tiles", per_hand(lambda: batch.deal_rows(14, HANDS, state), HANDS), "a yardstick"
    )


def test_draws_and_discards() -> None:
    batch = batch_of()
    short, _ = batch.deal_rows(13, 4000, deal_state(1, 0))
    full, _ = batch.deal_rows(14, 1000, deal_state(1, 1))
    tenpai = short[batch.distance(short) == 1]
    report("waits of tenpai hands", per_hand(lambda: batch.waits(tenpai), len(tenpai)), "10,000")
    report("accepts, 13 tiles", per_hand(lambda: batch.accepts(short[:500]), 500, 3), "none")
    report("best discards", per_hand(lambda: batch.best_discards(full), len(full), 3), "100,000")


STEPS = ["lay_out", "find_trios", "list_trios", "one_missing", "splits", "least, all of it"]


@numba.njit
def walk(tables, rows, step):  # type: ignore[no-untyped-def]
    """The kernel up to a step."""
    scratch = np.zeros(2, records.HAND)
    lexicon = tables.lexicon[0]
    total = 0
    for row in rows:
        laid = scratch[0]
        packed, tiles = hand.lay_out(tables, laid, row)
        if step >= 1:
            hand.find_trios(tables, laid)
        if step < 2:
            continue
        n, _ = hand.list_trios(tables, laid)
        listed = (records.ONE << n) - records.ONE
        if step == 3 or step == 4:
            close, _ = near.one_missing(lexicon, laid, packed, listed, records.FOUR, True, True)
            if step == 4 and close != records.NO:
                total += near.splits(lexicon, laid, packed, listed, records.FOUR)
        if step == 5:
            total += distance.least(lexicon, laid, packed, tiles, listed, records.FOUR, records.ONE)[0]
    return total


def test_steps_of_the_kernel() -> None:
    batch = batch_of()
    rows, _ = batch.deal_rows(14, HANDS, deal_state(1, 0))
    tables = batch._judges[batch.forms[0]].tables
    for step, name in enumerate(STEPS):
        print(f"\nup to {name}: {per_hand(lambda step=step: walk(tables, rows, step), HANDS):.0f} ns a hand")


def test_starts(tmp_path: Path) -> None:
    code = "from kanamj.engine import batch as b; " + "; ".join(
        [
            "from kanamj.lexicon import load_lexicon",
            "from kanamj.tiles import HIRAGANA_120 as tiles",
            "from kanamj.forms import Form",
            "judge = b.Batch(b.Blocks.from_lexicon(load_lexicon(), tiles), (Form('33332'),), tiles.copies)",
            "short, full = (judge.deal_rows(n, 1, b.deal_state(1, 0))[0] for n in (13, 14))",
            "judge.distance(full), judge.waits(short), judge.accepts(short), judge.best_discards(full)",
            "judge.deal_and_count(14, 1, b.deal_state(1, 0))",
        ]
    )
    once = code.rsplit(", judge.waits", 1)[0]
    environment = {**os.environ, "KANAMJ_CACHE": str(tmp_path)}
    for name, source, limit in [
        ("plain python", "pass", "a yardstick"),
        ("numpy alone", "import numpy", "a yardstick"),
        ("first compile of all word kernels", code, "25 s"),
        ("a later start, one distance", once, "0.6 s"),
        ("a later start, all kernels", code, "none"),
    ]:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", source], check=True, capture_output=True, env=environment)
        print(f"\n{name}: {time.perf_counter() - start:.2f} s (asked for: {limit})")
