"""A win as the yaku see it: its words in one reading each, and how it was won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from kanamj.lexicon.kana import SMALL_TO_PLAIN, SPECIAL
from kanamj.tiles import LONG

NO_COST = 10**10
"""The cost of a word whose cost is unknown: it is rarer than any number of words with a cost (at most 9 digits)."""


class Word(NamedTuple):
    """A word of a win.

    called: True if it was called by pon, open kan or added kan; other words are closed. is_special: True if it has a
        special letter: voiced, half-voiced, small or ー.
    """

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
        return not SPECIAL.isdisjoint(self.reading)


def last_letter(reading: str, small_as_large: bool) -> str:
    """Returns the last letter of a word. ー at the end is skipped.

    small_as_large: a small letter stands for its large one.

    >>> last_letter("でんしゃ", False), last_letter("でんしゃ", True), last_letter("こーひー", False)
    ('ゃ', 'や', 'ひ')
    """
    last = (reading.rstrip(LONG) or LONG)[-1]
    return last.translate(SMALL_TO_PLAIN) if small_as_large else last


class Win:
    """A complete hand with a reading of each word, and how it was won.

    words: the pair-word, then the long words; or seven pair-words.
    events: what happened, and what was declared: "tsumo" or "ron", and names of yaku such as 立直; "first" if riichi
        was declared in the first turn.
    small_as_large: as for `last_letter`.

    A set of words is written as bits: bit i is the word `words[i]`. `same_firsts`, `same_lasts` and `same_words` are
    the pairs of words with the same first letter, last letter or reading, as sets.
    """

    def __init__(
        self, words: Sequence[Word], events: frozenset[str] = frozenset(), small_as_large: bool = False
    ) -> None:
        self.words, self.events = tuple(words), events
        self.seven_pairs = len(words) == 7
        self.every = (1 << len(words)) - 1
        self.called = sum(1 << i for i, word in enumerate(words) if word.called)
        self.kans = [i for i, word in enumerate(words) if word.is_kan]
        self.firsts = [word.reading[0] for word in words]
        self.lasts = [last_letter(word.reading, small_as_large) for word in words]
        self.letters = "".join([word.reading for word in words])
        self.special_letters = sum(letter in SPECIAL for letter in self.letters)
        self.same_firsts, self.same_lasts = equal_pairs(self.firsts), equal_pairs(self.lasts)
        self.same_words = equal_pairs([word.reading for word in words])

    def size(self, chosen: int) -> int:
        """Returns the number of letters of a set of words."""
        return sum(len(word.reading) for i, word in enumerate(self.words) if chosen >> i & 1)

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
        best = (0, 0, False, 0)
        for chosen in paired([word.reading for word in self.words]):
            inside = [word for i, word in enumerate(self.words) if chosen >> i & 1]
            alone = sum(word.is_palindrome for word in inside)
            rank = -self.size(chosen), alone, chosen & self.called > 0, chosen
            if rank < best and reads_back(tuple((word.reading,) for word in inside)):
                best = rank
        return best[-1]


def paired(keys: Iterable[str]) -> list[int]:
    """Returns the sets of two or more of these keys or words that, joined, have at most one letter an odd number of
    times. All that read the same backwards in some order are among them."""
    bits: dict[str, int] = {}
    odd = [0]
    for key in keys:
        own = 0
        for letter in key:
            own ^= bits.setdefault(letter, 1 << len(bits))
        odd += [own ^ each for each in odd]
    return [chosen for chosen, each in enumerate(odd) if not each & each - 1 and chosen & chosen - 1]


@lru_cache(maxsize=1 << 15)
def reads_back(words: tuple[tuple[str, ...], ...], rest: str = "", turn: int = -1) -> bool:
    """Returns True if these words, in some order and each in one of its readings, read the same backwards.

    They are laid from both ends inward.

    rest: the letters at one end that the other end does not mirror yet, as they are read from that end; the next
        word mirrors them.
    turn: -1 if it is laid at the right end, 1 if at the left.

    >>> reads_back((("かた",), ("かしか", "しかか"), ("たか",)))
    True
    """
    if not words:
        return rest == rest[::-1]
    for i, readings in enumerate(words):
        left = words[:i] + words[i + 1 :]
        for reading in readings:
            text = reading[::turn]
            if rest.startswith(text):
                if reads_back(left, rest[len(text) :], turn):
                    return True
            elif text.startswith(rest) and reads_back(left, text[len(rest) :], -turn):
                return True
    return False


def equal_pairs(values: Sequence[str]) -> list[int]:
    """Returns the pairs of equal values, as sets of two places."""
    return [1 << i | 1 << j for j, value in enumerate(values) for i in range(j) if values[i] == value]
