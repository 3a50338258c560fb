"""The page as a folder for any static host."""

from __future__ import annotations

from pathlib import Path


def export_page(folder: Path, pyodide: Path | None, lexicon: str, replace: bool) -> Path:
    raise NotImplementedError
