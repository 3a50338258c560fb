"""Distances of many hands over blocks of two and three: up to four trios and at most one pair.

What is done to each hand, and nanoseconds of a random 14-tile hand, 33332, list v1.1 (AMD EPYC, numba 0.68, one
thread; `pytest -m bench -s tests/bench/test_bench_batch.py` prints them for this machine):

- `lay_out` (50): which kinds are held, by three vector comparisons. A plain loop over the 75 counts took 94.
- `find_trios` (45): every trio of the list at once. A table row per kind (and one more for its second and third
  copy) has a bit a trio; the hand's rows are added by full adders, bit by bit in parallel, and a trio lies in
  the hand where the sum is 3. Adding two rows a pass took 90, comparing 64-bit kind masks with the 426 trios that
  share a letter 200, looking up the 78 pairs of tiles 640.
- `list_trios` (150): turns the marks (14 of 2,052) into packed vectors: a field of four bits for each kind held, so
  that one subtraction takes a trio out of the hand and the fields' top bits tell whether it fitted.
- `one_missing` (90): is the distance at most 1? Three trios with a pair and a part of a trio, or four.
- `splits` (80, of those hands): is it 0? Trying all sets of four trios took 205, starting with the lowest tile 230,
  with the rarest 110, and looking a tile's partners up in the set of kinds held made it 80.
- `beyond_one` (140): the other half of the hands. The parts of a rest as bit sets of pairs of tiles.
- `settle` (15): one hand in 10,000. It took 7,000 when it was asked of every hand that is 2 or more away for want
  of a part, 250 when it forgot the states that failed.

Arrays handed from kernel to kernel as such, seven words each, cost as much again as all this: 1,250 then, 720 when
they became the records `BOOK` and `DESK`.

Trios that share a letter held once cannot both be used: `meets` has for each trio the set of the others it goes
with. It is a filter only; where a kind is held twice the packed vectors decide.

`least` asks first whether the distance is at most 1. Then, T being the most disjoint trios, the distance is at
least s - T (s trio slots), and is that if a set of T trios leaves enough parts of two letters and a pair; else one
more if the pair slot is content with one letter. Whatever this does not settle, and every case where copies
could run short across two slots, goes to `settle`.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kanamj.engine.kernels.bits import bytes_at_least, lanes_in_use, lowest, popcount
from kanamj.engine.kernels.compiled import inner_jit, jit
from kanamj.engine.kernels.limits import UNREACHABLE
from kanamj.engine.kernels.settle import PAIR, PART, completes, settle

NONE, ONE, TWO, THREE, FOUR = (np.uint64(i) for i in range(5))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
GUARD = np.uint64(0x8888888888888888)
FIELD = np.uint64(15)
SKIP = np.uint64(63)
"""A trio of no letters, which goes with all: it fills the levels a shorter form does not have."""
MOST_TRIOS = 63
BYTE, LOW6 = np.uint64(255), np.uint64(63)

NO, DOUBT, YES, WON = (np.int64(i) for i in range(4))

PAIRS_OF_5 = [(i, j) for i in range(5) for j in range(i + 1, 5)]
APART_OF_5 = [
    sum(1 << q for q, other in enumerate(PAIRS_OF_5) if not {*pair} & {*other}) for pair in PAIRS_OF_5
]
BESIDE = np.zeros(1024, np.uint16)
for _pair, _apart in enumerate(APART_OF_5):
    BESIDE[np.arange(1024) >> _pair & 1 == 1] |= _apart
"""Set of pairs of five tiles -> the pairs that are disjoint from one of them."""
FIRST_OF = np.array([i for i, _ in PAIRS_OF_5], np.uint64)
SECOND_OF = np.array([j for _, j in PAIRS_OF_5], np.uint64)


class Tables(NamedTuple):
    """What the kernels know, made by `wordtables`.

    book: one BOOK in an array. lanes: 64-bit words a row has, a multiple of 8.
    rows: bit i of row c * K + k where trio i holds kind k more than c times, c < 3; row 3 K is empty.
    letters: a trio's kinds, a byte each. reachable: whether any choice of blocks fills the form.
    """

    book: Any
    lanes: int
    rows: Any
    letters: Any
    reachable: bool


DESK = np.dtype(
    [
        ("counts", np.uint8, 128),
        ("there", np.uint64, 2),
        ("full", np.uint64, 2),
        ("kinds", np.uint64, 16),
        ("offsets", np.uint64, 16),
        ("unit", np.uint64, 128),
        ("has", np.uint64, 128),
        ("sole", np.uint64, 128),
        ("words", np.uint64, 64),
        ("letters", np.uint64, 64),
        ("meets", np.uint64, 64),
        ("tiles", np.uint64, 16),
        ("draw_lo", np.uint64, 8),
        ("draw_hi", np.uint64, 8),
        ("levels", np.uint64, (16, 3)),
        ("level", np.uint64, 1),
        ("waits", np.uint64, 2),
        ("marks", np.uint64, 1280),
    ]
)
"""Where one hand is laid out, in one piece, since numba hands each array of a tuple to a kernel as seven words.

