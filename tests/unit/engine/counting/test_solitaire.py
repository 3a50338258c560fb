"""The solved game of form 332 is that of plain Python in small worlds, and keeps its equation in larger ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise, product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from kanamj.engine import Blocks, WordEngine
from kanamj.engine.counting import multisets, solitaire
from kanamj.engine.counting.multisets import Question332
from kanamj.engine.counting.seven_tiles import SevenTiles
from kanamj.engine.counting.solitaire import BEST, CHANCE, GREEDY, ONE, Hand, Solitaire
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import TileSet
from tests.places import by_default
from tests.reference import oracles
from tests.reference.hands332 import Hands, Vector, World, worlds
from tests.reference.solitaire import Play, by_chance, changed, greedy
from tests.unit.engine.counting.test_multisets import DOUBLED, asked

DRAWS = 4


def world_of(kinds: int, seed: int = 1) -> World:
    """A random world of many kinds, of 1 to 3 copies."""
    rng = random.Random(seed)
    copies = tuple(rng.choice([1, 1, 2, 2, 3]) for _ in range(kinds))
    trios = {tuple(sorted(rng.choices(range(kinds), k=3))) for _ in range(3 * kinds)}
    pairs = {tuple(sorted(rng.choices(range(kinds), k=2))) for _ in range(kinds)}
    return copies, sorted(trios), sorted(pairs)


def tiles_of(question: Question332, hand: Vector) -> Hand:
    """A vector of counts as the solver writes a hand."""
    return tuple(place for place, kind in enumerate(question.kinds) for _ in range(hand[kind]))


def rank_of(solver: Solitaire, hand: Hand) -> int:
    return int(solver.ranks.rank(np.array([hand]))[0])


def small() -> Iterator[World]:
    yield DOUBLED
    yield (2,) * 8, [(1, 2, 7), (3, 4, 6)], [(0, 5)]
    yield from (world for world in worlds(seed=3, number=9) if Hands(world).complete)


SMALL = [(world,) for world in small()]


@pytest.mark.parametrize("world", by_default([*SMALL][:5], SMALL), ids=str)
def test_every_value_of_a_small_world_is_that_of_plain_python(world: World, tmp_path: Path) -> None:
    """8 kinds, and fewer: best play, and in the smaller ones two players by their rules."""
    hands, question = Hands(world), asked(world)
    solver = Solitaire(question, tmp_path, threads=2, agents=True)
    uses = [sum(kind in block for block in (*world[1], *world[2])) for kind in range(len(world[0]))]
    few = sum(1 for _ in oracles.hands(world[0], 7)) < 1000
    players = {BEST: None} | ({GREEDY: greedy(hands, uses), CHANCE: by_chance(hands, uses)} if few else {})
    plays: dict[str, Play] = {}
    for (player, throw), draws in product(players.items(), range(1, DRAWS + 1)):
        play = plays.setdefault(player, Play(hands, throw))
        found, values = solver.sweep(player, draws), solver.values(player, draws)
        chances = {hand: play.chance(hand, draws) for hand in oracles.hands(world[0], 7)}
        for hand, chance in chances.items():
            value = int(values[rank_of(solver, tiles_of(question, hand))])
            assert abs(value / ONE - chance) <= draws / 2 / ONE, (player, draws, hand)
        ways = {hand: oracles.ways(world[0], hand) for hand in chances}
        mean = sum(ways[hand] * chance for hand, chance in chances.items()) / comb(sum(world[0]), 7)
        assert abs(found.chance - mean) <= draws / 2 / ONE
        for (chance, hand), wanted in ((found.lowest, min), (found.highest, max)):
            assert abs(chance - wanted(chances.values())) <= draws / 2 / ONE
            vector = tuple(hand.count(place) for place in range(len(question.kinds)))
            kept = {tuple(h[kind] for kind in question.kinds): c for h, c in chances.items()}
            assert abs(kept[vector] - chance) <= draws / 2 / ONE
        assert found.percent.sum() == comb(sum(world[0]), 7)
        for place, kind in enumerate(question.kinds):
            holding = [hand for hand in chances if hand[kind]]
            n, total = found.letters[place].tolist()
            assert n == sum(ways[hand] for hand in holding)
            assert total / n == pytest.approx(
                float(sum(ways[hand] * chances[hand] for hand in holding) / n), abs=1e-4
            )


def drawn(rng: random.Random, copies: tuple[int, ...], tiles: int = 7) -> Vector:
    found = rng.sample([kind for kind, number in enumerate(copies) for _ in range(number)], tiles)
    return tuple(found.count(kind) for kind in range(len(copies)))


@pytest.mark.parametrize(
    ("kinds", "checked"),
    [
        (16, 200),
        pytest.param(24, 10_000, marks=pytest.mark.slow),
        pytest.param(38, 10_000, marks=pytest.mark.slow),
    ],
)
def test_drawn_hands_of_a_larger_world_keep_the_equation(kinds: int, checked: int, tmp_path: Path) -> None:
    """V_1 by the definition; V_t from V_t-1 within half a unit; no chance falls with another draw."""
    world, rng = world_of(kinds), random.Random(7)
    hands, question = Hands(world), asked(world)
    solver = Solitaire(question, tmp_path, threads=2)
    for draws in (1, 2, 3):
        solver.sweep(BEST, draws)
    values = [solver.values(BEST, draws) for draws in range(4)]
    for _ in range(checked):
        hand = drawn(rng, world[0])
        eights = [
            (kind, changed(hand, kind, 1)) for kind, copies in enumerate(world[0]) if copies > hand[kind]
        ]
        left = [
            tiles_of(question, changed(eight, kind, -1))
            for _, eight in eights
            for kind in np.flatnonzero(eight)
        ]
        ranks = iter(solver.ranks.rank(np.array(left)).tolist())
        totals, found = (
            [0, 0, 0],
            [int(values[draws][rank_of(solver, tiles_of(question, hand))]) for draws in (1, 2, 3)],
        )
        for kind, eight in eights:
            after = [next(ranks) for _ in np.flatnonzero(eight)]
            for draws in range(3):
                best = ONE if eight in hands.complete else max(int(values[draws][rank]) for rank in after)
                totals[draws] += (world[0][kind] - hand[kind]) * best
        for one, total in zip(found, totals, strict=True):
            assert abs(one - total / (sum(world[0]) - 7)) <= 0.5
        assert all(a <= b for a, b in pairwise(found))


def test_a_large_wall_gives_the_chances_of_the_engine(tmp_path: Path) -> None:
    """There thrown tiles do not come back: the i-th draw is from i tiles less, so it is another one with a chance of at
    most i / tiles left."""
    tiles = TileSet("wide", tuple("あいうえおかきくけこ"), (18,) * 10, "kana")
    words = Lexicon.from_entries(
        "w", [Entry(word, word) for word in ("あい", "うえお", "かきく", "けこあ", "いいえ", "おか")]
    )
    solver = Solitaire(Question332(Blocks.from_lexicon(words, tiles), tiles.copies), tmp_path)
    engine, rng, draws = WordEngine(words, tiles, forms="332"), random.Random(5), 2
    values = solver.values(BEST, draws)
    for hand in [drawn(rng, tiles.copies) for _ in range(20)]:
        found = engine.chances("".join(np.repeat(tiles.kinds, hand)), draws=draws)
        value = values[rank_of(solver, tuple(np.repeat(range(10), hand).tolist()))] / ONE
        assert found.ways
        assert abs(found.ways[-1] / found.orders[-1] - value) <= sum(range(draws + 1)) / (180 - 7)


def test_one_draw_has_the_waits_of_the_exact_count(tmp_path: Path) -> None:
    """The mean of V_1 is that of the tiles that tenpai hands of seven tiles wait for."""
    question = asked(world_of(16))
    counter = SevenTiles(question)
    waits = sum(
        tiles * n
        for start in range(len(question.kinds))
        for tiles, n in counter.count(start).by_tiles.get(1, {}).items()
    )
    total = sum(question.copies)
    assert Solitaire(question, tmp_path).sweep(BEST, 1).chance == pytest.approx(
        waits / comb(total, 7) / (total - 7)
    )


def test_more_words_are_never_worse(tmp_path: Path) -> None:
    copies, trios, pairs = world_of(12)
    few, more = (
        Solitaire(asked((copies, trios[:n], pairs)), tmp_path) for n in (len(trios) // 2, len(trios))
    )
    for draws in (1, 2, 3):
        assert (few.values(BEST, draws) <= more.values(BEST, draws).astype(int) + draws).all()
    assert few.path(BEST, 3) != more.path(BEST, 3)


def test_a_file_that_is_cut_short_or_of_another_list_is_not_read(tmp_path: Path) -> None:
    question, other = asked(world_of(10)), asked(world_of(10, seed=2))
    solver = Solitaire(question, tmp_path)
    wanted = solver.values(BEST, 2).copy()
    path = solver.path(BEST, 2)
    path.write_bytes(path.read_bytes()[:-2])
    assert (Solitaire(question, tmp_path).values(BEST, 2) == wanted).all()
    assert Solitaire(other, tmp_path).path(BEST, 2) != path
    solver.keep([(BEST, 2)])
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_disk_that_is_too_small_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there already need not be written again."""
    question = asked(world_of(10))
    solver = Solitaire(question, tmp_path)
    for draws in (1, 2):
        solver.sweep(BEST, draws)
    monkeypatch.setattr(solitaire.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 10}))
    Solitaire(question, tmp_path)
    with pytest.raises(
        KanamjError, match=r"a sweep needs take 0\.0 GB; the disk of .* has 0\.0 GB left\. Delete"
    ):
        Solitaire(question, tmp_path / "new")


def test_too_little_memory_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is a limit of the process that is too low."""

    def refused() -> None:
        with pytest.raises(KanamjError, match=r"needs about .* GB of memory; there are 0\.0 GB"):
            Solitaire(asked(world_of(16)), tmp_path / "new")
        assert not (tmp_path / "new").exists()

    with monkeypatch.context() as patch:
        patch.setattr(multisets.os, "sysconf", lambda name: 1 if name == "SC_PAGE_SIZE" else 1000)
        refused()
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1000, 1000))
    refused()
