"""Many hands by one form: each asked for itself, which is what a form without a kernel does.

rows are hands (n, K) uint8, in C order and writable, of numbers of tiles that fit the form. They were checked by
`batch.Batch`, which also joins forms, unless a kernel `checks`.
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
    """kind: (n,) int16. distance: (n,) int8, after the discard. tiles: (n,) int32, accepted and unseen then."""

    kind: npt.NDArray[np.int16]
    distance: Distances
    tiles: npt.NDArray[np.int32]

    @classmethod
    def worst(cls, n: int) -> BestDiscards:
        """Worse than any, for n hands."""
        return cls(np.zeros(n, np.int16), np.full(n, 127, np.int8), np.full(n, -1, np.int32))


class BadRow(Exception):  # noqa: N818 - the batch says what is wrong
    """A kernel that checks met a bad row; `.at` is that row, or one at most 31 before it."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Many:
    """Hands asked one by one, in milliseconds; forms with a kernel override.

    form: judges one hand. room: most tiles of each kind that a complete hand may hold, None where copies do not count.
    """

    kernel: ClassVar[bool] = False
    """Whether it is more than the single hand asked again and again."""
    quick: ClassVar[bool] = False
    """Whether a hand takes microseconds."""
    bounded: ClassVar[bool] = False
    """Whether it is quicker where it knows how near other forms are."""
    checks: ClassVar[bool] = False
    """Whether `distance`, `accepts` and `waits` raise BadRow themselves."""
    chunk: ClassVar[int] = 4096
    """Rows that it is given at a time."""

    def __init__(self, form: Judge, room: Counts | None) -> None:
        self.form, self.takes, self.room = form, form.takes, room

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        """Tiles missing, (n,) int8; UNREACHABLE where nothing can complete the form. Distances above `most`, one
        number per hand, may be returned as any larger number."""
        return np.array([self.form.judge(tuple(row), self.room).distance for row in rows.tolist()], np.int8)

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        """Distances of hands one tile short, and the kinds that lower them; anything for those above `most`."""
        distances, marks = np.full(len(rows), UNREACHABLE, np.int8), np.zeros(rows.shape, np.bool_)
        for n, row in enumerate(rows.tolist()):
            hand = self.form.judge(tuple(row), self.room)
            if most is None or hand.within(int(most[n])):
                distances[n], kinds = hand.draws
                marks[n, list(kinds)] = True
        return distances, marks

    def waits(self, rows: Rows) -> Marks:
        """The kinds that complete hands one tile short; none where a hand is not tenpai."""
        distances, marks = self.accepts(rows, np.ones(len(rows), np.int8))
        marks &= (distances == 1)[:, None]
        return marks

    def best_discards(self, rows: Rows, unseen: npt.NDArray[np.int32]) -> BestDiscards:
        """See `batch.Batch.best_discards`."""
        return best_discards(self.distance, self.accepts, rows, unseen)

    def completions(self, rows: Rows, into: npt.NDArray[np.uint64]) -> bool:  # noqa: ARG002
        """See `batch.Batch.completions`; False if it cannot say."""
        return False

    def deal_and_judge(
        self,
        wall: npt.NDArray[np.int64],  # noqa: ARG002
        tiles: int,  # noqa: ARG002
        state: npt.NDArray[np.uint64],  # noqa: ARG002
        into: Distances,  # noqa: ARG002
    ) -> bool:
        """Deal as many hands as `into` has places, and write their distances there; wall and state move on. False,
        and nothing done, where no kernel does both."""
        return False

    def joined(self, other: Many) -> Many | None:  # noqa: ARG002
        """What answers for both forms in one go, if there is such a kernel."""
        return None


def best_discards(
    distance: Callable[[Rows], Distances],
    accepts: Callable[[Rows], tuple[Distances, Marks]],
    rows: Rows,
    unseen: npt.NDArray[np.int32],
) -> BestDiscards:
    """The best discards of full-sized hands: those that keep the distance least are asked what they draw to."""
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
