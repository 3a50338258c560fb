"""The definition in code: dynamic programming over the 2^n subsets of the hand. Slow, exact, made to be read.

The tiles of the hand are numbered 0..n-1, so a subset of them is a mask of n bits. A slot takes a subset that is part
of a block, and misses the other tiles of the block. Slot by slot, the program keeps the subsets that the slots so far
can take together with at most d tiles missing. The distance is the least d for which the last slot can be filled. (The
paper, section 3.1, judges in the same way and calls it a bit mask DP.)

The subsets do not say which tiles are missing, and two slots may want the same last tile (or, in seven pairs, the same
word). So the subsets are only a first answer: all ways that lead to them are walked back, and in at least one of these
ways all missing tiles must exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from kanamj.engine.blocks import Block
from kanamj.engine.check.parts import Choice, completable
from kanamj.engine.hand import UNREACHABLE, Question


def distance(question: Question) -> int:
    """The distance of a hand, as `search.distance` returns it."""
    for missing in range(sum(question.sizes) + 1):
        slots = [_parts(question, size, missing) for size in question.sizes]
        layers = _layers(question, slots, missing)
        taken = (mask for mask in layers[-1] if sum(question.sizes) - mask.bit_count() == missing)
        ways = (way for mask in taken for way in _walk_back(question.sizes, slots, layers, mask))
        if any(completable(question, [slots[i][mask] for i, mask in enumerate(way)]) for way in ways):
            return missing
    return UNREACHABLE


def _parts(question: Question, size: int, missing: int) -> dict[int, list[Choice]]:
    """Mask of tiles that a slot of that size can take -> the blocks that at most `missing` more tiles make of them."""
    kinds, counts, room = question.kinds, question.counts, question.room
    by_kinds: dict[Block, list[Choice]] = {}
    for block in question.blocks.by_size.get(size, ()):
        for taken in range(max(0, size - missing), size + 1):
            for part in set(combinations(block, taken)):
                if not all(counts[kind] for kind in part):
                    continue
                lacking = tuple(
                    kind for kind in set(block) for _ in range(block.count(kind) - part.count(kind))
                )
                if room is None or all(counts[kind] + lacking.count(kind) <= room[kind] for kind in lacking):
                    by_kinds.setdefault(part, []).append((block, lacking))
    return {
        sum(1 << tile for tile in tiles): by_kinds[part]
        for taken in range(max(0, size - missing), size + 1)
        for tiles in combinations(range(len(kinds)), taken)
        if (part := tuple(kinds[tile] for tile in tiles)) in by_kinds
    }


def _layers(question: Question, slots: list[dict[int, list[Choice]]], missing: int) -> list[set[int]]:
    """layers[i]: the masks of tiles that the first i slots can take together, with at most `missing` tiles missing.

    Of equal tiles, a slot takes the lowest that are left. Otherwise, a hand of few kinds has thousands of ways that are
    the same.
    """
    layers = [{0}]
    equal = sum(1 << i for i, (kind, before) in enumerate(pairwise(question.kinds), 1) if kind == before)
    for i, parts in enumerate(slots):
        tiles = sum(question.sizes[: i + 1])
        layers.append(
            {
                taken
                for before in layers[-1]
                for part in parts
                if not before & part
                and not (taken := before | part) & equal & ~(taken << 1)
                and tiles - taken.bit_count() <= missing
            }
        )
    return layers


def _walk_back(
    sizes: tuple[int, ...],
    slots: list[dict[int, list[Choice]]],
    layers: list[set[int]],
    mask: int,
    most: int | None = None,
) -> Iterator[list[int]]:
    """Every choice of one mask per slot, so that the masks together are `mask`. Slots of one size have ascending masks,
    so that a choice does not come in all orders of its slots. most: the highest mask that the last slot may have."""
    last = len(layers) - 2
    if last < 0:
        yield []
        return
    alike = last > 0 and sizes[last] == sizes[last - 1]
    for part in slots[last]:
        if part & ~mask == 0 and mask ^ part in layers[last] and (most is None or part <= most):
            for way in _walk_back(sizes, slots, layers[:-1], mask ^ part, part if alike else None):
                yield [*way, part]
