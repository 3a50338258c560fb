"""What several test files share: the published lists, where they are, and the shipped one."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.lexicon import Lexicon, load_lexicon

PUBLISHED = Path(__file__).resolve().parents[2] / "shared" / "reference" / "hrgjncs"


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
