"""Many hands: the batch agrees with the definition on toy hands and with the search on real ones; bad rows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt
import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question, search
from kanamj.engine.batch import CHUNK, Batch, deal_state
from kanamj.engine.forms import BlockForm, Form
from kanamj.errors import ArrayError, KanamjError
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120, TileSet
from tests.reference.dealing import chunk_state, deal

QUICK = ("33332", "3332", "332", "32", "2", "3333", "333", "33", "3")
FORMS = (*QUICK, "22", "322", "3322", "222")
Vectors = npt.NDArray[np.int64]


def fillings(batch: Batch, form: Form) -> Vectors:
    """W of the definition: every sum of blocks of the form's sizes that the copies allow, a row each."""
    sums = {(0,) * batch.blocks.kinds}
    for size in form.lengths:
        sums = {
            tuple(w + block.count(kind) for kind, w in enumerate(before))
            for before in sums
            for block in batch.blocks.by_size.get(size, ())
        }
        if batch.strict:
            sums = {w for w in sums if all(a <= b for a, b in zip(w, batch.copies, strict=True))}
    return np.array(sorted(sums), np.int64).reshape(-1, batch.blocks.kinds)


def by_definition(fillings: Vectors, rows: npt.NDArray[np.uint8]) -> list[int]:
    """min over w in W of sum max(w - h, 0), for each row."""
    if not len(fillings):
        return [UNREACHABLE] * len(rows)
    return [int(np.maximum(fillings - row, 0).sum(axis=1).min()) for row in rows.astype(np.int64)]


def some_blocks(chance: random.Random, kinds: int, density: float, useless: int = 0) -> Blocks:
    """Pairs and trios, this share of all; the last `useless` kinds are in none."""
    by_size = {
        size: tuple(
            block
            for block in combinations_with_replacement(range(kinds - useless), size)
            if chance.random() < density
        )
        for size in (2, 3)
    }
    return Blocks(kinds, by_size, {size: (1,) * len(found) for size, found in by_size.items()})


def toy_worlds(
    seed: int, n: int, forms: tuple[str, ...], useless: int = 0
) -> Iterator[tuple[Batch, Form, random.Random]]:
    """Few kinds, few copies, doubled letters, blocks from scarce to plenty; both copies rules. The last `useless`
    kinds are in no block."""
    chance = random.Random(seed)
    for i in range(n):
        form = BlockForm(forms[i % len(forms)])
        kinds = (chance.randint(5, 7) if form.tiles > 11 else chance.randint(3, 7)) + useless
        copies = tuple(chance.randint(1, 4) for _ in range(kinds))
        if sum(copies) < form.tiles:
            copies = (4,) * kinds
        density = chance.choice((0.06, 0.12, 0.25, 0.5))
        blocks = some_blocks(chance, kinds, density, useless)
        yield Batch(blocks, (form,), copies, strict=chance.random() < 0.7), form, chance


def toy_hands(batch: Batch, tiles: int, n: int, chance: random.Random) -> npt.NDArray[np.uint8]:
    wall = [kind for kind, copies in enumerate(batch.copies) for _ in range(copies)]
    hands = [chance.sample(wall, tiles) for _ in range(n)]
    return np.array([[hand.count(kind) for kind in range(batch.blocks.kinds)] for hand in hands], np.uint8)


def accepts_by_definition(batch: Batch, whole: Vectors, row: npt.NDArray[np.uint8]) -> tuple[int, list[bool]]:
    """The distance of a hand, and whether one more of each kind, if there is one, makes it less."""
    drawn = row + np.eye(batch.blocks.kinds, dtype=np.uint8)
    [least] = by_definition(whole, row[None])
    there = [
        not batch.strict or count < copies for count, copies in zip(row.tolist(), batch.copies, strict=True)
    ]
    return least, [may and near < least for may, near in zip(there, by_definition(whole, drawn), strict=True)]


