"""Data sets of a lexicon: which letters wait for what, and how often each letter occurs.

The files have the layout of the published data set hrgjncs v1.1: a header line, then rows with tabs between the
columns. Several waits, keys or words in one column are separated by spaces; words of one key are joined by `:`.

    １文字	待ち候補文字の数	待ち候補文字	成立する２文字集合	成立する２文字単語
    ぷ	1	ろ	ぷろ	プロ

Two faults of the published files are mended: a doubled key (もも) needs both letters, and a wait must have a copy left
besides the letters held. So the wait files have only keys that the tiles can spell; the N-gram files and `stats.txt`
have all keys.

Rows are made one by one, and sorting is done on arrays of numbers. So a list of 200,000 words takes no more memory than
48 bytes for each pair that `nobetan_pairs` yields.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, combinations_with_replacement, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kanamj.errors import LexiconError, needing
from kanamj.lexicon import Lexicon
from kanamj.lexicon.store import SIZES, header, key_of
from kanamj.lexicon.waits import WaitTable, holdable, spellable_keys
from kanamj.text import csv_cell
from kanamj.tiles import HIRAGANA_120, TileSet

if TYPE_CHECKING:
    import pandas as pd

Cell: TypeAlias = "str | int | float | tuple[str, ...]"
Row: TypeAlias = tuple[Cell, ...]
DECIMALS = 12


@dataclass(frozen=True)
class Source:
    """A lexicon, the tiles that it is played with, and tables that several data sets are made from.

    Raises LexiconError if the tiles can spell no word of the lexicon.
    """

    lexicon: Lexicon
    tiles: TileSet = HIRAGANA_120

    def __post_init__(self) -> None:
        if not any(spellable_keys(self.lexicon, size, self.tiles) for size in self.lexicon.grams):
            raise LexiconError(
                "{} can spell no word of {}; give the tile set of this list with --tiles",
                self.tiles.name,
                self.lexicon.name,
            )

    @cached_property
    def pairs(self) -> WaitTable:
        """A letter -> the letters that make a 2-letter word with it."""
        return WaitTable.of(self.lexicon, 2, self.tiles)

    @cached_property
    def trios(self) -> WaitTable:
        """Two letters -> the letters that make a 3-letter word with them."""
        return WaitTable.of(self.lexicon, 3, self.tiles)

    @cached_property
    def held_pairs(self) -> tuple[str, ...]:
        """The 2-letter keys that the tiles can spell and that become a 3-letter key with one more letter, ascending."""
        return tuple(key for key in spellable_keys(self.lexicon, 2, self.tiles) if key in self.trios.waits)

    @cached_property
    def slots(self) -> Mapping[int, Counter[str]]:
        """Length of words (2, 3) -> letter -> how often the letter occurs in the keys of this length."""
        return {size: Counter("".join(self.lexicon.keys(size))) for size in (2, 3)}

    @cached_property
    def surprise(self) -> Mapping[str, float]:
        """Letter -> −log p (natural logarithm), where p is its share of all letters of the 3-letter keys."""
        total = self.slots[3].total()
        return {letter: -math.log(count / total) for letter, count in self.slots[3].items()}

    @cached_property
    def joined(self) -> Mapping[str, str]:
        """Key -> its words joined by ':'."""
        return {key: ":".join(words) for rows in self.lexicon.grams.values() for key, words in rows.items()}

    def words(self, keys: Iterable[str]) -> tuple[str, ...]:
        """For each key, its words joined by ':'."""
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
    """One way to split four letters: into a trio, which is a 3-letter key, and one letter that is left."""

    trio: str
    left: str


def nobetan_pairs(source: Source) -> Iterator[tuple[str, Half, Half]]:
    """Yield (four letters, one way, other way) for any two ways to split four letters into a trio and one letter.

    The trios of the two ways share two letters. So they are found like this: to each two letters that wait for
    something, add any two of the letters that they wait for. Each of these makes a trio, and leaves the other one.
    Four letters that no hand can hold are left out. The order is arbitrary.
    """
    for pair, letters in source.trios.waits.items():
        for x, z in combinations(letters, 2):
            if holdable(pair + x + z, source.tiles):
                u, v = sorted((Half(key_of(pair + x), z), Half(key_of(pair + z), x)))
                yield key_of(pair + x + z), u, v


def _nobetan(source: Source, step: int = 1) -> Iterator[Row]:
    """The rows, or those of one pair in `step`."""
    import numpy as np

    pairs = np.fromiter(
        (
            (-_surprise(source, four), four, one.trio, other.trio)
            for four, one, other in islice(nobetan_pairs(source), 0, None, step)
        ),
        np.dtype([("rank", float), ("four", "U4"), ("u", "U3"), ("v", "U3")]),
    )
    for i in np.lexsort((pairs["v"], pairs["u"], pairs["four"], pairs["rank"])):
        four = str(pairs["four"][i])
        total = _surprise(source, four)
        for half in (_half(four, str(pairs["u"][i])), _half(four, str(pairs["v"][i]))):
            waits = source.pairs.after(half.left, half.trio, source.tiles)
            keys = tuple([key_of(half.left + wait) for wait in waits])
            words = source.joined[half.trio]
            yield four, half.trio, words, half.left, len(waits), waits, keys, source.words(keys), total


def _half(four: str, trio: str) -> Half:
    """Split four letters into this trio and the letter that is left."""
    left = list(four)
    for letter in trio:
        left.remove(letter)
    return Half(trio, left[0])


def _surprise(source: Source, letters: str) -> float:
    return round(sum(source.surprise[letter] for letter in letters), DECIMALS)


def _shanpon(source: Source, step: int = 1) -> Iterator[Row]:
    """The rows, or those of one in `step` pairs of keys."""
    import numpy as np

    held = source.held_pairs

    def ranked() -> Iterator[tuple[int, int, int]]:
        for i, j in islice(combinations_with_replacement(range(len(held)), 2), 0, None, step):
            p, q = held[i], held[j]
            if set(p) & set(q) and not holdable(p + q, source.tiles):
                continue
            through_p, through_q = _waits_beside(source, p, q), _waits_beside(source, q, p)
            if through_p and through_q:
                yield len({*through_p, *through_q}), i, j

    rows = np.fromiter(ranked(), np.dtype([("rank", np.int32), ("p", np.int32), ("q", np.int32)]))
    for at in np.argsort(rows["rank"], kind="stable"):
        p, q = held[rows["p"][at]], held[rows["q"][at]]
        through_p, through_q = _waits_beside(source, p, q), _waits_beside(source, q, p)
        union = tuple(sorted({*through_p, *through_q}))
        yield p, q, through_p, through_q, union, len(union)


def _waits_beside(source: Source, pair: str, other: str) -> tuple[str, ...]:
    """The waits of a pair, in a hand that also holds the pair `other`.

    Copies are counted only if `other` contains one of the waits, because otherwise they cannot run out.
    """
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
    """One data set. name: the file name without suffix. header: the first line of the text file. columns: the names of
    the columns in CSV, Parquet and frames. rows: makes the rows from a Source; those of pairs also take a `step`."""

    name: str
    header: tuple[str, ...]
    columns: tuple[str, ...]
    rows: Callable[..., Iterator[Row]]

    def lines(self, source: Source) -> Iterator[str]:
        """The lines of the file without line ends, the header first."""
        yield "\t".join(self.header)
        for row in self.rows(source):
            yield "\t".join(map(_cell, row))

    def csv_lines(self, source: Source) -> Iterator[str]:
        """The lines of a CSV file, column names first. Cells that look like formulas are made harmless (`csv_cell`)."""
        import csv
        import io

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="")
        for row in chain([self.columns], self.rows(source)):
            writer.writerow([csv_cell(_cell(value) if isinstance(value, tuple) else value) for value in row])
            yield text.getvalue()
            text.seek(0)
            text.truncate()

    def frame(self, source: Source) -> pd.DataFrame:
        """The rows as a pandas frame, in the order of the file. Cells with several values are tuples.

        >>> from kanamj.lexicon import Entry
        >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬"), Entry("いか", "烏賊")])
        >>> DATASETS["1_2chars"].frame(Source(toy))[["letter", "waits", "wait_letters"]]
          letter  waits wait_letters
        0      か      1         (い,)
        1      ぬ      1         (い,)
        2      い      2       (か, ぬ)
        """
        with needing("a table", "pandas"):
            import pandas as pd

        return pd.DataFrame(list(self.rows(source)), columns=list(self.columns))


def _cell(value: Cell) -> str:
    if isinstance(value, tuple):
        return " ".join(value)
    if isinstance(value, float):
        return f"{value:.{DECIMALS}f}"
    return str(value)


def _set(name: str, header: str, columns: str, rows: Callable[..., Iterator[Row]]) -> DataSet:
    """header, columns: names with blanks between them; a blank inside a name is written _."""
    return DataSet(
        name, tuple(part.replace("_", " ") for part in header.split()), tuple(columns.split()), rows
    )


_WAITS_2 = "待ち候補文字の数 待ち候補文字 成立する２文字集合 成立する２文字単語"
_TRIOS = "成立する３文字集合 成立する３文字単語"
DATASETS: Mapping[str, DataSet] = {
    data.name: data
    for data in (
        *(_set(f"{size}gram", header(size), "key words", _grams(size)) for size in SIZES),
        _set("1_2chars", f"１文字 {_WAITS_2}", "letter waits wait_letters keys words", _one_to_two),
        _set("1_3chars", f"１文字 成立する３文字単語数 {_TRIOS}", "letter number keys words", _one_to_three),
        _set(
            "2_3chars",
            f"成立した２文字集合 成立した２文字単語 待ち候補文字数 待ち候補文字 {_TRIOS}",
            "pair pair_words waits wait_letters keys words",
            _two_to_three,
        ),
        _set(
            "nobetan",
            f"４文字集合 成立した３文字集合 成立した３文字単語 残り１文字 {_WAITS_2} -logP_合計",
            "four_letters trio trio_words letter_left waits wait_letters keys words surprise",
            _nobetan,
        ),
        _set(
            "shanpon",
            "２文字集合P ２文字集合Q Pの待ち候補文字 Qの待ち候補文字 待ち候補文字 待ち候補文字の数",
            "p q waits_through_p waits_through_q wait_letters waits",
            _shanpon,
        ),
        _set(
            "stats",
            "１文字 2gram出現回数 2gram出現確率 3gram出現回数 3gram出現確率 3gram_-logP",
            "letter slots_2 share_2 slots_3 share_3 surprise_3",
            _stats,
        ),
    )
}


def data_sets(lexicon: Lexicon) -> list[DataSet]:
    """The data sets of a lexicon: all, except the N-grams of lengths for which it has no words."""
    return [
        data for data in DATASETS.values() if "gram" not in data.name or int(data.name[0]) in lexicon.grams
    ]
