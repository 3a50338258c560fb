"""Draws of many hands over blocks of two and three: which kinds lower the distance, and the discards that leave most.

By the definition: a kind is accepted if the hand with one more of it is nearer.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine._kernels.compiled import jit
from kanamj.engine._kernels.words import DESK, distance


@jit
def mark_accepts(tables, desks, row, missing, trios, pairs, marks):
    """Set marks[kind] where a tile of the kind, if there is one left, lowers the distance `missing`. row is used and
    left as it was."""
    for kind in range(np.int64(tables.book[0].kinds)):
        marks[kind] = False
        if row[kind] < tables.book[0].room[kind]:
            row[kind] += np.uint8(1)
            marks[kind] = distance(tables, desks, row, trios, pairs) < missing
            row[kind] -= np.uint8(1)


@jit
def accepts(tables, rows, trios, pairs, missing, marks):
    """Distances of rows (n, K) one tile short into missing (n,) int8, what lowers them into marks (n, K) bool."""
    desks = np.zeros(2, DESK)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.empty(np.int64(tables.book[0].kinds), np.uint8)
    for n in range(len(rows)):
        row[:] = rows[n]
        missing[n] = distance(tables, desks, row, trios, pairs)
        mark_accepts(tables, desks, row, missing[n], trios, pairs, marks[n])


@jit
def waits(tables, rows, trios, pairs, marks):
    """Kinds that complete rows (n, K) one tile short into marks (n, K) bool."""
    desks = np.zeros(2, DESK)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.empty(np.int64(tables.book[0].kinds), np.uint8)
    for n in range(len(rows)):
        row[:] = rows[n]
        marks[n] = False
        if distance(tables, desks, row, trios, pairs) == 1:
            mark_accepts(tables, desks, row, 1, trios, pairs, marks[n])


@jit
def best_discards(tables, rows, unseen, order, trios, pairs, kinds, missing, tiles):
    """For rows (n, K) of full size: the kind to discard into kinds (n,), the distance after it into missing (n,), the
    accepted tiles unseen into tiles (n,). Least distance, then most tiles, then the kind that comes first in order."""
    desks = np.zeros(2, DESK)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.empty(np.int64(tables.book[0].kinds), np.uint8)
    marks = np.empty(np.int64(tables.book[0].kinds), np.bool_)
    after = np.empty(np.int64(tables.book[0].kinds), np.int64)
    for n in range(len(rows)):
        row[:] = rows[n]
        least = np.int64(127)
        for kind in range(np.int64(tables.book[0].kinds)):
            after[kind] = 127
            if row[kind] > 0:
                row[kind] -= np.uint8(1)
                after[kind] = distance(tables, desks, row, trios, pairs)
                row[kind] += np.uint8(1)
                least = min(least, after[kind])
        most = np.int64(-1)
        for kind in order:
            if after[kind] != least:
                continue
            row[kind] -= np.uint8(1)
            mark_accepts(tables, desks, row, least, trios, pairs, marks)
            row[kind] += np.uint8(1)
            accepted = np.int64(0)
            for draw in range(np.int64(tables.book[0].kinds)):
                if marks[draw]:
                    accepted += np.int64(unseen[n, draw])
            if accepted > most:
                most = accepted
                kinds[n] = kind
        missing[n] = least
        tiles[n] = most
