"""Checks of many rows at once.

Example: there are two copies per kind, and hands have 7 or 8 tiles (bits 7 and 8 of `sizes`). For three rows of 8, 7
and 6 tiles `first_bad` returns 2.
"""

import numpy as np

from kanamj.engine.kernels.compiled import jit


@jit
def first_bad(rows, copies, sizes):
    """The index of the first bad row; -1 if all rows are good. A row with t tiles is bad if it has more tiles of a kind
    than there are copies, or if bit t of `sizes` is not set. rows: (n, K) uint8. copies: (K,) uint8. sizes: uint64."""
    for n in range(len(rows)):
        tiles, above = np.uint64(0), False
        for kind in range(rows.shape[1]):
            tiles += np.uint64(rows[n, kind])
            above |= rows[n, kind] > copies[kind]
        if above or tiles > np.uint64(63) or (sizes >> tiles) & np.uint64(1) == np.uint64(0):
            return n
    return -1
