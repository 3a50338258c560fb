"""Time kanamj beside a yardstick: python scripts/bench.py [CASE]… [--against TREE] [--rounds N] [--list]

Without --against the table has the time of each case, beside yardsticks: CP-SAT and the other solvers for a hand of
words, `mahjong`, `xiangting` and `shanten-tools` for ordinary mahjong, `import numpy` for the command line. A package
that is not installed is left out. Their answers must equal ours. kanamj and its yardsticks take turns, and the least
time of the processor in five rounds counts. Where one hand is judged at a time, all judge the same hands, each once per
round, and each kind of question is asked of kanamj as text. nyanten (C++) is cited, not run.

With --against, another checkout of kanamj runs the same cases. The two take turns, in processes of their own, and the
table has the medians of both, their ratio, and the spread of the rounds. A large spread says that the machine was busy:
then the figures say nothing.

Compilation is never timed: the first call of a case does not count. Everything runs in one thread, except what a
command starts.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).resolve().parents[1]
SEED, SECONDS, LEAST = 1, 1.0, 5
"""The seed of the hands; a case runs for so many seconds, and at least so often. Yardsticks run LEAST times."""
WIN, TENPAI = "さくらなみだたまごきつねいぬ", "てがきねあげひよこみみずぬぽ"
Rows: TypeAlias = npt.NDArray[np.uint8]
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's commands keep their bytecode


class Case(NamedTuple):
    """A call that is timed, the number of hands that one call judges, and its yardsticks."""

    call: Callable[[], Any]
    hands: int = 1
    beside: Mapping[str, Callable[[], Any]] = {}
    """Name -> a call for the first hands of the case; returns one answer per hand, or None."""


def dealt(copies: tuple[int, ...], tiles: int, hands: int) -> Rows:
    """Random hands of `tiles` tiles, (hands, kinds) uint8."""
    chance = np.random.default_rng(SEED)
    wall = np.repeat(np.arange(len(copies)), copies)
    counts = np.zeros((hands, len(copies)), np.uint8)
    for start in range(0, hands, 100_000):
        part = counts[start : start + 100_000]
        drawn = np.argpartition(chance.random((len(part), len(wall)), np.float32), tiles, axis=1)[:, :tiles]
        np.add.at(part, (np.arange(len(part))[:, None], wall[drawn]), 1)
    return counts


@cache
def words(form: str = "33332", keys: int = 0, solver: str | None = None) -> Any:
    """The engine of the shipped list; with `keys`, about that many keys of each length, taken evenly."""
    import kanamj

    lexicon = kanamj.load_lexicon()
    if keys:
        grams = {
            size: {key: lexicon.words(key) for key in lexicon.keys(size)[:: len(lexicon.keys(size)) // keys]}
            for size in (2, 3)
        }
        lexicon = kanamj.Lexicon("small", grams)
    return kanamj.WordEngine(lexicon, forms=form, solver=solver)


@cache
def word_rows(tiles: int, hands: int) -> Rows:
    return dealt(words().tiles.copies, tiles, hands)


@cache
def riichi_rows(tiles: int) -> Rows:
    return dealt((4,) * 34, tiles, 1_000_000)


def one_hand() -> Case:
    engine = words()
    texts = [engine.tiles.format_counts(row) for row in word_rows(14, 40)]
    beside = {
        name: lambda name=name: [words(solver=name).shanten(text) for text in texts]
        for name in ("cpsat", "bitmask", "graph", "subsets")
    }
    return Case(lambda: [engine.shanten(text) for text in texts], len(texts), beside)


def report_of_a_hand(tiles: int, form: str = "33332") -> Callable[[], Case]:
    """All that `analyze` says of dealt hands of words."""

    def case() -> Case:
        engine = words(form)
        texts = [engine.tiles.format_counts(row) for row in word_rows(tiles, 100)]
        return Case(lambda: for_each(engine.analyze, texts), len(texts))

    return case


def for_each(ask: Callable[[str], Any], texts: list[str]) -> None:
    """Ask about each hand, and forget the answers: thousands of reports in memory take time of their own."""
    for text in texts:
        ask(text)


def one_riichi_hand(question: str, tiles: int, meld: str = "") -> Callable[[], Case]:
    """A question about one riichi hand after the other, each given as text. meld: a called block that all have."""

    def case() -> Case:
        import kanamj

        engine, melds = kanamj.RiichiEngine(), [meld] * bool(meld)
        left = tuple(4 - count for count in engine.tiles.read(meld))
        rows = dealt(left, tiles, 1000)
        texts, counts = [engine.tiles.format_counts(row) for row in rows], rows.tolist()
        ask, beside = getattr(engine, question), dict[str, Callable[[], Any]]()
        if question != "shanten":
            return Case(lambda: for_each(ask, texts), len(texts))
        if not meld:
            if find_spec("mahjong"):
                beside["mahjong, from text"] = lambda: _mahjong(map(_mahjong_counts, texts), True)
                beside["mahjong, from counts"] = lambda: _mahjong(counts, True)
            if find_spec("xiangting"):
                beside["xiangting, from counts"] = lambda: _xiangting(counts)
        return Case(lambda: [engine.shanten(text, melds) for text in texts], len(texts), beside)

    return case


def many(form: str, tiles: int, hands: int, question: str = "shanten", keys: int = 0) -> Callable[[], Case]:
    """A question to the engine of words about many random hands; about waits, those at tenpai are asked."""

    def case() -> Case:
        engine, rows = words(form, keys), word_rows(tiles, hands)
        if question == "waits":
            rows = rows[engine.shanten_many(rows) == 0]
        ask = getattr(engine, f"{question}_many")
        return Case(lambda: ask(rows), len(rows))

    return case


def chances(draws: int, hands: int) -> Callable[[], Case]:
    def case() -> Case:
        rows = word_rows(14, 20_000)
        near = rows[words().shanten_many(rows) == 0][:hands]
        return Case(lambda: [words().chances(row, draws) for row in near], len(near))

    return case


def riichi(question: str, tiles: int, forms: tuple[str, ...] | None = None) -> Callable[[], Case]:
    def case() -> Case:
        import kanamj

        engine = kanamj.RiichiEngine(forms=forms) if forms else kanamj.RiichiEngine()
        rows, ask = riichi_rows(tiles), getattr(engine, f"{question}_many")
        beside = {}
        if question == "shanten":
            if find_spec("mahjong"):
                beside["mahjong"] = lambda: _mahjong(rows[:2000].tolist(), forms is None)
            if forms:
                beside["by rank"] = lambda: _by_rank(rows)
            elif find_spec("shanten_tools"):
                beside["shanten-tools"] = lambda: _shanten_tools(rows[:20_000])
        return Case(lambda: ask(rows), len(rows), beside)

    return case


def _mahjong(rows: Iterable[list[int]], all_forms: bool) -> list[int]:
    from mahjong.shanten import Shanten

    ask = Shanten().calculate_shanten if all_forms else Shanten().calculate_shanten_for_regular_hand
    return [ask(row) for row in rows]


def _mahjong_counts(text: str) -> list[int]:
    from mahjong.tile import TilesConverter

    counts: list[int] = TilesConverter.one_line_string_to_34_array(text)
    return counts


def _xiangting(rows: list[list[int]]) -> list[int]:
    from xiangting import PlayerCount, calculate_replacement_number

    return [calculate_replacement_number(row, PlayerCount.FOUR) - 1 for row in rows]


def _shanten_tools(rows: Rows) -> list[int]:
    from shanten_tools import shanten

    return [shanten(row) - 1 for row in rows]


def _by_rank(rows: Rows) -> list[int]:
    """The shanten by the general form, each suit looked up by its rank in place of its base-5 number."""
    judge, suit, honours = _rank_kernel()
    return [*map(int, judge(rows, suit, honours))]


@cache
def _rank_kernel() -> tuple[Callable[..., Any], Any, Any]:
    """A kernel that reads the suit tables by enumerative coding, and the class of each rank of a suit and of the
    honours."""
    from numba import njit

    from kanamj.engine.check.tables import ranked_classes
    from kanamj.engine.riichi.ranking import HAND, Ranking
    from kanamj.engine.riichi.tables import BLOCKS, ROW, load_tables

    before = np.array(Ranking(9).before, np.int32)
    classes = [np.frombuffer(ranked_classes(name)[1], np.uint8) for name in ("suit", "honours")]
    merge, missing = load_tables().merge, load_tables().missing[BLOCKS]

    @njit
    def class_of(row: Any, first: int, kinds: int, classes: Any) -> Any:
        left, rank = np.uint64(HAND), np.uint64(0)
        for k in range(kinds):
            count = row[np.uint64(first + k)]
            rank += np.uint64(before[np.uint64(kinds - k), left, np.uint64(count)])
            left -= np.uint64(count)
        return np.uint64(classes[rank])

    @njit
    def judge(rows: Any, suit: Any, honours: Any) -> Any:
        shanten, width = np.empty(len(rows), np.int8), np.uint64(ROW)
        for i in range(len(rows)):
            row = rows[i]
            man, pin, sou = class_of(row, 0, 9, suit), class_of(row, 9, 9, suit), class_of(row, 18, 9, suit)
            left = np.uint64(merge[man * width + pin])
            right = np.uint64(merge[sou * width + class_of(row, 27, 7, honours)])
            shanten[i] = missing[left * width + right] - 1
        return shanten

    return judge, *classes


def suit_tables() -> Case:
    """The tables of ordinary mahjong, made by relaxing, beside Dijkstra's method; a test compares them."""
    from build_riichi_tables import METHODS, build_tables

    def made(method: str) -> None:
        build_tables(METHODS[method])

    return Case(lambda: made("relax"), beside={"dijkstra": lambda: made("dijkstra")})


