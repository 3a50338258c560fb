"""Data sets of a lexicon: which letters wait for what, and how often each letter occurs.

The files have the layout of the published data set hrgjncs v1.1: tab-separated under a header line, several
waits, keys or words in one column separated by spaces, words of one key joined by `:`.

    １文字	待ち候補文字の数	待ち候補文字	成立する２文字集合	成立する２文字単語
    ぷ	1	ろ	ぷろ	プロ

Two faults of the published files are not repeated: a doubled key (もも) needs both letters, and a wait must
have a copy left outside the letters held. So only keys that the tiles can spell take part in the wait files;
the N-gram files and `stats.txt` hold all keys.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kanamj.errors import KanamjError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.store import SIZES, header, key_of
from kanamj.lexicon.waits import WaitTable, holdable, spellable_keys
from kanamj.tiles import HIRAGANA_120, TileSet

if TYPE_CHECKING:
    import pandas as pd

Cell: TypeAlias = "str | int | float | tuple[str, ...]"
Row: TypeAlias = tuple[Cell, ...]
DECIMALS = 12


@dataclass(frozen=True)
class Source:
    """A lexicon and the tiles it is played with, and the tables that several data sets are read from."""

    lexicon: Lexicon
    tiles: TileSet = HIRAGANA_120

    @cached_property
    def pairs(self) -> WaitTable:
        """One letter -> the letters that make a 2-letter word of it."""
        return WaitTable.of(self.lexicon, 2, self.tiles)

    @cached_property
    def trios(self) -> WaitTable:
        """Two letters -> the letters that make a 3-letter word of them."""
        return WaitTable.of(self.lexicon, 3, self.tiles)

    @cached_property
    def held_pairs(self) -> tuple[str, ...]:
        """The 2-letter keys that a hand can hold and that can grow to three letters, ascending."""
        return tuple(key for key in spellable_keys(self.lexicon, 2, self.tiles) if key in self.trios.waits)

    @cached_property
    def slots(self) -> Mapping[int, Counter[str]]:
        """Word length -> letter -> how many letters of the keys it is, one a key and place."""
        return {size: Counter("".join(self.lexicon.keys(size))) for size in (2, 3)}

    @cached_property
    def surprise(self) -> Mapping[str, float]:
        """Letter -> −log of its share of the slots of 3-letter keys, natural logarithm."""
        total = self.slots[3].total()
        return {letter: -math.log(count / total) for letter, count in self.slots[3].items()}

    @cached_property
    def joined(self) -> Mapping[str, str]:
        """Key -> its words joined by ':'."""
        return {key: ":".join(words) for rows in self.lexicon.grams.values() for key, words in rows.items()}

    def words(self, keys: Iterable[str]) -> tuple[str, ...]:
        """The words of each key, those of one key joined by ':'."""
        return tuple([self.joined[key] for key in keys])


def _grams(size: int) -> Callable[[Source], Iterator[Row]]:
    def rows(source: Source) -> Iterator[Row]:
        for key in source.lexicon.keys(size):
            yield key, source.joined[key]

    return rows


def _one_to_two(source: Source) -> Iterator[Row]:
    waits = source.pairs.waits
    for letter in sorted(waits, key=lambda held: (len(waits[held]), held)):
        keys = tuple(key_of(letter + wait) for wait in waits[letter])
        yield letter, len(keys), waits[letter], keys, source.words(keys)


def _one_to_three(source: Source) -> Iterator[Row]:
    keys_of: dict[str, list[str]] = {}
    for key in spellable_keys(source.lexicon, 3, source.tiles):
        for letter in sorted(set(key)):
            keys_of.setdefault(letter, []).append(key)
    for letter in sorted(keys_of, key=lambda letter: (len(keys_of[letter]), letter)):
        keys = tuple(keys_of[letter])
        yield letter, len(keys), keys, source.words(keys)


def _two_to_three(source: Source) -> Iterator[Row]:
    waits = source.trios.waits
    for pair in sorted(source.held_pairs, key=lambda pair: (len(waits[pair]), pair)):
        keys = tuple(key_of(pair + wait) for wait in waits[pair])
        yield pair, source.joined[pair], len(keys), waits[pair], keys, source.words(keys)


class Half(NamedTuple):
    """One way to read four letters: as a trio, with one letter left."""

    trio: str
    left: str


def nobetan_pairs(source: Source) -> Iterator[tuple[str, Half, Half]]:
    """Each four letters that are a trio and a letter in two ways, with both ways, in any order.

    Two trios that share two letters meet under that pair of letters, so only trios of the same pair are
    joined. Four letters that no hand can hold are left out.
    """
    for pair, letters in source.trios.waits.items():
        for x, z in combinations(letters, 2):
            if holdable(pair + x + z, source.tiles):
                u, v = sorted((Half(key_of(pair + x), z), Half(key_of(pair + z), x)))
                yield key_of(pair + x + z), u, v


def _nobetan(source: Source) -> Iterator[Row]:
    surprise = source.surprise
    ranked = [
        (-round(sum(surprise[letter] for letter in four), DECIMALS), four, u, v)
        for four, u, v in nobetan_pairs(source)
    ]
    for minus, four, *halves in sorted(ranked):
        for trio, left in halves:
            waits = source.pairs.after(left, trio, source.tiles)
            keys = tuple([key_of(left + wait) for wait in waits])
            yield four, trio, source.joined[trio], left, len(waits), waits, keys, source.words(keys), -minus


def _shanpon(source: Source) -> Iterator[Row]:
    rows = []
    for p, q in combinations_with_replacement(source.held_pairs, 2):
        if set(p) & set(q) and not holdable(p + q, source.tiles):
            continue
        through_p, through_q = _waits_beside(source, p, q), _waits_beside(source, q, p)
        if through_p and through_q:
            union = tuple(sorted({*through_p, *through_q}))
            rows.append((len(union), p, q, through_p, through_q, union))
    for size, p, q, through_p, through_q, union in sorted(rows):
        yield p, q, through_p, through_q, union, size


def _waits_beside(source: Source, pair: str, other: str) -> tuple[str, ...]:
    """The waits of a pair beside another pair; counting copies matters only where the other holds a wait."""
    waits = source.trios.waits[pair]
    if other[0] in waits or other[1] in waits:
        return source.trios.after(pair, other, source.tiles)
    return waits


def _stats(source: Source) -> Iterator[Row]:
    twos, threes = source.slots[2], source.slots[3]
    for letter in sorted({*twos, *threes}, key=lambda letter: (-threes[letter], letter)):
        share_2 = twos[letter] / twos.total() if twos else 0.0
        share_3 = threes[letter] / threes.total() if threes else 0.0
        surprise = source.surprise.get(letter, math.inf)
        yield letter, twos[letter], share_2, threes[letter], share_3, surprise


@dataclass(frozen=True)
class DataSet:
    """One data set: its file without suffix, the header of the file, the columns of a frame, its rows."""

    name: str
    header: tuple[str, ...]
    columns: tuple[str, ...]
    rows: Callable[[Source], Iterator[Row]]

    def text(self, source: Source) -> tuple[str, int]:
        """The text of the file, and its number of rows without the header."""
        lines = ["\t".join(map(_cell, row)) for row in self.rows(source)]
        return "\n".join(["\t".join(self.header), *lines, ""]), len(lines)

    def frame(self, source: Source) -> pd.DataFrame:
        """The rows as a frame; columns with several values hold tuples."""
        import pandas as pd

        return pd.DataFrame(list(self.rows(source)), columns=list(self.columns))


def _cell(value: Cell) -> str:
    if isinstance(value, tuple):
        return " ".join(value)
    if isinstance(value, float):
        return f"{value:.{DECIMALS}f}"
    return str(value)


_WAITS_2 = ("待ち候補文字の数", "待ち候補文字", "成立する２文字集合", "成立する２文字単語")
DATASETS: Mapping[str, DataSet] = {
    data.name: data
    for data in (
        *(
            DataSet(f"{size}gram", tuple(header(size).split("\t")), ("key", "words"), _grams(size))
            for size in SIZES
        ),
        DataSet(
            "1_2chars",
            ("１文字", *_WAITS_2),
            ("letter", "waits", "wait_letters", "keys", "words"),
            _one_to_two,
        ),
        DataSet(
            "1_3chars",
            ("１文字", "成立する３文字単語数", "成立する３文字集合", "成立する３文字単語"),
            ("letter", "number", "keys", "words"),
            _one_to_three,
        ),
        DataSet(
            "2_3chars",
            (
                "成立した２文字集合",
                "成立した２文字単語",
                "待ち候補文字数",
                "待ち候補文字",
                "成立する３文字集合",
                "成立する３文字単語",
            ),
            ("pair", "pair_words", "waits", "wait_letters", "keys", "words"),
            _two_to_three,
        ),
        DataSet(
            "nobetan",
            ("４文字集合", "成立した３文字集合", "成立した３文字単語", "残り１文字", *_WAITS_2, "-logP 合計"),
            (
                "four_letters",
                "trio",
                "trio_words",
                "letter_left",
                "waits",
                "wait_letters",
                "keys",
                "words",
                "surprise",
            ),
            _nobetan,
        ),
        DataSet(
            "shanpon",
            (
                "２文字集合P",
                "２文字集合Q",
                "Pの待ち候補文字",
                "Qの待ち候補文字",
                "待ち候補文字",
                "待ち候補文字の数",
            ),
            ("p", "q", "waits_through_p", "waits_through_q", "wait_letters", "waits"),
            _shanpon,
        ),
        DataSet(
            "stats",
            ("１文字", "2gram出現回数", "2gram出現確率", "3gram出現回数", "3gram出現確率", "3gram -logP"),
            ("letter", "slots_2", "share_2", "slots_3", "share_3", "surprise_3"),
            _stats,
        ),
    )
}


def data_set(name: str) -> DataSet:
    """The data set of that name, such as `1_2chars`."""
    try:
        return DATASETS[name]
    except KeyError:
        raise KanamjError(f"no data set {name!r}; there are {', '.join(DATASETS)}") from None


def data_sets(lexicon: Lexicon) -> list[DataSet]:
    """The data sets a lexicon has: all but the N-grams of lengths it has no words of."""
    return [
        data for data in DATASETS.values() if "gram" not in data.name or int(data.name[0]) in lexicon.grams
    ]


def frame(name: str, lexicon: Lexicon, tiles: TileSet = HIRAGANA_120) -> pd.DataFrame:
    """A data set as a pandas frame, rows in the order of the file; several waits, keys or words are tuples.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬"), Entry("いか", "烏賊")])
    >>> frame("1_2chars", toy)[["letter", "waits", "wait_letters"]]
      letter  waits wait_letters
    0      か      1         (い,)
    1      ぬ      1         (い,)
    2      い      2       (か, ぬ)
    """
    return data_set(name).frame(Source(lexicon, tiles))
