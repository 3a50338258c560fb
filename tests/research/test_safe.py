"""Safe throws the letter of the fewest words."""

from __future__ import annotations

import sys

import pytest

from kanamj.game import Event, initial, legal_actions, preset, view
from kanamj.game.outsiders import find_agent, look_in
from kanamj.lexicon import Lexicon
from tests.places import RESEARCH


def test_safe_throws_the_letter_of_the_fewest_words(common: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    look_in(RESEARCH)
    rules = preset("paper", common).with_kernels()
    safe = find_agent("safe:Safe").seated(rules, (1,), 0)
    for seed in range(20):
        state = initial(rules, seed)
        legal = legal_actions(state, 0)
        if legal[0].event != Event.TSUMO:
            every = rules.hands.every_discard(state.players[0].hand, ())
            least = min(outlook.distance for outlook in every.values())
            near = [kind for kind, outlook in every.items() if outlook.distance == least]
            thrown = safe.choose(view(state, 0), legal).tile
            assert thrown in near
            assert rules.hands.uses[thrown] == min(rules.hands.uses[kind] for kind in near)
