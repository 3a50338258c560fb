"""The words of a hand before their readings are chosen: slots, and the ways to split letters into slots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain, combinations, pairwise, permutations
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
_LAST = 128
"""Where the bits of last letters begin, above those of first letters."""
FIRSTS = (1 << _LAST) - 1
"""The bits of first letters in `WordSlot.ends`."""


class WordSlot:
    """A word of a win that may be read in one or several ways. What the readings have is joined into bits.

    key: its letters, sorted.
    words: its readings, one word each; the best-known first.
    readings: the same as texts.
    first: the first letters.
    ends: these, and the last letters as `last_letter` gives them, _LAST bits higher.
    link: the last letters that a chain goes on with.
    vowel, row: the vowels and rows of the first letters.
    alone: whether a reading reads the same backwards.
    odd: the letters that the word has an odd number of times.
    special: whether it has a special letter.
    cost: the least cost of a reading.
    """

    def __init__(self, words: Sequence[Word], small_as_large: bool) -> None:
        self.words, self._large = tuple(words), small_as_large
        self.readings = tuple([word.reading for word in words])
        self.key = "".join(sorted(words[0].reading))
        self.size = len(self.key)
        self.first = self.ends = self.link = self.vowel = self.row = self.odd = 0
        for reading in self.readings:
            last = last_letter(reading, small_as_large)
            self.first |= _BIT[reading[0]]
            self.ends |= _BIT[reading[0]] | _BIT[last] << _LAST
            self.link |= _BIT[last] if last != "ん" else 0
            self.vowel |= 1 << ROWS[0].index(VOWELS[reading[0]]) if reading[0] in VOWELS else 0
            self.row |= _ROW.get(reading[0], 0)
        for letter in self.key:
            self.odd ^= _BIT[letter]
        self.alone = any(word.is_palindrome for word in words)
        self.special = words[0].is_special
        self.cost = min(word.cost for word in words)

    @cached_property
    def singles(self) -> tuple[WordSlot, ...]:
        """A slot for each reading."""
        return tuple(WordSlot((word,), self._large) for word in self.words)


def words_of(entries: Iterable[Entry], called: bool = False) -> list[Word]:
    """Returns one word for each reading of these entries, the commonest first. A word has the easiest spelling of its
    reading, of equally easy ones one without a flag, and the least cost."""
    best: dict[str, Word] = {}
    for entry in sorted(entries, key=_easiest_spelling):
        word = best.setdefault(entry.reading, Word(entry.reading, entry.spelling, _cost(entry), called))
        best[entry.reading] = word._replace(cost=min(word.cost, _cost(entry)))
    return sorted(best.values(), key=lambda word: (word.cost, word.reading))


def _easiest_spelling(entry: Entry) -> tuple[bool, int, int, bool, str]:
    return entry.ease <= 0, entry.ease, _cost(entry), entry.flag != "", entry.spelling


def _cost(entry: Entry) -> int:
    return entry.cost if entry.cost >= 0 else NO_COST


Split: TypeAlias = tuple[WordSlot, ...]
"""The words of a win: the pair-word, then the long words; or seven pair-words."""
LINKS = list(permutations(range(4), 2))
"""The pairs of long words of which one can follow the other in a chain."""


def longest_chain(split: Split) -> int:
    """Returns the number of words of the longest chain of long words that some readings may make; 5 if the pair-word
    begins a chain of all words."""
    pair, *long = split
    links = tuple([link for link in LINKS if long[link[0]].link & long[link[1]].first])
    longest, starts = _longest(links)
    return 5 if any(pair.link & long[i].first for i in starts) else longest


@lru_cache(maxsize=4096)
def _longest(links: tuple[tuple[int, int], ...]) -> tuple[int, set[int]]:
    """The number of words of the longest path of these links, and with which long words a path of four begins."""
    paths = [
        path[:size]
        for path in permutations(range(4))
        for size in (2, 3, 4)
        if all(link in links for link in pairwise(path[:size]))
    ]
    return max(map(len, paths), default=1), {path[0] for path in paths if len(path) == 4}


_WIDTH = 6
_COUNTS = (1 << _WIDTH - 1) - 1
"""The bits of each letter in packed letters: its count, at most 20, and above it a bit that shows a count below 0."""


class Letters:
    """The letters of a hand before the last one is drawn, and the ways to split them, with a drawn letter, into words.

    slot_of: key -> its slot, None if no word has this key.
    called: the slots of the called words.

    The letters are packed into one number: for each letter its count, those in few slots lowest. Each split is found
    once: its words are taken in the order of their lowest letters, and those with one lowest letter in the order of
    the slots.
    """

    def __init__(self, letters: str, slot_of: Callable[[str], WordSlot | None], called: Split = ()) -> None:
        self.letters, self.slot_of, self.called = letters, slot_of, called
        slots = [slot for _, slot in self.words()]
        often = Counter(letter for slot in slots for letter in {*slot.key})
        rarest = sorted({*letters}, key=lambda letter: (often[letter], letter))
        self._one = {letter: 1 << i * _WIDTH for i, letter in enumerate(rarest)}
        self._guard = sum(self._one.values()) << _WIDTH - 1
        self._by_lowest: dict[int, list[tuple[int, WordSlot, bool]]] = {one: [] for one in self._one.values()}
        for slot in slots:
            lowest = min(map(self._one.__getitem__, slot.key))
            self._by_lowest[lowest].append((self._pack(slot.key), slot, slot.size == 2))
        self._known: dict[tuple[int, int, int], list[Split]] = {(0, 0, 0): [()]}

    def _pack(self, letters: str) -> int:
        return sum(map(self._one.__getitem__, letters))

    def words(self, drawn: str = "") -> list[tuple[str, WordSlot]]:
        """Returns the words that the letters make with the drawn letter, each with its letters from the hand."""
        rests = [sorted(set(combinations(self.letters, size - len(drawn)))) for size in (2, 3)]
        return [
            (rest, slot)
            for rest in map("".join, chain(*rests))
            if (slot := self.slot_of("".join(sorted(drawn + rest))))
        ]

    def splits(self, drawn: str, pairs: int = 1) -> list[Split]:
        """Returns the ways to split the letters with the drawn one.

        pairs: the number of pair-words, 1 or 7.
        """
        whole, found = self._pack(self.letters), list[Split]()
        for rest, slot in self.words(drawn):
            longs = 0 if pairs == 7 else 4 - len(self.called)
            is_pair = slot.size == 2
            if is_pair or longs:
                for split in self._split(whole - self._pack(rest), 0, pairs - is_pair, longs - (not is_pair)):
                    found.append(((slot, *split) if is_pair else (*split, slot)) + self.called)
        return found

    def _split(self, rest: int, start: int, pairs: int, longs: int) -> list[Split]:
        """start: the place, among the slots with the lowest letter of `rest`, of the first that may be taken."""
        state = rest, start, pairs
        if (known := self._known.get(state)) is not None:
            return known
        found = self._known[state] = list[Split]()
        lowest = 1 << ((rest & -rest).bit_length() - 1) // _WIDTH * _WIDTH
        there, guard = self._by_lowest[lowest], self._guard
        for i in range(start, len(there)):
            packed, slot, is_pair = there[i]
            left = (rest | guard) - packed
            if left & guard == guard and (pairs if is_pair else longs):
                left ^= guard
                place = i if left & lowest * _COUNTS else 0
                if is_pair:
                    found += [(slot, *more) for more in self._split(left, place, pairs - 1, longs)]
                else:
                    found += [(*more, slot) for more in self._split(left, place, pairs, longs - 1)]
        return found
