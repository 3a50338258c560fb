"""A study of how much each word matters: of random complete deals, the share that needs it and the share that uses it.

A deal with one tile less than the form counts as complete if one more tile completes it. A deal *needs* a word if it is
not complete without this word. It *uses* a word if at least one of its arrangements has this word.

`values.csv` has the columns key, words, needed and used, which are shares of the complete deals, with their errors. All
words are counted on the same deals.

The deals that choose never judge: the words are ranked on one half of the deals, the most needed first, and measured on
the other half. Measured on the same deals, the first words would look more needed than they are.

    python scripts/research/values.py --n 1e7 --hand 13 --lexicon my-list --out my-values
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kanamj import KanamjError, TileSet, WordEngine
from kanamj.engine import BlockForm, KnownBlocks
from kanamj.studies import DealStudy, command, part, share

CHUNK, SHORT_CHUNK = 100_000, 20_000
"""Deals per chunk, which take some seconds. CHUNK: deals with as many tiles as the form; with the shipped lists, a
sixth of them are complete. SHORT_CHUNK: deals with one tile less; half of them are complete."""
FEWEST = 2
Block = tuple[int, ...]
Rows = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Values(DealStudy):
    """How often a complete deal needs each word, and how often one can use it."""

    n: int = 200_000

    kind = "values of words"
    command = "python scripts/research/values.py"
    counted = ("complete",)
    digits = 10

    def __post_init__(self) -> None:
        chunk_size = self.chunk_size
        super().__post_init__()
        KnownBlocks(self.engine, [])
        if not chunk_size:
            short = self.hand < self.forms[0].tiles
            object.__setattr__(self, "chunk_size", SHORT_CHUNK if short else CHUNK)

    @cached_property
    def judge(self) -> Judge:
        """What counts the words; every chunk uses it."""
        return Judge(self.engine, self.hand)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "ranking": "the first half of each chunk"}

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        rows, sums = self.dealt(number, size), dict[Any, Any]()
        for table, half in (("ranking", rows[: size // 2]), ("values", rows[size // 2 :])):
            complete, needed, used = self.judge.count(half)
            sums |= {(table, key): (needed[key], deals) for key, deals in used.items()}
        return sums | {"complete": complete}

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        complete = sums.get("complete", 0)
        if complete < FEWEST:
            raise KanamjError(
                f"{complete or 'none'} of the measured half of {self.n:,} deals is complete with "
                f"{self.words.name}; shares with errors need {FEWEST} or more. Give more deals (--n), or a shorter "
                "form (--form 332)"
            )
        ranking, values = part(sums, "ranking"), part(sums, "values")

        def place(key: str) -> tuple[Any, ...]:
            needed, used = ranking.get(key, (0, 0))
            return -needed, -used, key

        rows = []
        for key in sorted(self.judge.keys.values(), key=place):
            needed, used = values.get(key, (0, 0))
            figures = share("needed", complete, needed) | share("used", complete, used)
            rows.append({"key": key, "words": spelled(self.words.shown(key)), **figures})
        return {"values": rows}


def spelled(words: Sequence[Any]) -> str:
    """Words in one text, each as its reading, with its spelling in brackets if that differs."""
    return " ".join(
        word.reading + (f"({word.spelling})" if word.spelling != word.reading else "") for word in words
    )


class Judge:
    """Counts, for each word, how many complete deals of `hand` tiles need it and how many use it."""

    def __init__(self, engine: WordEngine, hand: int) -> None:
        self.engine, (self.form,) = engine, engine.forms
        self.short = self.form.tiles - hand
        sizes = sorted({*self.form.lengths})
        self.blocks = [block for size in sizes for block in engine.blocks.by_size[size]]
        self.keys = {block: "".join(sorted(engine.tiles.format(block))) for block in self.blocks}

    def count(self, rows: Rows) -> tuple[int, Counter[str], Counter[str]]:
        """Three results: the number of complete deals; key -> how many of these need it; key -> how many use it."""
        known = KnownBlocks(self.engine, self.blocks)
        rows = rows[known.distance(rows) == self.short]
        needed, used = Counter[str](), Counter[str]()
        for block, where in self._used(rows):
            with known.changed(block):
                without = known.distance(rows[where]) > self.short
            used[self.keys[block]] += len(where)
            needed[self.keys[block]] += int(np.count_nonzero(without))
        return len(rows), Counter({key: deals for key, deals in needed.items() if deals}), used

    def _used(self, rows: Rows) -> Iterator[tuple[Block, Any]]:
        """Yield each block that is in an arrangement of some deal, with the indices of all such deals in `rows`."""
        deal = np.arange(len(rows))
        if self.short:  # make one row for each deal and each tile that completes it
            deal, kinds = np.nonzero(self.engine.waits_many(rows))
            rows = rows[deal]
            rows[np.arange(len(rows)), kinds] += 1
        for block, where in held_by(rows, self.blocks):
            if len(where) == 0:
                continue
            left = rows[where]
            for kind in block:
                left[:, kind] -= 1
            rest = self._rests[len(block)]
            done = where if rest is None else where[rest.shanten_many(left) == -1]
            if len(done):
                yield block, np.unique(deal[done])

    @cached_property
    def _rests(self) -> dict[int, WordEngine | None]:
        """Size of a word -> the judge of the other tiles of a complete hand; None if there are no other tiles."""
        tiles, lexicon = self.engine.tiles, self.engine.lexicon
        # With copies="ignore", the tile that `_used` adds may not exist.
        more = TileSet("more", tiles.kinds, tuple(n + self.short for n in tiles.copies), "kana")
        found: dict[int, WordEngine | None] = {}
        for size in {*self.form.lengths}:
            digits = self.form.name.replace(str(size), "", 1)
            found[size] = WordEngine(lexicon, more, BlockForm(digits), "ignore") if digits else None
        return found


def held_by(rows: Rows, blocks: Sequence[Block]) -> Iterator[tuple[Block, Any]]:
    """Each block, with the indices of the hands that hold all its tiles, ascending. rows: (n, K) uint8."""
    by_kind = np.ascontiguousarray(rows.T)
    for block in blocks:
        there = by_kind[block[0]] >= block.count(block[0])
        for kind in {*block[1:]}:
            there = there & (by_kind[kind] >= block.count(kind))
        yield block, np.flatnonzero(there)


if __name__ == "__main__":
    command(Values)
