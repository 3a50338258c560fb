"""Timings of the riichi engine beside the limits asked for: pytest -m bench -s tests/bench/test_bench_riichi.py

Nothing is asserted of time; `scripts/bench_riichi.py` prints the same beside other packages, which are asked whether
they answer alike.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import pytest

from tests.places import ROOT

pytestmark = pytest.mark.bench

LIMITS = {
    "general, rows, unchecked": "5 ns",
    "general, rows": "7 ns",
    "general, columns, unchecked": "3.5 ns",
    "least of three forms, rows": "8 ns",
    "accepts mask, general": "30 ns",
    "tables built": "1 s",
    "tables read": "20 ms",
    "tables in memory": "3 MB",
    "exact, general": "0.2 s",
    "exact, all forms": "2 s",
}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = ROOT / "scripts" / "bench_riichi.py"
    spec = importlib.util.spec_from_file_location("bench_riichi", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_riichi"] = module
    spec.loader.exec_module(module)
    return module


def test_riichi(script: ModuleType) -> None:
    print()
    measured = set()
    for what, ours, yardstick, factor in script.rows():
        asked = f" (asked for: {LIMITS[what]})" if what in LIMITS else ""
        print(f"{what}: {ours}{asked}" + (f"; {yardstick}, {factor} times" if yardstick else ""))
        measured.add(what)
    assert set(LIMITS) <= measured
