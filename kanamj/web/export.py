"""The page as a folder for any static host."""

from __future__ import annotations

from pathlib import Path

from kanamj.errors import KanamjError


def export_page(folder: Path, pyodide: Path | None, lexicon: str, replace: bool) -> Path:
    """Not there yet."""
    raise KanamjError(f"cannot write {folder} yet ({pyodide}, {lexicon}, {replace})")
