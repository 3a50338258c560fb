"""The script of the pictures of the solved game: its files, with and without agents."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.folders import Manifest
from kanamj.game.agents import parse_agent
from kanamj.studies.alone import Alone
from kanamj.studies.csvtext import read_table
from kanamj.studies.run import run_into
from kanamj.studies.workers import open_workers
from tests import places
from tests.unit.game.test_solved import RULES
from tests.unit.studies.test_solitaire import study


def test_the_pictures_of_a_solved_game(tmp_path: Path) -> None:
    run_into(tmp_path / "solved", study(tmp_path / "values", draws=2), open_workers)
    run_into(tmp_path / "alone", Alone(RULES, (parse_agent("greedy"),), 5, 3), open_workers)
    run_into(tmp_path / "long", Alone(RULES, (parse_agent("greedy"),), 5, 9), open_workers)
    folders = [tmp_path / name for name in ("solved", "alone", "long", "pictures")]
    places.script("results_exact").main(*folders)
    outputs = {"chance.png", "spread.png", "held.csv", "players.csv", "expected.csv", "examples.csv"}
    assert {*Manifest.read(folders[3]).outputs} == outputs
    best = read_table(folders[0] / "solitaire.csv").objects()
    alone = read_table(folders[1] / "players.csv").objects()
    lost = read_table(folders[3] / "players.csv").objects()
    assert [row["lost"] for row in lost] == [
        pytest.approx(top["chance"] - row["chance"], abs=1e-5)
        for top, row in zip(best[1:], alone[1:], strict=False)
    ]
    drawn = read_table(folders[3] / "expected.csv").objects()
    assert drawn[0]["mean"] == pytest.approx(3 - sum(row["chance"] for row in best), abs=1e-3)
    assert [row["player"] for row in drawn] == ["best, at least", "greedy"]
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
