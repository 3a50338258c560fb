"""The game itself: rules as functions of a frozen state, players, and records of games.

>>> from kanamj.game import initial, legal_actions, preset, step
>>> from kanamj.lexicon import load_lexicon
>>> state = initial(preset("standard", load_lexicon()), seed=7)
>>> action = legal_actions(state, player=0)[-1]
>>> step(state, action).phase.value
'CallWindow'
"""

from __future__ import annotations

from kanamj.game.legal import legal_actions
from kanamj.game.rules import PRESETS, Rules, preset
from kanamj.game.states import Action, End, Event, Meld, Phase, Player, State, View, Win, view
from kanamj.game.steps import deal, initial, set_up, step

__all__ = [
    "PRESETS",
    "Action",
    "End",
    "Event",
    "Meld",
    "Phase",
    "Player",
    "Rules",
    "State",
    "View",
    "Win",
    "deal",
    "initial",
    "legal_actions",
    "preset",
    "set_up",
    "step",
    "view",
]
