"""kanamj report compare: differences of games, learning orders, values of words and arranging."""

from __future__ import annotations

import csv
import io
import json
import math

import pytest

from kanamj.reports.differences import Difference, _between, verdict
from kanamj.studies.old.csvtext import Table
from tests.conftest import Run
from tests.places import ROOT

RESULTS = ROOT / "results"


def test_z_is_the_difference_divided_by_the_error_of_both() -> None:
    a = Table(("seat", "games", "share", "stderr"), [[0, 9, 0.5, 0.03], [1, 9, 0.2, 0.0], [2, 9, 0.1, 0.01]])
    b = Table(("seat", "share", "stderr", "more"), [[1, 0.3, 0.0, 1], [0, 0.6, 0.04, 1], [3, 0.4, 0.1, 1]])
    found = {each.row: each for each in _between("seats", a, b)}
    assert found.keys() == {"0", "1"}
    assert found["0"].stderr == pytest.approx(0.05)
    assert found["0"].z == pytest.approx(2)
    assert found["1"].z == math.inf
    assert [each.z for each in _between("seats", a, a)] == [0, 0, 0]
    assert verdict([*found.values()]).startswith("2 of 2 values differ by more than 1.96 standard errors")


@pytest.mark.parametrize(
    ("a", "b", "row"),
    [
        ("games/paper-never", "games/paper-mixed", ("seats", "0", "share")),
        ("lessons/order-300", "lessons/order-700", ("compare", "order 100", "tenpai")),
        ("lessons/values-13", "lessons/values-14", ("values", "ぬの", "needed")),
        ("arranging/core", "arranging/common", ("policies", "fewest hard hand", "share")),
    ],
)
def test_results_of_each_kind_are_compared(kanamj: Run, a: str, b: str, row: tuple[str, ...]) -> None:
    pair = ("report", "compare", RESULTS / a, RESULTS / b)
    told = json.loads(kanamj(*pair, "--json").out)
    values = [Difference(**each) for each in told["values"]]
    assert row in {each[:3] for each in values}
    for each in values:
        assert each.z == pytest.approx(
            (each.b - each.a) / each.stderr if each.stderr else 0, abs=0.02, rel=1e-3
        )
    sizes = [abs(each.z) for each in values]
    assert sizes == sorted(sizes, reverse=True)
    rows = list(csv.DictReader(io.StringIO(kanamj(*pair, "--tsv").out), delimiter="\t"))
    assert len(rows) == len(values)
    plain = kanamj(*pair)
    assert (plain.code, plain.err) == (0, "")
    assert told["verdict"] in plain.out
    assert f"{min(20, len(values))} of {len(values):,} values" in " ".join(plain.out.split())
