"""A study of what the exact chances of random hands teach. As many hands of shanten 0 as of shanten 1 are asked.

hands.csv has, for each hand and for 1, 2 and 3 draws, the chances best, kept and accepts (`engine/habits.py` says what
they are). summary.csv has their means. gain: best - kept. cost: best - accepts. not_best: the share of hands with a
cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kanamj.engine.habits import by_habit
from kanamj.studies.deals import OnDeals
from kanamj.studies.measures import Column, Count, Mean, Value
from kanamj.studies.study import Chunk
from kanamj.studies.sums import Row, Sums
from kanamj.studies.tables import Declared

CHUNK = 10
SHANTEN, DRAWS, WAYS = (0, 1), 3, ("best", "kept", "accepts")
MEANS = ("best", "kept", "gain", "not_best", "cost")


@dataclass(frozen=True)
class ChanceStudy(OnDeals):
    """A study of exact chances.

    deals: how many hands of each shanten, and what is dealt. three: how many of them are asked about three draws.
    """

    three: int = 0

    kind = "chances"
    command = "kanamj study chances"
    tables = (
        Declared(
            "summary",
            "shanten",
            "draws",
            Count("hands", of="best"),
            *(Mean(name, digits=6, fixed=True) for name in MEANS),
            Column("worst_cost", lambda study, row: study.worst(row)),
            title="means, with standard errors",
            heads={"kept": "not rearranged", "gain": "by rearranging", "cost": "chance lost"},
        ),
        Declared(
            "hands",
            "_number",
            "hand",
            "shanten",
            *(Value(f"{way}_{t + 1}", digits=9, fixed=True) for way in WAYS for t in range(DRAWS)),
        ),
    )

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "three": self.three}

    def options(self) -> dict[str, object]:
        return {**super().options(), "three": self.three}

    def sums(self, chunk: Chunk) -> Sums:
        for shanten in SHANTEN:
            hands = (hand for _, hand in self.dealt_at(shanten, chunk, self.engine))
            for place, hand in enumerate(hands, self.deals.chunk_size * chunk.number):
                found = by_habit(self.engine, hand, DRAWS if place < self.three else DRAWS - 1)
                number = place + self.deals.chunk_size * (chunk.number + shanten)
                text = self.engine.tiles.format_counts(hand.tolist())
                for t, (best, kept, accepts) in enumerate(zip(*found.values(), strict=True), 1):
                    for way, x in zip(WAYS, (best, kept, accepts), strict=True):
                        yield ("hands", number, text, shanten, f"{way}_{t}"), (1, x, x * x)
                    means = (best, kept, best - kept, best > accepts, best - accepts)
                    for name, x in zip(MEANS, map(float, means), strict=True):
                        yield ("summary", shanten, t, name), (1, x, x * x)

    def worst(self, row: Row) -> float:
        """The largest cost of the hands that a row of the summary is of."""
        shanten, t = row.keys
        hands = [Row("hands", keys, row.sums) for keys in row.sums.rows("hands") if keys[2] == shanten]
        costs = [h[f"best_{t}"].total - h[f"accepts_{t}"].total for h in hands if h[f"best_{t}"].n]
        return round(float(max(costs)), 6)
