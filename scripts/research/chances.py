"""A study of what the exact chances of random hands teach. As many hands of shanten 0 as of shanten 1 are asked.

hands.csv has, for each hand and for 1, 2 and 3 draws, the chances best, kept and accepts (`by_habit` says what they
are). summary.csv has their means. gain: best - kept. cost: best - accepts. not_best: the share of hands with a cost.

    python scripts/research/chances.py --n 2000 --three 2000 --out my-chances
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kanamj import Engine
from kanamj.studies import DealStudy, command, frame, mean, part, share

SHANTEN, DRAWS, WAYS = (0, 1), 3, ("best", "kept", "accepts")
FIGURES = ("best", "kept", "gain", "not_best", "cost")


@dataclass(frozen=True)
class Chances(DealStudy):
    """The exact chances of N hands of shanten 0 and N of shanten 1 under three ways to play."""

    n: int = 100
    chunk_size: int = 10
    three: int = field(default=0, metadata={"help": "Ask this many hands of each about three draws."})

    command = "python scripts/research/chances.py"
    digits = dict.fromkeys((f"{way}_{t + 1}" for way in WAYS for t in range(DRAWS)), 9)

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        sums: dict[Any, Any] = {}
        for shanten in SHANTEN:
            hands = (hand for _, hand in self.dealt_at(shanten, number, size))
            for place, hand in enumerate(hands, self.chunk_size * number):
                found = by_habit(self.engine, hand, DRAWS if place < self.three else DRAWS - 1)
                text = self.engine.tiles.format_counts(hand.tolist())
                key = ("hands", place + self.chunk_size * (number + shanten), text, shanten)
                sums[key] = [chances + [-1.0] * (DRAWS - len(chances)) for chances in found.values()]
        return sums

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        hands, summary = [], []
        for (_, text, shanten), found in part(sums, "hands").items():
            cells = {
                f"{way}_{t}": None if x < 0 else x
                for way, row in zip(WAYS, found, strict=True)
                for t, x in enumerate(row, 1)
            }
            hands.append({"hand": text, "shanten": shanten, **cells})
        for shanten in SHANTEN:
            for t in range(1, DRAWS + 1):
                of = [row for row in hands if row["shanten"] == shanten and row[f"best_{t}"] is not None]
                if of:
                    best, kept, accepts = (np.array([row[f"{way}_{t}"] for row in of]) for way in WAYS)
                    summary.append({"shanten": shanten, "draws": t, **figures(best, kept, accepts)})
        return {"summary": summary, "hands": frame(hands)}


def figures(best: Any, kept: Any, accepts: Any) -> dict[str, Any]:
    """The columns of the summary, read off the chances of its hands."""
    cost, row = best - accepts, {"hands": len(best)}
    for name, x in zip(FIGURES, (best, kept, best - kept, cost > 0, cost), strict=True):
        row |= share(name, len(x), int(x.sum())) if name == "not_best" else mean(name, *of_all(x))
    return {**row, "worst_cost": float(cost.max())}


def of_all(x: Any) -> tuple[int, float, float]:
    return len(x), math.fsum(x), math.fsum(x * x)


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
        "kept": kept_chances(engine, after, unseen, draws),
        "accepts": [float(max(chances)) for chances in zip(*of_most, strict=True)],
    }


def kept_chances(engine: Engine, hand: Any, unseen: Any, draws: int) -> list[float]:
    """The chances of a hand one tile short within 1 … `draws` draws, if only draws that bring it nearer are kept.

    hand, unseen: (K,); the distance is 1 or 2, draws at most 3. A wait of w tiles among n unseen ones is met within t
    draws with the probability 1 - (1 - w/n) (1 - w/(n-1)) … At distance 2 the tiles that were thrown before are no
    longer in the wall, so they are taken off the wait.
    """
    total = int(unseen.sum())
    distances, marks = engine.accepts_many(hand[None, :])
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
        waits = engine.waits_many(rows)
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


if __name__ == "__main__":
    command(Chances)
