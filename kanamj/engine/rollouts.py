"""The chance to complete a hand within many draws, estimated by rollouts.

Each rollout deals a wall of the unseen tiles and plays greedily. A greedy player throws the tile that leaves the least
distance; of several, the one after which the most unseen tiles are accepted. Greedy play is one policy, so its chance
is a lower bound of the chance under best play (within three draws, it is 0.2 percentage points lower on average; see
docs/chances.md). The estimate has a standard error. All discards of a hand are tried with the same walls. So the
differences between discards vary less than the chances themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kanamj.engine.chances import Chances, of_rows
from kanamj.engine.judgement import Judgement
from kanamj.errors import KanamjError
from kanamj.tiles import Hand

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import Batch

MOST_ROLLOUT_DRAWS = 18
MOST_ROLLOUTS = 1_000_000


def estimate(
    asked: Judgement,
    draws: int,
    rollouts: int,
    seed: int = 1,
    seen: Hand = "",
    progress: Callable[[int, int], None] | None = None,
) -> Chances:
    """The estimated chances to complete a hand (`engine.ask(hand)`) within 1, 2, … up to `draws` draws (at most 18)
    under greedy play. rollouts: how many are played for each discard, 2 to 1,000,000. seen: tiles visible elsewhere.

    progress: called with the number of draws played so far and the number of all draws. Raises TileError if more tiles
    are seen than exist, and KanamjError for another number of draws or rollouts, or a negative seed.
    """
    if not 1 <= draws <= MOST_ROLLOUT_DRAWS:
        raise KanamjError("chances are estimated within 1 to {} draws, not {}", MOST_ROLLOUT_DRAWS, draws)
    if not 2 <= rollouts <= MOST_ROLLOUTS:
        raise KanamjError("{} rollouts cannot estimate a chance; give 2 to {:,}", rollouts, MOST_ROLLOUTS)
    if seed < 0:
        raise KanamjError("seed {} is negative; give 0 or more", seed)
    asked, unseen = asked.of_one_size(), asked.unseen(seen)
    orders = (rollouts,) * draws
    report = Chances(asked.hand, asked.sorted, sum(unseen), orders, rollouts=rollouts, seed=seed)
    if asked.full and asked.distance == 0:
        return replace(report, ways=orders)
    try:
        from kanamj.engine.batch import Batch
    except ModuleNotFoundError as error:
        raise KanamjError("rollouts need {}, which is not installed; install it", error.name) from None
    player, walls = Batch.of(asked), _walls(unseen, draws, rollouts, seed)
    kinds = [kind for kind, count in enumerate(asked.counts) if count] if asked.full else [-1]
    found = []
    for done, kind in enumerate(kinds):
        start = [count - (i == kind) for i, count in enumerate(asked.counts)]
        completed = _play_on(player, start, unseen, walls)
        found.append(completed + completed[-1:] * (draws - len(completed)) if completed else (0,) * draws)
        if progress is not None:
            progress((done + 1) * draws, len(kinds) * draws)
    return of_rows(report, asked, found)


def _walls(unseen: Sequence[int], draws: int, rollouts: int, seed: int) -> npt.NDArray[np.int64]:
    """The kinds drawn in each rollout, (rollouts, draws); fewer columns if there are fewer unseen tiles."""
    import numpy as np

    chance = np.random.default_rng(seed)
    tiles = np.repeat(np.arange(len(unseen)), unseen)
    drawn = min(draws, len(tiles))
    walls = np.empty((rollouts, drawn), np.int64)
    for wall in walls:
        wall[:] = chance.choice(tiles, drawn, replace=False)
    return walls


def _play_on(
    player: Batch, hand: Sequence[int], unseen: Sequence[int], walls: npt.NDArray[np.int64]
) -> tuple[int, ...]:
    """How many rollouts have completed the hand after each draw. hand: (K,) counts, one tile short. walls: the kinds
    drawn in each rollout, (rollouts, draws)."""
    import numpy as np

    rows = np.tile(np.array(hand, np.uint8), (len(walls), 1))
    left = np.tile(np.array(unseen, np.int32), (len(walls), 1))
    completed = []
    for draw in range(walls.shape[1]):
        at = np.arange(len(rows))
        rows[at, walls[:, draw]] += 1
        left[at, walls[:, draw]] -= 1
        open_still = np.flatnonzero(player.distance(rows) > 0)
        completed.append(len(at) - len(open_still))
        rows, left, walls = rows[open_still], left[open_still], walls[open_still]
        if draw + 1 < walls.shape[1]:
            rows[np.arange(len(rows)), player.best_discards(rows, left).kind] -= 1
    return tuple(int(total) for total in np.cumsum(completed))
