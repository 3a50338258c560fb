"""The study of games: its tables are those of the games themselves, with any workers, also after a resume."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from kanamj.game import Phase, preset
from kanamj.game.agents import parse_agents
from kanamj.game.record import read_record, replay
from kanamj.game.states import Event
from kanamj.lexicon import load_lexicon
from kanamj.results import Manifest
from kanamj.studies import frame, run
from kanamj.studies.games import GameResults, GameRow, Games
from tests.conftest import Run

AGENTS = "greedy,greedy+call,random,greedy+call"


@pytest.fixture(scope="module")
def games() -> Games:
    rules = preset("standard", load_lexicon()).with_kernels()
    return Games(rules, parse_agents(AGENTS, 4), n=30, seed=2)


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
    assert [[games.agent_at(game, seat) for seat in range(4)] for game in range(5)] == [
        [0, 1, 2, 3],
        [3, 0, 1, 2],
        [2, 3, 0, 1],
        [1, 2, 3, 0],
        [0, 1, 2, 3],
    ]
    # The seat that is counted for greedy, which never calls a word, is the seat of a player who never does.
    for game in range(8):
        *_, (_, _, last) = games.play(game)
        for seat, player in enumerate(last.players):
            if player.melds:
                assert games.agents[(seat - game) % 4].text != "greedy"


def test_wins_and_calls_are_those_of_the_agent_at_the_seat() -> None:
    """The rows are made up. In game 1 the agents have moved on, so the last agent is at seat 0."""
    made_up = Games(
        preset("standard", load_lexicon()), parse_agents("greedy,greedy+call,random,greedy@0.5", 4), 2
    )
    row = GameRow("ron", 3, (0,), 2, (1, 0, 0, 0), (3, 2, 3, 3), (0, 0, 0, 0))
    found = made_up.results(made_up.sums_of([(0, row), (1, row)]))
    agents = {row["agent"]: row for row in found.rows("agents")}
    assert {name: row["wins"] for name, row in agents.items()} == {
        "greedy": 1,
        "greedy+call": 0,
        "random": 0,
        "greedy@0.5": 1,
    }
    assert {name: row["dealt_in"] for name, row in agents.items()} == {
        "greedy": 0,
        "greedy+call": 1,
        "random": 1,
        "greedy@0.5": 0,
    }
    assert agents["greedy@0.5"]["calls"] == agents["greedy"]["calls"] == 1


def test_the_median_turn() -> None:
    def median(*wins: int) -> float | None:
        rows = ({"turn": turn, "tsumo": won, "ron": 0} for turn, won in enumerate(wins, 1))
        table = frame(rows, ("turn", "tsumo", "ron"))
        return GameResults({}, {"turns": table}).median_turn

    assert median() is None
    assert median(0, 0, 1) == 3
    assert median(1, 1) == 1.5
    assert median(1, 1, 1) == 2
    assert median(5, 0, 0, 1) == 1


def test_records_of_a_study_are_games_that_replay(kanamj: Run, tmp_path: Path) -> None:
    out = tmp_path / "one"
    asked = ("--n", 30, "--agents", "greedy+call,random,greedy@0.5,greedy", "--records", 3)
    done = kanamj("simulate", "games", *asked, "--workers", 2, "--out", out, "--json")
    assert (done.code, done.err) == (0, "")
    assert {*Manifest.read(out).inputs} == {"2gram.txt", "3gram.txt", "words.tsv"}
    records = sorted((out / "games").glob("*.jsonl"))
    assert len(records) == 3
    for path in records:
        assert [*replay(read_record(path))][-1].after.phase == Phase.END
    table = json.loads(done.out)
    assert sum(row["games"] for row in table["ends"]) == table["n"] == 30


def test_the_command_prints_all_tables_on_stdout(kanamj: Run) -> None:
    command = ("simulate", "games", "--n", 3, "--rules", "basic", "--workers", 1)
    done = kanamj(*command)
    assert (done.code, done.err) == (0, "")
    assert re.search(r"median turn of the win: \d", done.out)
    assert "how games end" in done.out
    done = kanamj(*command, "--tsv")
    assert done.out.startswith("# ends\nhow\tgames\tshare\tstderr\n")
