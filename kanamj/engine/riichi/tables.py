"""Suit tables: how many tiles a suit misses for m blocks, with and without a head. Each suit vector has a *class*.

A winning hand is m blocks and a head, spread over the suits. For the whole hand, all that matters of a suit is a vector
of ten numbers,

    tiles missing for 0, 1, 2, 3, 4 blocks | the same with a head

and few such vectors exist; each is a class. The 1,953,125 suit vectors (nine kinds, 0..4 each) have 126 classes, the
78,125 honour vectors 55, and the 25 vectors of 1m and 9m (all the characters of three players) 10. Two suits together
have 180, and three suits have no more. With a suit and honours, and with the suits of three players, there are 190
classes in all. So a class fits a byte, and merging two groups of suits is one look-up:

    suit      5^9 bytes      class of a suit vector; its place is the vector read as a base-5 number
    honours   5^7 bytes      class of the honours
    terminals 256 bytes      class of 1m and 9m; its place is the last eight bits of the place in `suit`
                             (vectors of 1m and 9m alone differ in these bits)
    merge     190 * 256      class of two groups of suits together
    missing   5 * 190 * 256  tiles missing for m blocks and a head, of two groups that make up the hand
    vectors   190 * 10       the ten numbers of each class; 15 if the suit cannot hold the blocks

The tables have 2.3 MB in memory and under 100 KB in the cache. A hand of four suits takes four look-ups by place, two
in `merge` (man with pin, sou with honours) and one in `missing`.

How the ten numbers of a suit vector h are found: let W be all count vectors, at most four of a kind, that are m blocks
(and a head). The number wanted is the minimum over w in W of the sum over the kinds of max(w_k - h_k, 0). The
literature finds it by Dijkstra's method: starting from W, drawing a tile costs 0 and throwing one costs 1
(tests/reference/suits.py, the readable twin). As the cost is a sum over the kinds, the kinds can be relaxed one after
the other: along one axis of the array of all vectors, first upwards at no cost, then downwards at cost 1 per step. This
is the zeta transform with (min, +) in place of (+, *). It passes over the array nine times and takes under half a
second for all ten numbers (`relax_missing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from io import BytesIO
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine import cache

Bytes: TypeAlias = npt.NDArray[np.uint8]

COPIES = 4
BLOCKS = 4
TARGETS = tuple((blocks, head) for head in (False, True) for blocks in range(BLOCKS + 1))
NONE = 15
"""The number written if a suit cannot hold the blocks at all: more than any hand misses, and it fits four bits."""
ROW = 256
"""The length of a row in tables indexed by two classes. As classes are bytes, a place is found by a shift."""
CACHE_NAME = "riichi-tables-1.npz"
MOST_BYTES = 1 << 22
"""A file in the cache is not read if it has more bytes than this; the tables have under 100 KB."""


@dataclass(frozen=True)
class Suit:
    """Kinds that form blocks with each other. sequences: a suit has sequences, honours have none."""

    kinds: int
    sequences: bool

    @property
    def blocks(self) -> list[tuple[int, ...]]:
        """The blocks (triplets and sequences), as count vectors."""
        triplets = [tuple(3 * (kind == k) for k in range(self.kinds)) for kind in range(self.kinds)]
        starts = range(self.kinds - 2) if self.sequences else range(0)
        return triplets + [tuple(int(start <= k < start + 3) for k in range(self.kinds)) for start in starts]

    @property
    def heads(self) -> list[tuple[int, ...]]:
        """The heads as count vectors."""
        return [tuple(2 * (kind == k) for k in range(self.kinds)) for kind in range(self.kinds)]

    def complete(self, blocks: int, head: bool) -> set[tuple[int, ...]]:
        """All count vectors, at most four of a kind, that are exactly that many blocks (and a head if `head`).

        >>> len(Suit(9, sequences=True).complete(4, head=True))
        13259
        """
        vectors = {(0,) * self.kinds}
        for pieces in [self.blocks] * blocks + [self.heads] * head:
            sums = {tuple(map(int.__add__, vector, piece)) for vector in vectors for piece in pieces}
            vectors = {vector for vector in sums if max(vector) <= COPIES}
        return vectors


SUIT = Suit(9, sequences=True)
HONOURS = Suit(7, sequences=False)
TERMINALS = Suit(2, sequences=False)
"""The characters of three players: 1m and 9m. Without 2m to 8m they form triplets and heads, but no sequences."""


def relax_missing(suit: Suit) -> Bytes:
    """How many tiles each count vector misses for the ten targets (0 to 4 blocks, without and with a head), as uint8 of
    shape `(10, 5**kinds)`. The vectors may have any number of tiles.

    The readable twin is tests/reference/suits.py.
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


@dataclass(frozen=True)
class SuitTables:
    """The tables that the head of this file describes, uint8. They are flat, except `missing`, (5, classes * 256), and
    `vectors`, (classes, 10)."""

    suit: Bytes
    honours: Bytes
    terminals: Bytes
    merge: Bytes
    missing: Bytes
    vectors: Bytes


