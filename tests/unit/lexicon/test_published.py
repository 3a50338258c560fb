"""Agreement with the published lists (hrgjncs), which are not part of the project: without them, tests skip."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.datasets.build import DATASETS, Source
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.build import build_from
from kanamj.lexicon.options import BuildOptions
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
    options = BuildOptions("hrgjncs", special_once=True)
    ours = build_from([published / "v1.0"], options, "v1.1").lexicon
    theirs = load_lexicon(published / "v1.1")
    for size in (2, 3):
        assert set(theirs.keys(size)) <= set(load_lexicon(published / "v1.0").keys(size))
        assert set(theirs.keys(size)) <= set(ours.keys(size))


def test_the_overlap_with_the_paper_is_known(published: Path) -> None:
    """The overlap is information and not a goal: the published lists have what people write, ours what they know."""
    theirs = load_lexicon(published / "v1.0")
    for name in ("common", "core"):
        ours = load_lexicon(name)
        for size in (2, 3):
            a, b = {*ours.keys(size)}, {*theirs.keys(size)}
            f1 = 2 * len(a & b) / (len(a) + len(b))
            print(name, size, round(f1, 3))
            assert f1 > 0.6


@pytest.mark.parametrize("version", ["v1.1", "all-v1.2"])
def test_a_built_list_has_the_keys_of_the_folder(published: Path, version: str) -> None:
    """`lexicon build --from hrgjncs` and `--lexicon DIR` are two ways to the same list."""
    built = build_from([published / version], BuildOptions("hrgjncs"), version).lexicon
    assert dict(built.grams) == dict(load_lexicon(published / version).grams)
    assert built.sha256 == load_lexicon(published / version).sha256


def test_the_statistics_of_the_published_lists_are_the_same_bytes(published: Path) -> None:
    for version in ("v1.1", "all-v1.2"):
        lines = DATASETS["stats"].lines(Source(load_lexicon(published / version)))
        assert (
            "".join(f"{line}\n" for line in lines).encode()
            == (published / version / "stats.txt").read_bytes()
        )
