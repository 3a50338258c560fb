"""The solved game of form 332 is that of plain Python in small worlds, and keeps its equation in larger ones.

Slow: its kernels are compiled for half a minute.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Iterator
from itertools import pairwise, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from exact332 import multisets, values
from exact332.multisets import Question332
from exact332.sevens import Sevens
from exact332.solitaire import BEST, CHANCE, GREEDY, ONE, Hand, Solitaire, Solved
from exact332.solve import SolveWords
from exact332.values import ValueFiles

from kanamj.engine import Blocks, WordEngine
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.studies import run
from kanamj.tiles import TileSet
from tests.reference import oracles
from tests.reference.hands332 import Hands, Vector, World, worlds
from tests.reference.solitaire import Play, by_chance, changed, greedy
from tests.research.test_exact332_count import DOUBLED, HANDS, TILES, WORDS, asked

pytestmark = pytest.mark.slow
DRAWS = 4
USES = [sum(kind in key for size in (2, 3) for key in WORDS.keys(size)) for kind in TILES.kinds]
FILES = {f"{name}.csv" for name in ("solitaire", "distribution", "hands", "letters")}


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


def solver_of(question: Question332, folder: Path | None = None, agents: bool = False) -> Solitaire:
    return Solitaire(question, ValueFiles(question, folder), 2, agents)


def rank_of(solver: Solitaire, hand: Hand) -> int:
    return int(solver.ranks.rank(np.array([hand]))[0])


def small() -> Iterator[World]:
    yield DOUBLED
    yield (2,) * 8, [(1, 2, 7), (3, 4, 6)], [(0, 5)]
    yield from (world for world in worlds(seed=3, number=9) if Hands(world).complete)


SMALL = [*small()]


@pytest.mark.parametrize("world", SMALL, ids=str)
def test_every_value_of_a_small_world_is_that_of_plain_python(world: World) -> None:
    """8 kinds, and fewer: best play, and in the smaller ones two players by their rules."""
    hands, question = Hands(world), asked(world)
    solver = solver_of(question, agents=True)
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
        (24, 10_000),
        (38, 10_000),
    ],
)
def test_drawn_hands_of_a_larger_world_keep_the_equation(kinds: int, checked: int) -> None:
    """V_1 by the definition; V_t from V_t-1 within half a unit; no chance falls with another draw."""
    world, rng = world_of(kinds), random.Random(7)
    hands, question = Hands(world), asked(world)
    solver = solver_of(question)
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


def test_a_large_wall_gives_the_chances_of_the_engine() -> None:
    """There thrown tiles do not come back: the i-th draw is from i tiles less, so it is another one with a chance of at
    most i / tiles left."""
    tiles = TileSet("wide", tuple("あいうえおかきくけこ"), (18,) * 10, "kana")
    words = Lexicon.from_entries(
        "w", [Entry(word, word) for word in ("あい", "うえお", "かきく", "けこあ", "いいえ", "おか")]
    )
    solver = solver_of(Question332(Blocks.from_lexicon(words, tiles), tiles.copies))
    engine, rng, draws = WordEngine(words, tiles, forms="332"), random.Random(5), 2
    values = solver.values(BEST, draws)
    for hand in [drawn(rng, tiles.copies) for _ in range(20)]:
        found = engine.chances("".join(np.repeat(tiles.kinds, hand)), draws=draws)
        value = values[rank_of(solver, tuple(np.repeat(range(10), hand).tolist()))] / ONE
        assert found.ways
        assert abs(found.ways[-1] / found.orders[-1] - value) <= sum(range(draws + 1)) / (180 - 7)


def test_one_draw_has_the_waits_of_the_exact_count() -> None:
    """The mean of V_1 is that of the tiles that tenpai hands of seven tiles wait for."""
    question = asked(world_of(16))
    waits = sum(tiles * int(n) for tiles, n in enumerate(Sevens(question).walk()[1][1]))
    total = sum(question.copies)
    assert solver_of(question).sweep(BEST, 1).chance == pytest.approx(waits / comb(total, 7) / (total - 7))


def test_more_words_are_never_worse() -> None:
    copies, trios, pairs = world_of(12)
    few, more = (solver_of(asked((copies, trios[:n], pairs))) for n in (len(trios) // 2, len(trios)))
    for draws in (1, 2, 3):
        assert (few.values(BEST, draws) <= more.values(BEST, draws).astype(int) + draws).all()


def kept(folder: Path) -> list[str]:
    """The player and the draws of each file of values in a folder."""
    return sorted("-".join(path.name.split("-")[:2]) for path in folder.iterdir())


def test_a_file_is_believed_only_with_its_hash(tmp_path: Path) -> None:
    """A flipped bit, a missing byte, another list, a link: the values are made again, and no such file is deleted."""
    question, other = asked(world_of(9)), asked(world_of(9, seed=2))
    solver = solver_of(question, tmp_path)
    wanted = solver.values(BEST, 2).copy()
    assert kept(tmp_path) == ["best-1", "best-2"]
    (path,) = tmp_path.glob("best-2-*")
    whole = path.read_bytes()
    for damaged in (whole[:-2], bytes([whole[0] ^ 1]) + whole[1:]):
        path.write_bytes(damaged)
        files = ValueFiles(question, tmp_path)
        assert files.read(BEST, 2) is None
        files.keep([])
        assert kept(tmp_path) == ["best-2"]
        assert (solver_of(question, tmp_path).values(BEST, 2) == wanted).all()
        assert path.read_bytes() == whole
    assert ValueFiles(other, tmp_path).read(BEST, 2) is None
    victim = tmp_path / "victim"
    victim.write_bytes(whole)
    path.unlink()
    path.symlink_to(victim)
    files = ValueFiles(question, tmp_path)
    assert files.read(BEST, 2) is None
    files.keep([])
    assert path.is_symlink()
    assert victim.read_bytes() == whole


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    question = asked(world_of(9))
    files, victim = ValueFiles(question, tmp_path), tmp_path / "victim"
    victim.write_bytes(b"mine")
    (tmp_path / f".best-1-{files.game}.new").symlink_to(victim)
    with pytest.raises(OSError, match="symbolic links"):
        files.write(BEST, 1, lambda _: None)
    assert victim.read_bytes() == b"mine"


def test_a_disk_that_is_too_small_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there already need not be written again."""
    question = asked(world_of(9))
    solver_of(question, tmp_path).values(BEST, 2)
    monkeypatch.setattr(values.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 10}))
    solver_of(question, tmp_path)
    with pytest.raises(
        KanamjError, match=r"a sweep needs take 0\.0 GB; the disk of .* 0\.0 GB left\. Delete"
    ):
        solver_of(question, tmp_path / "new")


