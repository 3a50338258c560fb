"""What only one of the solvers does: sub-hands of `subsets`, cuts of `graph`, words that run out for `cpsat`."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question, search
from kanamj.engine.check import bitmask, cpsat, graph
from kanamj.engine.check.graph import _Candidates
from kanamj.engine.check.subsets import (
    _Hand,
    arrangement_count,
    arrangement_counts,
)
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120
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


@pytest.mark.parametrize("question", toy_questions(2, 20), ids=lambda q: f"{q.counts}-{q.sizes}")
def test_coverage_of_every_sub_hand(question: Question) -> None:
    question = question._replace(distinct=False)
    complete = oracles.complete_hands(question.blocks.by_size, question.sizes, (99,) * 4)
    kinds, slot_tiles = question.kinds, sum(question.sizes)
    covered = _Hand(question).coverage
    known: dict[tuple[int, ...], int | None] = {}
    for mask, best in enumerate(covered.tolist()):
        held = [kind for tile, kind in enumerate(kinds) if mask >> tile & 1]
        counts = tuple(held.count(kind) for kind in range(4))
        if counts not in known:
            known[counts] = oracles.missing(counts, complete)
        assert known[counts] == slot_tiles - best, held


def test_coverage_of_a_form_that_cannot_be_filled() -> None:
    assert set(_Hand(Question(Blocks(2, {2: ()}, {2: ()}), (1, 1), (2,))).coverage.tolist()) == {-1}


def test_kinds_that_the_hand_lacks_can_run_out() -> None:
    """Both pairs are best completed with kind 3, of which there is only one tile. The model must notice this
    after its first choice, and answer 4 - 1, not 4 - 2.
    """
    blocks = Blocks(4, {2: ((0, 3), (1, 3), (2, 2))}, {2: (1, 1, 1)})
    question = Question(blocks, (1, 1, 0, 0), (2, 2))
    assert cpsat.distance(question) == 2
    assert cpsat.distance(question._replace(room=(1, 1, 2, 1))) == 3
    assert cpsat.distance(question._replace(room=(1, 1, 1, 1))) == UNREACHABLE


@pytest.mark.parametrize(("words", "expected"), [((1, 1), UNREACHABLE), ((2, 1), 2), ((3, 1), 0)])
def test_words_can_run_out(words: tuple[int, int], expected: int) -> None:
    blocks = Blocks(4, {2: ((0, 1), (2, 3))}, {2: words})
    question = Question(blocks, (3, 3, 0, 0), (2, 2, 2), None, distinct=True)
    assert cpsat.distance(question) == expected == bitmask.distance(question)


def test_every_run_gives_the_same_answer(common: Lexicon) -> None:
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    question = Question(
        blocks, HIRAGANA_120.read("ああがざせせゃゆゆよりりろろ"), (3, 3, 3, 3, 2), HIRAGANA_120.copies
    )
    watched = {kind for kind, count in enumerate(question.counts) if count}
    chosen = [cpsat._fewest_missing(question, watched) for _ in range(3)]
    assert chosen[0] == chosen[1] == chosen[2]


def test_three_slots_that_want_the_last_two_tiles() -> None:
    """Any two of the three can be completed together, all three cannot. No edge can say this, so a cut does."""
    blocks = Blocks(4, {2: ((0, 1), (0, 2), (0, 3))}, {2: (1, 1, 1)})
    question = Question(blocks, (0, 1, 1, 1), (2, 2, 2), (2, 1, 1, 1))
    assert _Candidates(question, 3).compatible.any()
    assert graph.distance(question) == UNREACHABLE == bitmask.distance(question)
    roomier = question._replace(room=(3, 1, 1, 1))
    assert graph.distance(roomier) == 3 == bitmask.distance(roomier)


def test_a_word_hand_has_few_vertices(common: Lexicon) -> None:
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    hand = HIRAGANA_120.read("さくらなみだたまごきつねいぬ")
    question = Question(blocks, hand, (3, 3, 3, 3, 2), HIRAGANA_120.copies)
    assert {vertex.slot for vertex in _Candidates(question, 0).vertices} == {0, 1, 2, 3, 4}
    assert len(_Candidates(question, 0).vertices) < 330  # 324 with the list of 0.4
    assert graph.distance(question) == 0
