"""Worlds small enough for brute force: numbered kinds, blocks of them, copies, a form; and what is true of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kanamj.engine import UNREACHABLE, Blocks, Question
from kanamj.engine.batch import Batch
from kanamj.engine.check.solvers import SOLVERS, knows
from kanamj.engine.forms import BlockForm
from kanamj.engine.hand import Draws, changed
from kanamj.engine.search import Search
from kanamj.engine.waits import Discards, accepts
from tests.reference import oracles

Counts = tuple[int, ...]


@dataclass(frozen=True)
class World:
    """by_size: the blocks of each size. copies: the tiles of each kind. sizes: the slots of the form. distinct: each
    block is used at most as often as it has words. words: how many words each block has; one if it is not here."""

    by_size: Mapping[int, Sequence[Counts]]
    copies: Counts
    sizes: Counts
    strict: bool = True
    distinct: bool = False
    words: Mapping[Counts, int] = field(default_factory=dict)

    def __str__(self) -> str:
        rules = f"{'strict' if self.strict else 'ignore'}{'-distinct' * self.distinct}"
        return f"{''.join(map(str, self.sizes))}-{''.join(map(str, self.copies))}-{rules}"

    @cached_property
    def blocks(self) -> Blocks:
        by_size = {size: tuple(self.by_size.get(size, ())) for size in (2, 3, 4, 5)}
        words = {size: tuple(self.words.get(block, 1) for block in found) for size, found in by_size.items()}
        return Blocks(len(self.copies), by_size, words)

    @property
    def room(self) -> Counts | None:
        return self.copies if self.strict else None

    @cached_property
    def complete(self) -> Counter[Counts]:
        """Complete hands, and in how many ways each splits into blocks."""
        found = oracles.complete_hands(
            self.blocks.by_size, self.sizes, self.room, self.blocks.limit if self.distinct else None
        )
        left = len(self.copies)
        return Counter({(*counts, *(0,) * (left - len(counts))): times for counts, times in found.items()})

    @cached_property
    def _wanted(self) -> npt.NDArray[np.int64]:
        """A row for each complete hand. Most worlds need not list the ways in which it splits."""
        found = (
            {*self.complete}
            if self.distinct
            else oracles.sums(self.blocks.by_size, self.sizes, len(self.copies), self.room)
        )
        return np.array(sorted(found), np.int64).reshape(-1, len(self.copies))

    def question(self, counts: Counts) -> Question:
        return Question(self.blocks, counts, self.sizes, self.room, self.distinct)

    def hands(self, tiles: int) -> list[Counts]:
        return [*oracles.hands(self.copies, tiles)]

    def distance(self, counts: Counts) -> int:
        """min over the complete hands w of sum max(w - h, 0)."""
        missing = np.maximum(self._wanted - np.array(counts), 0).sum(axis=1)
        return int(missing.min(initial=UNREACHABLE))

    def draws(self, counts: Counts) -> Draws:
        """The distance, and the kinds that lower it."""
        least = self.distance(counts)
        there = [kind for kind, copies in enumerate(self.copies) if not self.strict or counts[kind] < copies]
        return Draws(least, tuple(kind for kind in there if self.distance(changed(counts, kind, +1)) < least))

    def after(self, counts: Counts) -> dict[int, Draws]:
        """Each discard, and the draws that are left after it."""
        return {kind: self.draws(changed(counts, kind, -1)) for kind, count in enumerate(counts) if count}


def stands(name: str, question: Question) -> bool:
    """Whether a solver knows the question and answers it within a second; some try every subset of the hand."""
    slow = name == "graph" and (sum(question.sizes) > 12 or len(question.sizes) > 4)
    return knows(name, question) and sum(question.sizes) <= 14 and not slow


def solvers_agree(world: World, counts: Counts) -> None:
    """Every solver finds the distance of a hand."""
    question = world.question(counts)
    said = {name: SOLVERS[name](question) for name in SOLVERS if stands(name, question)}
    assert said == dict.fromkeys(said, world.distance(counts)), (world, counts)


def search_agrees(world: World, counts: Counts) -> None:
    """The search finds the draws of a hand one tile short; of a full one, every arrangement, and the draws after each
    discard."""
    search = Search(world.question(counts))
    if sum(counts) < sum(world.sizes):
        assert accepts(search) == world.draws(counts), (world, counts)
        assert search.within(search.distance) == (search.distance < UNREACHABLE)
        assert not search.within(min(search.distance, sum(world.sizes)) - 1)
        return
    arrangements = [*search.arrangements()]
    assert len({*arrangements}) == len(arrangements) == world.complete[counts], (world, counts)
    for blocks in arrangements:
        assert tuple(map(len, blocks)) == world.sizes
        assert all(block in world.by_size[len(block)] for block in blocks)
        assert sorted(kind for block in blocks for kind in block) == [*world.question(counts).kinds]
    discards = Discards(search)
    for kind, draws in world.after(counts).items():
        assert (discards.distance(kind), discards.draws(kind)) == (draws.distance, draws), (world, counts)


def batch_agrees(world: World, short: Sequence[Counts], full: Sequence[Counts], seed: int = 1) -> None:
    """A batch (in tests: its kernels) finds distances, draws, waits and the best discards of many hands."""
    form = BlockForm("".join(map(str, world.sizes)))
    assert form.distinct == world.distinct
    batch, kinds = Batch(world.blocks, (form,), world.copies, world.strict), len(world.copies)
    if short:
        rows, expected = np.array(short), [world.draws(counts) for counts in short]
        distances, marks = batch.accepts(rows)
        assert distances.tolist() == batch.distance(rows).tolist() == [least for least, _ in expected], world
        assert [tuple(np.flatnonzero(row)) for row in marks] == [drawn for _, drawn in expected], world
        assert (batch.waits(rows) == marks & (distances == 1)[:, None]).all(), world
    if full:
        rows, unseen = np.array(full), np.random.default_rng(seed).integers(0, 5, (len(full), kinds))
        assert batch.distance(rows).tolist() == [world.distance(counts) for counts in full], world
        best = batch.best_discards(rows, unseen)
        for n, counts in enumerate(full):
            least, tiles, kind = min(
                (draws.distance, -int(unseen[n, list(draws.kinds)].sum()), kind)
                for kind, draws in world.after(counts).items()
            )
            assert (best.kind[n], best.distance[n], best.tiles[n]) == (kind, least, -tiles), (world, counts)


def completions_agree(world: World, counts: Counts) -> bool:
    """A batch finds, for a hand two tiles short, what completes it after each draw. False if it has no kernel."""
    form, kinds = BlockForm("".join(map(str, world.sizes))), np.arange(len(world.copies))
    found = Batch(world.blocks, (form,), world.copies, world.strict).completions(np.array([counts], np.uint8))
    if found is None:
        return False
    for kind, count in enumerate(counts):
        if count < world.copies[kind]:
            drawn = changed(counts, kind, +1)
            least, waited = world.draws(drawn)
            there = (np.array(drawn) < world.copies) | (not world.strict)
            marked = np.flatnonzero((found[0, kind, 0] >> kinds.astype(np.uint64) & np.uint64(1)) * there)
            assert tuple(marked) == (waited if least == 1 else ()), (world, counts, kind)
    return True
