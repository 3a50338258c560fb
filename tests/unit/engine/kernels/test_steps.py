"""The steps of the kernels, one by one, without numba, because compiled steps cannot be called from Python.

`test_the_steps_without_numba` runs this file again with NUMBA_DISABLE_JIT=1. Only then do tests of single steps run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kanamj.engine import Engine
from kanamj.engine.batch import Batch
from kanamj.engine.blocks import Blocks
from kanamj.engine.forms import BlockForm
from kanamj.engine.kernels import deal, discards, distance, far, hand, near, records, settle
from kanamj.engine.kernels.compiled import PLAIN
from kanamj.engine.kernels.compiled import new_records as scratch
from kanamj.engine.three_draws import ThreeDraws
from kanamj.tiles import TileSet
from tests.places import python

plainly = pytest.mark.skipif(not PLAIN, reason="steps are Python only under NUMBA_DISABLE_JIT=1")
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
FORM = BlockForm("332")


@pytest.mark.skipif(PLAIN, reason="this is that run")
def test_the_steps_without_numba() -> None:
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" in done.stdout
    assert "passed" in done.stdout


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
    few = Blocks(4, {2: ((0, 1), (2, 3))}, {2: (1, 1)})
    asked = Engine(TileSet("few", tuple("abcd"), (2, 2, 1, 1)), few, [BlockForm("2").over(few)]).ask([0])
    assert ThreeDraws(asked, asked.unseen()).ways().tolist() == [[2, 14, 54]]
    assert int(deal.draw(np.array([1, 2, 3, 4], np.uint64))) == 0x2800001
