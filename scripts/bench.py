"""Time all solvers beside CP-SAT, in one run and on one thread: python scripts/bench.py [--markdown]

Prints what was run where, then a table: the median time a hand, and how many times faster than CP-SAT that is. The
single-hand solvers are timed hand by hand on the same dealt 14-tile hands (the slow ones on the first of them), and
asked whether they agree; the batch a million hands at a time, the median of the chunks. Compilation is not
timed. Behind it: the rows of whole commands, and those of scripts/bench_riichi.py beside other packages.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kanamj.engine import Question, WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.check.solvers import SOLVERS
from kanamj.engine.check.subsets import arrangement_counts, distance_after_discards
from kanamj.lexicon import load_lexicon

SEED = 1
SLOW = {"bitmask": 20, "graph": 10, "cpsat": 5, "subsets": 5}
"""The part of the hands these solvers get: one in so many."""
CHUNKS = 9
PROCESSES = 7
WIN, TENPAI = "さくらなみだたまごきつねいぬ", "てがきねあげじもんろまんぬび"


class Row(NamedTuple):
    """what; seconds a hand or a run; hands or runs timed; whether it is one of those compared with CP-SAT."""

    what: str
    seconds: float
    timed: int
    compared: bool = True


def seconds_of(call: Callable[[], object]) -> float:
    """Seconds one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


