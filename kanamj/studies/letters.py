"""The letters of a word list: how many words have each letter, and which letters are most often in a word together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from kanamj.engine import Blocks
from kanamj.studies.csvtext import Table
from kanamj.tiles import TileSet

PARTNERS = 5


def letters_table(blocks: Blocks, tiles: TileSet, lengths: Iterable[int]) -> Table:
    """A table with one row per letter: its number of tiles, how many keys of these lengths have it, its partners.

    Letters with the fewest keys come first. The partners of a letter are the PARTNERS other letters that are most often
    in a key with it.

    >>> from kanamj import WordEngine, load_lexicon
    >>> engine = WordEngine(load_lexicon())
    >>> letters_table(engine.blocks, engine.tiles, (2, 3)).columns
    ('letter', 'tiles', 'keys', 'keys_2', 'keys_3', 'partners')
    """
    sizes = sorted(set(lengths))
    having = {size: Counter(kind for word in blocks.by_size[size] for kind in set(word)) for size in sizes}
    together = _together(blocks, sizes)
    rows: list[list[object]] = []
    for kind, letter in enumerate(tiles.kinds):
        counts = [having[size][kind] for size in sizes]
        others = {
            other: together[min(kind, other), max(kind, other)]
            for other in range(len(tiles))
            if other != kind
        }
        best = sorted((other for other in others if others[other]), key=lambda other: (-others[other], other))
        partners = tiles.format(sorted(best[:PARTNERS], key=best.index))
        rows.append([letter, tiles.copies[kind], sum(counts), *counts, partners])
    rows.sort(key=lambda row: (row[2], row[0]))
    return Table(("letter", "tiles", "keys", *(f"keys_{size}" for size in sizes), "partners"), rows)


def pairs_table(blocks: Blocks, tiles: TileSet, lengths: Iterable[int]) -> Table:
    """A table with one row for each two letters that are in a key together. Columns: keys, expected, lift, errors.

    keys is the number of keys of these lengths with both letters; lift is keys / expected. expected is the number for
    keys filled at random: if, of N keys of L letters, A have the one letter and B the other, it is
    A · B · (L − 1) / (N · L). Its standard error is its square root. errors is keys − expected in standard errors; rows
    with the most come first.
    """
    sizes = sorted(set(lengths))
    expected: Counter[tuple[int, int]] = Counter()
    for size in sizes:
        words = blocks.by_size[size]
        having = Counter(kind for word in words for kind in set(word))
        for one, other in combinations(sorted(having), 2):
            share = having[one] * having[other] * (size - 1) / (size * len(words))
            expected[one, other] += share  # type: ignore[assignment]
    rows: list[list[object]] = []
    for (one, other), keys in _together(blocks, sizes).items():
        wanted = float(expected[one, other])
        more = (keys - wanted) / math.sqrt(wanted)
        rows.append(
            [
                tiles.kinds[one],
                tiles.kinds[other],
                keys,
                round(wanted, 3),
                round(keys / wanted, 3),
                round(more, 2),
            ]
        )
    rows.sort(key=lambda row: (-float(str(row[5])), row[0], row[1]))
    return Table(("letter", "other", "keys", "expected", "lift", "errors"), rows)


def _together(blocks: Blocks, sizes: Iterable[int]) -> Counter[tuple[int, int]]:
    """(kind, higher kind) -> the number of keys that have both."""
    return Counter(
        both for size in sizes for word in blocks.by_size[size] for both in combinations(sorted(set(word)), 2)
    )
