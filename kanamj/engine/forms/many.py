"""Drivers, the objects that judge many hands: of forms without a kernel (one by one), and of several forms together.

In all methods, `rows` are hands (n, K) uint8, in C order and writable, whose numbers of tiles fit the form.
`batch.Batch` has checked this, unless the driver `checks` it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.hand import UNREACHABLE
from kanamj.tiles import Counts

Rows: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int8]
Marks: TypeAlias = npt.NDArray[np.bool_]


class BestDiscards(NamedTuple):
    """The best discards of n hands. kind: (n,) int16, the kind to throw. distance: (n,) int8, the distance after it.
    tiles: (n,) int32, the number of accepted unseen tiles after it."""

    kind: npt.NDArray[np.int16]
    distance: Distances
    tiles: npt.NDArray[np.int32]

    @classmethod
    def worst(cls, n: int) -> BestDiscards:
        """Values for n hands that are worse than those of any discard, to start a comparison with."""
        return cls(np.zeros(n, np.int16), np.full(n, 127, np.int8), np.full(n, -1, np.int32))


class BadRow(Exception):  # noqa: N818 - the batch catches it and says what is wrong
    """A kernel that checks its rows found a bad one. `.at` is its index, or that of a row at most 31 before it."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Many:
    """The base class of drivers. A driver defines `distance` and `accepts`; the other methods have slow defaults.

    form: the Form, which judges one hand (its type would make a circle of modules). room: the most tiles of each kind
    that a complete hand may hold; None if copies do not count.
    """

    kernel: bool = False
    """True if a kernel judges the hands."""
    quick: bool = False
    """True if judging a hand takes microseconds."""
    bounded: ClassVar[bool] = False
    """True if the driver is quicker when it gets `most`, which `Several` takes from the distances by other forms."""
    checks: ClassVar[bool] = False
    """True if `distance`, `accepts` and `waits` check the rows themselves and raise BadRow."""
    chunk: ClassVar[int] = 4096
    """How many rows the driver gets at a time."""

    def __init__(self, form: Any, room: Counts | None) -> None:
        self.form, self.takes, self.room = form, form.takes, room

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:
        """The number of tiles that each hand misses, (n,) int8; UNREACHABLE if nothing can complete the form. most: one
        number per hand; a distance above it may be returned as any larger number."""
        raise NotImplementedError

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        """The distances of hands one tile short, (n,) int8, and the kinds that lower them, (n, K) bool. most: one
        number per hand; if the distance is above it, any kinds may be marked."""
        raise NotImplementedError

    def waits(self, rows: Rows) -> Marks:
        """The kinds that complete each hand one tile short, (n, K) bool; all False if it is not tenpai."""
        distances, marks = self.accepts(rows, np.ones(len(rows), np.int8))
        marks &= (distances == 1)[:, None]
        return marks

    def best_discards(self, rows: Rows, unseen: npt.NDArray[np.int32]) -> BestDiscards:
        """See `batch.Batch.best_discards`. The accepts are computed only after discards of least distance."""
        after = np.full(rows.shape, 127, np.int8)
        best = BestDiscards.worst(len(rows))
        for kind in range(rows.shape[1]):
            held = np.flatnonzero(rows[:, kind])
            after[held, kind] = self.distance(_without(rows[held], kind))
        best.distance[:] = after.min(axis=1, initial=127)
        for kind in range(rows.shape[1]):
            at = np.flatnonzero((after[:, kind] == best.distance) & (rows[:, kind] > 0))
            _, marks = self.accepts(_without(rows[at], kind))
            tiles = np.where(marks, unseen[at], 0).sum(axis=1)
            better = tiles > best.tiles[at]
            best.kind[at[better]], best.tiles[at[better]] = kind, tiles[better]
        return best

    def completions(self, rows: Rows, into: npt.NDArray[np.uint64]) -> bool:  # noqa: ARG002
        """See `batch.Batch.completions`. Fills `into` and returns True; returns False if there is no kernel for it."""
        return False

    def deal_and_judge(
        self,
        wall: npt.NDArray[np.int64],  # noqa: ARG002
        tiles: int,  # noqa: ARG002
        state: npt.NDArray[np.uint64],  # noqa: ARG002
        into: Distances,  # noqa: ARG002
    ) -> bool:
        """Deal as many hands of `tiles` tiles as `into` has elements, and write their distances into it. Advances wall
        and state. Returns True; or False, without doing anything, if there is no kernel for it."""
        return False

    def joined(self, other: Many) -> Many | None:  # noqa: ARG002
        """A driver that judges by the forms of both drivers at once; None if there is no kernel for that."""
        return None


