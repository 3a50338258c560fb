"""The agents that play by the exact chance: each throw and each call is compared with the chances of the engine."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from kanamj.engine import Engine
from kanamj.game import Event, Greedy, Phase, initial, legal_actions, play, preset, seated, view
from kanamj.game.outsiders import find_agent, look_in
from kanamj.lexicon import Lexicon
from tests.places import RESEARCH


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    look_in(RESEARCH)


def within(
    engine: Engine, hand: tuple[int, ...], melds: tuple[tuple[int, ...], ...], unseen: list[int]
) -> Any:
    """The engine's chances within two draws, where only these tiles are unseen."""
    held = [*hand, *(kind for meld in melds for kind in meld)]
    gone = [copies - held.count(kind) - unseen[kind] for kind, copies in enumerate(engine.tiles.copies)]
    seen = [kind for kind, count in enumerate(gone) for _ in range(count)]
    return engine.behind(melds, known=False).chances(hand, 2, seen=seen)


def player_of(agent: str, rules: Any) -> Any:
    return find_agent(agent).seated(rules, (1,), 0).player  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", ["paper", "basic", "standard"])
def test_chance_throws_for_the_best_chance(rules: str, common: Lexicon) -> None:
    """Hands that are far from complete are played as greedy plays them."""
    game = preset(rules, common).with_kernels()
    chance, greedy, near = player_of("chance:Chance", game), Greedy(game.hands), 0
    for seed in range(12):
        state = initial(game, seed)
        legal, seen = legal_actions(state, 0), view(state, 0)
        if legal[0].event == Event.TSUMO:
            continue
        thrown = chance.choose(seen, legal).tile
        ways = {
            each.kind: each.ways[::-1]
            for each in within(game.hands.engine, seen.me.hand, (), seen.unseen()).discards
        }
        if max(ways.values())[0]:
            assert ways[thrown] == max(ways.values())
            near += 1
        else:
            assert thrown == greedy.choose(seen, legal).tile
    assert near > 5


def test_weigh_calls_exactly_when_the_exact_chance_rises(common: Lexicon) -> None:
    """It judges by the words that it knows, at each possible call of some games."""
    rules = preset("paper", common).with_kernels()
    agent = player_of("chance:Weigh760", rules)
    known: Any = seated(rules, 0, ["greedy@760w"] * 4)
    engine = known[0].hands.engine
    called = refused = 0
    for seed in range(12):
        for before, _, _ in play(rules, seed, known):
            if before.phase != Phase.CALL_WINDOW or before.last is None:
                continue
            player = before.to_act()[0]
            legal, seen, me = legal_actions(before, player), view(before, player), before.players[player]
            blocks = [
                each.block
                for each in legal
                if each.block in engine.blocks.limit and engine.blocks.is_shown(each.block)
            ]
            if (
                not blocks or legal[0].event == Event.RON or me.missed
            ):  # a barred hand may be complete by a call
                continue
            chances = {(): within(engine, me.hand, me.blocks, seen.unseen()).chances[-1]}
            for block in blocks:
                hand = [*me.hand, before.last.tile]
                for kind in block:
                    hand.remove(kind)
                chances[block] = within(engine, tuple(hand), (*me.blocks, block), seen.unseen()).chances[-1]
            action = agent.choose(seen, legal)
            assert chances[action.block] == max(chances.values())
            assert (action.event == Event.PASS) == (chances[()] == max(chances.values()))
            called += action.event == Event.CALL
            refused += action.event == Event.PASS
    assert called > 3 < refused


def test_each_knows_its_number_of_words(common: Lexicon) -> None:
    rules = preset("paper", common).with_kernels()
    state = initial(rules, 1)
    for words in (290, 400, 760, 1600, 2800):
        agent = player_of(f"chance:Weigh{words}", rules)
        agent.choose(view(state, 0), legal_actions(state, 0))
        known: Any = seated(rules, 0, [f"greedy@{words}w"] * 4)
        assert agent.hands is known[0].hands
    assert player_of("chance:Weigh", rules).hands is rules.hands
