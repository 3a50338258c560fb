"""The solved game of form 332 is that of plain Python in small worlds, and keeps its equation in larger ones."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, pairwise, product
from math import comb
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from exact332 import multisets, solitaire
from exact332.multisets import Question332
from exact332.seven_tiles import SevenTiles
from exact332.solitaire import BEST, CHANCE, GREEDY, ONE, Hand, Solitaire, Solved
from exact332.solve import SolveWords
from old.run import run, run_into
from old.workers import open_workers

from kanamj.disk import open_whole
from kanamj.engine import Blocks, WordEngine
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import TileSet
from tests.conftest import Run
from tests.places import by_default
from tests.reference import oracles
from tests.reference.hands332 import Hands, Vector, World, worlds
from tests.reference.solitaire import Play, by_chance, changed, greedy
from tests.research.test_exact332_count import DOUBLED, HANDS, TILES, WORDS, asked

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


def study(place: Path, draws: int = 3, agents: str = "chance", of: str = "") -> SolveWords:
    return SolveWords(WORDS, TILES, draws=draws, place=place, agents=agents, of=of)


def test_the_tables(tmp_path: Path) -> None:
    found = run(study(tmp_path, agents="greedy,chance"), open_workers)
    rows = {(row["player"], row["draws"]): row for row in found.tables["solitaire"].objects()}
    best, greedily, ahead = Play(HANDS), greedy(HANDS, USES), by_chance(HANDS, USES)
    players = {"best": best, "greedy": Play(HANDS, greedily), "chance": Play(HANDS, ahead)}
    ways = {hand: oracles.ways(TILES.copies, hand) for hand in oracles.hands(TILES.copies, 7)}
    assert {*rows} == {("best", 1), *product(players, (2, 3))}
    for (player, draws), row in rows.items():
        mean = sum(n * players[player].chance(hand, draws) for hand, n in ways.items()) / sum(ways.values())
        assert abs(row["chance"] - mean) <= row["rounding"]
        assert row["lowest"] <= row["chance"] <= row["highest"]
        shares = [
            each
            for each in found.tables["distribution"].objects()
            if (each["player"], each["draws"]) == (player, draws)
        ]
        assert sum(each["hands"] for each in shares) == sum(ways.values())


def test_the_values_of_hands_that_are_asked_for(tmp_path: Path) -> None:
    """Each is that of plain Python; the letters of a hand may be in any order."""
    hands, best = [*oracles.hands(TILES.copies, 7)][::5], Play(HANDS)
    texts = [TILES.format_counts(hand)[::-1] for hand in hands]
    found = run(study(tmp_path, agents="", of=",".join(texts)), open_workers)
    chances = {(row["draws"], row["hand"]): row["chance"] for row in found.tables["values"].objects()}
    assert chances.keys() == {*product((1, 2, 3), texts)}
    for (draws, text), chance in chances.items():
        assert abs(chance - best.chance(TILES.read(text), draws)) <= (draws + 1) / 2 / ONE
    assert "values" not in run(study(tmp_path), open_workers).tables


def test_a_stopped_run_is_resumed_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the files of values are cut short."""
    run_into(tmp_path / "whole", study(tmp_path / "values"), open_workers)
    wanted = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    assert wanted.keys() >= FILES
    sweep = Solitaire.sweep

    def stop(solver: Solitaire, player: str, draws: int) -> Solved:
        if (player, draws) == stopped:
            raise KeyboardInterrupt
        return sweep(solver, player, draws)

    for stopped, cut in product([("best", 3), ("chance", 3)], [False, True]):
        folder, place = tmp_path / f"{stopped[0]}-{cut}", tmp_path / f"values-{stopped[0]}-{cut}"
        with monkeypatch.context() as patch:
            patch.setattr(Solitaire, "sweep", stop)
            with pytest.raises(KeyboardInterrupt):
                run_into(folder, study(place), open_workers)
        for path in place.iterdir() if cut else ():
            path.write_bytes(path.read_bytes()[:10])
        run_into(folder, study(place), open_workers, resume=True)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == wanted


