"""Reads a hand: which kinds it holds, which trios it holds, and which of these trios it can make together.

Example (the game of `kernels/__init__`), さくらなみだい: `lay_out` returns the packed hand 0x1111111 and 7 tiles, and
keeps the fields い く さ だ な み ら. `find_trios` marks the trios 0 and 1. `list_trios` packs them: さくら 0x1000110,
なみだ 0x111000. They share no letter, so the hand can make both. It cannot make one of them twice, because it holds
each letter once.
"""

import numpy as np

from kanamj.engine.kernels.bits import bytes_in_use, lowest
from kanamj.engine.kernels.compiled import inner_jit
from kanamj.engine.kernels.records import (
    ALL,
    BYTE,
    FOUR,
    GUARD,
    LOW6,
    MOST_TRIOS,
    NONE,
    ONE,
    SKIP,
    THREE,
    TWO,
)


@inner_jit
def read_hand(tables, hand, row):
    """Read the hand `row` into the record `hand` and list its trios. Returns what `lay_out` returns (the packed hand
    and its number of tiles), the set of the listed trios, and True if the hand has more trios than are listed."""
    packed, tiles = lay_out(tables, hand, row)
    find_trios(tables, hand)
    n, more = list_trios(tables, hand)
    return packed, tiles, (ONE << n) - ONE, more


@inner_jit
def lay_out(tables, hand, row):
    """Write into the record `hand` which kinds the hand `row` holds, and give each a field. Returns the packed hand and
    its number of tiles. Both are without the tiles that are in no word of the form."""
    lexicon = tables.lexicon[0]
    kinds, lanes = lexicon.kinds, np.uint64(tables.lanes)
    counts = hand.counts
    for kind in range(kinds):
        counts[kind] = row[kind]
    packed = NONE
    unit = ONE
    n = NONE
    for base in (NONE, np.uint64(64)):
        word = base >> np.uint64(6)
        there, full, doubled = NONE, lexicon.no_room[word], NONE
        for i in range(np.uint64(8)):
            there |= bytes_in_use(hand.eights[(base >> THREE) + i]) << (i << THREE)
        there &= lexicon.of_use[word]
        hand.kinds_held[word] = there
        while there != NONE:
            i = lowest(there)
            kind = base + i
            there &= there - ONE
            full |= np.uint64(counts[kind] >= lexicon.room[kind]) << i
            doubled |= np.uint64(counts[kind] > 1) << i
            hand.kinds[n] = kind
            hand.offsets[n] = kind * lanes
            hand.unit[kind] = unit
            hand.trios_with[kind] = NONE
            hand.held_once[kind] = ALL
            packed |= unit
            unit <<= FOUR
            n += ONE
        hand.full[word], hand.doubled[word] = full, doubled
    tiles = n
    for base in (NONE, np.uint64(64)):
        doubled = hand.doubled[base >> np.uint64(6)]
        while doubled != NONE:
            kind = base + lowest(doubled)
            doubled &= doubled - ONE
            extra = np.uint64(counts[kind]) - ONE
            hand.held_once[kind] = NONE
            packed += hand.unit[kind] * extra
            tiles += extra
            for copy in range(ONE, min(extra, TWO) + ONE):
                hand.offsets[n] = (copy * kinds + kind) * lanes
                n += ONE
    while n < np.uint64(15):
        hand.offsets[n] = THREE * kinds * lanes
        n += ONE
    return packed, tiles


@inner_jit
def find_trios(tables, hand):
    """Set in hand.marks the bit of every trio that the hand holds, and in hand.in_use the bit of every lane of marks
    that is not 0."""
    rows, marks, at = tables.rows, hand.marks, hand.offsets
    r0, r1, r2, r3, r4, r5, r6 = at[0], at[1], at[2], at[3], at[4], at[5], at[6]
    r7, r8, r9, r10, r11, r12, r13, r14 = at[7], at[8], at[9], at[10], at[11], at[12], at[13], at[14]
    for base in range(NONE, np.uint64(tables.lanes), np.uint64(64)):
        used = NONE
        for j in range(base, min(base + np.uint64(64), np.uint64(tables.lanes))):
            # A trio has at most three bits in all rows together. So at most one carry is set, and `|` adds the carries.
            a, b, c = rows[r0 + j], rows[r1 + j], rows[r2 + j]
            sum_1, carries = a ^ b ^ c, (a & b) | (c & (a | b))
            a, b, c = rows[r3 + j], rows[r4 + j], rows[r5 + j]
            sum_2, carry_2 = a ^ b ^ c, (a & b) | (c & (a | b))
            a, b, c = rows[r6 + j], rows[r7 + j], rows[r8 + j]
            sum_3, carry_3 = a ^ b ^ c, (a & b) | (c & (a | b))
            a, b, c = rows[r9 + j], rows[r10 + j], rows[r11 + j]
            sum_4, carry_4 = a ^ b ^ c, (a & b) | (c & (a | b))
            a, b = rows[r12 + j], rows[r13 + j]
            sum_5, carry_5 = sum_4 ^ a ^ b, (sum_4 & a) | (b & (sum_4 | a))
            sum_6, carry_6 = sum_1 ^ sum_2 ^ sum_3, (sum_1 & sum_2) | (sum_3 & (sum_1 | sum_2))
            a = rows[r14 + j]
            carry_7 = (sum_5 & sum_6) | (a & (sum_5 | sum_6))
            carries |= carry_2 | carry_3 | carry_4 | carry_5 | carry_6 | carry_7
            found = (sum_5 ^ sum_6 ^ a) & carries
            marks[j] = found
            used |= np.uint64(found != NONE) << (j - base)
        hand.in_use[base >> np.uint64(6)] = used


