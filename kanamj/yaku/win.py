"""A win as the yaku see it: its words in one reading each, and how it was won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from kanamj.lexicon.kana import SMALL_TO_PLAIN, SPECIAL
from kanamj.tiles import LONG

NO_COST = 10**10
"""The cost of a word whose cost is unknown: it is rarer than any number of words with a cost (at most 9 digits)."""


class Word(NamedTuple):
    """A word of a win. called: True if it was called by pon, open kan or added kan; other words are closed."""

    reading: str
    spelling: str
    cost: int = NO_COST
    called: bool = False

    @property
    def is_kan(self) -> bool:
        return len(self.reading) > 3

    @property
    def is_palindrome(self) -> bool:
        return self.reading == self.reading[::-1]

    @property
    def is_special(self) -> bool:
        """True if it has a special letter: voiced, half-voiced, small or ー."""
        return not SPECIAL.isdisjoint(self.reading)


def last_letter(reading: str, small_as_large: bool) -> str:
    """The last letter of a word. ー at the end is skipped. small_as_large: a small letter stands for its large one.

    >>> last_letter("でんしゃ", False), last_letter("でんしゃ", True), last_letter("こーひー", False)
    ('ゃ', 'や', 'ひ')
    """
    last = (reading.rstrip(LONG) or LONG)[-1]
    return last.translate(SMALL_TO_PLAIN) if small_as_large else last


class Win:
    """A complete hand with a reading of each word, and how it was won.

    words: the pair-word, then the long words; or seven pair-words. events: what happened, and what was declared:
    "tsumo" or "ron", and names of yaku such as 立直; "first" if riichi was declared in the first turn. small_as_large:
    as for `last_letter`. A set of words is written as bits: bit i is the word `words[i]`.
    """

    def __init__(
        self, words: Sequence[Word], events: frozenset[str] = frozenset(), small_as_large: bool = False
    ) -> None:
        self.words, self.events = tuple(words), events
        self.seven_pairs = len(words) == 7
        self.every = (1 << len(words)) - 1
        self.long = 0 if self.seven_pairs else self.every - 1
        self.called = sum(1 << i for i, word in enumerate(words) if word.called)
        self.kans = [i for i, word in enumerate(words) if word.is_kan]
        self.firsts = [word.reading[0] for word in words]
        self.lasts = [last_letter(word.reading, small_as_large) for word in words]
        self.letters = "".join([word.reading for word in words])

    @cached_property
    def special_letters(self) -> int:
        """The number of special letters in all words."""
        return sum(letter in SPECIAL for letter in self.letters)

    @cached_property
    def same_words(self) -> list[int]:
        """The pairs of words with the same reading, as sets."""
        return equal_pairs([word.reading for word in self.words])

    @cached_property
    def same_firsts(self) -> list[int]:
        """The pairs of words with the same first letter, as sets."""
        return equal_pairs(self.firsts)

    @cached_property
    def same_lasts(self) -> list[int]:
        """The pairs of words with the same last letter, as sets."""
        return equal_pairs(self.lasts)

    @cached_property
    def chains(self) -> list[int]:
        """The chains of two or more words, as sets. A chain that has the pair-word begins with it."""
        found: set[int] = set()
        firsts, lasts, count = self.firsts, self.lasts, len(self.words)
        going = [(1 << i, lasts[i]) for i in range(count)]
        while going:
            chain, last = going.pop()
            if last == "ん":
                continue
            for i in range(1, count):
                if firsts[i] == last and not chain >> i & 1:
                    found.add(chain | 1 << i)
                    going.append((chain | 1 << i, lasts[i]))
        return sorted(found)

    @cached_property
    def joined(self) -> int:
        """The largest set of two or more words that, joined in some order, read the same backwards; 0 if there is none.
        Of several, the one with the fewest words that themselves read the same backwards; of these, a closed one."""
        most, best = (0, 0, False), 0
        alone = [word.is_palindrome for word in self.words]
        odd = []
        for word in self.words:
            bits = 0
            for letter in word.reading:
                bits ^= 1 << ord(letter) - 0x3040
            odd.append(bits)
        for chosen in range(3, self.every + 1):
            inside = [i for i in range(len(self.words)) if chosen >> i & 1]
            bits = 0
            for i in inside:
                bits ^= odd[i]
            if bits & bits - 1 or len(inside) < 2:
                continue  # a text that reads the same backwards has at most one letter an odd number of times
            size = sum(len(self.words[i].reading) for i in inside)
            rank = size, -sum(alone[i] for i in inside), not chosen & self.called
            if rank > most and joins([self.words[i].reading for i in inside]):
                most, best = rank, chosen
        return best


def equal_pairs(values: Sequence[str]) -> list[int]:
    """The pairs of equal values, as sets of two places."""
    return [1 << i | 1 << j for j, value in enumerate(values) for i in range(j) if values[i] == value]


def joins(readings: Sequence[str], head: str = "", tail: str = "") -> bool:
    """True if the readings, joined in some order, read the same backwards. head, tail: what is already laid on both
    sides; one of them is "" as soon as equal letters are taken off.

    >>> joins(["ざい", "きっぷ", "げーむ"]), joins(["たしか", "かした"])
    (False, True)
    """
    if not readings:
        text = head + tail
        return text == text[::-1]
    for i, reading in enumerate(readings):
        rest = [*readings[:i], *readings[i + 1 :]]
        if len(tail) > len(head):
            left, right = head + reading, tail
        else:
            left, right = head, reading + tail
        shared = min(len(left), len(right))
        if left[:shared] == right[::-1][:shared] and joins(rest, left[shared:], right[: len(right) - shared]):
            return True
    return False
