"""How many tiles a suit misses, computed readably. `scripts/build_riichi_tables.py` computes the same by relaxing."""

from __future__ import annotations

from collections import deque

from kanamj.engine.riichi.counts import HAND
from kanamj.engine.riichi.tables import COPIES
from scripts.build_riichi_tables import NONE, Suit


def search_missing(suit: Suit, blocks: int, head: bool) -> dict[tuple[int, ...], int]:
    """Tiles missing to this many blocks (and a head), for each vector of at most 14 tiles.

    0-1 breadth-first search, backwards from the complete vectors: a hand with a tile more misses no more (a draw
    costs nothing), a hand with a tile less at most one more (a throw costs 1). Vectors that cannot be completed
    have no entry.
    """
    missing = dict.fromkeys(suit.complete(blocks, head), 0)
    queue = deque(missing)
    while queue:
        vector = queue.popleft()
        for kind, count in enumerate(vector):
            for step, cost in (1, 0), (-1, 1):
                near = (*vector[:kind], count + step, *vector[kind + 1 :])
                there = 0 <= near[kind] <= COPIES and sum(near) <= HAND
                if there and missing[vector] + cost < missing.get(near, NONE):
                    missing[near] = missing[vector] + cost
                    (queue.append if cost else queue.appendleft)(near)
    return missing
