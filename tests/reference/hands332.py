"""Judges every hand of form 332 over a small tile set by the definition alone. The exact counts must agree with it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb

Vector = tuple[int, ...]
World = tuple[tuple[int, ...], list[tuple[int, ...]], list[tuple[int, ...]]]
"""Copies of each kind, trios, pairs."""


def worlds(seed: int, number: int) -> Iterator[World]:
    """Random small worlds: 2 to 7 kinds of 0 to 5 copies, few words, doubled letters among them."""
    rng = random.Random(seed)
    while number:
        copies = tuple(rng.choice([0, 1, 2, 3, 4, 5]) for _ in range(rng.randint(2, 7)))
        if sum(copies) < 8:
            continue
        kinds = [kind for kind, count in enumerate(copies) if count]
        trios = {tuple(sorted(rng.choices(kinds, k=3))) for _ in range(rng.randint(1, 8))}
        pairs = {tuple(sorted(rng.choices(kinds, k=2))) for _ in range(rng.randint(1, 5))}
        yield copies, sorted(trios), sorted(pairs)
        number -= 1


class Hands:
    """A world's complete hands, and the distance of any hand to them."""

    def __init__(self, world: World) -> None:
        self.copies, trios, pairs = world
        threes, twos = ([self._vector(block) for block in blocks] for blocks in (trios, pairs))
        self.complete = {
            whole
            for a, b in combinations_with_replacement(threes, 2)
            for c in twos
            if self._fits(whole := tuple(map(sum, zip(a, b, c, strict=True))))
        }

    def _vector(self, block: Sequence[int]) -> Vector:
        return tuple(block.count(kind) for kind in range(len(self.copies)))

    def _fits(self, hand: Vector) -> bool:
        return all(held <= copies for held, copies in zip(hand, self.copies, strict=True))

    def hands(self, tiles: int, kind: int = 0) -> Iterator[Vector]:
        """All multisets of this many tiles."""
        if kind == len(self.copies):
            if not tiles:
                yield ()
            return
        for held in range(min(tiles, self.copies[kind]) + 1):
            for rest in self.hands(tiles - held, kind + 1):
                yield held, *rest

    def ways(self, hand: Vector) -> int:
        """The number of hands of real tiles that are this multiset."""
        product = 1
        for held, copies in zip(hand, self.copies, strict=True):
            product *= comb(copies, held)
        return product

    def distance(self, hand: Vector) -> int:
        """Tiles still missing: the definition."""
        return min(
            sum(max(want - held, 0) for want, held in zip(whole, hand, strict=True))
            for whole in self.complete
        )

    def accepts(self, hand: Vector) -> list[int]:
        """The kinds that lower the distance and of which a copy is left."""
        distance = self.distance(hand)
        return [
            kind
            for kind in range(len(hand))
            if hand[kind] < self.copies[kind]
            and self.distance((*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])) < distance
        ]

    def counts(self, tiles: int) -> Counter[int]:
        """Hands by distance."""
        found: Counter[int] = Counter()
        for hand in self.hands(tiles):
            found[self.distance(hand)] += self.ways(hand)
        return found

    def accepted(self, tiles: int) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
        """Hands by distance and kinds accepted, and by distance and tiles accepted."""
        by_kinds: Counter[tuple[int, int]] = Counter()
        by_tiles: Counter[tuple[int, int]] = Counter()
        for hand in self.hands(tiles):
            kinds = self.accepts(hand)
            left = sum(self.copies[kind] - hand[kind] for kind in kinds)
            distance, ways = self.distance(hand), self.ways(hand)
            by_kinds[distance, len(kinds)] += ways
            by_tiles[distance, left] += ways
        return by_kinds, by_tiles
