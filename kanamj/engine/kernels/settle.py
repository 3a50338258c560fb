"""The exact distance of one hand, by a search without shortcuts. `distance` needs it only if its bounds leave a doubt.

The lowest tile goes first. It is either left over, or it begins a part: the letters that one slot takes from the hand.
When every tile has its place, the parts are completed letter by letter with tiles that can still be drawn. This takes
about 50 us for a 14-tile hand, up to milliseconds if many arrangements fail because they want the same last tile.

Example (the game of `kernels/__init__`), さくさくいぬぬ: the parts さく, さく and いぬ fill the three slots and leave
over one ぬ. Both さく want a ら. There are two, so `settle` returns 2. If there were only one, さくら could not be made
twice. `settle` would then return 4: one ら, and なみだ drawn whole.
"""

import numpy as np

from kanamj.engine.kernels.bits import lowest, popcount
from kanamj.engine.kernels.compiled import inner_jit, merged_jit, records
from kanamj.engine.kernels.limits import UNREACHABLE
from kanamj.engine.kernels.records import NONE, ONE, PAIR, PART

FILLING = np.dtype(
    [
        ("tiles", np.int64, 16),
        ("spare", np.int64, 128),
        ("parts", np.int64, (8, 4)),
        ("levels", np.int64, (16, 7)),
        ("drawn", np.int64, (16, 3)),
    ]
)
"""The state of a search. tiles: the kind of each tile held. spare: how many tiles of each kind are left to draw.
parts[i]: the size of its slot, the number of letters it holds, the first two of these letters. levels[i]: the set of
unused tiles, how many parts are placed, how many trio slots and pair slots are open, how many tiles may still be left
over, the next option, and whether parts were found that could not be completed. drawn[i]: the part that draws, how many
letters it had before, the kind it draws.
"""
PER_TILE, LAST = 5, 16 << 5
"""An option is a number that says what is tried with the lowest unused tile. j << PER_TILE, plus 0: a pair with tile
j; plus 17: with tile j in an unfinished trio; plus k + 1: a trio with the tiles j and k. LAST and LAST + 1: the tile is
the only letter held of a pair or of a trio. LAST + 2: it is left over."""


@inner_jit
def settle(lexicon, row, trios, pairs, least, most):
    """The distance of one hand; UNREACHABLE if no choice of blocks fills the form.

    least: a known lower bound. most: if the distance is not smaller than this, returns `most`, without a search for it.
    """
    fillings = records(1, FILLING)  # kept to the end: numba frees an array if only its record is in use
    n = np.int64(0)
    for kind in range(np.int64(lexicon.kinds)):
        fillings[0].spare[kind] = np.int64(lexicon.room[kind]) - np.int64(row[kind])
        if not has(lexicon.of_use, kind):
            continue  # a tile that is in no word is always left over
        for _ in range(row[kind]):
            fillings[0].tiles[n] = kind
            n += 1
    wanted = 3 * trios + 2 * pairs
    failed = np.zeros((trios + 1) * (pairs + 1) << n, np.uint8)
    for missing in range(max(least, wanted - n), wanted + 1):
        if missing == most or place(lexicon, fillings[0], failed, n, trios, pairs, n - wanted + missing):
            return missing
    return UNREACHABLE


@merged_jit
def place(lexicon, filling, failed, n, trios, pairs, left):
    """True if draws can complete every slot of the form around the n tiles of the hand, with at most `left` of these
    tiles left over.

    failed[state]: 0, or, if a search with these open slots and unused tiles has failed, 1 + how many of the tiles it
    was allowed to leave over. So no state is searched twice for the same reason.
    The search has a stack of its own: numba 0.68 crashes on kernels that call themselves if they come from its disk
    cache.
    """
    levels, tiles, most_pairs = filling.levels, filling.tiles, pairs
    level = 0
    enter(filling, 0, (1 << n) - 1, 0, trios, pairs, left)
    while level >= 0:
        unused, done, trios, pairs, left, option = (
            levels[level, 0], levels[level, 1], levels[level, 2], levels[level, 3], levels[level, 4], levels[level, 5]
        )  # fmt: skip
        if unused == 0:
            for slot in range(trios + pairs):
                note(filling, done + slot, 3 if slot < trios else 2, 0, 0, 0)
            if draw(lexicon, filling, done + trios + pairs):
                return True
            levels[level, 6] = 1
        state = (trios * (most_pairs + 1) + pairs << n) + unused
        if (
            unused == 0
            or failed[state] > left
            or np.int64(popcount(np.uint64(unused))) > left + 3 * trios + 2 * pairs
            or option > LAST + 2
        ):
            if levels[level, 6] == 0:
                failed[state] = max(np.int64(failed[state]), left + 1)
            elif level > 0:
                levels[level - 1, 6] = 1
            level -= 1
            continue
        i = np.int64(lowest(np.uint64(unused)))
        levels[level, 5] += 1
        rest = unused & (unused - 1)
        a = tiles[i]
        if option >= LAST:
            if option == LAST and pairs > 0 and some_spare(filling, lexicon.seconds[a]):
                note(filling, done, 2, 1, a, 0)
                level += 1
                enter(filling, level, rest, done + 1, trios, pairs - 1, left)
            elif option == LAST + 1 and trios > 0 and has(lexicon.in_trios, a):
                note(filling, done, 3, 1, a, 0)
                level += 1
                enter(filling, level, rest, done + 1, trios - 1, pairs, left)
            elif option == LAST + 2 and left > 0:
                level += 1
                enter(filling, level, rest, done, trios, pairs, left - 1)
            continue
        j, use = option >> PER_TILE, option & 31
        if use > 17 or not fresh(tiles, rest, j):
            levels[level, 5] = (j + 1) << PER_TILE
            continue
        b = tiles[j]
        edge = lexicon.edges[a, b]
        rest ^= 1 << j
        if use == 0:
            if pairs > 0 and edge & PAIR:
                note(filling, done, 2, 2, a, b)
                level += 1
                enter(filling, level, rest, done + 1, trios, pairs - 1, left)
        elif trios == 0 or not edge & PART:
            levels[level, 5] = (j + 1) << PER_TILE
        elif use == 17:
            if not some_spare(filling, lexicon.thirds[a, b]):
                continue
            note(filling, done, 3, 2, a, b)
            level += 1
            enter(filling, level, rest, done + 1, trios - 1, pairs, left)
        elif use > j + 1 and fresh(tiles, rest, use - 1) and completes(lexicon, a, b, tiles[use - 1]):
            note(filling, done, 3, 3, a, b)
            level += 1
            enter(filling, level, rest ^ (1 << (use - 1)), done + 1, trios - 1, pairs, left)
    return False


