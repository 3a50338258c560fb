"""Where the tests find the files that they read: the checkout, its scripts, all files of a folder."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
DATA = Path(__file__).resolve().parent / "data"
GAMES = sorted((DATA / "games").glob("*.jsonl"))
"""Recorded games of the list in `WORDS_OF_GAMES`."""
WORDS_OF_GAMES = DATA / "games" / "words"
PLAYED = sorted((ROOT / "results" / "games").glob("*/games/*.jsonl"))
"""Recorded games of shipped lists."""
PUBLISHED = ROOT.parent / "shared" / "reference" / "hrgjncs"
"""The published lists; for comparison only, not part of the project."""


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