@pytest.mark.parametrize("useless", [0, 2])
@pytest.mark.parametrize("times", [5, pytest.param(65, marks=pytest.mark.slow)])
def test_accepts_waits_and_discards_agree_with_the_definition_in_toy_worlds(times: int, useless: int) -> None:
    for batch, form, chance in toy_worlds(seed=4, n=times * len(FORMS), forms=FORMS, useless=useless):
        draws_agree(batch, form, chance)


def test_far_hands_with_more_trios_than_the_kernels_list() -> None:
    """Every trio has the first letter. The hand holds 66 trios, and only this letter brings it nearer."""
    letters = range(1, 13)
    trios = tuple((0, *others) for others in combinations(letters, 2))
    blocks = Blocks(13, {2: ((1, 2), (3, 4)), 3: trios}, {2: (1, 1), 3: (1,) * len(trios)})
    batch = Batch(blocks, (BlockForm("33332"),), (5,) + (2,) * 12)
    distances, marks = batch.accepts(np.ones((1, 13), np.uint8))
    assert (distances.tolist(), np.flatnonzero(marks[0]).tolist()) == ([3], [0])


def draws_agree(batch: Batch, form: Form, chance: random.Random) -> None:
    whole = fillings(batch, form)
    short = toy_hands(batch, form.tiles - 1, 6, chance)
    expected = [accepts_by_definition(batch, whole, row) for row in short]
    distances, marks = batch.accepts(short)
    assert distances.tolist() == [least for least, _ in expected], batch
    assert marks.tolist() == [accepted for _, accepted in expected], batch
    assert batch.waits(short).tolist() == [
        accepted if least == 1 else [False] * len(accepted) for least, accepted in expected
    ]

    full = toy_hands(batch, form.tiles, 6, chance)
    unseen = np.array([[chance.randint(0, 4) for _ in row] for row in full])
    best = batch.best_discards(full, unseen)
    for i, row in enumerate(full):
        choices = []
        for kind in np.flatnonzero(row).tolist():
            left = row.copy()
            left[kind] -= 1
            least, accepted = accepts_by_definition(batch, whole, left)
            choices.append((least, -int(unseen[i][accepted].sum()), kind))
        least, tiles, kind = min(choices)
        assert (int(best.kind[i]), int(best.distance[i]), int(best.tiles[i])) == (kind, least, -tiles), batch


def test_what_completes_hands_with_letters_of_no_word() -> None:
    for batch, form, chance in toy_worlds(seed=13, n=45, forms=QUICK, useless=1):
        [row] = rows = toy_hands(batch, form.tiles - 2, 1, chance)
        found = batch.completions(rows)
        assert found is not None
        for kind, count in enumerate(row.tolist()):
            if count < batch.copies[kind]:
                drawn = rows + (np.arange(len(row)) == kind).astype(np.uint8)
                marks = int(found[0, kind, 0]) >> np.arange(len(row)) & 1
                open_kinds = drawn[0] < np.array(batch.copies) if batch.strict else True
                assert (marks.astype(bool) & open_kinds).tolist() == batch.waits(drawn)[0].tolist()


def real_hands(tiles: TileSet, size: int, n: int, seed: int) -> npt.NDArray[np.uint8]:
    chance = random.Random(seed)
    wall = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    hands = [chance.sample(wall, size) for _ in range(n)]
    return np.array([[hand.count(kind) for kind in range(len(tiles))] for hand in hands], np.uint8)


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
            rows = toy_hands(batch, size, 40, chance)
            found = batch.distance(rows).tolist()
            assert found == [search.distance(ask(batch, batch.forms[0], row)) for row in rows]
            distances.update(found)
    assert distances >= {0, 1}


