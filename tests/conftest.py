"""What several test files share: the published lists, where they are, and the shipped one."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from kanamj.cli import main
from kanamj.lexicon import Lexicon, load_lexicon, shelf
from kanamj.lexicon.store import load_folder
from tests.places import PUBLISHED

# The bytecode of package and tests is kept, whatever the surroundings say: it saves 0.3 s for each of the processes
# that tests start, and four seconds of collecting in the next run.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


PROCESSES = 2
"""For a whole run; more were not tried."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """A whole run takes two processes, each test file in one of them, unless -n says otherwise.

    One it is where files or tests are named, or what tests print is to be seen (-s).
    """
    asked = config.option
    if hasattr(config, "workerinput"):  # this is one of the processes
        return
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not asked.collectonly
    quiet = asked.capture != "no" and not asked.usepdb
    if whole and quiet and asked.numprocesses is None and asked.dist == "no":
        asked.numprocesses, asked.dist = PROCESSES, "loadfile"


# A machine that pauses for a moment is no fault, and a test that failed fails again.
settings.register_profile("kanamj", deadline=None, derandomize=True)
settings.load_profile("kanamj")


@pytest.fixture(scope="session", autouse=True)
def _made_once() -> Iterator[None]:
    """The shipped lists are read once for all tests: no test changes them."""
    kept = cache(load_folder)

    def load(folder: Path) -> Lexicon:
        return kept(folder) if folder.parent == shelf.shipped_folder() else load_folder(folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "load_folder", load)
        yield


@pytest.fixture(scope="session")
def published() -> Path:
    """The folder of the published hrgjncs lists; for comparison only, so tests skip without it."""
    if not PUBLISHED.is_dir():
        pytest.skip(f"the published lists are not in {PUBLISHED}")
    return PUBLISHED


@pytest.fixture(scope="session")
def v11(published: Path) -> Lexicon:
    return load_lexicon(published / "v1.1")


@pytest.fixture(scope="session")
def common() -> Lexicon:
    return load_lexicon()


class Done(NamedTuple):
    """What a command did: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session", autouse=True)
def _nobodys_own_words(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Lists and words that whoever runs the tests keeps stay out of them."""
    os.environ["KANAMJ_DATA"] = str(tmp_path_factory.mktemp("kanamj-data"))


@pytest.fixture
def kanamj(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., Done]:
    """Runs the command line in this process, with own words and lists in a folder of the test's own.

    typed: what stands on its input; left out, the input stays as it is. That kernels are compiled is left out of
    stderr: it tells of the cache of this machine, not of the command.
    """
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "kanamj-data"))

    def run(*arguments: object, typed: str | None = None) -> Done:
        monkeypatch.setattr(sys, "argv", ["kanamj", *map(str, arguments)])
        if typed is not None:
            monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        said = [
            line for line in err.splitlines(keepends=True) if not line.startswith("kanamj: compiling kernels")
        ]
        return Done(code, out, "".join(said))

    return run


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder the test runs in."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
