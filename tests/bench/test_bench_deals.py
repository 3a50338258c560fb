"""Timings of deals beside yardsticks and the limits asked for: pytest -m bench -s tests/bench/test_bench_deals.py"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import psutil
import pytest

from kanamj.engine.batch import deal_state
from kanamj.lexicon import Lexicon
from kanamj.manifest import CHECKPOINT
from kanamj.studies.deals import Deals
from kanamj.studies.run import Chunk
from tests.reference.dealing import chunk_state, deal

pytestmark = pytest.mark.bench
COMMAND = [sys.executable, "-m", "kanamj", "simulate", "deals"]


def _seconds(run, times: int = 5) -> float:  # type: ignore[no-untyped-def]
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


@pytest.mark.parametrize(("form", "hand"), [("33332", 14), ("33332", 13), ("332", 8)])
def test_deals_a_second_and_thread(common: Lexicon, form: str, hand: int) -> None:
    n = 250_000
    deals = Deals(common, n, hand=hand, forms=(form,), sample=0)
    batch, state, engine = deals.engine().batch, deal_state(1, 0), deals.engine()
    chunks = iter(range(1_000))
    deals.work(Chunk(0, 1_000))
    batch.deal_rows(hand, 10, state)
    fused = _seconds(lambda: deals.work(Chunk(next(chunks), n)))
    dealt = _seconds(lambda: batch.deal_rows(hand, n, state))
    hands = list(islice(deal(deals.tiles, hand, chunk_state(1, 0)), 200))
    plain = _seconds(lambda: [engine.shanten(each) for each in hands], 3)
    print(
        f"\n{form}, {hand} tiles, shipped list, one thread, medians: dealt and judged {fused / n * 1e9:.0f} ns a deal, "
        f"{n / fused:,.0f} a second (asked for: 1,000,000); dealing alone {dealt / n * 1e9:.0f} ns; "
        f"the plain Python engine {plain / len(hands) * 1e6:.0f} us a hand"
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_ten_million_deals_as_a_command(workers: int) -> None:
    command = [*COMMAND, "--n", "1e7", "--workers", str(workers), "--json"]
    taken = _seconds(lambda: subprocess.run(command, check=True, capture_output=True), 2)
    print(f"\n10^7 deals, {workers} workers, whole command: {taken:.1f} s (asked for: 15 s with two)")


def test_start_to_first_progress(tmp_path: Path) -> None:
    """Until the first chunk is on disk, which is when the bar first moves."""
    taken = []
    for number in range(5):
        out = tmp_path / str(number)
        start = time.perf_counter()
        with subprocess.Popen(
            [*COMMAND, "--n", "1e9", "--out", str(out)], stderr=subprocess.DEVNULL
        ) as process:
            while not (out / CHECKPOINT).is_file() or (out / CHECKPOINT).read_bytes().count(b"\n") < 2:
                assert process.poll() is None
                time.sleep(0.005)
            taken.append(time.perf_counter() - start)
            process.terminate()
    print(f"\nstart to first progress: median {statistics.median(taken):.2f} s of 5 (asked for: 2 s)")


@pytest.mark.parametrize("n", ["1e5", "1e7", "1e9"])
def test_memory(tmp_path: Path, n: str) -> None:
    """All processes together, proportional shares, the greatest seen in 15 seconds."""
    most = 0
    with subprocess.Popen(
        [*COMMAND, "--n", n, "--out", str(tmp_path / "out")], stdout=subprocess.DEVNULL
    ) as process:
        end = time.monotonic() + 15
        while process.poll() is None and time.monotonic() < end:
            most = max(most, _resident(psutil.Process(process.pid)))
            time.sleep(0.05)
        process.terminate()
    print(f"\n{n} deals, memory of all processes: {most / 2**20:.0f} MB (asked for: 400 MB)")


def _resident(process: psutil.Process) -> int:
    total = 0
    for one in [process, *process.children(recursive=True)]:
        try:
            total += one.memory_full_info().pss
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
    return total
