"""What several test files share: the published lists, where they are, and the shipped one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from kanamj.cli import main
from kanamj.lexicon import Lexicon, load_lexicon
from tests.places import PUBLISHED


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
    """Runs the command line in this process, with own words and lists in a folder of the test's own."""
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "kanamj-data"))

    def run(*arguments: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["kanamj", *map(str, arguments)])
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder the test runs in."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
