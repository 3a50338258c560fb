"""Brute force, for worlds small enough to try everything. Imports nothing of kanamj, so it shares no fault with it.

A world is its blocks by size, tuples of kinds; `sizes` are the slots to fill, `room` the most tiles of each kind that a
complete hand may hold (None: any number), `uses` the most uses of each block (None: any number).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, groupby, product
from math import comb, prod

Block = tuple[int, ...]


def fillings(
    by_size: Mapping[int, Sequence[Block]], sizes: Sequence[int], uses: Mapping[Block, int] | None = None
) -> Iterator[tuple[Block, ...]]:
    """Every multiset of blocks that fills the slots."""
    per_size = [
        list(combinations_with_replacement(by_size[size], len(list(slots))))
        for size, slots in groupby(sorted(sizes))
    ]
    for chosen in product(*per_size):
        blocks = tuple(block for some in chosen for block in some)
        if uses is None or all(count <= uses[block] for block, count in Counter(blocks).items()):
            yield blocks


def complete_hands(
    by_size: Mapping[int, Sequence[Block]],
    sizes: Sequence[int],
    room: Sequence[int] | None = None,
    uses: Mapping[Block, int] | None = None,
) -> Counter[tuple[int, ...]]:
    """The counts of every complete hand that has room, and in how many ways it splits into blocks. Counts are as
    long as the highest kind asks for, or as `room`."""
    kinds = (
        len(room)
        if room is not None
        else max((k + 1 for blocks in by_size.values() for b in blocks for k in b), default=0)
    )
    found: Counter[tuple[int, ...]] = Counter()
    for blocks in fillings(by_size, sizes, uses):
        held = [0] * kinds
        for block in blocks:
            for kind in block:
                held[kind] += 1
        if room is None or all(held[kind] <= room[kind] for kind in range(kinds)):
            found[tuple(held)] += 1
    return found


def sums(
    by_size: Mapping[int, Sequence[Block]],
    sizes: Sequence[int],
    kinds: int,
    room: Sequence[int] | None = None,
) -> set[tuple[int, ...]]:
    """The counts of every complete hand that has room, by adding a block for each slot: quicker than `complete_hands`
    where blocks are many, but without the ways to split a hand."""
    found = {(0,) * kinds}
    for size in sizes:
        found = {
            tuple(held + block.count(kind) for kind, held in enumerate(before))
            for before in found
            for block in by_size[size]
        }
        if room is not None:
            found = {counts for counts in found if all(map(int.__le__, counts, room))}
    return found


def missing(
    hand: Sequence[int], complete: Iterator[tuple[int, ...]] | Counter[tuple[int, ...]]
) -> int | None:
    """The fewest tiles to draw for any of the complete hands, None if there is none."""
    return min(
        (sum(max(0, w - h) for w, h in zip(want, hand, strict=True)) for want in complete), default=None
    )


def easiest_hands(
    by_size: Mapping[int, Sequence[Block]],
    sizes: Sequence[int],
    ranks: Mapping[Block, int],
    room: Sequence[int] | None = None,
    uses: Mapping[Block, int] | None = None,
    kinds: int = 0,
) -> dict[tuple[int, ...], int]:
    """Every complete hand that has room, and the least rank that it needs: that of the rarest block of an arrangement,
    the least of all its arrangements."""
    found: dict[tuple[int, ...], int] = {}
    for blocks in fillings(by_size, sizes, uses):
        tiles = Counter(kind for block in blocks for kind in block)
        held = tuple(tiles[kind] for kind in range(kinds))
        if room is None or all(map(int.__le__, held, room)):
            needed = max(ranks[block] for block in blocks)
            found[held] = min(needed, found.get(held, needed))
    return found


def least_vocabulary(hand: Sequence[int], forms: Sequence[Mapping[tuple[int, ...], int]]) -> int:
    """The least rank that makes a hand complete or, if it is not, tenpai; -1 if it misses more than one tile. forms:
    for each form, what `easiest_hands` found. A form is asked if it has as many tiles as the hand or one more."""
    needed: dict[int, int] = {}
    for complete in forms:
        for want, rank in complete.items():
            if sum(want) - sum(hand) in (0, 1):
                gone = sum(max(0, w - h) for w, h in zip(want, hand, strict=True))
                needed[gone] = min(rank, needed.get(gone, rank))
    return next((needed[gone] for gone in (0, 1) if gone in needed), -1)


def hands(copies: Sequence[int], tiles: int) -> Iterator[tuple[int, ...]]:
    """The counts of every hand of this many tiles."""
    if not copies:
        yield from [()] * (not tiles)
        return
    for held in range(min(tiles, copies[0]) + 1):
        for rest in hands(copies[1:], tiles - held):
            yield held, *rest


def ways(copies: Sequence[int], hand: Sequence[int]) -> int:
    """How many sets of the tiles show these counts."""
    return prod(map(comb, copies, hand))
