"""Count the ways to choose a complete hand of ordinary mahjong: python scripts/count_choices.py

"Count the Shantens" (Code Golf Stack Exchange, 2020) writes the number of complete hands as 34·118⁴ − X + C(34, 7) + 13
and leaves X open. There a hand is a choice: a head, and four bodies in order. The 118 bodies are the 34 triplets, and
each of the 21 runs four times. X is the number of choices with a tile more than four times. C(34, 7) are the hands of
seven different heads, 13 those of thirteen orphans.

The choices in each suit are counted by adding one body after another. Then the suits are put together: of four bodies
in order, a choice also says which are of which suit.
"""

from __future__ import annotations

from itertools import product
from math import comb, factorial, prod

from build_riichi_tables import HONOURS, SUIT, Suit, Vector, sums


def bodies(suit: Suit) -> list[Vector]:
    """Those of the 118 bodies that are of this suit."""
    return [block for block in suit.blocks for _ in range(4 if max(block) == 1 else 1)]


def main() -> None:
    suits = (SUIT, SUIT, SUIT, HONOURS)
    fitting = {
        (suit, number, head): sums(suit.kinds, [bodies(suit)] * number + [suit.heads] * head).total()
        for suit, number, head in product({*suits}, range(5), (False, True))
    }
    left = 0
    for numbers in (each for each in product(range(5), repeat=4) if sum(each) == 4):
        orders = factorial(4) // prod(map(factorial, numbers))
        for with_head in range(4):
            headed = (place == with_head for place in range(4))
            left += orders * prod(fitting[share] for share in zip(suits, numbers, headed, strict=True))
    kinds = sum(suit.kinds for suit in suits)
    every = kinds * sum(len(bodies(suit)) for suit in suits) ** 4
    heads = comb(kinds, 7)
    orphans = 2 * suits.count(SUIT) + HONOURS.kinds
    rows = {"choices": every, "X": every - left, "left": left, "seven heads": heads, "orphans": orphans}
    for name, number in {**rows, "all": left + heads + orphans}.items():
        print(f"{name:<13}{number:>13,}")


if __name__ == "__main__":
    from start import start

    start(main)
