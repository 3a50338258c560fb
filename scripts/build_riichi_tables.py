"""Write kanamj/engine/data/riichi_tables.npz: the suit tables by which hands of ordinary mahjong are judged.

    python scripts/build_riichi_tables.py [--method relax|dijkstra|plain]

kanamj/engine/riichi/tables.py says what the tables hold. Nothing is read, and it takes a second; by Dijkstra's
method, two. Both methods make the same tables, and the same zlib writes the same bytes. The plain method takes hours
for a suit, so it writes nothing: it makes the tables of small suits, and says what the whole suit would cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from io import BytesIO
from itertools import combinations, product
from time import perf_counter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.disk import write_file
from kanamj.engine.riichi.ranking import HAND, Ranking, places
from kanamj.engine.riichi.tables import BLOCKS, COPIES, FILE, ROW, Bytes, SuitTables
from kanamj.errors import KanamjError, not_one_of
from kanamj.results import Manifest, Output

Keys = npt.NDArray[np.int64]
Vector: TypeAlias = tuple[int, ...]

TARGETS = tuple((blocks, head) for head in (False, True) for blocks in range(BLOCKS + 1))
"""What the ten numbers of a suit vector are counted for: 0 to 4 blocks without a head, then with one."""
NONE = 15
"""The number written if a suit cannot hold the blocks at all: more than any hand misses, and it fits four bits."""


@dataclass(frozen=True)
class Suit:
    """Kinds that form blocks with each other. sequences: a suit has sequences, honours have none."""

    kinds: int
    sequences: bool

    @property
    def blocks(self) -> list[Vector]:
        """The blocks (triplets and sequences), as count vectors."""
        triplets = [tuple(3 * (kind == k) for k in range(self.kinds)) for kind in range(self.kinds)]
        starts = range(self.kinds - 2) if self.sequences else range(0)
        return triplets + [tuple(int(start <= k < start + 3) for k in range(self.kinds)) for start in starts]

    @property
    def heads(self) -> list[Vector]:
        """The heads as count vectors."""
        return [tuple(2 * (kind == k) for k in range(self.kinds)) for kind in range(self.kinds)]

    def complete(self, blocks: int, head: bool) -> set[Vector]:
        """All count vectors, at most four of a kind, that are exactly that many blocks (and a head if `head`)."""
        return {*sums(self.kinds, [self.blocks] * blocks + [self.heads] * head)}


def sums(kinds: int, steps: Iterable[Sequence[Vector]]) -> Counter[Vector]:
    """The sums of one piece from each step, at most four of a kind; each with the number of choices that have it."""
    ways = Counter({(0,) * kinds: 1})
    for pieces in steps:
        more: Counter[Vector] = Counter()
        for (vector, number), piece in product(ways.items(), pieces):
            counts = tuple(map(int.__add__, vector, piece))
            if max(counts) <= COPIES:
                more[counts] += number
        ways = more
    return ways


SUIT = Suit(9, sequences=True)
HONOURS = Suit(7, sequences=False)
TERMINALS = Suit(2, sequences=False)
"""The characters of three players: 1m and 9m. Without 2m to 8m they form triplets and heads, but no sequences."""


SMALL = (TERMINALS, *(Suit(kinds, sequences=True) for kinds in (3, 4, 5)), HONOURS)
"""The suits that the plain method can do in seconds."""


def relax_missing(suit: Suit) -> Bytes:
    """How many tiles each count vector misses for the ten targets, uint8 of shape `(10, 5**kinds)`. The vectors may
    have any number of tiles.

    Let W be all count vectors, at most four of a kind, that are m blocks (and a head). A vector h misses the minimum
    over w in W of the sum over the kinds of max(w_k - h_k, 0). As the cost is a sum over the kinds, the kinds can be
    relaxed one after the other: along one axis of the array of all vectors, first upwards at no cost, then downwards at
    cost 1 per step. This is the zeta transform with (min, +) in place of (+, *).
    """
    counts = COPIES + 1
    table = np.full((len(TARGETS), *[counts] * suit.kinds), 100, np.uint8)
    for target, (blocks, head) in enumerate(TARGETS):
        if complete := suit.complete(blocks, head):
            table[(target, *np.array(list(complete)).T)] = 0
    for rows in table:
        for axis in range(suit.kinds):
            row = np.moveaxis(rows, axis, 0)
            for count in range(1, counts):
                np.minimum(row[count], row[count - 1], out=row[count])
            for count in reversed(range(counts - 1)):
                np.minimum(row[count], row[count + 1] + np.uint8(1), out=row[count])
    return np.minimum(table, NONE).reshape(len(TARGETS), -1)


def dijkstra_missing(suit: Suit) -> Bytes:
    """What `relax_missing` returns, by Dijkstra's method.

    A vertex is a vector and a final size, which says the target. The complete vectors of that size have cost 0. An edge
    that draws a tile costs 0, an edge that throws one costs 1. Vertices of least cost are settled first, those of equal
    cost together. No edge changes the final size, so the sizes are done one after the other. The source is
    「続・ネット上の向聴数計算アルゴリズムの知見に勝手に補足する」 (zenn.dev/zurukumo, 2025).
    """
    found = np.full((len(TARGETS), (COPIES + 1) ** suit.kinds), NONE, np.uint8)
    for target, missing in zip(TARGETS, found, strict=True):
        starts = suit.complete(*target)
        new, cost = places(np.array([*starts], np.uint8).reshape(-1, suit.kinds)), 0
        missing[new] = 0
        while len(new):
            settled = [new]
            while len(new):
                new = _reached(new, missing, 1, cost, suit)
                settled.append(new)
            cost += 1
            new = _reached(np.concatenate(settled), missing, -1, cost, suit)
    return found


def _reached(vectors: Keys, missing: Bytes, by: int, cost: int, suit: Suit) -> Keys:
    """The places of vectors that are settled now, at this cost, in `missing`: each has one tile more (by = 1) or less
    (by = -1) than one of `vectors`, and was not settled before."""
    reached = []
    for step in (COPIES + 1) ** np.arange(suit.kinds):
        counts = vectors // step % (COPIES + 1) + by
        there = vectors[(counts >= 0) & (counts <= COPIES)] + by * step
        reached.append(there[missing[there] == NONE])
        missing[reached[-1]] = cost
    return np.concatenate(reached)


def plain_missing(suit: Suit) -> Bytes:
    """What `relax_missing` returns, by its definition: each vector is compared with each complete one. This is what the
    source of `dijkstra_missing` begins with."""
    every = np.array([*product(range(COPIES + 1), repeat=suit.kinds)], np.int8)
    found = np.full((len(TARGETS), len(every)), NONE, np.uint8)
    for target, missing in zip(TARGETS, found, strict=True):
        for complete in suit.complete(*target):
            lacks = np.maximum(np.array(complete, np.int8) - every, 0).sum(axis=1, dtype=np.uint8)
            np.minimum(missing, lacks, out=missing)
    return found


def try_plain(small: Sequence[Suit] = SMALL) -> None:
    """Make the tables of small suits by the plain method, compare them with those by relaxing, and say what a suit of
    nine kinds would cost."""
    row = "{:<6}{:<6}{:>16,}{:>11,.2f}  {}"
    print(f"{'kinds':<6}{'runs':<6}{'comparisons':>16}{'seconds':>11}")
    for suit in (*small, SUIT):
        pairs = (COPIES + 1) ** suit.kinds * sum(len(suit.complete(*target)) for target in TARGETS)
        if suit != SUIT:
            before = perf_counter()
            same = np.array_equal(plain_missing(suit), relax_missing(suit))
            seconds, said, last = perf_counter() - before, "as by relaxing" if same else "wrong", pairs
        else:
            seconds, said = seconds * pairs / last, "not tried: at the speed of the row above"
        print(row.format(suit.kinds, "yes" if suit.sequences else "no", pairs, seconds, said))
    hands = int((Ranking(SUIT.kinds).vectors().sum(axis=1) == HAND).sum())
    wins = len(SUIT.complete(BLOCKS, head=True))
    print(f"14 tiles of one suit: {hands:,} hands by {wins:,} complete ones, {hands * wins:,} comparisons")


METHODS = {"relax": relax_missing, "dijkstra": dijkstra_missing}


def build_tables(missing: Callable[[Suit], Bytes] = relax_missing) -> SuitTables:
    """Compute the tables. Classes are numbered in the order of their ten numbers. missing: one of METHODS."""
    suits = {"suit": SUIT, "honours": HONOURS, "terminals": TERMINALS}
    keys = {name: keys_of(missing(suit)) for name, suit in suits.items()}
    alone = {name: np.unique(key) for name, key in keys.items()}
    groups = {
        group
        for man in ("suit", "terminals")
        for size in (1, 2, 3)
        for group in combinations((man, "suit", "suit", "honours"), size)
    }
    there = [reduce(together, [alone[name] for name in group]) for group in groups]
    classes = np.unique(np.concatenate(there))
    assert len(classes) < ROW, f"{len(classes)} classes do not fit a byte"

    vectors = vectors_of(classes)
    both = merged(vectors, vectors)
    # Two classes that never meet, as they would be more than three suits, have arbitrary entries.
    merge = np.zeros((len(classes), ROW), np.uint8)
    merge[:, : len(classes)] = np.searchsorted(classes, keys_of(both))
    together_missing = np.full((BLOCKS + 1, len(classes), ROW), NONE, np.uint8)
    together_missing[:, :, : len(classes)] = both[BLOCKS + 1 :]
    terminals = np.zeros(ROW, np.uint8)
    ends = [first * 5**8 % ROW + last for first in range(5) for last in range(5)]
    terminals[ends] = np.searchsorted(classes, keys["terminals"])
    return SuitTables(
        suit=np.searchsorted(classes, keys["suit"]).astype(np.uint8),
        honours=np.searchsorted(classes, keys["honours"]).astype(np.uint8),
        terminals=terminals,
        merge=merge.reshape(-1),
        missing=together_missing.reshape(BLOCKS + 1, -1),
        vectors=vectors,
    )


def keys_of(numbers: Bytes) -> Keys:
    """The ten numbers, `(10, …)`, read as the digits of one number in base 16: int64 of shape `(…)`."""
    return reduce(lambda keys, row: 16 * keys + row, numbers, np.zeros(numbers.shape[1:], np.int64))


def vectors_of(keys: Keys) -> Bytes:
    """The ten numbers of each key, `(n, 10)` uint8."""
    digits = 4 * np.arange(len(TARGETS))[::-1]
    return (keys[:, None] >> digits & 15).astype(np.uint8)


def merged(left: Bytes, right: Bytes) -> Bytes:
    """For every pair of vectors, the ten numbers of both together, `(10, len(left), len(right))`: the least sums over
    all ways to divide the blocks and the head between the two."""
    both = np.full((len(TARGETS), len(left), len(right)), NONE, np.uint8)
    for i, (blocks, head) in enumerate(TARGETS):
        for j, (others, other_head) in enumerate(TARGETS):
            if blocks + others <= BLOCKS and not (head and other_head):
                target = both[TARGETS.index((blocks + others, head or other_head))]
                np.minimum(target, left[:, None, i] + right[None, :, j], out=target)
    return both


def together(left: Keys, right: Keys) -> Keys:
    """All keys that come from merging a key of `left` with a key of `right`, sorted."""
    return np.unique(keys_of(merged(vectors_of(left), vectors_of(right))))


def npz_of(tables: SuitTables) -> bytes:
    """The content of the file with these tables."""
    archive = BytesIO()
    np.savez_compressed(archive, **vars(tables))
    return archive.getvalue()


def main(method: str = "relax") -> None:
    if method == "plain":
        try_plain()
        return
    if method not in METHODS:
        raise KanamjError(not_one_of(method, "a method", [*METHODS, "plain"]))
    data = npz_of(build_tables(METHODS[method]))
    write_file(FILE, data)
    Manifest(
        "riichi tables", "python scripts/build_riichi_tables.py", outputs={FILE.name: Output.of(data)}
    ).write(FILE.with_suffix(".manifest.toml"))


if __name__ == "__main__":
    from start import start

    start(main, method="relax (the default), dijkstra, or plain")
