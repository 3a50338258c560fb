"""The solvers by name, and all of them asked at once. A solver's module is imported when first asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module

from kanamj.engine.question import Question
from kanamj.errors import KanamjError
from kanamj.forms import Form


@dataclass(frozen=True)
class Solver:
    """A solver called as a function, `solver(question) -> distance`; `distance` of its module answers."""

    module: str

    def __call__(self, question: Question) -> int:
        distance: Callable[[Question], int] = import_module(self.module).distance
        return distance(question)


def _batch(question: Question) -> int:
    """The batch asked one hand. It knows forms by their digits, by which alone seven pairs differ; what cannot be
    said so (words that differ in another form, a block of thirteen orphans) goes to `search`, as the batch's own
    odd forms do."""
    import numpy as np

    from kanamj.engine.batch import Batch

    digits = "".join(map(str, question.sizes))
    if not set(question.sizes) <= {2, 3, 4, 5} or Form(digits).distinct != question.distinct:
        return SOLVERS["search"](question)
    copies = question.room or question.counts
    batch = Batch(question.blocks, (Form(digits),), copies, strict=question.room is not None)
    return int(batch.distance(np.array([question.counts], np.uint8))[0])


SOLVERS: Mapping[str, Callable[[Question], int]] = {
    "search": Solver("kanamj.engine.search"),
    "bitmask": Solver("kanamj.engine.check.bitmask"),
    "subsets": Solver("kanamj.engine.check.subsets"),
    "graph": Solver("kanamj.engine.check.graph"),
    "cpsat": Solver("kanamj.engine.check.cpsat"),
    "batch": _batch,
}
"""Name -> solver. All answer the same number to every question; tests/test_contract.py holds them to it."""


class CrossCheckError(KanamjError):
    """Solvers that must agree do not: a fault in kanamj. `.question` is what they were asked, `.distances` what
    each said."""

    def __init__(self, question: Question, distances: Mapping[str, int]) -> None:
        said = ", ".join(f"{name} {distance}" for name, distance in distances.items())
        tiles = question.blocks.tiles
        hand = tiles.format_counts(question.counts) if tiles else question.counts
        form = "".join(map(str, question.sizes))
        copies = "ignore" if question.room is None else "strict"
        super().__init__(
            f"the solvers disagree on the distance of {hand}, form {form}, copies {copies}: {said}. This is a "
            "fault in kanamj; please report the hand and the word list"
        )
        self.question = question
        self.distances = dict(distances)


def cross_check(question: Question, solvers: Iterable[str] | None = None) -> dict[str, int]:
    """Solver -> distance, of all solvers or those named; all the same.

    Raises CrossCheckError if two differ.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ()}, {2: (1, 1), 3: ()})
    >>> cross_check(Question(blocks, (1, 0, 1, 0), (2,)), ("search", "bitmask", "cpsat"))
    {'search': 1, 'bitmask': 1, 'cpsat': 1}
    """
    distances = {name: SOLVERS[name](question) for name in solvers or SOLVERS}
    if len(set(distances.values())) > 1:
        raise CrossCheckError(question, distances)
    return distances
