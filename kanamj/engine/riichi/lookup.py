"""One riichi hand by the suit tables, in plain Python: no numpy, no compiled code, so it answers at once.

The tables are those of `tables.py`, as bytes. The place of a suit in its table is its counts read as a base-5 number. A
draw changes one suit only: its place grows by a power of 5, and the classes of the other suits stay merged.

The tables suppose that every kind may occur four times (of three players, 2m to 8m never). If tiles of called blocks
count as used copies, a hand may be farther from complete than the tables say, but never nearer. It is as near if it
becomes complete by as many draws of tiles that exist (`SuitedHand.is_reached`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from kanamj.engine.hand import changed
from kanamj.errors import FileFormatError
from kanamj.tiles import Counts

FILE = Path(__file__).parents[1] / "data" / "riichi_tables.npz"
COPIES = 4
BLOCKS = 4
ROW = 256
"""The length of a row in tables indexed by two classes. As classes are bytes, a place is found by a shift."""
_DIGITS = bytes(48 + count if count <= COPIES else 0 for count in range(256))
_STEPS = tuple((COPIES + 1) ** (8 - kind % 9 if kind < 27 else 33 - kind) for kind in range(34))
"""How much the place of its suit grows if a kind is drawn."""


class PlainTables(NamedTuple):
    """The tables that the distance of a hand needs; described in `tables.py`."""

    suit: bytes
    honours: bytes
    terminals: bytes
    merge: bytes
    missing: bytes


@lru_cache(maxsize=1)
def plain_tables() -> PlainTables:
    """The tables, read from the package in 20 ms. Raises FileFormatError if their file is missing or damaged."""
    from zipfile import ZipFile

    try:
        with ZipFile(FILE) as archive:
            return PlainTables(*(_bytes_of(archive.read(f"{name}.npy")) for name in PlainTables._fields))
    except Exception as error:  # a damaged archive raises errors of many classes
        raise damaged(FILE) from error


def _bytes_of(array: bytes) -> bytes:
    """The bytes of an array in a file of numpy: ten bytes, of which the last two say how long its header is, the
    header, then the array."""
    return array[10 + int.from_bytes(array[8:10], "little") :]


def damaged(path: Path) -> FileFormatError:
    """The error for tables that cannot be read."""
    return FileFormatError(
        "the tables of ordinary mahjong are missing or damaged; install kanamj again", path=path
    )


class SuitedHand:
    """A hand, looked up suit by suit.

    counts: how many tiles of each of the 34 kinds the hand holds, 0 to 4. blocks: how many blocks it must have beside
    its head, 0 to 4. three: whether 1m and 9m are the only characters, as for three players.

    >>> from kanamj.tiles import RIICHI_136
    >>> hand = SuitedHand(RIICHI_136.read("123m456p789s1122z"), 4, three=False)
    >>> hand.distance, RIICHI_136.format(hand.draws(RIICHI_136.copies))
    (1, '12z')
    """

    def __init__(self, counts: Counts, blocks: int, three: bool) -> None:
        tables = plain_tables()
        digits = bytes(counts).translate(_DIGITS)
        man, pin = int(digits[:9], 5), int(digits[9:18], 5)
        sou, honours = int(digits[18:27], 5), int(digits[27:], 5)
        self.counts, self._blocks, self._three = counts, blocks, three
        self._places = man, pin, sou, honours
        self._man, self._man_bits = (tables.terminals, ROW - 1) if three else (tables.suit, -1)
        self._plane = blocks * (len(tables.missing) // (BLOCKS + 1))
        self._classes = (
            self._man[man & self._man_bits],
            tables.suit[pin],
            tables.suit[sou],
            tables.honours[honours],
        )
        of_man, of_pin, of_sou, of_honours = self._classes
        merge = tables.merge
        self.distance = tables.missing[
            self._plane + (merge[of_man << 8 | of_pin] << 8 | merge[of_sou << 8 | of_honours])
        ]
        """The number of tiles missing, 0 complete."""

    @cached_property
    def _beside(self) -> tuple[int, int, int, int]:
        """For each suit, the first place in `missing` of the row of the other three."""
        merge, plane = plain_tables().merge, self._plane
        man, pin, sou, honours = self._classes
        left, right = merge[man << 8 | pin], merge[sou << 8 | honours]
        return (
            plane + (merge[right << 8 | pin] << 8),
            plane + (merge[right << 8 | man] << 8),
            plane + (merge[left << 8 | honours] << 8),
            plane + (merge[left << 8 | sou] << 8),
        )

    def draws(self, room: Counts) -> Iterator[int]:
        """Yields the kinds that lower the distance, ascending. room: the most tiles of each kind that the hand may
        hold."""
        tables, counts, nearer = plain_tables(), self.counts, self.distance - 1
        missing, of_suit = tables.missing, (self._man, tables.suit, tables.suit, tables.honours)
        for suit, (classes, place, beside) in enumerate(
            zip(of_suit, self._places, self._beside, strict=True)
        ):
            bits = -1 if suit else self._man_bits
            for kind in range(9 * suit, min(9 * suit + 9, 34)):
                if (
                    counts[kind] < room[kind]
                    and missing[beside + classes[place + _STEPS[kind] & bits]] == nearer
                ):
                    yield kind

    def drawing(self, kind: int) -> SuitedHand:
        """The hand with one more tile of this kind."""
        return SuitedHand(changed(self.counts, kind, +1), self._blocks, self._three)

    def is_reached(self, room: Counts) -> bool:
        """True if the hand becomes complete by `distance` draws, and then holds at most `room` tiles of each kind. It
        draws the first kind that helps, so False says only that this way does not lead there."""
        hand = self
        while hand.distance:
            kind = next(hand.draws(room), None)
            if kind is None:
                return False
            hand = hand.drawing(kind)
        return True