def test_only_what_the_next_sweeps_need_is_kept(tmp_path: Path) -> None:
    run(study(tmp_path / "alone", agents=""), open_workers)
    run(study(tmp_path / "all", agents="greedy,chance"), open_workers)
    kept = [
        sorted(path.name.rpartition("-")[0] for path in (tmp_path / name).iterdir())
        for name in ("alone", "all")
    ]
    of_agents = ["chance-0", "chance-2", "chance-3", "greedy-0"]
    assert kept == [["best-2", "best-3"], ["best-1", "best-2", "best-3", *of_agents]]


def test_what_cannot_be_solved_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KanamjError, match="0 draws cannot be solved; give a number from 1 to 12"):
        study(tmp_path, draws=0)
    for of, said in {
        "あいう": "あいう has 3 tiles; give hands of 7",
        "いいいいいいい": "tile い appears 7 times",
    }.items():
        with pytest.raises(KanamjError, match=said):
            study(tmp_path, of=of)
    with pytest.raises(KanamjError, match="'safe' is not a player of solitaire; choose from: greedy, chance"):
        study(tmp_path, agents="greedy,safe")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--draws", 0], 1, "0 draws cannot be solved"),
        (["--tiles", "riichi-136"], 1, "kana tiles"),
        (["--dask", "tcp://x:1"], 2, "--dask can only be used with count"),
        (["--keep-values"], 2, "--keep-values needs --out DIR"),
        (["--hand", 7], 2, "No such option"),
        (["--resume"], 2, "they need --out DIR"),
    ],
)
def test_bad_input_is_refused(research: Run, options: list[object], code: int, message: str) -> None:
    found, out, err = research("exact332", "solve", *options)
    assert (found, out) == (code, "")
    assert message in " ".join(err.replace("│", " ").split())


def test_a_disk_that_fills_in_a_sweep_leaves_nothing_half_done(
    research: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says so; --resume goes on when there is room again."""
    monkeypatch.setattr("exact332.__main__.tile_set", lambda _: TILES)
    monkeypatch.setattr("exact332.__main__.words_of", lambda *_: WORDS)

    @contextmanager
    def open_full(path: Path) -> Iterator[object]:
        """As `open_whole`, but from the second sweep on the third write fails."""
        done = count(1)

        def write(data: bytes) -> None:
            if "best-1-" not in path.name and next(done) > 2:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            file.write(data)

        with open_whole(path) as file:
            yield SimpleNamespace(truncate=file.truncate, seek=file.seek, write=write)

    out = tmp_path / "out"
    asked = ("exact332", "solve", "--draws", 2, "--out", out, "--tsv")
    with monkeypatch.context() as patch:
        patch.setattr("exact332.solitaire.open_whole", open_full)
        code, shown, err = research(*asked)
    assert (code, shown) == (1, "")
    assert err.count("No space left on device") == 1
    assert "Traceback" not in err
    assert [path.name[:7] for path in (out / ".kanamj-values").iterdir()] == ["best-1-"]
    code, shown, _ = research(*asked, "--resume")
    assert code == 0
    assert "best\t2\t" in shown


def test_the_command_leaves_only_results(
    research: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And with --resume, a finished run is only read."""
    monkeypatch.setattr("exact332.__main__.tile_set", lambda _: TILES)
    monkeypatch.setattr("exact332.__main__.words_of", lambda *_: WORDS)
    asked = ("exact332", "solve", "--draws", 2, "--out", tmp_path / "out", "--tsv")
    first, again = research(*asked), research(*asked, "--resume")
    assert (first[0], again[0]) == (0, 0)
    assert first[1] == again[1]
    code, _, err = research(*asked, "--resume", "--keep-values")
    assert code == 0
    assert "no values are kept: the run was finished before" in " ".join(err.split())
    assert "best\t2\t" in first[1]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*FILES, "MANIFEST.toml"}
