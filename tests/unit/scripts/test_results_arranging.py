"""docs/arranging.md says what results/arranging contains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kanamj.studies.arranging import Arranging
from tests.places import ROOT

HOME = ROOT / "results" / "arranging"
LISTS = sorted(path.parent for path in HOME.glob("*/MANIFEST.toml"))


def shares(folder: Path, column: str = "share") -> dict[str, Any]:
    """Policy -> its share and standard error."""
    rows = Arranging.read(folder).tables["policies"].objects()
    error = "stderr" if column == "share" else f"{column}_stderr"
    return {
        "/".join(filter(None, (row["first"], row["then"], row["counted"]))): (row[column], row[error])
        for row in rows
    }


def surely_less(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether a share is less by more than four standard errors."""
    return float(other[0] - one[0]) > 4 * float(one[1] ** 2 + other[1] ** 2) ** 0.5


def test_there_are_results_for_lists_of_both_kinds() -> None:
    assert {path.name for path in LISTS} == {"core", "common", "core-332", "v1.1", "all-v1.2"}
    for name in ("v1.1", "all-v1.2"):  # figures only
        assert sorted(path.name for path in (HOME / name).iterdir()) == ["MANIFEST.toml", "policies.csv"]


@pytest.mark.parametrize("folder", LISTS, ids=lambda path: path.name)
def test_the_rules_hold_with_every_list(folder: Path) -> None:
    once, often = shares(folder), shares(folder, "within")
    best = once["fewest/hard/hand"]
    assert all(surely_less(share, best) for name, share in once.items() if name != "fewest/hard/hand")
    assert surely_less(once["any/any"], once["fewest/any/hand"])  # the first rule alone
    assert surely_less(once["fewest/any/hand"], once["any/hard/hand"])  # the second helps more
    assert surely_less(once["most/any/hand"], once["any/any"])
    for counted in ("hand", "list"):
        assert surely_less(once[f"most/hard/{counted}"], once[f"any/hard/{counted}"])
        assert surely_less(often[f"fewest/hard/{counted}"], often[f"any/hard/{counted}"])  # the third


def test_the_figures_in_the_text_are_those_of_the_results() -> None:
    once = {name: share for name, (share, _) in shares(HOME / "core").items()}
    assert once["fewest/hard/hand"] > 0.5
    assert once["any/any"] < 1 / 40
    assert once["fewest/hard/list"] > 1 / 3
    for counted in ("hand", "list"):
        assert once[f"most/hard/{counted}"] < once[f"fewest/hard/{counted}"] / 2
    for first in ("fewest", "any", "most"):
        easiest = [share for name, share in once.items() if name.startswith(f"{first}/easiest")]
        anyhow = [share for name, share in once.items() if name.startswith(f"{first}/any")]
        assert max(easiest) < max(anyhow)


def test_the_letters_that_the_text_pairs_are_among_the_pairs() -> None:
    pairs = Arranging.read(HOME / "core").tables["pairs"].objects()
    shown = {(row["letter"], row["other"]) for row in pairs[:24]}
    assert shown >= {("し", "ゅ"), ("し", "ゃ"), ("っ", "ぷ"), ("う", "ぞ"), ("ぜ", "ん")}
