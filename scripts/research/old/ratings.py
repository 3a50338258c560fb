"""Elo by who won, and errors of whatever is estimated from a sample.

`Elo` reads the ratings of agents off the sums of a study, which are kept for up to BLOCKS groups of its chunks: the
errors are those of the jackknife over these groups.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from old.measures import Measure
from old.sums import NOTHING, Row

BLOCKS, FEWEST = 50, 5
CLOSE = 1e-10
"""`bradley_terry` ends when no strength changes by more."""
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Elo(Measure):
    """The rating of the agent of a row, or of a pair the difference; empty if an agent has won nothing.

    It needs the sums ("blocks", agent, other, block, "share"): the shares of games that `agent` has won against `other`
    on each wall. The study has the `names` of the agents, `sides` (see `bradley_terry`), `games` (how many a pair
    plays on a wall) and `unit` (what a game is worth).
    """

    columns, needs = ("elo", "elo_stderr"), ()

    def cells(self, study: Any, row: Row) -> list[float | None]:
        names = row.keys if len(row.keys) > 1 else study.names
        blocks = sorted({block for *_, block in row.sums.rows("blocks")})
        cells = (("blocks", a, b, block, "share") for block in blocks for a in names for b in names)
        sums = np.array([row.sums.get(cell, NOTHING)[:2] for cell in cells], np.float64)
        played, won = sums.reshape(len(blocks), len(names), len(names), 2).transpose(3, 0, 1, 2)
        walls, won = played[:, 0, 1].astype(np.int64), won / study.unit  # the first agent against the second
        left = np.array([won.sum(axis=0), *(won.sum(axis=0) - won)])  # in all blocks, and without each
        games = study.games * np.array([walls.sum(), *(walls.sum() - walls)])
        elo = bradley_terry(left, games, *study.sides)
        found = jackknife(elo[:, names.index(row.keys[0])] - (elo[:, 1] if names is row.keys else 0), walls)
        return self.rounded(*(number if math.isfinite(number) else None for number in found))


def bradley_terry(won: Floats, games: Ints, few: int, many: int) -> Floats:
    """Elo of players by who won, (n, players), their mean 0: a seat wins in proportion to the strength of its player.

    won: (n, players, players), the games that `few` seats of a player have won against `many` seats of another. games:
    (n,), how many each pair has played so. The n tables have nothing to do with each other. NaN if a player of a table
    has won nothing. 400 Elo are a factor of 10. This is an MM algorithm (Hunter, "MM algorithms for generalized
    Bradley-Terry models", Annals of Statistics 32, 2004).

    >>> bradley_terry(np.array([[[0, 60.0], [40, 0]]]), np.array([100]), 1, 1).round(2).tolist()
    [[35.22, -35.22]]
    """
    apart = ~np.eye(won.shape[-1], dtype=bool)
    played = apart * games[:, None, None]
    total = (apart * (won + (played - won).swapaxes(1, 2))).sum(axis=2)
    total = np.where(total > 0, total, np.nan)
    before, strength = np.zeros_like(total), np.ones_like(total)
    while np.nan_to_num(np.abs(strength - before)).max() > CLOSE:
        before = strength
        each = played / (few * strength[:, :, None] + many * strength[:, None, :])
        strength = total / (few * each.sum(axis=2) + many * each.sum(axis=1))
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    return np.asarray(400 * np.log10(strength))


def jackknife(estimates: Floats, sizes: Ints) -> tuple[float, float]:
    """An estimate and its standard error, by leaving out one group of the sample after the other.

    estimates: that of the whole sample, then those without each group. sizes: how large the groups are. The error is
    NaN for fewer than FEWEST groups, which tell it too badly. The error of a mean is that of the means of the groups:

    >>> numbers = np.array([1.0, 2, 3, 4, 10])
    >>> np.allclose(jackknife(np.array([4, *(20 - numbers) / 4]), np.ones(5, int)), [4, np.std(numbers) / 2])
    True
    """
    share = sizes / sizes.sum()
    squares = (((estimates[1:] - estimates[0]) * (1 - share)) ** 2).sum()
    error = math.sqrt(squares / (1 - (share**2).sum())) if len(sizes) >= FEWEST else math.nan
    return float(estimates[0]), error
