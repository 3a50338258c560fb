"""The ways of being tenpai, one choice of parts after another: slow, but as the paper defines them."""

from __future__ import annotations

from kanamj.engine.hand import Question, Way
from kanamj.engine.search import Search
from kanamj.engine.ways import _GROWS_TO, KINDS_OF_WAIT, _nobetan, _shanpon


def ways_by_parts(question: Question) -> list[Way]:
    """All ways in which a hand one tile short is tenpai, in the order of KINDS_OF_WAIT; [] if it is not tenpai."""
    search, single = Search(question), []
    for parts in search.ways(1):
        (waiting,) = (part for part in parts if part.missing)
        complete = tuple(sorted([search.block(part) for part in parts if not part.missing]))
        draws = [
            (search.draws(waiting, block)[0], block)
            for block in search.members(waiting.blocks, waiting.size)
            if not question.distinct or complete.count(block) < question.blocks.limit[block]
        ]
        rest = tuple(search.kinds_of(waiting))
        kinds = ["promote"] if rest in question.blocks.limit else []
        if not kinds or question.blocks.lexicon:
            kinds.append(_GROWS_TO[waiting.size])
        single += [Way(kind, complete, rest, tuple(sorted(draws))) for kind in kinds if draws]
    found = {*single, *_shanpon(single), *_nobetan(single)}
    return sorted(found, key=lambda way: (KINDS_OF_WAIT.index(way.kind), way))
