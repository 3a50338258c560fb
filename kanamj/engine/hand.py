"""The types of questions about a hand and of their answers, which the modules of the engine share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.kernels.limits import UNREACHABLE as UNREACHABLE
from kanamj.tiles import Counts, Hand

Copies: TypeAlias = Literal["strict", "ignore"]
Melds: TypeAlias = "Sequence[Hand] | int"
"""The called blocks, or only their number if all are blocks of three."""
Arrangement: TypeAlias = tuple[Block, ...]

UNREACHABLE_SHANTEN = UNREACHABLE - 1
"""The shanten of a hand whose distance is UNREACHABLE."""
COPIES: tuple[Copies, ...] = ("strict", "ignore")


class Question(NamedTuple):
    """A hand as the solvers get it. A solver returns its distance: the least sum over the kinds of max(w - h, 0). Here
    h are the counts of the hand, and w are the counts of some blocks, one per slot, with w <= room.

    counts: how many tiles of each kind the hand holds, length K. sizes: the sizes of the slots to fill, largest first;
    melds have no slots here. room: the most tiles of each kind that a complete hand may hold (copies minus melds); None
    ignores copies. distinct: whether words must differ: each block is then used at most as often as it has words.
    """

    blocks: Blocks
    counts: tuple[int, ...]
    sizes: tuple[int, ...]
    room: tuple[int, ...] | None = None
    distinct: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind of each tile held, ascending."""
        return tuple(kind for kind, count in enumerate(self.counts) for _ in range(count))


Solve: TypeAlias = Callable[[Question], int]
"""A function that returns the distance of a question and replaces the search."""


def changed(counts: Counts, kind: int, by: int) -> Counts:
    """The counts with `by` more tiles of a kind."""
    return counts[:kind] + (counts[kind] + by,) + counts[kind + 1 :]


def without(tiles: Iterable[int], kinds: Iterable[int]) -> list[int]:
    """The kinds of some tiles, without these kinds; each must be there as often as it is taken."""
    left = list(tiles)
    for kind in kinds:
        left.remove(kind)
    return left


def bits(bit_set: int) -> Iterator[int]:
    """The members of a bit set, ascending.

    >>> list(bits(0b1001))
    [0, 3]
    """
    while bit_set:
        low = bit_set & -bit_set
        yield low.bit_length() - 1
        bit_set ^= low


class Draws(NamedTuple):
    """The distance of a hand one tile short, and the kinds that lower it, ascending."""

    distance: int
    kinds: tuple[int, ...]


class Way(NamedTuple):
    """One way in which a hand is tenpai.

    kind: one of `ways.KINDS_OF_WAIT`. complete: the complete blocks. rest: the kinds of the other tiles that the way
    uses; one more tile makes them blocks. draws: the kinds that do so, ascending, each with the block that it
    completes.
    """

    kind: str
    complete: tuple[Block, ...]
    rest: Block
    draws: tuple[tuple[int, Block], ...]


class Slot(NamedTuple):
    """What one slot of a form takes from a hand. kinds: the kinds of the tiles taken. missing: how many tiles the slot
    still lacks. block: the complete block if none is missing, else None."""

    kinds: Block
    missing: int
    block: Block | None
