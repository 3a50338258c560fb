"""The solitaire of the beginners' game 332 in plain Python, by its definition: no ranks, no sweeps, exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests.reference.hands332 import Hands, Vector

Throw = Callable[[Vector], int]


def changed(hand: Vector, kind: int, by: int) -> Vector:
    return (*hand[:kind], hand[kind] + by, *hand[kind + 1 :])


class Play:
    """The chance of any hand of seven tiles to be complete within some draws, for a player.

    throw: hand of eight tiles -> the kind that the player throws; None for best play.
    """

    def __init__(self, hands: Hands, throw: Throw | None = None) -> None:
        self.hands, self.throw = hands, throw
        self.chance = cache(self._chance)

    def _chance(self, hand: Vector, draws: int) -> Fraction:
        if draws == 0:
            return Fraction(0)
        copies = self.hands.copies
        left = [number - held for number, held in zip(copies, hand, strict=True)]
        return sum(
            (n * self._after(changed(hand, kind, 1), draws - 1) for kind, n in enumerate(left) if n),
            Fraction(0),
        ) / sum(left)

    def _after(self, eight: Vector, draws: int) -> Fraction:
        if eight in self.hands.complete:
            return Fraction(1)
        if self.throw:
            return self.chance(changed(eight, self.throw(eight), -1), draws)
        return max(self.chance(changed(eight, kind, -1), draws) for kind, held in enumerate(eight) if held)


def greedy(hands: Hands, uses: list[int]) -> Throw:
    """Throws for the least distance, then the most tiles that lower it, then the letter in the fewest blocks, then the
    lowest kind."""

    @cache
    def merit(seven: Vector) -> tuple[int, int]:
        accepts = hands.accepts(seven)
        return hands.distance(seven), -sum(hands.copies[kind] - seven[kind] for kind in accepts)

    def throw(eight: Vector) -> int:
        kinds = [kind for kind, held in enumerate(eight) if held]
        return min(kinds, key=lambda kind: (*merit(changed(eight, kind, -1)), uses[kind], kind))

    return throw


def by_chance(hands: Hands, uses: list[int], ahead: int = 2) -> Throw:
    """Throws for the best chance within two draws by best play; where there is none, as `greedy`."""
    best, otherwise = Play(hands), greedy(hands, uses)

    def throw(eight: Vector) -> int:
        kinds = [kind for kind, held in enumerate(eight) if held]
        chances = {kind: best.chance(changed(eight, kind, -1), ahead) for kind in kinds}
        top = max(chances.values())
        equal = [kind for kind in kinds if chances[kind] == top]
        return min(equal, key=lambda kind: (uses[kind], kind)) if top else otherwise(eight)

    return throw
