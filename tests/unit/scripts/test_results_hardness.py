"""The script of results/hardness: the quantiles and shares are those of the dealt hands, and a folder is written."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.errors import KanamjError
from kanamj.folders import Manifest
from kanamj.studies.csvtext import read_table
from tests import places

DEALS = 400


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return places.script("results_hardness")


def test_the_folder_says_what_the_dealt_hands_need(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One list and form, each hand asked by itself."""
    monkeypatch.setattr(script, "LISTS", ("core",))
    monkeypatch.setattr(script, "FORMS", ("332",))
    script.main(DEALS, tmp_path / "hard")
    engine = WordEngine("core", forms="332")
    summary, shares = (
        read_table(tmp_path / "hard" / f"{name}.csv").objects() for name in ("summary", "shares")
    )
    for tiles, shanten in ((8, -1), (7, 0)):
        rows, _ = engine.batch.deal_rows(tiles, DEALS, deal_state(script.SEED, 0))
        hands = [engine.tiles.format_counts(row) for row in rows.tolist()]
        asked = [hand for hand in hands if engine.shanten(hand) == shanten]
        needed = sorted(found.size for hand in asked if (found := engine.least_vocabulary(hand)))
        of_hands = [row for row in summary if row["tiles"] == tiles]
        assert {row["hands"] for row in of_hands} == {len(asked)} == {len(needed)}
        for row in of_hands:
            assert row["low"] <= row["least"] <= row["high"]
            place = row["quantile"] * len(needed)
            assert np.searchsorted(needed, row["least"]) <= place + 0.5
            assert np.searchsorted(needed, row["least"], side="right") >= place + 0.5
        of_words = [row for row in shares if row["tiles"] == tiles]
        assert [row["hands"] for row in of_words] == [
            sum(n <= row["known"] for n in needed) for row in of_words
        ]
        assert of_words[-1]["known"] == of_words[-1]["words"] == len(engine.ranks)
    manifest = Manifest.read(tmp_path / "hard")
    assert (manifest.kind, set(manifest.outputs)) == (
        "hardness",
        {"summary.csv", "shares.csv", "hardness.png"},
    )
    with pytest.raises(Exception, match="already"):
        script.main(DEALS, tmp_path / "hard")


def test_no_deals_are_refused(script: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(KanamjError, match="0 deals cannot be counted; give 1 to"):
        script.main(0, tmp_path / "hard")
