"""Time the riichi engine beside other packages, one thread, in one run: python scripts/bench_riichi.py [--hands N]

Prints a table: what, ours per hand, the yardstick and its time per hand in the same run, the factor. The batch
times are medians of 15 runs over a million random 14-tile rows (13 tiles for accepts), the other packages, which
take a hand a call, over the first 20,000 and 2,000 of them; their answers are compared with ours on the way. `nyanten`
(C++) is not run: its figure was measured with g++ and clang on the kind of machine the project runs on, and stands
for the ratio only. Compilation is not timed.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from kanamj.engine import RiichiEngine

NYANTEN = {"general": 13.9, "least": 46.5}
"""ns a hand, measured elsewhere; see above."""
RUNS = 15
Row = tuple[str, str, str, str]


def median_time(call: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of one call, the median; a first call is not counted."""
    call()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def deal(hands: int, tiles: int, seed: int = 1) -> npt.NDArray[np.uint8]:
    """Random hands, `(hands, 34)` uint8."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((hands, 34), np.uint8)
    for start in range(0, hands, 100_000):
        block = counts[start : start + 100_000]
        places = np.argpartition(rng.random((len(block), 136), np.float32), tiles, axis=1)[:, :tiles]
        np.add.at(block, (np.arange(len(block))[:, None], places // 4), 1)
    return counts


def batch_rows(hands: int) -> list[Row]:
    """Batches beside shanten-tools, mahjong, and what is cited of nyanten."""
    from mahjong.shanten import Shanten
    from shanten_tools import shanten as shanten_tools

    full, short = deal(hands, 14), deal(hands, 13)
    columns = np.asfortranarray(full)
    general, least = RiichiEngine(forms=("general",)), RiichiEngine()
    few, fewer = full[:20_000], full[:2_000].tolist()
    theirs = np.array([shanten_tools(row) for row in few]) - 1
    assert np.array_equal(theirs, least.shanten_many(few)), "shanten-tools differs"
    mahjong = Shanten()
    assert least.shanten_many(full[:2_000]).tolist() == [mahjong.calculate_shanten(row) for row in fewer]

    def per_hand(call: Callable[[], object]) -> float:
        return median_time(call) / hands * 1e9

    tools = median_time(lambda: [shanten_tools(row) for row in few], 5) / len(few) * 1e9
    package = median_time(lambda: [mahjong.calculate_shanten(row) for row in fewer], 3) / len(fewer) * 1e9
    package_general = median_time(
        lambda: [mahjong.calculate_shanten_for_regular_hand(row) for row in fewer], 3
    )
    package_general *= 1e9 / len(fewer)
    ours = {
        "general, rows, unchecked": per_hand(lambda: general.shanten_many(full, check=False)),
        "general, rows": per_hand(lambda: general.shanten_many(full)),
        "general, columns, unchecked": per_hand(lambda: general.shanten_many(columns, check=False)),
        "general, columns": per_hand(lambda: general.shanten_many(columns)),
        "least of three forms, rows": per_hand(lambda: least.shanten_many(full)),
        "least of three forms, columns": per_hand(lambda: least.shanten_many(columns)),
    }
    masks = mask_times(hands, short)
    words = full.reshape(-1)[: full.size // 8 * 8].view(np.uint64)
    table: list[Row] = [("reading the rows", f"{per_hand(words.sum):.1f} ns", "", "")]
    for name, time_of in ours.items():
        cited = NYANTEN["general" if name.startswith("general") else "least"]
        table.append((name, f"{time_of:.1f} ns", f"nyanten, cited: {cited} ns", f"{cited / time_of:.1f}"))
        if name.startswith("general"):
            table.append(
                (
                    name,
                    f"{time_of:.1f} ns",
                    f"mahjong: {package_general:.0f} ns",
                    f"{package_general / time_of:.0f}",
                )
            )
        else:
            table.append(
                (name, f"{time_of:.1f} ns", f"shanten-tools: {tools:.0f} ns", f"{tools / time_of:.0f}")
            )
            table.append(
                (name, f"{time_of:.1f} ns", f"mahjong: {package:.0f} ns", f"{package / time_of:.0f}")
            )
    table += [(name, f"{time_of:.1f} ns", "", "") for name, time_of in masks.items()]
    return table


def mask_times(hands: int, short: npt.NDArray[np.uint8]) -> dict[str, float]:
    """ns a hand: the kernel of the accepts mask alone, and the methods with the copies left."""
    from kanamj.engine.kernels import riichi as kernels
    from kanamj.engine.riichi.batch import _rows, game_of

    general, least = RiichiEngine(forms=("general",)), RiichiEngine()
    game = game_of(general.tiles, general.forms)
    distances, masks = np.empty(hands, np.uint8), np.empty(hands, np.uint64)

    def mask() -> None:
        kernels.draws_rows(_rows(short), short, game, game.plane, True, distances, masks)

    calls: dict[str, Callable[[], object]] = {
        "accepts mask, general": mask,
        "accepts mask and copies left, general": lambda: general.accepts_many(short),
        "accepts mask and copies left, three forms": lambda: least.accepts_many(short),
        "waits (n, 34) bool, three forms": lambda: least.waits_many(short),
    }
    return {name: median_time(call) / hands * 1e9 for name, call in calls.items()}


def table_rows() -> list[Row]:
    """Tables: built, read from a warm file, in memory; exact counts."""
    from kanamj.engine.counting import riichi as counting
    from kanamj.engine.riichi import tables

    built = tables.build_tables()
    with TemporaryDirectory() as folder:
        os.environ["KANAMJ_CACHE"] = folder
        tables.write_tables(built)
        size = (Path(folder) / tables.CACHE_NAME).stat().st_size
        read = median_time(tables.read_tables)

    def counted(count: Callable[[], object]) -> float:
        def anew() -> None:
            counting._group.cache_clear()
            count()

        return median_time(anew, 5)

    return [
        ("tables built", f"{median_time(tables.build_tables, 5) * 1e3:.0f} ms", "", ""),
        ("tables read", f"{read * 1e3:.1f} ms", f"{size / 1e3:.0f} kB", ""),
        ("tables in memory", f"{built.bytes / 1e6:.2f} MB", "", ""),
        ("exact, general", f"{counted(lambda: counting.count_general(4, 14)):.2f} s", "", ""),
        ("exact, all forms", f"{counted(lambda: counting.count_hands(4, 14)):.2f} s", "", ""),
        ("exact, 13 tiles with accepts", f"{counted(lambda: counting.count_hands(4, 13)):.2f} s", "", ""),
    ]


def rows(hands: int = 1_000_000) -> list[Row]:
    """All rows: what, ours, yardstick, factor."""
    return batch_rows(hands) + table_rows()


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000_000)
    hands = parser.parse_args().hands
    names = ("numpy", "numba", "mahjong", "shanten-tools")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    print(f"{platform.machine()}, Python {sys.version.split()[0]}, {versions}; {hands} hands, one thread\n")
    print("| what | ours | yardstick | times faster |\n|---|---|---|---|")
    for row in rows(hands):
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
