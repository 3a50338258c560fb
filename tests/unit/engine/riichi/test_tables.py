"""The suit tables are right, however they are made and read; suit vectors have ranks without gaps."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from kanamj.engine import RiichiEngine
from kanamj.engine.check.solvers import SOLVERS
from kanamj.engine.riichi import lookup
from kanamj.engine.riichi import tables as t
from kanamj.engine.riichi.ranking import Ranking
from kanamj.errors import FileFormatError, KanamjError
from kanamj.results import Manifest
from scripts import build_riichi_tables as b
from tests.places import by_default


@pytest.fixture(scope="module")
def tables() -> t.SuitTables:
    return t.load_tables()


@pytest.mark.parametrize("suit", [b.TERMINALS, b.Suit(4, sequences=True)], ids=str)
def test_relaxing_finds_the_least_sum(suit: b.Suit) -> None:
    """By the definition: over the complete vectors w, the least sum of max(w - h, 0)."""
    every = np.array([*product(range(5), repeat=suit.kinds)])
    for target, row, plain in zip(b.TARGETS, b.relax_missing(suit), b.plain_missing(suit), strict=True):
        complete = np.array([*suit.complete(*target)]).reshape(-1, 1, suit.kinds)
        missing = np.maximum(complete - every, 0).sum(axis=2).min(axis=0, initial=b.NONE)
        assert np.array_equal(row, missing)
        assert np.array_equal(plain, missing)


def test_the_plain_method_says_what_it_would_cost(capsys: pytest.CaptureFixture[str]) -> None:
    """118,800 hands of one suit by 13,259 complete ones, and it writes nothing."""
    b.try_plain([b.TERMINALS, b.Suit(4, sequences=True)])
    _, ends, four, whole, source = capsys.readouterr().out.splitlines()
    assert ends.endswith("as by relaxing")
    assert "110,625" in four
    assert "not tried" in whole
    assert source.endswith("118,800 hands by 13,259 complete ones, 1,575,169,200 comparisons")


@pytest.mark.parametrize(
    "suit", by_default({b.TERMINALS, b.HONOURS}, [b.TERMINALS, b.HONOURS, b.SUIT]), ids=str
)
def test_relaxing_finds_what_dijkstra_finds(suit: b.Suit) -> None:
    assert np.array_equal(b.relax_missing(suit), b.dijkstra_missing(suit))


def test_a_method_that_does_not_exist_is_named() -> None:
    with pytest.raises(KanamjError, match=r"'hash' is not a method; choose from: relax, dijkstra, plain"):
        b.main("hash")


@pytest.mark.parametrize(("kinds", "size"), [(9, 405_350), (7, 43_130), (2, 25)])
def test_the_rank_is_a_minimal_perfect_hash(kinds: int, size: int) -> None:
    """Every vector has the rank that is its place in the list: so no two are the same, and there is no gap."""
    ranking = Ranking(kinds)
    assert ranking.size == size
    assert [*map(ranking.rank, ranking.vectors().tolist())] == [*range(size)]


@pytest.mark.parametrize("vector", [(5, 0, 0), (0, 0, -1), (4, 4, 4), (0, 4, 4, 4), (0, 4)], ids=str)
def test_what_is_not_a_vector_has_no_rank(vector: tuple[int, ...]) -> None:
    with pytest.raises((IndexError, ValueError)):
        Ranking(3, tiles=11).rank(vector)


@pytest.mark.parametrize("engine", [RiichiEngine(), RiichiEngine(players=3)], ids=repr)
@pytest.mark.parametrize("tiles", [14, 13, 8, 4])
def test_the_readable_solver_and_the_kernel_read_the_same_tables(engine: RiichiEngine, tiles: int) -> None:
    rng = np.random.default_rng(tiles)
    wall = np.repeat(np.arange(34), engine.tiles.copies)
    suits = np.flatnonzero((wall < 9) | (wall > 26))  # few kinds, so many of each
    hands = [np.bincount(rng.choice(wall[suits], tiles, replace=False), minlength=34) for _ in range(300)]
    read = [min(map(SOLVERS["tables"], engine.ask(hand).questions)) - 1 for hand in hands]
    assert engine.shanten_many(np.array(hands)).tolist() == read


def test_complete_vectors_are_those_of_the_literature() -> None:
    """13,259 hands of one suit with four blocks and a head (zenn.dev/zurukumo, 2025)."""
    assert [len(b.SUIT.complete(blocks, head=True)) for blocks in range(5)] == [9, 135, 996, 4475, 13259]


def test_each_class_has_its_ten_numbers(tables: t.SuitTables) -> None:
    assert np.array_equal(tables.vectors[tables.suit].T, b.relax_missing(b.SUIT))
    assert np.array_equal(tables.vectors[tables.honours].T, b.relax_missing(b.HONOURS))


def plain_min_plus(left: list[int], right: list[int]) -> list[int]:
    """The ten numbers of two groups of suits, split by split."""
    numbers = []
    for head in (0, 1):
        for blocks in range(5):
            splits = [
                left[5 * mine + m] + right[5 * (head - mine) + blocks - m]
                for mine in range(head + 1)
                for m in range(blocks + 1)
            ]
            numbers.append(min(*splits, b.NONE) if len(splits) > 1 else min(splits[0], b.NONE))
    return numbers


def test_merging_suits_is_the_min_plus_product(tables: t.SuitTables) -> None:
    """Two and three suits of every class of a sample, and the whole hand."""
    rng = np.random.default_rng(5)
    classes = tables.vectors.tolist()
    groups = [np.unique(table).tolist() for table in (tables.suit, tables.suit, tables.suit, tables.honours)]
    for _ in range(3000):
        man, pin, sou, honours = (int(rng.choice(group)) for group in groups)
        two = tables.merge[man * t.ROW + pin]
        assert classes[two] == plain_min_plus(classes[man], classes[pin])
        three = tables.merge[int(two) * t.ROW + sou]
        assert classes[three] == plain_min_plus(classes[two], classes[sou])
        others = tables.merge[sou * t.ROW + honours]
        whole = plain_min_plus(classes[three], classes[honours])
        assert tables.missing[:, int(two) * t.ROW + int(others)].tolist() == whole[5:]
        assert tables.missing[:, int(three) * t.ROW + honours].tolist() == whole[5:]


def test_merging_suits_is_the_same_for_three_players(tables: t.SuitTables) -> None:
    classes = tables.vectors.tolist()
    places = [first * 5**8 % 256 + last for first in range(5) for last in range(5)]
    for man in np.unique(tables.terminals[places]).tolist():
        for pin in np.unique(tables.suit).tolist():
            assert classes[tables.merge[man * t.ROW + pin]] == plain_min_plus(classes[man], classes[pin])


def members(archive: Path | BytesIO) -> dict[str, bytes]:
    with ZipFile(archive) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_the_script_builds_the_shipped_file() -> None:
    """Compared byte for byte before compression, as zlib and its successors do not compress to the same bytes."""
    built = members(BytesIO(b.npz_of(b.build_tables())))
    shipped = members(t.FILE)
    assert [*built] == [*shipped]
    assert all(built[name] == shipped[name] for name in built)
    assert Manifest.read(t.FILE.with_suffix(".manifest.toml")).changed(t.FILE.parent) == []
    assert t.FILE.stat().st_size < 150_000


@pytest.mark.parametrize("damage", ["missing", "cut", "bit", "empty", "text", "array", "other arrays"])
def test_a_damaged_file_is_named(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / t.FILE.name
    data = bytearray(t.FILE.read_bytes())
    if damage == "cut":
        data = data[:-100]
    elif damage == "bit":
        data[5000] ^= 1
    elif damage == "empty":
        data.clear()
    elif damage == "text":
        data[:] = "あ\nい\n".encode()
    path.write_bytes(data)
    if damage == "missing":
        path.unlink()
    elif damage == "array":
        with path.open("wb") as file:
            np.save(file, np.zeros(8, np.uint8))
    elif damage == "other arrays":
        np.savez(path, suit=np.zeros(8, np.uint8))
    for module, load in ((t, t.load_tables), (lookup, lookup.plain_tables)):
        monkeypatch.setattr(module, "FILE", path)
        with pytest.raises(FileFormatError, match=r"riichi_tables.npz: the tables .* install kanamj again$"):
            load.__wrapped__()