def command(*arguments: str) -> Callable[[], Case]:
    """A command line, from the start of its process to the end."""
    return lambda: Case(lambda: process("-m", "kanamj", *arguments))


def light(*arguments: str) -> Callable[[], Case]:
    """A command that loads nothing heavy, beside a process that loads numpy."""
    return lambda: command(*arguments)()._replace(
        beside={"import numpy": lambda: process("-c", "import numpy")}
    )


def process(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


FIRST = f"import kanamj; kanamj.WordEngine().shanten_many(['{WIN}'] * 10_000)"
GENERAL = ("general",)
CASES: dict[str, Callable[[], Case]] = {
    "one hand of words": one_hand,
    "all of one hand": report_of_a_hand(14),
    "all of one hand, 13 tiles": report_of_a_hand(13),
    "all of one hand, two forms": report_of_a_hand(14, "33332,2222222"),
    "one riichi hand": one_riichi_hand("shanten", 14),
    "one riichi hand, 13 tiles": one_riichi_hand("shanten", 13),
    "one riichi hand, 11 tiles": one_riichi_hand("shanten", 11),
    "one riichi hand, a block called": one_riichi_hand("shanten", 11, "123m"),
    "one riichi hand, accepts": one_riichi_hand("accepts", 13),
    "all of one riichi hand": one_riichi_hand("analyze", 14),
    "batch": many("33332", 14, 500_000),
    "batch, 13 tiles": many("33332", 13, 500_000),
    "batch, 332": many("332", 8, 500_000),
    "batch, 17 tiles": many("333332", 17, 300),
    "accepts": many("33332", 13, 5_000, "accepts"),
    "waits": many("33332", 13, 200_000, "waits"),
    "best discards": many("33332", 14, 5_000, "best_discards"),
    "seven pairs": many("2222222", 14, 100_000),
    "far hands": many("33332", 14, 20_000, keys=60),
    "chances, 2 draws": chances(2, 10),
    "chances, 3 draws": chances(3, 3),
    "riichi rows": riichi("shanten", 14),
    "riichi rows, general": riichi("shanten", 14, GENERAL),
    "riichi accepts": riichi("accepts", 13),
    "riichi waits": riichi("waits", 13),
    "riichi tables": suit_tables,
    "kanamj --version": light("--version"),
    "kanamj --help": light("--help"),
    "kanamj judge, a win": light("judge", WIN),
    "kanamj judge, tenpai": light("judge", TENPAI),
    "kanamj exact, riichi": command("exact", "--hand", "13"),
    "10^6 deals": command("simulate", "deals", "--n", "1e6", "-w", "1"),
    "first shanten_many, kernels kept": lambda: Case(lambda: process("-c", FIRST)),
}
CITED = {"riichi rows": ("nyanten, cited", 46.5e-9), "riichi rows, general": ("nyanten, cited", 13.9e-9)}


def seconds_of(call: Callable[[], Any], least: int = LEAST) -> float:
    """The median seconds of a call. A first call is not counted."""
    call()
    taken: list[float] = []
    while len(taken) < least or sum(taken) < SECONDS:
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def seconds_per_hand(name: str) -> float:
    case = CASES[name]()
    return seconds_of(case.call) / case.hands


def in_turns(calls: Sequence[Callable[[], Any]]) -> list[float]:
    """The least seconds of the processor that each call takes in LEAST rounds, in which the calls take turns. A round
    before does not count. Commands count by their own processes."""
    taken: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(LEAST):
        for call, into in zip(calls, taken, strict=True):
            start = _processor()
            call()
            into.append(_processor() - start)
    return [*map(min, taken)]


def _processor() -> float:
    """The seconds that this process and those it has started and ended have used the processor."""
    return time.process_time() + sum(os.times()[2:4])


def beside_yardsticks(names: list[str]) -> Iterator[tuple[str, ...]]:
    """Rows: the case, our time, the yardstick with its time, how many times faster we are. Answers must be equal."""
    for name in names:
        case = CASES[name]()
        answers = [call() for call in case.beside.values()]
        hands = [len(theirs) if theirs else 1 for theirs in answers]
        for other, theirs in zip(case.beside, answers, strict=True):
            if theirs is not None:
                expected = [*case.call()][: len(theirs)]
                assert [*map(int, theirs)] == [*map(int, expected)], f"{other} differs"
        ours, *others = (
            taken / number
            for taken, number in zip(
                in_turns([case.call, *case.beside.values()]), [case.hands, *hands], strict=True
            )
        )
        yield name, readable(ours), "", ""
        for other, taken in zip(case.beside, others, strict=True):
            yield "", "", f"{other} {readable(taken)}", f"{taken / ours:.3g}"
        if name in CITED:
            other, taken = CITED[name]
            yield "", "", f"{other} {readable(taken)}", ""


def two_trees(tree: Path, names: list[str], rounds: int) -> Iterator[tuple[str, ...]]:
    """Rows: the case, the time of that tree, of this one, their ratio, and the greater spread of the two."""
    if not (tree / "kanamj" / "__init__.py").is_file():
        raise SystemExit(f"no kanamj in {tree}; give a checkout")
    for name in names:
        taken: dict[Path, list[float]] = {tree: [], ROOT: []}
        for number in range(rounds):
            for each in (tree, ROOT) if number % 2 else (ROOT, tree):
                done = subprocess.run(
                    [sys.executable, __file__, "--once", name],
                    env={**os.environ, "PYTHONPATH": str(each)},
                    cwd=each,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                if done.returncode:
                    raise SystemExit(f"{name} cannot be run in {each}:\n{done.stderr}")
                taken[each].append(json.loads(done.stdout))
        theirs, ours = (statistics.median(taken[each]) for each in (tree, ROOT))
        spread = max((max(each) - min(each)) / statistics.median(each) for each in taken.values())
        yield name, readable(theirs), readable(ours), f"{ours / theirs:.3f}", f"{spread:.0%}"


def readable(seconds: float) -> str:
    """A time with three digits in a readable unit: 2 s, 7.2 ms, 0.51 µs, 4.4 ns."""
    units = {"s": (1, 1), "ms": (1e-3, 1e-3), "µs": (1e-7, 1e-6), "ns": (0, 1e-9)}
    return next(f"{seconds / of:.3g} {unit}" for unit, (least, of) in units.items() if seconds >= least)


def machine() -> str:
    """The processor, Python, and the packages that the timings depend on."""
    info = Path("/proc/cpuinfo")
    models = [
        line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
    ]
    packages = ("kanamj", "numpy", "numba", "ortools", "mahjong", "xiangting", "shanten-tools")
    there = [name for name in packages if find_spec(name.replace("-", "_"))]
    return (
        f"{len(models)} x {models[0] if models else platform.machine()}; Python {platform.python_version()}, "
        + ", ".join(f"{name} {version(name)}" for name in there)
    )


def main(
    cases: list[str], against: Path | None = None, rounds: int = 7, list: bool = False, once: bool = False
) -> int:
    """Print a Markdown table, each row as soon as it is measured. once: print only the time of the first case."""
    names = [name for name in CASES if not cases or name.startswith(tuple(cases))]
    if not names:
        print(f"no case begins with {' or '.join(cases)}; see --list", file=sys.stderr)
        return 2
    if list:
        print(*names, sep="\n")
    elif once:
        print(json.dumps(seconds_per_hand(cases[0])))
    else:
        head: tuple[str, ...] = ("what", "kanamj", "others", "times faster")
        rows = beside_yardsticks(names)
        if against:
            head = ("what", str(against), str(ROOT), "ratio", "spread")
            rows = two_trees(against.resolve(), names, rounds)
        print(machine() + "\n\n| " + " | ".join(head) + " |\n|" + "---|" * len(head), flush=True)
        for row in rows:
            print("| " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    from start import start

    start(main, cases="beginnings of names", against="another checkout", list="print the names of the cases")