class OneByOne(Many):
    """Judges hands of any form one by one, in plain Python, in milliseconds each."""

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        return np.array([self.form.judge(tuple(row), self.room).distance for row in rows.tolist()], np.int8)

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:
        distances, marks = np.full(len(rows), UNREACHABLE, np.int8), np.zeros(rows.shape, np.bool_)
        for n, row in enumerate(rows.tolist()):
            hand = self.form.judge(tuple(row), self.room)
            if most is None or hand.within(int(most[n])):
                distances[n], kinds = hand.draws
                marks[n, list(kinds)] = True
        return distances, marks

    def best_discards(self, rows: Rows, unseen: npt.NDArray[np.int32]) -> BestDiscards:
        best = BestDiscards.worst(len(rows))
        for n, row in enumerate(rows.tolist()):
            hand = self.form.judge(tuple(row), self.room)
            after = {kind: hand.distance_after(kind) for kind, count in enumerate(row) if count}
            best.distance[n] = least = min(after.values())
            for kind in [kind for kind, distance in after.items() if distance == least]:
                tiles = int(unseen[n, list(hand.draws_after(kind).kinds)].sum())
                if tiles > best.tiles[n]:
                    best.kind[n], best.tiles[n] = kind, tiles
        return best


class Several(Many):
    """Judges hands by the nearest of several forms. Their hands may differ in size: a hand is judged by the drivers of
    the forms that have as many tiles as the hand, or one more."""

    def __init__(self, drivers: Sequence[Many]) -> None:
        self.drivers = sorted(drivers, key=lambda many: many.bounded)
        self.takes = tuple({take for many in drivers for take in many.takes})
        self.kernel, self.quick = all(many.kernel for many in drivers), all(many.quick for many in drivers)

    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        least = np.full(len(rows), UNREACHABLE, np.int8)
        for where, fitting, _ in self._groups(rows):
            part, nearest = rows[where], least[where]
            for many in fitting:
                nearest = np.minimum(nearest, many.distance(part, nearest - np.int8(1)))
            least[where] = nearest
        return least

    def accepts(self, rows: Rows, most: Distances | None = None) -> tuple[Distances, Marks]:  # noqa: ARG002
        """As in `Many`. A form of exactly as many tiles as the hand accepts no kind."""
        least, marks = self.distance(rows), np.zeros(rows.shape, np.bool_)
        for where, fitting, size in self._groups(rows):
            for many in fitting:
                if size not in many.takes:
                    found, accepted = many.accepts(rows[where], least[where])
                    marks[where] |= accepted & (found == least[where])[:, None]
        return least, marks

    def waits(self, rows: Rows) -> Marks:
        marks = np.zeros(rows.shape, np.bool_)
        for where, fitting, size in self._groups(rows):
            if all(size not in many.takes for many in fitting):
                marks[where] = np.any([many.waits(rows[where]) for many in fitting], axis=0)
            else:
                distances, accepted = self.accepts(rows[where])
                marks[where] = accepted & (distances == 1)[:, None]
        return marks

    def completions(self, rows: Rows, into: npt.NDArray[np.uint64]) -> bool:
        return all(many.completions(rows, into) for many in self.drivers)

    def deal_and_judge(
        self, wall: npt.NDArray[np.int64], tiles: int, state: npt.NDArray[np.uint64], into: Distances
    ) -> bool:
        fitting = self._fitting(tiles)
        return len(fitting) == 1 and fitting[0].deal_and_judge(wall, tiles, state, into)

    def _fitting(self, tiles: int) -> list[Many]:
        """The drivers of the forms with `tiles` tiles or one more; those that are quicker with `most` come last."""
        return [many for many in self.drivers if tiles in many.takes or tiles + 1 in many.takes]

    def _groups(self, rows: Rows) -> Iterator[tuple[Any, list[Many], int]]:
        """The rows, grouped by their number of tiles: where they are, the drivers that fit, and this number."""
        tiles = rows.sum(axis=1, dtype=np.int64)
        sizes = sorted(set(tiles.tolist()))
        for size in sizes:
            yield tiles == size if len(sizes) > 1 else slice(None), self._fitting(size), size


def _without(rows: Rows, kind: int) -> Rows:
    rows[:, kind] -= 1
    return rows
