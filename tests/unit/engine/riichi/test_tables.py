"""The suit tables agree with a readable search; a damaged file of tables is an error."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from kanamj.engine.riichi import tables as t
from kanamj.engine.riichi.counts import all_vectors
from kanamj.errors import FileFormatError
from kanamj.results import Manifest
from scripts import build_riichi_tables as b
from tests.reference.suits import search_missing


@pytest.fixture(scope="module")
def tables() -> t.SuitTables:
    return t.load_tables()


def found(suit: b.Suit, blocks: int, head: bool) -> list[int]:
    """Tiles missing by the search, for all vectors of at most 14 tiles in lexicographic order."""
    missing = search_missing(suit, blocks, head)
    return [missing.get(tuple(vector), b.NONE) for vector in all_vectors(suit.kinds).tolist()]


def relaxed(suit: b.Suit) -> np.ndarray:
    """The same ten numbers, `(10, size)`, by relaxing."""
    vectors = all_vectors(suit.kinds).astype(np.int64)
    return b.relax_missing(suit)[:, vectors @ 5 ** np.arange(suit.kinds - 1, -1, -1)]


@pytest.mark.parametrize("suit", [b.TERMINALS, b.Suit(4, sequences=True), b.Suit(5, sequences=True)], ids=str)
def test_relaxing_finds_what_the_search_finds(suit: b.Suit) -> None:
    for target, row in zip(b.TARGETS, relaxed(suit).tolist(), strict=True):
        assert row == found(suit, *target)


@pytest.mark.slow  # all 43,130 and 405,350 vectors of the game, ten numbers each, in plain Python
@pytest.mark.parametrize("suit", [b.HONOURS, b.SUIT], ids=["honours", "suit"])
def test_relaxing_finds_what_the_search_finds_in_the_whole_suit(suit: b.Suit) -> None:
    for target, row in zip(b.TARGETS, relaxed(suit).tolist(), strict=True):
        assert row == found(suit, *target)


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
    monkeypatch.setattr(t, "FILE", path)
    with pytest.raises(FileFormatError, match=r"riichi_tables.npz: the tables .* install kanamj again$"):
        t.load_tables.__wrapped__()
