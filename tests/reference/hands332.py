"""Judges every hand of form 332 over a small tile set by the definition alone. The exact counts must agree with it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from tests.reference import oracles

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
        self.complete = oracles.complete_hands({3: trios, 2: pairs}, (3, 3, 2), self.copies)

    def distance(self, hand: Vector) -> int:
        """Tiles still missing: the definition."""
        found = oracles.missing(hand, self.complete)
        assert found is not None
        return found

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
        for hand in oracles.hands(self.copies, tiles):
            found[self.distance(hand)] += oracles.ways(self.copies, hand)
        return found

    def accepted(self, tiles: int) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
        """Hands by distance and kinds accepted, and by distance and tiles accepted."""
        by_kinds: Counter[tuple[int, int]] = Counter()
        by_tiles: Counter[tuple[int, int]] = Counter()
        for hand in oracles.hands(self.copies, tiles):
            kinds = self.accepts(hand)
            left = sum(self.copies[kind] - hand[kind] for kind in kinds)
            distance, ways = self.distance(hand), oracles.ways(self.copies, hand)
            by_kinds[distance, len(kinds)] += ways
            by_tiles[distance, left] += ways
        return by_kinds, by_tiles
