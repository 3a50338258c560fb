"""What completes a hand two tiles short: the same as the waits after each kind that can be drawn."""

import random

import numpy as np
import pytest

from kanamj.engine.batch import Batch
from kanamj.engine.blocks import Blocks
from kanamj.engine.forms import BlockForm
from kanamj.lexicon import load_lexicon
from kanamj.tiles import HIRAGANA_120, RIICHI_136
from tests.reference.questions import wall

WORDS = Blocks.from_lexicon(load_lexicon("common"), HIRAGANA_120)


def compare(batch: Batch, rows: np.ndarray) -> int:
    """Hands with something to wait for; each kind that can be drawn is compared."""
    found = batch.completions(rows)
    assert found is not None
    copies = np.array(batch.copies)
    tenpai = 0
    for row, marks in zip(rows, found, strict=True):
        drawn = np.flatnonzero(row < copies)
        after = np.repeat(row[None, :], len(drawn), axis=0)
        after[np.arange(len(drawn)), drawn] += 1
        waits = batch.waits(after)
        bits = marks[drawn][:, np.arange(len(copies)) >> 6] >> (np.arange(len(copies)) & 63).astype(np.uint64)
        there = after < copies
        assert ((bits & 1).astype(bool) & there == waits).all()
        tenpai += bool(waits.any())
    return tenpai


@pytest.mark.parametrize("form", ["33332", "3333", "332", "33", "32", "3"])
@pytest.mark.parametrize("game", ["words", "riichi"])
def test_all_pairs_of_draws_that_complete_a_hand_are_found(form: str, game: str) -> None:
    blocks, copies = (
        (WORDS, HIRAGANA_120.copies) if game == "words" else (Blocks.riichi(RIICHI_136), RIICHI_136.copies)
    )
    batch, chance = Batch(blocks, (BlockForm(form),), copies), random.Random(1)
    rows = np.zeros((60, len(copies)), np.uint8)
    for n, row in enumerate(rows):
        while True:  # a complete hand, two of its tiles taken away; each third hand two tiles of any kind
            tiles = [kind for size in BlockForm(form).lengths for kind in chance.choice(blocks.by_size[size])]
            if all(tiles.count(kind) <= copies[kind] for kind in tiles):
                break
        chance.shuffle(tiles)
        del tiles[:2]
        if n % 3 == 0:
            tiles = chance.sample(wall(copies), len(tiles))
        for kind in tiles:
            row[kind] += 1
    assert compare(batch, rows) >= 40


def test_a_hand_of_very_many_trios() -> None:
    """More than a desk holds: each kind is drawn."""
    kinds = 12
    trios = tuple((a, b, c) for a in range(kinds) for b in range(a + 1, kinds) for c in range(b + 1, kinds))
    blocks = Blocks(kinds, {2: ((0, 1), (3, 3)), 3: trios}, {2: (1, 1), 3: (1,) * len(trios)})
    batch = Batch(blocks, (BlockForm("33332"),), (2,) * kinds)
    rows = np.array([[1] * 12, [2, 0, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0]], np.uint8)
    assert compare(batch, rows) == 2


def test_forms_without_a_kernel() -> None:
    batch = Batch(WORDS, (BlockForm("33332"), BlockForm("2222222")), HIRAGANA_120.copies)
    assert batch.completions(np.zeros((1, 75), np.uint8)) is None
