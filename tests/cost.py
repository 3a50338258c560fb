"""A plugin that says what tests cost: pytest -p tests.cost (`poe cost`).

After a run it prints a table: for each folder and file of tests the seconds of all processors (setup and teardown
included, and those of programs that a test starts and waits for), the cases, and the lines.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

_seconds: Counter[str] = Counter()  # by file; a Counter adds fractions as well
_cases: Counter[str] = Counter()


def _used() -> float:
    """The processor seconds of this process and of all programs it has waited for."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    item.user_properties.append(("begun", _used()))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    if call.when == "teardown":
        item.user_properties.append(("ended", _used()))
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "teardown":
        known = dict(report.user_properties)
        path = report.nodeid.partition("::")[0]
        _seconds[path] += known["ended"] - known["begun"]  # type: ignore[assignment]
        _cases[path] += 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not _cases:
        return
    lines = {path: len(Path(path).read_bytes().splitlines()) for path in _cases}
    rows: dict[str, list[float]] = {}
    for path in _cases:
        for name in (*map(str, PurePosixPath(path).parents), path):
            row = rows.setdefault(name, [0, 0, 0])
            for at, value in enumerate((_seconds[path], _cases[path], lines[path])):
                row[at] += value
    terminalreporter.section("what tests cost")
    terminalreporter.write_line(f"{'seconds':>9} {'cases':>7} {'lines':>7}")
    for name, (seconds, cases, count) in sorted(rows.items(), key=lambda row: PurePosixPath(row[0]).parts):
        terminalreporter.write_line(f"{seconds:9.1f} {cases:7.0f} {count:7.0f}  {name}")
