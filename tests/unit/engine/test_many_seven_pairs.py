"""The kernel of seven pairs gives the answers of the search. Special hands are in tests/contract/test_cases.py."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt
import pytest

from kanamj.engine import Question
from kanamj.engine.blocks import Blocks
from kanamj.engine.forms import BlockForm
from kanamj.engine.forms.many_seven_pairs import ManySevenPairs
from kanamj.engine.search import distance
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import HIRAGANA_120, HIRAGANA_PRO_136, RIICHI_136, TileSet
from tests.reference.questions import drawing

Rows = npt.NDArray[np.uint8]


def hands(copies: tuple[int, ...], n: int, size: int, seed: int, kinds: int = 0) -> Rows:
    """Dealt hands; of the first kinds only, if a number of them is given, so that letters repeat."""
    wall = [kind for kind, count in enumerate(copies[: kinds or None]) for _ in range(count)]
    chance = random.Random(seed)
    dealt = [chance.sample(wall, size) for _ in range(n)]
    return np.array([[hand.count(kind) for kind in range(len(copies))] for hand in dealt], np.uint8)


def ask(pairs: ManySevenPairs, row: Rows) -> Question:
    return Question(pairs.blocks, tuple(row.tolist()), (2,) * 7, pairs.room, distinct=True)


def seven_pairs(blocks: Blocks, room: tuple[int, ...] | None) -> ManySevenPairs:
    many = BlockForm("2222222").over(blocks).many(room or (99,) * blocks.kinds, strict=room is not None)
    assert isinstance(many, ManySevenPairs)
    return many


def held_to_the_search(pairs: ManySevenPairs, rows: Rows, asked: int = 0) -> None:
    """Compare distances, bounded distances, and the accepts of the first `asked` hands of 13 tiles."""
    distances = pairs.distance(rows)
    for row, missing in zip(rows, distances.tolist(), strict=True):
        assert missing == distance(ask(pairs, row)), (pairs, row.tolist())
    for most in (0, 1, 3):
        found = pairs.distance(rows, np.full(len(rows), most, np.int8))
        assert (np.where(distances > most, found > most, found == distances)).all()
    short = rows[rows.sum(axis=1) == 13][:asked]
    least, accepted = pairs.accepts(short)
    for row, missing, marks in zip(short, least.tolist(), accepted, strict=True):
        for kind in range(pairs.blocks.kinds):
            there = pairs.room is None or row[kind] < pairs.room[kind]
            assert marks[kind] == (there and distance(drawing(ask(pairs, row), kind)) < missing)


# A lexicon where words are few and letters rarely go together: most of the special cases.
READINGS = "あい あう あえ いう いお うえ うお えお おか おき かく きけ くこ けさ こし さす しあ いあ"
SPARSE = Lexicon.from_entries(
    "sparse", [Entry(reading, f"{reading}{i % 2}") for i, reading in enumerate(READINGS.split())]
)


@pytest.mark.parametrize(
    ("tiles", "kinds", "words"),
    [
        (HIRAGANA_120, 0, "common"),
        (HIRAGANA_120, 24, "common"),
        (HIRAGANA_120, 14, "sparse"),
        (HIRAGANA_PRO_136, 14, "common"),
        (RIICHI_136, 9, "riichi"),
    ],
)
def test_distances_and_accepts_are_those_of_the_search(
    tiles: TileSet, kinds: int, words: str, common: Lexicon
) -> None:
    lexicon = common if words == "common" else SPARSE
    blocks = Blocks.riichi(tiles) if words == "riichi" else Blocks.from_lexicon(lexicon, tiles)
    pairs = seven_pairs(blocks, tiles.copies)
    for size in (13, 14):
        rows = hands(tiles.copies, 25, size, seed=size + kinds, kinds=kinds)
        held_to_the_search(pairs, rows, asked=1)
    assert words != "common" or pairs.in_doubt < 10


@pytest.mark.parametrize("seed", range(10))
def test_words_of_the_last_kinds(seed: int) -> None:
    """A set of kinds is two integers of 64 bits, and most of these letters are in the second."""
    chance, letters = random.Random(seed), HIRAGANA_120.kinds
    drawn = {
        tuple(sorted((chance.randrange(64, 75), chance.choice([0, 1, 2, *range(64, 75)])))) for _ in range(14)
    }
    lexicon = Lexicon.from_entries(
        "last", [Entry(letters[a] + letters[b], f"{a} {b}") for a, b in sorted(drawn)]
    )
    copies = tuple(count * (kind < 4 or kind >= 64) for kind, count in enumerate(HIRAGANA_120.copies))
    pairs = seven_pairs(Blocks.from_lexicon(lexicon, HIRAGANA_120), HIRAGANA_120.copies)
    held_to_the_search(pairs, hands(copies, 40, 13, seed))


def toy_worlds(seed: int, n: int) -> list[tuple[ManySevenPairs, Rows]]:
    """Few kinds of one to six copies, words from scarce to plenty, one to three of a key; both copies rules."""
    chance, worlds = random.Random(seed), []
    while len(worlds) < n:
        kinds = chance.randint(4, 12)
        copies = tuple(chance.randint(1, 6) for _ in range(kinds))
        density = chance.choice((0.15, 0.3, 0.6))
        keys = tuple(
            key for key in combinations_with_replacement(range(kinds), 2) if chance.random() < density
        )
        blocks = Blocks(kinds, {2: keys}, {2: tuple(chance.choice((1, 1, 2, 3)) for _ in keys)})
        if sum(copies) > 14:
            rows = np.concatenate([hands(copies, 4, size, seed=len(worlds)) for size in (13, 14)])
            worlds.append((seven_pairs(blocks, copies if chance.random() < 0.75 else None), rows))
    return worlds


@pytest.mark.parametrize(
    ("seed", "n", "asked"), [(3, 30, 1), pytest.param(4, 1_500, 2, marks=pytest.mark.slow)]
)
def test_small_worlds_get_the_answers_of_the_search(seed: int, n: int, asked: int) -> None:
    for pairs, rows in toy_worlds(seed, n):
        held_to_the_search(pairs, rows, asked)
