"""Seven pairs of different words, for many hands: distances, and whether one more tile lowers them.

A pair here is a word of two letters. The pairs of ordinary mahjong, two equal tiles, are counted in `riichi.py`.

The pairs in a hand are the edges of a graph on its tiles. Let e be the largest number of edges without a common tile
(`most_pairs`). A hand misses at least 7 - e tiles, because it holds at most one tile of each of the other 7 - e words.
It misses exactly 7 - e if 7 - e of the other tiles can each be made a word by a draw, all draws of different kinds
(`can_draw`). As e is the largest number, no two of these tiles are a word, so the words that they become are different.
That decides nearly all hands, in about half a microsecond.

`fits_missing` judges the rest. It tries every choice of edges, and does not let two pairs of tiles use a word that only
one may use. If it cannot decide, it returns IN_DOUBT, and the caller of the kernel makes an exact search.

Example: the words あい うえ おか きく けこ さし すせ and the hand あいうえおかきくけこさしす. `most_pairs` finds 6
pairs; す remains and can draw せ, so `pairs_missing` returns 1. The hand ああいいうえおかきくけこさ holds あい
twice, but only one pair may use it: `read_pairs` reports a clash, `pairs_missing` cannot decide, and the exact search
returns 3.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest, popcount
from kanamj.engine.kernels.compiled import inner_jit, jit, records

NO, YES, IN_DOUBT = 0, 1, 2
SLOTS = 7
MOST = SLOTS * 2
ONE, NONE, LOW6 = np.uint64(1), np.uint64(0), np.uint64(63)

WORDS = np.dtype(
    [
        ("kinds", np.int64),
        ("room", np.uint8, 128),
        ("limit", np.uint8, (128, 128)),
        ("partners", np.uint64, (128, 2)),
    ]
)
"""A list of two-letter words. kinds: the number of kinds. room[k]: how many tiles of kind k a hand may hold, 255 if
copies do not count. limit[a, b]: how many words the kinds a and b spell. partners[k]: the kinds that spell a word with
k, a set as two uint64."""
PAIRING = np.dtype(
    [
        ("tiles", np.int64, MOST),
        ("near", np.uint64, MOST),
        ("full", np.uint64, 2),
        ("left", np.uint64, MOST + 1),
        ("options", np.uint64, MOST + 1),
        ("tile", np.uint64, MOST + 1),
        ("used", np.uint64, MOST + 1),
        ("leave", np.int64, MOST + 1),
        ("best", np.uint64),
        ("draws", np.uint64, (MOST, 2)),
        ("once", np.int64, (MOST, MOST)),
        ("stack", np.int64, (MOST + 1, 5)),
    ]
)
"""One hand. tiles: the kind of each tile, ascending. near[i]: the set of tiles with which tile i makes a pair. full:
the set of kinds of which no tile is left. best: the tiles in the largest set of disjoint pairs. draws[i]: the set of
kinds that tile i may draw. once: see `mark_clashes`. The other fields are the stacks of the searches, because numba's
cache does not allow kernels that call themselves.
"""


@inner_jit
def read_pairs(words, hand, row):
    """Read the hand `row` into the record `hand`. Returns its number of tiles, and True if a word may clash."""
    tiles, near = hand.tiles, hand.near
    n, clash = 0, False
    hand.full[0] = hand.full[1] = NONE
    for kind in range(words.kinds):
        if row[kind] >= words.room[kind]:
            hand.full[kind >> 6] |= ONE << np.uint64(kind & 63)
        for _ in range(row[kind]):
            tiles[n] = kind
            n += 1
    for i in range(n):
        near[i] = NONE
    for j in range(1, n):
        b = tiles[j]
        for i in range(j):
            limit = words.limit[tiles[i], b]
            if limit > 0:
                near[i] |= ONE << np.uint64(j)
                near[j] |= ONE << np.uint64(i)
                a = tiles[i]
                most = row[b] >> 1 if a == b else min(row[a], row[b])
                clash |= limit < most
    return n, clash


@inner_jit
def most_pairs(hand, every, wanted):
    """The largest number of disjoint pairs in a set of tiles, `every`. Returns wanted - 1 if this number is less than
    `wanted`, which is above 0.

    The tile with the fewest partners goes first. If it has one partner, the two are a pair. If it has more, it is
    paired with each in turn, and then left over.
    """
    near = hand.near
    best = wanted - 1
    level = 0
    left, used, pairs = every, NONE, 0
    while True:
        tile, fewest, rest = NONE, np.uint64(MOST), left
        while rest != NONE:
            i = lowest(rest)
            rest &= rest - ONE
            partners = popcount(near[i] & left)
            if partners == NONE:
                left &= ~(ONE << i)
            elif partners < fewest:
                tile, fewest = i, partners
        if left != NONE and pairs + np.int64(popcount(left) >> ONE) > best:
            hand.tile[level] = tile
            hand.left[level] = left & ~(ONE << tile)
            hand.options[level] = near[tile] & left
            hand.used[level] = used
            hand.leave[level] = (pairs << 1) + np.int64(fewest > ONE)
            level += 1
        elif left == NONE and pairs > best:
            best = pairs
            hand.best = used
        while level > 0 and hand.options[level - 1] == NONE and hand.leave[level - 1] & 1 == 0:
            level -= 1
        if level == 0:
            return best
        at = level - 1
        left, used, pairs = hand.left[at], hand.used[at], hand.leave[at] >> 1
        if hand.options[at] != NONE:
            partner = lowest(hand.options[at])
            hand.options[at] &= hand.options[at] - ONE
            left &= ~(ONE << partner)
            used |= ONE << partner | ONE << hand.tile[at]
            pairs += 1
        else:
            hand.leave[at] &= ~1


@inner_jit
def can_draw(words, hand, row, left, wanted):
    """True if `wanted` of the tiles in the set `left` can each be paired by drawing a different kind, whatever words
    the other tiles spell. The tile with the fewest kinds to choose from goes first and takes the lowest kind."""
    rest = left
    while rest != NONE:
        i = lowest(rest)
        rest &= rest - ONE
        kind = hand.tiles[i]
        low, high = words.partners[kind, 0] & ~hand.full[0], words.partners[kind, 1] & ~hand.full[1]
        if row[kind] > 1:  # another tile of the kind may be used for the word
            for j in range(MOST):
                if hand.near[i] >> np.uint64(j) & ONE != NONE:
                    other = hand.tiles[j]
                    taken = row[kind] - 1 >> 1 if other == kind else min(row[kind] - 1, row[other])
                    if words.limit[kind, other] <= taken:
                        bit = ONE << np.uint64(other & 63)
                        if other < 64:
                            low &= ~bit
                        else:
                            high &= ~bit
        hand.draws[i, 0], hand.draws[i, 1] = low, high
    while wanted > 0:
        fewest, first, rest = np.uint64(999), NONE, left
        while rest != NONE:
            i = lowest(rest)
            rest &= rest - ONE
            kinds = popcount(hand.draws[i, 0]) + popcount(hand.draws[i, 1])
            if kinds == NONE:
                left &= ~(ONE << i)
            elif kinds < fewest:
                first, fewest = i, kinds
        if left == NONE:
            return False
        low, high = hand.draws[first, 0], hand.draws[first, 1]
        low, high = (low & (~low + ONE), NONE) if low != NONE else (NONE, high & (~high + ONE))
        left &= ~(ONE << first)
        rest = left
        while rest != NONE:
            i = lowest(rest)
            rest &= rest - ONE
            hand.draws[i, 0] &= ~low
            hand.draws[i, 1] &= ~high
        wanted -= 1
    return True


@inner_jit
def pairs_missing(words, hand, row, most):
    """The distance of a hand of 13 or 14 tiles; most + 1 if it is more, and -1 if only the exact search can tell."""
    n, clash = read_pairs(words, hand, row)
    wanted = max(SLOTS - most, 1)
    pairs = most_pairs(hand, (ONE << np.uint64(n)) - ONE, wanted)
    if pairs < wanted and most < SLOTS:
        return most + 1
    missing = SLOTS - pairs
    if missing == 0 and not clash:
        return 0
    if not clash:
        used = hand.best if pairs > 0 else NONE
        if can_draw(words, hand, row, ((ONE << np.uint64(n)) - ONE) & ~used, missing):
            return missing
    mark_clashes(words, hand, row, n)
    for more in range(missing, most + 1):
        # With 8 - more pairs in the hand, one word may be drawn whole; `fits_missing` does not try that.
        answer = fits_missing(words, hand, row, n, more) if more <= SLOTS else IN_DOUBT
        if answer == NO and more > missing:
            answer = IN_DOUBT
        if answer != NO:
            return more if answer == YES else -1
    return most + 1


@inner_jit
def mark_clashes(words, hand, row, n):
    """For each two of the n tiles that spell a word, write into hand.once[i, j] how this word may be used. 0: every
    pair of tiles that spells it may use it. A number above 0, the number of the word: only one of these pairs may use
    it. -1: more than one of them may use it, but not all."""
    once, tiles = hand.once, hand.tiles
    found = 0
    for i in range(n):
        for j in range(i + 1, n):
            a, b = tiles[i], tiles[j]
            most = row[a] >> 1 if a == b else min(row[a], row[b])
            once[i, j] = 0
            if words.limit[a, b] == 0 or words.limit[a, b] >= most:
                continue
            if words.limit[a, b] > 1:
                once[i, j] = -1
                continue
            same = 0  # the number that the same word got between earlier tiles
            for p in range(i + 1):
                for q in range(p + 1, n):
                    if same == 0 and (p < i or q < j) and tiles[p] == a and tiles[q] == b:
                        same = once[p, q]
            if same == 0:
                found += 1
                same = found
            once[i, j] = same


@inner_jit
def fits_missing(words, hand, row, n, missing):
    """Whether a hand has 7 - missing pairs, and `missing` other tiles that can each become a pair by a draw: NO, YES or
    IN_DOUBT. n: the number of tiles."""
    leaves = n - 2 * (SLOTS - missing)
    if leaves < missing:
        return NO
    for i in range(n):
        for j in range(i + 1, n):
            if hand.once[i, j] < 0:
                return IN_DOUBT
    every = (1 << n) - 1
    none, few = 0, 0  # tiles that no draw makes a pair; tiles whose draws may be too few
    if missing > 0:
        for i in range(n):
            there, sure = draws(words, row, hand.tiles[i])
            none |= (there == 0) << i
            few |= (sure < missing) << i
    if not matches(hand, every, leaves, none, leaves - missing):
        return NO
    if few == none or matches(hand, every, leaves, few, leaves - missing):
        return YES
    return IN_DOUBT


@inner_jit
def draws(words, row, kind):
    """Returns two numbers: how many kinds that can be drawn make a pair with a tile of `kind`, and how many of these,
    except `kind` itself, do so whatever pairs the other tiles make."""
    there, sure = 0, 0
    for other in range(words.kinds):
        if words.limit[kind, other] > 0 and row[other] < words.room[other]:
            there += 1
            sure += other != kind and words.limit[kind, other] > min(row[kind] - 1, row[other])
    return there, sure


@inner_jit
def matches(hand, every, leaves, loose, spare):
    """True if the set of tiles `every` splits into disjoint pairs and `leaves` other tiles, of which at most `spare`
    are in the set `loose`.

    Two of the pairs must not have the same number above 0 in hand.once (`mark_clashes`). The lowest tile left is paired
    with each partner in turn, then left over.
    """
    once, stack = hand.once, hand.stack
    depth = 0
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3], stack[0, 4] = every, leaves, spare, 0, 0
    while depth >= 0:
        left, over, free, used, j = (
            stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3], stack[depth, 4]
        )  # fmt: skip
        if left == 0:
            return True
        i = np.int64(lowest(np.uint64(left)))
        rest = left & (left - 1)
        options = np.int64(hand.near[i]) & rest
        j = max(j, i + 1)
        while j < MOST and not (options >> j & 1 and not (once[i, j] and used >> once[i, j] & 1)):
            j += 1
        stack[depth, 4] = j + 1
        if j < MOST:
            depth += 1
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = rest & ~(1 << j), over, free
            stack[depth, 3], stack[depth, 4] = used | (1 << once[i, j] if once[i, j] else 0), 0
        elif j == MOST and over > 0 and (free > 0 or not loose >> i & 1):
            depth += 1
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = rest, over - 1, free - (loose >> i & 1)
            stack[depth, 3], stack[depth, 4] = used, 0
        elif j >= MOST:
            depth -= 1
    return False


@jit
def pair_distances(words, rows, most, missing):
    """Write the distance of each hand into missing (n,) int8: most[n] + 1 if it is more than most[n], -1 if it is in
    doubt.

    rows: (n, K) uint8, hands of 13 or 14 tiles. words: one WORDS record in an array.
    """
    hands = records(1, PAIRING)
    for n in range(len(rows)):
        missing[n] = np.int64(most[n]) + 1
        if most[n] >= 0:
            missing[n] = pairs_missing(words[0], hands[0], rows[n], np.int64(most[n]))


@jit
def pair_accepts(words, rows, missing, marks):
    """Write into marks (n, K) uint8 whether a tile of each kind lowers the distance of each hand: NO, YES or IN_DOUBT.

    rows: hands of 13 tiles. missing: their distances. words: one WORDS record in an array.
    """
    hands = records(1, PAIRING)
    row = np.empty(rows.shape[1], np.uint8)
    for n in range(len(rows)):
        for kind in range(len(row)):
            row[kind] = rows[n, kind]
        for kind in range(len(row)):
            marks[n, kind] = NO
            of_use = words[0].partners[kind, 0] | words[0].partners[kind, 1]
            if missing[n] > 0 and of_use != NONE and row[kind] < words[0].room[kind]:
                row[kind] += np.uint8(1)
                nearest = np.int64(missing[n]) - 1
                found = pairs_missing(words[0], hands[0], row, nearest)
                marks[n, kind] = IN_DOUBT if found < 0 else YES if found <= nearest else NO
                row[kind] -= np.uint8(1)
