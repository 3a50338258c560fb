"""The script of the pictures of the solved game: its files, with and without agents."""

from __future__ import annotations

from pathlib import Path

from kanamj.folders import Manifest
from kanamj.studies.csvtext import read_table
from kanamj.studies.run import run_into
from kanamj.studies.workers import open_workers
from tests import places
from tests.unit.studies.test_solitaire import study


def test_the_pictures_of_a_solved_game(tmp_path: Path) -> None:
    run_into(tmp_path / "solved", study(tmp_path / "values", draws=2), open_workers)
    places.script("results_exact").main(tmp_path / "solved", tmp_path / "pictures")
    assert {*Manifest.read(tmp_path / "pictures").outputs} == {"chance.png", "spread.png", "held.csv"}
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