@inner_jit
def has(kinds, kind):
    """True if `kind` is in the set `kinds` (two uint64)."""
    return kinds[kind >> 6] >> np.uint64(kind & 63) & ONE != np.uint64(0)


@inner_jit
def some_spare(filling, kinds):
    """True if a tile of some kind in the set `kinds` (two uint64) is left to draw."""
    for word in range(2):
        left = kinds[word]
        while left != NONE:
            if filling.spare[(word << 6) + np.int64(lowest(left))] > 0:
                return True
            left &= left - ONE
    return False


@inner_jit
def enter(filling, level, unused, done, trios, pairs, left):
    """Begin a level of the search with its first option. done: how many parts are placed."""
    filling.levels[level, 0], filling.levels[level, 1] = unused, done
    filling.levels[level, 2], filling.levels[level, 3] = trios, pairs
    filling.levels[level, 4], filling.levels[level, 5], filling.levels[level, 6] = left, 0, 0


@inner_jit
def fresh(tiles, unused, i):
    """True if tile i is the first unused tile of its kind. tiles: their kinds, ascending. unused: a bit per tile."""
    return unused >> i & 1 != 0 and not (i > 0 and unused >> (i - 1) & 1 != 0 and tiles[i - 1] == tiles[i])


@inner_jit
def note(filling, i, size, held, a, b):
    """Write part i: the size of its slot, how many letters it holds, and the first two letters, a and b."""
    filling.parts[i, 0] = size
    filling.parts[i, 1] = held
    filling.parts[i, 2] = a
    filling.parts[i, 3] = b


@inner_jit
def completes(lexicon, a, b, c):
    """True if the kinds a, b and c are a block of three."""
    return (lexicon.thirds[a, b, c >> 6] >> np.uint64(c & 63)) & ONE != np.uint64(0)


@merged_jit
def draw(lexicon, filling, count):
    """True if spare tiles can complete the first `count` parts. Each part draws its letters in ascending order."""
    drawn, spare, parts = filling.drawn, filling.spare, filling.parts
    draws = 0
    for part in range(count):
        for held in range(parts[part, 1], parts[part, 0]):
            drawn[draws, 0], drawn[draws, 1] = part, held
            draws += 1
    i, kind = 0, 0
    while i < draws:
        part, held = drawn[i, 0], drawn[i, 1]
        while kind < np.int64(lexicon.kinds) and not (
            spare[kind] > 0 and suits(lexicon, filling, part, held, kind)
        ):
            kind += 1
        if kind < np.int64(lexicon.kinds):
            drawn[i, 2] = kind
            spare[kind] -= 1
            if held < 2:
                parts[part, 2 + held] = kind
            i += 1
            kind = kind if i < draws and drawn[i, 0] == part else 0
            continue
        if i == 0:
            return False
        i -= 1
        kind = drawn[i, 2]
        spare[kind] += 1
        kind += 1
    return True


@inner_jit
def suits(lexicon, filling, part, held, kind):
    """True if part number `part`, which has `held` letters, can take the kind as its next letter."""
    a, b = filling.parts[part, 2], filling.parts[part, 3]
    if held == 0:
        return True
    if held == 1:
        return lexicon.edges[a, kind] & (PAIR if filling.parts[part, 0] == 2 else PART) != 0
    return completes(lexicon, a, b, kind)
