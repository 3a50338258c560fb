"""How many kans a hand can call, one after another, with the tiles that are drawn for them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

MOST_KANS = 4
DEALT_FOR_KANS = 20
"""A hand of 14 tiles, and the most tiles that are drawn for three kans of words of up to five letters."""
_WIDTH = 6


class Kans:
    """The kans of a list.

    keys: the letters of its words, each sorted; those of three letters or fewer are no kans.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self.keys = {key for key in keys if len(key) > 3}
        self._begun = {key[:end] for key in self.keys for end in range(1, len(key) + 1)}

    def within(self, letters: str, begun: str = "") -> Iterator[str]:
        """Yields the keys that these sorted letters contain, each once.

        begun: letters that each key begins with.
        """
        for i, letter in enumerate(letters):
            if (key := begun + letter) in self._begun and (not i or letter != letters[i - 1]):
                if key in self.keys:
                    yield key
                yield from self.within(letters[i + 1 :], key)

    def chain(self, letters: str, drawn: str = "") -> int:
        """Returns the most kans, at most four, that these letters can call one after another.

        drawn: the letters that are drawn for them, in this order, n - 3 for a kan of n letters; "" is a hand that
            may only call what it has.

        >>> kans = Kans(["あいうえ", "おかきく"])
        >>> kans.chain("あいうえおかき"), kans.chain("あいうえおかき", "く")
        (1, 2)
        """
        there = sorted({*letters, *drawn})
        one = {letter: 1 << i * _WIDTH for i, letter in enumerate(there)}
        guard = sum(one.values()) << _WIDTH - 1
        keys = [
            (sum(map(one.__getitem__, key)), len(key) - 3)
            for key in self.within("".join(sorted(letters + drawn)))
        ]
        draws = [*map(one.__getitem__, drawn)]

        def most(held: int, place: int, left: int) -> int:
            best = 0
            for packed, number in keys:
                if best < left and ((held | guard) - packed) & guard == guard:
                    after = held - packed + sum(draws[place : place + number])
                    best = max(best, 1 + most(after, place + number, left - 1) if left > 1 else 1)
            return best

        return most(sum(map(one.__getitem__, letters)), 0, MOST_KANS)

    def dealt(self, letters: str) -> tuple[int, int]:
        """Returns the most kans of a hand, of the letters dealt and with the tiles drawn for kans.

        letters: DEALT_FOR_KANS letters dealt, sorted; they are shuffled, by a seed made of them.
        """
        mixed = "".join(random.Random(letters).sample(letters, len(letters)))
        return self.chain(mixed[:14]), self.chain(mixed[:14], mixed[14:])
