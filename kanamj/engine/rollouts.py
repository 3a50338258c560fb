"""The chance to complete a hand within many draws, estimated by playing on.

Each rollout deals a wall of the unseen tiles and plays greedily: the discard of least distance, then with most
accepted tiles unseen. That is a policy like any other, so what it reaches is a lower bound of the chance of best
play (0.2 points below it within three draws, on average; see docs), and the estimate of it has a standard error.
All discards of a hand are tried with the same walls, so that their differences are steadier than themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine.chances import of_one_size
from kanamj.engine.hand import Asked, Melds
from kanamj.engine.report import HandReport, unseen_of
from kanamj.errors import KanamjError
from kanamj.tiles import Hand

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.exchanges import Judge
    from kanamj.engine.protocol import ManyHands

MOST_DRAWS = 18
MOST_ROLLOUTS = 1_000_000


class DiscardEstimate(NamedTuple):
    """A tile to throw away, and in how many rollouts the hand was complete after 1, 2, … draws."""

    kind: int
    tile: str
    completed: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Estimate:
    """Estimated lower bounds of the chance to complete a hand within 1, 2, … draws.

    rollouts: played for each discard. completed: how many completed a hand one tile short; empty if a tile is
    thrown first: discards has them, the best at the most draws first.
    """

    hand: str
    draws: int
    rollouts: int
    seed: int
    completed: tuple[int, ...] = ()
    discards: tuple[DiscardEstimate, ...] = ()

    @property
    def chances(self) -> tuple[float, ...]:
        """The shares of rollouts, of the best discard at the most draws where a tile is thrown first."""
        return self.shares(self.completed or self.discards[0].completed)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """Of `chances`."""
        return self.errors(self.completed or self.discards[0].completed)

    def shares(self, completed: Sequence[int]) -> tuple[float, ...]:
        """Shares of the rollouts."""
        return tuple(count / self.rollouts for count in completed)

    def errors(self, completed: Sequence[int]) -> tuple[float, ...]:
        """The standard error of each share; a share of 0 or 1 has that of half a rollout more or less."""
        shares = [min(max(count, 0.5), self.rollouts - 0.5) / self.rollouts for count in completed]
        return tuple((share * (1 - share) / self.rollouts) ** 0.5 for share in shares)

    def to_json(self) -> dict[str, Any]:
        """How the estimate was made, as plain values."""
        return {"rollouts": self.rollouts, "seed": self.seed, "policy": "greedy", "bound": "lower"}

    def into(self, report: HandReport) -> HandReport:
        """The report on the same hand with these chances, its discards in their order."""
        if not self.discards:
            return replace(report, chances=self.chances)
        of = {discard.kind: discard for discard in report.discards}
        discards = [of[each.kind]._replace(chances=self.shares(each.completed)) for each in self.discards]
        return replace(report, discards=tuple(discards))

    def __repr__(self) -> str:
        share, error = self.chances[-1], self.standard_errors[-1]
        return f"Estimate({self.hand!r}, within {self.draws} draws at least about {share:.3f} ± {error:.3f})"


def estimate(
    engine: ManyHands,
    hand: Hand,
    draws: int,
    rollouts: int,
    seed: int = 1,
    melds: Melds = (),
    seen: Hand = "",
    progress: Callable[[int, int], None] | None = None,
) -> Estimate:
    """The chances of a hand within 1, 2, … up to `draws` draws (at most 18) by greedy play.

    progress: called with the draws played and those to play. Raises what `analyze` raises, and KanamjError for
    another number of draws, rollouts or seed.
    """
    if not 1 <= draws <= MOST_DRAWS:
        raise KanamjError(f"no chance within {draws} draws; give 1 to {MOST_DRAWS}")
    if not 2 <= rollouts <= MOST_ROLLOUTS:
        raise KanamjError(f"{rollouts} rollouts estimate nothing; give 2 to {MOST_ROLLOUTS:,}")
    if seed < 0:
        raise KanamjError(f"seed {seed} is negative; give 0 or more")
    asked = of_one_size(engine.setting.ask(hand, melds))
    unseen = unseen_of(engine.setting, asked, seen)
    made = Estimate(engine.tiles.format_counts(asked.counts), draws, rollouts, seed)
    if asked.full and asked.distance == 0:
        return replace(made, completed=(rollouts,) * draws)
    player, walls = _player(engine, asked), _walls(unseen, draws, rollouts, seed)
    kinds = [kind for kind, count in enumerate(asked.counts) if count] if asked.full else [-1]
    found = []
    for done, kind in enumerate(kinds):
        start = [count - (i == kind) for i, count in enumerate(asked.counts)]
        completed = _play_on(player, start, unseen, walls)
        found.append(completed + completed[-1:] * (draws - len(completed)) if completed else (0,) * draws)
        if progress is not None:
            progress((done + 1) * draws, len(kinds) * draws)
    if not asked.full:
        return replace(made, completed=found[0])
    discards = [
        DiscardEstimate(kind, engine.tiles.kinds[kind], row) for kind, row in zip(kinds, found, strict=True)
    ]
    discards.sort(key=lambda discard: [-count for count in reversed(discard.completed)])
    return replace(made, discards=tuple(discards))


def _walls(unseen: Sequence[int], draws: int, rollouts: int, seed: int) -> npt.NDArray[np.int64]:
    """The kinds drawn in each rollout, (rollouts, draws or as many as there are)."""
    import numpy as np

    chance = np.random.default_rng(seed)
    tiles = np.repeat(np.arange(len(unseen)), unseen)
    drawn = min(draws, len(tiles))
    walls = np.empty((rollouts, drawn), np.int64)
    for wall in walls:
        wall[:] = chance.choice(tiles, drawn, replace=False)
    return walls


def _play_on(
    player: Judge, hand: Sequence[int], unseen: Sequence[int], walls: npt.NDArray[np.int64]
) -> tuple[int, ...]:
    """How many of the rollouts complete a hand one tile short after each draw."""
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


def _player(engine: ManyHands, asked: Asked) -> Judge:
    try:
        from kanamj.engine.exchanges import judge_of
    except ModuleNotFoundError as error:
        raise KanamjError(f"rollouts need {error.name}, which is not installed") from None
    return judge_of(engine, asked)
