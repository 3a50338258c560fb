"""Filters of a build. Each filter has a name and a rule in words, and keeps, changes or drops one word at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from kanamj.errors import Message
from kanamj.lexicon.entry import key_of, word_text
from kanamj.lexicon.kana import fold_seion, is_reading, parse_reading, special_letters, unspellable
from kanamj.lexicon.sources import Word
from kanamj.tiles import TileSet

Step: TypeAlias = Callable[[Word], Word | None]
EXAMPLES = 3
IRREGULAR = ("ik", "iK", "sk", "sK")
REFUSED = frozenset("ぁぃぅぇぉを・")
MINUS = frozenset("−－-")


@dataclass(frozen=True)
class Filter:
    """A rule with a name. `apply` returns the word, changed or unchanged, or None to drop the word."""

    name: str
    rule: str
    apply: Step


@dataclass
class Drops:
    """What one filter dropped. count: how many words. examples: the first three of these words, without repeats."""

    name: str
    rule: str
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, word: Word) -> None:
        self.count += 1
        shown = word_text(word)
        if len(self.examples) < EXAMPLES and shown not in self.examples:
            self.examples.append(shown)


def run_filters(words: Iterable[Word], filters: Iterable[Filter]) -> tuple[Iterator[Word], list[Drops]]:
    """The words that pass all filters in turn, and what each filter dropped.

    The words are filtered as they are read from the iterator. So the drops are complete only after the last word.

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


# Filters for every source.

READING = keep("reading", "the reading is hiragana and ー", lambda word: is_reading(word.reading))
SPECIAL_ONCE = keep(
    "special-once",
    "at most one voiced, half-voiced or small letter or ー",
    lambda word: special_letters(word.reading) <= 1,
)
"""The published hrgjncs lists, v1.1, follow this rule."""
SEION = Filter(
    "fold-seion", "reading in clear sounds", lambda word: word._replace(reading=fold_seion(word.reading))
)
"""Changes the reading to clear sounds, for tile sets without voicing marks. It drops no word."""
REFUSED_LETTERS = keep(
    "refused-letters", "no letter of ぁぃぅぇぉを・", lambda word: not REFUSED & set(word.reading)
)
"""The paper's rule: no small vowels, を or middle dots."""


def length_filter(shortest: int, longest: int) -> Filter:
    """A filter that keeps readings of `shortest` to `longest` letters, both included."""
    rule = Message("{} to {} letters", shortest, longest)
    return keep("length", rule, lambda word: shortest <= len(word.reading) <= longest)


def tiles_filter(tiles: TileSet) -> Filter:
    """A filter that keeps words for whose reading the set has enough tiles of each letter."""
    rule = Message("{} has tiles enough to spell it", tiles.name)
    return keep("tiles", rule, lambda word: not unspellable(word.reading, tiles))


def exclude_filter(pairs: Collection[tuple[str, str]]) -> Filter:
    """A filter that drops the words in `pairs` of (reading, spelling); with spelling "*", all words of the reading."""
    return keep(
        "exclude",
        "is not excluded by hand",
        lambda word: (word.reading, word.spelling) not in pairs and (word.reading, "*") not in pairs,
    )


def exclude_keys_filter(keys: Collection[str]) -> Filter:
    """A filter that drops words with one of these keys."""
    return keep(
        "exclude-keys", "its key is not excluded by hand", lambda word: key_of(word.reading) not in keys
    )


# Filters for WLSP.

NOUNS = keep("nouns", "分類番号 begins with 1", lambda word: word.facts["class"].startswith("1"))
HEADING = keep(
    "heading",
    "no − in 見出し and 見出し本体",
    lambda word: not MINUS & set(word.spelling + word.facts["headword"]),
)
"""In WLSP, a − marks an entry that is only a part of a word."""
LATIN = keep(
    "latin",
    "見出し本体 is not all Ａ to Ｚ",
    lambda word: not _all_between(word.facts["headword"], "Ａ", "Ｚ"),
)


def _restore_long_vowel(word: Word) -> Word | None:
    """If the headword has ー and the reading has none, take the headword as the reading.

    Returns None, which drops the word, if such a headword is not all katakana.
    """
    headword = word.facts["headword"]
    if "ー" not in headword or "ー" in word.reading:
        return word
    return word._replace(reading=parse_reading(headword)) if _all_between(headword, "ァ", "ー") else None


LONG_VOWEL = Filter("long-vowel", "a katakana headword gives the ー its reading lacks", _restore_long_vowel)


def familiarity_filter(least: float) -> Filter:
    """A filter that keeps words whose 「書く」 value (familiarity in writing) is known and at least `least`."""

    def familiar(word: Word) -> bool:
        try:
            return float(word.facts["writes"]) >= least
        except ValueError:
            return False

    return keep("familiarity", Message("「書く」 is at least {}", least), familiar)


# Filters for JMdict.


def tags_filter(fact: str, wanted: Collection[str]) -> Filter:
    """A filter that keeps words with at least one of the `wanted` tags. fact: the kind of the tags, "pos" or "pri"."""
    return keep(
        fact,
        Message("{} has one of {}", fact, " ".join(wanted)),
        lambda word: any(t in wanted for t in word.facts[fact].split()),
    )


INFO = keep(
    "info",
    Message("ke_inf and re_inf have none of {}", " ".join(IRREGULAR)),
    lambda word: not any(tag in IRREGULAR for tag in word.facts["info"].split()),
)
"""Drops irregular spellings and readings, and those that exist only for searching."""


def misc_filter(refused: Collection[str]) -> Filter:
    """A filter that drops a word (there is one word per sense) if its fact "misc" has one of the `refused` tags."""
    rule = Message("misc has none of {}", " ".join(refused))
    return keep("misc", rule, lambda word: not any(tag in refused for tag in word.facts["misc"].split()))


# Filter for tables.


def column_filter(column: str, texts: Collection[str]) -> Filter:
    """A filter that keeps words with one of the texts in a column."""
    rule = f"column {column} is {' or '.join(sorted(texts))}"
    return keep(f"where {column}", rule, lambda word: word.facts[f"where {column}"] in texts)


def _all_between(text: str, first: str, last: str) -> bool:
    return bool(text) and all(first <= letter <= last for letter in text)
