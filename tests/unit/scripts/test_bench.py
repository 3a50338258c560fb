"""scripts/bench.py: the timings of two trees are compared."""

from __future__ import annotations

from tests.places import ROOT, needs, python


@needs("mahjong")
def test_the_timings_of_two_trees_can_be_compared() -> None:
    done = python("scripts/bench.py", "kanamj --v", "--against", str(ROOT), "--rounds", "1", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    name, theirs, ours, ratio, _ = [
        cell.strip() for cell in done.stdout.splitlines()[-1].strip("|").split("|")
    ]
    assert name == "kanamj --version"
    assert theirs.endswith("s")
    assert ours.endswith("s")
    assert float(ratio) > 0
    assert python("scripts/bench.py", "nothing", cwd=ROOT).returncode == 2
    assert "no kanamj in" in python("scripts/bench.py", "--against", str(ROOT / "docs"), cwd=ROOT).stderr
