"""Whether a hand is won, and how, for rules with scoring."""

from __future__ import annotations

from kanamj.game.hands import less
from kanamj.game.rules import Rules
from kanamj.game.states import Event, State, Win
from kanamj.tiles import Kinds
from kanamj.yaku.how import How


def how_won(state: State, player: int, win: str) -> How:
    """Returns how the player wins now, on the tile just drawn ("tsumo") or on the last discard ("ron"). The sticks on
    the table are left out."""
    rules, me = state.rules, state.players[player]
    deals, words = player == state.dealer, [rules.tiles.format(block) for block in me.blocks]
    first = ""
    if win == Event.TSUMO and deals and me.turns == 1:
        first = "天和"
    elif win == Event.RON and not me.turns and state.last and state.last.player == state.dealer:
        first = "地和" if state.players[state.dealer].turns == 1 and not any_called(state) else ""
    return How(
        melds=[word for word in words if len(word) == 3],
        kans=[word for word in words if len(word) > 3],
        win=str(win),
        dealer=deals,
        riichi="first" if me.first else me.riichi > 0,
        ippatsu=me.ippatsu,
        declare=declared(rules, first),
        players=rules.players,
        by_letters=True,
    )


def declared(rules: Rules, name: str) -> tuple[str, ...]:
    """Returns a yaku that happens in play as `How.declare` has it; () if these rules do not have it."""
    return tuple(each.name for each in rules.hands.scorer.rules.yaku if each.name == name and each.most)


def any_called(state: State) -> bool:
    """Returns True if a word has been called in this hand."""
    return any(player.melds for player in state.players)


def win_of(state: State, player: int) -> Win:
    """Returns the win of the player on the tile just drawn, or else on the last discard."""
    me, source, tile = state.players[player], None, state.drawn
    if tile is None:
        assert state.last is not None
        source, tile = state.last
    hand = me.hand if source is None else tuple(sorted((*me.hand, tile)))
    if not state.rules.scored:
        return Win(player, tile, source, hand, me.blocks, state.rules)
    how = how_won(state, player, Event.TSUMO if source is None else Event.RON)
    return Win(player, tile, source, hand, me.blocks, state.rules, how, state.dealer)


def completed(state: State, player: int, win: str) -> tuple[Kinds, int] | None:
    """Returns the rest of the player's hand and the tile that completes it: the tile just drawn ("tsumo") or the last
    discard ("ron"). None if the hand is not complete with it."""
    me = state.players[player]
    if win == Event.TSUMO:
        if state.drawn is None:
            return None
        hand, tile = less(me.hand, state.drawn), state.drawn
    else:
        assert state.last is not None
        hand, tile = me.hand, state.last.tile
    return (hand, tile) if state.rules.hands.completes(hand, me.blocks, tile) else None


def is_win(state: State, player: int, win: str) -> bool:
    """Returns True if the tile just drawn ("tsumo") or the last discard ("ron") makes a win for the player: the hand is
    complete and, by rules with scoring, it has a yaku. Whether the player is barred from ron is another question."""
    rules, found = state.rules, completed(state, player, win)
    if found is None:
        return False
    return not rules.scored or rules.hands.has_yaku(*found, how_won(state, player, win))
