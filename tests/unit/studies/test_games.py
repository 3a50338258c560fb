"""The study of games: its tables are those of the games themselves, with any workers, also after a resume."""

from __future__ import annotations

from collections import Counter

import pytest

from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.game.states import Event
from kanamj.lexicon import load_lexicon
from kanamj.studies import frame, run
from kanamj.studies.games import GameResults, GameRow, Games

AGENTS = "greedy,greedy+call,random,greedy+call"


@pytest.fixture(scope="module")
def games() -> Games:
    rules = preset("standard", load_lexicon()).with_kernels()
    return Games(rules, parse_agents(AGENTS, 4), n=10, seed=2)


@pytest.fixture(scope="module")
def played(games: Games) -> GameResults:
    found = run(games)
    assert isinstance(found, GameResults)
    return found


def test_the_tables_agree_with_the_games_themselves(games: Games, played: GameResults) -> None:
    """Counted anew from the states of the games themselves."""
    wins, hows, calls, turns = [0] * 4, [], 0, []
    for game in range(games.n):
        *_, (_, _, last) = games.play(game)
        assert last.end is not None
        hows.append(last.end.how)
        calls += sum(len(player.melds) for player in last.players)
        turns += [last.players[last.turn].turns] if last.end.wins else []
        for win in last.end.wins:
            wins[win.player] += 1
    tables = {name: played.rows(name) for name in played.tables}
    assert [row["wins"] for row in tables["seats"]] == wins
    assert [row["games"] for row in tables["ends"]] == [hows.count(how) for how in ("tsumo", "ron", "wall")]
    assert sum(row["calls"] for row in tables["agents"]) == calls  # type: ignore[misc]
    assert sum(row["wins"] for row in tables["agents"]) == sum(wins)  # type: ignore[misc]
    assert {row["turn"]: row["tsumo"] + row["ron"] for row in tables["turns"]} == {  # type: ignore[operator]
        turn: turns.count(turn) for turn in range(1, max(turns) + 1)
    }
    assert played.median_turn == sorted(turns)[len(turns) // 2] or len(turns) % 2 == 0


def test_the_error_is_that_of_games() -> None:
    """Each game has one winner among four greedy players: no error at all."""
    basic = Games(preset("basic", load_lexicon()), parse_agents("greedy", 4), n=5)
    assert run(basic).rows("agents")[0]["stderr"] == 0.0


def test_tenpai_by_turn_is_counted_at_its_turn(games: Games, played: GameResults) -> None:
    """Each discard looked at by the engine for single hands: the t-th discard of a hand, and whether it then waits."""
    hands: Counter[int] = Counter()
    tenpai: Counter[int] = Counter()
    engine = games.rules.hands.engine
    for game in range(games.n):
        made = [0] * 4
        for _, action, after in games.play(game):
            if action.event in (Event.DISCARD, Event.RIICHI):
                player = after.players[action.player]
                made[action.player] += 1
                hands[made[action.player]] += 1
                tenpai[made[action.player]] += engine.shanten(player.hand, player.blocks) == 0
    rows = played.rows("tenpai")
    assert {row["turn"]: row["hands"] for row in rows} == dict(hands)
    assert {row["turn"]: row["tenpai"] for row in rows} == {turn: tenpai[turn] for turn in hands}
    assert 0 < sum(tenpai.values()) < sum(hands.values())


def test_agents_change_seats_by_one_after_each_game(games: Games) -> None:
    """In game 0 agent 0 deals, in game 1 it is at seat 1, and so on."""
    seats = ["".join(str(games.agent_at(game, seat)) for seat in range(4)) for game in range(5)]
    assert seats == ["0123", "3012", "2301", "1230", "0123"]


def test_wins_and_calls_are_those_of_the_agent_at_the_seat() -> None:
    """The rows are made up. In game 1 the agents have moved on, so the last agent is at seat 0."""
    made_up = Games(
        preset("standard", load_lexicon()), parse_agents("greedy,greedy+call,random,greedy@0.5", 4), 2
    )
    row = GameRow("ron", 3, (0,), (2,), (1, 0, 0, 0), (3, 2, 3, 3), (0, 0, 0, 0))
    found = made_up.results(made_up.sums_of([(0, row), (1, row)]))
    rows = {row["agent"]: (row["wins"], row["dealt_in"], row["calls"]) for row in found.rows("agents")}
    assert {name: row[:2] for name, row in rows.items()} == {
        "greedy": (1, 0),
        "greedy+call": (0, 1),
        "random": (0, 1),
        "greedy@0.5": (1, 0),
    }
    assert rows["greedy@0.5"][2] == rows["greedy"][2] == 1


def test_each_winner_has_won_in_its_own_way() -> None:
    """By equal turns, one wins by ron and another by tsumo in the same game."""
    games = Games(
        preset("paper,equal_turns=yes", load_lexicon()), parse_agents("greedy,random,greedy,random", 4), 1
    )
    row = GameRow("ron", 3, (3, 0), (2, -1), (0,) * 4, (3,) * 4, (0,) * 4)
    rows = games.results(games.sums_of([(0, row)])).rows("agents")
    assert {row["agent"]: (row["tsumo"], row["ron"], row["dealt_in"]) for row in rows} == {
        "greedy": (1, 0, 1),
        "random": (0, 1, 0),
    }


def test_the_median_turn() -> None:
    for wins, median in {(): None, (0, 0, 1): 3, (1, 1): 1.5, (1, 1, 1): 2, (5, 0, 0, 1): 1}.items():
        rows = ({"turn": turn, "tsumo": won, "ron": 0} for turn, won in enumerate(wins, 1))
        assert GameResults({}, {"turns": frame(rows, ("turn", "tsumo", "ron"))}).median_turn == median
