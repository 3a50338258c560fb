"""The batch: against the definition on toy worlds, against the bitmask on real hands, and what it refuses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt
import pytest

from kanamj.engine import UNREACHABLE, Blocks
from kanamj.engine.batch import Batch
from kanamj.forms import Form

QUICK = ("33332", "3332", "332", "32", "2", "3333", "333", "33", "3")
FORMS = (*QUICK, "22", "322", "3322", "222")
Vectors = npt.NDArray[np.int64]


def fillings(batch: Batch, form: Form) -> Vectors:
    """W of the definition: every sum of blocks of the form's sizes that the copies allow, a row each."""
    sums = {(0,) * batch.blocks.kinds}
    for size in form.sizes:
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


def toy_worlds(seed: int, n: int, forms: tuple[str, ...]) -> Iterator[tuple[Batch, Form, random.Random]]:
    """Few kinds, few copies, doubled letters, blocks from scarce to plenty; both copies rules."""
    chance = random.Random(seed)
    for i in range(n):
        form = Form(forms[i % len(forms)])
        kinds = chance.randint(5, 7) if form.tiles > 11 else chance.randint(3, 7)
        copies = tuple(chance.randint(1, 4) for _ in range(kinds))
        if sum(copies) < form.tiles:
            copies = (4,) * kinds
        density = chance.choice((0.06, 0.12, 0.25, 0.5))
        by_size = {
            size: tuple(
                block
                for block in combinations_with_replacement(range(kinds), size)
                if chance.random() < density
            )
            for size in (2, 3)
        }
        words = {size: (1,) * len(blocks) for size, blocks in by_size.items()}
        yield (
            Batch(Blocks(kinds, by_size, words), (form,), copies, strict=chance.random() < 0.7),
            form,
            chance,
        )


def toy_hands(batch: Batch, tiles: int, n: int, chance: random.Random) -> npt.NDArray[np.uint8]:
    wall = [kind for kind, copies in enumerate(batch.copies) for _ in range(copies)]
    hands = [chance.sample(wall, tiles) for _ in range(n)]
    return np.array([[hand.count(kind) for kind in range(batch.blocks.kinds)] for hand in hands], np.uint8)


def worlds_agree(seed: int, n: int, hands: int, forms: tuple[str, ...] = FORMS) -> None:
    reached = set()
    for batch, form, chance in toy_worlds(seed, n, forms):
        whole = fillings(batch, form)
        rows = np.concatenate([toy_hands(batch, form.tiles - less, hands, chance) for less in (0, 1)])
        expected = by_definition(whole, rows)
        found = batch.distance(rows).tolist()
        assert found == expected, (
            batch,
            [(r, f, e) for r, f, e in zip(rows, found, expected, strict=True) if f != e],
        )
        reached.update(expected)
    assert {0, 1, 2, 3, UNREACHABLE} <= reached


def test_distances_are_the_definition_in_toy_worlds() -> None:
    worlds_agree(seed=1, n=390, hands=25)


@pytest.mark.slow
def test_distances_are_the_definition_in_many_toy_worlds() -> None:
    worlds_agree(seed=2, n=6500, hands=60)
    worlds_agree(seed=3, n=3000, hands=60, forms=("33332",))


def accepts_by_definition(batch: Batch, whole: Vectors, row: npt.NDArray[np.uint8]) -> tuple[int, list[bool]]:
    """The distance of a hand, and whether one more of each kind, if there is one, makes it less."""
    drawn = row + np.eye(batch.blocks.kinds, dtype=np.uint8)
    [least] = by_definition(whole, row[None])
    there = [
        not batch.strict or count < copies for count, copies in zip(row.tolist(), batch.copies, strict=True)
    ]
    return least, [may and near < least for may, near in zip(there, by_definition(whole, drawn), strict=True)]


def test_accepts_waits_and_discards_are_the_definition_in_toy_worlds() -> None:
    for batch, form, chance in toy_worlds(seed=4, n=390, forms=FORMS):
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
        order = chance.sample(range(batch.blocks.kinds), batch.blocks.kinds)
        unseen = np.array([[chance.randint(0, 4) for _ in row] for row in full])
        best = batch.best_discards(full, unseen, order)
        for i, row in enumerate(full):
            choices = []
            for kind in np.flatnonzero(row).tolist():
                left = row.copy()
                left[kind] -= 1
                least, accepted = accepts_by_definition(batch, whole, left)
                choices.append((least, -int(unseen[i][accepted].sum()), order.index(kind), kind))
            least, tiles, _, kind = min(choices)
            assert (int(best.kind[i]), int(best.distance[i]), int(best.tiles[i])) == (kind, least, -tiles), (
                batch
            )
