"""Many hands: several forms, deals, layouts of arrays, bad rows. tests/contract holds their answers to brute force."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt
import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question, search
from kanamj.engine.batch import CHUNK, Batch, deal_state
from kanamj.engine.forms import BlockForm, Form
from kanamj.errors import ArrayError, KanamjError
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120
from tests.reference.dealing import chunk_state, deal


def hands(copies: tuple[int, ...], size: int, n: int, chance: random.Random) -> npt.NDArray[np.uint8]:
    wall = [kind for kind, count in enumerate(copies) for _ in range(count)]
    drawn = [chance.sample(wall, size) for _ in range(n)]
    return np.array([[hand.count(kind) for kind in range(len(copies))] for hand in drawn], np.uint8)


def ask(batch: Batch, form: Form, row: npt.NDArray[np.uint8]) -> Question:
    return Question(batch.blocks, tuple(row.tolist()), form.lengths, batch.copies if batch.strict else None)


def test_hands_with_more_trios_than_the_record_of_a_hand_lists() -> None:
    chance = random.Random(6)
    distances = set()
    for density in (0.3, 0.5, 0.8):
        trios = [block for block in combinations_with_replacement(range(16), 3) if chance.random() < density]
        pairs = [block for block in combinations_with_replacement(range(16), 2) if chance.random() < 0.15]
        blocks = Blocks(16, {2: tuple(pairs), 3: tuple(trios)}, {2: (1,) * len(pairs), 3: (1,) * len(trios)})
        batch = Batch(blocks, (BlockForm("33332"),), (2,) * 16)
        for size in (13, 14):
            rows = hands(batch.copies, size, 40, chance)
            found = batch.distance(rows).tolist()
            assert found == [search.distance(ask(batch, batch.forms[0], row)) for row in rows]
            distances.update(found)
    assert distances >= {0, 1}


def test_several_forms_and_sizes_in_one_batch(common: Lexicon) -> None:
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    forms = (BlockForm("33332"), BlockForm("4442"), BlockForm("332"))
    batch = Batch(blocks, forms, HIRAGANA_120.copies)
    rows = np.concatenate(
        [hands(HIRAGANA_120.copies, size, 5, random.Random(size)) for size in (14, 8, 13, 7)]
    )[::-1]
    expected = [
        min(search.distance(ask(batch, form, row)) for form in forms if form.tiles - int(row.sum()) in (0, 1))
        for row in rows
    ]
    assert batch.distance(rows).tolist() == expected
    assert batch.distance(np.asfortranarray(rows)).tolist() == expected


def test_the_compiled_dealer_deals_the_hands_of_the_readable_one(common: Lexicon) -> None:
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    batch = Batch(blocks, (BlockForm("33332"),), HIRAGANA_120.copies)
    state = deal_state(seed=11, chunk=3)
    assert tuple(state.tolist()) == chunk_state(11, 3)
    hands = deal(HIRAGANA_120, 14, chunk_state(11, 3))
    rows, after = batch.deal_rows(14, 500, state)
    assert rows.tolist() == [list(HIRAGANA_120.tally(next(hands))) for _ in range(500)]

    distances, judged_after = batch.deal_distances(14, 500, state)
    assert distances.tolist() == batch.distance(rows).tolist()
    assert judged_after.tolist() == after.tolist() != state.tolist()
    # The wall goes on from chunk to chunk.
    rows, _ = batch.deal_rows(14, CHUNK + 100, state)
    assert (
        batch.deal_distances(14, CHUNK + 100, state)[0][-100:].tolist()
        == batch.distance(rows[-100:]).tolist()
    )
    # The same hands where several forms are judged, in chunks.
    both = Batch(blocks, (BlockForm("33332"), BlockForm("4442")), HIRAGANA_120.copies)
    rows = rows[:20]
    assert both.deal_distances(14, 20, state)[0].tolist() == both.distance(rows).tolist()


def test_hands_that_can_never_be_complete_are_dealt_too() -> None:
    nothing = Batch(Blocks(3, {2: ((0, 1),), 3: ()}, {2: (1,), 3: ()}), (BlockForm("32"),), (2, 2, 2))
    assert nothing.deal_distances(5, 10, deal_state(1, 0))[0].tolist() == [UNREACHABLE] * 10


TOY = Batch(Blocks(3, {2: ((0, 1),), 3: ((0, 1, 2),)}, {2: (1,), 3: (1,)}), (BlockForm("32"),), (2, 2, 2))
GOOD = np.array([[2, 2, 1], [2, 2, 0]], np.uint8)


NO_STATE = "a random state is four uint64"


@pytest.mark.parametrize(
    ("ask", "row", "says"),
    [
        (lambda: TOY.distance(GOOD.astype(np.float64)), None, "an array of integers, not float64"),
        (lambda: TOY.distance(["あい", "う"]), None, "an array of integers, not <U2"),
        (lambda: TOY.distance([[2, 2, 1], [2, 2, -1]]), 1, "row 1: kind 2 appears -1 times; there are 2"),
        (
            lambda: TOY.distance(GOOD.astype(np.int64) * 400),
            0,
            "row 0: kind 0 appears 800 times; there are 2",
        ),
        (lambda: TOY.distance(GOOD[0]), None, r"shape \(n, 3\), one column per kind, not \(3,\)"),
        (lambda: TOY.distance(GOOD[:, :2]), None, r"shape \(n, 3\)"),
        (lambda: TOY.distance([[2, 2, 1], [1, 3, 0]]), 1, "row 1: kind 1 appears 3 times; there are 2"),
        (lambda: TOY.distance([[2, 2, 1], [1, 2, 0]]), 1, "row 1: the hand has 3 tiles; the forms take 5, 4"),
        (lambda: TOY.distance(np.array([[250, 3, 3]], np.uint8)), 0, "row 0: kind 0 appears 250 times"),
        (lambda: TOY.waits(GOOD), 0, "row 0: the hand has 5 tiles; the forms take 4"),
        (lambda: TOY.best_discards(GOOD), 1, "row 1: the hand has 4 tiles; the forms take 5"),
        (lambda: TOY.best_discards(GOOD[:1], np.ones((2, 3), np.int64)), None, "unseen has shape"),
        (lambda: TOY.deal_rows(7, 1, deal_state(1, 0)), None, "7 tiles cannot be dealt; give 0 to 6"),
        (lambda: TOY.deal_distances(3, 1, deal_state(1, 0)), None, "hands of 3 tiles fit no form"),
        (lambda: TOY.deal_rows(3, 1, np.ones(3, np.uint64)), None, NO_STATE),
        (lambda: TOY.deal_rows(3, 1, np.ones(4, np.int64)), None, NO_STATE),
        (lambda: TOY.deal_rows(3, 1, [1, 2, 3, 4]), None, NO_STATE),
        (lambda: TOY.deal_distances(5, 1, np.zeros(4, np.uint64)), None, NO_STATE),
    ],
)
def test_what_the_batch_refuses(ask: Callable[[], object], row: int | None, says: str) -> None:
    with pytest.raises(ArrayError, match=says) as refused:
        ask()
    assert refused.value.row == row


def test_copies_of_other_kinds_are_refused_and_no_hands_are_judged() -> None:
    with pytest.raises(KanamjError, match="2 copies for 3 kinds"):
        Batch(TOY.blocks, TOY.forms, (2, 2))
    assert len(TOY.distance(GOOD[:0])) == 0


def test_every_integer_dtype_and_layout_is_read_without_compiling_again() -> None:
    from kanamj.engine.kernels.distance import distances
    from kanamj.engine.kernels.rows import first_bad

    expected = TOY.distance(GOOD).tolist()
    types = len(first_bad.signatures), len(distances.signatures)
    for dtype in "bBhHiIlLqQ":
        assert TOY.distance(GOOD.astype(dtype)).tolist() == expected
    fixed = GOOD.copy()
    fixed.flags.writeable = False
    for rows in (fixed, np.asfortranarray(GOOD), GOOD[::-1][::-1], GOOD.astype(">i4"), GOOD.tolist()):
        assert TOY.distance(rows).tolist() == expected
    left = np.ones(GOOD[:1].shape, np.int32)
    left.flags.writeable = False
    assert TOY.best_discards(fixed[:1], left).distance.tolist() == [1]
    assert (len(first_bad.signatures), len(distances.signatures)) == types
