"""What only one of the solvers does: `subsets` counts the arrangements of every sub-hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from kanamj.engine import Blocks, Question, search
from kanamj.engine.check.subsets import (
    arrangement_count,
    arrangement_counts,
)
from tests.reference import oracles


def toy_questions(seed: int, n: int) -> list[Question]:
    """Complete hands over four kinds, with repeated blocks and doubled letters; words that must differ now and then."""
    chance = random.Random(seed)
    trios = ((0, 0, 1), (0, 1, 2), (1, 1, 1), (0, 2, 3), (2, 2, 2), (1, 2, 3), (0, 0, 0))
    pairs = ((0, 0), (0, 1), (1, 2), (1, 1), (2, 3), (3, 3))
    made = []
    for _ in range(n):
        sizes = chance.choice(((3, 3, 3), (3, 3, 2, 2), (2, 2, 2, 2), (3, 2, 2), (3, 3, 3, 2)))
        by_size = {3: chance.sample(trios, 5), 2: chance.sample(pairs, 4)}
        words = {size: tuple(chance.randint(1, 3) for _ in blocks) for size, blocks in by_size.items()}
        counts = [0] * 4
        for size in sizes:
            for kind in chance.choice(by_size[size]):
                counts[kind] += 1
        blocks = Blocks(4, {size: tuple(sorted(some)) for size, some in by_size.items()}, words)
        made.append(Question(blocks, tuple(counts), sizes, None, chance.random() < 0.4))
    return made


@pytest.mark.parametrize("question", toy_questions(1, 30), ids=lambda q: f"{q.counts}-{q.sizes}-{q.distinct}")
def test_arrangements_of_every_sub_hand(question: Question) -> None:
    uses = question.blocks.limit if question.distinct else None
    ways: Counter[tuple[int, ...]] = Counter()
    per_size = [
        [(size,) * m for m in range(question.sizes.count(size) + 1)] for size in sorted(set(question.sizes))
    ]
    for chosen in product(*per_size):
        sizes = tuple(size for some in chosen for size in some)
        ways += oracles.complete_hands(question.blocks.by_size, sizes, (99,) * 4, uses)
    kinds = question.kinds
    for mask, found in enumerate(arrangement_counts(question).tolist()):
        held = [kind for tile, kind in enumerate(kinds) if mask >> tile & 1]
        assert found == ways[tuple(held.count(kind) for kind in range(4))], held
    assert arrangement_count(question) == len(list(search.Search(question).arrangements()))
