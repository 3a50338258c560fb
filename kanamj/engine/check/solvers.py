"""The solvers by name, and a check that they agree. The module of a solver is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module

from kanamj.engine.hand import Question
from kanamj.errors import FormError, KanamjError, check_one_of


@dataclass(frozen=True)
class Solver:
    """A solver that is called as a function: `solver(question) -> distance`. It calls the function `distance` of its
    module.

    knows: returns True for a question that the solver can answer; None if it can answer any.
    """

    module: str
    knows: Callable[[Question], bool] | None = None

    def __call__(self, question: Question) -> int:
        distance: Callable[[Question], int] = import_module(self.module).distance
        return distance(question)


def _by_batch(question: Question) -> bool:
    """True if the batch has a kernel for this form. The batch gets only the digits of the form, so it takes words as
    different for `2222222` and for no other form. False for a question that says otherwise."""
    if not set(question.sizes) <= {2, 3, 4, 5} or question.distinct != (question.sizes == (2,) * 7):
        return False
    has_kernel: bool = import_module("kanamj.engine.check.batch").has_kernel(question)
    return has_kernel


def _by_tables(question: Question) -> bool:
    """True for the forms of riichi, unless called tiles lower the copies of a kind."""
    blocks, room = question.blocks, question.room
    if (
        blocks.tiles is None
        or blocks.tiles.name not in ("riichi-136", "sanma-108")
        or room != blocks.tiles.copies
    ):
        return False
    sizes = question.sizes
    pairs, general = (2,) * 7, (3,) * (len(sizes) - 1) + (2,)
    if sizes == (14,):
        return True
    return blocks.lexicon is None and (
        sizes == pairs if question.distinct else sizes == general and len(sizes) < 6
    )


SOLVERS: Mapping[str, Solver] = {
    "search": Solver("kanamj.engine.search"),
    "bitmask": Solver("kanamj.engine.check.bitmask"),
    "subsets": Solver("kanamj.engine.check.subsets"),
    "graph": Solver("kanamj.engine.check.graph"),
    "cpsat": Solver("kanamj.engine.check.cpsat"),
    "batch": Solver("kanamj.engine.check.batch", _by_batch),
    "tables": Solver("kanamj.engine.check.tables", _by_tables),
}
"""Name -> solver. All solvers give the same answer to a question that they can answer; tests/contract checks this."""


def solver_of(name: str) -> Callable[[Question], int]:
    """The solver of that name, as a function. Raises KanamjError if there is no such solver. The function raises
    FormError for a question that the solver cannot answer."""
    check_one_of(name, "a solver", SOLVERS)

    def solve(question: Question) -> int:
        if not knows(name, question):
            sizes = "+".join(map(str, question.sizes))
            able = ", ".join(other for other in SOLVERS if knows(other, question))
            raise FormError("solver {} cannot judge a hand of form {}; give one of {}", name, sizes, able)
        return SOLVERS[name](question)

    return solve


def knows(name: str, question: Question) -> bool:
    """True if the solver of that name can answer the question."""
    predicate = getattr(SOLVERS[name], "knows", None)
    return predicate is None or predicate(question)


class CrossCheckError(KanamjError):
    """Solvers give different distances to `.question`, a fault in kanamj. `.distances`: solver -> distance."""

    def __init__(self, question: Question, distances: Mapping[str, int]) -> None:
        said = ", ".join(f"{name} {distance}" for name, distance in distances.items())
        tiles = question.blocks.tiles
        hand = tiles.format_counts(question.counts) if tiles else question.counts
        form = "".join(map(str, question.sizes))
        copies = "ignore" if question.room is None else "strict"
        super().__init__(
            "the solvers disagree on the distance of {}, form {}, copies {}: {}. This is a fault in kanamj; "
            "please report the hand and the word list",
            hand,
            form,
            copies,
            said,
        )
        self.question = question
        self.distances = dict(distances)


def cross_check(question: Question, solvers: Iterable[str] | None = None) -> dict[str, int]:
    """Solver -> distance, for the named solvers (or all) that can answer the question. All distances are equal.

    Raises CrossCheckError if two distances differ.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(4, {2: ((0, 1), (2, 3)), 3: ()}, {2: (1, 1), 3: ()})
    >>> cross_check(Question(blocks, (1, 0, 1, 0), (2,)), ("search", "bitmask", "cpsat"))
    {'search': 1, 'bitmask': 1, 'cpsat': 1}
    """
    asked = [name for name in solvers or SOLVERS if knows(name, question)]
    distances = {name: SOLVERS[name](question) for name in asked}
    if len(set(distances.values())) > 1:
        raise CrossCheckError(question, distances)
    return distances
