"""Runs the scripts of scripts/research in the process of the tests."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.conftest import CommandResult, Run


@pytest.fixture
def research(kanamj: Run) -> Run:
    """Runs a script, such as `research("exact332", "count", "--hand", 7)`, as the fixture `kanamj` runs a command."""

    def run(script: str, *arguments: object) -> CommandResult:
        module = import_module("exact332.__main__" if script == "exact332" else script)
        return kanamj(*arguments, program=module.COMMAND)

    return run
