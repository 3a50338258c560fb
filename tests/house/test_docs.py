"""The documents: they build without a warning, name every public name, and say the version the package has."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import kanamj
from tests.house.test_house import COMMANDS
from tests.places import ROOT


def test_the_documents_build_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="pip install 'kanamj[docs]'")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "sphinx",
            "-W",
            "--keep-going",
            "-q",
            "-d",
            str(tmp_path / "d"),
            "docs",
            str(tmp_path),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WordEngine" in (tmp_path / "library.html").read_text(encoding="utf-8")
    assert "kanamj simulate deals" in (tmp_path / "command-line.html").read_text(encoding="utf-8")


def test_every_public_name_is_documented() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    assert [name for name in kanamj.__all__ if not re.search(rf"\b{name}\b", page)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_the_command_line_has_every_command_and_option(name: str) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    section = page.partition(f"## `kanamj {name}`\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    for parameter in COMMANDS[name].params:
        said = " ".join((parameter.help or "").split())
        assert said in " ".join(section.split()), f"{said}: redo the page with python scripts/readme.py"
        for option in parameter.opts if parameter.param_type_name == "option" else ():
            assert option in section, f"{option}: redo the page with python scripts/readme.py"


def test_one_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {kanamj.__version__}\n" in citation
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == kanamj.__version__  # type: ignore[index]


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_a_readme_is_short(page: str) -> None:
    assert len((ROOT / page).read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda path: path.name,
)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target