def test_a_complete_hand_with_a_doubled_letter_and_more_trios_than_the_record_lists() -> None:
    """The lowest letter is held twice, and only one block has it: with itself, as a pair or in a trio."""
    trios = tuple(combinations(range(1, 13), 3))
    in_pair = Batch(
        Blocks(14, {2: ((0, 0),), 3: trios}, {2: (1,), 3: (1,) * 220}), (BlockForm("33332"),), (2,) * 14
    )
    assert in_pair.distance(np.array([[2, *[1] * 12, 0]])).tolist() == [0]
    in_trio = Batch(
        Blocks(14, {2: ((13, 13),), 3: ((0, 0, 12), *trios)}, {2: (1,), 3: (1,) * 221}),
        (BlockForm("33332"),),
        (2,) * 14,
    )
    assert in_trio.distance(np.array([[2, *[1] * 9, 0, 0, 1, 2]])).tolist() == [0]


def test_a_complete_hand_with_a_second_letter_doubled_and_more_trios_than_the_record_lists() -> None:
    """Only one block has the lowest letter, with two of the next; the desk lists none with a lowest letter above 3."""
    trios = (
        *combinations(range(2, 11), 3),
        *((2, other, last) for other in range(3, 11) for last in (11, 12)),
    )
    batch = Batch(
        Blocks(13, {2: ((11, 12),), 3: ((0, 1, 1), *sorted(trios))}, {2: (1,), 3: (1,) * 101}),
        (BlockForm("33332"),),
        (2,) * 13,
    )
    assert batch.distance(np.array([[1, 2, *[1] * 11]])).tolist() == [0]


def test_several_forms_and_sizes_in_one_batch(common: Lexicon) -> None:
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    forms = (BlockForm("33332"), BlockForm("4442"), BlockForm("332"))
    batch = Batch(blocks, forms, HIRAGANA_120.copies)
    rows = np.concatenate([real_hands(HIRAGANA_120, size, 5, seed=size) for size in (14, 8, 13, 7)])[::-1]
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


def test_hands_that_can_never_be_complete() -> None:
    nothing = Batch(Blocks(3, {2: ((0, 1),), 3: ()}, {2: (1,), 3: ()}), (BlockForm("32"),), (2, 2, 2))
    rows = np.array([[2, 2, 1]], np.uint8)
    assert nothing.distance(rows).tolist() == [UNREACHABLE]
    assert nothing.accepts(rows - np.eye(3, dtype=np.uint8)[:1])[0].tolist() == [UNREACHABLE]
    assert nothing.best_discards(rows).tiles.tolist() == [0]
    assert nothing.deal_distances(5, 10, deal_state(1, 0))[0].tolist() == [UNREACHABLE] * 10


TOY = Batch(Blocks(3, {2: ((0, 1),), 3: ((0, 1, 2),)}, {2: (1,), 3: (1,)}), (BlockForm("32"),), (2, 2, 2))
GOOD = np.array([[2, 2, 1], [2, 2, 0]], np.uint8)


@pytest.mark.parametrize(
    ("counts", "row", "says"),
    [
        (GOOD.astype(np.float64), None, "an array of integers, not float64"),
        (["あい", "う"], None, "an array of integers, not <U2"),
        (GOOD.astype(np.int64) - [[0, 0, 0], [0, 0, 1]], 1, "row 1: kind 2 appears -1 times; there are 2"),
        (GOOD.astype(np.int64) * 400, 0, "row 0: kind 0 appears 800 times; there are 2"),
        (GOOD[0], None, r"shape \(n, 3\), one column per kind, not \(3,\)"),
        (GOOD[:, :2], None, r"shape \(n, 3\)"),
        (np.array([[2, 2, 1], [1, 3, 0]], np.uint8), 1, "row 1: kind 1 appears 3 times; there are 2"),
        (np.array([[2, 2, 1], [1, 2, 0]], np.uint8), 1, "row 1: the hand has 3 tiles; the forms take 5, 4"),
        (np.array([[250, 3, 3]], np.uint8), 0, "row 0: kind 0 appears 250 times"),
    ],
)
def test_rows_that_the_batch_refuses(counts: npt.NDArray[np.uint8], row: int | None, says: str) -> None:
    with pytest.raises(ArrayError, match=says) as refused:
        TOY.distance(counts)
    assert refused.value.row == row


