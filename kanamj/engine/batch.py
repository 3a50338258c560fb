"""Many hands at once: rows checked, tables made once, numba kernels called. Memory beside the input is constant.

    batch = Batch(blocks, forms=(Form("33332"),), copies=tiles.copies, strict=True)
    batch.distance(counts)                      (n, K) uint8 -> (n,) int8
    batch.waits(counts)                         (n, K) uint8 -> (n, K) bool, hands one tile short
    batch.accepts(counts)                       (n, K) uint8 -> distance (n,) int8, (n, K) bool, hands one tile short
    batch.best_discards(counts, unseen, order)  (n, K) uint8 -> BestDiscards, full-sized hands
    deal_state(seed, chunk)                     -> (4,) uint64, the random state a chunk of deals starts from
    batch.deal_rows(tiles, n, state)            -> (n, K) uint8, and the state after
    batch.deal_and_count(tiles, n, state)       -> histogram (16,) int64 of distances, and the state after

How fast which form is, one thread: up to four 3s and at most one 2 go through `kernels.words` (a 14-tile hand of
33332 about a microsecond); other forms of 2s and 3s, up to 14 tiles, through `kernels.settle` (50 us to
milliseconds); longer ones, those with 4s or 5s, and sets of more than 128 kinds or 7 copies one hand after the
other through the single-hand solver. All are exact under either copies rule.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine import search
from kanamj.engine.blocks import Blocks
from kanamj.engine.hand import UNREACHABLE, Question
from kanamj.engine.wordtables import MOST_COPIES, MOST_KINDS, MOST_TRIOS, Arrays, build_arrays, build_tables
from kanamj.errors import ArrayError, KanamjError
from kanamj.forms import Form

CountsArray: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int8]
Marks: TypeAlias = npt.NDArray[np.bool_]
State: TypeAlias = npt.NDArray[np.uint64]

CHUNK = 4096
"""Rows a kernel gets at a time."""
HISTOGRAM = 16
"""Length of the histograms of `deal_and_count`; the last entry counts the hands out of reach."""
MOST_TILES = 14


def deal_state(seed: int, chunk: int) -> State:
    """The state of xoshiro256++ a chunk of deals starts from, (4,) uint64; chunks have streams of their own."""
    return np.array(np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, np.uint64), np.uint64)


class ManyDraws(NamedTuple):
    """What many hands draw to. distances: (n,) int8. accepts: (n, K) bool, the kinds that lower them."""

    distances: Distances
    accepts: Marks


class BestDiscards(NamedTuple):
    """kind: (n,) int16. distance: (n,) int8, after the discard. tiles: (n,) int32, accepted and unseen then."""

    kind: npt.NDArray[np.int16]
    distance: Distances
    tiles: npt.NDArray[np.int32]


@dataclass(frozen=True)
class Batch:
    """Judges many hands by the same blocks, forms and copies.

    forms: melds taken off; the nearest that fits a hand's number of tiles decides. copies: most tiles of each kind
    a hand may hold, those in melds taken off. strict: whether a missing tile must exist. solve: answers the forms
    no kernel can.

    >>> from kanamj.forms import Form
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ((0, 1, 2),)}, {2: (1, 1), 3: (1,)})
    >>> batch = Batch(blocks, (Form("32"),), copies=(2, 2, 1, 1))
    >>> batch.distance(np.array([[2, 2, 1, 0], [1, 2, 0, 1]], np.uint8)).tolist()
    [0, 2]
    >>> batch.waits(np.array([[2, 1, 1, 0]], np.uint8)).tolist()
    [[False, True, False, False]]
    """

    blocks: Blocks
    forms: tuple[Form, ...]
    copies: tuple[int, ...]
    strict: bool = True
    solve: Callable[[Question], int] = search.distance

    def __post_init__(self) -> None:
        if len(self.copies) != self.blocks.kinds:
            raise KanamjError(f"{len(self.copies)} copies for {self.blocks.kinds} kinds; one number each")
        if not self.forms:
            raise KanamjError("no form to judge by; give at least one")

    def with_melds(self, forms: Sequence[Form], copies: Sequence[int]) -> Batch:
        """The same blocks for other forms and copies, what is left when melds are called; the tables are shared."""
        changed = replace(self, forms=tuple(forms), copies=tuple(copies))
        changed.__dict__["_arrays"] = self._arrays
        return changed

    def distance(self, counts: CountsArray) -> Distances:
        """Tiles still missing of each hand, (n,) int8: 0 complete, UNREACHABLE where no blocks can fill the form.

        counts: (n, K) uint8; a hand has as many tiles as a form or one less. Raises ArrayError for another dtype or
        shape, and for the first row with another number of tiles or too many of a kind.
        """
        self._check(counts, (0, 1))
        into = np.empty(len(counts), np.int8)
        for where, rows in _chunks(counts):
            into[where] = self._nearest(rows)
        return into

    def accepts(self, counts: CountsArray) -> ManyDraws:
        """Distances (n,) int8 of hands one tile short, and the kinds that lower them, (n, K) bool.

        Raises ArrayError as `distance` does, also for hands that are not one tile short of a form.
        """
        self._check(counts, (1,))
        distances = np.empty(len(counts), np.int8)
        marks = np.empty(counts.shape, np.bool_)
        for where, rows in _chunks(counts):
            distances[where], marks[where] = self._accepts(rows)
        return ManyDraws(distances, marks)

    def waits(self, counts: CountsArray) -> Marks:
        """Kinds that complete each hand one tile short, (n, K) bool; none where it is not tenpai.

        Raises ArrayError as `accepts` does.
        """
        self._check(counts, (1,))
        marks = np.empty(counts.shape, np.bool_)
        for where, rows in _chunks(counts):
            marks[where] = self._waits(rows)
        return marks

    def completions(self, counts: CountsArray) -> npt.NDArray[np.uint64] | None:
        """What completes hands two tiles short: (n, K, 2) uint64, bit k of [n, x] set where tiles x and k do; None for
        forms no kernel can ask this of.

        counts: (n, K) uint8, not checked. Copies are not asked: a kind held in full may be marked.
        """
        if not all(self._is_quick(form) for form in self.forms):
            return None
        from kanamj.engine.kernels.completions import completions

        into = np.zeros((*counts.shape, 2), np.uint64)
        for form in self.forms:
            completions(self._tables(form), np.ascontiguousarray(counts), *_slots(form), into)
        return into

    def best_discards(
        self,
        counts: CountsArray,
        unseen: npt.NDArray[np.integer[Any]] | None = None,
        order: Sequence[int] | None = None,
    ) -> BestDiscards:
        """The discard of each full-sized hand that leaves the least distance, then the most accepted tiles unseen,
        then the kind that comes first in `order`.

        counts: (n, K) uint8. unseen: (n, K), copies less the hand by default. order: all kinds, ascending by
        default. Raises ArrayError as `distance` does, also for hands that are not of full size.
        """
        self._check(counts, (0,))
        kinds = self.blocks.kinds
        first = np.arange(kinds) if order is None else np.array(order, np.int64)
        if sorted(first.tolist()) != list(range(kinds)):
            raise KanamjError(f"order {first.tolist()} does not hold each of the {kinds} kinds once")
        if unseen is not None and unseen.shape != counts.shape:
            raise ArrayError(f"unseen has shape {unseen.shape}, the hands {counts.shape}; they must agree")
        best = _no_discards(len(counts))
        copies = np.array(self.copies, np.int32)
        for where, rows in _chunks(counts):
            left = copies - rows if unseen is None else np.ascontiguousarray(unseen[where], np.int32)
            found = self._best_discards(rows, left, first)
            best.kind[where], best.distance[where], best.tiles[where] = found
        return best

    def deal_rows(self, tiles: int, n: int, state: State) -> tuple[CountsArray, State]:
        """n dealt hands of that many tiles, (n, K) uint8, and the state after; the wall is sorted before the first.

        >>> from kanamj.tiles import HIRAGANA_120
        >>> batch = Batch(Blocks(75, {}, {}), (Form("33332"),), HIRAGANA_120.copies)
        >>> rows, state = batch.deal_rows(13, 1, deal_state(seed=1, chunk=0))
        >>> HIRAGANA_120.format_counts(rows[0].tolist())
        'えおがぐだてなねぱひむめん'
        """
        from kanamj.engine.kernels.deal import deal_rows

        rows, after = np.zeros((n, self.blocks.kinds), np.uint8), state.copy()
        deal_rows(self._wall(tiles), tiles, after, rows)
        return rows, after

    def deal_and_count(self, tiles: int, n: int, state: State) -> tuple[npt.NDArray[np.int64], State]:
        """How many of n dealt hands have which distance, (16,) int64, and the state after.

        The hands are those of `deal_rows`. Entry 15 counts the hands out of reach. Raises ArrayError if no form has
        that many tiles or one more, or there are not so many tiles.
        """
        forms = self._fitting(tiles)
        if not forms:
            raise ArrayError(f"hands of {tiles} tiles fit no form; {self._sizes((0, 1))} do")
        wall, histogram, after = self._wall(tiles), np.zeros(HISTOGRAM, np.int64), state.copy()
        if len(forms) == 1 and self._is_quick(forms[0]):
            from kanamj.engine.kernels.deal import deal_and_count

            deal_and_count(self._tables(forms[0]), wall, tiles, n, after, *_slots(forms[0]), histogram)
            return histogram, after
        from kanamj.engine.kernels.deal import deal_rows

        for start in range(0, n, CHUNK):
            rows = np.zeros((min(CHUNK, n - start), self.blocks.kinds), np.uint8)
            deal_rows(wall, tiles, after, rows)
            histogram += np.bincount(np.minimum(self._nearest(rows), HISTOGRAM - 1), minlength=HISTOGRAM)
        return histogram, after

    # What is asked of the caller.

    def _check(self, counts: CountsArray, short: tuple[int, ...]) -> None:
        """ArrayError unless all rows are hands as many tiles `short` of a form as that."""
        from kanamj.engine.kernels.rows import first_bad

        kinds = self.blocks.kinds
        if not isinstance(counts, np.ndarray) or counts.dtype != np.uint8:
            raise ArrayError(
                f"hands are an array of dtype uint8, not {getattr(counts, 'dtype', type(counts))}"
            )
        if counts.ndim != 2 or counts.shape[1] != kinds:
            raise ArrayError(f"hands have shape (n, {kinds}), a column a kind, not {counts.shape}")
        allowed = np.uint64(sum(1 << size for size in self._sizes(short)))
        copies = np.array(self.copies, np.uint8)
        for where, rows in _chunks(counts):
            bad = first_bad(rows, copies, allowed)
            if bad >= 0:
                self._refuse(rows[bad].tolist(), where.start + bad, short)

    def _refuse(self, row: list[int], at: int, short: tuple[int, ...]) -> None:
        for kind, (count, copies) in enumerate(zip(row, self.copies, strict=True)):
            if count > copies:
                raise ArrayError(f"row {at} has {count} tiles of kind {kind}; there are {copies}", at)
        raise ArrayError(f"row {at} has {sum(row)} tiles; the forms take {self._sizes(short)}", at)

    def _sizes(self, short: tuple[int, ...]) -> list[int]:
        return sorted({form.tiles - less for form in self.forms for less in short})

    def _wall(self, tiles: int) -> npt.NDArray[np.int64]:
        wall = np.repeat(np.arange(self.blocks.kinds), self.copies)
        if not 0 <= tiles <= len(wall):
            raise ArrayError(f"{tiles} tiles cannot be dealt; there are {len(wall)}")
        return wall

    # What a chunk of checked rows is answered. Its hands may differ in size.

    def _fitting(self, tiles: int) -> list[Form]:
        """The forms a hand of so many tiles is judged by."""
        return [form for form in self.forms if form.tiles == tiles] or [
            form for form in self.forms if form.tiles == tiles + 1
        ]

    def _by_forms(self, rows: CountsArray) -> Iterator[tuple[Any, list[Form], CountsArray]]:
        """Rows of one size at a time: where they are, their forms, the rows."""
        if len(self.forms) == 1:
            yield slice(None), [*self.forms], rows
            return
        tiles = rows.sum(axis=1, dtype=np.int64)
        for size in np.unique(tiles).tolist():
            where = tiles == size
            if where.all():
                yield slice(None), self._fitting(size), rows
            else:
                yield where, self._fitting(size), rows[where]

    def _nearest(self, rows: CountsArray) -> Distances:
        into = np.empty(len(rows), np.int8)
        for where, forms, part in self._by_forms(rows):
            into[where] = np.min([self._distance(form, part) for form in forms], axis=0)
        return into

    def _distance(self, form: Form, rows: CountsArray) -> Distances:
        into = np.empty(len(rows), np.int8)
        if self._is_quick(form):
            from kanamj.engine.kernels.words import distances

            distances(self._tables(form), rows, *_slots(form), into)
        elif self._is_held(form):
            from kanamj.engine.kernels.words import settled

            settled(self._tables(form), rows, *_slots(form), into)
        else:
            for i, row in enumerate(rows.tolist()):
                into[i] = self.solve(Question(self.blocks, tuple(row), form.sizes, self._room, form.distinct))
        return into

    def _accepts(self, rows: CountsArray) -> tuple[Distances, Marks]:
        distances, marks = np.empty(len(rows), np.int8), np.zeros(rows.shape, np.bool_)
        for where, forms, part in self._by_forms(rows):
            found = [self._form_accepts(form, part) for form in forms]
            least = np.min([missing for missing, _ in found], axis=0)
            accepted = [of_form & (missing == least)[:, None] for missing, of_form in found]
            distances[where], marks[where] = least, np.any(accepted, axis=0)
        return distances, marks

    def _form_accepts(self, form: Form, rows: CountsArray) -> tuple[Distances, Marks]:
        marks = np.zeros(rows.shape, np.bool_)
        if self._is_quick(form):
            from kanamj.engine.kernels.accepts import accepts

            distances = np.empty(len(rows), np.int8)
            accepts(self._tables(form), rows, *_slots(form), distances, marks)
            return distances, marks
        distances = self._distance(form, rows)
        for kind in range(self.blocks.kinds):
            there = np.arange(len(rows))
            if self._room is not None:
                there = np.flatnonzero(rows[:, kind] < self._room[kind])
            drawn = rows[there]
            drawn[:, kind] += 1
            marks[there, kind] = self._distance(form, drawn) < distances[there]
        return distances, marks

    def _waits(self, rows: CountsArray) -> Marks:
        form = self.forms[0]
        if len(self.forms) == 1 and self._is_quick(form):
            from kanamj.engine.kernels.accepts import waits

            marks = np.zeros(rows.shape, np.bool_)
            waits(self._tables(form), rows, *_slots(form), marks)
            return marks
        distances, marks = self._accepts(rows)
        tenpai: Marks = marks & (distances == 1)[:, None]
        return tenpai

    def _best_discards(
        self, rows: CountsArray, unseen: npt.NDArray[np.int32], order: npt.NDArray[np.int64]
    ) -> BestDiscards:
        best = _no_discards(len(rows))
        form = self.forms[0]
        if len(self.forms) == 1 and self._is_quick(form):
            from kanamj.engine.kernels.accepts import best_discards

            best_discards(self._tables(form), rows, unseen, order, *_slots(form), *best)
            return best
        for kind in order.tolist():
            held = np.flatnonzero(rows[:, kind])
            left = rows[held]
            left[:, kind] -= 1
            distances, marks = self._accepts(left)
            tiles = np.where(marks, unseen[held], 0).sum(axis=1)
            better = (distances < best.distance[held]) | (
                (distances == best.distance[held]) & (tiles > best.tiles[held])
            )
            at = held[better]
            best.kind[at], best.distance[at], best.tiles[at] = kind, distances[better], tiles[better]
        return best

    # What the kernels are given.

    @property
    def _room(self) -> tuple[int, ...] | None:
        return self.copies if self.strict else None

    def _is_held(self, form: Form) -> bool:
        """True if a kernel can hold the form, the kinds and the copies."""
        return (
            not form.distinct
            and set(form.sizes) <= {2, 3}
            and form.tiles <= MOST_TILES
            and self.blocks.kinds <= MOST_KINDS
            and max(self.copies, default=0) <= MOST_COPIES
            and len(self.blocks.by_size.get(3, ())) <= MOST_TRIOS
        )

    def _is_quick(self, form: Form) -> bool:
        trios, pairs = _slots(form)
        return self._is_held(form) and trios <= 4 and pairs <= 1

    @cached_property
    def _arrays(self) -> Arrays:
        return build_arrays(self.blocks)

    @cached_property
    def _reachable(self) -> dict[Form, bool]:
        """Whether any choice of blocks fills a form, for each form."""
        nothing = (0,) * self.blocks.kinds
        return {
            form: self._fills_at_once(form)
            or search.distance(Question(self.blocks, nothing, form.sizes, self._room)) != UNREACHABLE
            for form in self.forms
        }

    def _fills_at_once(self, form: Form) -> bool:
        """True if taking the first block with tiles left for each slot fills the form: microseconds, and with words
        enough it does; False says nothing. The search of an empty hand takes milliseconds, and games ask anew
        behind every called word."""
        left = list(self.copies)
        for size in form.sizes:
            blocks = self.blocks.by_size.get(size, ())
            first = next((block for block in blocks if all(block.count(k) <= left[k] for k in block)), None)
            if first is None:
                return False
            for kind in first:
                left[kind] -= 1
        return True

    @cached_property
    def _made(self) -> dict[Form, Any]:
        return {}

    def _tables(self, form: Form) -> Any:
        if form not in self._made:
            self._made[form] = build_tables(self._arrays, form.sizes, self._room, self._reachable[form])
        return self._made[form]


def _no_discards(n: int) -> BestDiscards:
    """Worse than any."""
    return BestDiscards(np.zeros(n, np.int16), np.full(n, 127, np.int8), np.full(n, -1, np.int32))


def _slots(form: Form) -> tuple[int, int]:
    """The number of 3s and of 2s."""
    return form.sizes.count(3), form.sizes.count(2)


def _chunks(counts: CountsArray) -> Iterator[tuple[slice, CountsArray]]:
    """Where in the batch, and the rows there in C order, CHUNK at a time."""
    for start in range(0, len(counts), CHUNK):
        yield slice(start, start + CHUNK), np.ascontiguousarray(counts[start : start + CHUNK])
