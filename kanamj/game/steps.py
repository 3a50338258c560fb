"""The game as functions of a frozen state: `initial`, `step` and `play` here, `legal_actions` in legal.py, `view` in
states.py.

A turn has the phases Draw, Discard and CallWindow. In the call window every other player answers once, in any order:
ron, kan, call or pass. When all have answered, ron goes before kan, and kan before call; among equal answers, that of
the player nearest after the discarder goes first. A call takes the tile out of the discarder's discards.

A step takes some microseconds. A hand is judged only for ron, tsumo and riichi. All its waits are computed
when it is first asked whether a tile completes the hand, and `Rules.hands` remembers them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from kanamj.defaults import MOST_STICKS
from kanamj.errors import IllegalActionError, KanamjError, brief, check_type, check_whole
from kanamj.game.hands import after_call, less
from kanamj.game.legal import (
    describe,
    draws_after_call,
    legal_actions,
    refusal,
    winning_players,
    with_declared,
)
from kanamj.game.pcg64 import PCG64
from kanamj.game.rules import Rules
from kanamj.game.states import (
    RONS,
    Action,
    End,
    Event,
    Last,
    Meld,
    Phase,
    Player,
    State,
    View,
    Win,
    check_state,
    view,
)
from kanamj.game.wall import Seed, new_wall, seed_of, shuffled
from kanamj.game.wins import any_called, is_win, win_of


def initial(rules: Rules, seed: int | Seed, dealer: int = 0, deposits: int = 0) -> State:
    """Returns the state after the deal: the dealer has one tile more and is to discard. For the arguments see
    `set_up`.

    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> state = initial(preset("standard", load_lexicon()), seed=7)
    >>> state.phase.value, [len(player.hand) for player in state.players], len(state.wall)
    ('Discard', [14, 13, 13, 13], 67)
    """
    return deal(set_up(rules, seed, dealer=dealer, deposits=deposits))


def set_up(
    rules: Rules,
    seed: int | Seed,
    wall: Sequence[int] | None = None,
    *,
    dealer: int = 0,
    deposits: int = 0,
    honba: int = 0,
    points: Sequence[int] | None = None,
) -> State:
    """Returns the state before the deal: all tiles are in the wall.

    wall: the tiles in the order in which they are taken; None: the wall that the seed gives.
    dealer: the seat that deals.
    deposits: the riichi sticks that earlier games have left on the table, at most `MOST_STICKS`.
    honba: how many sticks more a win gets (本場).
    points: the sticks of each seat, by rules with scoring; None: equal shares of those that are not on the table.

    Raises KanamjError if the tiles of the wall are not those of the set, if the seed is not whole numbers from 0, or
    if dealer, deposits or honba is not such a number, or if the points do not add up.
    """
    check_type("rules", rules, Rules, "Rules, such as preset('standard')")
    seed = seed_of(seed)
    if wall is None:
        wall = new_wall(rules.tiles, seed)
    elif rules.tiles.tally(wall) != rules.tiles.copies:
        raise KanamjError(
            "the wall must have the {} tiles of {}, each once; give another wall",
            rules.tiles.tiles,
            rules.tiles.name,
        )
    dealer = check_whole("dealer", dealer, 0, rules.players - 1)
    deposits = check_whole("deposits", deposits, 0, MOST_STICKS)
    honba = check_whole("honba", honba, 0, MOST_STICKS)
    if not rules.scored and (honba or points):
        raise KanamjError("the rules {} have no points and no honba; leave them out, or give pro", rules.name)
    began = _points(rules, deposits, points) if rules.scored else ()
    players = tuple(Player(()) for _ in range(rules.players))
    return State(
        rules, seed, tuple(wall), players, dealer, dealer=dealer, deposits=deposits, honba=honba, began=began
    )


def _points(rules: Rules, deposits: int, points: Sequence[int] | None) -> tuple[int, ...]:
    """The sticks of each seat. Raises KanamjError if they and the deposits are not those of the players."""
    seats, total = rules.players, rules.stake * rules.players - deposits
    if points is None:  # the seats of lower number have those that cannot be shared
        return tuple((total + seats - 1 - seat) // seats for seat in range(seats))
    if len(points) != seats or any(type(each) is not int for each in points) or sum(points) != total:
        raise KanamjError(
            "the points are {}; with {} on the table, {} players have {} sticks in all",
            brief(list(points)),
            deposits,
            seats,
            total,
        )
    return tuple(points)


def deal(state: State) -> State:
    """Returns the state after the deal. Each seat in turn, the dealer first, takes a hand from the front of the wall;
    then the dealer draws.

    Raises KanamjError if the tiles have been dealt already.
    """
    check_state(state)
    if state.phase != Phase.DEALING:
        raise KanamjError(
            "the phase is {}: the tiles are dealt already; give a state that set_up has returned", state.phase
        )
    size, seats = state.rules.hand_size, state.rules.players
    places = [(seat - state.dealer) % seats for seat in range(seats)]
    players = tuple(Player(tuple(sorted(state.wall[size * at : size * (at + 1)]))) for at in places)
    dealt = state._replace(wall=state.wall[size * seats :], players=players, phase=Phase.DRAW)
    return _draw(dealt, Action(Event.DRAW, state.dealer))


def step(state: State, action: Action) -> State:
    """Returns the state after a legal action; the state given does not change.

    Raises IllegalActionError for an action that is not legal; its message names the rule. Raises KanamjError for what
    is not a state or an action.

    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> state = initial(preset("standard", load_lexicon()), seed=7)
    >>> step(state, Action(Event.DRAW, 1))
    Traceback (most recent call last):
    ...
    kanamj.errors.IllegalActionError: player 1 cannot draw: draw belongs to the phase Draw; the phase is Discard
    """
    check_state(state)
    check_type("action", action, Action, "an Action, such as one of legal_actions")
    state = with_declared(state, action)
    if why := refusal(state, action):
        raise IllegalActionError(
            "player {} cannot {}: {}", action.player, describe(state, action), why, action=action
        )
    return _STEPS[action.event](state, action)


def _draw(state: State, action: Action) -> State:
    tile = state.wall[0]
    me = state.players[action.player]
    me = me._replace(
        hand=tuple(sorted((*me.hand, tile))), turns=me.turns + 1, missed=me.missed and bool(me.riichi)
    )
    after = state._replace(
        wall=state.wall[1:], players=_with(state, action.player, me), drawn=tile, phase=Phase.DISCARD
    )
    if not state.wins:
        return after
    return _won(after, [win_of(after, action.player)] if is_win(after, action.player, Event.TSUMO) else [])


def _discard(state: State, action: Action) -> State:
    assert action.tile is not None
    rules, me = state.rules, state.players[action.player]
    let_pass = rules.ron and rules.missed_win in _BARS and is_win(state, action.player, Event.TSUMO)
    declared = action.event == Event.RIICHI
    me = me._replace(
        hand=less(me.hand, action.tile),
        discards=(*me.discards, action.tile),
        riichi=me.turns if declared else me.riichi,
        missed=me.missed or let_pass,
        first=me.first or (declared and me.turns == 1 and not any_called(state)),
        ippatsu=declared,
    )
    after = state._replace(
        players=_with(state, action.player, me),
        last=Last(action.player, action.tile),
        drawn=None,
        phase=Phase.CALL_WINDOW,
        deposits=state.deposits + declared,
    )
    return after if rules.calls else _next_turn(after)


def _tsumo(state: State, action: Action) -> State:
    return _won(state, [win_of(state, action.player)])


def _answer(state: State, action: Action) -> State:
    after = state._replace(answers=(*state.answers, action))
    return after if len(after.answers) < state.rules.players - 1 else _settle(after)


def _settle(state: State) -> State:
    """Close the call window: ron wins; otherwise the first kan takes the tile, or the first call if there is no kan."""
    assert state.last is not None
    seats = state.rules.players
    answers = sorted(state.answers, key=lambda answer: (answer.player - state.turn) % seats)
    rons = [answer.player for answer in answers if answer.event == Event.RON]
    if rons:
        if state.rules.many_rons == "two" and len(rons) > 2:
            return state._replace(answers=(), last=None, phase=Phase.END, end=End(RONS, (), state.deposits))
        winners = rons if state.rules.many_rons else rons[:1]
        return _won(state, [win_of(state, winner) for winner in winners])
    state = _bar_who_let_pass(state._replace(answers=()))
    for event in (Event.KAN, Event.CALL):
        for answer in answers:
            if answer.event == event:
                return _take(state, answer)
    return _next_turn(state)


_BARS = ("bars", "furiten")


def _bar_who_let_pass(state: State) -> State:
    if state.rules.missed_win in _BARS:
        for player in winning_players(state):
            missed = state.players[player]._replace(missed=True)
            state = state._replace(players=_with(state, player, missed))
    return state


def _take(state: State, action: Action) -> State:
    """The last discard becomes part of a called word. If the hand is then one tile short (a kan), the player draws."""
    assert state.last is not None
    source, tile = state.last
    me = state.players[action.player]
    draws = draws_after_call(state, action.player, len(action.block))
    me = me._replace(
        hand=after_call(me.hand, tile, action.block),
        melds=(*me.melds, Meld(action.block, tile, source)),
        turns=me.turns if draws else me.turns + 1,  # if the player draws, the draw adds the turn
    )
    discarder = state.players[source]
    state = state._replace(
        players=_with(state, source, discarder._replace(discards=discarder.discards[:-1])), last=None
    )
    players = _with(state, action.player, me)
    return state._replace(
        players=tuple([player._replace(ippatsu=False) for player in players]),
        turn=action.player,
        phase=Phase.DRAW if draws else Phase.DISCARD,
    )


def _next_turn(state: State) -> State:
    """The next player is on turn and must draw. If the wall is empty, the discards are reshuffled or the game ends."""
    if not state.left:
        if state.reshuffles >= state.rules.reshuffles:
            return state._replace(
                last=None, phase=Phase.END, end=End("wall", (), state.deposits, _tenpai(state))
            )
        state = _reshuffled(state)
    return state._replace(turn=(state.turn + 1) % state.rules.players, last=None, phase=Phase.DRAW)


def _tenpai(state: State) -> tuple[int, ...]:
    """By rules with scoring, the seats that are tenpai; a yaku is not asked for."""
    waits = state.rules.hands.waits
    players = enumerate(state.players) if state.rules.scored else ()
    return tuple([seat for seat, player in players if waits(player.hand, player.blocks)])


def _reshuffled(state: State) -> State:
    discards = [tile for player in state.players for tile in player.discards]
    count = state.reshuffles + 1
    return state._replace(
        wall=shuffled(discards, PCG64(state.seed, count)) + state.wall,  # the dead wall stays the last
        players=tuple(player._replace(discards=()) for player in state.players),
        reshuffles=count,
    )


def _won(state: State, wins: list[Win]) -> State:
    """These have won too. The game is over, unless by `Rules.equal_turns` a player who has had fewer turns draws. The
    first winner takes the deposits and honba."""
    if wins and wins[0].how and not state.wins:
        takes = replace(wins[0].how, honba=state.honba, deposits=state.deposits)
        wins = [replace(wins[0], how=takes), *wins[1:]]
    state = state._replace(wins=(*state.wins, *wins))
    if state.rules.equal_turns and state.left:
        seats, most = state.rules.players, max(player.turns for player in state.players)
        for seat in ((state.turn + i) % seats for i in range(1, seats + 1)):
            me = state.players[seat]
            drew = len(me.hand) == state.rules.hands.tiles_left(me.blocks)
            if me.turns < most and not drew and all(win.player != seat for win in state.wins):
                return state._replace(turn=seat, phase=Phase.DRAW, drawn=None)
    how = Event.TSUMO if state.wins[0].source is None else Event.RON
    return state._replace(phase=Phase.END, end=End(how.value, state.wins, state.deposits), deposits=0)


def _with(state: State, player: int, changed: Player) -> tuple[Player, ...]:
    return state.players[:player] + (changed,) + state.players[player + 1 :]


_STEPS: dict[Event, Callable[[State, Action], State]] = {
    Event.DRAW: _draw,
    Event.DISCARD: _discard,
    Event.RIICHI: _discard,
    Event.TSUMO: _tsumo,
    Event.CALL: _answer,
    Event.KAN: _answer,
    Event.RON: _answer,
    Event.PASS: _answer,
}


Step: TypeAlias = tuple[State, Action, State]
"""The state before, the action, and the state after."""


class Agent(Protocol):
    """A player: `choose` gets what the player can see and the legal actions, and returns one of the actions."""

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action: ...


def play(rules: Rules, seed: int | Seed, agents: Sequence[Agent]) -> Iterator[Step]:
    """Play a game and yield its steps.

    An agent is asked only if it has a choice. In a call window, the player nearest to the discarder is asked first.

    >>> from kanamj.game.agents import parse_agent
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> rules = preset("basic", load_lexicon())
    >>> agents = [parse_agent("greedy").seated(rules, (1,), seat) for seat in range(4)]
    >>> *_, (_, last, state) = play(rules, 1, agents)
    >>> last.event.value, state.phase.value
    ('tsumo', 'End')
    """
    yield from play_on(initial(rules, seed), agents)


def chosen(state: State, player: int, agent: Agent) -> Action:
    """Returns the action of a player who must act. An agent with `sees_all` gets the state itself."""
    legal = legal_actions(state, player)
    seen: Any = state if getattr(agent, "sees_all", False) else view(state, player)
    return legal[0] if len(legal) == 1 else agent.choose(seen, legal)


def play_on(state: State, agents: Sequence[Agent]) -> Iterator[Step]:
    """Play a game to its end, from any state, and yield its steps. Raises KanamjError for what is not a state."""
    check_state(state)
    while state.phase != Phase.END:
        for player in state.to_act():
            action = chosen(state, player, agents[player])
            after = step(state, action)
            yield state, action, after
            state = after
