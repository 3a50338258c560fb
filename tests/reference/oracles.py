"""Brute force, for worlds small enough to try everything. Imports nothing of kanamj, so it shares no fault with it.

A world is its blocks by size, tuples of kinds; `sizes` are the slots to fill, `room` the most tiles of each kind a
complete hand may hold (None: any), `uses` the most uses of each block (None: any).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, groupby, product

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


def missing(
    hand: Sequence[int], complete: Iterator[tuple[int, ...]] | Counter[tuple[int, ...]]
) -> int | None:
    """The fewest tiles to draw for any of the complete hands, None if there is none."""
    return min(
        (sum(max(0, w - h) for w, h in zip(want, hand, strict=True)) for want in complete), default=None
    )


def hands(copies: Sequence[int], tiles: int) -> Iterator[tuple[int, ...]]:
    """The counts of every hand of this many tiles."""
    for counts in product(*(range(count + 1) for count in copies)):
        if sum(counts) == tiles:
            yield counts
