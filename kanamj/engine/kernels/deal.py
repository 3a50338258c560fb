"""Deals random hands, and computes their distances in the same loop, so that hands stay in the processor's cache.

The generator is xoshiro256++ (Blackman and Vigna, ACM TOMS 47, 2021), and the shuffle (Fisher and Yates) stops after
the hand. A number below n is the high half of 64 random bits times n. Its bias is less than n / 2^64, which no run
could notice. `engine/dealing.py` is the readable twin.

Example: from the state (1, 2, 3, 4) `draw` returns 0x2800001. `shuffle` of a wall of 4 tiles takes the high half of
0x2800001 * 4, which is 0: the first tile stays where it is.
"""

import numpy as np

from kanamj.engine.kernels.bits import part_of
from kanamj.engine.kernels.compiled import inner_jit, jit, records
from kanamj.engine.kernels.distance import distance
from kanamj.engine.kernels.records import HAND

R17, R19, R23, R41, R45 = (np.uint64(i) for i in (17, 19, 23, 41, 45))


@inner_jit
def draw(state):
    """The next 64 random bits, as a uint64. Advances the state, four uint64."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    mixed = s0 + s3
    result = ((mixed << R23) | (mixed >> R41)) + s0
    shifted = s1 << R17
    s2 ^= s0
    s3 ^= s1
    state[1] = s1 ^ s2
    state[0] = s0 ^ s3
    state[2] = s2 ^ shifted
    state[3] = (s3 << R45) | (s3 >> R19)
    return result


@inner_jit
def shuffle(wall, tiles, state):
    """Put a random hand into the first `tiles` places of the wall. state: as in `draw`."""
    size = np.uint64(len(wall))
    for i in range(np.uint64(tiles)):
        j = i + part_of(draw(state), size - i)
        wall[i], wall[j] = wall[j], wall[i]


@jit
def deal_rows(wall, tiles, state, rows):
    """Deal a random hand into each row of rows (n, K) uint8, all 0. wall: the kind of each tile; it is shuffled."""
    for n in range(len(rows)):
        shuffle(wall, tiles, state)
        for i in range(tiles):
            rows[n, wall[i]] += np.uint8(1)


@jit
def deal_and_judge(tables, wall, tiles, state, trios, pairs, into):
    """Deal a random hand for each element of into (n,) int8, and write its distance there. wall: the kind of each tile;
    it is shuffled. tiles: the size of a hand. trios, pairs: the slots of the form."""
    hands = records(2, HAND)
    row = np.zeros(np.int64(tables.lexicon[0].kinds), np.uint8)
    for n in range(len(into)):
        shuffle(wall, tiles, state)
        for kind in range(len(row)):
            row[kind] = 0
        for i in range(tiles):
            row[wall[i]] += np.uint8(1)
        into[n] = distance(tables, hands, row, np.uint64(trios), np.uint64(pairs))
