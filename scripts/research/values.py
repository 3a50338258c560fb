"""A study of how much each word matters: of random complete deals, the share that needs it and the share that uses it.

A deal with one tile less than the form counts as complete if one more tile completes it. A deal *needs* a word if it is
not complete without this word. It *uses* a word if at least one of its arrangements has this word.

`values.csv` has the columns key, words, needed, needed_stderr, used, used_stderr. needed and used are shares of the
complete deals. All words are counted on the same deals.

The deals that choose never judge: the words are ranked on one half of the deals, the most needed first, and measured on
the other half. Measured on the same deals, the first words would look more needed than they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from script import command_line, start

from kanamj.cli import options as opt
from kanamj.cli.dealing import DEALS, DealOptions
from kanamj.cli.output import print_json
from kanamj.cli.running import RUN, RunOptions
from kanamj.cli.running_old import carry_out, print_results
from kanamj.engine import WordEngine
from kanamj.engine.batch import Batch, CountsArray
from kanamj.engine.blocks import Block
from kanamj.engine.forms.many import Rows
from kanamj.engine.known_blocks import KnownBlocks
from kanamj.errors import KanamjError
from kanamj.learn.order import FEWEST, known_blocks, spelled
from kanamj.lexicon import Lexicon
from kanamj.lexicon.entry import key_of
from kanamj.studies.old.deals import Deals, OnDeals
from kanamj.studies.old.measures import Column, Count, Share
from kanamj.studies.old.study import Chunk
from kanamj.studies.old.sums import Name, Row, Sums, Totals
from kanamj.studies.old.tables import Declared

CHUNK, SHORT_CHUNK = 100_000, 20_000
"""Deals per chunk, which take some seconds. CHUNK: deals with as many tiles as the form; with the shipped lists, a
sixth of them are complete. SHORT_CHUNK: deals with one tile less; half of them are complete."""


@dataclass(frozen=True)
class Values(OnDeals):
    """A study of how much each word of a list matters on random deals.

    deals: what is dealt; they have one form, and there is a quick kernel for it. `weighed` makes this study.
    Raises KanamjError for other forms.
    """

    kind = "values of words"
    command = "python scripts/research/values.py"
    counted = ("complete",)
    tables = (
        Declared(
            "values",
            "key",
            Column("words", lambda study, row: spelled(study.deals.lexicon, row.keys[0])),
            *(
                Share(name, share=name, stderr=f"{name}_stderr", out_of="complete", digits=10)
                for name in ("needed", "used")
            ),
        ),
        Declared("ranking", "key", Count("needed"), Count("used")),
    )

    def __post_init__(self) -> None:
        known_blocks(self.engine)

    @cached_property
    def judge(self) -> Judge:
        """What counts the words; every chunk uses it."""
        return Judge(self.deals, self.engine)

    def sums(self, chunk: Chunk) -> Sums:
        rows = self.dealt(chunk)
        half = len(rows) // 2
        for table, part in (("ranking", rows[:half]), ("values", rows[half:])):
            complete, needed, used = self.judge.count(part)
            if table == "values":
                yield ("complete",), complete
            for name, counts in (("needed", needed), ("used", used)):
                for key, deals in counts.items():
                    yield (table, key, name), deals

    def rows(self, table: Declared, sums: Totals) -> Iterable[Name]:  # noqa: ARG002
        """All words of the list, in the order of the ranking."""

        def place(key: str) -> tuple[Any, ...]:
            ranking = Row("ranking", (key,), sums)
            return -ranking["needed"].total, -ranking["used"].total, key

        return ((key,) for key in sorted(self.judge.keys.values(), key=place))

    def left_out(self, sums: Totals) -> Iterable[str]:  # noqa: ARG002
        return ("ranking",)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "ranking": "the first half of each chunk"}

    def check(self, sums: Totals) -> None:
        deals, complete = self.deals, sums.count("complete")
        if complete < FEWEST:
            raise KanamjError(
                f"{complete or 'none'} of the measured half of {deals.n:,} deals is complete with "
                f"{deals.lexicon.name}; shares with errors need {FEWEST} or more. Give more deals (--n), or a shorter "
                "form (--form 332)"
            )


def weighed(lexicon: Lexicon, n: int, **chosen: Any) -> Values:
    """The study `Values` of n deals. chosen: further arguments of `Deals`. Raises errors as `Deals` and `Values` do."""
    deals = Deals(lexicon, n, sample=0, chunk_size=CHUNK, **chosen)
    short = deals.hand < deals.forms[0].tiles
    return Values(replace(deals, chunk_size=SHORT_CHUNK) if short else deals)


class Judge:
    """Counts, for each word, how many complete deals need it and how many use it."""

    def __init__(self, deals: Deals, engine: WordEngine) -> None:
        self.batch: Batch = engine.batch
        (self.form,) = deals.forms
        self.short = self.form.tiles - deals.hand
        sizes = sorted({*self.form.lengths})
        self.blocks = [block for size in sizes for block in engine.blocks.by_size[size]]
        self.keys = {block: key_of(deals.tiles.format(block)) for block in self.blocks}
        self.engine = engine

    def count(self, rows: CountsArray) -> tuple[int, Counter[str], Counter[str]]:
        """Three results: the number of complete deals; key -> how many of these need it; key -> how many use it."""
        known = KnownBlocks(self.engine, self.blocks)  # of this call: the thread of a stopped run may go on
        rows = rows[known.distance(rows) == self.short]
        needed, used = Counter[str](), Counter[str]()
        for block, where in self._used(rows):
            with known.changed(block):
                without = known.distance(rows[where]) > self.short
            used[self.keys[block]] += len(where)
            needed[self.keys[block]] += int(np.count_nonzero(without))
        return len(rows), Counter({key: deals for key, deals in needed.items() if deals}), used

    def _used(self, rows: CountsArray) -> Iterator[tuple[Block, Any]]:
        """Yield each block that is in an arrangement of some deal, with the indices of all such deals in `rows`."""
        deal = np.arange(len(rows))
        if self.short:  # make one row for each deal and each tile that completes it
            deal, kinds = np.nonzero(self.batch.waits(rows))
            rows = rows[deal]
            rows[np.arange(len(rows)), kinds] += 1
        for block, where in held_by(rows, self.blocks):
            if len(where) == 0:
                continue
            left = rows[where]
            for kind in block:
                left[:, kind] -= 1
            rest = self._rests[len(block)]
            done = where if rest is None else where[rest.distance(left) == 0]
            if len(done):
                yield block, np.unique(deal[done])

    @cached_property
    def _rests(self) -> dict[int, Batch | None]:
        """Size of a word -> the judge of the other tiles of a complete hand; None if there are no other tiles."""
        found: dict[int, Batch | None] = {}
        # With copies="ignore", the tile that `_used` adds may not exist.
        copies = tuple(n + self.short for n in self.engine.tiles.copies)
        for size in {*self.form.lengths}:
            whole = self.form.lengths == (size,)
            left = () if whole else (self.form.without([size]),)
            found[size] = Batch(self.engine.blocks, left, copies, strict=False) if left else None
        return found


def held_by(rows: Rows, blocks: Sequence[Block]) -> Iterator[tuple[Block, Any]]:
    """Each block, with the indices of the hands that hold all its tiles, ascending. rows: (n, K) uint8."""
    by_kind = np.ascontiguousarray(rows.T)
    for block in blocks:
        there = by_kind[block[0]] >= block.count(block[0])
        for kind in {*block[1:]}:
            there = there & (by_kind[kind] >= block.count(kind))
        yield block, np.flatnonzero(there)


def values(
    n: opt.NumberOption = 200000,
    dealt: DealOptions = DEALS,
    limit: Annotated[int, opt.option("N", "Number of rows to print; 0 prints all.")] = 20,
    run: RunOptions = RUN,
) -> None:
    """Deal N hands, and count how often a complete hand needs each word.

    needed is the share of complete deals that are not complete without the word. used is the share of complete deals
    that have an arrangement with the word. One half of the deals ranks the words, the most needed first; the figures
    are those of the other half, with 95 % intervals. A deal with one tile less than the form counts as complete if one
    more tile completes it. The form must have up to four 3s and at most one 2, such as 33332 or 332. --out DIR keeps
    values.csv, which has all words.

    Examples: python scripts/research/values.py
    · python scripts/research/values.py --n 1e7 --hand 13 --lexicon my-list --out my-values
    """
    asked = weighed(n=n, **dealt.chosen())
    found = carry_out(asked, asked.deals.n, run)
    if run.as_json:
        words = found.tables["values"].objects()[: limit or None]
        print_json({"complete": found.complete, "parameters": dict(found.parameters), "words": words})
        return
    title = (
        f"shares of {found.complete:,} complete deals in one half of {asked.deals.n:,}, ranked by the other half, "
        f"{asked.deals.lexicon.name}, seed {dealt.seed}"
    )
    print_results(Values, found, run, title=title, limit=limit)


COMMAND = command_line(Values.command, values)

if __name__ == "__main__":
    start(COMMAND)
