"""Suit tables: how many tiles a suit misses for m blocks, with and without a head (the pair of a winning hand).

A winning hand is m blocks and a head, spread over the suits. For the whole hand, all that matters of a suit is a vector
of ten numbers,

    tiles missing for 0, 1, 2, 3, 4 blocks | the same with a head

and few such vectors exist; each is a *class*. The 1,953,125 suit vectors (nine kinds, 0..4 each) have 126 classes, the
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

A hand of four suits takes four look-ups by place, two in `merge` (man with pin, sou with honours) and one in `missing`.

The tables have 2.3 MB in memory and 0.1 MB in the file that comes with the package, engine/data/riichi_tables.npz. It
has an array of each name above. scripts/build_riichi_tables.py makes it. `lookup.py` reads the tables without numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.riichi.lookup import BLOCKS as BLOCKS
from kanamj.engine.riichi.lookup import COPIES as COPIES
from kanamj.engine.riichi.lookup import FILE as FILE
from kanamj.engine.riichi.lookup import ROW as ROW
from kanamj.engine.riichi.lookup import damaged

Bytes: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class SuitTables:
    """The tables of the head of this file, uint8; flat, but `missing` (5, classes * 256), `vectors` (classes, 10)."""

    suit: Bytes
    honours: Bytes
    terminals: Bytes
    merge: Bytes
    missing: Bytes
    vectors: Bytes


@lru_cache(maxsize=1)
def load_tables() -> SuitTables:
    """The tables, read from the package. Raises FileFormatError if their file is missing or damaged."""
    try:
        with FILE.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return SuitTables(**arrays)
    except Exception as error:  # a damaged archive raises errors of many classes
        raise damaged(FILE) from error
