"""Where the tests find what they read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
DATA = Path(__file__).resolve().parent / "data"
PUBLISHED = ROOT.parent / "shared" / "reference" / "hrgjncs"
"""The published lists; for comparison only, not part of the project."""
