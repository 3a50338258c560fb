"""Every solver agrees with brute force on every hand of small worlds of six kinds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial

import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question, search
from kanamj.engine.check.solvers import SOLVERS, knows
from kanamj.engine.hand import Draws, changed
from kanamj.engine.search import Search
from kanamj.engine.waits import Discards, accepts
from tests.reference import oracles
from tests.reference.questions import discarding

WORDS = [
    "あい",
    "うう",
    "えお",
    "あか",
    "いえ",
    "あいう",
    "ううえ",
    "おおお",
    "あえお",
    "いうか",
    "かかえ",
    "あいうえ",
    "えおおか",
]
LETTERS = "あいうえおか"
KEYS = sorted(tuple(sorted(LETTERS.index(letter) for letter in word)) for word in WORDS)
BY_SIZE = {size: tuple(key for key in KEYS if len(key) == size) for size in (2, 3, 4, 5)}
USES = {key: 1 + i % 2 for i, key in enumerate(KEYS)}
BLOCKS = Blocks(6, BY_SIZE, {size: tuple(USES[key] for key in keys) for size, keys in BY_SIZE.items()})


@dataclass(frozen=True)
class World:
    """Tiles of each of the six kinds, and the slots of a form."""

    copies: tuple[int, ...]
    sizes: tuple[int, ...]
    strict: bool = True
    distinct: bool = False

    def __str__(self) -> str:
        rules = f"{'strict' if self.strict else 'ignore'}{'-distinct' * self.distinct}"
        return f"{''.join(map(str, self.sizes))}-{''.join(map(str, self.copies))}-{rules}"

    def complete(self) -> Counter[tuple[int, ...]]:
        room = self.copies if self.strict else None
        return oracles.complete_hands(BY_SIZE, self.sizes, room, USES if self.distinct else None)

    def questions(self) -> list[Question]:
        room = self.copies if self.strict else None
        full = sum(self.sizes)
        return [
            Question(BLOCKS, hand, self.sizes, room, self.distinct)
            for tiles in (full, full - 1)
            for hand in oracles.hands(self.copies, tiles)
        ]


WORLDS = [
    World((2, 2, 2, 1, 1, 1), (3, 2)),
    World((2, 1, 2, 2, 1, 1), (3, 3)),
    World((1, 1, 2, 1, 2, 1), (3, 3, 2)),
    World((2, 2, 2, 2, 2, 2), (3, 3, 2)),
    World((2, 2, 2, 2, 2, 2), (3, 3, 2), strict=False),
    World((2, 1, 2, 2, 3, 1), (4, 2)),
    World((3, 2, 2, 1, 2, 1), (3, 3, 3)),
    World((2, 2, 2, 1, 1, 1), (2, 2, 2), distinct=True),
    World((2, 2, 2, 1, 1, 1), (2, 2, 2), strict=False, distinct=True),
    World((3, 3, 3, 2, 2, 2), (3, 3, 3, 3, 2)),
    World((2, 2, 2, 2, 2, 2), (2, 2, 2, 2), distinct=True),
    World((1, 1, 1, 1, 1, 1), (3, 3, 2)),  # too few tiles: the form cannot be filled
]


@pytest.fixture(params=WORLDS, ids=str)
def world(request: pytest.FixtureRequest) -> World:
    return request.param


def by_definition(counts: tuple[int, ...], complete: Counter[tuple[int, ...]]) -> int:
    found = oracles.missing(counts, complete)
    return UNREACHABLE if found is None else found


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "tables"])  # these know riichi only
def test_every_hand(world: World, name: str) -> None:
    complete = world.complete()
    for question in filter(partial(knows, name), world.questions()):
        assert SOLVERS[name](question) == by_definition(question.counts, complete), question.counts


def test_worlds_hold_every_distance() -> None:
    """The worlds would prove little if all their hands were nearly complete."""
    seen = {
        by_definition(question.counts, complete)
        for world in WORLDS
        for complete in [world.complete()]
        for question in world.questions()
    }
    assert seen >= {0, 1, 2, 3, UNREACHABLE}


def test_arrangements_are_all_splits(world: World) -> None:
    """They are all different, each splits the hand, and there are as many as brute force counts."""
    complete = world.complete()
    for question in world.questions():
        found = list(search.Search(question).arrangements())
        assert len(set(found)) == len(found) == complete[question.counts], question.counts
        for blocks in found:
            assert tuple(map(len, blocks)) == question.sizes
            assert all(block in BY_SIZE[len(block)] for block in blocks)
            assert sorted(kind for block in blocks for kind in block) == list(question.kinds)


def draws_of(world: World, counts: tuple[int, ...], complete: Counter[tuple[int, ...]]) -> Draws:
    """The distance, and the kinds that lower it, by the definition."""
    least = by_definition(counts, complete)
    there = [kind for kind, copies in enumerate(world.copies) if not world.strict or counts[kind] < copies]
    lowering = (kind for kind in there if by_definition(changed(counts, kind, +1), complete) < least)
    return Draws(least, tuple(lowering))


def test_accepts_lower_the_distance(world: World) -> None:
    """For hands one tile short, and for every fifth full-sized hand after each discard."""
    complete = world.complete()
    full = sum(world.sizes)
    hands = world.questions()
    for question in [each for each in hands if sum(each.counts) < full]:
        made = Search(question)
        assert accepts(made) == draws_of(world, question.counts, complete), question.counts
        assert made.within(made.distance) == (made.distance < UNREACHABLE)
        assert not made.within(min(made.distance, full + 1) - 1)
    for question in [each for each in hands if sum(each.counts) == full][::5]:
        discards = Discards(Search(question))
        for kind in {*question.kinds}:
            after = draws_of(world, discarding(question, kind).counts, complete)
            assert (discards.distance(kind), discards.draws(kind)) == (after.distance, after), question.counts
