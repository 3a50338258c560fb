"""The beginners' game 332 solved for one player: the chance to complete any hand of seven tiles within t draws.

A draw takes any tile that is not in the hand, and a tile that is thrown goes back. So the chance depends on the hand
alone:

    V_0 = 0,   V_t(h) = Σ_x (copies of x not in h) / (tiles not in h) · (1 if h + x is complete, else V_t-1(h + x - y))

y is the tile that the player throws: the one with the largest V_t-1(h + x - y).

A file has the values of one t: by rank (`ranks.py`) a uint16, 65535 for the chance 1. A rounded value is wrong by at
most half a unit more than those it is made from, so V_t is wrong by at most t / 131070.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import shutil
import threading
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kanamj.disk import open_whole, sha256, sweep
from kanamj.engine.counting.multisets import HAND_TILES, Families, Question332, check_memory
from kanamj.engine.counting.ranks import Bits, Numbers
from kanamj.errors import KanamjError
from kanamj.version import __version__

Values = npt.NDArray[np.uint16]
Floats = npt.NDArray[np.float64]
Hand = tuple[int, ...]
BEST = "best"
"""What the values of best play are called in files and tables."""
ONE = 65535
MOST_TILES = 200
"""With more tiles, counts of hands do not fit into 64 bits."""


class Solved(NamedTuple):
    """What best play reaches within some draws, over all hands of seven of the tiles.

    chance: the mean. lowest, highest: a chance and a hand, kinds by their index in `Question332.kinds`. percent[p]: how
    many hands have a chance of p to p + 1 %. letters[k]: how many hold a tile of kind k, and the sum of their chances.
    """

    chance: float
    lowest: tuple[float, Hand]
    highest: tuple[float, Hand]
    percent: Numbers
    letters: Floats


def name_of(question: Question332) -> str:
    """What the files of values of a question have in their names: a hash of its tiles and words, and of the version."""
    blocks = [question.rows(size).tolist() for size in (2, 3)]
    return sha256(repr((__version__, question.copies, blocks)))[:16]


class Solitaire(Families):
    """Solves the game of a question. place: the folder of the files of values. Raises KanamjError if there is not
    enough memory or disk."""

    def __init__(self, question: Question332, place: Path, threads: int = 1) -> None:
        if (tiles := sum(question.copies)) > MOST_TILES:
            raise KanamjError(
                f"the tile set has {tiles} tiles, but the game is solved for at most {MOST_TILES}. Choose a smaller one"
            )
        super().__init__(question, threads, of_seven=0)
        ranks = self.ranks
        of_threads = threads * int(np.diff(ranks.first[7]).max())
        check_memory(ranks, 8 * ranks.words(8) + 2 * ranks.bits[7] + 6 * of_threads)
        self.name, self.place = name_of(question), place
        place.mkdir(parents=True, exist_ok=True)
        sweep(place)
        kept = sum(path.stat().st_size for path in place.glob(f"*-{self.name}.values"))
        needed = 2 * 2 * ranks.bits[7]
        if (free := shutil.disk_usage(place).free + kept) < needed:
            raise KanamjError(
                f"the values of two sweeps take {needed / 1e9:.1f} GB; the disk of {place} has {free / 1e9:.1f} GB "
                "left. Delete something, or give another folder"
            )

    @cached_property
    def whole(self) -> Bits:
        """The bit set of the complete hands."""
        return self.find(HAND_TILES)

    def path(self, draws: int) -> Path:
        """The file of `values`."""
        return self.place / f"{BEST}-{draws}-{self.name}.values"

    def values(self, draws: int) -> Values:
        """The values by rank. They are made if there is no whole file of them."""
        if draws == 0:
            return np.zeros(self.ranks.bits[7], np.uint16)
        path = self.path(draws)
        if not path.is_file() or path.stat().st_size != 2 * self.ranks.bits[7]:
            self.sweep(draws)
        return np.memmap(path, np.uint16, "c")  # only read; but "r" would have all kernels compiled again

    def sweep(self, draws: int) -> Solved:
        """Make the file of the values with so many draws, whole or not at all, from those with a draw less."""
        from kanamj.engine.kernels import solitaire as kernels

        ranks, whole, n, old = self.ranks, self.whole, self.ranks.starts, self.values(draws - 1)
        figures, hands = np.zeros((n, 3)), np.zeros((n, 2, 7), np.int64)
        percent, letters = np.zeros((n, 101), np.int64), np.zeros((n, n, 2))
        ends, lock = ranks.first[7].tolist(), threading.Lock()
        with open_whole(self.path(draws)) as file:
            file.truncate(2 * ranks.bits[7])

            def play(start: int) -> None:
                size, found = ends[start + 1] - ends[start], (figures, hands, percent, letters)
                sums, new = np.zeros(size, np.uint32), np.zeros(size, np.uint16)
                for lead in range(start + 1):
                    kernels.sweep(*ranks.arguments, old, whole, lead, start, sums)
                of_start = [each[start] for each in found]
                kernels.read_off(*ranks.arguments, self.choose, start, sums, new, *of_start)
                with lock:
                    file.seek(2 * ends[start])
                    file.write(new.data)

            self.each_start(play)
        low, high = figures[:, 1].argmin(), figures[:, 2].argmax()
        return Solved(
            sum(figures[:, 0].tolist()) / self.question.hands(HAND_TILES - 1),
            (float(figures[low, 1]), tuple(hands[low, 0].tolist())),
            (float(figures[high, 2]), tuple(hands[high, 1].tolist())),
            percent.sum(0),
            letters.sum(0),
        )

    def keep(self, *draws: int) -> None:
        """Delete the files of other numbers of draws."""
        for path in {*self.place.glob(f"*-{self.name}.values")} - {*map(self.path, draws)}:
            path.unlink()
