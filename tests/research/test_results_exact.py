"""The script of the pictures of the solved game: its files, with and without agents.

Slow: the kernels of the solved game are compiled for half a minute.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from exact332.alone import Alone
from results_exact import SolvedPictures

from kanamj.results import Manifest
from kanamj.studies import read_table, rows_of, run
from tests.places import needs
from tests.research.test_exact332_count import WORDS
from tests.research.test_exact332_solve import study
from tests.research.test_solved import RULES

NAMES = ("players", "sampled", "expected")


@needs("matplotlib")
@pytest.mark.slow
def test_the_pictures_of_a_solved_game(tmp_path: Path) -> None:
    run(study(draws=2, agents="greedy,chance"), tmp_path / "solved")
    run(Alone(WORDS, RULES, "greedy,safe:Safe,chance:Chance", 5, 3), tmp_path / "alone")
    run(Alone(WORDS, RULES, "greedy", 5, 9), tmp_path / "long")
    solved, *others, pictures = (tmp_path / name for name in ("solved", "alone", "long", "pictures"))
    run(SolvedPictures(solved, *others), pictures)
    tables = {"held.csv", "players.csv", "sampled.csv", "expected.csv", "examples.csv"}
    assert {*Manifest.read(pictures).outputs} == {"chance.png", "spread.png"} | tables
    exact, lost, sampled, drawn = (
        rows_of(read_table(path))
        for path in (solved / "solitaire.csv", *(pictures / f"{name}.csv" for name in NAMES))
    )
    best, greedy = ([row for row in exact if row["player"] == player] for player in ("best", "greedy"))
    loss = pytest.approx(best[1]["chance"] - greedy[0]["chance"], abs=1e-5)
    assert [row["agent"] for row in lost] == ["chance", "greedy"]
    assert [(row["draws"], row["lost"]) for row in lost[1:]] == [(2, loss)]
    assert [(row["agent"], row["draws"]) for row in sampled] == [("safe:Safe", 2)]
    assert [row["player"] for row in drawn] == ["best, at least", "greedy"]
    assert drawn[0]["mean"] == pytest.approx(3 - sum(row["chance"] for row in best), abs=1e-3)
    chances = {row["draws"]: row["chance"] for row in rows_of(read_table(tmp_path / "long" / "players.csv"))}
    chances |= {1: best[0]["chance"], 2: greedy[0]["chance"]}
    assert drawn[1]["mean"] == pytest.approx(10 - sum(chances.values()), abs=1e-3)
    rows = rows_of(read_table(tmp_path / "pictures" / "held.csv"))
    letters = rows_of(read_table(tmp_path / "solved" / "letters.csv"))
    worth = {
        row["letter"]: round(row["chance"] - row["without"], 6)
        for row in letters
        if row["draws"] == 2 and row["without"] is not None
    }
    assert {row["letter"]: row["gain"] for row in rows} == worth
    assert [row["gain"] for row in rows] == sorted(worth.values(), reverse=True)
    assert rows[0]["other"] == min(worth, key=lambda letter: (worth[letter], letter))
