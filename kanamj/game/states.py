"""The state of a game, the parts of a state, and what a player can see of it. All are immutable.

The paper's state (appendix A) is (W, P, turn, last, phase): W is the wall, P the players. `State` also has the rules,
the seed, the tile just drawn, the answers in a call window, the number of reshuffles, the riichi sticks on the table,
who deals, and how the game ended.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from kanamj.engine.blocks import Block, BlockWords
from kanamj.errors import check_type, check_whole
from kanamj.game.rules import Rules
from kanamj.game.wall import Seed
from kanamj.plain import plain
from kanamj.tiles import Kinds
from kanamj.yaku.how import How
from kanamj.yaku.scoring import Score


class Phase(StrEnum):
    """What happens next: the deal, a draw, a discard, the answers to a discard, or nothing."""

    DEALING = "Dealing"
    DRAW = "Draw"
    DISCARD = "Discard"
    CALL_WINDOW = "CallWindow"
    END = "End"


class Event(StrEnum):
    """What a player can do. `call` takes a discard for a three-letter word, `kan` for a four-letter word;
    `riichi` is a discard that declares the hand tenpai."""

    DRAW = "draw"
    DISCARD = "discard"
    RIICHI = "riichi"
    CALL = "call"
    KAN = "kan"
    RON = "ron"
    TSUMO = "tsumo"
    PASS = "pass"


WINS = (Event.TSUMO, Event.RON)


class Action(NamedTuple):
    """What a player does.

    tile: the kind discarded (discard, riichi).
    block: the letters of the called word (call, kan), sorted.

    >>> Action(Event.DISCARD, 2, tile=5)
    Action(event=<Event.DISCARD: 'discard'>, player=2, tile=5, block=())
    """

    event: Event
    player: int
    tile: int | None = None
    block: Block = ()


class Meld(NamedTuple):
    """A called word: its block, the tile that was called, and the seat that discarded it."""

    block: Block
    tile: int
    source: int


class Last(NamedTuple):
    """The last discard and who made it."""

    player: int
    tile: int


class Player(NamedTuple):
    """A player's part of the state.

    hand: kinds, sorted.
    melds: called words.
    discards: the discards that nobody called, oldest first.
    turns: how many turns the player has had (each begins with a draw or a call).
    riichi: the turn in which riichi was declared, or 0.
    missed: whether the player let a winning tile pass, which bars ron.
    first: whether riichi was declared in the first turn, before any call.
    ippatsu: whether a win would be within one round of riichi, with no call between (一発).
    """

    hand: Kinds
    melds: tuple[Meld, ...] = ()
    discards: Kinds = ()
    turns: int = 0
    riichi: int = 0
    missed: bool = False
    first: bool = False
    ippatsu: bool = False

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the melds."""
        return tuple([meld.block for meld in self.melds])


