"""Where the tests find the files that they read."""

from pathlib import Path

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
