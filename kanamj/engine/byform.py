"""One form, many hands: each object answers for one form, and is where it is decided which kernel does.

    by_form(form, blocks, room, copies, solve, arrays) -> ByForm
    .distance(rows), .accepts(rows), .waits(rows), .best_discards(rows, unseen, order)

rows are hands (n, K) uint8, in C order and writable, of one number of tiles that fits the form, and are not checked
again; `batch.Batch` does that, and joins forms.

| object | forms | microseconds a hand |
|---|---|---|
| Words | up to four 3s and at most one 2 | 0.6 |
| Pairs | seven different pairs | 1 |
| Settled | other forms of 2s and 3s, up to 14 tiles | 50 to milliseconds |
| OneByOne | longer ones, with 4s or 5s, or sets of very many kinds or copies | milliseconds, by `solve` |
"""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine import search
from kanamj.engine.blocks import Blocks
from kanamj.engine.hand import UNREACHABLE, Question
from kanamj.engine.many_seven_pairs import ManySevenPairs
from kanamj.engine.wordtables import MOST_COPIES, MOST_KINDS, MOST_TRIOS, Arrays, build_tables
from kanamj.forms import Form

Rows: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int8]
Marks: TypeAlias = npt.NDArray[np.bool_]
Room: TypeAlias = "tuple[int, ...] | None"
Solve: TypeAlias = Callable[[Question], int]

MOST_TILES = 14


class BestDiscards(NamedTuple):
    """kind: (n,) int16. distance: (n,) int8, after the discard. tiles: (n,) int32, accepted and unseen then."""

    kind: npt.NDArray[np.int16]
    distance: Distances
    tiles: npt.NDArray[np.int32]

    @classmethod
    def worst(cls, n: int) -> BestDiscards:
        """Worse than any, for n hands."""
        return cls(np.zeros(n, np.int16), np.full(n, 127, np.int8), np.full(n, -1, np.int32))


class ByForm:
    """Hands by one form, by asking for distances; a form with a shorter way overrides.

    room: most tiles of each kind a complete hand may hold, None where copies do not count.
    """

    quick = False
    """Whether a hand takes microseconds."""

    def __init__(self, form: Form, blocks: Blocks, room: Room) -> None:
        self.form, self.blocks, self.room = form, blocks, room

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:
        """Tiles missing, (n,) int8; UNREACHABLE where no blocks can fill the form. What is over `most`, a number a
        hand, may be given as anything over it."""
        raise NotImplementedError

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        """Distances of hands one tile short, and the kinds that lower them; for those over `most` anything."""
        distances, marks = self.distance(rows, most), np.zeros(rows.shape, np.bool_)
        for kind in range(self.blocks.kinds):
            there = np.arange(len(rows))
            if self.room is not None:
                there = np.flatnonzero(rows[:, kind] < self.room[kind])
            drawn = rows[there]
            drawn[:, kind] += 1
            marks[there, kind] = self.distance(drawn) < distances[there]
        return distances, marks

    def waits(self, rows: Rows) -> Marks:
        """The kinds that complete hands one tile short; none where a hand is not tenpai."""
        distances, marks = self.accepts(rows, np.ones(len(rows), np.int8))
        marks &= (distances == 1)[:, None]
        return marks

    def best_discards(
        self, rows: Rows, unseen: npt.NDArray[np.int32], order: npt.NDArray[np.int64]
    ) -> BestDiscards:
        """See `batch.Batch.best_discards`."""
        return best_discards(self.distance, self.accepts, rows, unseen, order)


def best_discards(
    distance: Callable[[Rows], Distances],
    accepts: Callable[[Rows], tuple[Distances, Marks]],
    rows: Rows,
    unseen: npt.NDArray[np.int32],
    order: npt.NDArray[np.int64],
) -> BestDiscards:
    """The best discards of full-sized hands: those that keep the distance least are asked what they draw to."""
    after = np.full(rows.shape, 127, np.int8)
    best = BestDiscards.worst(len(rows))
    for kind in range(rows.shape[1]):
        held = np.flatnonzero(rows[:, kind])
        after[held, kind] = distance(_without(rows[held], kind))
    best.distance[:] = after.min(axis=1, initial=127)
    for kind in order.tolist():
        at = np.flatnonzero((after[:, kind] == best.distance) & (rows[:, kind] > 0))
        _, marks = accepts(_without(rows[at], kind))
        tiles = np.where(marks, unseen[at], 0).sum(axis=1)
        better = tiles > best.tiles[at]
        best.kind[at[better]], best.tiles[at[better]] = kind, tiles[better]
    return best


def _without(rows: Rows, kind: int) -> Rows:
    rows[:, kind] -= 1
    return rows


class OneByOne(ByForm):
    """Each hand by the single-hand solver."""

    def __init__(self, form: Form, blocks: Blocks, room: Room, solve: Solve) -> None:
        super().__init__(form, blocks, room)
        self.solve = solve

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        asked = Question(self.blocks, (), self.form.sizes, self.room, self.form.distinct)
        hands = (asked._replace(counts=tuple(row)) for row in rows.tolist())
        return np.array([self.solve(hand) for hand in hands], np.int8)


