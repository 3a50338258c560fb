"""Where the tests find what they read: the checkout, its scripts, all files of a folder; processes; slow cases."""

import importlib.util
import os
import subprocess
import sys
import tomllib
from collections.abc import Container, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TASKS = PROJECT["tool"]["poe"]["tasks"]
"""The tasks of the project: the one list that people, hooks and CI call."""
RESEARCH = ROOT / "scripts" / "research"
DATA = Path(__file__).resolve().parent / "data"
GAMES = sorted(set((DATA / "games").glob("*.jsonl")) - set((DATA / "games").glob("pro-*")))
"""Recorded games of the list in `WORDS_OF_GAMES`. (Those by rules that score need the readings of its words.)"""
WORDS_OF_GAMES = DATA / "games" / "words"
PLAYED = sorted((ROOT / "results" / "games").glob("*/games/*.jsonl"))
"""Recorded games of shipped lists."""
PUBLISHED = ROOT.parent / "shared" / "reference" / "hrgjncs"
"""The published lists; for comparison only, not part of the project."""


def by_default(chosen: Container[Any], cases: Iterable[Any]) -> list[Any]:
    """Cases of `parametrize`: the chosen ones run by default, the others are slow. A tuple has one value per name."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=() if case in chosen else pytest.mark.slow
        )
        for case in cases
    ]


def needs(package: str) -> pytest.MarkDecorator:
    """Tests of a package that only an extra of kanamj has, and not `test`: without it they are skipped, and say so."""
    return pytest.mark.skipif(find_spec(package) is None, reason=lacks(package))


def lacks(package: str) -> str:
    return f"{package} is not here; to run these tests, too: pip install -e '.[all]'"


def script(name: str) -> ModuleType:
    """A script of the checkout, imported as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec
    assert spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, the hidden too, and its folders, which have no bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def ended(
    command: Sequence[str],
    cwd: Path | None = None,
    input: str | None = None,
    timeout: float = 900,
    check: bool = False,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """A process that has ended, and what it printed. environment: what is added to that of the tests."""
    env = {**os.environ, **environment}
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        input=input,
        timeout=timeout,
        check=check,
        capture_output=True,
        encoding="utf-8",
    )


def python(*words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """The same for a process of this Python."""
    return ended([sys.executable, *words], **how)
