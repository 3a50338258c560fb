"""Play a game between agents, from the deal to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from kanamj.game.legal import legal_actions
from kanamj.game.rules import Rules
from kanamj.game.state import initial, step
from kanamj.game.table import Action, Phase, State
from kanamj.game.view import View, view
from kanamj.game.wall import Seed


class Agent(Protocol):
    """A player: `choose` gets what the player can see and the legal actions, and returns one of the actions."""

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action: ...


def play(rules: Rules, seed: int | Seed, agents: Sequence[Agent]) -> Iterator[tuple[State, Action, State]]:
    """Play a game and yield its steps: (the state before, the action, the state after).

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
    state = initial(rules, seed)
    while state.phase != Phase.END:
        for player in state.to_act():
            legal = legal_actions(state, player)
            action = legal[0] if len(legal) == 1 else agents[player].choose(view(state, player), legal)
            after = step(state, action)
            yield state, action, after
            state = after
