"""A world small enough to count all hands: seven kinds, twelve tiles, form 32, hands of five or four tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import comb

from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import TileSet
from tests.reference import oracles

TILES = TileSet("toy", tuple("あいうえおかー"), (2, 2, 2, 2, 2, 1, 1))
WORDS = ("あい", "うー", "おお", "あいう", "いうえ", "かおか", "ああえ", "えおー")
LEXICON = Lexicon.from_entries("toy", [Entry(word, word) for word in WORDS])
FORM = "32"


def hands(size: int) -> dict[tuple[int, ...], Fraction]:
    """Every hand of this many tiles, as counts, with its probability."""
    total = comb(sum(TILES.copies), size)
    found = oracles.hands(TILES.copies, size)
    return {counts: Fraction(oracles.ways(TILES.copies, counts), total) for counts in found}


@cache
def _complete(copies: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    kinds = [tuple(map(TILES.kinds.index, word)) for word in WORDS]
    by_size = {size: [word for word in kinds if len(word) == size] for size in (2, 3)}
    return oracles.complete_hands(by_size, (3, 2), copies)


def missing(counts: tuple[int, ...], copies: Iterable[int]) -> int | None:
    """The distance of a hand by trying all pairs of words; None if none fits the copies."""
    return oracles.missing(counts, _complete(tuple(copies)))


def shanten_shares(size: int, copies: Iterable[int]) -> dict[int, float]:
    """shanten -> exact share of the hands of this many tiles."""
    copies = tuple(copies)
    shares: Counter[int] = Counter()
    for counts, share in hands(size).items():
        distance = missing(counts, copies)
        assert distance is not None
        shares[distance - 1] += share
    return {shanten: float(share) for shanten, share in sorted(shares.items())}
