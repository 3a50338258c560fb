"""What only one of the solvers does: `subsets` transforms functions on subsets, and counts arrangements."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanamj.engine import Blocks, Question, search
from kanamj.engine.check.subsets import arrangement_count, arrangement_counts, moebius_sum, ranks, zeta_sum
from tests.reference import oracles

FUNCTIONS = st.integers(0, 6).flatmap(
    lambda tiles: st.lists(st.integers(-(10**6), 10**6), min_size=1 << tiles, max_size=1 << tiles)
)
"""Functions on the subsets of up to six tiles."""
either_way = pytest.mark.parametrize("above", [False, True], ids=["subsets", "supersets"])


@either_way
@given(values=FUNCTIONS)
def test_the_transforms_are_the_sums_of_their_definitions(above: bool, values: list[int]) -> None:
    """Over T inside S, or over T around S: of f(T), and of (-1)^|S - T| f(T)."""
    sets = range(len(values))
    pairs = [(s, t) for s in sets for t in sets if s & t == (s if above else t)]
    zeta, moebius = [0] * len(values), [0] * len(values)
    for s, t in pairs:
        zeta[s] += values[t]
        moebius[s] += (-1) ** (s ^ t).bit_count() * values[t]
    assert zeta_sum(np.array(values), above).tolist() == zeta
    assert moebius_sum(np.array(values), above).tolist() == moebius


@either_way
@given(values=FUNCTIONS)
def test_the_transforms_are_inverse_to_each_other(above: bool, values: list[int]) -> None:
    assert moebius_sum(zeta_sum(np.array(values), above), above).tolist() == values
    assert zeta_sum(moebius_sum(np.array(values), above), above).tolist() == values


@given(values=FUNCTIONS)
def test_the_two_pairs_are_one_by_complements(values: list[int]) -> None:
    """The complement of a mask is its place from the end."""
    turned = np.array(values[::-1])
    assert zeta_sum(np.array(values), above=True).tolist() == zeta_sum(turned)[::-1].tolist()


@given(families=st.lists(st.frozensets(st.integers(0, 9)), max_size=5))
def test_inclusion_and_exclusion(families: list[frozenset[int]]) -> None:
    """The sizes of unions from those of intersections: up to its sign, |A1 or … or Ak| is the Möbius transform."""
    chosen = [
        [each for i, each in enumerate(families) if mask >> i & 1] for mask in range(1 << len(families))
    ]
    both = np.array([len(frozenset.intersection(*some)) if some else 0 for some in chosen])
    unions = [len(frozenset().union(*some)) for some in chosen]
    sign = -((-1) ** ranks(len(families)).astype(int))
    assert (sign * moebius_sum(both)).tolist() == unions
    assert zeta_sum(sign * both).tolist() == unions


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
