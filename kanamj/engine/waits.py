"""The draws of one hand: the kinds that lower its distance, now or after each of its discards. Plain Python.

A kind is accepted exactly if some arrangement of least distance misses it. One pass over the states of the search
(`search.Search`) collects what the arrangements miss, as a bit set of kinds. If two or more tiles are missing, that
pass promises too many kinds, as two slots may want the same last tile. So each kind is proved by an arrangement that
draws it and can be completed. If that fails, a tile becomes watched, and the pass is repeated.

The search of a hand h also finds the draws of h - y, the hand without a tile y. If throwing y keeps the distance d, no
arrangement of h - y at distance d misses y, so each is an arrangement of h that leaves y over. If throwing y raises the
distance to d + 1, each arrangement of h at distance d holds y; so h - y accepts y and all that h accepts. Every other
arrangement of h - y at distance d + 1 is an arrangement of h that leaves y over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from kanamj.engine.blocks import Block
from kanamj.engine.hand import UNREACHABLE, Draws, bits
from kanamj.engine.search import Part, PricedPart, Quarrel, Search, SearchState


def accepts(search: Search) -> Draws:
    """The distance of a hand one tile short of its form, and the kinds that lower it.

    >>> from kanamj.engine.blocks import Blocks
    >>> from kanamj.engine.hand import Question
    >>> blocks = Blocks(4, {2: ((0, 1), (0, 3)), 3: ()}, {2: (1, 1), 3: ()})
    >>> accepts(Search(Question(blocks, (1, 0, 0, 0), (2,))))
    Draws(distance=1, kinds=(1, 3))
    """
    if not 0 < search.distance < UNREACHABLE:
        return Draws(search.distance, ())
    return Draws(search.distance, tuple(bits(_Lacking(search, search.distance).proved(None))))


class Discards:
    """The discards of a full-sized hand. Draws are found only when they are asked for: after a discard that raises the
    distance, they take several times as long."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self._lacking = _Lacking(search, search.distance), _Lacking(search, search.distance + 1)

    def distance(self, kind: int) -> int:
        """The distance after throwing a tile of this kind."""
        least = self.search.distance
        return least if least == UNREACHABLE or self.search.reaches(least, without=kind) else least + 1

    def draws(self, kind: int) -> Draws:
        """The distance after throwing a tile of this kind, and the kinds that lower it."""
        distance, (same, more) = self.distance(kind), self._lacking
        if distance == UNREACHABLE:
            return Draws(distance, ())
        if distance == self.search.distance:
            return Draws(distance, tuple(bits(same.proved(kind))))
        known = same.proved(None) | 1 << kind
        return Draws(distance, tuple(bits(known | more.proved(kind, known))))


