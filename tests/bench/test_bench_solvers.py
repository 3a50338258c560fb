"""The cases of scripts/bench.py for pytest-benchmark: pytest -m bench tests/bench/test_bench_solvers.py"""

from __future__ import annotations

import importlib.util
import itertools
import sys
from types import ModuleType
from typing import Any

import pytest

from kanamj.engine import Question
from kanamj.engine.check.solvers import SOLVERS
from tests.places import ROOT

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = ROOT / "scripts" / "bench.py"
    spec = importlib.util.spec_from_file_location("bench", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def bench(script: ModuleType) -> Any:
    return script.Bench(hands=100)


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "batch"])
def test_one_hand(bench: Any, benchmark: Any, name: str) -> None:
    """A hand a round, the dealt hands in turn."""
    hands = itertools.cycle(bench.questions[:20])
    answered = []

    def solve(question: Question) -> None:
        answered.append((question, SOLVERS[name](question)))

    benchmark.pedantic(solve, setup=lambda: ((next(hands),), {}), rounds=20, warmup_rounds=1)
    assert all(distance == SOLVERS["search"](question) for question, distance in answered)


def test_batch(bench: Any, benchmark: Any) -> None:
    distances = benchmark(bench.engine.batch.distance, bench.dealt)
    assert distances[:20].tolist() == [SOLVERS["search"](question) for question in bench.questions[:20]]


def test_the_script_prints_a_row_a_solver(script: ModuleType, bench: Any) -> None:
    rows = [*bench.solvers(), *bench.batches(), *bench.draws(), *bench.answers()]
    lines = list(script.table(rows, markdown=True))
    print("", *lines, sep="\n")
    assert {row.what for row in rows} >= {"cpsat", "bitmask", "graph", "search", "subsets", "batch"}
    assert len(lines) == len(rows) + 1
