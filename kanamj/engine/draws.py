"""Which draws lower the distance, for a hand and for all its discards at once. Plain Python.

A kind is accepted exactly when some arrangement of least distance is missing it. One pass over the states of the
search (`search.Search`) collects what the arrangements miss, as a bit set of kinds; the states of a hand and of
the same hand without one tile are nearly the same, so the fourteen discards share one memory. That pass does not
count copies. Where they count, a kind held in full drops out, and with two or more tiles missing each kind left
is proved by an arrangement that can be completed with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kanamj.engine.question import Question
from kanamj.engine.search import FIELD, LOW, Part, Search, distance, within


class Draws(NamedTuple):
    """The distance of a hand one tile short, and the kinds that lower it, ascending."""

    distance: int
    kinds: tuple[int, ...]


def accepts(question: Question) -> Draws:
    """What a hand one tile short of its form draws to.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(4, {2: ((0, 1), (0, 3)), 3: ()}, {2: (1, 1), 3: ()})
    >>> accepts(Question(blocks, (1, 0, 0, 0), (2,)))
    Draws(distance=1, kinds=(1, 3))
    """
    least = distance(question)
    return Draws(least, Lacking(question).accepted(question, least))


def accepts_after_discards(question: Question) -> dict[int, Draws]:
    """Kind discarded -> what the hand left draws to, for a hand that has as many tiles as its form."""
    least = distance(question)
    lacking = Lacking(question)
    found = {}
    for kind, count in enumerate(question.counts):
        if count:
            left = question.discarding(kind)
            # One tile less raises the distance by at most one.
            after = least if within(left, least) else distance(left)
            found[kind] = Draws(after, lacking.accepted(left, after))
    return found


class Lacking:
    """What the arrangements of a hand, and of any part of it, can be missing; copies not counted."""

    def __init__(self, question: Question) -> None:
        self.search = Search(question._replace(room=None))
        self._position = {kind: i for i, (kind, _) in enumerate(self.search.held)}
        self._collected: dict[_State, int] = {}
        self._of_part: dict[Part, int] = {}

    def accepted(self, hand: Question, distance: int) -> tuple[int, ...]:
        """The kinds that lower the distance of `hand`: the hand of this object, or part of it."""
        search = self.search
        if not 0 < distance <= search.slot_tiles:
            return ()
        rest = sum(hand.counts[kind] << FIELD * i for i, (kind, _) in enumerate(search.held))
        start = _State(rest, search.slots, distance, sum(hand.counts) - search.slot_tiles + distance)
        collected = self._collect(start)
        kinds = [kind for kind in range(len(hand.counts)) if collected >> kind & 1]
        if hand.room is not None:
            kinds = [kind for kind in kinds if hand.counts[kind] < hand.room[kind]]
        if (hand.room is not None and distance > 1) or hand.distinct:
            return self._proved(hand, start, kinds)
        return tuple(kinds)

    def _collect(self, state: _State) -> int:
        """Bit set of the kinds the arrangements from this state miss; -1 if there is no arrangement (0: there is
        one, and it misses nothing)."""
        known = self._collected.get(state)
        if known is not None:
            return known
        found = -1
        if not state.rest:
            found = self._missing_whole(state)
        else:
            for part, after in self._steps(state):
                more = self._collect(after)
                if more >= 0:
                    if part is not None and part.missing:
                        more |= self._lacking(part)
                    found = more if found < 0 else found | more
        self._collected[state] = found
        return found

    def _steps(self, state: _State) -> Iterator[tuple[Part | None, _State]]:
        """What can be done with the lowest kind of the rest: the part taken, None if it is left over; the state
        after it."""
        search = self.search
        rest, slots, missing, left_over = state
        guard = search.guard
        lowest = ((rest & -rest).bit_length() - 1) // FIELD
        for s, count in enumerate(slots):
            if count:
                fewer = slots[:s] + (count - 1,) + slots[s + 1 :]
                for part in search.parts[s][lowest]:
                    if part.missing > missing:
                        break
                    if ((rest | guard) - part.held) & guard == guard:
                        yield part, _State(rest - part.held, fewer, missing - part.missing, left_over)
        idle = rest >> FIELD * lowest & LOW
        if idle <= left_over:
            yield None, _State(rest - (idle << FIELD * lowest), slots, missing, left_over - idle)

    def _missing_whole(self, state: _State) -> int:
        """`_collect` where no tile is left: the open slots are missing whole."""
        parts = self._empty_parts(state)
        if sum(part.missing for part in parts) != state.missing or not all(part.blocks for part in parts):
            return -1
        found = 0
        for part in parts:
            found |= self._lacking(part)
        return found

    def _empty_parts(self, state: _State) -> list[Part]:
        return [
            part for part, count in zip(self.search.empty, state.slots, strict=True) for _ in range(count)
        ]

    def _lacking(self, part: Part) -> int:
        """Bit set of the kinds a part may lack."""
        known = self._of_part.get(part)
        if known is None:
            kinds = range(len(self.search.question.counts))
            known = self._of_part[part] = sum(1 << kind for kind in kinds if self._drawing(part, kind))
        return known

    def _drawing(self, part: Part, kind: int) -> int:
        """The blocks a part can become by drawing a tile of that kind and maybe others."""
        if not part.missing:
            return 0
        i = self._position.get(kind)
        held = 0 if i is None else part.held >> FIELD * i & LOW
        return part.blocks & self.search.question.blocks.holding[part.size][kind][held + 1]

    def _proved(self, hand: Question, start: _State, kinds: list[int]) -> tuple[int, ...]:
        """Those of `kinds` for which some arrangement can be completed, copies and words counted."""
        proved: set[int] = set()
        for kind in kinds:
            if kind not in proved:
                ways = self._ways(start, kind, [])
                proved.update(next((drawn for way in ways if (drawn := self._drawn(hand, way, kind))), ()))
        return tuple(kind for kind in kinds if kind in proved)

    def _ways(self, state: _State, kind: int, chosen: list[Part]) -> Iterator[list[Part]]:
        """The arrangements from this state that may lack `kind`, behind the parts chosen."""
        if not state.rest:
            parts = chosen + self._empty_parts(state)
            if any(self._drawing(part, kind) for part in parts):
                yield parts
            return
        had = any(self._drawing(part, kind) for part in chosen)
        for part, after in self._steps(state):
            more = self._collect(after)
            if more >= 0 and (had or more >> kind & 1 or (part is not None and self._drawing(part, kind))):
                yield from self._ways(after, kind, chosen if part is None else [*chosen, part])

    def _drawn(self, hand: Question, parts: list[Part], kind: int) -> set[int]:
        """The kinds drawn by one completion of the parts that draws `kind`; empty if there is none."""
        for i, part in enumerate(parts):
            if narrowed := self._drawing(part, kind):
                forced = [*parts[:i], part._replace(blocks=narrowed), *parts[i + 1 :]]
                for blocks in self.search.completions(forced, hand):
                    return {
                        drawn
                        for part, block in zip(parts, blocks, strict=True)
                        for drawn in self.search.draws(part, block)
                    }
        return set()


class _State(NamedTuple):
    """A state of the search: packed rest, open slots by size, tiles that may be missing, tiles left over."""

    rest: int
    slots: tuple[int, ...]
    missing: int
    left_over: int
