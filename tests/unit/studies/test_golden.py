"""Small studies give the bytes that were written once (see tests/reference/golden.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.studies import Deals, Games, Study, run
from tests.places import DATA
from tests.reference import golden


def _games(rules: str, agents: str, n: int) -> Games:
    chosen = preset(rules, golden.words()).with_kernels()
    return Games(chosen, parse_agents(agents, chosen.players), n, seed=6)


def _same(folder: Path, name: str, study: Study) -> None:
    run(study, folder)
    found = {path.name: path.read_bytes() for path in folder.glob("*.csv")}
    assert found == {path.name: path.read_bytes() for path in (DATA / "golden" / name).iterdir()}


@pytest.mark.parametrize("name", golden.DEALS)
def test_deals_give_the_golden_bytes(tmp_path: Path, name: str) -> None:
    _same(tmp_path, name, Deals(golden.words(), **golden.DEALS[name]))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", golden.GAMES)
def test_games_give_the_golden_bytes(tmp_path: Path, name: str) -> None:
    _same(tmp_path, name, _games(**golden.GAMES[name]))  # type: ignore[arg-type]
