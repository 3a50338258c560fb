"""The study of strength: agents on the same walls, their shares and Elo with errors, and what it refuses."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from kanamj.errors import KanamjError
from kanamj.game import State, preset
from kanamj.game.agents import AgentSpec
from kanamj.game.outsiders import find_agent
from kanamj.game.states import End, Win
from kanamj.lexicon import load_lexicon
from kanamj.studies import Results, for_people, run
from kanamj.studies.ratings import bradley_terry
from kanamj.studies.strength import WALLS_PER_CHUNK, Strength
from tests.contract.test_studies import keeps_its_bytes
from tests.reference import duplicates


def study(rules: str, agents: str, walls: int, **options: Any) -> Strength:
    chosen = preset(rules, load_lexicon("core")).with_kernels()
    return Strength(chosen, tuple(map(find_agent, agents.split(","))), walls, **options)


@pytest.mark.parametrize(
    ("rules", "agents", "walls", "seating"),
    [
        ("basic", "greedy@0.05,greedy@0.1,greedy", 10, ""),
        ("paper,many_rons=yes", "greedy@0.3,greedy+call@0.2", 8, "2v2"),
        ("standard,players=3", "greedy,greedy@0.1", 6, "1v2"),
        ("paper,players=2", "greedy@0.2,random", 12, ""),
        ("pro,forms=33332", "greedy+riichi,greedy", 2, "1v3"),
    ],
)
def test_a_readable_twin_gets_the_same_tables(rules: str, agents: str, walls: int, seating: str) -> None:
    asked = study(rules, agents, walls, seating=seating, seed=7)
    found = run(asked)
    expected = duplicates.results(asked.rules, 7, walls, asked.sides[0], asked.agents)
    for name, keys in (("agents", ("agent",)), ("pairs", ("agent", "other"))):
        rows = {tuple(row[key] for key in keys): row for row in found.rows(name)}
        assert len(rows) == len(expected[name])
        for key, row in rows.items():
            for column, (value, error) in expected[name][key if len(key) > 1 else key[0]].items():
                if column == "turn" and row[column] is None:
                    assert value == 0
                    continue
                assert row[column] == pytest.approx(value, abs=1e-7), (key, column)
                if column != "turn":
                    assert row[f"{column}_stderr"] == pytest.approx(error, abs=1e-7), (key, column)
    shares = {(row["agent"], row["other"]): row["share"] for row in found.rows("pairs")}
    if len(asked.agents) > 2:
        for line in found.rows("matrix"):
            assert {b: line[b] for b in asked.names if line[b] is not None} == {
                b: share for (a, b), share in shares.items() if a == line["agent"]
            }


class Twin(AgentSpec):
    """greedy by another name."""

    text = "twin"  # type: ignore[assignment]


def test_equal_agents_have_a_quarter_without_any_error() -> None:
    """All games of a wall are the same, and each seat is there once."""
    asked = study("paper", "greedy,random", 20)
    rows = run(replace(asked, agents=(asked.agents[0], Twin("greedy")))).rows("agents")
    measured = [[row[name] for name in ("share", "share_stderr", "elo", "elo_stderr")] for row in rows]
    assert measured == [[0.25, 0, 0, 0]] * 2


def test_few_walls_tell_no_error_of_elo() -> None:
    """Fewer than twenty walls would tell it too badly. People see Elo with one decimal."""
    few, more = (run(study("basic", "greedy,greedy@0.1", walls)) for walls in (19, 20))
    assert [row["elo_stderr"] for row in few.rows("agents")] == [None, None]
    assert all(row["elo_stderr"] > 1 for row in more.rows("agents"))
    heads, rows = for_people(more.tables["agents"])
    assert re.fullmatch(r"\d+\.\d ± \d+\.\d", str(rows[0][heads.index("elo")]))


def test_a_study_that_ends_at_an_error_is_the_same_for_any_workers_and_stops(tmp_path: Path) -> None:
    """Stopped behind the first round, three chunks of ten walls, which is not enough."""
    asked = study("basic", "greedy@0.05,greedy@0.1", 24, until=0.028)
    keeps_its_bytes(asked, tmp_path, last=4)
    rows = Strength.read(tmp_path / "whole").rows("agents")
    assert max(row["share_stderr"] for row in rows) <= 0.028
    assert rows[0]["games"] > 4 * 30
    assert rows[0]["games"] % (4 * WALLS_PER_CHUNK) == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seats", [(1, 3), (2, 2), (1, 1)])
def test_elo_finds_known_strengths(seed: int, seats: tuple[int, int]) -> None:
    """Winners are drawn in proportion to strengths that are made up."""
    known, games, (few, many) = np.array([150.0, 40.0, -60.0, -130.0]), 20_000, seats
    strength, rng = 10 ** (known / 400), np.random.default_rng(seed)
    chance = few * strength[:, None] / (few * strength[:, None] + many * strength)
    won = rng.binomial(games, chance).astype(float)
    found = bradley_terry(won[None], np.array([games]), few, many)[0]
    assert found == pytest.approx(known, abs=8)
    alike = won.copy()
    alike[3], alike[:, 3] = 0, games
    assert np.isnan(bradley_terry(alike[None], np.array([games]), few, many)).all()


@dataclass(frozen=True)
class MadeUp(Strength):
    """A study whose games are not played: seats win by known strengths, and more often on a wall that favours them."""

    strengths: tuple[float, ...] = ()

    def game(self, number: int, agents: Any) -> Any:
        wall = Random(f"{self.seed} {number}")
        luck = [wall.expovariate(1) for _ in agents]
        chance = Random(f"{self.seed} {number} {[agent.text for agent in agents]}")
        strong = dict(zip(self.names, self.strengths, strict=True))
        weights = [strong[agent.text] * one for agent, one in zip(agents, luck, strict=True)]
        winner = chance.choices(range(len(agents)), weights)[0]
        last = State(self.rules, (1,), (), (), 0)._replace(
            players=tuple([_Player] * len(agents)),
            end=End("tsumo", (Win(winner, 0, None, (), (), self.rules),)),
        )
        return iter([(None, None, last)])


@dataclass(frozen=True)
class _One:
    turns: int = 1


_Player: Any = _One()


def made_up(walls: int, seed: int) -> MadeUp:
    rules = preset("paper", load_lexicon("core"))
    agents = tuple(AgentSpec(name) for name in ("760w", "400w", "290w"))
    return MadeUp(rules, agents, walls, seed=seed, strengths=(2.0, 1.0, 0.5))


@pytest.mark.slow
@pytest.mark.parametrize("walls", [50, 200])
def test_intervals_cover_what_they_should(walls: int) -> None:
    """Of 300 studies of made-up games, 92 to 98 % of the 95 % intervals hold the value of a long study."""
    truth = run(made_up(30_000, 10**6))
    inside: dict[tuple[str, str], list[bool]] = {}
    for seed in range(300):
        found = run(made_up(walls, seed))
        for name, columns in (("agents", ("share", "elo", "points")), ("pairs", ("share", "gain", "elo"))):
            for row, long in zip(by_name(found, name), by_name(truth, name), strict=True):
                for column in columns:
                    error = math.hypot(row[f"{column}_stderr"], long[f"{column}_stderr"])
                    inside.setdefault((name, column), []).append(
                        abs(row[column] - long[column]) < 1.96 * error
                    )
    covered = {key: fmean(each) for key, each in inside.items()}
    assert all(0.92 <= share <= 0.98 for share in covered.values()), covered


def by_name(found: Results, table: str) -> list[dict[str, Any]]:
    return sorted(found.rows(table), key=lambda row: (row["agent"], row.get("other", "")))


def test_the_error_of_elo_is_the_spread_of_studies() -> None:
    """30 studies of made-up games: their ratings differ as much as their errors say."""
    tables = [by_name(run(made_up(50, seed)), "agents") for seed in range(30)]
    for rows in zip(*tables, strict=True):
        spread = stdev(row["elo"] for row in rows)
        assert 0.7 * spread < fmean(row["elo_stderr"] for row in rows) < 1.4 * spread


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"agents": ("greedy",)}, "only greedy is there; give two agents or more: greedy,random"),
        ({"agents": ("greedy", "random", "greedy")}, "agent greedy is there twice; give each agent once"),
        ({"n": 0}, "walls is 0; give a whole number from 1 to 10000000"),
        ({"until": math.nan}, "a standard error of nan cannot be reached; give one such as .002"),
        ({"seating": "one"}, "'one' is not a seating of 4 players; choose from: 1v3, 2v2, 3v1"),
    ],
)
def test_bad_input_is_one_sentence(change: dict[str, Any], said: str) -> None:
    good = study("basic", "greedy,random", 1)
    if "agents" in change:
        change = {"agents": tuple(map(find_agent, change["agents"]))}
    with pytest.raises(KanamjError, match=f"^{re.escape(said)}$"):
        replace(good, **change)
