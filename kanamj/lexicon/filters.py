"""Filters of a build: each is named, says its rule, and keeps, changes or drops one word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from kanamj.lexicon.kana import fold_seion, is_reading, special_letters, unspellable
from kanamj.lexicon.sources import Word
from kanamj.tiles import TileSet

Step: TypeAlias = Callable[[Word], Word | None]
EXAMPLES = 3


@dataclass(frozen=True)
class Filter:
    """A rule with a name; `apply` gives the word, changed or not, or None to drop it."""

    name: str
    rule: str
    apply: Step


@dataclass
class Drops:
    """What one filter dropped: how many words, and the first three different ones."""

    name: str
    rule: str
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, word: Word) -> None:
        self.count += 1
        shown = word.reading if word.reading == word.spelling else f"{word.reading} {word.spelling}"
        if len(self.examples) < EXAMPLES and shown not in self.examples:
            self.examples.append(shown)


def run_filters(words: Iterable[Word], filters: Iterable[Filter]) -> tuple[Iterator[Word], list[Drops]]:
    """The words that pass all filters in turn, and the drops of each, complete once the words are used up.

    >>> words = [Word("さかな", "魚"), Word("を", "尾")]
    >>> kept, drops = run_filters(words, [length_filter(2, 5)])
    >>> [word.spelling for word in kept], drops[0].count, drops[0].examples
    (['魚'], 1, ['を 尾'])
    """
    steps = [(step, Drops(step.name, step.rule)) for step in filters]

    def passed() -> Iterator[Word]:
        for word in words:
            for step, drops in steps:
                left = step.apply(word)
                if left is None:
                    drops.add(word)
                    break
                word = left
            else:
                yield word

    return passed(), [drops for _, drops in steps]


def keep(name: str, rule: str, test: Callable[[Word], bool]) -> Filter:
    """A filter that keeps the words for which `test` is true."""
    return Filter(name, rule, lambda word: word if test(word) else None)


def reading_filter() -> Filter:
    """Readings that are hiragana and ー throughout."""
    return keep("reading", "the reading is hiragana and ー", lambda word: is_reading(word.reading))


def length_filter(shortest: int, longest: int) -> Filter:
    """Readings of so many letters, both ends included."""
    return keep(
        "length", f"{shortest} to {longest} letters", lambda word: shortest <= len(word.reading) <= longest
    )


def special_once_filter() -> Filter:
    """At most one voiced, half-voiced or small letter or ー: the rule of the published lists v1.1."""
    return keep(
        "special-once",
        "at most one voiced, half-voiced or small letter or ー",
        lambda word: special_letters(word.reading) <= 1,
    )


def seion_filter() -> Filter:
    """Drops nothing; folds the reading to clear sounds, for tiles without marks."""
    return Filter(
        "fold-seion", "reading in clear sounds", lambda word: word._replace(reading=fold_seion(word.reading))
    )


def first_letter_filter(refused: str) -> Filter:
    """Readings that do not begin with one of these letters."""
    rule = f"does not begin with {' '.join(refused)}"
    return keep("first-letter", rule, lambda word: word.reading[:1] not in refused)


def letters_filter(tiles: TileSet) -> Filter:
    """Readings of letters that have a tile, however often."""
    faces = tiles.index.keys()
    return keep("letters", f"every letter is a tile of {tiles.name}", lambda word: faces >= set(word.reading))


def tiles_filter(tiles: TileSet) -> Filter:
    """Readings the tiles can spell, copies counted."""
    rule = f"{tiles.name} has tiles enough to spell it"
    return keep("tiles", rule, lambda word: not unspellable(word.reading, tiles))


def cost_filter(highest: int) -> Filter:
    """Words that are common enough: a known cost, at most this high."""
    return keep("cost", f"word cost at most {highest}", lambda word: 0 <= word.cost <= highest)


def exclude_filter(pairs: Collection[tuple[str, str]]) -> Filter:
    """Words that are not listed by (reading, spelling), or by (reading, "*") whatever the spelling."""
    return keep(
        "exclude",
        "is not excluded by hand",
        lambda word: (word.reading, word.spelling) not in pairs and (word.reading, "*") not in pairs,
    )
