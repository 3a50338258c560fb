"""Seven pairs by kernel: equal to the search, hand by hand."""

from __future__ import annotations

import numpy as np
import pytest

from kanamj.engine.blocks import Blocks
from kanamj.engine.draws import accepts
from kanamj.engine.hand import Question
from kanamj.engine.pairs import SevenPairs
from kanamj.engine.search import distance
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import HIRAGANA_120, HIRAGANA_PRO_136, TileSet


def hands(tiles: TileSet, n: int, size: int, seed: int, kinds: int = 0) -> np.ndarray:
    """Dealt hands; of the first kinds only, if a number of them is given, so that letters repeat."""
    wall = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    wall = [kind for kind in wall if kind < kinds] if kinds else wall
    chance = np.random.default_rng(seed)
    return tiles.count_rows([sorted(chance.permutation(wall)[:size].tolist()) for _ in range(n)])


# A lexicon where words are few and letters rarely go together: most of the special cases.
READINGS = "あい あう あえ いう いお うえ うお えお おか おき かく きけ くこ けさ こし さす しあ いあ"
SPARSE = Lexicon.from_entries(
    "sparse", [Entry(reading, f"{reading}{i % 2}") for i, reading in enumerate(READINGS.split())]
)


@pytest.mark.parametrize("size", [13, 14])
@pytest.mark.parametrize(
    ("tiles", "kinds", "words"),
    [
        (HIRAGANA_120, 0, "common"),
        (HIRAGANA_120, 24, "common"),
        (HIRAGANA_120, 14, "sparse"),
        (HIRAGANA_PRO_136, 14, "common"),
    ],
)
def test_seven_pairs_are_those_of_the_search(
    tiles: TileSet, kinds: int, words: str, size: int, common: Lexicon
) -> None:
    blocks = Blocks.from_lexicon(common if words == "common" else SPARSE, tiles)
    pairs = SevenPairs(blocks, tiles.copies)
    rows = hands(tiles, 60, size, seed=size + kinds, kinds=kinds)
    questions = [Question(blocks, tuple(row.tolist()), (2,) * 7, tiles.copies, distinct=True) for row in rows]
    distances = pairs.distance(rows)
    assert distances.tolist() == [distance(question) for question in questions]
    assert pairs.in_doubt < len(rows)
    assert pairs.distance(rows, 2).tolist() == [min(missing, 3) for missing in distances.tolist()]
    if size == 13:
        marks = pairs.accepts(rows[:25], distances[:25])
        for row, question in zip(marks, questions, strict=False):
            assert tuple(np.flatnonzero(row).tolist()) == accepts(question).kinds
