"""The PettingZoo environment: it passes PettingZoo's own tests, plays by the same rules, and shows nothing hidden."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from tests.places import lacks

pytest.importorskip("pettingzoo", reason=lacks("pettingzoo"))

from pettingzoo.test import api_test, render_test, seed_test

from kanamj.errors import IllegalActionError, KanamjError
from kanamj.game import preset
from kanamj.game.env import env, raw_env
from kanamj.game.legal import legal_actions
from kanamj.game.outsiders import find_agent
from kanamj.game.steps import play
from kanamj.lexicon import Lexicon

RULES = ["basic", "standard", "standard,players=3,kan=any,many_rons=yes", "basic,equal_turns=yes"]


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize("rules", RULES)
def test_it_passes_the_tests_of_pettingzoo(rules: str, common: Lexicon) -> None:
    """Warnings are errors here, but for the two about a mask in the observation."""
    api_test(env(rules, common), num_cycles=200)
    seed_test(lambda: env(rules, common), num_cycles=60)
    render_test(lambda render_mode=None: env(rules, common, render_mode=render_mode))


def test_a_pickled_table_goes_on_as_the_table_does() -> None:
    """Vectorised environments send it to other processes."""
    table = raw_env("basic", bots={1: "400w"})
    table.reset(seed=1)
    again = pickle.loads(pickle.dumps(table))
    while not table.terminations[player := table.agent_selection]:
        seen = table.observe(player)
        np.testing.assert_equal(again.observe(again.agent_selection), seen)
        for each in (table, again):
            each.step(int(seen["action_mask"].argmax()))
    assert again.rewards == table.rewards


def test_what_a_player_sees_holds_nothing_hidden(common: Lexicon) -> None:
    """A player sees its own tiles and what lies open. The tiles it does not see are as many as wall and other
    hands have.
    """
    table = raw_env("standard", common)
    tiles = table.rules.tiles
    chance = np.random.default_rng(2)
    kinds, players = len(tiles), 4
    for seed in range(3):
        table.reset(seed=seed)
        for _ in range(40):
            if not table.agents or table.terminations[table.agent_selection]:
                break
            for seat, agent in enumerate(table.possible_agents):
                seen = table.observe(agent)
                shown = seen["observation"][: (3 + 2 * players) * kinds].reshape(-1, kinds).astype(int)
                state = table._state
                assert state is not None
                assert tuple(shown[0]) == tiles.tally(state.players[seat].hand)
                others = [p for place, p in enumerate(state.players) if place != seat]
                unseen = np.array(tiles.copies) - shown[0] - shown[3:].sum(axis=0)
                hidden = [*state.wall, *(kind for p in others for kind in p.hand)]
                assert tuple(unseen) == tiles.tally(hidden)
                assert seen["action_mask"].any() == (agent == table.agent_selection)
                if seat != state.turn:
                    assert not shown[1].any()
            legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
            table.step(int(chance.choice(legal)))


def test_illegal_actions_are_refused(common: Lexicon) -> None:
    table = raw_env("basic", common)
    table.reset(seed=1)
    illegal = int(np.flatnonzero(table.observe("player_0")["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match="see action_mask"):
        table.step(illegal)
    with pytest.raises(KanamjError, match="'rgb_array' is not a render_mode"):
        raw_env("basic", common, "rgb_array")
    assert raw_env(preset("basic", common)).metadata["name"] == "hiragana_mahjong_v0"


def test_bots_play_their_seats(common: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is that of `play` with the same agents; an agent from outside is found as everywhere."""
    (tmp_path / "first_bot.py").write_text(
        "class First:\n    def choose(self, seen, legal): return legal[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    table = raw_env("paper", common, bots={1: "greedy@0.2", 2: "first_bot:First", 3: "random"})
    specs = [find_agent(text) for text in ("first_bot:First", "greedy@0.2", "first_bot:First", "random")]
    for game in range(5):
        table.reset(seed=3) if not game else table.reset()
        while not table.terminations["player_0"]:
            assert table.agent_selection == "player_0"
            mask = table.observe("player_0")["action_mask"]
            first = legal_actions(table._state, 0)[0]
            assert mask[table.index_of(first)]
            table.step(table.index_of(first))
        seated = [spec.seated(table.rules, (3, game), seat) for seat, spec in enumerate(specs)]
        *_, (_, _, last) = play(table.rules, (3, game), seated)
        assert last.end
        assert [*table.rewards.values()] == last.end.payments(4)
    with pytest.raises(KanamjError, match="no bot can have seat 4"):
        raw_env("paper", common, bots={4: "greedy"})