@dataclass(frozen=True)
class Win:
    """A player's win: the winning tile, the seat that discarded it (None if drawn), the complete hand and the melds.

    how: by rules with scoring, how it was won, with the sticks on the table that it takes; otherwise None.
    dealer: the seat that deals.
    """

    player: int
    tile: int
    source: int | None
    hand: Kinds
    melds: tuple[Block, ...]
    rules: Rules = field(repr=False, compare=False)
    how: How | None = field(default=None, repr=False, compare=False)
    dealer: int = field(default=0, repr=False, compare=False)

    @cached_property
    def arrangement(self) -> tuple[BlockWords, ...]:
        """One arrangement with its words, melds first. It is computed at the first use."""
        return self.rules.hands.arrangement(self.hand, self.melds)

    @cached_property
    def score(self) -> Score | None:
        """What the win is worth; None by rules without scoring. It is computed at the first use."""
        if self.how is None:
            return None
        hand = self.rules.tiles.format(self.hand)
        return self.rules.hands.scorer.score(hand, self.how)

    def paid(self, players: int) -> dict[int, int]:
        """Returns what each other seat pays, in sticks, honba included: see `End.payments`."""
        others = [(self.player + i) % players for i in range(1, players)]
        payers = others if self.source is None else [self.source]
        if self.score is None:
            return dict.fromkeys(payers, len(others) // len(payers))
        payers.sort(key=lambda seat: seat != self.dealer)  # as `payments` has it
        return dict(zip(payers, (payment.sticks for payment in self.score.payments), strict=True))

    def to_json(self) -> dict[str, Any]:
        """Returns plain values: player, tile, from, arrangement ([{"letters", "words"}, …]), and by rules with scoring
        paid ([{"player", "sticks"}, …]) and score, as `Score.to_json`, with its words as they are shown unasked."""
        scored: dict[str, Any] = {}
        if self.score:
            paid = self.paid(self.rules.players).items()
            scored["paid"] = [{"player": seat, "sticks": sticks} for seat, sticks in paid]
            scored["score"] = self.score.as_shown(self.rules.lexicon).to_json()
        return {
            "player": self.player,
            "tile": self.rules.tiles.kinds[self.tile],
            "from": self.source,
            "arrangement": plain(self.arrangement),
            **scored,
        }


RONS = "rons"


class End(NamedTuple):
    """How a game ended.

    how: "tsumo", "ron", "wall" (nobody draws any more) or "rons" (three rons, with `Rules.many_rons` "two").
    wins: one per winner, the player nearest to the discarder first, and then those of `Rules.equal_turns`; () if
        nobody won.
    deposits: the riichi sticks that were on the table. The first of `wins` takes them; if nobody won, they stay for
        the next game.
    tenpai: by rules with scoring, the seats that are tenpai when nobody draws any more.
    """

    how: str
    wins: tuple[Win, ...] = ()
    deposits: int = 0
    tenpai: tuple[int, ...] = ()

    def payments(self, players: int) -> list[int]:
        """Returns what each seat gets. A win is worth the same however it is won: as many points as there are other
        players. By tsumo each of them pays 1; by ron the discarder pays all. By rules with scoring, a win is worth its
        points, and at a draw those who are not tenpai pay those who are. Riichi sticks are not in it; see
        `State.sticks`.

        >>> End("wall").payments(4)
        [0, 0, 0, 0]
        """
        paid = [0] * players
        for win in self.wins:
            for seat, sticks in win.paid(players).items():
                paid[seat] -= sticks
                paid[win.player] += sticks
        others = players - len(self.tenpai)
        if self.tenpai and others:
            all_pay = max(len(self.tenpai), others)  # nobody pays or gets less than a stick
            for seat in range(players):
                paid[seat] = all_pay // len(self.tenpai) if seat in self.tenpai else -all_pay // others
        return paid

    def to_json(self) -> dict[str, Any]:
        """Returns plain values: how, wins as `Win.to_json`, and deposits."""
        return {"how": self.how, "wins": plain(self.wins), "deposits": self.deposits}


class State(NamedTuple):
    """A game at one moment.

    wall: the tiles to draw, the next one first.
    turn: the seat whose turn it is (in a call window: the discarder).
    last: the discard that can be claimed.
    drawn: the tile that the player on turn has just drawn; None after a call.
    answers: the answers to the last discard, in the order in which they were given.
    reshuffles: how many times the discards became a new wall.
    wins: those of a game that ends when all have had their turns (`Rules.equal_turns`).
    dealer: the seat that deals and plays first.
    deposits: the riichi sticks on the table, those of earlier games too.
    honba: how many sticks more a win gets (本場).
    began: the sticks of each seat before the deal; () by rules without scoring.
    """

    rules: Rules
    seed: Seed
    wall: Kinds
    players: tuple[Player, ...]
    turn: int = 0
    phase: Phase = Phase.DEALING
    last: Last | None = None
    drawn: int | None = None
    answers: tuple[Action, ...] = ()
    reshuffles: int = 0
    end: End | None = None
    wins: tuple[Win, ...] = ()
    dealer: int = 0
    deposits: int = 0
    honba: int = 0
    began: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        """How many tiles of the wall can still be drawn."""
        return max(0, len(self.wall) - self.rules.dead_wall)

    @property
    def points(self) -> list[int]:
        """The sticks of each seat now; [] by rules without scoring. These and `deposits` are the same in all."""
        return [a + b for a, b in zip(self.began, self.gained, strict=False)]

    @property
    def gained(self) -> list[int]:
        """What each seat has gained in this game: `End.payments`, and by rules with scoring riichi sticks too."""
        players = self.rules.players
        paid = self.end.payments(players) if self.end else [0] * players
        return [a + b for a, b in zip(paid, self.sticks, strict=True)] if self.rules.scored else paid

    @property
    def sticks(self) -> list[int]:
        """What each seat has gained in riichi sticks: -1 for a riichi, and for the first winner all that lay there.

        The sum of these and of `deposits` is the number of sticks with which the game began.
        """
        gained = [-1 if player.riichi else 0 for player in self.players]
        if self.end and self.end.wins:
            gained[self.end.wins[0].player] += self.end.deposits
        return gained

    def to_act(self) -> tuple[int, ...]:
        """Returns the player who must act. In a call window: all who have not answered, the next player first. () if
        nobody."""
        if self.phase == Phase.CALL_WINDOW:
            seats = self.rules.players
            answered = [answer.player for answer in self.answers]
            around = [(self.turn + i) % seats for i in range(1, seats)]
            return tuple([player for player in around if player not in answered])
        return () if self.phase in (Phase.DEALING, Phase.END) else (self.turn,)


class Seat(NamedTuple):
    """What everybody sees of a player. `hand` is the number of tiles in the hand."""

    hand: int
    melds: tuple[Meld, ...]
    discards: Kinds
    turns: int
    riichi: int


class View(NamedTuple):
    """A state as one player sees it: the player's own hand, the open tiles, and the number of tiles in the wall.

    me: the player's own part.
    seats: what everybody sees, by seat.
    drawn: the tile just drawn, if this player drew it.
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
    dealer: int = 0
    deposits: int = 0

    def unseen(self) -> list[int]:
        """Returns the number of tiles of each kind that this player has not seen: they are in the wall or in other
        hands."""
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


def check_state(state: object) -> None:
    """Raises KanamjError for what is not a state."""
    check_type("state", state, State, "a state, such as initial(preset('standard', lexicon), seed=1)")


def view(state: State, player: int) -> View:
    """Returns the state as `player` sees it. Nothing in it depends on the order of the wall or on the hands of others.

    Raises KanamjError for what is not a state, and for a player that it does not have.

    >>> from kanamj.game.steps import initial
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> seen = view(initial(preset("standard", load_lexicon()), seed=7), 1)
    >>> seen.drawn is None, seen.seats[0].hand, sum(seen.unseen())
    (True, 14, 107)
    """
    check_state(state)
    check_whole("player", player, 0, state.rules.players - 1)
    return View(
        state.rules,
        player,
        state.players[player],
        tuple([Seat(len(p.hand), p.melds, p.discards, p.turns, p.riichi) for p in state.players]),
        state.left,
        state.turn,
        state.phase,
        state.last,
        state.drawn if state.turn == player else None,
        any(answer.player == player for answer in state.answers),
        state.reshuffles,
        state.end,
        state.dealer,
        state.deposits,
    )


def open_tiles(seen: View, own: bool = True) -> Kinds:
    """Returns the open tiles: discards and called words.

    own: False leaves out the called words of the player.
    """
    kinds = [kind for seat in seen.seats for kind in seat.discards]
    for place, seat in enumerate(seen.seats):
        if place != seen.player or own:
            kinds += [kind for meld in seat.melds for kind in meld.block]
    return tuple(sorted(kinds))
