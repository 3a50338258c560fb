"""Many hands at once: checks the rows and asks the forms.

Hands may have any integer dtype and memory layout, and may be read-only. Apart from its input and its answer, a batch
needs a constant amount of memory. A hand is judged by all forms that have as many tiles as the hand, or one more; the
nearest form decides (`forms.many.Several`). All answers are exact under either copies rule.

Many hands are judged by kernels, which numba compiles for seconds. So a few are judged in plain Python, with the same
answers: as long as its work in this process adds up to at most FEW_SECONDS (`Batch.few`). The work is reckoned by the
number of hands, not by a clock.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Literal, NamedTuple, NoReturn, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine import dealing
from kanamj.engine.blocks import Blocks
from kanamj.engine.dealing import RandomState
from kanamj.engine.forms import Form
from kanamj.engine.forms.many import BadRow, Distances, Many, Marks, OneByOne, Several
from kanamj.engine.forms.many import BestDiscards as BestDiscards
from kanamj.errors import ArrayError, KanamjError, check_whole
from kanamj.tiles import HIRAGANA_120, TileSet, tile_set

CountsArray: TypeAlias = npt.NDArray[np.uint8]
AnyRows: TypeAlias = "npt.NDArray[np.integer[Any]]"

MOST_DEALT, MOST_SEED = 10**8, 10**18
"""The most hands that `deal` returns at once (7.5 GB of kana), and the largest seed."""
CHUNK = 4096
"""How many rows a kernel gets at a time."""
Asked: TypeAlias = Literal["distance", "accepts", "waits", "best_discards", "deal"]
FEW_SECONDS = 2.0
"""For about how many seconds in all plain Python works in a process, in place of kernels."""
PACES: dict[Asked, float] = {"distance": 1, "accepts": 7, "waits": 2, "best_discards": 26, "deal": 0.03}
"""How long plain Python takes for a hand, compared with its distance."""


class Work:
    """How many seconds plain Python has worked in this process, and which questions kernels answer from now on. A
    question goes with the class of the first form."""

    seconds: ClassVar[float] = 0.0
    by_kernels: ClassVar[set[tuple[Asked, type]]] = set()

    @classmethod
    def is_few(cls, asked: Asked, of: type, seconds: float) -> bool:
        """True if plain Python is to do work that takes it so many seconds: the whole of its work in this process stays
        below FEW_SECONDS, and kernels have not answered this question yet. If so, the work is counted. If not, raises
        MissingExtraError if numba is not installed."""
        if (asked, of) in cls.by_kernels:
            return False
        if cls.seconds + seconds <= FEW_SECONDS:
            cls.seconds += seconds
            return True
        import_module("kanamj.engine.kernels.compiled")
        cls.by_kernels.add((asked, of))
        return False


def deal_state(seed: int, chunk: int) -> RandomState:
    """The random state from which a chunk of deals starts, (4,) uint64. Each chunk has random numbers of its own."""
    return np.array(np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, np.uint64), np.uint64)


def deal(n: int, seed: int = 1, hand: int = 14, tiles: TileSet | str = HIRAGANA_120) -> CountsArray:
    """n random hands, `(n, K)` uint8, one per row; `tiles.format_counts(row)` returns the letters of a row.

    Each hand is dealt from the whole set. A larger n adds hands at the end. `kanamj simulate deals` deals the
    same first 250,000 hands with this seed. hand: the number of tiles of a hand. tiles: a set, or its name.

    Raises KanamjError for a negative number and for more tiles than the set has.

    >>> hands = deal(2, seed=1)
    >>> hands.shape, HIRAGANA_120.format_counts(hands[0])
    ((2, 75), 'えおがぐただてなねぱひむめん')
    """
    tiles = tiles if isinstance(tiles, TileSet) else tile_set(tiles)
    n, seed = check_whole("n", n, 0, MOST_DEALT), check_whole("seed", seed, 0, MOST_SEED)
    few = Work.is_few("deal", TileSet, n * PACES["deal"] * Form.pace * 14**3)
    return dealing.dealt(tiles.copies, hand, n, deal_state(seed, 0), few)[0]


class ManyDraws(NamedTuple):
    """The distances of many hands one tile short, (n,) int8, and `accepts`: the kinds that lower them, (n, K) bool."""

    distances: Distances
    accepts: Marks


@dataclass(frozen=True)
class Batch:
    """Judges many hands by the same blocks, forms and copies.

    forms: the forms, without the slots that melds fill. Of the forms that take the hand's number of tiles, the nearest
    decides. copies: for each kind, the most tiles that a hand may hold; tiles in melds are already subtracted. strict:
    True if a missing tile must exist; False ignores copies. plain: True if plain Python may judge a few hands.

    >>> from kanamj.engine import BlockForm
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ((0, 1, 2),)}, {2: (1, 1), 3: (1,)})
    >>> batch = Batch(blocks, (BlockForm("32"),), copies=(2, 2, 1, 1))
    >>> batch.distance(np.array([[2, 2, 1, 0], [1, 2, 0, 1]])).tolist()
    [0, 2]
    >>> batch.waits(np.array([[2, 1, 1, 0]])).tolist()
    [[False, True, False, False]]
    """

    blocks: Blocks
    forms: tuple[Form, ...]
    copies: tuple[int, ...]
    strict: bool = True
    plain: bool = True

    def __post_init__(self) -> None:
        if len(self.copies) != self.blocks.kinds:
            raise KanamjError(
                "{} copies for {} kinds; give one number per kind", len(self.copies), self.blocks.kinds
            )
        if not self.forms:
            raise KanamjError("no form to judge by; give at least one")

    @cached_property
    def by_kernels(self) -> Batch:
        """The same, but kernels judge a few hands, too."""
        return replace(self, plain=False) if self.plain else self

    def seconds(self, asked: Asked, n: int) -> float:
        """For about how many seconds plain Python would work on a question about n hands."""
        return n * PACES[asked] * sum(form.pace * form.tiles**3 for form in self.forms)

    def few(self, asked: Asked, n: int) -> bool:
        """True if plain Python is to answer a question about n hands (`Work.is_few`)."""
        return Work.is_few(asked, type(self.forms[0]), self.seconds(asked, n) if self.plain else math.inf)

    def for_run(self, hands: Mapping[Asked, int]) -> Batch:
        """What judges a run of so many hands per question, in whatever process and order: plain Python if all of it is
        a few, or else kernels only."""
        work = sum(self.seconds(asked, n) for asked, n in hands.items())
        return self if work <= FEW_SECONDS else self.by_kernels

    @property
    def quick(self) -> bool:
        """True if every form has a kernel that takes microseconds per hand."""
        return self._many.quick

    @property
    def has_kernels(self) -> bool:
        """True if every form has a kernel. Forms without one are asked hand by hand."""
        return self._many.kernel

    def distance(self, counts: AnyRows) -> Distances:
        """The number of tiles that each hand still misses, (n,) int8: 0 complete, UNREACHABLE if no blocks can fill the
        form.

        counts: (n, K) integers; a hand has as many tiles as a form or one less. Raises ArrayError for another dtype or
        shape, and for the first row that has a wrong number of tiles or too many of one kind.
        """
        distances: Distances = self._answers("distance", counts, (0, 1))[0]
        return distances

    def accepts(self, counts: AnyRows) -> ManyDraws:
        """The distances of hands one tile short, and the kinds that lower them.

        counts: (n, K) integers. Raises ArrayError as `distance` does, also for hands that are not one tile short of a
        form.
        """
        return ManyDraws(*self._answers("accepts", counts, (1,)))

    def waits(self, counts: AnyRows) -> Marks:
        """The kinds that complete each hand one tile short, (n, K) bool; all False if it is not tenpai.

        Raises ArrayError as `accepts` does.
        """
        marks: Marks = self._answers("waits", counts, (1,))[0]
        return marks

    def completions(self, counts: AnyRows) -> npt.NDArray[np.uint64] | None:
        """The pairs of kinds that complete hands two tiles short, (n, K, 2) uint64. In row i, the two uint64 at kind x
        are a bit set: bit k says that x and k together complete hand i. None if a form has no kernel for this.

        counts: (n, K) integers, not checked. Copies are not checked either: the answer may contain a kind of which the
        hand holds all copies.
        """
        into = np.zeros((*counts.shape, 2), np.uint64)
        for where, rows in _chunks(self._hands(counts), CHUNK):
            if rows is not None and not self._many.completions(rows, into[where]):
                return None
        return into

    def best_discards(self, counts: AnyRows, unseen: AnyRows | None = None) -> BestDiscards:
        """The best discard of each full-sized hand; see `Engine.best_discards_many`.

        counts: (n, K) integers. unseen: (n, K), the tiles that may still be drawn; by default the copies minus the
        hand. Raises ArrayError as `distance` does, also for hands that are not of full size.
        """
        hands = self._hands(counts)
        if unseen is not None and np.asarray(unseen).dtype.kind not in "iu":
            raise ArrayError("unseen must be an array of integers, not {}", np.asarray(unseen).dtype)
        if unseen is not None and np.shape(unseen) != hands.shape:
            raise ArrayError(
                "unseen has shape {}, the hands {}; give both one shape", np.shape(unseen), hands.shape
            )
        best = BestDiscards.worst(len(hands))
        copies, many = np.array(self.copies, np.int32), self._asked("best_discards", len(hands))
        for where, rows in self._checked(many, hands, (0,)):
            left = copies - rows if unseen is None else np.array(unseen[where], np.int32, order="C")
            found = many.best_discards(rows, left)
            best.kind[where], best.distance[where], best.tiles[where] = found
        return best

    def deal_rows(self, tiles: int, n: int, state: RandomState) -> tuple[CountsArray, RandomState]:
        """n hands of `tiles` tiles dealt from a wall, (n, K) uint8, and the random state afterwards. state: the random
        state before; equal states deal equal hands, as each call starts with a sorted wall."""
        return dealing.dealt(self.copies, tiles, n, state, self.few("deal", n))

    def deal_distances(self, tiles: int, n: int, state: RandomState) -> tuple[Distances, RandomState]:
        """The distances of n dealt hands, (n,) int8, and the random state afterwards. `deal_rows` deals the same hands.

        Raises ArrayError if no form has that many tiles or one more, or if the wall has fewer tiles.
        """
        after, into = dealing.copied(state), np.empty(n, np.int8)
        if tiles not in self._sizes((0, 1)):
            raise ArrayError("hands of {} tiles fit no form; give one of {}", tiles, self._sizes((0, 1)))
        if self.few("distance", n):
            rows, after = dealing.dealt(self.copies, tiles, n, state, few=True)
            return self._plain.distance(rows), after
        wall = dealing.wall_of(self.copies, tiles)
        from kanamj.engine.kernels.deal import deal_rows

        for start in range(0, n, CHUNK):
            part = into[start : start + CHUNK]
            if not self._many.deal_and_judge(wall, tiles, after, part):
                rows = np.zeros((len(part), self.blocks.kinds), np.uint8)
                deal_rows(wall, tiles, after, rows)
                part[:] = self._many.distance(rows)
        return into, after

    # Checks of what the caller gave.

    def _hands(self, counts: AnyRows) -> AnyRows:
        """The hands as an array. Raises ArrayError unless the array has integers and one column per kind."""
        array, kinds = np.asarray(counts), self.blocks.kinds
        if array.dtype.kind not in "iu":
            raise ArrayError("hands must be an array of integers, not {}", array.dtype)
        if array.ndim != 2 or array.shape[1] != kinds:
            raise ArrayError("hands must have shape (n, {}), one column per kind, not {}", kinds, array.shape)
        return array

    def _asked(self, asked: Asked, n: int) -> Many:
        return self._plain if self.few(asked, n) else self._many

    def _checked(
        self, many: Many, hands: AnyRows, short: tuple[int, ...], kernel_checks: bool = False
    ) -> Iterator[tuple[slice, CountsArray]]:
        """Slices of the hands, each with its rows as the driver `many` needs them (see `_chunks`).

        short: by how many tiles a hand may be smaller than a form, such as (0, 1). Raises ArrayError for the first row
        that is not such a hand. kernel_checks: True leaves this check to the driver, if it checks rows itself.
        """
        if many.kernel:
            from kanamj.engine.kernels.rows import first_bad
        else:
            first_bad = _first_bad

        allowed = np.uint64(sum(1 << size for size in self._sizes(short) if 0 <= size < 64))
        copies = np.array(self.copies, np.uint8)
        for where, rows in _chunks(hands, many.chunk):
            if rows is None:
                self._refuse(hands, where.start, short)
            if not (kernel_checks and many.checks) and (bad := first_bad(rows, copies, allowed)) >= 0:
                self._refuse(hands, where.start + bad, short)
            yield where, rows

    def _answers(
        self, asked: Literal["distance", "accepts", "waits"], counts: AnyRows, short: tuple[int, ...]
    ) -> tuple[Any, ...]:
        """The arrays that the driver answers a question with, with a row per hand. It is asked slice by slice; short:
        as in `_checked`."""
        hands = self._hands(counts)
        many = self._asked(asked, len(hands))
        joined: tuple[npt.NDArray[Any], ...] = ()
        for where, rows in self._checked(many, hands, short, kernel_checks=True):
            try:
                answer = getattr(many, asked)(rows)
            except BadRow as bad:
                self._refuse(hands, where.start + bad.at, short)
            found = answer if isinstance(answer, tuple) else (answer,)
            if len(rows) == len(hands):
                return found
            joined = joined or tuple(np.empty((len(hands), *each.shape[1:]), each.dtype) for each in found)
            for into, part in zip(joined, found, strict=True):
                into[where] = part
        return joined

    def _refuse(self, hands: AnyRows, start: int, short: tuple[int, ...]) -> NoReturn:
        """Raise ArrayError for the first bad row from `start` on. short: as in `_checked`."""
        sizes = self._sizes(short)
        for at in range(start, len(hands)):
            row = hands[at].tolist()
            for kind, (count, copies) in enumerate(zip(row, self.copies, strict=True)):
                if not 0 <= count <= copies:
                    face = f"tile {self.blocks.tiles.kinds[kind]}" if self.blocks.tiles else f"kind {kind}"
                    times, are = "time" if count == 1 else "times", "is" if copies == 1 else "are"
                    raise ArrayError(
                        "row {}: {} appears {} {}; there {} {}", at, face, count, times, are, copies, row=at
                    )
            if sum(row) not in sizes:
                taken = ", ".join(map(str, reversed(sizes)))
                raise ArrayError(
                    "row {}: the hand has {} tiles; the forms take {}", at, sum(row), taken, row=at
                )
        raise AssertionError(f"a kernel refused a row from {start} on, but all of them are good")

    def _sizes(self, short: tuple[int, ...]) -> list[int]:
        return sorted({take - less for form in self.forms for take in form.takes for less in short})

    @cached_property
    def _plain(self) -> Many:
        room = self.copies if self.strict else None
        return Several([OneByOne(form.over(self.blocks), room) for form in self.forms])

    @cached_property
    def _many(self) -> Many:
        """The driver of the forms; one kernel may serve several forms."""
        if self.plain:
            return self.by_kernels._many
        found: list[Many] = []
        for form in self.forms:
            many = form.over(self.blocks).many(self.copies, self.strict)
            joined = found[-1].joined(many) if found else None
            found[-1:] = [joined] if joined else [*found[-1:], many]
        return found[0] if len(found) == 1 else Several(found)


def _chunks(hands: AnyRows, chunk: int) -> Iterator[tuple[slice, CountsArray | None]]:
    """Slices of `chunk` hands, or one empty slice, each with its rows in uint8, C order and writable (for read-only
    arrays, numba would compile every kernel again). The rows are None if a count does not fit uint8."""
    for start in range(0, max(len(hands), 1), chunk):
        where = slice(start, start + chunk)
        rows: Any = hands[where]
        if rows.dtype != np.uint8:
            fits = bool(((rows >= 0) & (rows <= 255)).all())
            yield where, rows.astype(np.uint8, order="C") if fits else None
        elif rows.flags.c_contiguous and rows.flags.writeable:
            yield where, rows
        else:
            yield where, np.array(rows, order="C")


def _first_bad(rows: CountsArray, copies: CountsArray, sizes: np.uint64) -> int:
    """The index of the first bad row; -1 if all rows are good. It is the readable twin of `kernels.rows.first_bad`."""
    allowed = [size for size in range(64) if int(sizes) >> size & 1]
    bad = (rows > copies).any(axis=1) | ~np.isin(rows.sum(axis=1), allowed)
    return int(bad.argmax()) if bad.any() else -1
