"""What a single-hand solver is asked: blocks, a hand, the slots to fill, and how many tiles there are."""

from __future__ import annotations

from typing import NamedTuple

from kanamj.engine.blocks import Blocks
from kanamj.engine.kernels.limits import UNREACHABLE as UNREACHABLE


class Question(NamedTuple):
    """A hand put to the solvers. They answer the distance of DESIGN section 2.

    counts: tiles held of each kind, length K. sizes: slots to fill, melds taken off, largest first.
    room: most tiles of each kind a complete hand may hold (copies less melds); None ignores copies.
    distinct: seven pairs, each block used at most as often as it has words.
    """

    blocks: Blocks
    counts: tuple[int, ...]
    sizes: tuple[int, ...]
    room: tuple[int, ...] | None = None
    distinct: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds held, ascending, a kind once for each tile."""
        return tuple(kind for kind, count in enumerate(self.counts) for _ in range(count))

    def drawing(self, kind: int) -> Question:
        """The question with one more tile of `kind` in the hand."""
        return self._replace(counts=_changed(self.counts, kind, +1))

    def discarding(self, kind: int) -> Question:
        """The question with one tile of `kind` less in the hand."""
        return self._replace(counts=_changed(self.counts, kind, -1))


def _changed(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return counts[:kind] + (counts[kind] + by,) + counts[kind + 1 :]
