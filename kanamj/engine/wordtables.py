"""Blocks of two and three as the arrays the kernels read (`kernels.records.WordTables` says what they hold)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from kanamj.engine.kernels.records import WordTables

MOST_KINDS, MOST_COPIES, MOST_TRIOS = 128, 7, 1280 * 64
"""Limits of the kernels: a set of kinds is two uint64, a count has three bits, and a set of trios is 1,280 uint64."""


def build_arrays(kinds: int, by_size: Mapping[int, Sequence[tuple[int, ...]]]) -> WordTables:
    """The tables of these blocks of `kinds` kinds. `build_tables` sets what depends on the form or on copies. by_size:
    size -> blocks."""
    from kanamj.engine.kernels.compiled import new_records
    from kanamj.engine.kernels.records import LEXICON, PAIR, PART, WordTables

    trios = np.array(by_size.get(3, ()), np.int64).reshape(-1, 3)
    pairs = np.array(by_size.get(2, ()), np.int64).reshape(-1, 2)
    lanes = max(8, -(-len(trios) // 512) * 8)
    rows = np.zeros((3 * kinds + 1, lanes), np.uint64)
    lexicon = new_records(1, LEXICON)
    edges, thirds, seconds = lexicon["edges"][0], lexicon["thirds"][0], lexicon["seconds"][0]
    lexicon["kinds"] = kinds
    for j, kind in enumerate(trios.T):
        held = (trios[:, :j] == kind[:, np.newaxis]).sum(axis=1)
        _mark(rows, held * kinds + kind, of=np.arange(len(trios)))
    _mark(lexicon["in_trios"], 0, of=trios.ravel())
    for a, b, c in permutations(trios.T):
        edges[a, b] |= PART
        _mark(thirds, a, b, of=c)
    _mark(lexicon["in_pairs"], 0, of=pairs.ravel())
    for a, b in permutations(pairs.T):
        edges[a, b] |= PAIR
        _mark(seconds, a, of=b)
    letters = (trios << np.array([0, 8, 16])).sum(axis=1).astype(np.uint32)
    return WordTables(lexicon, lanes, rows.ravel(), letters, False)


def build_tables(
    arrays: WordTables, sizes: Sequence[int], room: Sequence[int] | None, reachable: bool
) -> WordTables:
    """The tables that the kernels read. sizes: the sizes of the slots of a form. room: the most tiles of each kind that
    a complete hand may hold; None if copies do not count. reachable: whether blocks can fill the form."""
    lexicon = arrays.lexicon.copy()
    lexicon["strict"] = room is not None
    lexicon["room"] = 255
    if room is not None:
        lexicon["room"][0, : len(room)] = room
        _mark(lexicon["no_room"], 0, of=np.flatnonzero(np.array(room) == 0))
    for size, field in ((3, "in_trios"), (2, "in_pairs")):
        if size in sizes:
            lexicon["of_use"] |= lexicon[field]
    return arrays._replace(lexicon=lexicon, reachable=reachable)


def _mark(words: npt.NDArray[np.uint64], *at: Any, of: npt.NDArray[Any]) -> None:
    """Set bits in the rows of an array of uint64. at: the row of each bit. of: the index of each bit in its row."""
    np.bitwise_or.at(words, (*at, of >> 6), np.uint64(1) << (of & 63).astype(np.uint64))
