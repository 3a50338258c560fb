"""The game itself: rules as functions of a frozen state, players, and records of games.

The rules
- `rules.py` defines a game: words, tiles, forms, and what players may do.
- `states.py` defines the state of a game and what a player sees of it; `wall.py` shuffles, with the random numbers
  of `pcg64.py`.
- `steps.py` begins a game, takes one step, and lets players play it to the end.
- `legal.py` says which actions are legal, and why one is not.
- `wins.py` says whether a hand is won and how; `match.py` plays several hands for points.
- `hands.py` asks the engine about the hands of a game.

The players
- `agents.py` has the programs that play; `outsiders.py` lets classes of other people play.
- `remote.py` lets a person play on the page; `series.py` says where a match on the page is.
- `env.py` is the game as an environment of PettingZoo.

Looking back
- `record.py` writes, reads and replays the record of a game.
- `review.py` compares each turn with the best discard; `earliest.py` finds the earliest possible win.

>>> from kanamj.game import initial, legal_actions, preset, step
>>> state = initial(preset("standard"), seed=7)
>>> action = legal_actions(state, player=0)[-1]
>>> step(state, action).phase.value
'CallWindow'
"""

from __future__ import annotations

from kanamj.game.agents import Greedy
from kanamj.game.legal import legal_actions
from kanamj.game.match import Match
from kanamj.game.outsiders import seated
from kanamj.game.record import Record, action_of, event_of, read_record, record_game, replay
from kanamj.game.rules import PRESETS, Rules, preset
from kanamj.game.states import Action, End, Event, Meld, Phase, Player, State, View, Win, view
from kanamj.game.steps import Agent, deal, initial, play, play_on, set_up, step

__all__ = [
    "PRESETS",
    "Action",
    "Agent",
    "End",
    "Event",
    "Greedy",
    "Match",
    "Meld",
    "Phase",
    "Player",
    "Record",
    "Rules",
    "State",
    "View",
    "Win",
    "action_of",
    "deal",
    "event_of",
    "initial",
    "legal_actions",
    "play",
    "play_on",
    "preset",
    "read_record",
    "record_game",
    "replay",
    "seated",
    "set_up",
    "step",
    "view",
]
