"""Finds the arrangement of a hand that needs the easiest words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from kanamj.engine.blocks import Block
from kanamj.engine.search import Part, Search, SearchState

Ranked: TypeAlias = tuple[tuple[int, Block], ...]
"""The pairs (rank, block) of an arrangement, the highest rank first. The smaller of two tuples is easier."""


def easiest(search: Search, ranks: Mapping[Block, int], missing: int) -> Ranked:
    """The ranks and blocks of the easiest arrangement of a hand that misses `missing` tiles, 0 or 1; () if there is
    none. A hand that misses one tile is completed in every possible way, and the easiest of all these arrangements
    counts. ranks: the rank of every block. missing: not more than the distance of the hand.
    """
    if search.question.distinct:
        return min(_one_by_one(search, ranks, missing), default=())
    kept: dict[Part, tuple[int, Block]] = {}
    found: dict[SearchState, Ranked | None] = {}

    def best(state: SearchState) -> Ranked | None:
        """The easiest blocks from this state of the search on; None if the rest of the hand cannot be split."""
        if not state[0] and not any(state[1]):
            return None if state[2] else ()
        if state in found:
            return found[state]
        least: Ranked | None = None
        for part, after in search.steps(state):
            left = best(after)
            if left is None:
                continue
            if part is not None:
                if part not in kept:
                    kept[part] = min(
                        (ranks[block], block) for block in search.members(part.blocks, part.size)
                    )
                left = tuple(sorted((*left, kept[part]), reverse=True))
            if least is None or left < least:
                least = left
        found[state] = least
        return least

    return best(search.start(missing)) or ()


def _one_by_one(search: Search, ranks: Mapping[Block, int], missing: int) -> Iterator[Ranked]:
    """Every arrangement with its ranks, for forms whose words must differ: each slot depends on the others."""
    limit = search.question.blocks.limit
    for parts in search.ways(missing):
        blocks = [search.block(part) for part in parts if not part.missing]
        for part in (part for part in parts if part.missing):
            left = (
                block
                for block in search.members(part.blocks, part.size)
                if blocks.count(block) < limit[block]
            )
            blocks.append(min(left, key=ranks.__getitem__))
        yield tuple(sorted(((ranks[block], block) for block in blocks), reverse=True))
