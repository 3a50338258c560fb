"""The ways of being tenpai. Each has one of the kinds of wait that the paper defines (section 2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from kanamj.engine.blocks import Block
from kanamj.engine.hand import Way
from kanamj.engine.search import Part, Search, SearchState

KINDS_OF_WAIT = ("tanki", "trio", "promote", "shanpon", "nobetan", "quartet", "quintet", "orphans")
"""The five kinds of wait of the paper, in its order. `quartet` and `quintet` are like `trio`, for words of four and of
five letters. `orphans` is the wait of thirteen orphans. A wait of letters that are a word themselves is `trio` (or
`quartet`, `quintet`), as section 2.3.2 defines it, and `promote` too. In riichi a pair that waits is only `promote`."""

_Draws: TypeAlias = tuple[tuple[int, Block], ...]
"""The kinds that are drawn, each with the block that it completes."""
_Ending: TypeAlias = tuple[int, tuple[Block, ...], Part | None]
"""What can become of the rest of a hand: the order of its first part; the complete blocks; the part that waits."""
_LAST = 1 << 62
"""An order behind that of all parts."""
_GROWS_TO = {2: "tanki", 3: "trio", 4: "quartet", 5: "quintet", 14: "orphans"}


def ways_of_waiting(search: Search) -> list[Way]:
    """All ways in which a hand one tile short is tenpai, in the order of KINDS_OF_WAIT; [] if it is not tenpai.

    If several definitions of the paper hold, each gives a way. If four letters are a trio and one more letter in two
    ways, these are two `tanki` and one `nobetan`. Two words that can both grow are two `trio`, two `promote` and one
    `shanpon`.
    """
    single = _single_ways(search)
    found = dict.fromkeys([*single, *_shanpon(single), *_nobetan(single)])
    return [way for kind in KINDS_OF_WAIT for way in sorted([way for way in found if way.kind == kind])]


def _single_ways(search: Search) -> list[Way]:
    """The ways that are one choice of parts; those of one kind in their order."""
    blocks, distinct = search.question.blocks, search.question.distinct
    splits = []
    known: dict[Part, tuple[Block, tuple[str, ...], _Draws]] = {}  # a part may be in thousands of ways
    for _, complete, waiting in _endings(search):
        assert waiting is not None, "one tile is missing"
        if waiting not in known:
            known[waiting] = _waiting(search, waiting)
        splits.append((tuple(sorted(complete)), *known[waiting]))
    splits.sort()
    found = []
    for complete, rest, kinds, draws in splits:
        if distinct:
            limit = blocks.limit
            if any(complete.count(block) > limit[block] for block in complete):
                continue
            draws = tuple((kind, block) for kind, block in draws if complete.count(block) < limit[block])
        if draws:
            found += [Way(kind, complete, rest, draws) for kind in kinds]
    return found


def _waiting(search: Search, part: Part) -> tuple[Block, tuple[str, ...], _Draws]:
    """What a part is that lacks one tile: its letters, the kinds of wait, what it draws and then is."""
    blocks, rest = search.question.blocks, tuple(sorted(search.kinds_of(part)))
    kinds = ("promote",) if rest in blocks.limit else ()
    if not kinds or blocks.lexicon:
        kinds = (*kinds, _GROWS_TO[part.size])
    members = search.members(part.blocks, part.size)
    return rest, kinds, tuple(sorted((search.draws(part, block)[0], block) for block in members))


def _endings(search: Search) -> list[_Ending]:
    """Every choice of parts, one per slot, that misses one tile. What can become of the rest of a hand is found once,
    however the search comes to this rest; this takes a third of the time of `Search.ways`."""
    search.order_parts()
    known: dict[SearchState, list[_Ending]] = {}

    def endings(state: SearchState) -> list[_Ending]:
        found = known.get(state)
        if found is not None:
            return found
        known[state] = found = []
        if not state[0] and not any(state[1]):
            if not state[2]:
                found.append((_LAST, (), None))
            return found
        for part, after in search.steps(state):
            if part is None:
                found += endings(after)
                continue
            # Parts that could be taken in several orders are taken in only one of them.
            later = [each for each in endings(after) if each[0] >= part.order]
            if part.missing:
                found += [(part.order, complete, part) for _, complete, _ in later]
            else:
                block = (search.block(part),)
                found += [(part.order, block + complete, waiting) for _, complete, waiting in later]
        return found

    return endings(search.start(1))


def _shanpon(single: Iterable[Way]) -> list[Way]:
    """The `shanpon` ways: two two-letter words P and Q that can both grow to three letters. Each is found as two
    `promote` ways: Q grows while P is complete, and P grows while Q is complete."""
    promotes = {
        (way.complete, way.rest): way for way in single if way.kind == "promote" and len(way.rest) == 2
    }
    found, known = [], dict[tuple[int, int], _Draws]()
    for (complete, rest), way in promotes.items():
        for pair in {block for block in complete if len(block) == 2}:
            trios = _less(complete, pair)
            other = promotes.get((tuple(sorted((*trios, rest))), pair))
            if other is not None and pair <= rest:
                found.append(Way("shanpon", trios, tuple(sorted(pair + rest)), _merged(way, other, known)))
    return found


def _nobetan(single: Iterable[Way]) -> list[Way]:
    """The `nobetan` ways: four letters that are a trio and one more letter in two ways, U + x = V + z. Each is found as
    two `tanki` ways that differ in one trio."""
    tankis = [way for way in single if way.kind == "tanki"]
    by_common: dict[tuple[tuple[Block, ...], Block], list[Way]] = {}
    for way in tankis:
        for trio in {block for block in way.complete if len(block) == 3}:
            letters = tuple(sorted(trio + way.rest))
            by_common.setdefault((_less(way.complete, trio), letters), []).append(way)
    found, known = [], dict[tuple[int, int], _Draws]()
    for (common, letters), group in by_common.items():
        for i, one in enumerate(group):
            for other in group[i + 1 :]:
                found.append(Way("nobetan", common, letters, _merged(one, other, known)))
    return found


def _merged(one: Way, other: Way, known: dict[tuple[int, int], _Draws]) -> _Draws:
    """The draws of two ways together. known: what was merged before, as thousands of ways share their draws."""
    which = id(one.draws), id(other.draws)
    if which not in known:
        known[which] = tuple(sorted({*one.draws, *other.draws}))
    return known[which]


def _less(blocks: tuple[Block, ...], block: Block) -> tuple[Block, ...]:
    at = blocks.index(block)
    return blocks[:at] + blocks[at + 1 :]
