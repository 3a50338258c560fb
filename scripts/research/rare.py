"""A study of rare hands: the shares of deals that are far from complete, by importance sampling.

A deal of the shanten 5 comes once in hundreds of millions. So hands are drawn with weights, by which letters in few
words are dealt more often. A hand that is drawn k times as often as by plain deals counts 1/k (Owen, Monte Carlo
theory, methods and examples, 2013, chapter 9). For each hand, chance chooses one of several weights: plain deals, and
for each shanten weights by which the mean hand is like the hands of at least this shanten. What those are like is
estimated by PILOT hands, which are drawn with weights (words of the letter + `plus`)^-power.

rare.csv   for each shanten, with as many tiles as the form has and with one less: the share, its standard error, and
           plain_deals: how many plain deals would have this error
hands.csv  the first hand found of each

    python scripts/research/rare.py --lexicon core --n 1e6 --seed 1 --out my-rare
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb, inf, isfinite, log
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt
from pictures import Drawn, half_95

from kanamj import KanamjError, Lexicon
from kanamj.studies import DealStudy, Results, command, mean, moments, part

PILOT = 100_000
POWERS = (0, 1, 2, 3)
KEPT = 0.9
"""The part of the marks of far hands in fitted weights; the rest is of plain deals, so no weight is 0."""
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.uint8]


class Weighted(NamedTuple):
    """Hands of a number of tiles, drawn without putting back: a hand has the probability of a plain deal times the
    product of the weights of its tiles, divided by their mean over plain deals.

    ways: (K + 1, tiles + 1); the entry (k, n) sums the products over all ways to take n tiles of the kinds from k on.
    """

    copies: tuple[int, ...]
    weights: Floats
    ways: Floats

    @classmethod
    def of(cls, copies: Sequence[int], weights: Floats, tiles: int) -> Weighted:
        ways = np.zeros((len(copies) + 1, tiles + 1))
        ways[-1, 0] = 1
        for kind in reversed(range(len(copies))):
            for held in range(min(copies[kind], tiles) + 1):
                now = comb(copies[kind], held) * weights[kind] ** held
                ways[kind, held:] += now * ways[kind + 1, : tiles + 1 - held]
        return cls(tuple(copies), weights, ways)

    def hands(self, n: int, random: np.random.Generator) -> Rows:
        """(n, K) counts, kind by kind: how many tiles of a kind depends only on how many are still to be drawn."""
        tiles = self.ways.shape[1] - 1
        rows, left = np.zeros((n, len(self.copies)), np.uint8), np.full(n, tiles)
        for kind, copies in enumerate(self.copies):
            upto = np.zeros((tiles + 1, copies + 1))
            for held in range(min(copies, tiles) + 1):
                now = comb(copies, held) * self.weights[kind] ** held
                upto[held:, held] = now * self.ways[kind + 1, : tiles + 1 - held]
            upto = np.cumsum(upto, axis=1)[:, :-1] / np.maximum(self.ways[kind], 1e-300)[:, None]
            rows[:, kind] = (random.random(n)[:, None] >= upto[left]).sum(axis=1)
            left -= rows[:, kind]
        return rows

    def more_often(self, rows: Rows) -> Floats:
        """How many times as often as in plain deals each hand is drawn, as a logarithm."""
        plain = log(comb(sum(self.copies), self.ways.shape[1] - 1))
        found = rows @ np.log(self.weights) - log(self.ways[0, -1]) + plain
        return np.asarray(found, np.float64)


def drawn(ways: Sequence[Weighted], n: int, random: np.random.Generator) -> tuple[Rows, Floats]:
    """Hands drawn with one or the other weights, and what each counts: 1 over how many times as often it is drawn."""
    each = random.multinomial(n, [1 / len(ways)] * len(ways))
    rows = np.concatenate([way.hands(int(size), random) for way, size in zip(ways, each, strict=True)])
    return rows, 1 / np.exp([way.more_often(rows) for way in ways]).mean(axis=0)


def draw_rare(axes: Any, results: Results) -> None:
    """A bar for each share, and beside it one deal in how many this is."""
    rows = [row for row in results.rows("rare") if row["share"]][::-1]
    for at, row in enumerate(rows):
        color = "C0" if row["tiles"] == results.parameters["hand"] else "C1"
        axes.barh(at, row["share"], color=color, xerr=half_95([row["share_stderr"]]), capsize=3)
        axes.text(
            row["share"] * 2, at, f"one deal in {float(format(1 / row['share'], '.2g')):,.0f}", va="center"
        )
    axes.set_yticks(range(len(rows)), [f"{row['tiles']} tiles, shanten {row['shanten']}" for row in rows])
    axes.set_xscale("log")
    axes.set_xticks([10.0**-power for power in range(0, 14, 2)])
    axes.set(xlim=(min(row["share"] for row in rows) / 5, 1e3))
    axes.set_xlabel("share of deals (bars: 95 % intervals)")
    axes.set_title(f"Deals that are far from complete, {results.parameters['lexicon']}")


@dataclass(frozen=True)
class Rare(Drawn, DealStudy):
    """The shares of deals of each shanten from LEAST to MOST, by N hands drawn with weights, each with its error."""

    lexicon: Lexicon | str = "core"
    n: int = 1_000_000
    chunk_size: int = 50_000
    least: int = field(default=3, metadata={"help": "The least shanten."})
    most: int = field(default=7, metadata={"help": "The greatest shanten."})
    plus: float = field(default=10.0, metadata={"help": "What is added to the number of words of a letter."})

    command = "python scripts/research/rare.py"
    pictures: ClassVar = {"rare.png": draw_rare}
    size_of_pictures = (8, 4)
    digits = dict.fromkeys(("share", "share_stderr"), 24)

    def __post_init__(self) -> None:
        super().__post_init__()
        if {form.tiles for form in self.forms} != {self.hand}:
            raise KanamjError("both sizes of hands are dealt; leave out --hand, and give forms of one size")
        if not -1 <= self.least <= self.most < self.hand:
            raise KanamjError(
                f"hands of shanten {self.least} to {self.most} cannot be sought; a hand of {self.names} has a "
                f"shanten from -1 to {self.hand - 1}, and --least is not more than --most"
            )
        if not (isfinite(self.plus) and self.plus > 0):
            raise KanamjError(
                f"with {self.plus:g} added, a letter in no word has no weight, or all weights are 0; give a --plus "
                "above 0, such as 10"
            )

    @property
    def sizes_dealt(self) -> tuple[int, int]:
        return self.hand, self.hand - 1

    @cached_property
    def ways(self) -> dict[int, list[Weighted]]:
        """Number of tiles -> the weights with which its hands are drawn."""
        return {tiles: self._fitted(tiles) for tiles in self.sizes_dealt}

    def _fitted(self, tiles: int) -> list[Weighted]:
        copies = self.set.copies
        words = np.zeros(len(copies))
        for size in self.sizes:
            for block in self.engine.blocks.by_size[size]:
                words[[*{*block}]] += 1
        by_words = words + self.plus
        ways = [Weighted.of(copies, (by_words / by_words.max()) ** -power, tiles) for power in POWERS]
        plain, many = ways[0], np.maximum(np.array(copies), 1)
        for pilot in range(2):
            rows, counts = drawn(ways, PILOT, np.random.default_rng([self.seed, tiles, pilot]))
            shanten, ways = self.engine.shanten_many(rows), [plain]
            for least in range(self.least, self.most + 1):
                far = counts * (shanten >= least)
                if far.any():
                    held = KEPT * (far / far.sum()) @ rows / many + (1 - KEPT) * tiles / sum(copies)
                    held = np.minimum(held, 1 - 1e-3)
                    ways.append(Weighted.of(copies, held / (1 - held), tiles))
        return ways

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        random, sums = self.rng(number), dict[Any, Any]()
        for tiles in self.sizes_dealt:
            rows, counts = drawn(self.ways[tiles], size, random)
            shanten = self.engine.shanten_many(rows)
            for at in range(self.least, self.most + 1):
                found = shanten == at
                sums["share", tiles, at] = moments(np.where(found, counts, 0.0))
                if not number and found.any():
                    hand = self.set.format_counts(rows[found.argmax()].tolist())
                    sums["hand", tiles, at, hand] = 1
        return sums

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        rows = []
        for tiles in self.sizes_dealt:
            for shanten, of in part(sums, "share", tiles).items():
                found = mean("share", *of) | {"plain_deals": None}
                if value := found["share"]:
                    found["plain_deals"] = value * (1 - value) / (found["share_stderr"] or inf) ** 2
                else:  # no such hand was drawn, so there is no error to tell
                    found["share_stderr"] = None
                # machines differ in the last digits
                short = {name: cell and float(f"{cell:.5g}") for name, cell in found.items()}
                deals = short["plain_deals"]
                rows.append(
                    {"tiles": tiles, "shanten": shanten, **short, "plain_deals": deals and int(deals)}
                )
        hands = [
            {"tiles": tiles, "shanten": shanten, "hand": hand}
            for tiles in self.sizes_dealt
            for shanten, hand in part(sums, "hand", tiles)
        ]
        return {"rare": rows, "hands": hands}


if __name__ == "__main__":
    command(Rare)
