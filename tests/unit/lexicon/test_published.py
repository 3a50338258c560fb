"""Agreement with the published lists (hrgjncs), which are not part of the project: without them, tests skip."""

from __future__ import annotations

from pathlib import Path

import pytest
from kanamj.lexicon.diff import overlaps

from kanamj.datasets.build import DATASETS, Source
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.build import build_from
from kanamj.lexicon.choices import Choices
from kanamj.lexicon.store import format_grams, load_folder
from tests.places import PUBLISHED

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def published() -> Path:
    """The folder of the published hrgjncs lists; for comparison only, so tests skip without it."""
    if not PUBLISHED.is_dir():
        pytest.skip(f"the published lists are not in {PUBLISHED}")
    return PUBLISHED


@pytest.mark.parametrize("version", ["v1.0", "v1.1", "all-v1.2"])
def test_published_folders_load_unchanged(published: Path, version: str) -> None:
    lexicon = load_folder(published / version)
    for size in (2, 3):
        file = published / version / f"{size}gram.txt"
        assert format_grams(size, lexicon.grams[size]) == file.read_text(encoding="utf-8")


def test_the_v11_rule_from_the_v10_lists(published: Path) -> None:
    """v1.1 asks for at most one voiced, half-voiced, small letter or ー; other changes were made by hand."""
    choices = Choices("hrgjncs", special_once=True)
    ours = build_from([published / "v1.0"], choices, "v1.1").lexicon
    theirs = load_lexicon(published / "v1.1")
    for size in (2, 3):
        assert set(theirs.keys(size)) <= set(load_lexicon(published / "v1.0").keys(size))
        assert set(theirs.keys(size)) <= set(ours.keys(size))


def test_overlap_with_the_paper_is_known(published: Path) -> None:
    """The overlap is information and not a goal: the published lists have what people write, ours what they know."""
    for cut in ("common", "core"):
        two, three, *_ = overlaps(load_lexicon(cut), load_lexicon(published / "v1.0"))
        f1 = [2 * o.precision * o.recall / (o.precision + o.recall) for o in (two, three)]
        print(cut, [round(figure, 3) for figure in f1])
        assert min(f1) > 0.6


def test_the_statistics_of_the_published_lists_are_the_same_bytes(published: Path) -> None:
    for version in ("v1.1", "all-v1.2"):
        lines = DATASETS["stats"].lines(Source(load_lexicon(published / version)))
        assert (
            "".join(f"{line}\n" for line in lines).encode()
            == (published / version / "stats.txt").read_bytes()
        )
