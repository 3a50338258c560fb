"""Errors and intervals of shares."""

from __future__ import annotations

from kanamj.studies.stats import Proportion


def test_an_interval_that_ends_at_0_or_1_ends_there_exactly() -> None:
    for n in range(1, 400):
        none, every = Proportion(0, n).interval, Proportion(n, n).interval
        assert none[0] == 0.0 < none[1]
        assert every[0] < 1.0 == every[1]
        assert 0.0 < Proportion(1, n + 1).interval[0] < 1 / (n + 1)
