"""The page of results, which scripts/results.py writes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kanamj.errors import ManifestError
from kanamj.lexicon import Lexicon
from kanamj.results import Manifest
from kanamj.studies.deals import COUNTS
from tests.places import script
from tests.reference.results import deals_in

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def index() -> ModuleType:
    return script("results_index")


@pytest.fixture
def results(tmp_path: Path, common: Lexicon) -> Path:
    home = tmp_path / "deals"
    home.mkdir()
    deals_in(home / "a-14", {-1: 6_110, 0: 41_120, 1: 39_970, 2: 11_580, 3: 1_190, 4: 30}, common)
    deals_in(home / "b-332", {-1: 500, 0: 5_300, 1: 3_900, 2: 300}, common, forms=("332",))
    return home


def test_the_page_lists_every_part_and_every_share_has_its_interval(index: Any, results: Path) -> None:
    assert index.write_index(results, "Made by hand? No.") == ["a-14", "b-332"]
    text = (results / "README.md").read_text(encoding="utf-8")
    assert "Made by hand? No." in text
    for name in ("a-14", "b-332"):
        assert f"| {name} |" in text
        assert Manifest.read(results / name).command in text
    assert f"[counts.csv](a-14/{COUNTS})" in text
    rows = [line for line in text.splitlines() if line.startswith("|") and " % " in line]
    assert len(rows) == 2
    assert all(re.search(r"\d % \(\d[\d.]*–\d", row) for row in rows)
    index.write_index(results, "Another.")
    assert "Another." in (results / "README.md").read_text(encoding="utf-8")
    with pytest.raises(ManifestError, match="it holds 'deals', not 'index'"):
        index.write_index(results / "a-14", "")


@pytest.mark.parametrize("where", ["far", "nowhere"])
def test_a_page_is_written_only_into_a_folder_of_results(index: Any, results: Path, where: str) -> None:
    far = results / "far"
    (far / "in" / "it").mkdir(parents=True)
    (results / "a-14").rename(far / "in" / "it" / "a-14")
    with pytest.raises(ManifestError, match="is not a folder of results"):
        index.write_index(results / where, "")
    assert not [*far.glob("*.md")]
    assert not (results / "nowhere").exists()


def test_foreign_text_is_not_read_as_markup(index: Any, tmp_path: Path, common: Lexicon) -> None:
    folder = deals_in(tmp_path / "a", {-1: 500, 0: 5_300}, common, forms=("332",))
    evil = "[x](javascript:alert) | \x1b[31m `y`"
    replace(Manifest.read(folder), command=f"kanamj {evil}").write(folder)
    index.write_index(tmp_path, "")
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| a |") and "counts.csv" in line]
    assert "\x1b" not in page
    assert row.endswith("| `kanamj [x](javascript:alert) \\| \\x1b[31m 'y'` |")
