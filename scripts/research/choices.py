"""Count the ways to choose four bodies and a head of ordinary mahjong: python scripts/research/choices.py

"Count the Shantens" (Code Golf Stack Exchange, 2020) writes the number of complete hands by the general form as
34·118⁴ − X and leaves X open. There a hand is a choice: a head, and four bodies in order. The 118 bodies are the 34
triplets, and each of the 21 runs four times. X is the number of choices with a tile more than four times.

Here the choices of each suit are found by adding one body after another. Suits are then put together: a choice of four
bodies in order says also which of the four are of which suit.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import factorial, prod

SUIT, HONOURS = 9, 7
Vector = tuple[int, ...]


def bodies(kinds: int) -> Counter[Vector]:
    """Counts -> how many of the 118 bodies have them: 1 for a triplet, 4 for a run. Honours have no runs."""
    triplets = {tuple(3 * (kind == k) for k in range(kinds)): 1 for kind in range(kinds)}
    starts = range(kinds - 2) if kinds == SUIT else range(0)
    runs = {tuple(int(start <= k < start + 3) for k in range(kinds)): 4 for start in starts}
    return Counter(triplets | runs)


def choices(kinds: int, number: int, head: bool) -> int:
    """In how many ways bodies in order (and a head, if `head`) are chosen in a suit, no tile more than four times."""
    heads = Counter(tuple(2 * (kind == k) for k in range(kinds)) for kind in range(kinds))
    ways: Counter[Vector] = Counter({(0,) * kinds: 1})
    for pieces in [bodies(kinds)] * number + [heads] * head:
        more: Counter[Vector] = Counter()
        for (held, way), (piece, copies) in product(ways.items(), pieces.items()):
            counts = tuple(map(int.__add__, held, piece))
            if max(counts) <= 4:
                more[counts] += way * copies
        ways = more
    return ways.total()


def main() -> None:
    suits = [SUIT, SUIT, SUIT, HONOURS]
    known = {key: choices(*key) for key in product({*suits}, range(5), (False, True))}
    left = 0
    for numbers in product(range(5), repeat=4):
        if sum(numbers) == 4:
            orders = factorial(4) // prod(map(factorial, numbers))
            for at in range(4):
                shares = zip(suits, numbers, (suit == at for suit in range(4)), strict=True)
                left += orders * prod(known[share] for share in shares)
    every = sum(suits) * (3 * bodies(SUIT).total() + bodies(HONOURS).total()) ** 4
    print(f"choices  {every:,}\nX        {every - left:,}\nleft     {left:,}")


if __name__ == "__main__":
    main()
