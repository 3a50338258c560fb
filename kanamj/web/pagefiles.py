"""Where the files of the page are, and what it may load."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"
"""The page as it is served."""

OFFLINE = Path(__file__).resolve().parent / "offline"
"""Files that only the exported page has."""

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The Content-Security-Policy of the page: everything comes from its own server."""
