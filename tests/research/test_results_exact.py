"""The script of the pictures of the solved game: its files, with and without agents."""

from __future__ import annotations

from pathlib import Path

import pytest
from exact332.alone import Alone
from old.csvtext import read_table
from old.run import run_into
from old.workers import open_workers

from kanamj.game.agents import parse_agent
from kanamj.game.outsiders import find_agent
from kanamj.results import Manifest
from tests import places
from tests.research.test_exact332_solve import study
from tests.research.test_solved import RULES

NAMES = ("players", "sampled", "expected")


def test_the_pictures_of_a_solved_game(tmp_path: Path) -> None:
    for name in ("solved", "few"):
        run_into(tmp_path / name, study(tmp_path / "values", draws=2, agents="greedy"), open_workers)
    agents = (parse_agent("greedy"), find_agent("safe:Safe"))
    run_into(tmp_path / "alone", Alone(RULES, agents, 5, 3), open_workers)
    run_into(tmp_path / "long", Alone(RULES, agents[:1], 5, 9), open_workers)
    solved, *others, pictures = (tmp_path / name for name in ("solved", "few", "alone", "long", "pictures"))
    places.script("research/results_exact").main(solved, *others, pictures)
    tables = {"held.csv", "players.csv", "sampled.csv", "expected.csv", "examples.csv"}
    assert {*Manifest.read(pictures).outputs} == {"chance.png", "spread.png"} | tables
    exact, lost, sampled, drawn = (
        read_table(path).objects()
        for path in (solved / "solitaire.csv", *(pictures / f"{name}.csv" for name in NAMES))
    )
    best, greedy = ([row for row in exact if row["player"] == player] for player in ("best", "greedy"))
    loss = pytest.approx(best[1]["chance"] - greedy[0]["chance"], abs=1e-5)
    assert [(row["agent"], row["draws"], row["lost"]) for row in lost] == [
        (name, 2, loss) for name in ("greedy", "400w")
    ]
    assert [(row["agent"], row["draws"]) for row in sampled] == [("safe:Safe", 2)]
    assert [row["player"] for row in drawn] == ["best, at least", "greedy"]
    assert drawn[0]["mean"] == pytest.approx(3 - sum(row["chance"] for row in best), abs=1e-3)
    chances = {row["draws"]: row["chance"] for row in read_table(tmp_path / "long" / "players.csv").objects()}
    chances |= {1: best[0]["chance"], 2: greedy[0]["chance"]}
    assert drawn[1]["mean"] == pytest.approx(10 - sum(chances.values()), abs=1e-3)
    rows = read_table(tmp_path / "pictures" / "held.csv").objects()
    letters = read_table(tmp_path / "solved" / "letters.csv").objects()
    worth = {
        row["letter"]: round(row["chance"] - row["without"], 6)
        for row in letters
        if row["draws"] == 2 and row["without"] != ""
    }
    assert {row["letter"]: row["gain"] for row in rows} == worth
    assert [row["gain"] for row in rows] == sorted(worth.values(), reverse=True)
    assert rows[0]["other"] == min(worth, key=lambda letter: (worth[letter], letter))
