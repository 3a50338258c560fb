"""The ways to complete a hand within two draws, in plain Python.

A hand of full size throws a tile y, draws x, throws z and draws w. In whatever order this happens, the hand is then
complete if and only if x and w complete the hand without y and z. So all pairs x, w that complete the hand without y
and z are found once for each pair y, z (14 tiles have at most 91 such pairs). (`three_draws` judges each hand after
each draw.)

By a form that is not made of blocks, each such pair is judged, unless a hand after one draw is already too far away. By
a form of blocks, a hand two tiles short is split into parts of blocks as in `search`, lowest kind first. The rest of
the hand is *packed* into one integer with a field of bits per kind. What completes it is also one integer. If no tile
is missing, it has one bit. If one tile is missing, it has a bit per kind. If two are missing, it is a *table*: the bits
x * K + w and w * K + x say whether the kinds x and w together complete the hand. So alternatives are joined by `|`, and
two parts that lack one tile each are joined by a product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.forms.form import OneHand
from kanamj.engine.hand import Question, bits, changed, without
from kanamj.engine.judgement import Judgement

FIELD = 6
"""Bits per kind in a packed hand: a count of up to 24, and a top bit that stays free: one subtraction tests all."""
KEPT = 10_000
"""How many tables are kept at most. With 75 kinds, a table has 0.7 kB."""
MOST = 99
"""The `limit` of a part whose word may be used any number of times."""
Slots: TypeAlias = tuple[int, ...]


def ways_within_two(asked: Judgement, unseen: Sequence[int]) -> list[tuple[int, int]]:
    """In how many orders of one draw, and of two draws, the hand is completed: one row per kind that can be thrown,
    ascending, or a single row for a hand one tile short. The forms must have one size (`Judgement.of_one_size`).
    unseen: (K,) the tiles that may be drawn.

    >>> from kanamj.engine import RiichiEngine
    >>> engine = RiichiEngine(forms="general")
    >>> asked = engine.ask("1m", ["123m", "456p", "789s", "111z"])
    >>> ways_within_two(asked, asked.unseen())
    [(2, 582)]
    """
    kinds = len(asked.counts)
    held = [kind for kind, count in enumerate(asked.counts) for _ in range(count)]
    if asked.distance > 2:
        return [(0, 0)] * (len(set(held)) if asked.full else 1)
    tables = [Completions(question) for question in asked.questions]
    own = [each for each in asked.judged if not each.question]
    total, one_row = sum(unseen), (1 << kinds) - 1
    planes = [
        sum(1 << kind for kind, left in enumerate(unseen) if left >> bit & 1)
        for bit in range(max(unseen).bit_length())
    ]

    def left(waits: int) -> int:
        return sum((waits & plane).bit_count() << bit for bit, plane in enumerate(planes))

    @cache
    def after(thrown: Block) -> tuple[int, list[int], list[int]]:
        """For the hand without the two tiles `thrown`: its table; for each kind drawn, its waits after this draw, as a
        bit set; and for each kind drawn, how many unseen tiles are then left of these waits."""
        table = 0
        for each in tables:
            table |= each.of(without(held, thrown))
        for hand in own:
            table |= _judged(hand, without(held, thrown), _near(asked, thrown, unseen))
        waits = [table >> kinds * drawn & one_row for drawn in range(kinds)]
        return table, waits, [left(row) - (row >> drawn & 1) for drawn, row in enumerate(waits)]

    rows = []
    for first in sorted({(kind,) for kind in held}) if asked.full else [()]:
        rest = without(held, first)
        others = [(after(tuple(sorted((*first, kind)))), kind) for kind in sorted(set(rest))]
        (_, by_draw, _), kind = others[0]
        waits = by_draw[kind]  # the waits of the hand without `first`: `kind` was thrown and drawn again
        best = [max(column) for column in zip(*(tiles for (_, _, tiles), _ in others), strict=True)]
        two = 0
        for drawn, there in enumerate(unseen):
            if there:
                wins = waits >> drawn & 1
                two += there * (total - 1 if wins else max(best[drawn], left(waits)))
        rows.append((left(waits), two))
    return rows


def _near(asked: Judgement, thrown: Block, unseen: Sequence[int]) -> list[int]:
    """The kinds that may be drawn after two tiles are thrown (one, by a hand one tile short), and after which one more
    draw may complete the hand. A thrown tile may come back, as one could have kept it."""
    there = {kind for kind, left in enumerate(unseen) if left} | {*thrown}
    for kind in {*thrown}:
        draws = asked.draws_after(kind) if asked.full else asked.draws
        there &= there if draws.distance < 2 else {*draws.kinds} if draws.distance == 2 else set()
    return sorted(there)


def _judged(hand: OneHand, tiles: Sequence[int], drawn: Sequence[int]) -> int:
    """The table of a hand two tiles short, with only these kinds drawn; each pair is judged by the form of `hand`."""
    kinds, room, table, held = len(hand.counts), hand.room, 0, Counter(tiles)
    counts = tuple(held[kind] for kind in range(kinds))
    for i, x in enumerate(drawn):
        for w in drawn[i:]:
            full = changed(changed(counts, x, +1), w, +1)
            exists = room is None or (full[x] <= room[x] and full[w] <= room[w])
            if exists and hand.form.judge(full, room).within(0):
                table |= 1 << x * kinds + w | 1 << w * kinds + x
    return table


class SlotPart(NamedTuple):
    """What one slot takes from the hand. held: the tiles taken, packed. slot: which size the slot has, as an index into
    the form's different sizes, largest first (`Completions.sizes`). missing: how many tiles the slot lacks.
    completed_by: what completes it, as one integer (see the head of this file). limit: how often the word that the part
    spells may be used; MOST if there is no limit."""

    held: int
    slot: int
    missing: int
    completed_by: int
    limit: int = MOST


class Completions:
    """Finds the pairs of tiles that complete a hand two tiles short, by one form. question: the hand before it throws
    tiles."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.kinds = len(question.counts)
        self.place = {kind: FIELD * i for i, kind in enumerate(sorted(set(question.kinds)))}
        self.guard = sum(1 << place + FIELD - 1 for place in self.place.values())
        self.sizes = tuple(sorted(set(question.sizes), reverse=True))
        self.slots = tuple(question.sizes.count(size) for size in self.sizes)
        self.parts = self._parts(question.blocks)
        self.found: dict[tuple[int, Slots, int, int], int] = {}
        self.differing: dict[tuple[Block, Block, int], bool] = {}
        self.repeated = self._repeated() if question.distinct else []

    def of(self, tiles: Sequence[int]) -> int:
        """The table of a hand two tiles short. Tables are kept, as the next turn needs most of them again."""
        kept, asked = self.question.blocks.tables, (self.question.sizes, self.question.distinct, tuple(tiles))
        if asked not in kept:
            if len(kept) >= KEPT:
                kept.clear()
            table = self._completed_by(self._packed(tiles), self.slots, 2)
            # Without the pairs of kinds that complete seven pairs only by using a word too often.
            for x, w in self._doubtful(table, tiles) if table else ():
                if not self._differ(tuple(sorted((*tiles, x, w))), (), 0):
                    table &= ~(1 << x * self.kinds + w | 1 << w * self.kinds + x)
            kept[asked] = table
        return kept[asked]

    def _doubtful(self, table: int, tiles: Sequence[int]) -> set[Block]:
        """The pairs of kinds in a table after which a word might be used too often: with the two kinds, the hand can
        make a word once more than allowed, and at least one of the two is in this word. (For words made of held tiles
        alone, `_completed_by` counts the uses.)"""
        doubtful: set[Block] = set()
        for pair, needed in self.repeated:
            lacking = tuple(kind for kind in set(pair) for _ in range(needed[kind] - tiles.count(kind)))
            if len(lacking) == 1:
                row = table >> lacking[0] * self.kinds & (1 << self.kinds) - 1
                doubtful |= {(lacking[0], w) for w in bits(row)}
            elif len(lacking) == 2 and table >> lacking[0] * self.kinds + lacking[1] & 1:
                doubtful.add(lacking)
            elif not lacking:
                doubtful |= {
                    (x, w) for x in pair for w in bits(table >> x * self.kinds & (1 << self.kinds) - 1)
                }
        return doubtful

    def _repeated(self) -> list[tuple[Block, Counter[int]]]:
        """The words that the hand could use once too often after two draws, each with all the tiles needed for this."""
        held = Counter(self.question.kinds)
        needed = (
            (pair, Counter(pair * (self.question.blocks.limit[pair] + 1)))
            for pair in self.question.blocks.by_size[2]
        )
        return [(pair, tiles) for pair, tiles in needed if (tiles - held).total() <= 2]

    def _differ(self, tiles: Block, last: Block, times: int) -> bool:
        """True if the tiles split into two-letter words, none of them used too often. last: the word taken last; words
        are taken in ascending order. times: how often it was taken so far."""
        if not tiles:
            return True
        if last[:1] != tiles[:1]:
            last, times = (), 0  # `last` cannot be used again
        found = self.differing.get((tiles, last, times))
        if found is None:
            found = any(
                self._differ(tuple(without(tiles[1:], pair[1:])), pair, times + 1 if pair == last else 1)
                for pair in [(tiles[0], other) for other in sorted(set(tiles[1:]))]
                if pair >= last and self.question.blocks.limit.get(pair, 0) > (times if pair == last else 0)
            )
            self.differing[tiles, last, times] = found
        return found

    def _packed(self, tiles: Sequence[int]) -> int:
        return sum(1 << self.place[kind] for kind in tiles)

    def _parts(self, blocks: Blocks) -> dict[int, list[SlotPart]]:
        """First bit of a kind in a packed hand -> the parts of blocks that the hand holds and that begin with it."""
        parts: dict[int, list[SlotPart]] = {place: [] for place in self.place.values()}
        for slot, size in enumerate(self.sizes):
            lacking = blocks.lacking[size]
            for missing in range(min(3, size)):
                for held in set(combinations(self.question.kinds, size - missing)):
                    by = lacking.get(held, 0) if missing else int(held in blocks.limit)
                    if by:
                        limit = blocks.limit[held] if self.question.distinct and not missing else MOST
                        part = SlotPart(self._packed(held), slot, missing, by, limit)
                        parts[self.place[held[0]]].append(part)
        return parts

    def _completed_by(self, rest: int, slots: Slots, missing: int, last: int = 0, times: int = 0) -> int:
        """The tiles that fill these slots together with the rest of a hand, as one integer (see the head of this file).
        missing: by how many tiles the rest is too small for the slots.

        last: the last word used that begins with the lowest kind of the rest, packed; 0 if there is none. times: how
        often it was used. The next word that begins with this kind is the same or a higher one, so that no choice is
        made twice.
        """
        if not rest:
            if not missing:
                return 1
            open_sizes = [size for size, count in zip(self.sizes, slots, strict=True) if count]
            return self.question.blocks.lacking[2].get((), 0) if open_sizes == [missing] == [2] else 0
        place = _place(rest)
        if last and _place(last) != place:
            last = times = 0
        found = self.found.get((rest, slots, last, times))
        if found is not None:
            return found
        found, guard = 0, self.guard
        for held, slot, lacks, by, limit in self.parts[place]:
            if lacks <= missing and slots[slot] and ((rest | guard) - held) & guard == guard:
                word, used = last, times
                if limit < MOST:
                    word, used = held, times + 1 if held == last else 1
                    if held < last or used > limit:
                        continue
                fewer = slots[:slot] + (slots[slot] - 1,) + slots[slot + 1 :]
                others = self._completed_by(rest - held, fewer, missing - lacks, word, used)
                if not others:
                    continue
                if lacks == missing == 2 or not lacks:
                    found |= by if lacks else others
                elif missing == 1:
                    found |= by
                else:
                    found |= _spread(by, self.kinds) * others | _spread(others, self.kinds) * by
        self.found[rest, slots, last, times] = found
        return found


def _place(packed: int) -> int:
    """The place of the lowest kind in a packed hand: the first bit of its field."""
    lowest = (packed & -packed).bit_length() - 1
    return lowest - lowest % FIELD


@lru_cache(maxsize=4096)
def _spread(kinds: int, row: int) -> int:
    """A bit set of kinds, spread over a table of rows of `row` bits: bit k moves to the first bit of row k."""
    return sum(1 << row * kind for kind in bits(kinds))
