"""scripts/damage.py: a bit flipped in each kind of file, and a kill of each command that writes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.places import by_default, script

FEW, MANY = (14, 2, "lexicon add"), (56, 16, "")


@pytest.mark.skipif(sys.platform == "win32", reason="processes of Unix")
@pytest.mark.parametrize(("flips", "kills", "only"), by_default([FEW], [FEW, MANY]))
def test_no_damage_is_believed_and_no_kill_changes_what_is_written(
    flips: int,
    kills: int,
    only: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    for name in ("KANAMJ_DATA", "KANAMJ_CACHE"):  # which the script changes
        monkeypatch.setenv(name, str(tmp_path))
    assert script("damage").main(flips, kills, only=only) == 0, capfd.readouterr().out
