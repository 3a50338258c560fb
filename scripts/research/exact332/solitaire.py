"""The beginners' game 332 solved for one player: the chance to complete any hand of seven tiles within t draws.

A draw takes any tile that is not in the hand, and a tile that is thrown goes back. So the chance depends on the hand
alone:

    V_0 = 0,   V_t(h) = Σ_x (copies of x not in h) / (tiles not in h) · (1 if h + x is complete, else V_t-1(h + x - y))

y is the tile that the player throws. Best play throws the one with the largest V_t-1(h + x - y). Others throw the one
that leaves the largest *score*; of equal ones, the letter in the fewest blocks:

- "greedy", as the agent: the score is the least distance, then the most tiles that lower it;
- "chance", nearly as the agent: V_2; where it is 0, the score of greedy.

Values are kept as whole numbers of 65,535ths (`values.py`). A rounded value is wrong by at most half a unit more than
those it is made from, so V_t is wrong by at most t / 131070.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from exact332.kernels.solitaire import PAD, SCORE, read_off, sweep
from exact332.multisets import HAND_TILES, Game332, Question332
from exact332.ranks import Bits, Numbers
from exact332.sevens import Sevens
from exact332.values import Put, ValueFiles, Values

Sums = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]
Hand = tuple[int, ...]
BEST, GREEDY, CHANCE = PLAYERS = ("best", "greedy", "chance")
"""What the players are called in files and tables."""
AHEAD = 2
"""How many draws the player "chance" looks ahead."""
ONE = 65535


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


class Solitaire(Game332):
    """Solves the game of a question. files: where the values are kept. agents: whether there are players beside best
    play. Raises KanamjError if there is not enough memory or disk."""

    def __init__(
        self, question: Question332, files: ValueFiles, threads: int = 0, agents: bool = False
    ) -> None:
        ranks = question.ranks
        of_threads = max(threads, 1) * int(np.diff(ranks.first[7]).max())
        needed = 8 * ranks.words(8) + (4 if agents else 2) * ranks.bits[7] + 6 * of_threads
        super().__init__(question, threads, needed)
        files.check_disk(7 if agents else 2)
        self.files = files

    @cached_property
    def whole(self) -> Bits:
        """The bit set of the complete hands."""
        return self.find(HAND_TILES)

    def values(self, player: str, draws: int) -> Values:
        """The values of a player by rank, or its scores for 0 draws. They are made if they are not kept."""
        if (player, draws) == (BEST, 0):
            return np.zeros(self.ranks.bits[7], np.uint16)
        player = BEST if draws == 1 else player  # nobody throws before the first draw
        if (found := self.files.read(player, draws)) is None:
            if draws:
                self.sweep(player, draws)
            else:
                dense = _dense(self._near() if player == GREEDY else self._likely())

                def fill(put: Put) -> None:
                    for start, part in enumerate(self.files.parts):
                        put(start, dense[part])

                self.files.write(player, 0, fill)
            found = self.files.read(player, draws)
            assert found is not None
        return found

    def chances(self, player: str, draws: int, hands: Iterable[Iterable[int]]) -> Floats:
        """The values of some hands, from 0 to 1. Their kinds are those of the tile set, in any order."""
        found: Floats = self.values(player, draws)[self.question.ranked(hands)] / ONE
        return found

    def _near(self) -> Values:
        """The scores of greedy: of one walk over all hands."""
        scores = np.zeros(self.ranks.bits[7], np.uint16)
        Sevens(self.question, self.threads).walk(scores=scores)
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
        n = self.ranks.starts
        if scores is None:
            return np.zeros(n + PAD, np.uint16)
        blocks = [{*row} for size in (2, 3) for row in self.question.rows(size).tolist()]
        uses = np.bincount([kind for block in blocks for kind in block], None, n)
        ties = n - 1 - uses.argsort(kind="stable").argsort()
        return np.pad(ties << 16, (0, PAD)).astype(np.int64 if int(scores.max()) >> 32 - SCORE else np.uint32)

    def sweep(self, player: str, draws: int) -> Solved:
        """Make the values with so many draws from those with a draw less."""
        ranks, n = self.ranks, self.ranks.starts
        old = self.values(player, draws - 1) if draws > 1 else self.values(BEST, 0)
        scores = None if player == BEST or draws == 1 else self.values(player, 0)
        figures, hands = np.zeros((n, 3)), np.zeros((n, 2, 7), np.int64)
        percent, letters = np.zeros((n, 101), np.int64), np.zeros((n, n, 2))
        ties, whole = self._ties(scores), self.whole

        def walk(start: int, put: Put) -> None:
            sums = np.zeros(ranks.first[7, start + 1] - ranks.first[7, start], np.uint32)
            for lead in range(start + 1):
                sweep(ranks, old, scores, ties, whole, lead, start, sums)
            new = np.zeros(len(sums), np.uint16)
            of_start = [each[start] for each in (figures, hands, percent, letters)]
            read_off(ranks, self.choose, start, sums, new, *of_start)
            put(start, new)

        player = BEST if draws == 1 else player
        self.files.write(player, draws, lambda put: self.each_start(lambda start: walk(start, put)))
        low, high = figures[:, 1].argmin(), figures[:, 2].argmax()
        return Solved(
            sum(figures[:, 0].tolist()) / self.question.hands(HAND_TILES - 1),
            (float(figures[low, 1]), tuple(hands[low, 0].tolist())),
            (float(figures[high, 2]), tuple(hands[high, 1].tolist())),
            percent.sum(0),
            letters.sum(0),
        )


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
