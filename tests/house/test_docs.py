"""The documents build without a warning, name everything public, and give the version of the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

import kanamj
from kanamj.cli import app
from kanamj.web.routes import ROUTES
from tests.house.test_house import COMMANDS
from tests.places import ROOT, python


def test_the_documents_build_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="pip install 'kanamj[docs]'")
    quiet = ("-W", "--keep-going", "-q", "-d", str(tmp_path / "d"))
    done = python("-m", "sphinx", *quiet, "docs", str(tmp_path), cwd=ROOT)
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


def test_every_route_and_parameter_of_the_web_api_is_documented() -> None:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    for_all = {"all_words", "lexicon", "tiles", "form"}
    for name, route in ROUTES.items():
        rows = "".join(line for line in page.splitlines() if re.search(rf"/api/v1/{name}\b", line))
        assert rows, name
        if name != "chances":  # which takes what judge takes
            assert {each.name for each in route.parameters} - for_all <= {*re.findall(r"\w+", rows)}, name


def test_all_files_name_the_same_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {kanamj.__version__}\n" in citation
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == kanamj.__version__  # type: ignore[index]


@pytest.mark.parametrize("page", ["README.md", "README.ja.md", "docs/index.md", "CONTRIBUTING.md"])
def test_the_first_commands_of_a_page_make_a_virtual_environment(page: str) -> None:
    """Without one, pip of Debian and of Homebrew refuses ("externally-managed-environment")."""
    lines = (ROOT / page).read_text(encoding="utf-8").partition("```\n")[2].splitlines()
    assert lines[0] == "python3 -m venv .venv && . .venv/bin/activate"
    assert lines[1].startswith("pip install ")


def test_the_python_of_the_documents_is_typed(tmp_path: Path) -> None:
    """A user may copy it into a project with strict types. mypy uses the cache of the project, so this is quick."""
    for name in ("README.md", "docs/library.md"):
        page = (ROOT / name).read_text(encoding="utf-8")
        for place, code in enumerate(re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)):
            file = tmp_path / f"{Path(name).stem}_{place}.py"
            file.write_text(f"import kanamj\n\n{code.removeprefix('import kanamj')}", encoding="utf-8")
    files = sorted(map(str, tmp_path.glob("*.py")))
    assert len(files) == 5
    done = python("-m", "mypy", "--strict", *files, cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_a_readme_is_short(page: str) -> None:
    assert len((ROOT / page).read_text(encoding="utf-8").splitlines()) <= 200


PAGES = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {
    ROOT / "CHANGELOG.md",
    ROOT / "docs/command-line.md",
}
"""Pages that say what is true today, and are written by hand."""
each_page = pytest.mark.parametrize("page", sorted(PAGES), ids=lambda path: str(path.relative_to(ROOT)))


def anchors(page: Path) -> set[str]:
    """The places of a page that a link can lead to: its headings, and names such as `(chance)=`."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    named = re.findall(r"^\((.*)\)=$", text, re.MULTILINE)
    return {
        *named,
        *(re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings),
    }


@each_page
def test_every_link_in_the_documents_has_a_target(page: Path) -> None:
    for target, place in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            file = page.parent / target if target else page
            assert file.exists(), target
            assert not place or place in anchors(file), f"{target}#{place}"


@each_page
def test_every_file_named_in_the_documents_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"(?<![\w/.-])(?:scripts|tests|wordlists|docs|kanamj)/[\w/.-]*\w", text):
        assert (ROOT / name).exists(), name


@each_page
def test_every_command_and_option_named_in_the_documents_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"^```(?:console)?\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    spans = [
        *re.findall(r"`(kanamj [^`]*)`", text),
        *re.findall(r"(?:^|\$ |&& )(kanamj .*)$", blocks, re.MULTILINE),
    ]
    for span in spans:
        words = re.split(r"[\s\[\]]+", re.split(r" # | \| |\$\(", span)[0])[1:]
        command, parameters = typer.main.get_command(app), []
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]
            parameters += command.params
        assert parameters or words[0].startswith("-"), f"{span}: there is no such command"
        known = {
            "--help",
            "--version",
            *(option for each in parameters for option in each.opts + each.secondary_opts),
        }
        assert {word for word in words if re.match("--?[a-z]", word)} <= known, (
            f"{span}: there is no such option"
        )