@dataclass(frozen=True)
class Bench:
    """The timings of one word list. hands: for `search`; the others get a part (`SLOW`), the batch a thousand times
    as many."""

    lexicon: str = "common"
    hands: int = 1000

    @cached_property
    def engine(self) -> WordEngine:
        return WordEngine(load_lexicon(self.lexicon))

    @cached_property
    def dealt(self) -> np.ndarray:
        """The hands, (n, K) uint8."""
        return self.engine.batch.deal_rows(14, self.hands * 1000 // CHUNKS * CHUNKS, deal_state(SEED, 0))[0]

    @cached_property
    def questions(self) -> list[Question]:
        return [self.question(row) for row in self.dealt[: self.hands].tolist()]

    def question(self, counts: Sequence[int]) -> Question:
        (question,) = self.engine.setting.ask(np.array(counts, np.uint8)).questions
        return question

    def solvers(self) -> Iterable[Row]:
        """One row a solver, on the same hands; AssertionError if one answers otherwise than the batch."""
        expected = self.engine.batch.distance(self.dealt[: self.hands]).tolist()
        for name in ("cpsat", "bitmask", "graph", "search", "subsets"):
            some = self.questions[: max(10, self.hands // SLOW.get(name, 1))]
            solve, answers = SOLVERS[name], []
            solve(some[0])
            times = [seconds_of(lambda: answers.append(solve(question))) for question in some]  # noqa: B023
            assert answers == expected[: len(some)], f"{name} differs from the batch"
            yield Row(name, statistics.median(times), len(some))

    def batches(self) -> Iterable[Row]:
        """The batch: distances, with the deal, and the deal alone."""
        batch, chunks = self.engine.batch, np.split(self.dealt, CHUNKS)
        size = len(chunks[0])
        calls: dict[str, Callable[[int], object]] = {
            "batch": lambda i: batch.distance(chunks[i]),
            "batch, hands dealt on the way": lambda i: batch.deal_and_count(14, size, deal_state(SEED, i)),
            "dealing alone, rows written": lambda i: batch.deal_rows(14, size, deal_state(SEED, i)),
        }
        for what, call in calls.items():
            call(0)
            times = [seconds_of(lambda: call(i)) for i in range(CHUNKS)]  # noqa: B023
            yield Row(what, statistics.median(times) / size, size * CHUNKS)

    def draws(self) -> Iterable[Row]:
        """The batch: waits of tenpai hands, best discards of dealt hands."""
        batch = self.engine.batch
        few = self.dealt[: self.hands * 10]
        short = batch.deal_rows(13, self.hands * 100, deal_state(SEED, 1))[0]
        tenpai = short[batch.distance(short) == 1]
        batch.waits(tenpai[:1]), batch.best_discards(few[:1])
        waits = [seconds_of(lambda: batch.waits(tenpai)) for _ in range(CHUNKS)]
        discards = [seconds_of(lambda: batch.best_discards(few)) for _ in range(3)]
        yield Row("waits_many, tenpai hands", statistics.median(waits) / len(tenpai), len(tenpai), False)
        yield Row("best_discards_many", statistics.median(discards) / len(few), len(few), False)

    def answers(self) -> Iterable[Row]:
        """What else single hands are asked, without numba: the report, all arrangements, all discards."""
        some = self.questions[: max(10, self.hands // 20)]
        hands = [self.engine.tiles.format_counts(question.counts) for question in some]
        for what, calls in {
            "analyze": [lambda hand=hand: self.engine.analyze(hand) for hand in hands],
            "subsets: arrangements of every sub-hand": [lambda q=q: arrangement_counts(q) for q in some],
            "subsets: distance after every discard": [lambda q=q: distance_after_discards(q) for q in some],
        }.items():
            calls[0]()
            yield Row(what, statistics.median(map(seconds_of, calls)), len(calls), False)

    def processes(self) -> Iterable[Row]:
        """Whole processes of the command line, and of a first batch with the kernels in the disk cache."""
        first_batch = (
            "from kanamj import WordEngine, load_lexicon; engine = WordEngine(load_lexicon()); "
            f"engine.shanten_many(engine.tiles.count_rows(['{WIN}']))"
        )
        for what, arguments in {
            "kanamj --help": ("-m", "kanamj", "--help"),
            "kanamj judge, a win": ("-m", "kanamj", "judge", WIN),
            "kanamj judge, tenpai with discards": ("-m", "kanamj", "judge", TENPAI),
            "a first shanten_many, kernels cached": ("-c", first_batch),
            "the same without the hand (imports, word list)": ("-c", first_batch.split("engine.")[0]),
        }.items():
            run = lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)  # noqa: B023, E731
            run()
            yield Row(what, statistics.median(seconds_of(run) for _ in range(PROCESSES)), PROCESSES, False)

    def rows(self) -> Iterable[Row]:
        """All of it."""
        for part in (self.solvers, self.batches, self.draws, self.answers, self.processes):
            yield from part()


def readable(seconds: float) -> str:
    """Seconds in the unit that suits them.

    >>> readable(0.0072), readable(5.1e-7), readable(2)
    ('7.20 ms', '0.510 µs', '2.00 s')
    """
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def table(rows: Iterable[Row], markdown: bool) -> Iterable[str]:
    """The lines of the table, each as soon as it is measured; the first row must be CP-SAT."""
    yardstick = None
    head = ("what", "median", "of", "times faster than CP-SAT")
    yield (
        "| " + " | ".join(head) + " |\n|---|---:|---:|---:|"
        if markdown
        else "{:50} {:>9} {:>9} {:>9}".format(*head)
    )
    for row in rows:
        yardstick = yardstick or row.seconds
        factor = yardstick / row.seconds if row.compared else 0
        shown = f"{factor:,.0f}" if factor >= 10 else f"{factor:.2g}" if factor else ""
        cells = (row.what, readable(row.seconds), f"{row.timed:,}", shown)
        yield "| " + " | ".join(cells) + " |" if markdown else "{:50} {:>9} {:>9} {:>9}".format(*cells)


def machine() -> str:
    """Processor, cores, Python and the packages that count."""
    info = Path("/proc/cpuinfo")
    models = [
        line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
    ]
    processor = f"{len(models)} x {models[0]}" if models else platform.processor() or platform.machine()
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("kanamj", "numpy", "numba", "ortools", "networkx")
    )
    return f"{processor}; {platform.system()}, Python {platform.python_version()}; {packages}"


def main() -> None:
    """Print the table, then that of the riichi engine."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000, help="hands for search; the rest in proportion")
    parser.add_argument("--lexicon", default="common", help="a word list by name or folder")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    bench = Bench(arguments.lexicon, arguments.hands)
    blocks = bench.engine.setting.blocks.by_size
    print(machine())
    print(f"python scripts/bench.py {' '.join(sys.argv[1:])}".rstrip())
    print(
        f"word list {bench.engine.lexicon.name}, {len(blocks[3])} trios and {len(blocks[2])} pairs; 14 tiles, 33332\n"
    )
    for line in table(bench.rows(), arguments.markdown):
        print(line, flush=True)
    riichi = Path(__file__).with_name("bench_riichi.py")
    if riichi.is_file():
        print("\nRiichi, scripts/bench_riichi.py:\n", flush=True)
        subprocess.run([sys.executable, riichi], check=True)


if __name__ == "__main__":
    main()
