"""The beginners' game 332 solved for one player: the chance to complete any hand of seven tiles within t draws.

A draw takes any tile that is not in the hand, and a tile that is thrown goes back. So the chance depends on the hand
alone:

    V_0 = 0,   V_t(h) = Σ_x (copies of x not in h) / (tiles not in h) · (1 if h + x is complete, else V_t-1(h + x - y))

y is the tile that the player throws. Best play throws the one with the largest V_t-1(h + x - y). "greedy" leaves the
least distance; of equal throws, those with the most tiles that lower it; then it throws the letter in the fewest
blocks, as the agent of this name does. "chance" leaves the best chance to complete the hand within two draws, if there
is one; else it throws as greedy.

A file has the values of one t: by rank (`ranks.py`) a uint16, 65535 for the chance 1. A rounded value is wrong by at
most half a unit more than those it is made from, so V_t is wrong by at most t / 131070.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kanamj.disk import open_whole, sha256, sweep
from kanamj.engine.counting.multisets import HAND_TILES, Families, Question332, check_memory
from kanamj.engine.counting.ranks import Bits, Numbers
from kanamj.engine.counting.seven_tiles import SevenTiles
from kanamj.errors import KanamjError
from kanamj.version import __version__

Values = npt.NDArray[np.uint16]
Floats = npt.NDArray[np.float64]
Hand = tuple[int, ...]
BEST, GREEDY, CHANCE = PLAYERS = ("best", "greedy", "chance")
AHEAD = 2
"""How many draws the player "chance" looks ahead."""
ONE = 65535
MOST_TILES = 200
"""With more tiles, counts of hands do not fit into 64 bits."""


class Solved(NamedTuple):
    """What a player reaches within some draws, over all hands of seven of the tiles.

    chance: the mean. lowest, highest: a chance and a hand, kinds by their index in `Question332.kinds`. percent[p]: how
    many hands have a chance of p to p + 1 %. letters[k]: how many hold a tile of kind k, and the sum of their chances.
    kept: two bounds, for each hand and all later draws, of the chance not to be complete divided by that with a draw
    less.
    """

    chance: float
    lowest: tuple[float, Hand]
    highest: tuple[float, Hand]
    percent: Numbers
    letters: Floats
    kept: tuple[float, float]


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
        ranks, blocks = self.ranks, [question.rows(size).tolist() for size in (2, 3)]
        of_threads = threads * int(np.diff(ranks.first[7]).max())
        check_memory(ranks, 8 * ranks.words(8) + 4 * ranks.bits[7] + 6 * of_threads)
        uses = np.bincount([kind for rows in blocks for row in rows for kind in {*row}], None, ranks.starts)
        self.ties = (ranks.starts - uses.argsort(kind="stable").argsort()).astype(np.uint64)
        self.name, self.place, self.tiles = name_of(question), place, tiles
        place.mkdir(parents=True, exist_ok=True)
        sweep(place)

    @cached_property
    def whole(self) -> Bits:
        """The bit set of the complete hands."""
        return self.find(HAND_TILES)

    def path(self, player: str, draws: int) -> Path:
        """The file of `values`. With one draw, all players have those of best play, as nobody throws."""
        return self.place / f"{BEST if draws == 1 else player}-{draws}-{self.name}.values"

    def values(self, player: str, draws: int) -> Values:
        """The values of a player by rank. With 0 draws, the scores by which an agent throws: how good it is to keep the
        multiset. They are made if there is no whole file of them."""
        if (player, draws) == (BEST, 0):
            return np.zeros(self.ranks.bits[7], np.uint16)
        path = self.path(player, draws)
        if not path.is_file() or path.stat().st_size != 2 * self.ranks.bits[7]:
            if draws:
                self.sweep(player, draws)
            else:
                greedy = SevenTiles(self.question, self.threads).count if player == GREEDY else None
                self._write(path, greedy or self._mixed())
        return np.memmap(path, np.uint16, "c")  # only read; but "r" would have all kernels compiled again

    def _mixed(self) -> Callable[[int, Values], None]:
        """What makes the scores of the player "chance"."""
        greedy, values = self.values(GREEDY, 0), self.values(BEST, AHEAD)
        levels = (HAND_TILES + 1) * (self.tiles + 1)  # more than any score of greedy

        def mix(start: int, new: Values) -> None:
            begin = self.ranks.first[7, start]
            for at in range(0, len(new), 1 << 20):  # all at once would take much memory
                part = new[at : at + (1 << 20)]
                here = slice(begin + at, begin + at + len(part))
                chance = values[here].astype(np.int64)
                part[:] = np.where(chance > 0, levels + chance * (ONE - levels) // ONE, greedy[here])

        return mix

    def sweep(self, player: str, draws: int) -> Solved:
        """Make the values of a player with so many draws, from those with a draw less."""
        from kanamj.engine.kernels import solitaire as kernels

        ranks, whole, n = self.ranks, self.whole, self.ranks.starts
        old = self.values(BEST if draws == 1 else player, draws - 1)
        scores = None if player == BEST or draws == 1 else self.values(player, 0)
        figures, hands = np.zeros((n, 5)), np.zeros((n, 2, 7), np.int64)
        percent, letters = np.zeros((n, 101), np.int64), np.zeros((n, n, 2))
        found = figures, hands, percent, letters

        def play(start: int, new: Values) -> None:
            best = np.zeros(n * (n + 1) // 2, np.uint16 if scores is None else np.uint64)
            sums, read = np.zeros(len(new), np.uint32), [each[start] for each in found]
            for lead in range(start + 1):
                kernels.sweep(*ranks.arguments, old, scores, self.ties, whole, lead, start, best, sums)
            kernels.read_off(*ranks.arguments, self.choose, start, sums, old, draws / 2, new, *read)

        self._write(self.path(player, draws), play)
        low, high = figures[:, 1].argmin(), figures[:, 2].argmax()
        return Solved(
            sum(figures[:, 0].tolist()) / self.question.hands(HAND_TILES - 1),
            (float(figures[low, 1]), tuple(hands[low, 0].tolist())),
            (float(figures[high, 2]), tuple(hands[high, 1].tolist())),
            percent.sum(0),
            letters.sum(0),
            (float(figures[:, 3].min()), float(figures[:, 4].max())),
        )

    def throws(self, hands: Numbers, player: str, draws: int) -> tuple[Numbers, Numbers, Floats]:
        """The places of the tiles that a player throws from hands of eight tiles, those of the best throws, and the
        chance of best play within so many draws after each throw. hands: (n, 8), kinds as in `Solved`, ascending. The
        chances are (n, 8); 1 for all throws from a complete hand."""
        values, scores = self.values(BEST, draws), self.values(player, 0)
        ranks = np.stack([self.ranks.rank(np.delete(hands, i, 1)) for i in range(HAND_TILES)], 1)
        chances, at = values[ranks] / ONE, self.ranks.rank(hands)
        chances[self.whole[at >> 6] >> (at & 63).astype(np.uint64) & np.uint64(1) == 1] = 1
        by = chances if player == BEST else scores[ranks].astype(np.uint64) << 8 | self.ties[hands]
        return by.argmax(1), chances.argmax(1), chances

    def keep(self, wanted: Iterable[tuple[str, int]]) -> None:
        """Delete the other files of this question."""
        for path in {*self.place.glob(f"*-{self.name}.values")} - {self.path(*each) for each in wanted}:
            path.unlink()

    def _write(self, path: Path, make: Callable[[int, Values], object]) -> None:
        """Write a file, whole or not at all. make(start, new) fills in the numbers of a first kind."""
        ends, size, lock = self.ranks.first[7].tolist(), 2 * self.ranks.bits[7], threading.Lock()
        if (free := shutil.disk_usage(self.place).free) < size:
            raise KanamjError(
                f"the values take {size / 1e9:.1f} GB; the disk of {self.place} has {free / 1e9:.1f} GB left. "
                "Delete something, or give another folder"
            )
        with open_whole(path) as file:
            file.truncate(size)

            def work(start: int) -> None:
                make(start, new := np.zeros(ends[start + 1] - ends[start], np.uint16))
                with lock:
                    file.seek(2 * ends[start])
                    file.write(new.data)

            self.each_start(work)
