"""The steps of the kernels, one by one, without numba, because compiled steps cannot be called from Python.

`test_the_steps_without_numba` runs this file again with NUMBA_DISABLE_JIT=1. Only then do tests of single steps run.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from kanamj.engine.batch import Batch, deal_state
from kanamj.engine.blocks import Blocks
from kanamj.engine.exact_chances import ExactChances
from kanamj.engine.forms import Form
from kanamj.engine.kernels import bits, deal, discards, distance, far, hand, near, records, settle
from kanamj.engine.kernels import seven_pairs as pairs
from kanamj.engine.kernels.compiled import PLAIN
from kanamj.engine.kernels.compiled import new_records as scratch

plainly = pytest.mark.skipif(not PLAIN, reason="steps are Python only under NUMBA_DISABLE_JIT=1")
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
KINDS, COPIES = 9, (2, 2, 2, 2, 2, 2, 2, 2, 3)
TRIOS = ((0, 1, 2), (0, 0, 3), (1, 4, 5), (2, 3, 6), (4, 5, 6), (3, 7, 7))
PAIRS = ((0, 1), (2, 2), (5, 7))
FORM = Form("332")


def tables() -> Any:
    """A small lexicon; kind 8 is in no word."""
    blocks = Blocks(KINDS, {2: PAIRS, 3: TRIOS}, {2: (1,) * 3, 3: (1,) * 6})
    return Batch(blocks, (FORM,), COPIES)._many.tables


def row_of(*kinds: int) -> np.ndarray:
    return np.bincount(kinds, minlength=KINDS).astype(np.uint8)


def read(*kinds: int) -> tuple[Any, Any, Any, Any]:
    """The tables, the hand, the packed hand and the set of trios listed."""
    known, laid = tables(), scratch(1, records.HAND)[0]
    packed, tiles, listed, more = hand.read_hand(known, laid, row_of(*kinds))
    assert (int(tiles), more) == (sum(kind != 8 for kind in kinds), False)
    return known, laid, packed, listed


@pytest.mark.skipif(PLAIN, reason="this is that run")
def test_the_steps_without_numba() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" in done.stdout
    assert "passed" in done.stdout


@plainly
def test_bits_are_those_of_the_numbers() -> None:
    for value in (1, 2, 0x8000000000000000, 0xF0F0, (1 << 64) - 1):
        word = np.uint64(value)
        assert int(bits.lowest(word)) == (value & -value).bit_length() - 1
        assert int(bits.popcount(word)) == value.bit_count()
    counts = np.arange(128, dtype=np.uint8)
    assert int(bits.bytes_at_least(counts, np.full(128, 60, np.uint8), np.uint64(0))) == 0b1111 << 60
    lanes = np.array([0, 5, 0, 0, 0, 0, 0, 1], np.uint64)
    assert int(bits.lanes_in_use(lanes, np.uint64(0))) == 0b10000010
    assert int(bits.times_high(np.uint64(1 << 63), np.uint64(6))) == 3


@plainly
def test_a_packed_hand_leaves_out_tiles_of_no_word() -> None:
    _, laid, packed, _ = read(0, 0, 3, 8, 8)
    assert int(packed) == 0x12
    assert laid.kinds[:2].tolist() == [0, 3]
    assert int(laid.kinds_held[0]) == 0b1001
    assert int(laid.full[0]) & 0b100001001 == 1  # two of kind 0 are all there are
    assert [int(laid.held_once[kind] != 0) for kind in (0, 3)] == [0, 1]


@plainly
def test_the_trios_of_a_hand_are_found_and_which_exclude_each_other() -> None:
    chance = random.Random(1)
    wall = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
    for _ in range(30):
        kinds = sorted(chance.sample(wall, 8))
        _, laid, _, listed = read(*kinds)
        held = Counter(kinds)
        there = [trio for trio in TRIOS if not Counter(trio) - held]
        n = int(listed).bit_length()
        letters = [int(word) for word in laid.letters[:n]]
        assert [(word & 255, word >> 8 & 255, word >> 16) for word in letters] == there
        for i, j in combinations(range(n), 2):
            clash = any(held[kind] == 1 for kind in {*there[i]} & {*there[j]})
            assert bool(int(laid.goes_with[i]) >> j & 1) is not clash


@plainly
def test_hands_that_miss_one_tile_or_none_are_found() -> None:
    def asked(*kinds: int) -> tuple[int, int, bool]:
        known, laid, packed, listed = read(*kinds)
        lexicon, whole = known.lexicon[0], len(kinds) == 8
        close, sets = near.one_missing(lexicon, laid, packed, listed, np.uint64(2), True, whole)
        won = whole and close == records.YES and near.splits(lexicon, laid, packed, listed, np.uint64(2))
        return int(close), int(sets), bool(won)

    assert asked(0, 0, 3, 4, 5, 6, 2, 2) == (2, 2, True)
    assert asked(0, 0, 3, 4, 5, 6, 2) == (2, 2, False)  # waits for 2
    assert asked(0, 0, 3, 4, 5, 2, 2) == (2, 2, False)  # waits for 1 and 6
    assert asked(0, 0, 3, 4, 5, 6, 8) == (0, 2, False)
    assert asked(0, 4, 7, 8, 8, 2, 6)[0] == 0


@plainly
def test_draws_that_want_the_same_last_tile() -> None:
    known, laid, *_ = read(0, 1, 2, 3)
    lexicon = known.lexicon[0]
    laid.draw_lo[:2] = 1 << 6
    assert far.draws_differ(lexicon, laid, np.uint64(2)), "two of kind 6 are left"
    laid.draw_lo[:2] = 1 << 3
    assert not far.draws_differ(lexicon, laid, np.uint64(2)), "one of kind 3 is left"
    assert int(far.spare_tiles(lexicon, laid, np.uint64(0b1001000), np.uint64(0))) == 3
    assert hand.is_open(laid, np.array([1 << 3, 0], np.uint64))


LETTERS = "いくさだなぬみら"
EXAMPLE = Batch(Blocks(8, {2: ((0, 5),), 3: ((1, 2, 7), (3, 4, 6))}, {2: (1,), 3: (1, 1)}), (FORM,), (2,) * 8)
"""The game that the examples in the docstrings of the kernels share: さくら, なみだ, いぬ."""


def spelled(hand: str) -> np.ndarray:
    return np.array([hand.count(letter) for letter in LETTERS], np.uint8)


@plainly
def test_the_examples_of_the_docstrings() -> None:
    known, hands = EXAMPLE._many.tables, scratch(3, records.HAND)
    lexicon, two, one = known.lexicon[0], np.uint64(2), np.uint64(1)

    def listed(text: str) -> tuple[int, list[int], Any]:
        packed, tiles, trios, _ = hand.read_hand(known, hands[0], spelled(text))
        assert tiles == len(text)
        return int(packed), [int(word) for word in hands[0].words[: int(trios).bit_count()]], trios

    packed, words, trios = listed("さくらなみだい")
    assert (packed, words) == (0x1111111, [0x1000110, 0x111000])
    near_and_sets = near.one_missing(lexicon, hands[0], np.uint64(packed), trios, two, True, False)
    assert near_and_sets == (records.YES, 2)
    assert listed("さくらなみだいい")[0] == 0x1111112
    assert packed + 1 - words[0] == 0x0111002
    packed, words, trios = listed("さくらなみだいぬ")
    assert near.splits(lexicon, hands[0], np.uint64(packed), trios, two)
    packed, words, trios = listed("さくなみいぬぬ")
    assert far.beyond_one(lexicon, hands[0], np.uint64(packed), trios, np.uint64(0), two, True, 99) == (
        2,
        True,
    )
    for text, least in (("さくなみいぬぬ", 2), ("さくらなみだいぬ", 0), ("さくらなみいい", 2)):
        assert distance.distance(known, hands, spelled(text), two, one) == least
    assert settle.settle(lexicon, spelled("さくさくいぬぬ"), 2, 1, 0, 99) == 2
    fewer = Batch(EXAMPLE.blocks, (FORM,), (2, 2, 2, 2, 2, 2, 2, 1))._many.tables
    assert settle.settle(fewer.lexicon[0], spelled("さくさくいぬぬ"), 2, 1, 0, 99) == 4
    for text, wanted in (("さくらなみだい", "ぬ"), ("さくらなみいい", "だぬ")):
        assert (
            "".join(LETTERS[k] for k in np.flatnonzero(EXAMPLE.accepts(spelled(text)[None])[1][0])) == wanted
        )
    after = np.zeros(8, np.int64)
    discards.distances_after(known, hands, spelled("さくらなみだいい"), two, one, after)
    assert after.tolist() == [1, 2, 2, 2, 2, 127, 2, 2]
    best = EXAMPLE.best_discards(spelled("さくらなみだいい")[None])
    assert (LETTERS[best.kind[0]], best.distance[0], best.tiles[0]) == ("い", 1, 2)
    found = EXAMPLE.completions(spelled("さくらなみい")[None])
    assert found is not None
    wants = {LETTERS[i]: int(bits) for i, bits in enumerate(found[0, :, 0]) if bits}
    assert wants == {"だ": 1 << LETTERS.index("ぬ"), "ぬ": 1 << LETTERS.index("だ")}
    few = Batch(Blocks(4, {2: ((0, 1), (2, 3))}, {2: (1, 1)}), (Form("2"),), (2, 2, 1, 1))
    assert ExactChances((1, 0, 0, 0), (1, 2, 1, 1), False, few, 3).ways().tolist() == [[2, 14, 54]]
    assert int(deal.draw(np.array([1, 2, 3, 4], np.uint64))) == 0x2800001


@plainly
def test_all_steps_together_agree_with_the_exact_search() -> None:
    known, hands = tables(), scratch(2, records.HAND)
    chance = random.Random(2)
    wall = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
    for size in (7, 8):
        for _ in range(25):
            row = row_of(*chance.sample(wall, size))
            found = int(distance.distance(known, hands, row, np.uint64(2), np.uint64(1)))
            assert found == int(settle.settle(known.lexicon[0], row, 2, 1, 0, 99))
            assert found == least_missing(row)


def least_missing(row: np.ndarray) -> int:
    """By the definition."""
    missing = [99]
    for a, b in [(trio, other) for i, trio in enumerate(TRIOS) for other in TRIOS[i:]]:
        for pair in PAIRS:
            wanted = np.bincount((*a, *b, *pair), minlength=KINDS)
            if (wanted <= COPIES).all():
                missing.append(int(np.maximum(wanted - row, 0).sum()))
    return min(missing)


@plainly
def test_the_most_disjoint_pairs() -> None:
    chance = random.Random(3)
    for _ in range(40):
        n = chance.randint(1, 8)
        edges = [edge for edge in combinations(range(n), 2) if chance.random() < 0.35]
        paired = scratch(1, pairs.PAIRING)[0]
        for i, j in edges:
            paired.near[i] |= np.uint64(1 << j)
            paired.near[j] |= np.uint64(1 << i)
        most = max(
            size
            for size in range(n // 2 + 1)
            if any(len({*sum(chosen, ())}) == 2 * size for chosen in combinations(edges, size))
        )
        everything = np.uint64((1 << n) - 1)
        assert int(pairs.most_pairs(paired, everything, 1)) == max(most, 0)
        assert int(pairs.most_pairs(paired, everything, most + 1)) == most
        assert int(pairs.most_pairs(paired, everything, most + 2)) == most + 1


@plainly
def test_dealing_is_a_shuffle_that_stops() -> None:
    wall, state = np.arange(10), deal_state(1, 0)
    deal.shuffle(wall, 4, state)
    assert sorted(wall.tolist()) == list(range(10))
    assert state.tolist() != deal_state(1, 0).tolist()
