"""What is to be said of one hand: arrangements, waits and their kind, discards with what they draw to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kanamj.engine.blocks import Block, Spelled
from kanamj.engine.question import UNREACHABLE
from kanamj.engine.search import Search
from kanamj.engine.setting import Asked
from kanamj.engine.ways import KINDS_OF_WAIT, Way, ways_of_waiting
from kanamj.tiles import Hand

if TYPE_CHECKING:
    from kanamj.engine.single import SingleHandEngine

ARRANGEMENTS_SHOWN = 20


class Accept(NamedTuple):
    """A kind that lowers the distance, and the copies of it nobody has shown."""

    kind: int
    tile: str
    unseen: int


class Wait(NamedTuple):
    """A kind that completes the hand: how (see `ways.KINDS_OF_WAIT`), and the blocks that come about."""

    kind: int
    tile: str
    unseen: int
    kinds_of_wait: tuple[str, ...]
    completes: tuple[Spelled, ...]


class Discard(NamedTuple):
    """A tile to throw away: the distance after it, what is accepted then, and the sum of the copies unseen."""

    kind: int
    tile: str
    distance: int
    accepts: tuple[Accept, ...]
    unseen: int

    @property
    def shanten(self) -> int:
        return self.distance - 1


class Piece(NamedTuple):
    """Tiles of the hand kept for one slot of the form; missing 0: a block, with its words."""

    tiles: str
    missing: int
    spelled: Spelled | None


@dataclass(frozen=True)
class HandReport:
    """What `analyze` says of a hand.

    hand: its tiles, sorted. melds: called blocks. forms: those the hand was judged by. distance: tiles missing.
    arrangements: ways to split a complete hand, the first of `arrangement_count`. nearest: for a hand that is not
    complete, the pieces of one arrangement of least distance, what is left over in `spare`. accepts: for a hand
    one tile short, the kinds that lower the distance; waits: these for a tenpai hand. kinds_of_wait: in the paper's
    order; ways: of being tenpai, the first of `way_count`. discards: for a full-sized hand that is not complete,
    best first.
    """

    hand: str
    melds: tuple[Spelled, ...]
    forms: tuple[str, ...]
    distance: int
    arrangements: tuple[tuple[Spelled, ...], ...] = ()
    arrangement_count: int = 0
    nearest: tuple[Piece, ...] = ()
    spare: str = ""
    accepts: tuple[Accept, ...] = ()
    waits: tuple[Wait, ...] = ()
    kinds_of_wait: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    way_count: int = 0
    discards: tuple[Discard, ...] = ()

    @property
    def shanten(self) -> int:
        """distance - 1: -1 complete, 0 tenpai."""
        return self.distance - 1


def analyze(
    engine: SingleHandEngine, asked: Asked, seen: Hand = (), limit: int | None = ARRANGEMENTS_SHOWN
) -> HandReport:
    """The report on a hand. seen: tiles visible elsewhere. limit: most arrangements and ways listed, None for all.

    Raises TileError if more tiles are seen than there are beside the hand and its melds.
    """
    unseen = _unseen(engine, asked, seen)
    distance = engine.distance_of(asked)
    blocks = engine.setting.blocks
    report = HandReport(
        engine.tiles.format_counts(asked.counts),
        tuple(blocks.spell(meld) for meld in asked.melds),
        engine.forms_of(asked),
        distance,
    )
    if distance == 0:
        found = list(engine.arrangements_of(asked))
        shown = tuple(
            tuple(blocks.spell(block) for block in arrangement) for arrangement in islice(found, limit)
        )
        return replace(report, arrangements=shown, arrangement_count=len(found))
    if distance != UNREACHABLE:
        pieces, spare = _nearest(asked, distance)
        report = replace(report, nearest=pieces, spare=engine.tiles.format(spare))
    if asked.complete_size:
        return replace(report, discards=_discards(engine, asked, unseen))
    accepts = _accepts(engine, engine.accepts_of(asked).kinds, unseen)
    if distance != 1:
        return replace(report, accepts=accepts)
    ways = [way for question in asked.questions for way in ways_of_waiting(question)]
    return replace(
        report,
        accepts=accepts,
        waits=_waits(engine, accepts, ways),
        kinds_of_wait=tuple(kind for kind in KINDS_OF_WAIT if any(way.kind == kind for way in ways)),
        ways=tuple(ways[:limit]),
        way_count=len(ways),
    )


def _unseen(engine: SingleHandEngine, asked: Asked, seen: Hand) -> Sequence[int]:
    """Copies of each kind that are neither in the hand, nor called, nor seen."""
    tiles = engine.tiles
    elsewhere = tiles.read(seen) if not isinstance(seen, str) or seen else (0,) * len(tiles)
    called = tiles.tally(kind for meld in asked.melds for kind in meld)
    taken = [mine + theirs for mine, theirs in zip(called, elsewhere, strict=True)]
    tiles.check_copies(asked.counts, taken)
    return [
        copies - held - gone for copies, held, gone in zip(tiles.copies, asked.counts, taken, strict=True)
    ]


def _accepts(engine: SingleHandEngine, kinds: Sequence[int], unseen: Sequence[int]) -> tuple[Accept, ...]:
    return tuple(Accept(kind, engine.tiles.kinds[kind], unseen[kind]) for kind in kinds)


def _discards(engine: SingleHandEngine, asked: Asked, unseen: Sequence[int]) -> tuple[Discard, ...]:
    found = []
    for kind, draws in engine.after_discards_of(asked).items():
        accepts = _accepts(engine, draws.kinds, unseen)
        total = sum(accept.unseen for accept in accepts)
        found.append(Discard(kind, engine.tiles.kinds[kind], draws.distance, accepts, total))
    return tuple(sorted(found, key=lambda discard: (discard.distance, -discard.unseen, discard.kind)))


def _waits(engine: SingleHandEngine, accepts: Sequence[Accept], ways: Sequence[Way]) -> tuple[Wait, ...]:
    kinds: dict[int, set[str]] = {accept.kind: set() for accept in accepts}
    blocks: dict[int, set[Block]] = {accept.kind: set() for accept in accepts}
    for kind_of_wait, draws in {(way.kind, way.draws) for way in ways}:
        for kind, block in draws:
            kinds[kind].add(kind_of_wait)
            blocks[kind].add(block)
    spell = engine.setting.blocks.spell
    return tuple(
        Wait(
            *accept,
            tuple(kind for kind in KINDS_OF_WAIT if kind in kinds[accept.kind]),
            tuple(spell(block) for block in sorted(blocks[accept.kind])),
        )
        for accept in accepts
    )


def _nearest(asked: Asked, distance: int) -> tuple[tuple[Piece, ...], Block]:
    """The pieces of one arrangement that misses `distance` tiles, blocks first, and the kinds left over."""
    for question in asked.questions:
        search = Search(question)
        for parts in search.ways(distance):
            used = [kind for part in parts for kind in search.kinds_of(part)]
            left = list(question.kinds)
            for kind in used:
                left.remove(kind)
            tiles = question.blocks.tiles
            assert tiles is not None, "an engine's blocks know their tiles"
            pieces = [
                Piece(
                    tiles.format(search.kinds_of(part)),
                    part.missing,
                    None if part.missing else question.blocks.spell(search.block(part)),
                )
                for part in sorted(parts, key=lambda part: (part.missing, -part.size))
            ]
            return tuple(pieces), tuple(left)
    return (), ()
