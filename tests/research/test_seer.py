"""The seer finds the wins that are there."""

from __future__ import annotations

import sys

import pytest

from kanamj.errors import KanamjError
from kanamj.game import State, initial, legal_actions, play, play_on, preset, step
from kanamj.game.agents import parse_agent
from kanamj.game.outsiders import find_agent, look_in
from kanamj.lexicon import Lexicon
from tests.conftest import Run
from tests.places import RESEARCH, needs


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    look_in(RESEARCH)


def test_the_seer_wins_whenever_two_other_actions_would_have_won(common: Lexicon) -> None:
    """All games that follow from up to two actions that greedy would not take are played here."""
    rules = preset("paper", common).with_kernels()
    greedy = parse_agent("greedy").seated(rules, (1,), 0)

    def wins(state: State, unusual: int) -> bool:
        choices = []
        for before, usual, after in play_on(state, [greedy] * 4):
            state = after
            choices += [(before, each) for each in legal_actions(before, 2) if each != usual]
        return any(win.player == 2 for win in state.wins) or (
            unusual > 0 and any(wins(step(before, each), unusual - 1) for before, each in choices)
        )

    better = 0
    for seed in (*range(12), 129):  # the last is won only by two such actions
        seer = find_agent("seer:CallingSeer").seated(rules, (1,), 2)
        *_, (_, _, last) = play(rules, seed, [greedy, greedy, seer, greedy])
        won = any(win.player == 2 for win in last.wins)
        assert won >= wins(initial(rules, seed), 2), seed
        better += won and not wins(initial(rules, seed), 0)
    assert better


def test_it_plays_where_games_are_simulated(kanamj: Run) -> None:
    asked = ("--path", RESEARCH, "--rules", "basic,players=2", "--workers", 1, "--tsv")
    done = kanamj("study", "strength", "--agents", "greedy,seer:Seer", "--walls", 5, *asked)
    assert done.code == 0, done.err
    assert "seer:Seer" in done.out
    assert kanamj("simulate", "games", "--agents", "seer:Seer", "--n", 1, *asked).code == 0


@needs("pettingzoo")
def test_it_plays_not_in_the_environment(common: Lexicon) -> None:
    from kanamj.game import env

    with pytest.raises(KanamjError, match="agent seer:Seer sees the whole table; give bots that see what"):
        env.raw_env("basic", common, bots={1: "seer:Seer"})
