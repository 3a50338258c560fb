"""The riichi engine agrees with known hands, other libraries and the block solvers; melds, three players, errors."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kanamj.engine import RiichiEngine, search
from kanamj.engine.forms import BlockForm
from kanamj.engine.forms.riichi import ORPHANS
from kanamj.engine.search import Search
from kanamj.engine.waits import Discards, accepts
from kanamj.errors import ArrayError
from kanamj.tiles import RIICHI_136, SANMA_108, TileSet
from tests.places import needs

GENERAL = RiichiEngine(forms=("general",))
RIICHI = RiichiEngine()
SANMA = RiichiEngine(players=3)
SANMA_GENERAL = RiichiEngine(forms=("general",), players=3)

# hand, shanten by the general form, least of three forms; where the case is from
CASES = [
    ("1111m3335555666z", 1, 1, "no fifth 1m (nyanten); a naive engine says 0"),
    ("259m159p48s123456z", 8, 4, "as far as it gets (nyanten); capped engines say 7"),
    ("4m189p13445779s35z", 3, 3, "greedy engines say 4"),
    ("123m456p789s1122z", 0, 0, "a pair and a pair"),
    ("123m456p789s11122z", -1, -1, "complete"),
    ("1112345678999m", 0, 0, "nine gates"),
    ("19m19p19s1234567z", 8, 0, "thirteen orphans, thirteen waits"),
    ("19m19p19s1234567z1z", 7, -1, "thirteen orphans"),
    ("1122m3344p5566s7z", 3, 0, "seven pairs"),
    ("1111m2222p3333s44z", 1, 1, "four of a kind are one pair, not two"),
    ("11112222333344m", -1, -1, "three sequences four times over"),
    ("258m38p", 2, 2, "three blocks called, nothing fits"),
    ("1z", 0, 0, "four blocks called"),
]


@pytest.mark.parametrize(("hand", "general", "least", "why"), CASES, ids=[case[0] for case in CASES])
def test_known_hands(hand: str, general: int, least: int, why: str) -> None:
    assert GENERAL.shanten(hand) == general, why
    assert RIICHI.shanten(hand) == least, why
    row = RIICHI_136.counts(hand)[None, :]
    assert GENERAL.shanten_many(row).tolist() == [general]
    assert RIICHI.shanten_many(row).tolist() == [least]


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


@pytest.mark.parametrize("engine", [GENERAL, RIICHI, SANMA, SANMA_GENERAL], ids=repr)
@pytest.mark.parametrize("tiles", [14, 13, 11, 10, 8, 7, 5, 4, 2, 1])
def test_batches_and_single_hands_get_the_same_answers(engine: RiichiEngine, tiles: int) -> None:
    rng = np.random.default_rng(tiles)
    counts = deal(rng, np.repeat(np.arange(34), engine.tiles.copies), 30, tiles)
    expected = [engine.shanten(row) for row in counts]
    assert engine.shanten_many(counts).tolist() == expected
    assert engine.shanten_many(np.asfortranarray(counts)).tolist() == expected
    if tiles % 3 == 1:
        draws, waits = engine.accepts_many(counts), engine.waits_many(counts)
        for row, distance, accepted, waiting in zip(counts, *draws, waits, strict=True):
            assert np.flatnonzero(accepted).tolist() == list(engine.accepts(row, kinds=True))
            assert distance == engine.distance(row)
            assert tuple(np.flatnonzero(waiting)) == engine.waits(row, kinds=True)


@pytest.mark.parametrize("engine", [GENERAL, RIICHI, SANMA], ids=repr)
def test_a_draw_lowers_the_distance_exactly_if_it_is_accepted(engine: RiichiEngine) -> None:
    rng = np.random.default_rng(29)
    copies = np.array(engine.tiles.copies)
    wall = np.repeat(np.arange(34), copies)
    orphans = np.repeat(np.array(ORPHANS), 4)
    few = np.repeat(np.r_[9:16, 27:30], 4)
    for counts in (deal(rng, wall, 300, 13), deal(rng, orphans, 100, 13), deal(rng, few, 200, 13)):
        before, draws = engine.shanten_many(counts), engine.accepts_many(counts)
        for kind in range(34):
            there = counts[:, kind] < copies[kind]
            drawn = counts[there].copy()
            drawn[:, kind] += 1
            lowered = engine.shanten_many(drawn) < before[there]
            accepted = draws.accepts[:, kind]
            assert np.array_equal(accepted[there], lowered)
            assert not accepted[~there].any()


@pytest.mark.parametrize("engine", [RIICHI, SANMA, GENERAL], ids=repr)
@pytest.mark.parametrize("tiles", [14, 8, 2])
def test_best_discards_are_the_first_of_the_report(engine: RiichiEngine, tiles: int) -> None:
    rng = np.random.default_rng(31)
    counts = deal(rng, np.repeat(np.arange(34), engine.tiles.copies), 15, tiles)
    best = engine.best_discards_many(counts)
    for row, kind, distance, unseen in zip(counts, *best, strict=True):
        if engine.shanten(row) >= 0:
            first = engine.analyze(row).discards[0]
            assert (first.kind, first.distance, first.unseen) == (kind, distance, unseen)


@pytest.mark.parametrize("hand", ["99m", "123m456p789s11122z", "19m19p19s12345677z", "11223344556677z"])
def test_a_complete_hand_does_not_draw_the_tile_it_throws(hand: str) -> None:
    """The hand left waits for it, but that copy is gone."""
    counts = RIICHI_136.counts(hand)
    after = {}
    for kind in np.flatnonzero(counts).tolist():
        left = counts.copy()
        left[kind] -= 1
        assert RIICHI.distance(left) == 1
        after[kind] = sum(4 - int(counts[drawn]) for drawn in RIICHI.waits(left, kinds=True))
    kind, distance, tiles = (int(each[0]) for each in RIICHI.best_discards_many(counts[None, :]))
    assert (distance, tiles) == (1, max(after.values()))
    assert kind == min(kind for kind in after if after[kind] == tiles)


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


BAD_ROWS = [
    ("5m5m5m5m5m" + "456p789s111z", "tile 5m appears 5 times"),
    ("99999p" + "456m789s111z", "tile 9p appears 5 times"),
    ("77777z" + "456m789s111z", "tile 7z appears 5 times"),
    ("123m456p789s111222z", "the hand has 15 tiles"),
    ("123m456p789s111z", "the hand has 12 tiles"),
    ("", "the hand has 0 tiles"),
]


@pytest.mark.parametrize(("hand", "message"), BAD_ROWS, ids=[message for _, message in BAD_ROWS])
@pytest.mark.parametrize("engine", [GENERAL, RIICHI], ids=["general", "least"])
@pytest.mark.parametrize("place", [0, 33, 4999])
def test_bad_rows_are_named(engine: RiichiEngine, hand: str, message: str, place: int) -> None:
    counts = np.tile(RIICHI_136.counts("123m456p789s1122z"), (5000, 1))
    counts[place] = RIICHI_136.tally(RIICHI_136.parse(hand))
    for many in (counts, np.asfortranarray(counts)):
        with pytest.raises(ArrayError, match=f"row {place}: {message}") as caught:
            engine.shanten_many(many)
        assert caught.value.row == place
    for ask in (engine.accepts_many, engine.waits_many):
        with pytest.raises(ArrayError, match=f"row {place}: {message}"):
            ask(counts)


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


def test_rows_of_the_wrong_size_for_the_question_are_named() -> None:
    full, short = (RIICHI_136.counts(hand)[None, :] for hand in ("123m456p789s11122z", "123m456p789s1122z"))
    with pytest.raises(ArrayError, match="row 0: the hand has 14 tiles; the forms take 13, 10, 7, 4, 1"):
        RIICHI.accepts_many(full)
    with pytest.raises(ArrayError, match="row 0: the hand has 13 tiles; the forms take 14, 11, 8, 5, 2"):
        RIICHI.best_discards_many(short)
    with pytest.raises(ArrayError, match="row 1: the hand has 12 tiles"):
        GENERAL.shanten_many(np.stack([short[0], short[0] - (np.arange(34) == 28)]).astype(np.uint8))


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


def test_any_bytes_in_rows_are_safe() -> None:
    """Rows of noise are refused, never looked up."""
    rng = np.random.default_rng(37)
    for engine in (GENERAL, RIICHI, SANMA, SANMA_GENERAL):
        for _ in range(50):
            noise = rng.integers(0, 256, (40, 34), dtype=np.uint8)
            for many in (noise, np.asfortranarray(noise)):
                with pytest.raises(ArrayError, match="row "):
                    engine.shanten_many(many)


def test_the_repr_of_an_engine_makes_an_equal_engine() -> None:
    from kanamj.tiles import tile_set

    for engine in (GENERAL, RIICHI, SANMA, RiichiEngine(meld_tiles_count=False)):
        again = eval(repr(engine), {"RiichiEngine": RiichiEngine, "tile_set": tile_set})
        assert repr(again) == repr(engine)
        assert (again.tiles, again.forms) == (engine.tiles, engine.forms)
        assert again.meld_tiles_count == engine.meld_tiles_count


PAIRS = BlockForm("2222222")


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
