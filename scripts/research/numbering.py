"""Numbers the words of any finite set without gaps, in the order of an alphabet.

    python scripts/research/numbering.py いぬ いぬき ねこ
    python scripts/research/numbering.py --alphabet baA ab a Ab

This is theorem 2 of "Theoretical Background of Nyanten" (Qiita, 2025). There the number of a word is the sum, over its
letters, of how many words begin as this word does up to the letter, and go on with an earlier one. If a word begins
another, as いぬ begins いぬき, both would have one number. So here a word is counted behind the words that it begins
with. How many words begin in a way depends only on how they can end (theorem 3 says it of suits): such beginnings are
one state. The counts of a suit, `kanamj/engine/riichi/ranking.py`, are one case: their states are sums.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from kanamj import KanamjError


class Numbering:
    """The numbers of the words of a finite set: 0 for the first word, without gaps.

    words: sequences of letters. A word that is there twice counts once.
    alphabet: the letters, in their order; each once.

    >>> found = Numbering(["ab", "a", "b"], "ba")
    >>> found.size, [found.rank(word) for word in ("b", "a", "ab")]
    (3, [0, 1, 2])

    Raises KanamjError if a letter is twice in the alphabet, or a word has another letter.
    """

    def __init__(self, words: Iterable[Sequence[Any]], alphabet: Sequence[Any]) -> None:
        self.order = {letter: place for place, letter in enumerate(alphabet)}
        if len(self.order) < len(alphabet):
            raise KanamjError("a letter is twice in the alphabet; give each letter once, in its order")
        self.states: dict[tuple[bool, tuple[tuple[int, int], ...]], int] = {}
        """Whether a word ends, and the places of the next letters with the states behind them -> state."""
        self.sizes: list[int] = []
        """Of each state, how many ends it has."""
        self.start = self._build(sorted({self._places(word) for word in words}))
        self.of = [*self.states]

    def _places(self, word: Sequence[Any]) -> tuple[int, ...]:
        if wrong := [letter for letter in word if letter not in self.order]:
            raise KanamjError(f"{wrong[0]} is not in the alphabet; give an alphabet with all letters")
        return tuple(self.order[letter] for letter in word)

    def _build(self, words: list[tuple[int, ...]]) -> int:
        """Returns the first state. The words are sorted, so a beginning is known whole as soon as a word has another;
        then it becomes a state, or is one that is there."""
        path: list[tuple[bool, list[tuple[int, int]]]] = [(False, [])]
        last: tuple[int, ...] = ()
        for word in [*words, ()]:
            alike = next((at for at, (a, b) in enumerate(zip(last, word, strict=False)) if a != b), None)
            alike = min(len(last), len(word)) if alike is None else alike
            for letter in reversed(last[alike:]):
                state = self._state(*path.pop())
                path[-1][1].append((letter, state))
            path += [(False, []) for _ in word[alike:]]
            if words and (word or not words[0]):
                path[-1] = (True, path[-1][1])
            last = word
        return self._state(*path[0])

    def _state(self, ends: bool, steps: list[tuple[int, int]]) -> int:
        key = (ends, tuple(steps))
        if key not in self.states:
            self.states[key] = len(self.sizes)
            self.sizes.append(ends + sum(self.sizes[after] for _, after in steps))
        return self.states[key]

    @property
    def size(self) -> int:
        """How many words there are."""
        return self.sizes[self.start]

    def rank(self, word: Sequence[Any]) -> int:
        """Returns the number of a word: how many words are before it. Raises KanamjError if it is not in the set."""
        state, rank = self.start, 0
        for place in self._places(word):
            ends, steps = self.of[state]
            rank += ends + sum(self.sizes[after] for each, after in steps if each < place)
            state = dict(steps).get(place, -1)
            if state < 0:
                break
        if state < 0 or not self.of[state][0]:
            raise KanamjError(f"{_text(word)} is not one of the {self.size:,} words")
        return rank


def _text(word: Iterable[Any]) -> str:
    return "".join(map(str, word))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--alphabet", default="", help="letters in their order [default: by code point]")
    given = parser.parse_args()
    try:
        found = Numbering(given.words, given.alphabet or sorted({*_text(given.words)}))
    except KanamjError as error:
        sys.exit(f"error: {error}")
    for word in dict.fromkeys(given.words):
        print(f"{found.rank(word)}\t{word}")
