"""The earliest win that a player could have had with knowledge of all draws and discards in advance.

The player's own draws and the discards of the others are those of the record. The player chooses everything else: what
to discard, what to call, what to win on. The events are tried in order, so the first event that allows a win is the
earliest. An event allows a win if a complete hand can be made of the tiles that the player had by then and of discards
that the player could have called before. The rules for this are:

- The player can always keep the tiles that an arrangement needs, because after every draw or call before the win the
  hand has at least one other tile, which can be discarded.
- One tile of a called word is the discard; the other tiles were in the hand at that moment. Each call takes a discard
  of its own.
- The last tile, drawn or discarded, is in a word that is not called, because a call does not complete a hand.
- No tile is used twice. A tile that was discarded and is drawn again after a reshuffle is still one tile.

Kans are not tried, because their extra draws would take tiles that others draw in the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

from kanamj.engine.blocks import Block
from kanamj.game.hands import less
from kanamj.game.pcg64 import PCG64
from kanamj.game.record import Replayed
from kanamj.game.rules import Rules
from kanamj.game.states import Action, Event, Phase, State
from kanamj.game.wall import shuffled
from kanamj.tiles import Kinds

TRIED = 2_000
"""At most this many arrangements are tried per event. A win that this limit misses may be found at a later event."""


class Earliest(NamedTuple):
    """The earliest win.

    line: the line of the record with the last tile. turn: the player's turn at that line. tile: the last tile. source:
    the seat that discarded it, None if the player drew it. calls: the called blocks. closed: the blocks of the hand.
    """

    line: int
    turn: int
    tile: int
    source: int | None
    calls: tuple[Block, ...]
    closed: tuple[Block, ...]


class _Coming(NamedTuple):
    """A tile that the player draws or another player discards.

    own: kind -> number of tiles, for the tiles that the player was dealt or drew before this tile. piece: a number that
    no other physical tile has (see `_Pieces`). pieces: these numbers, for all own tiles and this tile.
    """

    line: int
    turn: int
    tile: int
    source: int | None
    own: Counter[int]
    piece: int
    pieces: frozenset[int]


class _Use(NamedTuple):
    """A discard that is called for a block."""

    coming: _Coming
    block: Block


def earliest_win(rules: Rules, steps: Sequence[Replayed], seat: int) -> Earliest | None:
    """The earliest win of the player at that seat; None if no event of the record allowed one."""
    callable_before: list[_Coming] = []
    for coming in _comings(steps, seat):
        if coming.source is None or rules.ron:
            found = _win_on(rules, coming, callable_before)
            if found is not None:
                return found
        if coming.source is not None and _may_call(rules, seat, coming.source):
            callable_before.append(coming)
    return None


def _comings(steps: Sequence[Replayed], seat: int) -> Iterator[_Coming]:
    """The player's draws and the others' discards, in order. For the dealer, the last tile of the deal comes first."""
    if not steps:
        return
    start = steps[0].before
    pieces = _Pieces(start)
    own = dict(pieces.hands[seat])
    turn = start.players[seat].turns

    def coming(line: int, tile: int, source: int | None, piece: int) -> _Coming:
        before = Counter(kind for each, kind in own.items() if each != piece)
        return _Coming(line, turn, tile, source, before, piece, frozenset({*own, piece}))

    if start.drawn is not None and start.turn == seat:
        yield coming(1, start.drawn, None, next(each for each, kind in own.items() if kind == start.drawn))
    for line, before, action, after in steps:
        piece = pieces.follow(before, action, after)
        if action.event == Event.DRAW and action.player == seat:
            assert after.drawn is not None
            turn = after.players[seat].turns
            yield coming(line, after.drawn, None, piece)
            own[piece] = after.drawn
        elif (
            action.event in (Event.DISCARD, Event.RIICHI)
            and action.player != seat
            and after.phase == Phase.CALL_WINDOW
        ):
            assert action.tile is not None
            turn = before.players[seat].turns
            yield coming(line, action.tile, action.player, piece)


class _Pieces:
    """Follows every physical tile, so that a tile drawn again after a reshuffle is known to be the same tile.

    A piece is a number that stands for one physical tile. hands: one dict per seat, piece -> kind.
    """

    def __init__(self, start: State) -> None:
        number = count()
        self.hands = [dict(zip(number, player.hand, strict=False)) for player in start.players]
        self.discards: list[list[int]] = [[] for _ in start.players]
        self.wall = [next(number) for _ in start.wall]

    def follow(self, before: State, action: Action, after: State) -> int:
        """Follow one step of the game. Returns the piece (the number of the physical tile) that was drawn or
        discarded, or -1 if there was none."""
        player, piece = action.player, -1
        if action.event == Event.DRAW:
            piece = self.wall.pop(0)
            self.hands[player][piece] = before.wall[0]
        elif action.event in (Event.DISCARD, Event.RIICHI):
            piece = self._out_of(player, action.tile)
            self.discards[player].append(piece)
        for caller, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
            for meld in now.melds[len(was.melds) :]:
                self.discards[meld.source].pop()
                for kind in less(meld.block, meld.tile):
                    self._out_of(caller, kind)
        if after.reshuffles > before.reshuffles:
            thrown = [each for discards in self.discards for each in discards]
            self.wall = list(shuffled(thrown, PCG64(before.seed, after.reshuffles)))
            self.discards = [[] for _ in self.discards]
        return piece

    def _out_of(self, player: int, tile: int | None) -> int:
        piece = next(each for each, kind in self.hands[player].items() if kind == tile)
        del self.hands[player][piece]
        return piece


def _may_call(rules: Rules, seat: int, source: int) -> bool:
    return rules.pon == "any" or (rules.pon == "left" and seat == (source + 1) % rules.players)


def _win_on(rules: Rules, coming: _Coming, callable_before: list[_Coming]) -> Earliest | None:
    """A win on the tile that comes, or None. A win without calls is preferred."""
    held = coming.own + Counter([coming.tile])
    callable_before = [each for each in callable_before if each.piece not in coming.pieces]
    for offered in ([], callable_before) if callable_before else ([],):
        tiles = held + Counter(each.tile for each in offered)
        for arrangement in islice(_arrangements(rules, tiles), TRIED):
            uses = _calls(coming, held, arrangement, offered)
            if uses is not None:
                called = tuple(use.block for use in uses)
                closed = Counter(arrangement) - Counter(called)
                return Earliest(
                    coming.line, coming.turn, coming.tile, coming.source, called, tuple(closed.elements())
                )
    return None


def _arrangements(rules: Rules, tiles: Counter[int]) -> Iterator[tuple[Block, ...]]:
    """The complete hands that can be made of these tiles, which may be more tiles than one hand has."""
    counts = rules.tiles.tally(
        kind for kind, n in tiles.items() for _ in range(min(n, rules.tiles.copies[kind]))
    )
    some = sorted(kind for kind, n in enumerate(counts) for _ in range(n))[: rules.hand_size + 1]
    asked = rules.hands.engine.ask(tuple(some))
    for form in asked.forms:
        yield from form.judge(counts, asked.room).arrangements()


def _calls(
    coming: _Coming, held: Counter[int], arrangement: Iterable[Block], offered: list[_Coming]
) -> tuple[_Use, ...] | None:
    """The calls that make the arrangement possible, in the order of the game.

    held: the player's own tiles and the tile that comes. offered: the discards that may be called. Returns () if the
    arrangement needs no call, None if it is impossible with these discards.
    """
    blocks = list(arrangement)
    lacking = list((Counter(kind for block in blocks for kind in block) - held).elements())
    if len(lacking) > sum(len(block) == 3 for block in blocks):
        return None
    return _assigned(coming, blocks, lacking, offered, ())


def _assigned(
    coming: _Coming,
    blocks: list[Block],
    lacking: Sequence[int],
    offered: list[_Coming],
    uses: tuple[_Use, ...],
) -> tuple[_Use, ...] | None:
    """`uses` and one more call for each kind in `lacking`, in the order of the game; None if this is impossible.

    Each block gets at most one call. If several discards have the kind that is lacking, the latest is called.
    """
    if not lacking:
        closed = list(blocks)
        for use in uses:
            closed.remove(use.block)
        in_order = tuple(sorted(uses, key=lambda use: use.coming.line))
        fits = any(coming.tile in block for block in closed) and _in_hand(in_order)
        return in_order if fits else None
    tile, *rest = lacking
    taken = [use.coming.piece for use in uses]
    source = max(
        (each for each in offered if each.tile == tile and each.piece not in taken),
        key=lambda each: each.line,
        default=None,
    )
    if source is None:
        return None
    free = Counter(blocks) - Counter(use.block for use in uses)
    for block in free:
        if len(block) == 3 and tile in block:
            found = _assigned(coming, blocks, rest, offered, (*uses, _Use(source, block)))
            if found is not None:
                return found
    return None


def _in_hand(uses: tuple[_Use, ...]) -> bool:
    """True if the other tiles of each called word were in the hand at the time of the call."""
    gone: Counter[int] = Counter()
    for coming, block in uses:
        gone += Counter(block) - Counter([coming.tile])
        if gone - coming.own:
            return False
    return True


def kinds_of(blocks: Iterable[Block]) -> Kinds:
    """The tiles of the blocks, as sorted kinds."""
    return tuple(sorted(kind for block in blocks for kind in block))
