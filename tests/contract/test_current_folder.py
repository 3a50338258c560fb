"""No process of kanamj imports a module from the folder in which the user happens to be."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.commands import COMMANDS
from tests.places import ROOT, by_default, ended

KANAMJ = str(Path(sys.executable).with_name("kanamj"))
EVIL = ("random.py", "enum.py", "numpy.py", "kanamj/__init__.py")
STUDY = ("--form", "32", "--n")
WORK: dict[str, tuple[str, ...]] = {
    "simulate deals": (*STUDY, "300000", "--sample", "0"),
    "simulate games": ("--agents", "random", "--rules", "basic", "--n", "60"),
    "study yaku": ("--n", "101"),
    "study strength": ("--agents", "random,greedy@0.1", "--rules", "basic", "--walls", "25"),
}
"""What to ask of each command that starts workers: more than one chunk."""
SOME = {"simulate deals", "simulate games"}
"""Those of the default run: all commands start their processes in one place, studies/pools.py."""


def test_every_command_that_starts_processes_is_here() -> None:
    with_workers = {
        name for name, command in COMMANDS.items() if "workers" in {option.name for option in command.params}
    }
    assert {*WORK} == with_workers
    sources = {
        path.name: path.read_text("utf-8")
        for path in (ROOT / "kanamj").rglob("*.py")
        if path.parent.name != "old"
    }
    for start, file in (
        ("subprocess", "helpers.py"),
        ("ProcessPoolExecutor)", "pools.py"),
    ):  # `web`, studies
        assert [name for name, source in sources.items() if start in source] == [file]


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A folder with modules that leave a mark and end the process that imports them."""
    for name in EVIL:
        path = tmp_path / "evil" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        mark = tmp_path / f"ran-{path.parent.name}-{path.stem}"
        path.write_text(f"import os\nopen({str(mark)!r}, 'w').close()\nos._exit(1)\n", "utf-8")
    return tmp_path / "evil"


def marks(evil: Path) -> list[str]:
    return [path.name for path in evil.parent.glob("ran-*")]


def run(evil: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return ended(words, cwd=evil, **variables)


@pytest.mark.parametrize("workers", by_default("2", ["1", "2"]))
@pytest.mark.parametrize("name", ["study strength", "simulate games"])
def test_with_path_only_the_module_of_the_agent_comes_from_that_folder(
    evil: Path, name: str, workers: str
) -> None:
    bot = "import random\n\nclass Bot:\n    def choose(self, seen, legal):\n        return random.choice(legal)\n"
    (evil / "my_bots.py").write_text(bot, "utf-8")
    number = ("--walls", "12") if name == "study strength" else ("--n", "30")
    agents = "my_bots:Bot,random" if name == "study strength" else "my_bots:Bot"
    words = (KANAMJ, *name.split(), "--agents", agents, "--rules", "basic", *number, "--workers", workers)
    done = run(evil, *words)
    assert (done.returncode, done.stderr) == (
        1,
        "error: agent my_bots:Bot: there is no module my_bots where Python looks for modules. If it is in the "
        "current folder, add --path .\n",
    )
    done = run(evil, *words, "--path", ".")
    assert (marks(evil), done.returncode, done.stderr) == ([], 0, "")


@pytest.mark.parametrize("name", by_default(SOME, WORK))
def test_a_command_with_workers_imports_nothing_from_the_current_folder(evil: Path, name: str) -> None:
    done = run(evil, KANAMJ, *name.split(), *WORK[name], "--workers", "2")
    assert (marks(evil), done.returncode) == ([], 0), done.stderr


def test_the_helpers_of_the_page_import_nothing_from_the_current_folder(evil: Path) -> None:
    with subprocess.Popen(
        [KANAMJ, "web", "--no-open", "--port", "0"], cwd=evil, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            url = process.stderr.readline().split()[0]
            hand = quote("さくらなみだたまごきつねいぬ")
            with urllib.request.urlopen(f"{url}api/v1/judge?hand={hand}", timeout=600) as answer:
                assert json.load(answer)["shanten"] == -1
        finally:
            process.terminate()
    assert marks(evil) == []


def test_python_m_kanamj_imports_nothing_from_the_current_folder(evil: Path) -> None:
    """The exception is a folder kanamj/, because `python -m kanamj` runs it by definition."""
    (evil / "kanamj" / "__init__.py").unlink()
    (evil / "kanamj").rmdir()
    name = "simulate deals"
    done = run(evil, sys.executable, "-m", "kanamj", *name.split(), *WORK[name], "--workers", "2")
    assert (marks(evil), done.returncode) == ([], 0), done.stderr


SCRIPT = """
import sys
from dataclasses import dataclass
from kanamj.studies import Study, command
from beside import square

@dataclass(frozen=True)
class Squares(Study):
    n: int = 4
    chunk_size = 1

    def chunk(self, number, size):
        sys.stderr.write("squared" + chr(10))  # in one piece, as two workers write at once
        return {("square", number): square(number)}

    def tables(self, sums):
        return {"squares": [{"n": n, "square": square} for (_, n), square in sorted(sums.items())]}

if __name__ == "__main__":
    command(Squares)
"""


@pytest.mark.parametrize("where", ["beside the script", "on PYTHONPATH"])
def test_workers_import_what_a_script_of_the_user_imports(evil: Path, where: str) -> None:
    """Workers import the script's own functions, and the modules that Python finds for it; never from the
    current folder.
    """
    home, other = evil.parent / "home", evil.parent / "other"
    for folder in (home, other):
        folder.mkdir()
    (home / "mystudy.py").write_text(SCRIPT, "utf-8")
    module = (home if where == "beside the script" else other) / "beside.py"
    module.write_text("def square(x):\n    return x * x\n", "utf-8")
    done = run(evil, sys.executable, str(home / "mystudy.py"), "--workers", "2", PYTHONPATH=str(other))
    assert (marks(evil), done.stdout.split()[2:], done.stderr) == (
        [],
        ["square", *"00112439"],
        "squared\n" * 4,
    )
