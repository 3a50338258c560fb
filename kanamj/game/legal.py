"""What the rules allow: `legal_actions` lists all legal actions, `refusal` says why one action is not legal.

A step uses `refusal`, because it needs to check only one action. Tests check that the two functions agree."""

from __future__ import annotations

from collections.abc import Callable

from kanamj.errors import Message, joined, not_one_of
from kanamj.game.hands import less
from kanamj.game.states import WINS, Action, Event, Phase, State, check_state
from kanamj.game.wins import completed, is_win
from kanamj.lexicon.entry import BEYOND

_PHASE_OF = {
    Event.DRAW: Phase.DRAW,
    Event.DISCARD: Phase.DISCARD,
    Event.RIICHI: Phase.DISCARD,
    Event.TSUMO: Phase.DISCARD,
    Event.CALL: Phase.CALL_WINDOW,
    Event.KAN: Phase.CALL_WINDOW,
    Event.RON: Phase.CALL_WINDOW,
    Event.PASS: Phase.CALL_WINDOW,
}

_DECLARED = (*WINS, Event.CALL, Event.KAN)


def legal_actions(state: State, player: int) -> tuple[Action, ...]:
    """Returns the legal actions of the player now, in a fixed order; () if another player must act.

    Raises KanamjError for what is not a state.
    """
    check_state(state)
    if player not in state.to_act():
        return ()
    if state.phase == Phase.DRAW:
        return (Action(Event.DRAW, player),)
    if state.phase == Phase.DISCARD:
        return _turn_actions(state, player)
    return _answers(state, player)


def _turn_actions(state: State, player: int) -> tuple[Action, ...]:
    me = state.players[player]
    actions = [Action(Event.TSUMO, player)] if is_win(state, player, Event.TSUMO) else []
    if me.riichi:
        return (*actions, Action(Event.DISCARD, player, state.drawn))
    kinds = sorted(set(me.hand))
    actions += [Action(Event.DISCARD, player, kind) for kind in kinds]
    if not _no_riichi(state, player):
        distance, nearest = state.rules.hands.nearest(me.hand, ())
        actions += [Action(Event.RIICHI, player, kind) for kind in nearest if distance == 1]
    return tuple(actions)


def _answers(state: State, player: int) -> tuple[Action, ...]:
    rules, me = state.rules, state.players[player]
    assert state.last is not None
    tile = state.last.tile
    actions = []
    if (
        _may_ron(state, player)
        and not me.missed
        and not _furiten(state, player)
        and is_win(state, player, Event.RON)
    ):
        actions.append(Action(Event.RON, player))
    if not me.riichi:
        if not _no_kan(state, player):
            four = rules.hands.fours_with(me.hand, tile)
            actions += [Action(Event.KAN, player, block=block) for block in four]
        if not _no_pon(state, player):
            trios = rules.hands.trios_with(me.hand, tile)
            actions += [Action(Event.CALL, player, block=block) for block in trios]
    return (*actions, Action(Event.PASS, player))


def beyond(state: State, player: int) -> tuple[Event, ...]:
    """Returns the events of the wins and calls that the player may declare now and that `legal_actions` does not list,
    because only the judging list (`Rules.judge`) has their words."""
    if state.rules.judged is None or state.phase == Phase.DRAW or player not in state.to_act():
        return ()
    wider = state._replace(rules=state.rules.judged)
    if state.phase == Phase.DISCARD:
        wide, known_by_all = (is_win(each, player, Event.TSUMO) for each in (wider, state))
        return (Event.TSUMO,) if wide and not known_by_all else ()
    known = _answers(state, player)
    return tuple(dict.fromkeys(each.event for each in _answers(wider, player) if each not in known))


def with_declared(state: State, action: Action) -> State:
    """Returns the state that judges a declared action. If only the judging list has words of a win or call, they join
    the words of the game, and nobody is refused them later. Otherwise it is the same state."""
    if state.rules.judged is None or action.event not in _DECLARED or not refusal(state, action):
        return state
    if refusal(state._replace(rules=state.rules.judged), action):
        return state
    me = state.players[action.player]
    engine, judge = state.rules.hands.engine, state.rules.judged.hands.engine
    keys: tuple[str, ...] = (engine.tiles.format(action.block),)
    if not action.block:
        hand = me.hand if state.last is None else tuple(sorted((*me.hand, state.last.tile)))
        keys = engine.arrangement_by(judge, hand, me.blocks)
    new = [key for key in keys if engine.tiles.parse(key) not in engine.blocks.limit]
    words = [word for key in new for word in judge.lexicon.words_of(key)]
    shown = tuple(word._replace(flag="") if word.flag == BEYOND else word for word in words)
    return state._replace(rules=state.rules.with_words(shown))


