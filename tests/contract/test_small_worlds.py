"""Every solver, the search and the batch agree with brute force on every hand of small worlds of six kinds."""

from __future__ import annotations

from functools import partial

import pytest

from kanamj.engine import UNREACHABLE
from kanamj.engine.check.solvers import SOLVERS, knows
from tests.reference.worlds import World, batch_agrees, search_agrees

WORDS = "あい うう えお あか いえ あいう ううえ おおお あえお いうか かかえ あいうえ えおおか".split()  # noqa: SIM905
KEYS = sorted(tuple(sorted("あいうえおか".index(letter) for letter in word)) for word in WORDS)
BY_SIZE = {size: tuple(key for key in KEYS if len(key) == size) for size in (2, 3, 4, 5)}
USES = {key: 1 + i % 2 for i, key in enumerate(KEYS)}
WORLDS = [
    World(BY_SIZE, copies, sizes, strict, distinct, USES)
    for copies, sizes, strict, distinct in (
        ((2, 2, 2, 1, 1, 1), (3, 2), True, False),
        ((2, 1, 2, 2, 1, 1), (3, 3), True, False),
        ((1, 1, 2, 1, 2, 1), (3, 3, 2), True, False),
        ((2, 2, 2, 2, 2, 2), (3, 3, 2), True, False),
        ((2, 2, 2, 2, 2, 2), (3, 3, 2), False, False),
        ((2, 1, 2, 2, 3, 1), (4, 2), True, False),
        ((3, 2, 2, 1, 2, 1), (3, 3, 3), True, False),
        ((2, 2, 2, 1, 1, 1), (2, 2, 2), True, True),
        ((2, 2, 2, 1, 1, 1), (2, 2, 2), False, True),
        ((3, 3, 3, 2, 2, 2), (3, 3, 3, 3, 2), True, False),
        ((2, 2, 2, 2, 2, 2), (2, 2, 2, 2), True, True),
        ((1, 1, 1, 1, 1, 1), (3, 3, 2), True, False),  # too few tiles: the form cannot be filled
    )
]


@pytest.fixture(params=WORLDS, ids=str)
def world(request: pytest.FixtureRequest) -> World:
    return request.param


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "tables"])  # these know riichi only
def test_every_hand(world: World, name: str) -> None:
    full = sum(world.sizes)
    questions = [world.question(counts) for counts in world.hands(full) + world.hands(full - 1)]
    for question in filter(partial(knows, name), questions):
        assert SOLVERS[name](question) == world.distance(question.counts), question.counts


def test_worlds_hold_every_distance() -> None:
    """The worlds would prove little if all their hands were nearly complete."""
    seen = {
        world.distance(counts)
        for world in WORLDS
        for less in (0, 1)
        for counts in world.hands(sum(world.sizes) - less)
    }
    assert seen >= {0, 1, 2, 3, UNREACHABLE}


def test_draws_discards_and_arrangements(world: World) -> None:
    """Of all hands one tile short; of every complete hand, and of every fifth other one of full size."""
    full = sum(world.sizes)
    for counts in world.hands(full - 1):
        search_agrees(world, counts)
    for n, counts in enumerate(world.hands(full)):
        if world.complete[counts] or n % 5 == 0:
            search_agrees(world, counts)


@pytest.mark.parametrize("world", [each for each in WORLDS if not each.distinct], ids=str)
def test_many_hands(world: World) -> None:
    full = sum(world.sizes)
    batch_agrees(world, world.hands(full - 1), world.hands(full)[::3])