def test_sizes_and_shapes_that_the_batch_refuses() -> None:
    with pytest.raises(ArrayError, match="row 0: the hand has 5 tiles; the forms take 4"):
        TOY.waits(GOOD)
    with pytest.raises(ArrayError, match="row 1: the hand has 4 tiles; the forms take 5"):
        TOY.best_discards(GOOD)
    with pytest.raises(ArrayError, match="unseen has shape"):
        TOY.best_discards(GOOD[:1], unseen=np.ones((2, 3), np.int64))
    with pytest.raises(ArrayError, match="7 tiles cannot be dealt; give 0 to 6"):
        TOY.deal_rows(7, 1, deal_state(1, 0))
    with pytest.raises(ArrayError, match="hands of 3 tiles fit no form"):
        TOY.deal_distances(3, 1, deal_state(1, 0))
    with pytest.raises(KanamjError, match="2 copies for 3 kinds"):
        Batch(TOY.blocks, TOY.forms, (2, 2))
    for state in (np.ones(3, np.uint64), np.ones(4, np.int64), np.zeros(4, np.uint64), [1, 2, 3, 4]):
        with pytest.raises(ArrayError, match="a random state is four uint64"):
            TOY.deal_rows(3, 1, state)
        with pytest.raises(ArrayError, match="a random state is four uint64"):
            TOY.deal_distances(5, 1, state)
    assert len(TOY.distance(GOOD[:0])) == 0


def test_errors_name_tiles_by_their_letters(common: Lexicon) -> None:
    batch = Batch(Blocks.from_lexicon(common, HIRAGANA_120), (BlockForm("33332"),), HIRAGANA_120.copies)
    rows = real_hands(HIRAGANA_120, 14, 1, seed=1)
    rows[0, HIRAGANA_120.parse("さ")] = 3
    with pytest.raises(ArrayError, match="row 0: tile さ appears 3 times; there are 2"):
        batch.distance(rows)


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


def test_more_copies_of_a_kind_than_a_field_of_bits_holds() -> None:
    """If copies are ignored, a draw may be an eighth tile of a kind. Forms of more than 14 tiles are tried too."""
    chance = random.Random(10)
    for _ in range(12):
        kinds = chance.randint(3, 4)
        copies = tuple(chance.randint(6, 8) for _ in range(kinds))
        blocks = some_blocks(chance, kinds, 0.3)
        form = BlockForm(chance.choice(("33332", "3333", "333332")))
        batch = Batch(blocks, (form,), copies, strict=chance.random() < 0.4)
        draws_agree(batch, form, chance)


def test_forms_that_differ_by_one_tile() -> None:
    """A hand of 8 tiles fills 332 and is one short of 333; the nearest decides, and only 333 draws."""
    chance = random.Random(12)
    reached = set()
    for _ in range(25):
        kinds = chance.randint(5, 7)
        blocks = some_blocks(chance, kinds, 0.3)
        forms = (BlockForm("332"), BlockForm("333"))
        batch = Batch(blocks, forms, (3,) * kinds)
        small, large = (fillings(batch, form) for form in forms)
        for row in toy_hands(batch, 8, 10, chance):
            filled = by_definition(small, row[None])[0]
            missing, accepted = accepts_by_definition(batch, large, row)
            least = min(filled, missing)
            distances, marks = batch.accepts(row[None])
            assert batch.distance(row[None]).tolist() == distances.tolist() == [least]
            assert marks[0].tolist() == (accepted if missing == least else [False] * kinds)
            assert batch.waits(row[None])[0].tolist() == (marks[0] & (least == 1)).tolist()
            reached.add((filled < missing, least == 1))
    assert len(reached) == 4
