"""A study of how many words dealt hands need: the least vocabulary of hands that are complete, or tenpai, as dealt.

A deal with as many tiles as the form is asked if it is complete, one with a tile less if it is tenpai. For these hands
the least vocabulary is computed: the fewest of the easiest words that make them so (`vocabularies.py`).

summary.csv  quantiles of the least vocabulary, each with the order statistics that enclose it in 95 % of samples
shares.csv   the share of all deals that are complete (tenpai) with the `known` easiest words
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from script import command_line, start
from vocabularies import Vocabularies

from kanamj.cli import options as opt
from kanamj.cli.dealing import DEALS, DealOptions
from kanamj.cli.running import RUN, RunOptions
from kanamj.cli.running_old import carry_out, print_results
from kanamj.errors import KanamjError
from kanamj.studies.old.csvtext import Table
from kanamj.studies.old.deals import Deals, OnDeals
from kanamj.studies.old.measures import Count, Share, given
from kanamj.studies.old.stats import quantile
from kanamj.studies.old.study import Chunk
from kanamj.studies.old.sums import Row, Sums, Totals
from kanamj.studies.old.tables import Declared

CHUNK = 50_000
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
STEP = 100
"""Words from one row of shares.csv to the next."""
SETTING = ("lexicon", "form", "tiles", "shanten", "words", "deals")


@dataclass(frozen=True)
class Hardness(OnDeals):
    """A study of the least vocabulary of dealt hands."""

    readings = True
    kind = "hardness"
    command = "python scripts/research/hardness.py"
    tables = (
        Declared(
            "summary",
            *given(*SETTING),
            *("hands", "quantile", "least", "low", "high"),
            derived=True,
            title="quantiles of the least vocabulary",
        ),
        Declared(
            "shares",
            *given(*SETTING),
            "known",
            Share("near", count="hands", digits=6, fixed=True),
            title="the share of all deals that the n easiest words make so",
        ),
        Declared("least", "words", Count("hands")),
    )

    @property
    def given(self) -> dict[str, object]:
        deals, (form,) = self.deals, self.deals.forms
        setting = (deals.lexicon.name, form.name, deals.hand, form.tiles - deals.hand - 1)
        return dict(zip(SETTING, (*setting, len(self.engine.ranks), deals.n), strict=True))

    @cached_property
    def needed(self) -> Vocabularies:
        """What computes the least vocabularies."""
        return Vocabularies(self.engine.batch, self.engine.ranks)

    def __post_init__(self) -> None:
        if len(self.deals.forms) != 1:
            raise KanamjError(f"one form is asked, not {self.deals.names}; give one such as 33332")

    def sums(self, chunk: Chunk) -> Sums:
        engine, less = self.engine, self.deals.forms[0].tiles - self.deals.hand
        rows = self.dealt(chunk)
        sizes = np.sort(self.needed.sizes(rows[engine.batch.distance(rows) == less]))
        for known in [*range(STEP, len(engine.ranks), STEP), len(engine.ranks)]:
            hands = int(np.searchsorted(sizes, known, side="right"))
            yield ("shares", known, "near"), (chunk.size, hands, hands)
        for size, hands in zip(*np.unique(sizes, return_counts=True), strict=True):
            yield ("least", int(size), "hands"), int(hands)

    def left_out(self, _: Totals) -> Iterable[str]:
        return ("least",)

    def derived(self, sums: Totals) -> Mapping[str, Table]:
        counts = {keys[0]: int(Row("least", keys, sums)["hands"].total) for keys in sums.rows("least")}
        rows = [[*self.given.values(), sum(counts.values()), q, *quantile(counts, q)] for q in QUANTILES]
        return {"summary": Table((*SETTING, "hands", "quantile", "least", "low", "high"), rows)}

    def check(self, sums: Totals) -> None:
        if not sums.rows("least"):
            raise KanamjError(f"none of {self.deals.n:,} deals is near enough; deal more (--n)")


def hardness(n: opt.NumberOption = 100_000, dealt: DealOptions = DEALS, run: RunOptions = RUN) -> None:
    """Deal N hands, and count how many of the easiest words those need that are complete.

    With --hand one tile less than the form has, hands that are tenpai are asked. --out DIR keeps summary.csv (quantiles
    with 95 % intervals) and shares.csv (the share of all deals that a player of n words has complete).

    Examples: python scripts/research/hardness.py
    · python scripts/research/hardness.py --n 1e6 --form 332 --out my-hardness
    """
    asked = Hardness(Deals(n=n, sample=0, chunk_size=CHUNK, **dealt.chosen()))
    print_results(Hardness, carry_out(asked, asked.deals.n, run), run)


COMMAND = command_line(Hardness.command, hardness)

if __name__ == "__main__":
    start(COMMAND)
