"""Runs the scripts of scripts/research in the process of the tests."""

from __future__ import annotations

from importlib import import_module

import pytest

from kanamj.studies import script
from tests.conftest import CommandResult, Run

STUDIES = {
    "arranging": "Arranging",
    "ceiling": "Ceiling",
    "chances": "Chances",
    "fair_tiles": "FairTiles",
    "hardness": "Hardness",
    "order": "Order",
    "rare": "Rare",
    "riichi": "Riichi",
    "seats": "Seats",
    "unseen_waits": "UnseenWaits",
    "values": "Values",
}


@pytest.fixture
def research(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a script, such as `research("ceiling", "--draws", 3)`, as the fixture `kanamj` runs a command."""

    def run(name: str, *arguments: object) -> CommandResult:
        words = [*map(str, arguments)]
        if name == "exact332":
            study, given = import_module("exact332.__main__").STUDIES[words.pop(0)]
            words = [*given, *words]
        else:
            study = getattr(import_module(name), STUDIES[name])
        capsys.readouterr()
        try:
            code = script._main(study, words)
        except SystemExit as stop:
            code = int(stop.code or 0)
        return CommandResult(code, *capsys.readouterr())

    return run
