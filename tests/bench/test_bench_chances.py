"""CPU time of exact chances beside what was asked for, on an idle machine:

pytest -m bench -s tests/bench/test_bench_chances.py
"""

from __future__ import annotations

import resource
import statistics
import time

import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.lexicon import load_lexicon

pytestmark = pytest.mark.bench

HANDS = 50


@pytest.mark.parametrize(("draws", "limit"), [(2, "60 ms"), (3, "4 s"), (4, "60 s, one hand of each")])
def test_chances(draws: int, limit: str) -> None:
    """Hands of 13 and 14 tiles, of shanten 0 and 1, as many of each."""
    word = WordEngine(load_lexicon("common"))
    taken = []
    for tiles in (13, 14):
        rows, _ = word.batch.deal_rows(tiles, 2000, deal_state(2, 0))
        for shanten in (0, 1):
            hands = rows[word.shanten_many(rows) == shanten][: 1 if draws > 3 else -(-HANDS // 4)]
            word.chances(hands[0], min(draws, 3))
            for hand in hands:
                start = time.process_time()
                word.chances(hand, draws)
                taken.append(time.process_time() - start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\n{draws} draws, {len(taken)} hands: median {statistics.median(taken):.4f} s, most {max(taken):.4f} s "
        f"(asked for: {limit}); {memory:.0f} MB"
    )
