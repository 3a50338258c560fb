"""The scripts of scripts/research use only public names, so they show that these are enough."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from tests.places import ROOT

PUBLIC = ("kanamj", "kanamj.engine", "kanamj.studies", "kanamj.game")
FOLDER = ROOT / "scripts" / "research"
SCRIPTS = sorted(FOLDER.rglob("*.py"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_of_research_imports_public_names_of_kanamj(path: Path) -> None:
    source = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            assert not [each.name for each in node.names if each.name.startswith("kanamj.")]
        elif isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "kanamj":
            names = {each.name for each in node.names}
            if node.module == "kanamj.errors" and names == {"MissingExtraError", "needing"}:
                continue  # of compiled.py: what to type if numba is missing
            assert node.module in PUBLIC
            assert names <= {*import_module(node.module).__all__}
