"""Timings of lexicons and data sets beside the limits asked for: pytest -m bench -s tests/bench/test_bench_data.py"""

from __future__ import annotations

import csv
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from kanamj.lexicon import load_lexicon
from kanamj.lexicon.build import build_from
from kanamj.lexicon.choices import Choices
from kanamj.lexicon.waits import holdable, spellable_keys
from kanamj.studies.datasets import Source, nobetan_pairs
from kanamj.tiles import SEION

pytestmark = pytest.mark.bench


def report(name: str, limit: str, times: list[float]) -> None:
    print(f"\n{name}: median {statistics.median(times) * 1e3:.0f} ms of {len(times)} (asked for: {limit})")


def measured(run: Callable[[], object], times: int) -> list[float]:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return taken


def test_loading_a_lexicon() -> None:
    report("load_lexicon()", "60 ms", measured(load_lexicon, 21))


def test_data_write_of_the_shipped_list(tmp_path: Path) -> None:
    places = iter(range(3))

    def write() -> None:
        command = [sys.executable, "-m", "kanamj", "data", "write", str(tmp_path / str(next(places)))]
        subprocess.run(command, check=True, capture_output=True)

    report("kanamj data write, whole process", "5 s", measured(write, 3))


def test_a_list_of_the_size_of_wlsp(tmp_path: Path) -> None:
    chance = random.Random(1)
    path = tmp_path / "wlsp.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow([f"c{place}" for place in range(26)])
        for number in range(100_000):
            row = [""] * 26
            reading = "".join(chance.choices(SEION, k=chance.randint(2, 6)))
            row[7], row[11], row[12], row[13] = chance.choice("12") + ".5", f"語{number}", "語", reading
            row[16] = f"{chance.uniform(-1, 1):.4f}"
            rows.writerow(row)

    def build() -> None:
        command = [
            sys.executable,
            "-m",
            "kanamj",
            "lexicon",
            "build",
            "--from",
            "wlsp",
            str(path),
            "--replace",
        ]
        subprocess.run([*command, "-o", str(tmp_path / "list")], check=True, capture_output=True)

    report("kanamj lexicon build, 100,000 rows, whole process", "5 s", measured(build, 3))
    built = build_from([path], Choices("wlsp"), "x")
    assert built.read == 100_000


def test_nobetan_by_joining_against_each_with_each() -> None:
    """The yardstick: each trio with each later one, sharing two letters; both give the same pairs of trios."""
    source = Source(load_lexicon())
    trios = spellable_keys(source.lexicon, 3)

    def each_with_each() -> list[tuple[str, str]]:
        found = []
        for u, v in combinations(trios, 2):
            left = v
            for letter in u:
                left = left.replace(letter, "", 1)
            if len(left) == 1 and holdable(u + left):
                found.append((u, v))
        return found

    def joined() -> list[tuple[str, str]]:
        return [(u.trio, v.trio) for _, u, v in nobetan_pairs(Source(source.lexicon))]

    assert sorted(joined()) == sorted(each_with_each())
    report("pairs of trios for nobetan, joined on the letters they share", "-", measured(joined, 5))
    report("the same by trying each trio with each", "-", measured(each_with_each, 3))
