"""The words of a hand before their readings are chosen: slots, and the ways to split letters into slots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, permutations
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
"""The bits of first letters in `Slot.ends`."""


class Slot:
    """A word of a win that may be read in one or several ways. What the readings have is joined into bits.

    key: its letters, sorted. words: its readings, one word each; the best-known first. first: the first letters. ends:
    these, and the last letters as `last_letter` gives them, _LAST bits higher. link: the last letters that a chain goes
    on with. tail: the last letters as written. vowel, row: the vowels and rows of the first letters. alone: whether a
    reading reads the same backwards. odd: the letters that the word has an odd number of times. special: whether it has
    a special letter. cost: the least cost of a reading.
    """

    def __init__(self, words: Sequence[Word], small_as_large: bool) -> None:
        self.words, self._large = tuple(words), small_as_large
        self.key = "".join(sorted(words[0].reading))
        self.size = len(self.key)
        self.first = self.ends = self.link = self.tail = self.vowel = self.row = self.odd = 0
        for word in words:
            reading = word.reading
            last = last_letter(reading, small_as_large)
            self.first |= _BIT[reading[0]]
            self.ends |= _BIT[reading[0]] | _BIT[last] << _LAST
            self.link |= _BIT[last] if last != "ん" else 0
            self.tail |= _BIT[reading[-1]]
            self.vowel |= 1 << ROWS[0].index(VOWELS[reading[0]]) if reading[0] in VOWELS else 0
            self.row |= _ROW.get(reading[0], 0)
        for letter in self.key:
            self.odd ^= _BIT[letter]
        self.alone = any(word.is_palindrome for word in words)
        self.special = words[0].is_special
        self.cost = min(word.cost for word in words)

    @cached_property
    def singles(self) -> tuple[Slot, ...]:
        """A slot for each reading."""
        return tuple(Slot((word,), self._large) for word in self.words)


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
LINKS = sorted(permutations(range(4), 2), key=max)
"""The pairs of long words: those of the first three come first."""


@lru_cache(maxsize=4096)
def _longest(links: int) -> tuple[int, tuple[int, ...]]:
    """The number of words of the longest path, and with which long words a path of four begins. links: bit i is set if
    the pair i of LINKS is linked."""
    linked = {pair for i, pair in enumerate(LINKS) if links >> i & 1}
    paths = {
        path[:size]
        for path in permutations(range(4))
        for size in (2, 3, 4)
        if all(pair in linked for pair in pairwise(path[:size]))
    }
    longest = max(map(len, paths), default=1)
    return longest, tuple({path[0] for path in paths if len(path) == 4})


class Part:
    """All slots of a win but one, which may be any: what these slots have together.

    split: the slots, the pair-word first if it is one of them. seen, shared: the ends that one and that two of them
    have. cost, costs: the highest cost of a slot and the sum. The others are as in `Slot`.
    """

    __slots__ = (
        "_links",
        "_odd",
        "alone",
        "cost",
        "costs",
        "pair",
        "row",
        "seen",
        "shared",
        "split",
        "vowel",
    )

    def __init__(self, split: Split) -> None:
        self.split, self.pair = split, split[0] if split and split[0].size == 2 else None
        seen = shared = alone = vowel = cost = costs = 0
        row = -1
        for slot in split:
            shared |= seen & slot.ends
            seen |= slot.ends
            alone += slot.alone
            vowel |= slot.vowel
            row &= slot.row
            costs += slot.cost
            if slot.cost > cost:
                cost = slot.cost
        self.seen, self.shared, self.alone, self.vowel, self.row = seen, shared, alone, vowel, row
        self.cost, self.costs, self._links, self._odd = cost, costs, -1, list[int]()

    def chain(self, slot: Slot) -> int:
        """The number of words of the longest chain of long words with this last slot; 5 if the pair-word begins it."""
        long, links = self.split[1:] if self.pair else self.split, self._links
        if links < 0:
            links = 0
            for i, (one, other) in enumerate(LINKS[:6] if self.pair else LINKS):
                if long[one].link & long[other].first:
                    links |= 1 << i
            self._links = links
        pair = self.pair or slot
        if self.pair:
            a, b, c = long
            links |= (
                (64 if a.link & slot.first else 0)
                | (128 if b.link & slot.first else 0)
                | (256 if c.link & slot.first else 0)
                | (512 if slot.link & a.first else 0)
                | (1024 if slot.link & b.first else 0)
                | (2048 if slot.link & c.first else 0)
            )
        longest, starts = _longest(links)
        if longest == 4 and any(pair.link & (*long, slot)[i].first for i in starts):
            return 5
        return longest

    def may_join(self, slot: Slot) -> bool:
        """Whether two or more of the slots have, together, at most one letter an odd number of times."""
        if not self._odd:
            self._odd = [0]
            for each in self.split:
                self._odd += [bits ^ each.odd for bits in self._odd]
        return any(not (odd := bits ^ last) & odd - 1 for bits in self._odd[1:] for last in (0, slot.odd))


_WIDTH = 6
_COUNTS = (1 << _WIDTH - 1) - 1
"""The bits of each letter in packed letters: its count, at most 20, and above it a bit that shows a count below 0."""


class Letters:
    """The letters of a hand before the last one is drawn, and the ways to split them, with a drawn letter, into words.

    slot_of: key -> its slot, None if no word has this key. called: the slots of the called words.
    """

    def __init__(self, letters: str, slot_of: Callable[[str], Slot | None], called: Split = ()) -> None:
        self.letters, self.slot_of, self.called = letters, slot_of, called
        self._into = {size: _Splitter(letters, [slot for _, slot in self.words(size)]) for size in (2, 3)}
        self._parts: dict[tuple[str, bool], list[Part]] = {}

    def words(self, size: int, drawn: str = "") -> list[tuple[str, Slot]]:
        """The words of this size that the letters make with the drawn letter, each with its letters from the hand."""
        rests = map("".join, sorted(set(combinations(self.letters, size - len(drawn)))))
        return [(rest, slot) for rest in rests if (slot := self.slot_of("".join(sorted(drawn + rest))))]

    def ways(self, drawn: str, pairs: bool = False) -> list[tuple[Slot, list[Part]]]:
        """Each word with the drawn letter, and what may be beside it. pairs: True for seven pairs; no key is there more
        often than it has readings."""
        sizes = (2,) if pairs else (2, 3)
        return [(slot, self.parts(rest, pairs)) for size in sizes for rest, slot in self.words(size, drawn)]

    def parts(self, taken: str, pairs: bool) -> list[Part]:
        """What the letters can be split into without those taken, which make a word with the drawn letter."""
        if (taken, pairs) not in self._parts:
            into = self._into[2 if pairs else 3]
            left = into.pack(self.letters) - into.pack(taken)
            splits = (
                into.splits(left, 0)
                if pairs or len(taken) == 1
                else [
                    (pair, *rest)
                    for packed, pair in self._pairs
                    if (left | into.guard) - packed & into.guard == into.guard
                    for rest in into.splits(left - packed, 0)
                ]
            )
            self._parts[taken, pairs] = [Part(split + self.called) for split in splits]
        return self._parts[taken, pairs]

    @cached_property
    def _pairs(self) -> list[tuple[int, Slot]]:
        return [(self._into[3].pack(letters), slot) for letters, slot in self.words(2)]


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
