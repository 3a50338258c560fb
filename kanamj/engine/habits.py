"""The chances of a hand for players with a habit: never to rearrange it, or to throw for most accepted tiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kanamj.engine.batch import Batch

if TYPE_CHECKING:
    from kanamj.engine.engine import Engine


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
