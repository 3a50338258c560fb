"""A study of how much better than greedy anyone can play alone: a ceiling for all players, by looking at the wall.

Who knows the next draws can win with them if, and only if, some of all these tiles are a complete hand: the others are
thrown on the way. So no way to play wins more often without calls and other players' discards. The first of the draws
is in the hand dealt. greedy: the share of hands complete within so many own draws by the discards of
`Engine.best_discards_many`. foreseen: the share if all draws are known. gain: the difference, which nobody exceeds.

    python scripts/research/ceiling.py --n 1e5 --draws 6 --out my-ceiling
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from kanamj import KanamjError
from kanamj.studies import DealStudy, command, difference, moments, part, share

MOST_DRAWS = 6
Marks = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.uint8]
Tiles = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Ceiling(DealStudy):
    """How many dealt hands are complete within so many own draws: by greedy play, and if all draws are known."""

    n: int = 1_000
    chunk_size: int = 100
    draws: int = field(default=4, metadata={"help": "Number of own draws, 1 to 6; the first is in the hand."})

    command = "python scripts/research/ceiling.py"

    def __post_init__(self) -> None:
        super().__post_init__()
        if {form.tiles for form in self.forms} != {self.hand}:
            raise KanamjError(
                "the first draw is in the hand dealt; leave out --hand, and give forms of one size"
            )
        if not 1 <= self.draws <= MOST_DRAWS:
            raise KanamjError(f"{self.draws} draws cannot be foreseen; give 1 to {MOST_DRAWS}")

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        hands, random = self.dealt(number, size), np.random.default_rng([self.seed, number])
        kinds, walls = np.arange(hands.shape[1]), np.array(self.set.copies) - hands
        later = [random.permutation(np.repeat(kinds, wall))[: self.draws - 1] for wall in walls]
        drawn = np.array(later, np.int64).reshape(len(hands), -1).T
        found = zip(self.by_greedy(hands, drawn), self.foreseen(hands, drawn), strict=True)
        return {
            ("ceiling", draws): moments(foreseen, greedy) for draws, (greedy, foreseen) in enumerate(found, 1)
        }

    def by_greedy(self, hands: Rows, drawn: Tiles) -> Iterator[Marks]:
        """Whether each hand is complete with the tiles dealt, with one more draw, and so on."""
        each, held, unseen = np.arange(len(hands)), hands.copy(), np.array(self.set.copies) - hands
        yield (won := self.complete(held))
        for tiles in drawn:
            held[each, self.engine.best_discards_many(held, unseen).kind] -= 1
            held[each, tiles] += 1
            unseen[each, tiles] -= 1
            yield (won := won | self.complete(held))

    def foreseen(self, hands: Rows, drawn: Tiles) -> Iterator[Marks]:
        """Whether some of the tiles of each hand and its draws are complete."""
        tiles = np.array([np.repeat(np.arange(hands.shape[1]), hand) for hand in hands])
        yield (won := self.complete(hands))
        for more, last in enumerate(drawn, 1):
            # The last draw must be of use, and all other tiles but `more` are kept.
            kept, won = np.array([*combinations(range(self.hand + more - 1), self.hand - 1)]), won.copy()
            for i in np.flatnonzero(~won):
                rows = np.zeros((len(kept), hands.shape[1]), np.uint8)
                np.add.at(rows, (np.arange(len(kept))[:, None], tiles[i][kept]), 1)
                rows[:, last[i]] += 1
                won[i] = self.complete(rows).any()
            tiles = np.column_stack([tiles, last])
            yield won

    def complete(self, hands: Rows) -> Marks:
        marks: Marks = self.engine.shanten_many(hands) == -1
        return marks

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        rows = [
            {"draws": draws, **share("greedy", of[0], of[3]), **share("foreseen", of[0], of[1])}
            | difference("gain", *of)
            for draws, of in part(sums, "ceiling").items()
        ]
        return {"ceiling": rows}


if __name__ == "__main__":
    command(Ceiling)
