"""A world small enough to count all hands: seven kinds, twelve tiles, form 32, hands of five or four tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb, prod

from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import TileSet

TILES = TileSet("toy", tuple("あいうえおかー"), (2, 2, 2, 2, 2, 1, 1))
WORDS = ("あい", "うー", "おお", "あいう", "いうえ", "かおか", "ああえ", "えおー")
LEXICON = Lexicon.from_entries("toy", [Entry(word, word) for word in WORDS])
FORM = "32"


def hands(size: int) -> dict[tuple[int, ...], Fraction]:
    """Every hand of this many tiles, as counts, with its probability: how many of the equally likely sets of pieces
    show these counts."""
    pieces = [kind for kind, copies in enumerate(TILES.copies) for _ in range(copies)]
    seen = Counter(
        tuple(Counter(taken).get(kind, 0) for kind in range(len(TILES)))
        for taken in combinations(pieces, size)
    )
    total = comb(len(pieces), size)
    for counts, sets in seen.items():
        assert sets == prod(comb(copies, count) for copies, count in zip(TILES.copies, counts, strict=True))
    return {counts: Fraction(sets, total) for counts, sets in seen.items()}


def missing(counts: tuple[int, ...], copies: Iterable[int]) -> int | None:
    """The distance of a hand by trying all pairs of words; None if none fits the copies."""
    trios = [word for word in WORDS if len(word) == 3]
    pairs = [word for word in WORDS if len(word) == 2]
    found = []
    for trio in trios:
        for pair in pairs:
            wanted = [(trio + pair).count(face) for face in TILES.kinds]
            if all(want <= there for want, there in zip(wanted, copies, strict=True)):
                found.append(sum(max(want - held, 0) for want, held in zip(wanted, counts, strict=True)))
    return min(found, default=None)


def shanten_shares(size: int, copies: Iterable[int]) -> dict[int, float]:
    """shanten -> exact share of the hands of this many tiles."""
    copies = tuple(copies)
    shares: Counter[int] = Counter()
    for counts, share in hands(size).items():
        distance = missing(counts, copies)
        assert distance is not None
        shares[distance - 1] += share
    return {shanten: float(share) for shanten, share in sorted(shares.items())}
