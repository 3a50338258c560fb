"""The distance by integer programming: OR-Tools CP-SAT over whole blocks.

The unknown x_b is how often block b is used. The x_b of each size add up to the number of slots of this size. Block b
has b_k tiles of kind k, so all blocks need w_k = sum over b of b_k x_b of them, at most room_k. If the hand holds h_k
of them, it lacks missing_k >= w_k - h_k. The least sum of missing_k is the distance. This is the definition in
docs/definitions.md, word for word, without the parts or masks of the other solvers.

Two things keep the model small without changing its answer. A kind that is not held is missing as often as it is
needed, so it has no missing_k; each use of it costs 1. And blocks that differ only in such kinds share one variable.
The model thus ignores the room of the kinds that are not held. So each answer is written out as actual blocks. If they
use too many tiles of such a kind, the kind gets its own constraint, and the model is solved again. The last answer is a
lower bound, as constraints were left out, and it is the cost of actual blocks. So it is exact.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TypeAlias

from kanamj.engine.blocks import Block
from kanamj.engine.hand import UNREACHABLE, Question
from kanamj.errors import needing

with needing("the solver cpsat", "ortools"):
    from ortools.sat.python import cp_model


def distance(question: Question) -> int:
    """The distance of a hand, as `search.distance` returns it."""
    watched = {kind for kind, count in enumerate(question.counts) if count}
    while (used := _fewest_missing(question, watched)) is not None:
        needed = Counter(kind for block in used for kind in block)
        overdrawn = {
            kind
            for kind, count in needed.items()
            if question.room is not None and count > question.room[kind]
        }
        if not overdrawn:
            return sum(max(0, count - question.counts[kind]) for kind, count in needed.items())
        assert not overdrawn & watched, "a watched kind has its constraint"
        watched |= overdrawn
    return UNREACHABLE


_Column: TypeAlias = tuple[int, Block]
"""A block as the model sees it: its size, and those of its kinds that are watched (have a constraint of their own)."""
_Columns: TypeAlias = Mapping[_Column, list[tuple[Block, int]]]
"""Column -> the blocks that look like this to the model, each with the most times it may be used."""


def _fewest_missing(question: Question, watched: set[int]) -> list[Block] | None:
    """The blocks that fill the form with the fewest tiles missing; None if the form cannot be filled. watched: the
    kinds that have a constraint of their own; only these must stay within their room."""
    columns = _columns(question, watched)
    model = cp_model.CpModel()
    uses = {
        column: model.new_int_var(0, min(len(question.sizes), sum(most for _, most in blocks)), "")
        for column, blocks in columns.items()
    }
    for size in set(question.sizes):
        filling = [x for (fills, _), x in uses.items() if fills == size]
        if not filling:
            return None
        model.add(cp_model.LinearExpr.sum(filling) == question.sizes.count(size))
    cost = [x * (size - len(seen)) for (size, seen), x in uses.items() if len(seen) < size]
    for kind in sorted(watched):
        users = [(x, seen.count(kind)) for (_, seen), x in uses.items() if kind in seen]
        if users:
            needed = cp_model.LinearExpr.sum([x * times for x, times in users])
            if question.room is not None:
                model.add(needed <= question.room[kind])
            missing = model.new_int_var(0, sum(question.sizes), "")
            model.add(missing >= needed - question.counts[kind])
            cost.append(missing)
    model.minimize(cp_model.LinearExpr.sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.cp_model_probing_level = 0  # probing costs 2 ms and finds nothing in a model this small
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return _written_out(question, [(columns[column], solver.value(x)) for column, x in uses.items()])


def _columns(question: Question, watched: set[int]) -> _Columns:
    columns: defaultdict[_Column, list[tuple[Block, int]]] = defaultdict(list)
    for size in set(question.sizes):
        for i, block in enumerate(question.blocks.by_size.get(size, ())):
            seen = tuple([kind for kind in block if kind in watched])
            most = question.blocks.words[size][i] if question.distinct else len(question.sizes)
            columns[size, seen].append((block, most))
    return columns


def _written_out(question: Question, uses: list[tuple[list[tuple[Block, int]], int]]) -> list[Block]:
    """The blocks of a solution. uses: for each column, its blocks and how many of them are used. Blocks that leave
    every kind within its room are preferred."""
    written: list[Block] = []
    needed: Counter[int] = Counter()
    for blocks, count in uses:
        for _ in range(count):
            there = [block for block, most in blocks if written.count(block) < most]
            block = next((block for block in there if _fits(question, needed, block)), there[0])
            needed.update(block)
            written.append(block)
    return written


def _fits(question: Question, needed: Counter[int], block: Block) -> bool:
    return question.room is None or all(
        needed[kind] + block.count(kind) <= question.room[kind] for kind in block
    )
