"""Count the ways to choose four bodies and a head of ordinary mahjong: python scripts/count_choices.py

"Count the Shantens" (Code Golf Stack Exchange, 2020) writes the number of complete hands as 34·118⁴ − X, and leaves X
open. There a hand is a choice: a head, and four bodies in order. The 118 bodies are the 34 triplets, and each of the 21
runs four times. X is the number of choices with a tile more than four times.

The choices in each suit are counted by adding one body after another. Then the suits are put together: of four bodies
in order, a choice also says which are of which suit.
"""

from __future__ import annotations

from itertools import product
from math import factorial, prod

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
            heads = (place == with_head for place in range(4))
            left += orders * prod(fitting[share] for share in zip(suits, numbers, heads, strict=True))
    every = sum(suit.kinds for suit in suits) * sum(len(bodies(suit)) for suit in suits) ** 4
    print(f"choices  {every:,}\nX        {every - left:,}\nleft     {left:,}")


if __name__ == "__main__":
    from start import start

    start(main)
