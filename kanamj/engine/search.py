"""The exact solver for one hand: it tries parts of blocks, lowest kind first. Plain Python, no heavy import.

A *part* is what a slot takes from the hand: some or all letters of a block; the other letters are missing. A hand of n
tiles and a form of T tiles have distance d if d is the least number with this property: n - T + d tiles of the hand can
be left over, and the others split into parts, one per slot, that miss d tiles in all. The search tries d = 0, 1, … It
takes the lowest kind still in the hand, which must be left over or be in a part that begins with it. States that failed
are remembered. Distances and draws do not depend on the order of the kinds, so for them the rarest kind counts as the
lowest (`rare_first`).

The rest of the hand is packed into one integer with a field of bits per kind held. The top bit of each field stays
free, so that one subtraction tests all fields. The blocks that a part can still become are one integer with a bit per
block.

A missing tile must exist, unless copies are ignored. A part is dropped at once if it lacks a kind of which the hand
holds all copies. (At the least d, no tile of a missing kind is left over. So all these copies are in parts, and none
can be drawn.) But two slots may want the same last tile (or, in seven pairs, the same word). That is checked after all
parts are chosen. If the parts cannot be completed together, the tile that they quarrel over is *watched* from then on:
the number of its copies that are left becomes part of the state, and no other choice of parts quarrels over it. Usually
no tile is watched.

Example: the words さくら, なみだ and いぬ, two copies of each letter, form 332, and the hand さくさくいぬぬ. For d = 2
two parts さく and the block いぬ fill the slots and leave over one ぬ. Two copies of ら are there, so the distance is
2. With one ら both parts quarrel over it: ら is watched, the state allows only one さくら, and the search goes on to
d = 4, where なみだ is drawn whole.

    rest {い1 く2 さ2 ぬ2}, slots 3 3 2, may miss 2, may leave over 1    い begins いぬ
    rest {く2 さ2 ぬ1},     slots 3 3,   may miss 2, may leave over 1    く begins さく, missing ら
    rest {く1 さ1 ぬ1},     slots 3,     may miss 1, may leave over 1    again
    rest {ぬ1},             no slots,    may miss 0, may leave over 1    ぬ is left over: found
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TypeAlias

from kanamj.engine.blocks import Block
from kanamj.engine.hand import UNREACHABLE, Arrangement, Question, bits, without

BUDGET = 6
"""The budget, packed into one integer, says how many copies of each watched tile are left. Each number has this many
bits: five for a number up to 31 (a form has at most 24 tiles) and a guard bit."""
TRIES = 64
"""How many blocks `complete` tries in all before it gives up, so that a tile is watched instead."""

Option: TypeAlias = tuple[int, int]
"""A cost (how many copies of each watched tile a part needs, packed), and the bit set of the blocks at this cost."""
Resource: TypeAlias = tuple[int, int]
"""What several slots may want although too few are left: a tile, as (0, its kind), or a word that may be used only a
few times, as (its size, its place among the blocks of this size)."""


class Part:
    """The tiles of the hand that one slot takes. held: these tiles, packed. missing: how many more tiles a block needs.
    blocks: the bit set of the blocks that the part can become. size: the size of the slot. options: these blocks,
    grouped by their cost in watched tiles. least: the options worth trying; for each of the others, some option needs
    fewer watched tiles and more of none. order: the place of the part by lowest kind, size and missing tiles; set and
    used by `ways`."""

    __slots__ = ("blocks", "held", "least", "missing", "options", "order", "size")

    def __init__(self, held: int, missing: int, blocks: int, size: int) -> None:
        self.held = held
        self.missing = missing
        self.blocks = blocks
        self.size = size
        self.options: tuple[Option, ...] = ((0, blocks),)
        self.least: tuple[Option, ...] = self.options
        self.order = 0


PricedPart: TypeAlias = tuple[Part, int]
"""A part, and the bit set of the blocks that it may become at the cost that was chosen for it."""


SearchState: TypeAlias = tuple[int, tuple[int, ...], int, int, int]
"""A state of the search: the rest of the hand, packed; the number of open slots of each size; how many tiles these
slots miss in all; how many may be left over; and how many copies of each watched tile are left, packed."""


class Quarrel(Exception):  # noqa: N818 - not an error: the search goes on
    """The chosen parts cannot be completed together. `.over` is the tile or word to be watched."""

    def __init__(self, over: Resource) -> None:
        super().__init__(over)
        self.over = over


def distance(question: Question) -> int:
    """Tiles still missing, 0 complete; UNREACHABLE if no choice of blocks fills the form.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ()}, {2: (1, 1), 3: ()})
    >>> distance(Question(blocks, (1, 0, 1, 0), (2,)))
    1
    """
    return Search(question).distance


class Search:
    """A hand, ready to be searched. parts: what slots can take from it, by slot size and lowest kind.

    least: a distance below which the hand surely is not; smaller ones are not tried. rare_first: True tries the kinds
    that the fewest blocks have first, not the lowest. The first steps then have few choices, which takes half the time,
    but arrangements come in another order.
    """

    def __init__(self, question: Question, least: int = 0, rare_first: bool = False) -> None:
        self.question = question
        self.slot_tiles = sum(question.sizes)
        self.sizes = tuple(size for size, _ in groupby(question.sizes))
        self.slots = tuple(question.sizes.count(size) for size in self.sizes)
        self.held = [(kind, count) for kind, count in enumerate(question.counts) if count]
        if rare_first:
            holding = [
                question.blocks.holding[size] for size in self.sizes if size in question.blocks.holding
            ]
            self.held.sort(key=lambda held: sum(blocks[held[0]][1].bit_count() for blocks in holding))
        self.field = max(question.counts, default=0).bit_length() + 1
        self.low = (1 << self.field) - 1
        self.place = {kind: i * self.field for i, (kind, _) in enumerate(self.held)}
        self.guard = sum(1 << place + self.field - 1 for place in self.place.values())
        self.least = max(least, self.slot_tiles - sum(question.counts))
        self.parts: list[list[list[Part]]] = []
        self.empty: list[Part] = []
        for size in self.sizes:
            by_lowest, empty = self._parts(size)
            self.parts.append(by_lowest)
            self.empty.append(empty)
        self.watched: list[Resource] = []
        self.budget = self.budget_guard = 0
        self._failed: set[SearchState] = set()
        self._chosen: list[PricedPart] = []
        self._nearest: list[Part] = []

    def _parts(self, size: int) -> tuple[list[list[Part]], Part]:
        """The parts that a slot of that size can take from the hand, and the empty part. The parts are grouped by their
        lowest kind; in each group, those that miss the fewest tiles come first."""
        question, field = self.question, self.field
        index = question.blocks.holding.get(size)
        by_lowest: list[list[Part]] = [[] for _ in self.held]
        if index is None or not question.blocks.by_size[size]:
            return by_lowest, Part(0, size, 0, size)
        everything = index[0][0]
        room = question.room or [count + size for count in question.counts]
        for kind, most in enumerate(room):
            if most < size and not question.counts[kind]:
                everything &= ~index[kind][most + 1]
        # exact[i][c]: the blocks that hold at least c tiles of the i-th kind of the hand, and at most c plus the copies
        # that the hand does not hold.
        exact: list[list[int]] = []
        for kind, count in self.held:
            by_count, left = index[kind], room[kind] - count
            exact.append(
                [by_count[min(c, size + 1)] & ~by_count[min(c + left, size) + 1] for c in range(count + 1)]
            )
        # absent[i]: the blocks that fit if the part uses no kind from the i-th on.
        absent = [everything] * (len(exact) + 1)
        for i in reversed(range(len(exact))):
            absent[i] = absent[i + 1] & exact[i][0]

        def grow(start: int, end: int, fitting: int, held: int, tiles: int, into: list[Part]) -> None:
            for i in range(start, end):
                for c in range(1, min(len(exact[i]), size - tiles + 1)):
                    narrowed = fitting & exact[i][c]
                    if not narrowed:
                        continue
                    more = held + (c << field * i)
                    if blocks := narrowed & absent[i + 1]:
                        into.append(Part(more, size - tiles - c, blocks, size))
                    if tiles + c < size:
                        grow(i + 1, len(exact), narrowed, more, tiles + c, into)
                fitting &= exact[i][0]

        for i, into in enumerate(by_lowest):
            grow(i, i + 1, everything, 0, 0, into)
            into.sort(key=lambda part: part.missing)
            everything &= exact[i][0]
        return by_lowest, Part(0, size, absent[0], size)

    @cached_property
    def distance(self) -> int:
        """Tiles still missing, 0 complete; UNREACHABLE if no choice of blocks fills the form."""
        for missing in range(self.least, self.slot_tiles + 1):
            if self.reaches(missing):
                return missing
        return UNREACHABLE

    def within(self, missing: int) -> bool:
        """True if the distance is at most `missing`. Cheaper than `distance`."""
        return any(self.reaches(d) for d in range(self.least, min(missing, self.slot_tiles) + 1))

    def reaches(self, missing: int, without: int | None = None) -> bool:
        """True if the hand has parts, one per slot, that miss exactly `missing` tiles in all. without: take a tile of
        this kind out of the hand first."""
        while True:
            try:
                found = self._reach(self.start(missing, without), missing > 1 or self.question.distinct)
            except Quarrel as quarrel:
                self.watch(quarrel.over)
                self._chosen.clear()
                continue
            if without is None:
                self._nearest = [part for part, _ in self._chosen]
            self._chosen.clear()
            return found

    def _reach(self, state: SearchState, quarrelsome: bool) -> bool:
        """True if parts can be chosen for the open slots from this state on. quarrelsome: whether they must be checked
        for quarrels. The loop of `steps` is copied here, because half the time of a distance is spent in it."""
        rest, slots, missing, left_over, budget = state
        if not rest:
            return self._reach_whole(state, quarrelsome)
        if state in self._failed:
            return False
        chosen, guard, field = self._chosen, self.guard, self.field
        lowest = ((rest & -rest).bit_length() - 1) // field
        for s, count in enumerate(slots):
            if not count:
                continue
            fewer = slots[:s] + (count - 1,) + slots[s + 1 :]
            for part in self.parts[s][lowest]:
                if part.missing > missing:
                    break
                if ((rest | guard) - part.held) & guard != guard:
                    continue
                for cost, blocks in part.least:
                    left = budget
                    if cost:
                        if ((budget | self.budget_guard) - cost) & self.budget_guard != self.budget_guard:
                            continue
                        left -= cost
                    chosen.append((part, blocks))
                    after = (rest - part.held, fewer, missing - part.missing, left_over, left)
                    if self._reach(after, quarrelsome):
                        return True
                    chosen.pop()
        idle = rest >> field * lowest & self.low
        if idle <= left_over:
            after = (rest - (idle << field * lowest), slots, missing, left_over - idle, budget)
            if self._reach(after, quarrelsome):
                return True
        self._failed.add(state)
        return False

    def _reach_whole(self, state: SearchState, quarrelsome: bool) -> bool:
        """As `_reach`, for states without tiles: the open slots miss all their tiles. If `quarrelsome`, raises Quarrel
        for chosen parts that cannot be completed together."""
        if not any(state[1]):
            if not state[2] and quarrelsome:
                self.complete(self._chosen)
            return not state[2]
        for part, after in self.steps(state):
            assert part is not None, "nothing is left that could be left over"
            for cost, blocks in part.least:
                paid = self.pay(after, cost)
                if paid is not None:
                    self._chosen.append((part, blocks))
                    if self._reach_whole(paid, quarrelsome):
                        return True
                    self._chosen.pop()
        return False

    def start(self, missing: int, without: int | None = None) -> SearchState:
        """The state from which a search for that many missing tiles starts. without: as in `reaches`."""
        rest = sum(count << self.place[kind] for kind, count in self.held)
        left_over = sum(self.question.counts) - self.slot_tiles + missing
        if without is not None:
            rest -= 1 << self.place[without]
            left_over -= 1
        return rest, self.slots, missing, left_over, self.budget

    def steps(self, state: SearchState) -> Iterator[tuple[Part | None, SearchState]]:
        """All steps from a state. A step decides about the lowest kind of the rest, or about the first open slot if no
        tile is left. Yields the part taken (None if the kind is left over), and the state after the step; the cost of
        the part is not paid yet."""
        rest, slots, missing, left_over, budget = state
        if not rest:
            s = next(s for s, count in enumerate(slots) if count)
            part = self.empty[s]
            if part.blocks and part.missing <= missing:
                yield part, (0, _fewer(slots, s), missing - part.missing, left_over, budget)
            return
        guard = self.guard
        lowest = ((rest & -rest).bit_length() - 1) // self.field
        for s, count in enumerate(slots):
            if count:
                fewer = _fewer(slots, s)
                for part in self.parts[s][lowest]:
                    if part.missing > missing:
                        break
                    if ((rest | guard) - part.held) & guard == guard:
                        yield part, (rest - part.held, fewer, missing - part.missing, left_over, budget)
        idle = rest >> self.field * lowest & self.low
        if idle <= left_over:  # no later part can take these tiles, so all of them are left over
            yield None, (rest - (idle << self.field * lowest), slots, missing, left_over - idle, budget)

    def pay(self, state: SearchState, cost: int) -> SearchState | None:
        """The state after a cost in watched tiles (packed) is paid; None if too few of them are left."""
        if not cost:
            return state
        guard = self.budget_guard
        if ((state[4] | guard) - cost) & guard != guard:
            return None
        return (*state[:4], state[4] - cost)

    def watch(self, tile: Resource) -> None:
        """Watch a tile: from now on, the number of its copies left is part of the state. Forgets failed states."""
        assert tile not in self.watched, "parts never quarrel over a watched tile"
        shift = BUDGET * len(self.watched)
        self.watched.append(tile)
        size, which = tile
        question = self.question
        if size:
            left = question.blocks.words[size][which]
        else:
            assert question.room is not None
            left = question.room[which] - question.counts[which]
        self.budget |= min(left, (1 << BUDGET - 1) - 1) << shift
        self.budget_guard |= 1 << shift + BUDGET - 1
        self._failed.clear()
        for part in (*self.empty, *(part for of_size in self.parts for parts in of_size for part in parts)):
            self._price(part, tile, shift)

    def _price(self, part: Part, tile: Resource, shift: int) -> None:
        """Split the options of a part by how many of one more watched tile they need: a number at bit `shift`."""
        if not part.blocks:
            return
        options: list[Option] = []
        for cost, blocks in part.options:
            options += [(cost | times << shift, some) for times, some in self._by_cost(part, blocks, tile)]
        part.options = tuple(options)
        guard = self.budget_guard
        part.least = tuple(
            (cost, blocks)
            for cost, blocks in options
            if not any(other != cost and ((cost | guard) - other) & guard == guard for other, _ in options)
        )

    def _by_cost(self, part: Part, blocks: int, tile: Resource) -> Iterator[tuple[int, int]]:
        """The blocks of the bit set `blocks`, grouped by how many copies of the tile (or uses of the word) the part
        needs to become them: pairs (this number, bit set of these blocks)."""
        size, which = tile
        if size:
            this = 1 << which if part.size == size else 0
            levels = [blocks & ~this, blocks & this]
        else:
            held = self.count(part, which)
            index = self.question.blocks.holding[part.size][which]
            levels = [blocks & index[held + t] & ~index[held + t + 1] for t in range(part.size - held + 1)]
        return ((times, some) for times, some in enumerate(levels) if some)

    def count(self, part: Part, kind: int) -> int:
        """How many tiles of a kind a part takes from the hand."""
        place = self.place.get(kind)
        return 0 if place is None else part.held >> place & self.low

    def complete(self, chosen: Sequence[PricedPart]) -> list[Block]:
        """A block for each part, such that all tiles drawn exist and no word is used too often; () for a complete part,
        unless words must differ.

        Raises Quarrel if there are no such blocks, or if TRIES tries find none. The quarrel names a tile that is not
        watched yet; watching a tile needlessly does no harm.
        """
        question = self.question
        places = sorted(
            (i for i, (part, _) in enumerate(chosen) if part.missing or question.distinct),
            key=lambda i: chosen[i][1].bit_count(),
        )
        taken: list[Block] = [()] * len(chosen)
        drawn: Counter[int] = Counter()
        refused: Counter[Resource] = Counter()
        tries = 0

        def choose(depth: int) -> bool:
            nonlocal tries
            if depth == len(places):
                return True
            part, blocks = chosen[places[depth]]
            size = part.size
            index = question.blocks.holding[size]
            if question.room is not None:
                for kind, times in drawn.items():
                    if times and (0, kind) not in self.watched:
                        left = question.room[kind] - question.counts[kind] - times
                        most = left + self.count(part, kind)
                        if most < size and (clash := blocks & index[kind][most + 1]):
                            refused[0, kind] += clash.bit_count()
                            blocks ^= clash
            if question.distinct:
                for block in {taken[i] for i in places[:depth] if len(taken[i]) == size}:
                    which = question.blocks.place[block]
                    spent = taken.count(block) >= question.blocks.limit[block]
                    if spent and (size, which) not in self.watched and (clash := blocks & 1 << which):
                        refused[size, which] += 1
                        blocks ^= clash
            for block in self.members(blocks, size):
                tries += 1
                if tries > TRIES:
                    return False
                draws = self.draws(part, block)
                drawn.update(draws)
                taken[places[depth]] = block
                if choose(depth + 1):
                    return True
                drawn.subtract(draws)
                taken[places[depth]] = ()
            return False

        if not choose(0):
            raise Quarrel(max(refused, key=lambda tile: (refused[tile], tile)))
        return taken

    def members(self, blocks: int, size: int) -> Iterator[Block]:
        """The blocks of that size that are in the bit set `blocks`."""
        return map(self.question.blocks.by_size[size].__getitem__, bits(blocks))

    def block(self, part: Part) -> Block:
        """The block that a complete part forms."""
        return self.question.blocks.by_size[part.size][part.blocks.bit_length() - 1]

    def draws(self, part: Part, block: Block) -> list[int]:
        """The kinds that must be drawn for the part to become the block, each as often as it must be drawn."""
        return without(block, self.kinds_of(part))

    def kinds_of(self, part: Part) -> list[int]:
        """The kind of each tile that a part takes from the hand."""
        field, low, held = self.field, self.low, part.held
        return [kind for i, (kind, _) in enumerate(self.held) for _ in range(held >> field * i & low)]

    def nearest(self) -> list[Part]:
        """The parts of one arrangement of least distance; [] if there is no arrangement."""
        if self.distance != UNREACHABLE and not self._nearest:
            self.reaches(self.distance)
        return self._nearest

    def arrangements(self) -> Iterator[Arrangement]:
        """Every way to split the whole hand into blocks, larger sizes first; none if the hand is not complete."""
        if not self.least:
            for parts in self.ways(0):
                yield tuple(self.block(part) for part in sorted(parts, key=lambda part: -part.size))

    def ways(self, missing: int) -> Iterator[list[Part]]:
        """Every choice of parts, one per slot, that can be completed and misses exactly `missing` tiles, 0 or 1."""
        assert missing < 2, "parts that miss more may quarrel over tiles, which is not checked here"
        possible: dict[SearchState, bool] = {}
        chosen: list[Part] = []
        self.order_parts()

        def can_end(state: SearchState) -> bool:
            if not state[0] and not any(state[1]):
                return not state[2]
            found = possible.get(state)
            if found is None:
                found = possible[state] = any(can_end(after) for _, after in self.steps(state))
            return found

        def walk(state: SearchState, first: int) -> Iterator[list[Part]]:
            if not state[0] and not any(state[1]):
                if self._differ(chosen):
                    yield list(chosen)
                return
            for part, after in self.steps(state):
                # Parts that could be taken in several orders are taken in only one of them.
                if (part is None or part.order >= first) and can_end(after):
                    if part is None:
                        yield from walk(after, first)
                    else:
                        chosen.append(part)
                        yield from walk(after, part.order)
                        chosen.pop()

        return walk(self.start(missing), 0)

    def order_parts(self) -> None:
        """Set the `order` of each part. A choice of parts is one in which no part comes before a lower one."""
        for s, by_lowest in enumerate(self.parts):
            for lowest, parts in enumerate(by_lowest):
                for i, part in enumerate(parts):
                    part.order = (lowest << 4 | s) << 24 | i

    def _differ(self, parts: list[Part]) -> bool:
        """True if the parts can become blocks without using a word too often. At most one part is incomplete."""
        if not self.question.distinct:
            return True
        limit = self.question.blocks.limit
        whole = Counter(self.block(part) for part in parts if not part.missing)
        lacking = [part for part in parts if part.missing]
        return all(count <= limit[block] for block, count in whole.items()) and all(
            any(whole[block] < limit[block] for block in self.members(part.blocks, part.size))
            for part in lacking
        )


def _fewer(slots: tuple[int, ...], s: int) -> tuple[int, ...]:
    return slots[:s] + (slots[s] - 1,) + slots[s + 1 :]