def build_tables() -> SuitTables:
    """Compute the tables, in about half a second."""
    names = {"suit": SUIT, "honours": HONOURS, "terminals": TERMINALS}
    keys = {name: _pack(relax_missing(suit)) for name, suit in names.items()}
    alone = {name: np.unique(key) for name, key in keys.items()}
    groups = {
        group
        for man in ("suit", "terminals")
        for size in (1, 2, 3)
        for group in combinations((man, "suit", "suit", "honours"), size)
    }
    there = [reduce(_together, [alone[name] for name in group]) for group in groups]
    classes = np.unique(np.concatenate(there))
    assert len(classes) < ROW, f"{len(classes)} classes do not fit a byte"

    def table_of(keys: npt.NDArray[np.uint64]) -> Bytes:
        return np.searchsorted(classes, keys).astype(np.uint8)

    vectors = _unpack(classes)
    both = _merged(vectors, vectors)
    # Two classes that never meet, as they would be more than three suits, have arbitrary entries.
    merged = np.zeros((len(classes), ROW), np.uint8)
    merged[:, : len(classes)] = table_of(_pack(both)).reshape(len(classes), -1)
    missing = np.full((BLOCKS + 1, len(classes), ROW), NONE, np.uint8)
    missing[:, :, : len(classes)] = both[BLOCKS + 1 :].reshape(BLOCKS + 1, len(classes), -1)
    terminals = np.zeros(ROW, np.uint8)
    places = [first * 5**8 % ROW + last for first in range(5) for last in range(5)]
    terminals[places] = table_of(keys["terminals"])
    return SuitTables(
        suit=table_of(keys["suit"]),
        honours=table_of(keys["honours"]),
        terminals=terminals,
        merge=merged.reshape(-1),
        missing=missing.reshape(BLOCKS + 1, -1),
        vectors=vectors,
    )


def _pack(table: Bytes) -> npt.NDArray[np.uint64]:
    """Each column of ten numbers 0..15, packed into a uint64; the first number has the highest bits. Returns a flat
    array."""
    rows = table.reshape(len(TARGETS), -1)
    packed = np.zeros(rows.shape[1], np.uint64)
    for row in rows:
        packed <<= np.uint64(4)
        packed |= row
    return packed


def _unpack(keys: npt.NDArray[np.uint64]) -> Bytes:
    """The ten numbers that each key packs, `(n, 10)` uint8."""
    shifts = np.arange(4 * (len(TARGETS) - 1), -1, -4, dtype=np.uint64)
    return (keys[:, None] >> shifts & np.uint64(NONE)).astype(np.uint8)


def _merged(left: Bytes, right: Bytes) -> Bytes:
    """For every pair of vectors, the ten numbers of both together, `(10, len(left), len(right))`: the least sums over
    all ways to divide the blocks and the head between the two."""
    merged = np.full((len(TARGETS), len(left), len(right)), NONE, np.uint8)
    for i, (blocks, head) in enumerate(TARGETS):
        for j, (others, other_head) in enumerate(TARGETS):
            if blocks + others <= BLOCKS and not (head and other_head):
                target = merged[TARGETS.index((blocks + others, head or other_head))]
                np.minimum(target, left[:, None, i] + right[None, :, j], out=target)
    return merged


def _together(left: npt.NDArray[np.uint64], right: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """All keys (vectors packed by `_pack`) that come from merging a key of `left` with a key of `right`."""
    return np.unique(_pack(_merged(_unpack(left), _unpack(right))))


@lru_cache(maxsize=1)
def load_tables() -> SuitTables:
    """The tables: read from the user's cache folder (see `engine/cache.py`), or built and put there.

    If the file is damaged, written by somebody else or of other shapes, the tables are built again. If the folder
    cannot be written to, each start takes half a second longer.
    """
    tables = read_tables()
    if tables is None:
        tables = build_tables()
        write_tables(tables)
    return tables


def read_tables() -> SuitTables | None:
    """The tables that `write_tables` has kept; None if there are none, or if they cannot be trusted."""
    data = cache.load(CACHE_NAME, MOST_BYTES)
    if data is None:
        return None
    try:
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            tables = SuitTables(**arrays)
    except Exception:  # an archive of other arrays, or of more than memory holds
        return None
    classes = len(tables.vectors)
    shapes = [
        (5**9,),
        (5**7,),
        (ROW,),
        (classes * ROW,),
        (BLOCKS + 1, classes * ROW),
        (classes, len(TARGETS)),
    ]
    arrays_read = vars(tables).values()
    fits = all(table.shape == shape for table, shape in zip(arrays_read, shapes, strict=True))
    return tables if fits and all(table.dtype == np.uint8 for table in arrays_read) else None


def write_tables(tables: SuitTables) -> None:
    """Keep the tables in the user's cache folder, as an npz archive."""
    archive = BytesIO()
    np.savez_compressed(archive, **vars(tables))
    cache.store(CACHE_NAME, archive.getvalue())
