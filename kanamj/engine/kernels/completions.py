"""Hands two tiles short, over blocks of two and three: for each kind that can be drawn, the kinds that then complete
the hand.

The sets of disjoint trios show both missing tiles at once. A note says which kinds the hand still wants once a draw has
made two of its tiles a trio, or one of its tiles a pair. At the end, each kind whose draw does so gets the note. This
takes 4 us per hand.

Example (the game of `kernels/__init__`), さくらなみい: without さくら, なみい is left. The note of なみ says: once なみ
is a trio, the hand wants ぬ, for the pair いぬ. だ makes なみ a trio. So the result marks ぬ after だ, and だ after ぬ.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest
from kanamj.engine.kernels.compiled import inner_jit, jit, merged_jit, records
from kanamj.engine.kernels.hand import begin_walk, next_rest, read_hand
from kanamj.engine.kernels.records import FOUR, HAND, LOW6, NONE, ONE, PAIR, PART, THREE, TWO
from kanamj.engine.kernels.waits import fill, mark_waits

NOTES = np.dtype(
    [
        ("parts", np.uint64, (16, 16, 2)),
        ("letters", np.uint64, (16, 2)),
        ("fields", np.int64, 16),
        ("single", np.uint64),
        ("whole", np.bool_),
    ]
)
"""Which kinds complete a hand after another draw. Indices are fields, that is, places among the kinds that are held.

