"""A study of how much better than greedy anyone can play alone: a ceiling for all players, by looking at the wall.

Who knows the next draws can win with them if, and only if, some of all these tiles are a complete hand: the others are
thrown on the way. So no way to play wins more often without calls and other players' discards. The first of the draws
is in the hand dealt. greedy: the share of hands complete within so many own draws by the discards of
`Engine.best_discards_many`. foreseen: the share if all draws are known. gain: the difference, which nobody exceeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from script import command_line, start

from kanamj.cli import options as opt
from kanamj.cli.dealing import DEALS, DealOptions
from kanamj.cli.running import RUN, RunOptions
from kanamj.cli.running_old import carry_out, print_results
from kanamj.engine.batch import CountsArray
from kanamj.errors import KanamjError
from kanamj.studies.old.deals import Deals, OnDeals
from kanamj.studies.old.measures import Difference, Mean
from kanamj.studies.old.study import Chunk
from kanamj.studies.old.sums import Sums, pair
from kanamj.studies.old.tables import Declared

CHUNK, MOST_DRAWS = 100, 6
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Ceiling(OnDeals):
    """A study of what knowing the draws is worth."""

    draws: int = 4

    kind, command = "ceiling", "python scripts/research/ceiling.py"
    tables = (
        Declared(
            "ceiling",
            *("draws", Mean("greedy"), Mean("foreseen")),
            Difference("foreseen", other="greedy", column="gain"),
            title="the share of hands complete within so many own draws",
        ),
    )

    def __post_init__(self) -> None:
        if {form.tiles for form in self.deals.forms} != {self.deals.hand}:
            raise KanamjError(
                "the first draw is in the hand dealt; leave out --hand, and give forms of one size"
            )
        if not 1 <= self.draws <= MOST_DRAWS:
            raise KanamjError(f"{self.draws} draws cannot be foreseen; give 1 to {MOST_DRAWS}")

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "draws": self.draws}

    def options(self) -> dict[str, object]:
        return {**super().options(), "draws": self.draws}

    def sums(self, chunk: Chunk) -> Sums:
        hands, random = self.dealt(chunk), np.random.default_rng([self.deals.seed, chunk.number])
        kinds, walls = np.arange(hands.shape[1]), np.array(self.deals.tiles.copies) - hands
        later = [random.permutation(np.repeat(kinds, wall))[: self.draws - 1] for wall in walls]
        drawn = np.array(later, np.int64).reshape(len(hands), -1).T
        found = zip(self._greedy(hands, drawn), self._foreseen(hands, drawn), strict=True)
        for draws, (greedy, foreseen) in enumerate(found, 1):
            yield from (
                (("ceiling", draws, name), n) for name, n in pair("foreseen", foreseen, "greedy", greedy)
            )

    def _greedy(self, hands: CountsArray, drawn: npt.NDArray[np.int64]) -> Iterator[Marks]:
        """Whether each hand is complete with the tiles dealt, with one more draw, and so on."""
        batch, each, held = self.engine.batch, np.arange(len(hands)), hands.copy()
        unseen = np.array(self.deals.tiles.copies) - hands
        yield (won := batch.distance(held) == 0)
        for tiles in drawn:
            held[each, batch.best_discards(held, unseen).kind] -= 1
            held[each, tiles] += 1
            unseen[each, tiles] -= 1
            yield (won := won | (batch.distance(held) == 0))

    def _foreseen(self, hands: CountsArray, drawn: npt.NDArray[np.int64]) -> Iterator[Marks]:
        batch, size = self.engine.batch, self.deals.hand
        tiles = np.array([np.repeat(np.arange(hands.shape[1]), hand) for hand in hands])
        yield (won := batch.distance(hands) == 0)
        for more, last in enumerate(drawn, 1):
            # The last draw must be of use, and all other tiles but `more` are kept.
            kept, won = np.array([*combinations(range(size + more - 1), size - 1)]), won.copy()
            for i in np.flatnonzero(~won):
                rows = np.zeros((len(kept), hands.shape[1]), np.uint8)
                np.add.at(rows, (np.arange(len(kept))[:, None], tiles[i][kept]), 1)
                rows[:, last[i]] += 1
                won[i] = not batch.distance(rows).all()
            tiles = np.column_stack([tiles, last])
            yield won


def ceiling(
    n: opt.NumberOption = 1000,
    draws: Annotated[
        int, opt.option("K", "Number of own draws, 1 to 6; the first is in the hand dealt.")
    ] = 4,
    dealt: DealOptions = DEALS,
    run: RunOptions = RUN,
) -> None:
    """Deal N hands, and count how many are complete within K own draws: by greedy play, and if all draws are known.

    Who knows the draws wins if, and only if, some of all these tiles are a complete hand. So nobody who plays alone
    gains more than the difference (gain). ± is the standard error. --out DIR keeps ceiling.csv.

    Examples: python scripts/research/ceiling.py
    · python scripts/research/ceiling.py --n 1e5 --draws 6 --out my-ceiling
    """
    deals = Deals(n=n, sample=0, chunk_size=CHUNK, **dealt.chosen())
    print_results(Ceiling, carry_out(Ceiling(deals, draws), deals.n, run), run)


COMMAND = command_line(Ceiling.command, ceiling)

if __name__ == "__main__":
    start(COMMAND)
