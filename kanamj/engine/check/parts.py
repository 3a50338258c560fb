"""Parts (some or all tiles of a block, which a slot takes from a hand), and whether several parts can be completed
together.

`subsets` and `graph` share this module, and `bitmask` its `completable`; `search` and `cpsat` have ways of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from kanamj.engine.blocks import Block
from kanamj.engine.hand import Question, bits, without

Parts: TypeAlias = Mapping[Block, int]
"""The kinds of a part -> the bit set of the blocks of one size that have these kinds."""
Choice: TypeAlias = tuple[Block, Block]
"""A block that a part can become, and the kinds of it that the part lacks."""


def parts_of(question: Question, size: int) -> Parts:
    """The parts that a slot of that size can take from the hand, the empty part included, each with the blocks that it
    can become. Only blocks within the room are considered.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(4, {2: ((0, 1), (0, 3))}, {2: (1, 1)})
    >>> parts_of(Question(blocks, (1, 1, 0, 0), (2,)), 2)
    {(): 3, (0,): 3, (1,): 1, (0, 1): 1}
    """
    index = question.blocks.holding.get(size)
    if index is None:
        return {}
    fitting = index[0][0]
    for kind, room in enumerate(question.room or ()):
        if room < size:
            fitting &= ~index[kind][room + 1]
    parts = {}
    for taken in range(size + 1):
        for part in dict.fromkeys(combinations(question.kinds, taken)):
            blocks = fitting
            for kind in part:
                blocks &= index[kind][part.count(kind)]
            if blocks:
                parts[part] = blocks
    return parts


def choices_of(question: Question, size: int, part: Block, blocks: int) -> list[Choice]:
    """Those of the bit set `blocks` that draws can complete, each with the kinds that the part lacks."""
    choices = []
    for i in bits(blocks):
        block = question.blocks.by_size[size][i]
        lacking = without(block, part)
        if question.room is None or all(
            question.counts[kind] + lacking.count(kind) <= question.room[kind] for kind in lacking
        ):
            choices.append((block, tuple(lacking)))
    return choices


def completable(question: Question, parts: Sequence[Sequence[Choice]]) -> bool:
    """True if all parts can become blocks together: all lacking tiles exist and, if words must differ, no block is used
    more often than it has words. parts: for each part, the blocks that it can become.

    >>> from kanamj.engine.blocks import Blocks
    >>> hand = Question(Blocks(4, {2: ((0, 1), (0, 3))}, {2: (1, 1)}), (0, 1, 0, 1), (2, 2), (1, 1, 1, 1))
    >>> completable(hand, [[((0, 1), (0,))], [((0, 3), (0,))]])
    False
    """
    order = sorted(parts, key=len)
    counts = list(question.counts)
    used: list[Block] = []

    def choose(i: int, first: int) -> bool:
        if i == len(order):
            return True
        for at in range(first, len(order[i])):
            block, lacking = order[i][at]
            if question.distinct and used.count(block) >= question.blocks.limit[block]:
                continue
            used.append(block)
            for kind in lacking:
                counts[kind] += 1
            fits = question.room is None or all(counts[kind] <= question.room[kind] for kind in lacking)
            # Parts with the same choices are interchangeable, so they are completed in order.
            same = i + 1 < len(order) and order[i + 1] is order[i]
            if fits and choose(i + 1, at if same else 0):
                return True
            used.pop()
            for kind in lacking:
                counts[kind] -= 1
        return False

    return choose(0, 0)
