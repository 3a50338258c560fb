"""The exact single-hand solver: branch on parts of blocks, lowest kind first. Plain Python, no heavy import.

A *part* is what a slot takes from the hand: some or all letters of a block, the rest being missing. A hand of n
tiles and a form of T tiles have distance d exactly when the hand, less n - T + d tiles left over, splits into
parts, one a slot, that miss d tiles in all. The search asks this for d = 0, 1, … It takes the lowest kind still
in the hand, which must be left over or lie in one of the parts that begin with it, so no arrangement is met
twice; states that failed are remembered.

The rest of the hand is one integer with a field of FIELD bits a kind held (the top bit of a field stays free, so
that one subtraction tests all fields), the blocks a part can still become are one integer with a bit a block.

With copies="strict" a missing tile must exist: parts that only a tile held in full could complete are dropped
at once (when d is least, no missing kind is among the tiles left over, so all tiles held of it are used), and
the parts found are confirmed together, as two slots may want the same last tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple, TypeAlias

from kanamj.engine.blocks import Block
from kanamj.engine.question import UNREACHABLE, Question

FIELD = 4
"""Bits a kind in the packed hand: up to 7 tiles of a kind and a guard bit."""
LOW = (1 << FIELD) - 1

Arrangement: TypeAlias = tuple[Block, ...]


class Part(NamedTuple):
    """Tiles of the hand that one slot takes. held: packed tiles. missing: tiles to draw. blocks: bit set of what
    it can become. size: of the slot."""

    held: int
    missing: int
    blocks: int
    size: int


_FOUND, _NONE, _BLOCKED = 1, 0, -1


def distance(question: Question) -> int:
    """Tiles still missing, 0 complete; UNREACHABLE if no choice of blocks fills the form.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ()}, {2: (1, 1), 3: ()})
    >>> distance(Question(blocks, (1, 0, 1, 0), (2,)))
    1
    """
    search = Search(question)
    for missing in range(search.least, search.slot_tiles + 1):
        if search.reaches(missing):
            return missing
    return UNREACHABLE


def within(question: Question, missing: int) -> bool:
    """True if the distance is at most `missing`; cheaper than `distance` where only that is asked."""
    search = Search(question)
    return any(search.reaches(d) for d in range(search.least, min(missing, search.slot_tiles) + 1))


def arrangements(question: Question) -> Iterator[Arrangement]:
    """Every way to split a complete hand into blocks, each a tuple of blocks, larger sizes first; none if it is
    not complete."""
    search = Search(question)
    if search.least:
        return
    for parts in search.ways(0):
        yield tuple(search.block(part) for part in sorted(parts, key=lambda part: -part.size))


class Search:
    """A hand made ready for searching: its parts by slot size and lowest kind."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.slot_tiles = sum(question.sizes)
        self.sizes = tuple(size for size, _ in groupby(question.sizes))
        self.slots = tuple(question.sizes.count(size) for size in self.sizes)
        self.held = [(kind, count) for kind, count in enumerate(question.counts) if count]
        self.hand = sum(count << FIELD * i for i, (_, count) in enumerate(self.held))
        self.guard = sum(1 << FIELD * i + FIELD - 1 for i in range(len(self.held)))
        self.least = max(0, self.slot_tiles - sum(question.counts))
        self.parts: list[list[list[Part]]] = []
        self.empty: list[Part] = []
        for size in self.sizes:
            by_lowest, empty = self._parts(size)
            self.parts.append(by_lowest)
            self.empty.append(empty)
        self._failed: set[tuple[int, tuple[int, ...], int]] = set()
        self._chosen: list[Part] = []
        # Checking the parts together can only matter where two draws may clash, or words must differ.
        self._clash_from = 2 if question.room is not None else UNREACHABLE
        if question.distinct:
            self._clash_from = 0

    def _parts(self, size: int) -> tuple[list[list[Part]], Part]:
        """The parts a slot of that size can take, by their lowest kind, fewest missing first; and the empty one."""
        question = self.question
        index = question.blocks.holding.get(size)
        by_lowest: list[list[Part]] = [[] for _ in self.held]
        if index is None or not question.blocks.by_size[size]:
            return by_lowest, Part(0, size, 0, size)
        everything = index[0][0]
        # exact[i][c]: blocks that hold at least c of the i-th kind, and not more than c and the tiles there are.
        exact: list[list[int]] = []
        if question.room is None:
            exact = [[index[kind][min(c, size + 1)] for c in range(count + 1)] for kind, count in self.held]
        else:
            for kind, room in enumerate(question.room):
                if room < size and not question.counts[kind]:
                    everything &= ~index[kind][room + 1]
            for kind, count in self.held:
                left = question.room[kind] - count
                exact.append(
                    [
                        index[kind][min(c, size + 1)] & ~index[kind][min(c + left, size) + 1]
                        for c in range(count + 1)
                    ]
                )
        absent = [everything] * (
            len(exact) + 1
        )  # absent[i]: blocks that fit if no kind from the i-th on is used
        for i in reversed(range(len(exact))):
            absent[i] = absent[i + 1] & exact[i][0]

        def grow(start: int, blocks: int, held: int, tiles: int, into: list[Part]) -> None:
            for i in range(start, len(exact)):
                for c in range(1, min(len(exact[i]), size - tiles + 1)):
                    narrowed = blocks & exact[i][c]
                    if not narrowed:
                        continue
                    more = held + (c << FIELD * i)
                    if fitting := narrowed & absent[i + 1]:
                        into.append(Part(more, size - tiles - c, fitting, size))
                    if tiles + c < size:
                        grow(i + 1, narrowed, more, tiles + c, into)
                blocks &= exact[i][0]

        unused = everything
        for i, into in enumerate(by_lowest):
            for c in range(1, min(len(exact[i]), size + 1)):
                narrowed = unused & exact[i][c]
                if fitting := narrowed & absent[i + 1]:
                    into.append(Part(c << FIELD * i, size - c, fitting, size))
                if c < size:
                    grow(i + 1, narrowed, c << FIELD * i, c, into)
            into.sort(key=lambda part: part.missing)
            unused &= exact[i][0]
        return by_lowest, Part(0, size, absent[0], size)

    def reaches(self, missing: int) -> bool:
        """True if some arrangement of the hand misses exactly that many tiles (and leaves over what is too much)."""
        return self._reach(self.hand, self.slots, missing, self._left_over(missing)) == _FOUND

    def _left_over(self, missing: int) -> int:
        return sum(self.question.counts) - self.slot_tiles + missing

    def _reach(self, rest: int, slots: tuple[int, ...], missing: int, left_over: int) -> int:
        if not rest:
            return self._finish(slots, missing)
        state = (rest, slots, missing)
        if state in self._failed:
            return _NONE
        outcome = _NONE
        lowest = ((rest & -rest).bit_length() - 1) // FIELD
        guard = self.guard
        for s, count in enumerate(slots):
            if not count:
                continue
            fewer = slots[:s] + (count - 1,) + slots[s + 1 :]
            for part in self.parts[s][lowest]:
                if part.missing > missing:
                    break
                if ((rest | guard) - part.held) & guard != guard:
                    continue
                self._chosen.append(part)
                found = self._reach(rest - part.held, fewer, missing - part.missing, left_over)
                self._chosen.pop()
                if found == _FOUND:
                    return _FOUND
                outcome = outcome or found
        idle = rest >> FIELD * lowest & LOW
        if idle <= left_over:  # no later part can take these tiles, so all of them are left over
            found = self._reach(rest - (idle << FIELD * lowest), slots, missing, left_over - idle)
            if found == _FOUND:
                return _FOUND
            outcome = outcome or found
        if outcome == _NONE:
            self._failed.add(state)
        return outcome

    def _finish(self, slots: tuple[int, ...], missing: int) -> int:
        """No tile is left: the open slots are missing whole; do the parts go together?"""
        empty = [part for part, count in zip(self.empty, slots, strict=True) for _ in range(count)]
        if sum(part.missing for part in empty) != missing or not all(part.blocks for part in empty):
            return _NONE
        parts = self._chosen + empty
        if sum(part.missing for part in parts) < self._clash_from:
            return _FOUND
        return _FOUND if next(self.completions(parts), None) is not None else _BLOCKED

    def members(self, part: Part) -> Iterator[Block]:
        """The blocks a part can become."""
        blocks = self.question.blocks.by_size[part.size]
        bits = part.blocks
        while bits:
            low = bits & -bits
            yield blocks[low.bit_length() - 1]
            bits ^= low

    def block(self, part: Part) -> Block:
        """The block a complete part is."""
        return self.question.blocks.by_size[part.size][part.blocks.bit_length() - 1]

    def completions(self, parts: list[Part], hand: Question | None = None) -> Iterator[Arrangement]:
        """Choices of a block for every part, in the order of the parts, that draw no tile that is not there and,
        where words must differ, use no block more often than it has words. `hand` is whose copies count, where
        that is not the hand searched."""
        question = hand or self.question
        order = sorted(range(len(parts)), key=lambda i: (parts[i].missing > 0, parts[i].blocks.bit_count()))
        chosen: list[Block] = [()] * len(parts)
        counts = list(question.counts)

        def choose(depth: int) -> Iterator[Arrangement]:
            if depth == len(order):
                yield tuple(chosen)
                return
            i = order[depth]
            part = parts[i]
            for block in self.members(part):
                if question.distinct and chosen.count(block) >= question.blocks.limit[block]:
                    continue
                draws = self.draws(part, block)
                for kind in draws:
                    counts[kind] += 1
                if question.room is None or all(counts[kind] <= question.room[kind] for kind in draws):
                    chosen[i] = block
                    yield from choose(depth + 1)
                    chosen[i] = ()
                for kind in draws:
                    counts[kind] -= 1

        return choose(0)

    def draws(self, part: Part, block: Block) -> list[int]:
        """The kinds a part lacks to become the block."""
        lacking = list(block)
        for kind in self.kinds_of(part):
            lacking.remove(kind)
        return lacking

    def kinds_of(self, part: Part) -> list[int]:
        """The kinds a part takes from the hand, a kind once for each tile."""
        return [kind for i, (kind, _) in enumerate(self.held) for _ in range(part.held >> FIELD * i & LOW)]

    def ways(self, missing: int) -> Iterator[list[Part]]:
        """Every choice of parts, one a slot, that misses exactly that many tiles and can be completed."""

        def walk(
            rest: int, slots: tuple[int, ...], missing: int, left_over: int, first: tuple[int, int, int]
        ) -> Iterator[list[Part]]:
            if not rest:
                if self._finish(slots, missing) == _FOUND:
                    empty = [
                        part for part, count in zip(self.empty, slots, strict=True) for _ in range(count)
                    ]
                    yield self._chosen + empty
                return
            lowest = ((rest & -rest).bit_length() - 1) // FIELD
            guard = self.guard
            for s, count in enumerate(slots):
                if not count:
                    continue
                fewer = slots[:s] + (count - 1,) + slots[s + 1 :]
                for i, part in enumerate(self.parts[s][lowest]):
                    # Parts with the same lowest kind are taken in one order only.
                    if (lowest, s, i) < first or part.missing > missing:
                        continue
                    if ((rest | guard) - part.held) & guard == guard:
                        self._chosen.append(part)
                        yield from walk(
                            rest - part.held, fewer, missing - part.missing, left_over, (lowest, s, i)
                        )
                        self._chosen.pop()
            idle = rest >> FIELD * lowest & LOW
            if idle <= left_over:
                yield from walk(rest - (idle << FIELD * lowest), slots, missing, left_over - idle, first)

        return walk(self.hand, self.slots, missing, self._left_over(missing), (0, 0, 0))
