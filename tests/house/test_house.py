"""The house rules that can be checked: style, types, who imports whom, what the wheel holds, what the README says."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT

HEAVY = ("numba", "ortools", "networkx", "pandas")


def run(*command: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
        ("lint-imports", "--no-cache"),
    ],
    ids=" ".join,
)
def test_clean(command: tuple[str, ...]) -> None:
    tool = Path(sys.executable).with_name(command[0])
    done = run(str(tool), *command[1:])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["judge", "さくらなみだたまごきつねいぬ"],
        ["judge", "てがきねあげじもんろまんぬび", "--json"],
        ["judge", "--tiles", "riichi-136", "123m456p789s11z22z3z"],
    ],
    ids=" ".join,
)
def test_light_commands_load_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom kanamj.cli import main\n"
        f"sys.argv = ['kanamj', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    assert not stop.code, stop.code\n"
        f"assert not set(sys.modules) & set({HEAVY!r}), set(sys.modules) & set({HEAVY!r})\n"
    )
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, kanamj\nassert not set(sys.modules) & {{'numpy', *{HEAVY!r}}}"
    assert run(sys.executable, "-c", code).returncode == 0


def test_the_wheel_holds_the_lists_and_their_notices(tmp_path: Path) -> None:
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {
        "kanamj/py.typed",
        *(f"kanamj/_wordlists/common/{size}gram.txt" for size in (2, 3, 4, 5)),
        "kanamj/_wordlists/common/MANIFEST.toml",
        "kanamj/_wordlists/common/NOTICE",
    } <= set(names)
    assert any(name.endswith("licenses/wordlists/common/NOTICE") for name in names)
    assert not any(name.startswith(("tests", "results", "scripts")) for name in names)


def test_the_readme_begins_with_the_two_commands() -> None:
    blocks = re.findall(r"```[a-z]*\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert blocks[0].splitlines() == [
        "pip install . && kanamj judge さくらなみだたまごきつねいぬ",
        "pip install -e '.[test]' && pytest",
    ]


def commands() -> list[str]:
    """Every command of the command line, as its words: `lexicon find`."""
    import typer

    from kanamj.cli import app

    def walk(command: object, words: list[str]) -> list[str]:
        below = getattr(command, "commands", None)
        if not below:
            return [" ".join(words)]
        return [name for word, child in below.items() for name in walk(child, [*words, word])]

    return walk(typer.main.get_command(app), [])


@pytest.mark.parametrize("command", commands())
def test_every_command_is_in_the_readme_and_has_an_example(command: str) -> None:
    from typer.testing import CliRunner

    from kanamj.cli import app

    assert f"kanamj {command}" in (ROOT / "README.md").read_text()
    done = CliRunner().invoke(app, [*command.split(), "--help"], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert f"kanamj {command}" in done.output


def test_the_documents_show_what_the_commands_print() -> None:
    done = run(sys.executable, "scripts/readme.py", "--check")
    assert done.returncode == 0, done.stdout + done.stderr
