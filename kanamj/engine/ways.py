"""The ways of being tenpai. Each has one of the kinds of wait that the paper defines (section 2.3)."""

from __future__ import annotations

from collections.abc import Iterable

from kanamj.engine.blocks import Block
from kanamj.engine.hand import Way
from kanamj.engine.search import Part, Search

KINDS_OF_WAIT = ("tanki", "trio", "promote", "shanpon", "nobetan", "quartet", "quintet", "orphans")
"""The five kinds of wait of the paper, in its order. `quartet` and `quintet` are like `trio`, for words of four and of
five letters. `orphans` is the wait of thirteen orphans. A wait of letters that are a word themselves is `trio` (or
`quartet`, `quintet`), as section 2.3.2 defines it, and `promote` too. In riichi a pair that waits is only `promote`."""

_GROWS_TO = {2: "tanki", 3: "trio", 4: "quartet", 5: "quintet", 14: "orphans"}


def ways_of_waiting(search: Search) -> list[Way]:
    """All ways in which a hand one tile short is tenpai, in the order of KINDS_OF_WAIT; [] if it is not tenpai.

    If several definitions of the paper hold, each gives a way. If four letters are a trio and one more letter in two
    ways, these are two `tanki` and one `nobetan`. Two words that can both grow are two `trio`, two `promote` and one
    `shanpon`.
    """
    single = _single_ways(search)
    found = {*single, *_shanpon(single), *_nobetan(single)}
    return sorted(found, key=lambda way: (KINDS_OF_WAIT.index(way.kind), way))


def _single_ways(search: Search) -> list[Way]:
    question = search.question
    letters: dict[Part, Block] = {}  # a part may be in thousands of ways, so its letters and draws are kept
    draws: dict[Part, tuple[tuple[int, Block], ...]] = {}
    found = []
    for parts in search.ways(1):
        (waiting,) = (part for part in parts if part.missing)
        if waiting not in draws:
            letters[waiting] = tuple(search.kinds_of(waiting))
            blocks = search.members(waiting.blocks, waiting.size)
            draws[waiting] = tuple(sorted((search.draws(waiting, block)[0], block) for block in blocks))
        complete = tuple(sorted([search.block(part) for part in parts if not part.missing]))
        through = draws[waiting]
        if question.distinct:
            limit = question.blocks.limit
            through = tuple((kind, block) for kind, block in through if complete.count(block) < limit[block])
        rest = letters[waiting]
        if through:
            kinds = ["promote"] if rest in question.blocks.limit else []
            if not kinds or question.blocks.lexicon:
                kinds.append(_GROWS_TO[waiting.size])
            found += [Way(kind, complete, rest, through) for kind in kinds]
    return found


def _shanpon(single: Iterable[Way]) -> list[Way]:
    """The `shanpon` ways: two two-letter words P and Q that can both grow to three letters. Each is found as two
    `promote` ways: Q grows while P is complete, and P grows while Q is complete."""
    promotes = {
        (way.complete, way.rest): way for way in single if way.kind == "promote" and len(way.rest) == 2
    }
    found = []
    for (complete, rest), way in promotes.items():
        for pair in {block for block in complete if len(block) == 2}:
            trios = _less(complete, pair)
            other = promotes.get((tuple(sorted((*trios, rest))), pair))
            if other is not None and pair <= rest:
                draws = tuple(sorted({*way.draws, *other.draws}))
                found.append(Way("shanpon", trios, tuple(sorted(pair + rest)), draws))
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
    found = []
    for (common, letters), group in by_common.items():
        for i, one in enumerate(group):
            for other in group[i + 1 :]:
                found.append(Way("nobetan", common, letters, tuple(sorted({*one.draws, *other.draws}))))
    return found


def _less(blocks: tuple[Block, ...], block: Block) -> tuple[Block, ...]:
    at = blocks.index(block)
    return blocks[:at] + blocks[at + 1 :]