@inner_jit
def list_trios(tables, hand):
    """Pack each trio of hand.marks into hand.words, and write into hand.goes_with, for each trio, which others the hand
    may make beside it (see HAND). Returns their number, and True if trios beyond MOST_TRIOS were left out."""
    n = NONE
    more = False
    for base in range(NONE, np.uint64(tables.lanes), np.uint64(64)):
        used = hand.in_use[base >> np.uint64(6)]
        while used != NONE:
            lane = base + lowest(used)
            used &= used - ONE
            marks = hand.marks[lane]
            while marks != NONE:
                if n == np.uint64(MOST_TRIOS):
                    more = True
                    break
                hand.letters[n] = tables.letters[(lane << np.uint64(6)) + lowest(marks)]
                marks &= marks - ONE
                n += ONE
    for i in range(n):
        letters = hand.letters[i]
        a, b, c = letters & BYTE, (letters >> np.uint64(8)) & BYTE, letters >> np.uint64(16)
        hand.words[i] = hand.unit[a] + hand.unit[b] + hand.unit[c]
        bit = ONE << i
        hand.trios_with[a] |= bit
        hand.trios_with[b] |= bit
        hand.trios_with[c] |= bit
    for i in range(n):
        letters = hand.letters[i]
        a, b, c = letters & BYTE, (letters >> np.uint64(8)) & BYTE, letters >> np.uint64(16)
        held_once, trios_with = hand.held_once, hand.trios_with
        hand.goes_with[i] = ~(
            (trios_with[a] & held_once[a]) | (trios_with[b] & held_once[b]) | (trios_with[c] & held_once[c])
        )
    hand.words[SKIP] = NONE
    return n, more


@inner_jit
def tiles_left(hand, left, blank):
    """Write the kinds of the tiles of the rest `left` into hand.tiles. Returns the number of tiles. If they are fewer
    than five, `blank` (the kind K, no tile) fills hand.tiles up to five."""
    n = NONE
    while left != NONE:
        field = lowest(left) >> TWO
        hand.tiles[n] = hand.kinds[field]
        left -= ONE << (FOUR * field)
        n += ONE
    for i in range(n, np.uint64(5)):
        hand.tiles[i] = blank
    return n


@inner_jit
def is_open(hand, kinds):
    """True if a tile of some kind in the set `kinds` is left to draw."""
    return ((kinds[0] & ~hand.full[0]) | (kinds[1] & ~hand.full[1])) != NONE


@inner_jit
def take_out(hand, kind, room):
    """Take a tile of the kind out of hand.counts. Returns what to subtract from the packed hand, which is 0 if the kind
    is in no word. room: how many tiles of the kind a hand may hold. `put_back` undoes this."""
    hand.counts[kind] -= np.uint8(1)
    word, bit = kind >> np.uint64(6), ONE << (kind & LOW6)
    if hand.counts[kind] < room:
        hand.full[word] &= ~bit
    return hand.unit[kind]


@inner_jit
def put_back(hand, kind, room):
    """Put a tile of the kind back into hand.counts: undoes `take_out`."""
    hand.counts[kind] += np.uint8(1)
    word, bit = kind >> np.uint64(6), ONE << (kind & LOW6)
    if hand.counts[kind] >= room:
        hand.full[word] |= bit


@inner_jit
def begin_walk(hand, packed, listed):
    """Begin to go through the sets of disjoint trios (trios without a common tile) of a hand; each call of `next_rest`
    then takes out one set. Always returns True, so that the caller's `while walk:` begins."""
    hand.levels[0, 0], hand.levels[0, 1] = packed, listed
    hand.level[0] = NONE
    return True


@inner_jit
def next_rest(hand, sets):
    """Take the next set of disjoint trios out of the hand. sets: how many trios a set has. Returns what is left of the
    hand, packed; 0 if nothing is left, or if there is no further set."""
    levels, level = hand.levels, hand.level[0]
    if sets == NONE:
        left = levels[0, 0]
        levels[0, 0] = NONE
        return left
    while True:
        todo = levels[level, 1]
        if todo == NONE:
            if level == NONE:
                return NONE
            level -= ONE
            continue
        i = lowest(todo)
        levels[level, 1] = todo & (todo - ONE)
        left = (levels[level, 0] | GUARD) - hand.words[i]
        if left & GUARD != GUARD:
            continue
        left &= ~GUARD
        if level + ONE == sets:
            hand.level[0] = level
            return left
        level += ONE
        levels[level, 0], levels[level, 1] = left, todo & hand.goes_with[i]