def barred(state: State, player: int) -> str:
    """Returns why a player cannot win now although the hand is complete: "called" or "furiten" (only for ron), "yaku",
    or "missed" (a win); "" if the hand can win or is not complete."""
    is_ron = state.phase == Phase.CALL_WINDOW
    win = Event.RON if is_ron else Event.TSUMO
    if completed(state, player, win) is None:
        return ""
    if is_ron and not _may_ron(state, player):
        return "called"
    if is_ron and _furiten(state, player):
        return "furiten"
    if not is_win(state, player, win):
        return "yaku"
    return "missed" if is_ron and state.players[player].missed else ""


def refusal(state: State, action: Action) -> str:
    """Returns the rule that the action breaks, in words; "" if the action is legal."""
    event, player, tile, block = action
    if event not in _PHASE_OF:
        return not_one_of(event, "an event", Event)
    if state.phase != _PHASE_OF[event]:
        return Message("{} belongs to the phase {}; the phase is {}", event, _PHASE_OF[event], state.phase)
    if player not in state.to_act():
        return Message("player {} must act first", joined(state.to_act(), Message(" and ")))
    if (tile is not None) != (event in (Event.DISCARD, Event.RIICHI)):
        return Message("discard and riichi must name a tile, and the other events must not")
    if bool(block) != (event in (Event.CALL, Event.KAN)):
        return Message("call and kan must name the letters of a word, and the other events must not")
    check = _CHECKS.get(event)
    return check(state, action) if check else ""


def _check_discard(state: State, action: Action) -> str:
    me = state.players[action.player]
    assert action.tile is not None
    if action.tile not in me.hand:
        return Message("{} is not in the hand", _face(state, action.tile))
    if me.riichi and action.tile != state.drawn:
        return Message("after riichi only the drawn tile may be discarded")
    return ""


def _check_riichi(state: State, action: Action) -> str:
    me = state.players[action.player]
    assert action.tile is not None
    if why := _no_riichi(state, action.player):
        return why
    if action.tile not in me.hand:
        return Message("{} is not in the hand", _face(state, action.tile))
    if not state.rules.hands.waits(less(me.hand, action.tile), ()):
        return Message("riichi needs a hand that is tenpai without {}", _face(state, action.tile))
    return ""


def _check_tsumo(state: State, action: Action) -> str:
    if state.drawn is None:
        return Message("tsumo needs a drawn tile; after a call a tile must be discarded first")
    if is_win(state, action.player, Event.TSUMO):
        return ""
    me = state.players[action.player]
    if state.rules.hands.completes(less(me.hand, state.drawn), me.blocks, state.drawn):
        return Message("the hand is complete, but it has no yaku")
    return Message("the hand is not complete")


def _check_ron(state: State, action: Action) -> str:
    me = state.players[action.player]
    assert state.last is not None
    if not state.rules.ron:
        return Message("these rules have no ron")
    if not state.rules.may_ron(action.player, me.turns, state.dealer):
        return Message(
            "by these rules ron is allowed from the own turn {}, the dealer's one later", state.rules.ron_from
        )
    if not _may_ron(state, action.player):
        return Message("by these rules a hand that has called a word cannot win by ron; it wins by tsumo")
    if not state.rules.hands.completes(me.hand, me.blocks, state.last.tile):
        return Message("{} does not complete the hand", _face(state, state.last.tile))
    if _furiten(state, action.player):
        if state.rules.missed_win == "letter":
            return Message(
                "the player has discarded {}, so ron on it is barred", _face(state, state.last.tile)
            )
        return Message("an own discard completes the hand, so ron is barred (furiten)")
    if not is_win(state, action.player, Event.RON):
        return Message("the hand is complete, but it has no yaku")
    if me.missed:
        return Message(
            "the player let a winning tile pass, so ron is barred until the end of the game"
            if me.riichi
            else "the player let a winning tile pass, so ron is barred until the next own draw"
        )
    return ""


def _check_call(state: State, action: Action) -> str:
    me = state.players[action.player]
    assert state.last is not None
    size, refused = (4, _no_kan) if action.event == Event.KAN else (3, _no_pon)
    letters = _faces(state, action.block)
    if len(action.block) != size:
        return Message(
            "a {} needs a word of {} letters; {} has {}", action.event, size, letters, len(action.block)
        )
    if me.riichi:
        return Message("after riichi no tile can be called")
    if why := refused(state, action.player):
        return why
    if action.block not in state.rules.hands.blocks.limit:
        return (
            Message("{} does not spell a word of the list", letters)
            if list(action.block) == sorted(action.block)
            else Message("the letters {} are not sorted; sort them in the order of the kinds", letters)
        )
    if state.last.tile not in action.block:
        return Message("{} has no {}, which is the last discard", letters, _face(state, state.last.tile))
    needed = less(action.block, state.last.tile)
    if any(needed.count(kind) > me.hand.count(kind) for kind in needed):
        return Message("{} is not in the hand", _faces(state, needed))
    return ""