def test_too_little_memory_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is a limit of the process that is too low."""

    def refused() -> None:
        for make in (solver_of, Sevens):
            with pytest.raises(KanamjError, match=r"need about .* GB of memory; there are 0\.0 GB"):
                make(asked(world_of(16)))

    with monkeypatch.context() as patch:
        patch.setattr(multisets.os, "sysconf", lambda name: 1 if name == "SC_PAGE_SIZE" else 1000)
        refused()
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1000, 1000))
    refused()


def study(draws: int = 3, agents: str = "chance", of: str = "", values: Path | None = None) -> SolveWords:
    return SolveWords(WORDS, TILES, threads=2, draws=draws, agents=agents, of=of, values=values)


def test_the_tables() -> None:
    found = run(study(agents="greedy,chance"))
    rows = {(row["player"], row["draws"]): row for row in found.rows("solitaire")}
    best, greedily, ahead = Play(HANDS), greedy(HANDS, USES), by_chance(HANDS, USES)
    players = {"best": best, "greedy": Play(HANDS, greedily), "chance": Play(HANDS, ahead)}
    ways = {hand: oracles.ways(TILES.copies, hand) for hand in oracles.hands(TILES.copies, 7)}
    assert {*rows} == {("best", 1), *product(players, (2, 3))}
    for (player, draws), row in rows.items():
        mean = sum(n * players[player].chance(hand, draws) for hand, n in ways.items()) / sum(ways.values())
        assert abs(row["chance"] - mean) <= row["rounding"]
        assert row["lowest"] <= row["chance"] <= row["highest"]
        shares = [
            each for each in found.rows("distribution") if (each["player"], each["draws"]) == (player, draws)
        ]
        assert sum(each["hands"] for each in shares) == sum(ways.values())


def test_the_values_of_hands_that_are_asked_for() -> None:
    """Each is that of plain Python; the letters of a hand may be in any order."""
    hands, best = [*oracles.hands(TILES.copies, 7)][::5], Play(HANDS)
    texts = [TILES.format_counts(hand)[::-1] for hand in hands]
    found = run(study(agents="", of=",".join(texts)))
    chances = {(row["draws"], row["hand"]): row["chance"] for row in found.rows("values")}
    assert chances.keys() == {*product((1, 2, 3), texts)}
    for (draws, text), chance in chances.items():
        assert abs(chance - best.chance(TILES.read(text), draws)) <= (draws + 1) / 2 / ONE
    assert "values" not in run(study()).tables


@pytest.mark.parametrize("keeps", [False, True])
def test_a_stopped_run_is_resumed_to_the_same_bytes(
    keeps: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with a full disk, without values, and if the values are damaged. At the end, those of best play are kept."""
    run(study(), tmp_path / "whole")
    wanted = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    assert wanted.keys() >= FILES
    sweep = Solitaire.sweep

    def stop(solver: Solitaire, player: str, draws: int) -> Solved:
        if (player, draws) == stopped:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return sweep(solver, player, draws)

    for stopped, damaged in product([("best", 3), ("chance", 3)], [False, True][: keeps + 1]):
        folder, place = tmp_path / f"{stopped[0]}-{damaged}", tmp_path / f"values-{stopped[0]}-{damaged}"
        asked = study(values=place if keeps else None)
        with monkeypatch.context() as patch:
            patch.setattr(Solitaire, "sweep", stop)
            with pytest.raises(OSError, match="No space left"):
                run(asked, folder)
        for path in place.iterdir() if damaged else ():
            path.write_bytes(path.read_bytes()[:10])
        run(study(values=place if keeps else None), folder, resume=True)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == wanted
        assert not keeps or {"best-3"} == {*kept(place)} or damaged


def test_a_sweep_that_fails_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = solver_of(asked(world_of(9)), tmp_path)
    monkeypatch.setattr("exact332.solitaire.read_off", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        solver.sweep(BEST, 1)
    assert kept(tmp_path) == []


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(KanamjError, match="0 draws cannot be solved; give a number from 1 to 12"):
        study(draws=0)
    for of, said in {
        "あいう": "あいう has 3 tiles; give hands of 7",
        "いいいいいいい": "tile い appears 7 times",
    }.items():
        with pytest.raises(KanamjError, match=said):
            study(of=of)
    with pytest.raises(KanamjError, match="'safe' is not a player of solitaire; choose from: greedy, chance"):
        study(agents="greedy,safe")
    with pytest.raises(KanamjError, match="leave out --workers and --dask"):
        run(study(), workers=2)
