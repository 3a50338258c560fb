"""The riichi engine agrees with another library and with the search; hands of all sizes, errors. Known hands are in
tests/contract/test_cases.py, and test_lookup.py compares tables, kernels and search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kanamj.engine import RiichiEngine, search
from kanamj.engine.search import Search
from kanamj.engine.waits import Discards, accepts
from kanamj.errors import ArrayError
from kanamj.tiles import RIICHI_136, SANMA_108, TileSet
from tests.places import needs

GENERAL = RiichiEngine(forms=("general",))
RIICHI = RiichiEngine()
SANMA = RiichiEngine(players=3)
SANMA_GENERAL = RiichiEngine(forms=("general",), players=3)


def deal(rng: np.random.Generator, wall: np.ndarray, hands: int, tiles: int) -> np.ndarray:
    """Random hands from a wall of kinds, `(hands, 34)` uint8."""
    places = np.argsort(rng.random((hands, len(wall))), axis=1)[:, :tiles]
    counts = np.zeros((hands, 34), np.uint8)
    np.add.at(counts, (np.arange(hands)[:, None], wall[places]), 1)
    return counts


def four_of_a_kind(rng: np.random.Generator, hands: int, tiles: int) -> np.ndarray:
    """Hands of two or three times four of a kind, and odd tiles."""
    counts = np.zeros((hands, 34), np.uint8)
    for row in counts:
        kinds = rng.permutation(34)
        row[kinds[: rng.integers(2, 4)]] = 4
        rest = np.repeat(kinds[3:], 4)
        np.add.at(row, rng.choice(rest, tiles - int(row.sum()), replace=False), 1)
    return counts


def kinds_of_hands(seed: int, hands: int, tiles: int) -> dict[str, np.ndarray]:
    """Random hands, hands of one suit, of one suit and honours, and with many fours of a kind."""
    rng = np.random.default_rng(seed)
    return {
        "random": deal(rng, np.repeat(np.arange(34), 4), 5 * hands // 10, tiles),
        "one suit": deal(rng, np.repeat(np.arange(9, 18), 4), 2 * hands // 10, tiles),
        "suit and honours": deal(rng, np.repeat(np.r_[18:34], 4), 1 * hands // 10, tiles),
        "four of a kind": four_of_a_kind(rng, 2 * hands // 10, tiles),
    }


@needs("mahjong")
@pytest.mark.parametrize(
    ("hands", "tiles"), [(4000, 14), (2000, 13), pytest.param(100_000, 14, marks=pytest.mark.slow)]
)
def test_the_package_mahjong_gives_the_same_shanten(hands: int, tiles: int) -> None:
    from mahjong.shanten import Shanten

    other = Shanten()
    for counts in kinds_of_hands(7, hands, tiles).values():
        rows = counts.tolist()
        general = [other.calculate_shanten_for_regular_hand(row) for row in rows]
        assert GENERAL.shanten_many(counts).tolist() == general
        assert RIICHI.shanten_many(counts).tolist() == [other.calculate_shanten(row) for row in rows]


def test_one_batch_takes_hands_of_all_sizes() -> None:
    hands = ["1z", "123m456p789s1122z", "1112345678999m", "258m38p", "123m456p789s11122z", "22z", "555z1m"]
    counts = RIICHI_136.count_rows(hands)
    expected = [RIICHI.shanten(hand) for hand in hands]
    for many in (
        counts,
        np.asfortranarray(counts),
        counts.astype(np.int64),
        np.repeat(counts, 2, axis=0)[::2],
    ):
        assert RIICHI.shanten_many(many).tolist() == expected
    repeated = np.repeat(counts, 1000, axis=0)
    assert RIICHI.shanten_many(repeated).tolist() == [s for s in expected for _ in range(1000)]
    assert RIICHI.shanten_many(counts[:0]).shape == (0,)
    assert RIICHI.waits_many(counts[:0]).shape == (0, 34)
    assert RIICHI.best_discards_many(counts[:0]).kind.shape == (0,)


SHORT, FULL = "123m456p789s1122z", "123m456p789s11122z"


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("5m5m5m5m5m456p789s111z", "tile 5m appears 5 times"),
        ("99999p456m789s111z", "tile 9p appears 5 times"),
        ("77777z456m789s111z", "tile 7z appears 5 times"),
        ("123m456p789s111222z", "the hand has 15 tiles"),
        ("123m456p789s111z", "the hand has 12 tiles"),
        ("", "the hand has 0 tiles"),
    ],
)
@pytest.mark.parametrize("engine", [GENERAL, RIICHI], ids=["general", "least"])
def test_bad_rows_are_named(engine: RiichiEngine, hand: str, message: str) -> None:
    for place in (0, 33, 4999):
        counts = np.tile(RIICHI_136.counts(SHORT), (5000, 1))
        counts[place] = RIICHI_136.tally(RIICHI_136.parse(hand))
        for ask, many in (
            (engine.shanten_many, counts),
            (engine.shanten_many, np.asfortranarray(counts)),
            (engine.accepts_many, counts),
            (engine.waits_many, counts),
        ):
            with pytest.raises(ArrayError, match=f"row {place}: {message}") as caught:
                ask(many)
            assert caught.value.row == place
    with pytest.raises(ArrayError, match="row 0: the hand has 14 tiles; the forms take 13, 10, 7, 4, 1"):
        engine.accepts_many([FULL])
    with pytest.raises(ArrayError, match="row 0: the hand has 13 tiles; the forms take 14, 11, 8, 5, 2"):
        engine.best_discards_many([SHORT])


def test_read_only_hands_need_no_new_compilation() -> None:
    """pandas 3 gives read-only arrays."""
    from kanamj.engine.kernels import riichi as kernels

    compiled = (kernels.distance_rows, kernels.draws_rows)
    counts = RIICHI_136.count_rows(["123m456p789s1122z", "19m19p19s1234567z"] * 3)
    found = (
        RIICHI.shanten_many(counts),
        RIICHI.shanten_many(np.asfortranarray(counts)),
        RIICHI.waits_many(counts),
    )
    types = [len(kernel.signatures) for kernel in compiled]
    for given in (counts.copy(), np.asfortranarray(counts), np.repeat(counts, 2, axis=0)[::2]):
        given.flags.writeable = False
        assert (RIICHI.shanten_many(given) == found[0]).all()
        assert (RIICHI.shanten_many(given) == found[1]).all()
        assert (RIICHI.waits_many(given) == found[2]).all()
    assert [len(kernel.signatures) for kernel in compiled] == types


@pytest.mark.parametrize("kind", range(34))
def test_a_fifth_of_every_kind_is_noticed(kind: int) -> None:
    """Every byte of a row has its place in the check; three players lack seven kinds."""
    counts = np.zeros((40, 34), np.uint8)
    counts[:, 30] = 4
    counts[:, 5 if kind != 5 else 6] = 4
    counts[20, kind] = 5
    for many in (counts[:, ::1], np.asfortranarray(counts)):
        with pytest.raises(ArrayError, match="row "):
            RIICHI.shanten_many(many)
    lone = np.zeros((40, 34), np.uint8)
    lone[:, 9] = 1
    lone[7] = 0
    lone[7, kind] = 1
    if SANMA_108.copies[kind]:
        assert SANMA_GENERAL.shanten_many(lone).tolist() == [0] * 40
    else:
        for many in (lone, np.asfortranarray(lone)):
            with pytest.raises(ArrayError, match="row 7: tile .m appears 1 time; there are 0"):
                SANMA_GENERAL.shanten_many(many)


def test_the_repr_of_an_engine_makes_an_equal_engine() -> None:
    from kanamj.tiles import tile_set

    for engine in (GENERAL, RIICHI, SANMA, RiichiEngine(meld_tiles_count=False)):
        again = eval(repr(engine), {"RiichiEngine": RiichiEngine, "tile_set": tile_set})
        assert repr(again) == repr(engine)
        assert (again.tiles, again.forms) == (engine.tiles, engine.forms)
        assert again.meld_tiles_count == engine.meld_tiles_count


@pytest.mark.parametrize("tiles", [RIICHI_136, SANMA_108], ids=lambda tiles: tiles.name)
@pytest.mark.parametrize("form", ["seven_pairs", "thirteen_orphans"])
def test_counting_gives_the_answers_of_the_search(form: str, tiles: TileSet) -> None:
    engine = RiichiEngine(tiles, [form])
    chance = random.Random(form)
    wall = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    few = [kind for kind in wall if kind % 9 in (0, 8) or kind > 25]
    for i in range(24):
        (judged,) = engine.ask(chance.sample(few if i % 3 else wall, 13 + i % 2)).judged
        assert judged.distance == search.distance(judged.question)
        if judged.full:
            discards = Discards(Search(judged.question))
            for kind in {*judged.question.kinds}:
                assert judged.distance_after(kind) == discards.distance(kind)
                assert judged.draws_after(kind) == discards.draws(kind)
        else:
            assert judged.draws == accepts(Search(judged.question))
