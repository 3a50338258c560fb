"""The definition in code: dynamic programming over the 2^n subsets of the hand. Slow, exact, to be read.

Number the tiles of the hand 0..n-1; a subset of them is a mask of n bits. A slot takes a subset that lies in a
block and misses the block's other tiles. Going through the slots one by one, keep the subsets that can be
taken in all while missing no more than d tiles; the distance is the least d for which the last slot can be
filled (the paper, section 3.1, judges the same way and calls it a bit mask DP).

A subset alone does not say which tiles are missing, and two slots may want the same last tile. So each subset
carries its *claims*: the missing tiles of kinds that could run short (and, where words must differ, the blocks
that could be used too often), as sorted tuples; a claim that includes another is dropped, since whatever works
with it works with the smaller one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from kanamj.engine.blocks import Block
from kanamj.engine.question import UNREACHABLE, Question

Claim: TypeAlias = tuple[Block, ...]
"""Missing tiles, each the block (kind,) of one, and blocks used, sorted."""


def distance(question: Question) -> int:
    """Tiles still missing, 0 complete; UNREACHABLE if no choice of blocks fills the form.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ()}, {2: (1, 1), 3: ()})
    >>> distance(Question(blocks, (1, 0, 1, 0), (2,)))
    1
    """
    for missing in range(sum(question.sizes) + 1):
        if _fits(question, missing):
            return missing
    return UNREACHABLE


def _fits(question: Question, missing: int) -> bool:
    """True if the slots can be filled with at most that many tiles missing."""
    parts = {size: _parts(question, size, missing) for size in set(question.sizes)}
    taken: dict[int, set[Claim]] = {0: {()}}  # subset of tiles taken so far -> what taking it claims
    slot_tiles = 0
    for size in question.sizes:
        slot_tiles += size
        after: dict[int, set[Claim]] = {}
        for before, claims in taken.items():
            for part, choices in parts[size].items():
                if before & part or slot_tiles - (before | part).bit_count() > missing:
                    continue
                joined = {
                    tuple(sorted(claim + choice))
                    for claim in claims
                    for choice in choices
                    if _payable(question, claim + choice)
                }
                if joined:
                    after[before | part] = _least(after.get(before | part, set()) | joined)
        taken = after
    return bool(taken)


def _parts(question: Question, size: int, missing: int) -> dict[int, set[Claim]]:
    """Subset of tiles one slot can take -> the claims of completing it."""
    kinds = question.kinds
    by_kinds: dict[Block, set[Claim]] = {}
    for block in question.blocks.by_size.get(size, ()):
        for taken in range(max(0, size - missing), size + 1):
            for part in set(combinations(block, taken)):
                claim = _claim(question, block, part, missing)
                if claim is not None:
                    by_kinds.setdefault(part, set()).add(claim)
    by_kinds = {part: _least(claims) for part, claims in by_kinds.items()}
    found: dict[int, set[Claim]] = {}
    for taken in range(max(0, size - missing), size + 1):
        for tiles in combinations(range(len(kinds)), taken):
            choices = by_kinds.get(tuple(kinds[tile] for tile in tiles))
            if choices:
                found[sum(1 << tile for tile in tiles)] = choices
    return found


def _claim(question: Question, block: Block, part: Block, missing: int) -> Claim | None:
    """What completing `part` to `block` claims of things that may run short; None if that much is not there."""
    lacking = [kind for kind in set(block) for _ in range(block.count(kind) - part.count(kind))]
    claim: list[Block] = []
    if question.room is not None:
        claim += [(kind,) for kind in lacking if question.room[kind] - question.counts[kind] < missing]
    if question.distinct:
        uses = sum(question.counts[kind] for kind in set(block)) + missing // len(block)
        claim += [block] * (uses > question.blocks.limit[block])
    claim.sort()
    return tuple(claim) if _payable(question, tuple(claim)) else None


def _payable(question: Question, claim: Claim) -> bool:
    """True if the tiles claimed exist beside those held, and no block is claimed more often than it has words."""
    for wanted in set(claim):
        if len(wanted) == 1:
            assert question.room is not None, "tiles are only claimed where copies count"
            there = question.room[wanted[0]] - question.counts[wanted[0]]
        else:
            there = question.blocks.limit[wanted]
        if claim.count(wanted) > there:
            return False
    return True


def _least(claims: set[Claim]) -> set[Claim]:
    """The claims that include no other claim."""
    if () in claims:
        return {()}
    return {claim for claim in claims if not any(other != claim and _includes(claim, other) for other in claims)}


def _includes(claim: Claim, other: Claim) -> bool:
    return all(claim.count(wanted) >= other.count(wanted) for wanted in set(other))


def complete_splits(question: Question) -> Iterator[tuple[Block, ...]]:
    """Every way to split a complete hand into blocks of the form's sizes, larger sizes first: plain recursion over
    the blocks in order, what arrangements are measured against."""

    def split(counts: tuple[int, ...], sizes: tuple[int, ...], last: Block) -> Iterator[tuple[Block, ...]]:
        if not sizes:
            if not any(counts):
                yield ()
            return
        for block in question.blocks.by_size.get(sizes[0], ()):
            if block < last or any(block.count(kind) > counts[kind] for kind in block):
                continue
            left = tuple(count - block.count(kind) for kind, count in enumerate(counts))
            follows = block if len(sizes) > 1 and sizes[1] == sizes[0] else ()
            for rest in split(left, sizes[1:], follows):
                yield (block, *rest)

    for found in split(question.counts, question.sizes, ()):
        if not question.distinct or all(found.count(block) <= question.blocks.limit[block] for block in found):
            yield found
