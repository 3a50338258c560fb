"""A study of what the exact chances of random hands teach. As many hands of shanten 0 as of shanten 1 are asked.

hands.csv has, for each hand and for 1, 2 and 3 draws, the chances best, kept and accepts (`by_habit` says what they
are). summary.csv has their means. gain: best - kept. cost: best - accepts. not_best: the share of hands with a cost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from script import command_line, start

from kanamj.cli import options as opt
from kanamj.cli.dealing import DEALS, DealOptions
from kanamj.cli.running import RUN, RunOptions
from kanamj.cli.running_old import carry_out, print_results
from kanamj.engine import Engine
from kanamj.engine.batch import Batch
from kanamj.studies.old.deals import Deals, OnDeals
from kanamj.studies.old.measures import Column, Count, Mean, Value
from kanamj.studies.old.study import Chunk
from kanamj.studies.old.sums import Row, Sums
from kanamj.studies.old.tables import Declared

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
    command = "python scripts/research/chances.py"
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


def by_habit(engine: Engine, hand: Any, draws: int) -> dict[str, list[float]]:
    """The chances to complete a hand with a tile to throw within 1 … `draws` draws, by the habits of its player.

    best: by the best discard now and after every draw. kept: throw the discard with most accepted tiles, then every
    draw that brings the hand no nearer, and keep the wait that this leads to. accepts: by the discard with the least
    distance and, of those, most accepted tiles (the best of them, if several have most), played best from then on.

    hand: (K,) counts; the distance after the best discard is 1 or 2. draws: at most 3.
    """
    unseen = np.array(engine.tiles.copies, np.int64) - hand
    exact, (first, *others) = engine.chances(hand, draws), engine.analyze(hand).discards
    most = [each for each in others if (each.distance, each.unseen) == (first.distance, first.unseen)]
    after = hand.copy()
    after[first.kind] -= 1
    of_most = [exact.after(each.kind) for each in (first, *most)]
    return {
        "best": list(exact.chances),
        "kept": kept_chances(engine.batch, after, unseen, draws),
        "accepts": [float(max(chances)) for chances in zip(*of_most, strict=True)],
    }


def kept_chances(batch: Batch, hand: Any, unseen: Any, draws: int) -> list[float]:
    """The chances of a hand one tile short within 1 … `draws` draws, if only draws that bring it nearer are kept.

    hand, unseen: (K,); the distance is 1 or 2, draws at most 3. A wait of w tiles among n unseen ones is met within t
    draws with the probability 1 - (1 - w/n) (1 - w/(n-1)) … At distance 2 the tiles that were thrown before are no
    longer in the wall, so they are taken off the wait.
    """
    total = int(unseen.sum())
    distances, marks = batch.accepts(hand[None, :])
    accepts = marks[0] & (unseen > 0)
    if distances[0] == 1:
        return [_met(int(unseen[accepts].sum()), total, t + 1) for t in range(draws)]
    found = [0.0] * draws
    for kind in np.flatnonzero(accepts).tolist():
        drawn, left = hand.copy(), unseen.copy()
        drawn[kind] += 1
        left[kind] -= 1
        discards = np.flatnonzero(drawn)
        rows = np.repeat(drawn[None, :], len(discards), axis=0)
        rows[np.arange(len(rows)), discards] -= 1
        waits = batch.waits(rows)
        tiles = waits.astype(np.int64) @ left
        here = int(unseen[kind]) / total
        for t in range(1, draws):
            found[t] += here * _met(int(tiles.max()), total - 1, t)
        if draws > 2:  # first a tile that is of no use, then this one
            behind = (tiles[:, None] - waits).max(axis=0)
            useless = np.where(accepts, 0, unseen)
            found[2] += here * float(useless @ behind) / ((total - 1) * (total - 2))
    return found


def _met(wait: int, unseen: int, draws: int) -> float:
    return 1 - math.prod(1 - wait / (unseen - t) for t in range(draws))


def chances(
    n: opt.NumberOption = 100,
    dealt: DealOptions = DEALS,
    three: Annotated[int, opt.option("N", "Ask this many hands of each about three draws.")] = 0,
    run: RunOptions = RUN,
) -> None:
    """Deal N hands of shanten 0 and N of shanten 1, and compare their exact chances under three ways to play.

    best: the best discard now and after every draw. kept: the hand is never rearranged. gain is what rearranging adds,
    cost what is lost by the discard with most accepted tiles. --out DIR keeps summary.csv and hands.csv.

    Examples: python scripts/research/chances.py --n 20
    · python scripts/research/chances.py --n 2000 --three 2000 --out my-chances
    """
    deals = Deals(n=n, sample=0, chunk_size=CHUNK, **dealt.chosen())
    found = carry_out(ChanceStudy(deals, min(three, deals.n)), deals.n, run)
    print_results(ChanceStudy, found, run)


COMMAND = command_line(ChanceStudy.command, chances)

if __name__ == "__main__":
    start(COMMAND)
