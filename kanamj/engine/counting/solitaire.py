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
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from kanamj.disk import open_whole, sha256, sweep
from kanamj.engine.counting.multisets import HAND_TILES, Completing, Question332
from kanamj.engine.counting.ranks import Numbers, Ranks
from kanamj.engine.counting.seven_tiles import SevenTiles
from kanamj.errors import KanamjError
from kanamj.version import __version__

Values = npt.NDArray[np.uint16]
Read = TypeVar("Read")
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
    letters: npt.NDArray[np.float64]
    kept: tuple[float, float]


class Solitaire(Completing):
    """Solves the game of a question. place: the folder of the files of values. Raises KanamjError if there is not
    enough memory or disk."""

    def __init__(self, question: Question332, place: Path, threads: int = 1) -> None:
        if (tiles := sum(question.copies)) > MOST_TILES:
            raise KanamjError(
                f"the tile set has {tiles} tiles, but the game is solved for at most {MOST_TILES}. Choose a smaller one"
            )

        def needed(ranks: Ranks) -> int:
            """Complete hands, values, scores, and for each thread what the largest first kind takes."""
            return 8 * ranks.words(8) + 4 * ranks.bits[7] + 6 * threads * int(np.diff(ranks.first[7]).max())

        super().__init__(question, threads, needed)
        blocks = [question.rows(size).tolist() for size in (2, 3)]
        uses = np.bincount(
            [kind for rows in blocks for block in rows for kind in {*block}], minlength=self.ranks.starts
        )
        self.ties = np.empty(self.ranks.starts, np.uint32)
        self.ties[np.argsort(uses, stable=True)] = np.arange(len(uses), 0, -1)
        self.name = sha256(repr((__version__, question.copies, blocks)))[:16]
        self.place, self.tiles = place, tiles
        place.mkdir(parents=True, exist_ok=True)
        sweep(place)

    @cached_property
    def whole(self) -> npt.NDArray[np.uint64]:
        """The bit set of the complete hands."""
        return self.find(HAND_TILES)

    def path(self, player: str, draws: int) -> Path:
        """The file of the values of a player; with 0 draws, of the scores (`scores`). With one draw, all players have
        the values of best play, as nobody throws."""
        player = BEST if draws == 1 else player
        return self.place / f"{player}-{draws}-{self.name}.values"

    def values(self, player: str, draws: int) -> Values:
        """The values of a player by rank. They are made if there is no whole file of them."""
        if draws == 0:
            return np.zeros(self.ranks.bits[7], np.uint16)
        return self._read(self.path(player, draws), lambda: self.sweep(player, draws))

    def scores(self, player: str) -> Values | None:
        """How good it is to keep a multiset of seven tiles, by rank; None for best play, which goes by values."""
        if player == BEST:
            return None
        path, sevens = self.path(player, 0), SevenTiles
        if player == GREEDY:
            return self._read(path, lambda: self._write(path, sevens(self.question, self.threads).count))
        greedy, values, ends = self.scores(GREEDY), self.values(BEST, AHEAD), self.ranks.first[7]
        assert greedy is not None
        levels = (HAND_TILES + 1) * (self.tiles + 1)  # more than any score of greedy

        def mix(start: int, new: Values) -> None:
            for at in range(ends[start], ends[start + 1], 1 << 20):
                part = slice(at, min(at + (1 << 20), ends[start + 1]))
                chance = values[part].astype(np.int64)
                scores = np.where(chance > 0, levels + chance * (ONE - levels) // ONE, greedy[part])
                new[part.start - ends[start] : part.stop - ends[start]] = scores

        return self._read(path, lambda: self._write(path, mix))

    def sweep(self, player: str, draws: int) -> Solved:
        """Make the values of a player with so many draws, from those with a draw less."""
        from kanamj.engine.kernels import solitaire as kernels

        ranks, old, whole = self.ranks, self.values(player, draws - 1), self.whole
        scores = self.scores(player) if draws > 1 else None
        left = self.tiles - HAND_TILES + 1

        def play(
            start: int, new: Values
        ) -> tuple[npt.NDArray[np.float64], Numbers, Numbers, npt.NDArray[np.float64]]:
            sums, figures, hands = np.zeros(len(new), np.uint32), np.zeros(5), np.zeros((2, 7), np.int64)
            percent, letters = np.zeros(101, np.int64), np.zeros((ranks.starts, 2))
            for lead in range(start + 1):
                kernels.sweep(*ranks.arguments, old, scores, self.ties, whole, lead, start, sums)
            read = percent, letters, figures, hands
            kernels.read_off(*ranks.arguments, self.choose, start, left, sums, old, draws / 2, new, *read)
            return figures, hands, percent, letters

        each = self._write(self.path(player, draws), play)
        low = min(each, key=lambda found: float(found[0][1]))
        high = max(each, key=lambda found: float(found[0][2]))
        return Solved(
            sum(float(found[0][0]) for found in each) / self.question.hands(HAND_TILES - 1),
            (float(low[0][1]), tuple(low[1][0].tolist())),
            (float(high[0][2]), tuple(high[1][1].tolist())),
            np.sum([found[2] for found in each], axis=0),
            np.sum([found[3] for found in each], axis=0),
            (min(float(found[0][3]) for found in each), max(float(found[0][4]) for found in each)),
        )

    def throws(
        self, hands: Numbers, player: str, draws: int
    ) -> tuple[Numbers, Numbers, npt.NDArray[np.float64]]:
        """The places of the tiles that a player throws from hands of eight tiles, those of the best throws, and the
        chance of best play within so many draws after each throw. hands: (n, 8), kinds as in `Solved`, ascending. The
        chances are (n, 8); 1 for all throws from a complete hand."""
        values, scores = self.values(BEST, draws), self.scores(player)
        ranks = np.stack([self.ranks.rank(np.delete(hands, i, 1)) for i in range(HAND_TILES)], 1)
        chances, at = values[ranks] / ONE, self.ranks.rank(hands)
        chances[self.whole[at >> 6] >> (at & 63).astype(np.uint64) & np.uint64(1) == 1] = 1
        by = chances if scores is None else scores[ranks].astype(np.int64) << 8 | self.ties[hands]
        return by.argmax(1), chances.argmax(1), chances

    def keep(self, wanted: Iterable[tuple[str, int]]) -> None:
        """Delete the other files of this question."""
        for path in {*self.place.glob(f"*-{self.name}.values")} - {self.path(*each) for each in wanted}:
            path.unlink()

    def _read(self, path: Path, make: Callable[[], object]) -> Values:
        if not path.is_file() or path.stat().st_size != 2 * self.ranks.bits[7]:
            make()
        return np.memmap(
            path, np.uint16, "c"
        )  # no kernel writes to it; a read-only array would be compiled again

    def _write(self, path: Path, make: Callable[[int, Values], Read]) -> list[Read]:
        """Write a file, whole or not at all. make(start, new) fills in the numbers of the multisets with a first kind.
        Returns what it returns for each first kind."""
        ends, size, lock = self.ranks.first[7].tolist(), 2 * self.ranks.bits[7], threading.Lock()
        if (free := shutil.disk_usage(self.place).free) < size:
            raise KanamjError(
                f"the values take {size / 1e9:.1f} GB; the disk of {self.place} has {free / 1e9:.1f} GB left. "
                "Delete something, or give another folder"
            )
        with open_whole(path) as file:
            file.truncate(size)

            def work(start: int) -> Read:
                new = np.zeros(ends[start + 1] - ends[start], np.uint16)
                found = make(start, new)
                with lock:
                    file.seek(2 * ends[start])
                    file.write(new.data)
                return found

            return self.each_start(work)
