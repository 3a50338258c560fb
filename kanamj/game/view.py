"""What one player can see of a state."""

from __future__ import annotations

from typing import NamedTuple

from kanamj.game.rules import Rules
from kanamj.game.table import End, Last, Meld, Phase, Player, State
from kanamj.tiles import Kinds


class Seat(NamedTuple):
    """What everybody sees of a player. `hand` is the number of tiles in the hand."""

    hand: int
    melds: tuple[Meld, ...]
    discards: Kinds
    turns: int
    riichi: int


class View(NamedTuple):
    """A state as one player sees it: the player's own hand, the open tiles, and the number of tiles in the wall.

    me: the player's own part. seats: what everybody sees, by seat. drawn: the tile just drawn, if this player drew it.
    answered: whether this player has answered the last discard. Nobody sees the answers of others before all have
    answered.
    """

    rules: Rules
    player: int
    me: Player
    seats: tuple[Seat, ...]
    wall: int
    turn: int
    phase: Phase
    last: Last | None
    drawn: int | None
    answered: bool
    reshuffles: int
    end: End | None

    def unseen(self) -> list[int]:
        """The number of tiles of each kind that this player has not seen: they are in the wall or in other hands."""
        left = list(self.rules.tiles.copies)
        for kind in self.me.hand:
            left[kind] -= 1
        for seat in self.seats:
            for kind in seat.discards:
                left[kind] -= 1
            for meld in seat.melds:
                for kind in meld.block:
                    left[kind] -= 1
        return left


def view(state: State, player: int) -> View:
    """The state as `player` sees it. Nothing in it depends on the order of the wall or on the hands of others.

    >>> from kanamj.game.state import initial
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> seen = view(initial(preset("standard", load_lexicon()), seed=7), 1)
    >>> seen.drawn is None, seen.seats[0].hand, sum(seen.unseen())
    (True, 14, 107)
    """
    return View(
        state.rules,
        player,
        state.players[player],
        tuple([Seat(len(p.hand), p.melds, p.discards, p.turns, p.riichi) for p in state.players]),
        len(state.wall),
        state.turn,
        state.phase,
        state.last,
        state.drawn if state.turn == player else None,
        any(answer.player == player for answer in state.answers),
        state.reshuffles,
        state.end,
    )
