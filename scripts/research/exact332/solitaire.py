"""The beginners' game 332 solved for one player: the chance to complete any hand of seven tiles within t draws.

A draw takes any tile that is not in the hand, and a tile that is thrown goes back. So the chance depends on the hand
alone:

    V_0 = 0,   V_t(h) = Σ_x (copies of x not in h) / (tiles not in h) · (1 if h + x is complete, else V_t-1(h + x - y))

y is the tile that the player throws. Best play throws the one with the largest V_t-1(h + x - y). Others throw the one
that leaves the largest *score*; of equal ones, the letter in the fewest blocks:

- "greedy", as the agent: the score is the least distance, then the most tiles that lower it;
- "chance", nearly as the agent: V_2; where it is 0, the score of greedy.

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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from exact332.multisets import HAND_TILES, Families, Question332, check_memory
from exact332.ranks import Bits, Numbers
from kanamj.disk import open_whole, sha256, sweep
from kanamj.errors import KanamjError
from kanamj.tiles import Kinds
from kanamj.version import __version__

Values = npt.NDArray[np.uint16]
Sums = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]
Hand = tuple[int, ...]
BEST, GREEDY, CHANCE = PLAYERS = ("best", "greedy", "chance")
"""What the players are called in files and tables."""
AHEAD = 2
"""How many draws the player "chance" looks ahead."""
ONE = 65535
KEPT = ".values"
"""The folder in that of the results in which values are kept for the agent `solved`."""


class Solved(NamedTuple):
    """What a player reaches within some draws, over all hands of seven of the tiles.

    chance: the mean. lowest, highest: a chance and a hand, kinds by their index in `Question332.kinds`. percent[p]: how
    many hands have a chance of p to p + 1 %. letters[k]: how many hold a tile of kind k, and the sum of their chances.
    """

    chance: float
    lowest: tuple[float, Hand]
    highest: tuple[float, Hand]
    percent: Numbers
    letters: Floats


def file_name(question: Question332, player: str, draws: int | str) -> str:
    """The file of the values of a player. With one draw, all have those of best play, as nobody throws. A hash of the
    tiles and words and of the version is part of it."""
    blocks = [question.rows(size).tolist() for size in (2, 3)]
    of = sha256(repr((__version__, question.copies, blocks)))[:16]
    return f"{BEST if draws == 1 else player}-{draws}-{of}.values"


class Solitaire(Families):
    """Solves the game of a question. place: the folder of the files of values. agents: whether there are players beside
    best play. Raises KanamjError if there is not enough memory or disk."""

    def __init__(self, question: Question332, place: Path, threads: int = 1, agents: bool = False) -> None:
        super().__init__(question, threads, of_seven=0)
        ranks = self.ranks
        of_threads = threads * int(np.diff(ranks.first[7]).max())
        check_memory(ranks, 8 * ranks.words(8) + (4 if agents else 2) * ranks.bits[7] + 6 * of_threads)
        self.place = place
        place.mkdir(parents=True, exist_ok=True)
        sweep(place)
        kept = sum(path.stat().st_size for path in self.files)
        needed = (7 if agents else 2) * 2 * ranks.bits[7]
        if (free := shutil.disk_usage(place).free + kept) < needed:
            raise KanamjError(
                f"the values that a sweep needs take {needed / 1e9:.1f} GB; the disk of {place} has {free / 1e9:.1f} "
                "GB left. Delete something, or give another folder"
            )

    @cached_property
    def whole(self) -> Bits:
        """The bit set of the complete hands."""
        return self.find(HAND_TILES)

    @property
    def files(self) -> set[Path]:
        """The files of values of this question."""
        return {*self.place.glob(file_name(self.question, "*", "*"))}

    def path(self, player: str, draws: int) -> Path:
        """The file of `values`."""
        return self.place / file_name(self.question, player, draws)

    def values(self, player: str, draws: int) -> Values:
        """The values of a player by rank, or its scores for 0 draws. A file that is missing or not whole is made."""
        if (player, draws) == (BEST, 0):
            return np.zeros(self.ranks.bits[7], np.uint16)
        path = self.path(player, draws)
        if not path.is_file() or path.stat().st_size != 2 * self.ranks.bits[7]:
            if draws:
                self.sweep(player, draws)
            else:
                scores = self._near() if player == GREEDY else self._likely()
                with open_whole(path) as file:
                    file.write(_dense(scores).data)
        return np.memmap(path, np.uint16, "c")  # only read; but "r" would have all kernels compiled again

    def chances(self, player: str, draws: int, hands: Iterable[Kinds]) -> Floats:
        """The values of some hands, from 0 to 1. Their kinds are those of the tile set, in any order."""
        found: Floats = self.values(player, draws)[self.question.ranked(hands)] / ONE
        return found

    def _near(self) -> Values:
        """The scores of greedy: level by level, the hands that one tile brings to the level before."""
        tiles, ends = sum(self.question.copies), self.ranks.first[7].tolist()
        scores, near = (np.zeros(self.ranks.bits[7], np.uint16) for _ in range(2))
        for level in range(HAND_TILES, 0, -1):
            before = np.count_nonzero(scores)

            def find(start: int, sums: Sums, level: int = level) -> None:
                new, part = sums // ONE, scores[ends[start] : ends[start + 1]]
                np.copyto(part, level * (tiles + 1) + new, "unsafe", (part == 0) & (new > 0))

            self._walk(near, None, find)
            if np.count_nonzero(scores) == before:
                break
            np.copyto(near, ONE, where=scores > 0)
        return scores

    def _likely(self) -> Values:
        """The scores of the player "chance"."""
        greedy, scores = self.values(GREEDY, 0), self.values(BEST, AHEAD).copy()
        least = int(greedy.max()) + 1
        for part in _parts(scores):
            above = least + scores[part].astype(np.int64) * (ONE - least) // ONE
            scores[part] = np.where(scores[part] > 0, above, greedy[part])
        return scores

    def _ties(self, scores: Values | None) -> npt.NDArray[Any]:
        """The ties of kinds for the kernel; the fewer blocks have a kind, the larger. Their type is that of merits."""
        from exact332.kernels.solitaire import PAD, SCORE

        n = self.ranks.starts
        if scores is None:
            return np.zeros(n + PAD, np.uint16)
        blocks = [{*row} for size in (2, 3) for row in self.question.rows(size).tolist()]
        uses = np.bincount([kind for block in blocks for kind in block], None, n)
        ties = n - 1 - uses.argsort(kind="stable").argsort()
        return np.pad(ties << 16, (0, PAD)).astype(np.int64 if int(scores.max()) >> 32 - SCORE else np.uint32)

    def _walk(self, old: Values, scores: Values | None, finish: Callable[[int, Sums], object]) -> None:
        """finish(start, sums) for each first kind. sums: see `kernels.sweep`."""
        from exact332.kernels import solitaire as kernels

        ends, ties, whole = self.ranks.first[7].tolist(), self._ties(scores), self.whole

        def walk(start: int) -> None:
            sums = np.zeros(ends[start + 1] - ends[start], np.uint32)
            for lead in range(start + 1):
                kernels.sweep(*self.ranks.arguments, old, scores, ties, whole, lead, start, sums)
            finish(start, sums)

        self.each_start(walk)

    def sweep(self, player: str, draws: int) -> Solved:
        """Make the file of the values with so many draws, whole or not at all, from those with a draw less."""
        from exact332.kernels.solitaire import read_off

        ranks, n = self.ranks, self.ranks.starts
        old = self.values(BEST if draws == 1 else player, draws - 1)
        scores = None if player == BEST or draws == 1 else self.values(player, 0)
        figures, hands = np.zeros((n, 3)), np.zeros((n, 2, 7), np.int64)
        percent, letters = np.zeros((n, 101), np.int64), np.zeros((n, n, 2))
        with open_whole(self.path(player, draws)) as file:
            file.truncate(2 * ranks.bits[7])
            lock = threading.Lock()

            def write(start: int, sums: Sums) -> None:
                new = np.zeros(len(sums), np.uint16)
                of_start = [each[start] for each in (figures, hands, percent, letters)]
                read_off(*ranks.arguments, self.choose, start, sums, new, *of_start)
                with lock:
                    file.seek(2 * int(ranks.first[7, start]))
                    file.write(new.data)

            self._walk(old, scores, write)
        low, high = figures[:, 1].argmin(), figures[:, 2].argmax()
        return Solved(
            sum(figures[:, 0].tolist()) / self.question.hands(HAND_TILES - 1),
            (float(figures[low, 1]), tuple(hands[low, 0].tolist())),
            (float(figures[high, 2]), tuple(hands[high, 1].tolist())),
            percent.sum(0),
            letters.sum(0),
        )

    def keep(self, wanted: Iterable[tuple[str, int]]) -> None:
        """Delete the other files of this question."""
        for path in self.files - {self.path(*each) for each in wanted}:
            path.unlink()


def _dense(scores: Values) -> Values:
    """The scores, replaced by 0, 1, 2, … in their order."""
    there = np.zeros(ONE + 1, np.uint16)
    for part in _parts(scores):
        there[scores[part]] = 1
    number = np.cumsum(there, dtype=np.uint16) - there
    for part in _parts(scores):
        scores[part] = number[scores[part]]
    return scores


def _parts(scores: Values) -> list[slice]:
    """Where to cut the scores, as all at once would take much memory."""
    return [slice(at, at + (1 << 20)) for at in range(0, len(scores), 1 << 20)]
