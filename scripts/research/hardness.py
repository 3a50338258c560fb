"""A study of how many words dealt hands need: the least vocabulary of hands that are complete, or tenpai, as dealt.

A deal with as many tiles as the form is asked if it is complete, one with a tile less if it is tenpai. For these hands
the least vocabulary is computed: the fewest of the easiest words that make them so (`vocabularies.py`).

summary.csv  quantiles of the least vocabulary, each with the order statistics that enclose it in 95 % of samples
shares.csv   the share of all deals that are complete (tenpai) with the `known` easiest words

    python scripts/research/hardness.py --n 1e6 --form 332 --out my-hardness
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from vocabularies import Vocabularies

from kanamj import KanamjError
from kanamj.studies import DealStudy, command, part, quantile, share

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
STEP = 100
"""Words from one row of shares.csv to the next."""


@dataclass(frozen=True)
class Hardness(DealStudy):
    """How many of the easiest words those of N dealt hands need that are complete, or tenpai."""

    chunk_size: int = 50_000

    readings = True
    command = "python scripts/research/hardness.py"
    texts = ("lexicon", "form")
    digits = dict.fromkeys(("share", "stderr", "low", "high"), 6)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.forms) != 1:
            raise KanamjError(f"one form is asked, not {self.names}; give one such as 33332")

    @property
    def given(self) -> dict[str, object]:
        """The first columns of both tables."""
        setting = {"lexicon": self.words.name, "form": self.names, "tiles": self.hand}
        return {**setting, "shanten": self.less - 1, "words": len(self.engine.ranks), "deals": self.n}

    @property
    def less(self) -> int:
        """The distance of the hands that are asked."""
        return self.forms[0].tiles - self.hand

    @cached_property
    def needed(self) -> Vocabularies:
        """What computes the least vocabularies."""
        return Vocabularies(self.engine)

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        rows = self.dealt(number, size)
        sizes = np.sort(self.needed.sizes(rows[self.engine.shanten_many(rows) == self.less - 1]))
        words = len(self.engine.ranks)
        near = {known: int(np.searchsorted(sizes, known, side="right")) for known in range(STEP, words, STEP)}
        found = zip(*np.unique(sizes, return_counts=True), strict=True)
        least = {("least", int(size)): int(hands) for size, hands in found}
        return {("near", known): hands for known, hands in (near | {words: len(sizes)}).items()} | least

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        if not (counts := part(sums, "least")):
            raise KanamjError(f"none of {self.n:,} deals is near enough; deal more (--n)")
        hands = sum(counts.values())
        summary = [
            {**self.given, "hands": hands, "quantile": q}
            | dict(zip(("least", "low", "high"), quantile(counts, q), strict=True))
            for q in QUANTILES
        ]
        shares = [
            {**self.given, "known": known, "hands": near, **share("share", self.n, near)}
            for known, near in part(sums, "near").items()
        ]
        return {"summary": summary, "shares": shares}


if __name__ == "__main__":
    command(Hardness)
