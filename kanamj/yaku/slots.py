"""The words of a hand before their readings are chosen: slots, and the ways to split letters into slots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from kanamj.lexicon.entry import Entry
from kanamj.yaku.table import ROWS, VOWELS
from kanamj.yaku.win import NO_COST, Word, last_letter


class _Bits(dict[str, int]):
    """Letter -> a bit of its own."""

    def __missing__(self, letter: str) -> int:
        self[letter] = bit = 1 << len(self)
        return bit


_BIT = _Bits()
_ROW = {letter: 1 << i for i, row in enumerate(ROWS) for letter in row}


class Slot:
    """A word of a win that may be read in one or several ways. What the readings have is joined into bits.

    key: its letters, sorted. words: its readings, one word each; the best-known first. first, last: the first letters,
    and the last letters as `last_letter` gives them. link: the last letters that a chain goes on with. tail: the last
    letters as written. vowel, row: the vowels and rows of the first letters. alone: whether a reading reads the same
    backwards. odd: the letters that the word has an odd number of times. special: whether it has a special letter.
    cost: the least cost of a reading.
    """

    def __init__(self, words: Sequence[Word], small_as_large: bool) -> None:
        self.words, self._large = tuple(words), small_as_large
        self.key = "".join(sorted(words[0].reading))
        self.size = len(self.key)
        self.first = self.last = self.link = self.tail = self.vowel = self.row = self.odd = 0
        for word in words:
            reading = word.reading
            last = last_letter(reading, small_as_large)
            self.first |= _BIT[reading[0]]
            self.last |= _BIT[last]
            self.link |= _BIT[last] if last != "ん" else 0
            self.tail |= _BIT[reading[-1]]
            self.vowel |= _vowel_bit(reading[0])
            self.row |= _ROW.get(reading[0], 0)
        for letter in self.key:
            self.odd ^= _BIT[letter]
        self.alone = any(word.is_palindrome for word in words)
        self.special = words[0].is_special
        self.called = words[0].called
        self.cost = min(word.cost for word in words)

    @cached_property
    def singles(self) -> tuple[Slot, ...]:
        """A slot for each reading."""
        return tuple(Slot((word,), self._large) for word in self.words)


def _vowel_bit(letter: str) -> int:
    vowel = VOWELS.get(letter)
    return 1 << ROWS[0].index(vowel) if vowel else 0


def words_of(entries: Iterable[Entry], called: bool = False) -> list[Word]:
    """One word for each reading of these entries, the best-known first. Of the entries with one reading, the word is
    the commonest; of equally common ones, one without a flag."""
    best: dict[str, tuple[int, bool, str]] = {}
    for entry in entries:
        rank = (entry.cost if entry.cost >= 0 else NO_COST, entry.flag != "", entry.spelling)
        best[entry.reading] = min(rank, best.get(entry.reading, rank))
    words = [Word(reading, spelling, cost, called) for reading, (cost, _, spelling) in best.items()]
    return sorted(words, key=lambda word: (word.cost, word.reading))


Split: TypeAlias = tuple[Slot, ...]
_WIDTH = 6
_COUNTS = (1 << _WIDTH - 1) - 1
"""The bits of each letter in packed letters: its count, at most 20, and above it a bit that shows a count below 0."""


class Letters:
    """The letters of a hand that are not called, and the ways to split them into words.

    slot_of: key -> its slot, None if no word has this key.
    """

    def __init__(self, letters: Iterable[str], slot_of: Callable[[str], Slot | None]) -> None:
        self.letters = "".join(sorted(letters))
        self.slot_of = slot_of

    def slots(self, size: int) -> list[Slot]:
        """The words of this size that can be made of the letters."""
        keys = map("".join, sorted(set(combinations(self.letters, size))))
        return [slot for key in keys if (slot := self.slot_of(key))]

    def splits(self) -> list[Split]:
        """The ways to split the letters into a pair-word, which comes first, and long words."""
        into = _Splitter(self.letters, self.slots(3))
        whole = into.pack(self.letters)
        return [
            (pair, *rest) for pair in self.slots(2) for rest in into.splits(whole - into.pack(pair.key), 0)
        ]

    @cached_property
    def pairs(self) -> list[Split]:
        """The ways to split the letters into pair-words; each key at most as often as it has readings."""
        into = _Splitter(self.letters, self.slots(2))
        return [
            split
            for split in into.splits(into.pack(self.letters), 0)
            if len({*split}) == len(split) or all(split.count(slot) <= len(slot.words) for slot in {*split})
        ]


class _Splitter:
    """Splits letters into slots of one size. The letters are packed into one number: for each letter its count, those
    in few slots lowest. Each split is found once: its words are taken in the order of their lowest letters, and those
    with one lowest letter in the order of `slots`. (With the letters in the order of their code points instead, seven
    pairs take twice as long.)"""

    def __init__(self, letters: str, slots: Sequence[Slot]) -> None:
        often = Counter(letter for slot in slots for letter in {*slot.key})
        rarest = sorted({*letters}, key=lambda letter: (often[letter], letter))
        self.one = {letter: 1 << i * _WIDTH for i, letter in enumerate(rarest)}
        self.guard = sum(self.one.values()) << _WIDTH - 1
        self.by_lowest: dict[int, list[tuple[int, Slot]]] = {one: [] for one in self.one.values()}
        for slot in slots:
            self.by_lowest[min(map(self.one.__getitem__, slot.key))].append((self.pack(slot.key), slot))
        self.known: dict[tuple[int, int], list[Split]] = {(0, 0): [()]}

    def pack(self, letters: str) -> int:
        return sum(map(self.one.__getitem__, letters))

    def splits(self, rest: int, start: int) -> list[Split]:
        """start: the place, among the slots with the lowest letter of `rest`, of the first that may be taken."""
        known, guard, found = self.known, self.guard, list[Split]()
        if (rest, start) in known:
            return known[rest, start]
        lowest = 1 << ((rest & -rest).bit_length() - 1) // _WIDTH * _WIDTH
        counted = lowest * _COUNTS
        there = self.by_lowest[lowest]
        for i in range(start, len(there)):
            packed, slot = there[i]
            left = (rest | guard) - packed
            if left & guard == guard:
                left ^= guard
                key = left, i if left & counted else 0
                after = known.get(key)
                if after is None:
                    after = self.splits(*key)
                if after:
                    found += [(slot, *more) for more in after]
        known[rest, start] = found
        return found