counts: the hand. there, kinds: the kinds held, as a set and ascending. full: those of which no tile is left.
offsets: rows of the table. By kind: unit (its field), has (trios with it), sole (all ones if held once). By trio
found: words (packed), letters, meets. The rest is scratch.
"""


ONES, TWOS = np.full(128, 1, np.uint8), np.full(128, 2, np.uint8)


@inner_jit
def lay_out(tables, desk, row):
    """The packed hand and its number of tiles, without those that are in no word the form asks for."""
    book = tables.book[0]
    kinds, lanes = book.kinds, np.uint64(tables.lanes)
    counts = desk.counts
    for kind in range(kinds):
        counts[kind] = row[kind]
    desk.full[0] = bytes_at_least(counts, book.room, NONE)
    desk.full[1] = bytes_at_least(counts, book.room, np.uint64(64))
    held = NONE
    unit = ONE
    n = NONE
    for base in (NONE, np.uint64(64)):
        there = bytes_at_least(counts, ONES, base)
        useless = there & ~book.of_use[base >> np.uint64(6)]
        while useless != NONE:
            kind = base + lowest(useless)
            useless &= useless - ONE
            desk.unit[kind] = desk.has[kind] = NONE
        there &= book.of_use[base >> np.uint64(6)]
        desk.there[base >> np.uint64(6)] = there
        while there != NONE:
            kind = base + lowest(there)
            there &= there - ONE
            desk.kinds[n] = kind
            desk.offsets[n] = kind * lanes
            desk.unit[kind] = unit
            desk.has[kind] = NONE
            desk.sole[kind] = ALL
            held |= unit
            unit <<= FOUR
            n += ONE
    tiles = n
    for base in (NONE, np.uint64(64)):
        doubled = bytes_at_least(counts, TWOS, base) & book.of_use[base >> np.uint64(6)]
        while doubled != NONE:
            kind = base + lowest(doubled)
            doubled &= doubled - ONE
            extra = np.uint64(counts[kind]) - ONE
            desk.sole[kind] = NONE
            held += desk.unit[kind] * extra
            tiles += extra
            for copy in range(ONE, min(extra, TWO) + ONE):
                desk.offsets[n] = (copy * kinds + kind) * lanes
                n += ONE
    while n < np.uint64(15):
        desk.offsets[n] = THREE * kinds * lanes
        n += ONE
    return held, tiles


@inner_jit
def find_trios(tables, desk):
    """Mark the trios that lie in the hand."""
    rows, marks, at = tables.rows, desk.marks, desk.offsets
    r0, r1, r2, r3, r4, r5, r6 = at[0], at[1], at[2], at[3], at[4], at[5], at[6]
    r7, r8, r9, r10, r11, r12, r13, r14 = at[7], at[8], at[9], at[10], at[11], at[12], at[13], at[14]
    for j in range(np.uint64(tables.lanes)):
        # A trio has three bits in all rows together, so carries never meet and need not be added.
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
        marks[j] = (sum_5 ^ sum_6 ^ a) & carries


@inner_jit
def list_trios(tables, desk):
    """The number of trios marked, each packed and with the set of trios it goes with; and whether there are more
    than MOST_TRIOS, the others being left out."""
    n = NONE
    more = False
    for base in range(NONE, np.uint64(tables.lanes), np.uint64(8)):
        used = lanes_in_use(desk.marks, base)
        while used != NONE:
            lane = base + lowest(used)
            used &= used - ONE
            marks = desk.marks[lane]
            while marks != NONE:
                if n == np.uint64(MOST_TRIOS):
                    more = True
                    break
                desk.letters[n] = tables.letters[(lane << np.uint64(6)) + lowest(marks)]
                marks &= marks - ONE
                n += ONE
    for i in range(n):
        letters = desk.letters[i]
        a, b, c = letters & BYTE, (letters >> np.uint64(8)) & BYTE, letters >> np.uint64(16)
        desk.words[i] = desk.unit[a] + desk.unit[b] + desk.unit[c]
        bit = ONE << i
        desk.has[a] |= bit
        desk.has[b] |= bit
        desk.has[c] |= bit
    for i in range(n):
        letters = desk.letters[i]
        a, b, c = letters & BYTE, (letters >> np.uint64(8)) & BYTE, letters >> np.uint64(16)
        sole, has = desk.sole, desk.has
        desk.meets[i] = ~((has[a] & sole[a]) | (has[b] & sole[b]) | (has[c] & sole[c]))
    desk.words[SKIP] = NONE
    return n, more


@inner_jit
def tiles_left(desk, left, blank):
    """The number of tiles in a packed rest; their kinds go on the desk, then `blank` up to five."""
    n = NONE
    while left != NONE:
        field = lowest(left) >> TWO
        desk.tiles[n] = desk.kinds[field]
        left -= ONE << (FOUR * field)
        n += ONE
    for i in range(n, np.uint64(5)):
        desk.tiles[i] = blank
    return n


@inner_jit
def is_open(desk, kinds):
    """True if one of a set of kinds is not full."""
    return ((kinds[0] & ~desk.full[0]) | (kinds[1] & ~desk.full[1])) != NONE


@inner_jit
def part_and_pair(book, desk, left, pair):
    """True if at most five tiles hold an open part of a trio and, beside it, a pair (where one is wanted).

    All ten pairs of tiles are looked up without a branch: PAIR bits gather below, PART bits above.
    """
    tiles_left(desk, left, book.kinds)
    edges, tiles = book.edges, desk.tiles
    a, b, c, d, e = tiles[0], tiles[1], tiles[2], tiles[3], tiles[4]
    found = (
        np.uint64(edges[a, b])
        | np.uint64(edges[a, c]) << np.uint64(1)
        | np.uint64(edges[a, d]) << np.uint64(2)
        | np.uint64(edges[a, e]) << np.uint64(3)
        | np.uint64(edges[b, c]) << np.uint64(4)
        | np.uint64(edges[b, d]) << np.uint64(5)
        | np.uint64(edges[b, e]) << np.uint64(6)
        | np.uint64(edges[c, d]) << np.uint64(7)
        | np.uint64(edges[c, e]) << np.uint64(8)
        | np.uint64(edges[d, e]) << np.uint64(9)
    )
    parts = found >> np.uint64(10)
    if pair:
        parts &= np.uint64(BESIDE[found & np.uint64(1023)])
    while parts != NONE:
        i = lowest(parts)
        parts &= parts - ONE
        if is_open(desk, book.thirds[tiles[FIRST_OF[i]], tiles[SECOND_OF[i]]]):
            return True
    return False


@inner_jit
def pair_or_letter(book, desk, left):
    """True if one or two tiles are a pair, or one of them can still become one; False if there are none."""
    if left == NONE:
        return False
    field = lowest(left) >> TWO
    a = desk.kinds[field]
    if is_open(desk, book.seconds[a]):
        return True
    left -= ONE << (FOUR * field)
    if left == NONE:
        return False
    b = desk.kinds[lowest(left) >> TWO]
    if is_open(desk, book.seconds[b]):
        return True
    return book.edges[a, b] & PAIR != NONE


@inner_jit
def one_missing(book, desk, held, every, trios, pair, whole):
    """YES if the distance is at most 1, and the most disjoint trios met, exact where the answer is NO.

    Without a pair slot the answer is WON where the distance of a `whole` hand is 0; with one, ask `splits`.
    """
    skipped = FOUR - trios
    deepest = skipped
    near = NO
    one = ONE << SKIP if skipped > NONE else every
    while one != NONE:
        i = lowest(one)
        one &= one - ONE
        rest_1 = (held | GUARD) - desk.words[i]
        if i == SKIP:
            two = ONE << SKIP if skipped > ONE else every
        else:
            deepest = max(deepest, ONE)
            two = desk.meets[i] & (one | (ONE << i))
        while two != NONE:
            j = lowest(two)
            two &= two - ONE
            rest_2 = rest_1 - desk.words[j]
            if rest_2 & GUARD != GUARD:
                continue
            if j == SKIP:
                three = ONE << SKIP if skipped > TWO else every
            else:
                deepest = max(deepest, TWO)
                three = desk.meets[j] & (two | (ONE << j))
            while three != NONE:
                k = lowest(three)
                three &= three - ONE
                rest_3 = rest_2 - desk.words[k]
                if rest_3 & GUARD != GUARD:
                    continue
                deepest = max(deepest, THREE)
                four = every if k == SKIP else desk.meets[k] & (three | ONE << k)
                while four != NONE:
                    m = lowest(four)
                    four &= four - ONE
                    left = rest_3 - desk.words[m]
                    if left & GUARD != GUARD:
                        continue
                    deepest = FOUR
                    if not pair:
                        return WON, trios
                    if pair_or_letter(book, desk, left & ~GUARD):
                        return YES, trios
                if near == NO and part_and_pair(book, desk, rest_3 & ~GUARD, pair):
                    if pair or not whole:
                        return YES, trios
                    near = YES
    return near, deepest - skipped


@inner_jit
def splits(book, desk, held, every, trios):
    """True if a whole hand splits into that many trios and a pair.

    The tile with the fewest trios is in the pair, or in one of them; and so on with the lowest tile left.
    """
    field, _ = rarest(desk, held, every)
    level, rest, cand = NONE, held, every
    while True:
        kind = desk.kinds[field]
        others = rest - (ONE << (FOUR * field))
        for base in (NONE, np.uint64(64)):
            partners = book.seconds[kind, base >> np.uint64(6)] & desk.there[base >> np.uint64(6)]
            while partners != NONE:
                other = base + lowest(partners)
                partners &= partners - ONE
                unit = desk.unit[other]
                if others & (unit * FIELD) != NONE:
                    without = cand & ~(
                        (desk.has[kind] & desk.sole[kind]) | (desk.has[other] & desk.sole[other])
                    )
                    if all_trios(desk, others - unit, without, trios - level):
                        return True
        todo = cand & desk.has[kind]
        left = NONE
        while left & GUARD != GUARD:  # until a trio fits
            while todo == NONE:
                if level == NONE:
                    return False
                level -= ONE
                rest, cand, todo = desk.levels[level, 0], desk.levels[level, 1], desk.levels[level, 2]
            i = lowest(todo)
            todo &= todo - ONE
            left = (rest | GUARD) - desk.words[i]
        desk.levels[level, 0], desk.levels[level, 1], desk.levels[level, 2] = rest, cand, todo
        level += ONE
        rest, cand = left & ~GUARD, cand & desk.meets[i]
        field, _ = rarest(desk, rest, cand)


@inner_jit
def rarest(desk, rest, cand):
    """The field of the tile that is in the fewest of the trios `cand`, and in how many."""
    field, fewest = NONE, np.uint64(64)
    while rest != NONE:
        i = lowest(rest) >> TWO
        rest &= ~(FIELD << (FOUR * i))
        count = popcount(desk.has[desk.kinds[i]] & cand)
        if count < fewest:
            field, fewest = i, count
    return field, fewest


@inner_jit
def all_trios(desk, rest, cand, trios):
    """True if the rest, 3 `trios` tiles, splits into trios of the set `cand`; the lowest tile goes first."""
    bottom = np.uint64(8)  # of the stack; `splits` uses the levels below
    level = bottom
    if trios == NONE:
        return True
    field, count = rarest(desk, rest, cand)
    if count == NONE:
        return False
    todo = cand & desk.has[desk.kinds[field]]
    while True:
        while todo == NONE:
            if level == bottom:
                return False
            level -= ONE
            rest, cand, todo = desk.levels[level, 0], desk.levels[level, 1], desk.levels[level, 2]
        i = lowest(todo)
        todo &= todo - ONE
        left = (rest | GUARD) - desk.words[i]
        if left & GUARD != GUARD:
            continue
        if left == GUARD:
            return True
        desk.levels[level, 0], desk.levels[level, 1], desk.levels[level, 2] = rest, cand, todo
        level += ONE
        rest, cand = left & ~GUARD, cand & desk.meets[i]
        todo = cand & desk.has[desk.kinds[lowest(rest) >> TWO]]


WITHOUT_PAIR, WITH_PAIR, WITH_LETTER = (np.int64(i) for i in range(3))
"""What a rest must hold besides parts of trios: nothing, a pair, or one letter that can become a pair."""

MOST_SPREAD = 11
PAIRS_OF_11 = [(i, j) for j in range(MOST_SPREAD) for i in range(j)]
APART = np.array(
    [
        sum(1 << q for q, other in enumerate(PAIRS_OF_11) if not {*pair} & {*other})
        for pair in [*PAIRS_OF_11, *((i, i) for i in range(MOST_SPREAD))]
    ],
    np.uint64,
)
"""Pair of eleven tiles, then tile -> the set of pairs apart from it."""
FIRST_OF_11 = np.array([i for i, _ in PAIRS_OF_11], np.uint64)
SECOND_OF_11 = np.array([j for _, j in PAIRS_OF_11], np.uint64)
TILE_OF_11 = np.uint64(len(PAIRS_OF_11))


@inner_jit
def fits_around(book, desk, held, every, trios, parts, slot, start):
    """The best answer of `spread` over what is left by all sets of `trios` (0 to 3) disjoint trios."""
    skipped = THREE - trios
    answer = NO
    one = ONE << SKIP if skipped > NONE else every
    while one != NONE:
        i = lowest(one)
        one &= one - ONE
        rest_1 = (held | GUARD) - desk.words[i]
        two = (ONE << SKIP if skipped > ONE else every) if i == SKIP else desk.meets[i] & (one | ONE << i)
        while two != NONE:
            j = lowest(two)
            two &= two - ONE
            rest_2 = rest_1 - desk.words[j]
            if rest_2 & GUARD != GUARD:
                continue
            three = (
                (ONE << SKIP if skipped > TWO else every) if j == SKIP else desk.meets[j] & (two | ONE << j)
            )
            while three != NONE:
                k = lowest(three)
                three &= three - ONE
                rest_3 = rest_2 - desk.words[k]
                if rest_3 & GUARD == GUARD:
                    answer = max(answer, spread(book, desk, rest_3 & ~GUARD, parts, slot, start))
                    if answer == YES:
                        return YES
    return answer


@inner_jit
def spread(book, desk, left, parts, slot, start):
    """YES if what is left holds that many open parts of trios and what `slot` says, all disjoint; DOUBT if it does
    but the parts may want the same last tile. With `start`, one part has only one letter of its trio."""
    if not start:
        return spread_all(book, desk, left, parts, slot)
    answer = NO
    rest = left
    while rest != NONE and answer != YES:
        field = lowest(rest) >> TWO
        rest &= ~(FIELD << (FOUR * field))
        if starts_trio(book, desk, desk.kinds[field]):
            without = left - (ONE << (FOUR * field))
            found = spread_all(book, desk, without, parts - ONE, slot)
            if found == YES and book.strict:
                # Enough: two kinds for the single letter that no other part may draw.
                full_lo, full_hi = desk.full[0], desk.full[1]
                for i in range(parts - ONE + np.uint64(slot == WITH_LETTER)):
                    desk.full[0] |= desk.draw_lo[i]
                    desk.full[1] |= desk.draw_hi[i]
                found = YES if starts_trio(book, desk, desk.kinds[field]) else DOUBT
                desk.full[0], desk.full[1] = full_lo, full_hi
            answer = max(answer, found)
    return answer


@inner_jit
def spread_all(book, desk, left, parts, slot):
    """As `spread`, all parts having two letters."""
    tiles, edges = desk.tiles, book.edges
    n = tiles_left(desk, left, book.kinds)
    if n > np.uint64(MOST_SPREAD):
        return spread_wide(book, desk, n, parts, slot)
    pair_set = part_set = at = NONE
    for j in range(ONE, n):
        for i in range(j):
            edge = np.uint64(edges[tiles[j], tiles[i]])
            pair_set |= (edge & ONE) << at
            part_set |= (edge >> np.uint64(10)) << at
            at += ONE
    if slot == WITHOUT_PAIR:
        return match(book, desk, part_set, NONE, parts)
    answer = NO
    if slot == WITH_PAIR:
        while pair_set != NONE and answer != YES:
            pair = lowest(pair_set)
            pair_set &= pair_set - ONE
            answer = max(answer, match(book, desk, part_set & APART[pair], NONE, parts))
        return answer
    for i in range(n):
        if answer != YES and is_open(desk, book.seconds[tiles[i]]):
            note_draws(desk, NONE, book.seconds[tiles[i]])
            apart = part_set & APART[TILE_OF_11 + i]
            answer = max(answer, match(book, desk, apart, ONE, parts))
    return answer


@inner_jit
def starts_trio(book, desk, kind):
    """True if two tiles that are there make a trio with this one."""
    for other in range(book.kinds):
        spare = np.int64(book.room[other]) - np.int64(desk.counts[other])
        word, bit = other >> np.uint64(6), ONE << (other & LOW6)
        was = desk.full[word]
        if was & bit != NONE or book.edges[kind, other] & PART == NONE:
            continue
        if spare == 1:
            desk.full[word] |= bit
        found = is_open(desk, book.thirds[kind, other])
        desk.full[word] = was
        if found:
            return True
    return False


@inner_jit
def match(book, desk, part_set, depth, parts):
    """YES if `parts` of the set share no tile and each can draw a tile of its own, the draws up to `depth` being
    noted; DOUBT if their kinds could not be made to differ."""
    if parts == NONE:
        return verdict(book, desk, depth)
    answer = NO
    level = NONE
    desk.levels[0, 0] = part_set
    while True:
        part_set = desk.levels[level, 0]
        if part_set == NONE:
            if level == NONE:
                return answer
            level -= ONE
            continue
        i = lowest(part_set)
        part_set &= part_set - ONE
        desk.levels[level, 0] = part_set
        more = part_set & APART[i]
        last = level + ONE == parts
        if more == NONE and not last:
            continue
        thirds = book.thirds[desk.tiles[FIRST_OF_11[i]], desk.tiles[SECOND_OF_11[i]]]
        if not is_open(desk, thirds):
            continue
        note_draws(desk, depth + level, thirds)
        if not last:
            level += ONE
            desk.levels[level, 0] = more
        elif verdict(book, desk, depth + parts) == YES:
            return YES
        else:
            answer = DOUBT


@inner_jit
def spread_wide(book, desk, n, parts, slot):
    """As `spread_all` for the n tiles on the desk, more than fit a set of pairs."""
    tiles = desk.tiles
    every = (ONE << n) - ONE
    idle = n - TWO * parts - (TWO if slot == WITH_PAIR else ONE if slot == WITH_LETTER else NONE)
    if slot == WITHOUT_PAIR:
        return pair_up(book, desk, every, NONE, parts, idle)
    answer = NO
    for i in range(n):
        if slot == WITH_LETTER and answer != YES and is_open(desk, book.seconds[tiles[i]]):
            note_draws(desk, NONE, book.seconds[tiles[i]])
            answer = max(answer, pair_up(book, desk, every ^ (ONE << i), ONE, parts, idle))
        for j in range(i + ONE, n):
            if slot == WITH_PAIR and answer != YES and book.edges[tiles[i], tiles[j]] & PAIR != NONE:
                answer = max(answer, pair_up(book, desk, every ^ (ONE << i) ^ (ONE << j), NONE, parts, idle))
    return answer


@inner_jit
def pair_up(book, desk, unused, depth, parts, idle):
    """As `match` for the tiles `unused`, the lowest of which is part of a trio with another, or one of `idle`."""
    answer = NO
    level, made = NONE, NONE
    levels, tiles = desk.levels, desk.tiles
    i = lowest(unused)
    j = i + ONE
    while True:  # tile i is the lowest unused, j the next it may go with
        while j < np.uint64(16) and not (
            unused >> j & ONE != NONE
            and book.edges[tiles[i], tiles[j]] & PART != NONE
            and is_open(desk, book.thirds[tiles[i], tiles[j]])
        ):
            j += ONE
        if j < np.uint64(16):
            note_draws(desk, depth + made, book.thirds[tiles[i], tiles[j]])
            if made + ONE == parts:
                if verdict(book, desk, depth + parts) == YES:
                    return YES
                answer = DOUBT
                j += ONE
                continue
            levels[level, 0], levels[level, 1], levels[level, 2] = unused, idle, made << FOUR | j
            level += ONE
            made += ONE
            unused &= ~(ONE << i | ONE << j)
        elif idle > NONE:
            idle -= ONE
            unused &= unused - ONE
        else:
            if level == NONE:
                return answer
            level -= ONE
            unused, idle, made = levels[level, 0], levels[level, 1], levels[level, 2] >> FOUR
            i = lowest(unused)
            j = (levels[level, 2] & FIELD) + ONE
            continue
        i = lowest(unused)
        j = i + ONE


@inner_jit
def verdict(book, desk, draws):
    """YES if the draws noted can be made together, else DOUBT."""
    return YES if not book.strict or draws_differ(book, desk, draws) else DOUBT


@inner_jit
def note_draws(desk, depth, kinds):
    """Part number `depth` can draw those of the kinds that are not full."""
    desk.draw_lo[depth] = kinds[0] & ~desk.full[0]
    desk.draw_hi[depth] = kinds[1] & ~desk.full[1]


@inner_jit
def draws_differ(book, desk, count):
    """True if each part can draw a tile of its own: no set of parts has fewer tiles than parts (Hall)."""
    for chosen in range(THREE, ONE << count):
        lo = hi = NONE
        for i in range(count):
            if chosen >> i & ONE != NONE:
                lo |= desk.draw_lo[i]
                hi |= desk.draw_hi[i]
        wanted = np.int64(popcount(chosen))
        if np.int64(popcount(lo) + popcount(hi)) < wanted and spare_tiles(book, desk, lo, hi) < wanted:
            return False
    return True


@inner_jit
def spare_tiles(book, desk, lo, hi):
    """Tiles that are left of the kinds in a two-word set."""
    spare = np.int64(0)
    for base in (NONE, np.uint64(64)):
        kinds = lo if base == NONE else hi
        while kinds != NONE:
            kind = base + lowest(kinds)
            kinds &= kinds - ONE
            spare += np.int64(book.room[kind]) - np.int64(desk.counts[kind])
    return spare


@inner_jit
def least(book, desk, held, tiles, every, trios, pairs):
    """A lower bound of the distance, and whether it is the distance. trios: 1 to 4, pairs: 0 or 1."""
    pair = pairs > NONE
    whole = tiles == THREE * trios + TWO * pairs
    near, sets = one_missing(book, desk, held, every, trios, pair, whole)
    if near != NO:
        won = near == WON if not pair else whole and splits(book, desk, held, every, trios)
        return np.int64(0 if won else 1), True
    return beyond_one(book, desk, held, every, sets, trios, pair, np.int64(UNREACHABLE))


@inner_jit
def beyond_one(book, desk, held, every, sets, trios, pair, most):
    """As `least` for a hand that misses more than one tile, `sets` being the most disjoint trios; stops with
    most + 1 if the distance is more than `most`."""
    missing = max(np.int64(trios - sets), 2)
    if sets == trios:
        return missing, False
    parts = trios - sets
    while missing <= most and missing <= np.int64(parts) + 2:
        found = reaches(book, desk, held, every, sets, parts, pair, np.uint64(missing))
        if found != NO or missing == np.int64(parts) + 2:
            return missing, found == YES
        missing += 1
    return missing, False


@inner_jit
def within(book, desk, held, tiles, every, trios, pairs, most):
    """YES if the distance is at most `most`, NO if it is not, DOUBT if only `settle` can tell."""
    pair = pairs > NONE
    whole = tiles == THREE * trios + TWO * pairs
    if trios == NONE:
        return DOUBT
    if most == 0:
        if not whole:
            return NO
        won = splits(book, desk, held, every, trios) if pair else all_trios(desk, held, every, trios)
        return YES if won else NO
    near, sets = one_missing(book, desk, held, every, trios, pair, whole)
    if near != NO:
        return YES
    if most == 1:
        return NO
    missing, sure = beyond_one(book, desk, held, every, sets, trios, pair, most)
    if missing > most:
        return NO
    return YES if sure else DOUBT


@inner_jit
def reaches(book, desk, held, every, most, parts, pair, missing):
    """Whether sets of `most` disjoint trios, and `parts` parts beside them, can miss so few tiles; or sets of fewer
    trios, which are many, with more parts. All ways are tried if missing <= parts + 1, some if it is parts + 2."""
    whole = WITH_PAIR if pair else WITHOUT_PAIR
    answer = NO
    # A letter for the pair slot is the likeliest, a single letter for a trio takes long to look for.
    for single in range(2):
        for fewer in range(min(missing - parts, most) + ONE):
            short = np.int64(missing - parts - fewer)  # letters short of two a part and a pair
            slot = WITH_LETTER if pair and short > single else whole
            if answer == YES or short - np.int64(slot == WITH_LETTER) != single:
                continue
            sets, more = most - fewer, parts + fewer
            found = fits_around(book, desk, held, every, sets, more, slot, single == 1)
            answer = max(answer, found)
    return answer


@inner_jit
def distance(tables, desks, row, trios, pairs):
    """The distance of one hand. trios, pairs: uint64, slots of the form, at most 4 and 1.

    desks: two DESK in an array that the caller goes on holding; numba frees an array of which only a record is left.
    """
    if not tables.reachable:
        return UNREACHABLE
    desk, book = desks[0], tables.book[0]
    held, tiles = lay_out(tables, desk, row)
    missing, most = np.int64(0), np.int64(THREE * trios + TWO * pairs) + 1
    if trios > NONE:
        find_trios(tables, desk)
        n, more = list_trios(tables, desk)
        every = (ONE << n) - ONE
        missing, sure = least(book, desk, held, tiles, every, trios, pairs)
        if more:  # what the trios listed reach bounds the distance from above
            if sure and missing < 2:
                return np.int64(0 if missing == 0 or won(tables, desks, row, tiles, trios, pairs) else 1)
            missing, most = np.int64(0), missing if sure else most
        elif sure:
            return missing
    return settle(book, row, np.int64(trios), np.int64(pairs), missing, most)


@inner_jit
def won(tables, desks, row, tiles, trios, pairs):
    """True if a hand with more trios than MOST_TRIOS is complete: its lowest kind is in a pair or trio, and what is
    left has fewer."""
    if tiles < THREE * trios + TWO * pairs:
        return False
    book = tables.book[0]
    kinds = np.int64(book.kinds)
    less = np.empty(len(row), np.uint8)
    for kind in range(len(row)):
        less[kind] = row[kind]
    a = np.int64(desks[0].kinds[0])
    less[a] -= np.uint8(1)
    for b in range(a, kinds):
        if less[b] == 0:
            continue
        less[b] -= np.uint8(1)
        edge = book.edges[a, b]
        if pairs > NONE and edge & PAIR != 0 and won_with_less(tables, desks, less, trios, NONE):
            return True
        if edge & PART != 0:
            for c in range(b, kinds):
                if less[c] > 0 and completes(book, a, b, c):
                    less[c] -= np.uint8(1)
                    if won_with_less(tables, desks, less, trios - ONE, pairs):
                        return True
                    less[c] += np.uint8(1)
        less[b] += np.uint8(1)
    return False


@inner_jit
def won_with_less(tables, desks, row, trios, pairs):
    """True if a whole hand is complete; with the second desk."""
    desk, book = desks[1], tables.book[0]
    held, _ = lay_out(tables, desk, row)
    find_trios(tables, desk)
    n, more = list_trios(tables, desk)
    every = (ONE << n) - ONE
    if (pairs > NONE and splits(book, desk, held, every, trios)) or (
        pairs == NONE and all_trios(desk, held, every, trios)
    ):
        return True
    return more and settle(book, row, np.int64(trios), np.int64(pairs), np.int64(0), np.int64(1)) == 0


@jit
def distances(tables, rows, trios, pairs, into):
    """Distances of rows (n, K) uint8 into (n,) int8."""
    desks = np.zeros(2, DESK)
    for i in range(len(rows)):
        into[i] = distance(tables, desks, rows[i], np.uint64(trios), np.uint64(pairs))


@jit
def settled(tables, rows, trios, pairs, into):
    """As `distances`, for any number of trios and pairs up to 14 tiles."""
    for i in range(len(rows)):
        into[i] = UNREACHABLE
        if tables.reachable:
            into[i] = settle(
                tables.book[0], rows[i], np.int64(trios), np.int64(pairs), np.int64(0), np.int64(UNREACHABLE)
            )