_CHECKS: dict[Event, Callable[[State, Action], str]] = {
    Event.DISCARD: _check_discard,
    Event.RIICHI: _check_riichi,
    Event.TSUMO: _check_tsumo,
    Event.RON: _check_ron,
    Event.CALL: _check_call,
    Event.KAN: _check_call,
}


def _no_riichi(state: State, player: int) -> str:
    """Why this player cannot declare riichi, whatever the hand; "" if the player can."""
    me = state.players[player]
    if not state.rules.riichi:
        return Message("these rules have no riichi")
    if me.riichi:
        return Message("riichi can be declared only once, and this player has declared it")
    if me.melds:
        return Message("riichi needs a closed hand, and this player has called words")
    if state.began and state.began[player] < 1:
        return Message("riichi costs a stick, and this player has none")
    return ""


def _may_ron(state: State, player: int) -> bool:
    """True if this player can win by ron on some tile, now or later in the game."""
    rules, me = state.rules, state.players[player]
    return rules.may_ron(player, me.turns, state.dealer) and (rules.called_ron or not me.melds)


def _furiten(state: State, player: int) -> bool:
    """True if the player's own discards bar ron on the last discard. A discard that was called is among them."""
    rules, me = state.rules, state.players[player]
    if rules.missed_win not in ("furiten", "letter"):
        return False
    called = {meld.tile for each in state.players for meld in each.melds if meld.source == player}
    assert state.last is not None
    if rules.missed_win == "letter":
        return state.last.tile in called.union(me.discards)
    waits = rules.hands.waits(me.hand, me.blocks)
    return any(waits >> kind & 1 for kind in called.union(me.discards))


def _no_pon(state: State, player: int) -> str:
    """Why this player cannot call a three-letter word; "" if the player can."""
    return _no_call(state, player, state.rules.pon, 3)


def _no_kan(state: State, player: int) -> str:
    """Why this player cannot call a four-letter word; "" if the player can."""
    if state.rules.kan == "none":  # checked first: it is the commonest case, and every discard leads here
        return Message("these rules have no kan")
    refused = _no_call(state, player, state.rules.kan, 4)
    if not refused and not state.left and draws_after_call(state, player, 4):
        return Message("a kan draws a tile, and the wall is empty")
    return refused


def _no_call(state: State, player: int, allowed: str, size: int) -> str:
    if allowed == "none":
        return Message("these rules do not allow a call of {} letters", size)
    if allowed == "left" and player != (state.turn + 1) % state.rules.players:
        return Message("only the discard of the player to the left can be called")
    melds = state.players[player].blocks
    if not state.rules.hands.tiles_left((*melds, (0,) * size)):
        return Message("no form has a slot left for a called word of {} letters", size)
    return ""


def draws_after_call(state: State, player: int, size: int) -> bool:
    """Returns True if the player must draw after a call of `size` letters, because the hand is then one tile short."""
    me = state.players[player]
    left = len(me.hand) - (size - 1)
    return left < state.rules.hands.tiles_left((*me.blocks, (0,) * size))


def winning_players(state: State) -> list[int]:
    """Returns the players for whom the last discard makes a win, the nearest to the discarder first.

    Players who are barred from ron by their own discards are included; those who have let a winning tile pass are not.
    """
    if state.last is None:
        return []
    seats = state.rules.players
    around = [(state.turn + i) % seats for i in range(1, seats)]
    asked = [seat for seat in around if _may_ron(state, seat) and not state.players[seat].missed]
    return [seat for seat in asked if is_win(state, seat, Event.RON)]


def _face(state: State, kind: int) -> str:
    there = 0 <= kind < len(state.rules.tiles)
    return state.rules.tiles.kinds[kind] if there else f"kind {kind}"


def _faces(state: State, kinds: tuple[int, ...]) -> str:
    return "".join(_face(state, kind) for kind in kinds)


_WITH = {
    Event.DISCARD: "discard {}",
    Event.RIICHI: "riichi {}",
    Event.CALL: "call {}",
    Event.KAN: "kan {}",
}
"""What is said of an event that names a tile or letters."""


def describe(state: State, action: Action) -> Message:
    """Returns the action in words that can follow "player 2 cannot".

    >>> from kanamj.game.steps import initial
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> describe(initial(preset("basic", load_lexicon()), 1), Action(Event.DISCARD, 0, tile=0))
    'discard あ'
    """
    named = action.block if action.tile is None else (action.tile,)
    if not named or action.event not in _WITH:
        return Message(str(action.event))
    return Message(_WITH[action.event], _faces(state, named))
