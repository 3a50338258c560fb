"""Where the files of the page are."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"
"""The page as it is served."""

OFFLINE = Path(__file__).resolve().parent / "offline"
"""Files that only the exported page has."""
