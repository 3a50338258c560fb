"""The discards of a hand, and what is a good choice: the one rule for reports, reviews and the page.

The cost of a discard is the chance that it loses against the best discard. This is the chance to complete the hand
within two own draws (`WITHIN`). A discard is fine if it costs less than one percentage point (`POINT`).

Where no discard has a chance of one point, or chances are not known, the next draw decides (`measured` is "tiles").
Then a discard is fine if it leaves the least distance, and if the chance that the next draw lowers this distance is
less than one point below that of the best discard.

>>> near, far = Discard(0, "a", 1, (), 8, (0.08, 0.125)), Discard(1, "b", 2, (), 20, (0.0, 0.25))
>>> measured([near, far]), [(each.tile, each.cost, each.fine) for each in weighed([near, far], left=100)]
('chance', [('b', 0.0, True), ('a', 0.125, False)])
>>> near, other = near._replace(chances=()), Discard(2, "c", 1, (), 7)
>>> measured([near, other]), [(each.tile, each.cost, each.fine) for each in weighed([near, other], left=100)]
('tiles', [('a', None, True), ('c', None, False)])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from kanamj.tiles import TileSet

WITHIN = 2
"""The number of own draws that the chances are measured within; all draws, if the chances are for fewer."""
POINT = 0.01
"""One percentage point: a smaller cost counts as none."""
TIE = 1e-9
"""Chances that differ by less than this count as equal."""


class Accept(NamedTuple):
    """A kind that lowers the distance, and the number of its unseen copies."""

    kind: int
    tile: str
    unseen: int

    def to_json(self) -> dict[str, Any]:
        """Plain values: tile, unseen."""
        return {"tile": self.tile, "unseen": self.unseen}


class Discard(NamedTuple):
    """A tile to throw away. distance, accepts: those of the hand after the discard. unseen: the sum of the unseen
    copies of these accepts. chances: to complete the hand within 1, 2, … own draws; empty if they were not asked for.

    `weighed` adds: cost, the chance that is lost, None if chances are not known; fine, whether it is a good choice;
    best, whether no discard is better.
    """

    kind: int
    tile: str
    distance: int
    accepts: tuple[Accept, ...]
    unseen: int
    chances: tuple[float, ...] = ()
    cost: float | None = None
    fine: bool = False
    best: bool = False

    @property
    def shanten(self) -> int:
        return self.distance - 1

    @property
    def chance(self) -> float:
        """The chance that decides: within `WITHIN` draws. It is 0 if chances are not known."""
        return self.chances[min(WITHIN, len(self.chances)) - 1] if self.chances else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain values: tile, shanten, distance, unseen, accepts; and as far as they are known, chances, cost, fine."""
        said: dict[str, Any] = {
            "tile": self.tile,
            "shanten": self.shanten,
            "distance": self.distance,
            "unseen": self.unseen,
        }
        if self.chances:
            said["chances"] = [*self.chances]
        if self.cost is not None:
            said |= {"cost": self.cost, "fine": self.fine}
        said["accepts"] = [accept.to_json() for accept in self.accepts]
        return said


def accepts_of(tiles: TileSet, kinds: Iterable[int], unseen: Sequence[int]) -> tuple[Accept, ...]:
    """The accepts of these kinds. unseen: the number of unseen tiles of each kind."""
    return tuple([Accept(kind, tiles.kinds[kind], unseen[kind]) for kind in kinds])


def measured(discards: Iterable[Discard]) -> Literal["chance", "tiles"]:
    """What decides between the discards: the chances within two draws, or the tiles that help."""
    return "chance" if max((each.chance for each in discards), default=0.0) >= POINT else "tiles"


def weighed(discards: Iterable[Discard], left: int) -> tuple[Discard, ...]:
    """The discards, the best first, each with its cost, `fine` and `best`. left: the number of all unseen tiles."""
    rows = sorted(discards, key=by_tiles)
    most = max((each.chance for each in rows), default=0.0)
    if measured(rows) == "chance":
        rows.sort(key=lambda each: -each.chance)
    return tuple(_weighed(each, rows[0], most, left) for each in rows)


def by_tiles(discard: Discard) -> tuple[int, int, int]:
    """Where a discard comes if the tiles that help decide; the smallest comes first."""
    return discard.distance, -discard.unseen, discard.kind


def _weighed(discard: Discard, first: Discard, most: float, left: int) -> Discard:
    lost = most - discard.chance
    cost = lost if discard.chances else None
    if most < POINT:
        further = discard.distance > first.distance
        lost = 1.0 if further else (first.unseen - discard.unseen) / max(1, left)
    return discard._replace(cost=cost, fine=lost < POINT, best=lost < TIE)
