"""The driver of forms without a kernel: it judges many hands one by one.

rows are hands (n, K) uint8, in C order and writable, whose numbers of tiles fit the form. `batch.Batch` has checked
them, unless the kernel `checks`; it also joins the answers of several forms.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.forms.one import Judge
from kanamj.engine.hand import UNREACHABLE
from kanamj.tiles import Counts

Rows: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int8]
Marks: TypeAlias = npt.NDArray[np.bool_]


class BestDiscards(NamedTuple):
    """kind: (n,) int16, the kind to throw. distance: (n,) int8, the distance after it. tiles: (n,) int32, the number of
    accepted unseen tiles after it."""

    kind: npt.NDArray[np.int16]
    distance: Distances
    tiles: npt.NDArray[np.int32]

    @classmethod
    def worst(cls, n: int) -> BestDiscards:
        """Values for n hands that are worse than any discard."""
        return cls(np.zeros(n, np.int16), np.full(n, 127, np.int8), np.full(n, -1, np.int32))


class BadRow(Exception):  # noqa: N818 - the batch says what is wrong
    """A kernel that checks found a bad row. `.at` is that row, or one at most 31 rows before it."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Many:
    """Judges hands one by one, in milliseconds. Forms with a kernel override its methods.

    form: judges one hand. room: the most tiles of each kind that a complete hand may hold; None if copies do not count.
    """

    kernel: ClassVar[bool] = False
    """Whether a kernel judges the hands, and not `form` one by one."""
    quick: ClassVar[bool] = False
    """Whether a hand takes microseconds."""
    bounded: ClassVar[bool] = False
    """Whether it is quicker if `most` gives the distances by other forms."""
    checks: ClassVar[bool] = False
    """Whether `distance`, `accepts` and `waits` check the rows and raise BadRow."""
    chunk: ClassVar[int] = 4096
    """The number of rows that it is given at a time."""

    def __init__(self, form: Judge, room: Counts | None) -> None:
        self.form, self.takes, self.room = form, form.takes, room

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        """The numbers of tiles missing, (n,) int8; UNREACHABLE if nothing can complete the form. most: one number per
        hand; a distance above it may be returned as any larger number."""
        return np.array([self.form.judge(tuple(row), self.room).distance for row in rows.tolist()], np.int8)

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        """Distances of hands one tile short, and the kinds that lower them. If a distance is above `most`, any kinds
        may be marked."""
        distances, marks = np.full(len(rows), UNREACHABLE, np.int8), np.zeros(rows.shape, np.bool_)
        for n, row in enumerate(rows.tolist()):
            hand = self.form.judge(tuple(row), self.room)
            if most is None or hand.within(int(most[n])):
                distances[n], kinds = hand.draws
                marks[n, list(kinds)] = True
        return distances, marks

    def waits(self, rows: Rows) -> Marks:
        """The kinds that complete hands one tile short; none if a hand is not tenpai."""
        distances, marks = self.accepts(rows, np.ones(len(rows), np.int8))
        marks &= (distances == 1)[:, None]
        return marks

    def best_discards(self, rows: Rows, unseen: npt.NDArray[np.int32]) -> BestDiscards:
        """See `batch.Batch.best_discards`."""
        return best_discards(self.distance, self.accepts, rows, unseen)

    def completions(self, rows: Rows, into: npt.NDArray[np.uint64]) -> bool:  # noqa: ARG002
        """See `batch.Batch.completions`. Returns False if there is no kernel for it."""
        return False

    def deal_and_judge(
        self,
        wall: npt.NDArray[np.int64],  # noqa: ARG002
        tiles: int,  # noqa: ARG002
        state: npt.NDArray[np.uint64],  # noqa: ARG002
        into: Distances,  # noqa: ARG002
    ) -> bool:
        """Deal as many hands as `into` has elements, write their distances there, and advance wall and state. Returns
        False, and does nothing, if there is no kernel for it."""
        return False

    def joined(self, other: Many) -> Many | None:  # noqa: ARG002
        """A driver that judges by both forms at once; None if there is no such kernel."""
        return None


def best_discards(
    distance: Callable[[Rows], Distances],
    accepts: Callable[[Rows], tuple[Distances, Marks]],
    rows: Rows,
    unseen: npt.NDArray[np.int32],
) -> BestDiscards:
    """The best discards of full-sized hands. Accepts are found only for the discards of least distance."""
    after = np.full(rows.shape, 127, np.int8)
    best = BestDiscards.worst(len(rows))
    for kind in range(rows.shape[1]):
        held = np.flatnonzero(rows[:, kind])
        after[held, kind] = distance(_without(rows[held], kind))
    best.distance[:] = after.min(axis=1, initial=127)
    for kind in range(rows.shape[1]):
        at = np.flatnonzero((after[:, kind] == best.distance) & (rows[:, kind] > 0))
        _, marks = accepts(_without(rows[at], kind))
        tiles = np.where(marks, unseen[at], 0).sum(axis=1)
        better = tiles > best.tiles[at]
        best.kind[at[better]], best.tiles[at[better]] = kind, tiles[better]
    return best


def _without(rows: Rows, kind: int) -> Rows:
    rows[:, kind] -= 1
    return rows