parts[i, j]: the kinds that complete the hand once a draw has made a trio with a tile of field i and one of field j.
letters[i]: the kinds that complete it once a draw has made a pair with a tile of field i. Both are sets of kinds.
single: bit i is set if two draws that make a trio with a tile of field i complete the hand. whole: whether any two
draws that are a pair complete it. fields: the fields of the tiles that are left when some trios are taken out.
"""


@jit
def completions(tables, rows, trios, pairs, into):
    """For each hand two tiles short, set bit k of into[n, x] if the tiles x and k complete the n-th hand.

    rows: (n, K), the hands. into: (n, K, 2) uint64, sets of kinds. Kinds are marked even if the hand holds every copy
    of them.
    """
    hands, notes = records(2, HAND), records(1, NOTES)
    trios, pairs = np.uint64(trios), np.uint64(pairs)
    row = np.zeros(rows.shape[1], np.uint8)
    marks = np.empty(rows.shape[1], np.bool_)
    for n in range(len(rows)):
        fill(row, rows[n])
        if tables.reachable:
            complete(tables, hands, notes[0], row, trios, pairs, marks, into[n])


@merged_jit
def complete(tables, hands, notes, row, trios, pairs, marks, into):
    """Do the work of `completions` for one hand. It may lack both tiles of the pair, two tiles of one trio, one tile
    each of the pair and a trio, or one tile each of two trios."""
    hand, lexicon = hands[0], tables.lexicon[0]
    if trios == NONE:
        add_pairs(lexicon, into)
        return
    packed, tiles, listed, more = read_hand(tables, hand, row)
    if tiles + TWO < THREE * trios + TWO * pairs:
        return  # at least one tile is in no word
    if more:
        one_by_one(tables, hands, row, trios, pairs, marks, into)
        return
    kinds = wipe(hand, notes)
    walk = begin_walk(hand, packed, listed)
    while walk:
        left = next_rest(hand, trios - ONE)
        walk = left != NONE
        if walk:
            find_fields(notes, left)
            last_trio(lexicon, hand.kinds, notes, pairs)
    walk = trios > ONE and begin_walk(hand, packed, listed)
    while walk:
        left = next_rest(hand, trios - TWO)
        walk = left != NONE
        if walk:
            find_fields(notes, left)
            last_trios(lexicon, hand.kinds, notes, pairs)
    hand_out(lexicon, hand.kinds, notes, kinds, into)


@inner_jit
def wipe(hand, notes):
    """Clear the notes. Returns the number of kinds that the hand holds."""
    n = 0
    for word in range(2):
        bits = hand.kinds_held[word]
        while bits != NONE:
            n += 1
            bits &= bits - ONE
    for i in range(n):
        notes.letters[i, 0], notes.letters[i, 1] = NONE, NONE
        for j in range(n):
            notes.parts[i, j, 0], notes.parts[i, j, 1] = NONE, NONE
    notes.single = NONE
    notes.whole = False
    return n


@inner_jit
def find_fields(notes, left):
    """For each tile of the rest `left`, write the field of its kind into notes.fields."""
    n = 0
    while left != NONE:
        field = lowest(left) >> TWO
        notes.fields[n] = field
        left -= ONE << (FOUR * field)
        n += 1


@merged_jit
def one_by_one(tables, hands, row, trios, pairs, marks, into):
    """Do the work of `complete` by drawing each kind in turn. This is for hands with more trios than can be listed."""
    for kind in range(len(row)):
        if row[kind] < tables.lexicon[0].room[kind]:
            row[kind] += np.uint8(1)
            mark_waits(tables, hands, row, trios, pairs, marks)
            row[kind] -= np.uint8(1)
            for wait in range(len(row)):
                if marks[wait]:
                    into[kind, wait >> 6] |= ONE << (np.uint64(wait) & LOW6)


@inner_jit
def last_trio(lexicon, kinds, notes, pairs):
    """Note which kinds complete the hand if all its trios but one are there and are taken out. notes.fields: the tiles
    that are left: three, or one if the form has no pair."""
    fields = notes.fields
    if pairs == NONE:
        notes.single |= ONE << np.uint64(fields[0])
        return
    third = kinds[fields[2]]
    if lexicon.thirds[kinds[fields[0]], kinds[fields[1]], third >> np.uint64(6)] >> (third & LOW6) & ONE:
        notes.whole = True
    for i in range(3):
        single, a, b = fields[i], fields[1 if i == 0 else 0], fields[1 if i == 2 else 2]
        edge = lexicon.edges[kinds[a], kinds[b]]
        if edge & PAIR:
            notes.single |= ONE << np.uint64(single)
        if edge & PART:
            add(notes.parts[a, b], lexicon.seconds[kinds[single]])
            add(notes.letters[single], lexicon.thirds[kinds[a], kinds[b]])


@inner_jit
def last_trios(lexicon, kinds, notes, pairs):
    """Note which kinds complete the hand if two trios lack one tile each, and the others are there and are taken out.
    notes.fields: the tiles that are left: six, or four if the form has no pair."""
    fields = notes.fields
    if pairs == NONE:
        add_halves(lexicon, kinds, notes, fields[0], fields[1], fields[2], fields[3])
        return
    for i in range(6):
        for j in range(i + 1, 6):
            if lexicon.edges[kinds[fields[i]], kinds[fields[j]]] & PAIR:
                a = 0 if i > 0 else 1 if j > 1 else 2
                b = after(a, i, j)
                c = after(b, i, j)
                d = after(c, i, j)
                add_halves(lexicon, kinds, notes, fields[a], fields[b], fields[c], fields[d])


@inner_jit
def after(place, i, j):
    """The next number after `place` that is neither i nor j."""
    place += 1
    while place in (i, j):
        place += 1
    return place


@inner_jit
def add_halves(lexicon, kinds, notes, a, b, c, d):
    """Divide four tiles (a to d: their fields) into two halves, in each of the three ways. If each half is two letters
    of some trio, note for each half the kinds that complete the other one."""
    both(lexicon, kinds, notes, a, b, c, d)
    both(lexicon, kinds, notes, a, c, b, d)
    both(lexicon, kinds, notes, a, d, b, c)


@inner_jit
def both(lexicon, kinds, notes, a, b, c, d):
    if lexicon.edges[kinds[a], kinds[b]] & PART and lexicon.edges[kinds[c], kinds[d]] & PART:
        add(notes.parts[a, b], lexicon.thirds[kinds[c], kinds[d]])
        add(notes.parts[c, d], lexicon.thirds[kinds[a], kinds[b]])


@inner_jit
def add(to, kinds):
    to[0] |= kinds[0]
    to[1] |= kinds[1]


@inner_jit
def hand_out(lexicon, kinds, notes, n, into):
    """Write into into[x] the set of kinds that complete the hand after x is drawn. n: how many kinds are held."""
    if notes.whole:
        add_pairs(lexicon, into)
    for i in range(n):
        if notes.single >> np.uint64(i) & ONE:
            for kind in range(len(into)):
                add(into[kind], lexicon.thirds[kinds[i], kind])
        wanted = notes.letters[i]
        if wanted[0] | wanted[1]:
            add_each(lexicon.seconds[kinds[i]], wanted, into)
        for j in range(i, n):
            wanted = notes.parts[i, j]
            if wanted[0] | wanted[1]:
                add_each(lexicon.thirds[kinds[i], kinds[j]], wanted, into)


@inner_jit
def add_pairs(lexicon, into):
    """For each word of two letters a and b, add b to the set into[a] and a to the set into[b]."""
    for kind in range(len(into)):
        add(into[kind], lexicon.seconds[kind])


@inner_jit
def add_each(drawn, wanted, into):
    """Add the set `wanted` to into[x] for each kind x of the set `drawn`; another note adds the reverse."""
    for word in range(2):
        bits = drawn[word]
        while bits != NONE:
            add(into[np.uint64(word << 6) + lowest(bits)], wanted)
            bits &= bits - ONE