class _Lacking:
    """Finds the kinds that the arrangements of a hand can miss. Only arrangements that miss `missing` tiles count."""

    def __init__(self, search: Search, missing: int) -> None:
        self.search = search
        self.missing = missing
        self._collected: dict[SearchState, int] = {}
        self._of_blocks: dict[tuple[Part, int], int] = {}
        self._watched = 0
        self._witnesses: list[tuple[int, int]] = []
        """Arrangements that can be completed, as pairs: the tiles that they leave over (packed like the rest of a
        hand), and the bit set of the kinds that they draw, or could draw instead."""

    def proved(self, without: int | None, known: int = 0) -> int:
        """The bit set of the kinds that some arrangement misses and draws when it is completed. without: take a tile of
        this kind out of the hand first. known: kinds that need no proof; they may be left out."""
        search = self.search
        while True:
            try:
                return self._proved(search.start(self.missing, without), without, known)
            except Quarrel as quarrel:
                search.watch(quarrel.over)

    def _proved(self, start: SearchState, without: int | None, known: int) -> int:
        if self._watched < len(self.search.watched):
            self._watched = len(self.search.watched)
            self._collected.clear()
            self._of_blocks.clear()
        promised = self._collect(start)
        if promised <= 0 or (self.missing < 2 and not self.search.question.distinct):
            return max(promised, 0)
        place = 0 if without is None else self.search.place[without]
        proved = known
        for left_over, drawn in self._witnesses:
            if without is None or left_over >> place & self.search.low:
                proved |= drawn
        while wanted := promised & ~proved:
            proved |= self._witness(start, wanted & -wanted, [], 0 if without is None else 1 << place)
        return proved & promised

    def _collect(self, state: SearchState) -> int:
        """The bit set of the kinds missed by the arrangements that can follow from this state (0 if they miss none); -1
        if no arrangement can follow. The loop of `Search.steps` is copied here, as in `Search._reach`."""
        rest, slots, missing, left_over, budget = state
        if not rest:
            return self._collect_empty(state)
        found = self._collected.get(state)
        if found is not None:
            return found
        found, search, collect = -1, self.search, self._collect
        guard, field, budget_guard = search.guard, search.field, search.budget_guard
        lowest = ((rest & -rest).bit_length() - 1) // field
        for s, count in enumerate(slots):
            if not count:
                continue
            fewer = slots[:s] + (count - 1,) + slots[s + 1 :]
            for part in search.parts[s][lowest]:
                if part.missing > missing:
                    break
                if ((rest | guard) - part.held) & guard != guard:
                    continue
                for cost, blocks in part.options:
                    if cost and ((budget | budget_guard) - cost) & budget_guard != budget_guard:
                        continue
                    after = (rest - part.held, fewer, missing - part.missing, left_over, budget - cost)
                    more = collect(after)
                    if more >= 0:
                        if part.missing:
                            more |= self._lacking(part, blocks)
                        found = more if found < 0 else found | more
        idle = rest >> field * lowest & search.low
        if idle <= left_over:
            more = collect((rest - (idle << field * lowest), slots, missing, left_over - idle, budget))
            if more >= 0:
                found = more if found < 0 else found | more
        self._collected[state] = found
        return found

    def _collect_empty(self, state: SearchState) -> int:
        """As `_collect`, for states without tiles: the open slots miss all their tiles."""
        if not any(state[1]):
            return -1 if state[2] else 0
        found = -1
        for part, after in self.search.steps(state):
            assert part is not None, "nothing is left that could be left over"
            for cost, blocks in part.options:
                paid = self.search.pay(after, cost)
                more = -1 if paid is None else self._collect_empty(paid)
                if more >= 0:
                    found = max(found, 0) | more | self._lacking(part, blocks)
        return found

    def _witness(self, state: SearchState, kind: int, chosen: list[PricedPart], left_over: int) -> int:
        """Find an arrangement that draws this kind (a bit set with one bit) when it is completed. Returns the bit set
        of all kinds that it draws, or could draw instead. chosen: its parts so far. left_over: the tiles left over so
        far, packed."""
        search = self.search
        if not state[0] and not any(state[1]):
            return self._completed(kind, chosen, left_over)
        had = any(self._lacking(part, blocks) & kind for part, blocks in chosen)
        for part, after in search.steps(state):
            for cost, blocks in part.options if part is not None else _NOTHING:
                paid = search.pay(after, cost)
                more = -1 if paid is None else self._collect(paid)
                if paid is None or more < 0:
                    continue
                if part is None:
                    if had or more & kind:
                        return self._witness(paid, kind, chosen, left_over + (state[0] ^ after[0]))
                elif had or (more | self._lacking(part, blocks)) & kind:
                    return self._witness(paid, kind, [*chosen, (part, blocks)], left_over)
        raise AssertionError("every promised kind is drawn by some arrangement")

    def _completed(self, kind: int, chosen: list[PricedPart], left_over: int) -> int:
        search = self.search
        place = kind.bit_length() - 1
        quarrel = None
        for i, (part, blocks) in enumerate(chosen):
            if self._lacking(part, blocks) & kind:
                index = search.question.blocks.holding[part.size][place]
                forced = [
                    *chosen[:i],
                    (part, blocks & index[search.count(part, place) + 1]),
                    *chosen[i + 1 :],
                ]
                try:
                    taken = search.complete(forced)
                except Quarrel as error:
                    quarrel = error
                    continue
                drawn = self._drawn(chosen, taken)
                self._witnesses.append((left_over, drawn))
                return drawn
        assert quarrel is not None, "the kind is drawn by one of the parts"
        raise quarrel

    def _drawn(self, chosen: list[PricedPart], taken: list[Block]) -> int:
        """The bit set of the kinds that are drawn if the parts become the blocks `taken`, or if only one of the parts
        becomes another of its blocks. (If words must differ, only the blocks `taken` count.)"""
        search, drawn = self.search, 0
        lacking = [
            (part, blocks, search.draws(part, block))
            for (part, blocks), block in zip(chosen, taken, strict=True)
            if part.missing
        ]
        for part, blocks, draws in lacking:
            for kind in draws:
                drawn |= 1 << kind
            if not search.question.distinct:
                others = Counter(chain(*(theirs for *_, theirs in lacking if theirs is not draws)))
                drawn |= self._lacking(part, blocks & self._there(part, others))
        return drawn

    def _there(self, part: Part, drawn: Mapping[int, int]) -> int:
        """The bit set of the blocks for which enough tiles are left, with blocks that the part cannot become. drawn:
        kind -> how many of its tiles the other parts draw."""
        question, there = self.search.question, -1
        if question.room is not None:
            for kind, times in drawn.items():
                left = question.room[kind] - question.counts[kind] - times
                most = left + self.search.count(part, kind)
                if most < part.size:
                    there &= ~question.blocks.holding[part.size][kind][most + 1]
        return there

    def _lacking(self, part: Part, blocks: int) -> int:
        """The bit set of the kinds that a part may lack to become one of these blocks."""
        known = self._of_blocks.get((part, blocks))
        if known is None:
            search = self.search
            known = 0
            if part.missing:
                for kind, index in enumerate(search.question.blocks.holding[part.size]):
                    if blocks & index[search.count(part, kind) + 1]:
                        known |= 1 << kind
            self._of_blocks[part, blocks] = known
        return known


_NOTHING = ((0, 0),)