class Settled(ByForm):
    """Forms of 2s and 3s by the exact search of the kernels."""

    def __init__(self, form: Form, blocks: Blocks, room: Room, arrays: Callable[[], Arrays]) -> None:
        super().__init__(form, blocks, room)
        self.slots = form.sizes.count(3), form.sizes.count(2)
        self._arrays = arrays

    @cached_property
    def tables(self) -> Any:
        """What the kernels know (`kernels.records.Tables`)."""
        return build_tables(self._arrays(), self.form.sizes, self.room, self.reachable)

    @cached_property
    def reachable(self) -> bool:
        """Whether any choice of blocks fills the form."""
        nothing = (0,) * self.blocks.kinds
        question = Question(self.blocks, nothing, self.form.sizes, self.room)
        return self._fills_at_once() or search.distance(question) != UNREACHABLE

    def _fills_at_once(self) -> bool:
        """True if taking the first block with tiles left for each slot fills the form: microseconds, and with words
        enough it does; False says nothing. The search of an empty hand takes milliseconds, and games ask anew
        behind every called word."""
        left = list(self.room or (self.form.tiles,) * self.blocks.kinds)
        for size in self.form.sizes:
            blocks = self.blocks.by_size.get(size, ())
            first = next((block for block in blocks if all(block.count(k) <= left[k] for k in block)), None)
            if first is None:
                return False
            for kind in first:
                left[kind] -= 1
        return True

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        from kanamj.engine.kernels.distance import settled

        into = np.empty(len(rows), np.int8)
        settled(self.tables, rows, *self.slots, into)
        return into


class Words(Settled):
    """The game's own forms, by their kernels."""

    quick = True

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        from kanamj.engine.kernels.distance import distances

        into = np.empty(len(rows), np.int8)
        distances(self.tables, rows, *self.slots, into)
        return into

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:  # noqa: ARG002
        from kanamj.engine.kernels.waits import accepts

        distances, marks = np.empty(len(rows), np.int8), np.empty(rows.shape, np.bool_)
        accepts(self.tables, rows, *self.slots, distances, marks)
        return distances, marks

    def waits(self, rows: Rows) -> Marks:
        from kanamj.engine.kernels.waits import waits

        marks = np.empty(rows.shape, np.bool_)
        waits(self.tables, rows, *self.slots, marks)
        return marks

    def best_discards(
        self, rows: Rows, unseen: npt.NDArray[np.int32], order: npt.NDArray[np.int64]
    ) -> BestDiscards:
        from kanamj.engine.kernels.discards import best_discards

        best = BestDiscards.worst(len(rows))
        best_discards(self.tables, rows, unseen, order, *self.slots, *best)
        return best

    def completions(self, rows: Rows, into: npt.NDArray[np.uint64]) -> None:
        """What completes hands two tiles short; see `batch.Batch.completions`."""
        from kanamj.engine.kernels.completions import completions

        completions(self.tables, rows, *self.slots, into)

    def deal_and_judge(
        self, wall: npt.NDArray[np.int64], tiles: int, state: npt.NDArray[np.uint64], into: Distances
    ) -> None:
        """Deal as many hands as `into` has places, and write their distances there. wall and state move on."""
        from kanamj.engine.kernels.deal import deal_and_judge

        deal_and_judge(self.tables, wall, tiles, state, *self.slots, into)


class Pairs(ByForm):
    """Seven different pairs."""

    quick = True

    def __init__(self, form: Form, blocks: Blocks, room: Room, solve: Solve) -> None:
        super().__init__(form, blocks, room)
        self.judge = ManySevenPairs(blocks, room, solve)

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:
        return self.judge.distance(rows) if most is None else self.judge.distance(rows, most)

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        distances, marks = self.distance(rows, most), np.zeros(rows.shape, np.bool_)
        near = np.flatnonzero(distances <= (UNREACHABLE if most is None else most))
        marks[near] = self.judge.accepts(rows[near], distances[near])
        return distances, marks


def by_form(
    form: Form,
    blocks: Blocks,
    copies: Sequence[int],
    strict: bool,
    solve: Solve,
    arrays: Callable[[], Arrays],
) -> ByForm:
    """What answers for a form: the quickest that holds its sizes, the kinds and the copies."""
    room = tuple(copies) if strict else None
    trios, pairs = form.sizes.count(3), form.sizes.count(2)
    # A draw that no copies forbid may be one more than all copies.
    most = max(copies, default=0) + (0 if strict else 1)
    if form.distinct and blocks.kinds <= MOST_KINDS:
        return Pairs(form, blocks, room, solve)
    held = (
        {*form.sizes} <= {2, 3}
        and not form.distinct
        and form.tiles <= MOST_TILES
        and blocks.kinds <= MOST_KINDS
        and most <= MOST_COPIES
        and len(blocks.by_size.get(3, ())) <= MOST_TRIOS
    )
    if not held:
        return OneByOne(form, blocks, room, solve)
    kernel = Words if trios <= 4 and pairs <= 1 else Settled
    return kernel(form, blocks, room, arrays)
