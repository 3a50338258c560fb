"""Checks of many rows at once.

Example: with two copies per kind and hands of 7 or 8 tiles (bits 7 and 8 of `sizes`), rows of 8, 7 and 6 tiles give 2.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from kanamj.engine.kernels.compiled import jit


@jit
def first_bad(rows, copies, sizes):
    """The first row that has more tiles of a kind than there are copies, or a number of tiles whose bit is not set in
    `sizes`; -1 if all rows are good. rows (n, K) uint8, copies (K,) uint8, sizes uint64."""
    for n in range(len(rows)):
        tiles, above = np.uint64(0), False
        for kind in range(rows.shape[1]):
            tiles += np.uint64(rows[n, kind])
            above |= rows[n, kind] > copies[kind]
        if above or tiles > np.uint64(63) or (sizes >> tiles) & np.uint64(1) == np.uint64(0):
            return n
    return -1
