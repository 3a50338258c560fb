"""The suit tables: against the readable search, plain min-plus, and what a cache may suffer."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from kanamj.engine import cache
from kanamj.engine.counting.riichi import all_vectors
from kanamj.engine.riichi import tables as t
from tests.reference.suits import search_missing


@pytest.fixture(scope="module")
def tables() -> t.SuitTables:
    return t.load_tables()


def found(suit: t.Suit, blocks: int, head: bool) -> list[int]:
    """Tiles missing by the search, for all vectors of at most 14 tiles in lexicographic order."""
    missing = search_missing(suit, blocks, head)
    return [missing.get(tuple(vector), t.NONE) for vector in all_vectors(suit.kinds).tolist()]


def relaxed(suit: t.Suit) -> np.ndarray:
    """The same ten numbers, `(10, size)`, by relaxing."""
    vectors = all_vectors(suit.kinds).astype(np.int64)
    return t.relax_missing(suit)[:, vectors @ 5 ** np.arange(suit.kinds - 1, -1, -1)]


@pytest.mark.parametrize("suit", [t.TERMINALS, t.Suit(4, sequences=True), t.Suit(5, sequences=True)], ids=str)
def test_relaxing_finds_what_the_search_finds(suit: t.Suit) -> None:
    for target, row in zip(t.TARGETS, relaxed(suit).tolist(), strict=True):
        assert row == found(suit, *target)


@pytest.mark.slow  # all 43,130 and 405,350 vectors of the game, ten numbers each, in plain Python
@pytest.mark.parametrize("suit", [t.HONOURS, t.SUIT], ids=["honours", "suit"])
def test_relaxing_finds_what_the_search_finds_in_the_whole_suit(suit: t.Suit) -> None:
    for target, row in zip(t.TARGETS, relaxed(suit).tolist(), strict=True):
        assert row == found(suit, *target)


def test_complete_vectors_are_those_of_the_literature() -> None:
    """13,259 hands of one suit with four blocks and a head (zenn.dev/zurukumo, 2025)."""
    assert [len(t.SUIT.complete(blocks, head=True)) for blocks in range(5)] == [9, 135, 996, 4475, 13259]


def test_the_number_of_classes(tables: t.SuitTables) -> None:
    assert len(np.unique(tables.suit)) == 126
    assert len(np.unique(tables.honours)) == 55
    places = [first * 5**8 % 256 + last for first in range(5) for last in range(5)]
    assert len(np.unique(tables.terminals[places])) == 10
    assert len(tables.vectors) == 190
    assert sum(table.nbytes for table in vars(tables).values()) <= 3_000_000


def test_classes_stand_for_their_ten_numbers(tables: t.SuitTables) -> None:
    assert np.array_equal(tables.vectors[tables.suit].T, t.relax_missing(t.SUIT))
    assert np.array_equal(tables.vectors[tables.honours].T, t.relax_missing(t.HONOURS))


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
            numbers.append(min(*splits, t.NONE) if len(splits) > 1 else min(splits[0], t.NONE))
    return numbers


def test_merging_is_min_plus(tables: t.SuitTables) -> None:
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


def test_three_players_merge_alike(tables: t.SuitTables) -> None:
    classes = tables.vectors.tolist()
    places = [first * 5**8 % 256 + last for first in range(5) for last in range(5)]
    for man in np.unique(tables.terminals[places]).tolist():
        for pin in np.unique(tables.suit).tolist():
            assert classes[tables.merge[man * t.ROW + pin]] == plain_min_plus(classes[man], classes[pin])


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """An empty cache folder that `load_tables` will look into."""
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    t.load_tables.cache_clear()
    yield tmp_path
    t.load_tables.cache_clear()


def test_a_cache_comes_back_as_it_was(tables: t.SuitTables, fresh: Path) -> None:
    t.write_tables(tables)
    again = t.read_tables()
    assert again is not None
    for name, table in vars(tables).items():
        assert np.array_equal(getattr(again, name), table)
    assert [file.name for file in fresh.iterdir()] == [t.CACHE_NAME], "a temporary file stayed"


@pytest.mark.parametrize("damage", ["cut", "bit", "empty", "text"])
def test_a_damaged_cache_is_not_read(tables: t.SuitTables, fresh: Path, damage: str) -> None:
    path = fresh / t.CACHE_NAME
    t.write_tables(tables)
    data = bytearray(path.read_bytes())
    if damage == "cut":
        data = data[:-100]
    elif damage == "bit":
        data[5000] ^= 1
    elif damage == "empty":
        data = bytearray()
    else:
        data = bytearray("あ\nい\n".encode())
    path.write_bytes(data)
    assert t.read_tables() is None


@pytest.mark.usefixtures("fresh")
def test_arrays_of_other_shapes_are_not_read() -> None:
    """With a good stamp; among them one whose header claims 100 GB."""
    whole = BytesIO()
    np.save(whole, np.zeros(8, np.uint8))
    huge = whole.getvalue().replace(b"(8,), }" + b" " * 11, b"(100000000000,), }")
    assert huge != whole.getvalue()
    names = ("suit", "honours", "terminals", "merge", "missing", "vectors")
    for array in (whole.getvalue(), huge):
        archive = BytesIO()
        with ZipFile(archive, "w") as files:
            for name in names:
                files.writestr(f"{name}.npy", array)
        cache.store(t.CACHE_NAME, archive.getvalue())
        assert t.read_tables() is None
    assert cache.load(t.CACHE_NAME, t.MOST_BYTES) is not None


def test_tables_are_built_once_and_again_when_damaged(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    build = t.build_tables
    monkeypatch.setattr(t, "build_tables", lambda: built.append(1) or build())
    first = t.load_tables()
    t.load_tables.cache_clear()
    assert np.array_equal(t.load_tables().suit, first.suit)
    assert len(built) == 1
    path = fresh / t.CACHE_NAME
    path.write_bytes(path.read_bytes()[:-1])
    t.load_tables.cache_clear()
    assert np.array_equal(t.load_tables().suit, first.suit)
    assert len(built) == 2
    assert t.read_tables() is not None, "the damaged file was not replaced"


def test_a_folder_that_cannot_be_written_costs_time_only(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = fresh / "file"
    in_the_way.write_text("")
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(in_the_way / "cache"))
    assert len(t.load_tables().vectors) == 190
