"""A study that solves the beginners' game 332 for one player (`engine/counting/solitaire.py`). A chunk is a sweep.

- `solitaire.csv`, for each number of draws: the mean chance of dealt hands to be complete, the lowest and the highest.
  `rounding`: by how much chances may be wrong. player: always `best`, best play.
- `distribution.csv`: how many hands have a chance of so many percent. `hands.csv`: the worst and the best hand.
- `letters.csv`: the mean chance of the hands that hold a letter, and of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kanamj.engine.counting.multisets import HAND_TILES
from kanamj.engine.counting.solitaire import BEST, ONE, Hand, Solitaire
from kanamj.errors import KanamjError
from kanamj.studies.exact_words import OnAllHands, counter_of
from kanamj.studies.run import Chunk
from kanamj.studies.tables import Column, Count, Declared, Sum, Sums, Value

MOST_DRAWS = 12


def _rounding(draws: int) -> float:
    """By how much a chance may be wrong."""
    return draws / 2 / ONE


BY = ("player", "draws")
REACHED = "{lexicon}: the mean chance of a dealt hand to be complete"
ROUNDING = Column("rounding", lambda _, row: round(_rounding(row.keys[1]), 8))


@dataclass(frozen=True)
class SolveWords(OnAllHands):
    """A study that solves the game for one player. `kanamj.studies.run` says what a study is.

    draws: the most draws. place: the folder of the files of values. Raises KanamjError for other numbers of draws.
    """

    draws: int = 6
    place: Path = Path()

    kind = "solved game"
    title = "The beginners' game, solved for one player"
    about = "The mean chance of dealt hands of seven tiles to be complete within some draws. Thrown tiles go back."
    game, own, chunk_size = "solitaire", ("draws",), 1
    tables = (
        Declared(
            "solitaire",
            *(*BY, Value("chance"), ROUNDING, Value("lowest"), Value("highest")),
            title=REACHED,
            heads={"chance": "chance to win", "player": "play"},
        ),
        Declared("distribution", *BY, "percent", Count("hands")),
        Declared("hands", *BY, "what", "hand", Value("chance")),
        Declared("letters", "draws", "letter", Value("chance"), Value("without")),
    )

    def __post_init__(self) -> None:
        if not 1 <= self.draws <= MOST_DRAWS:
            raise KanamjError(f"{self.draws} draws cannot be solved; give a number from 1 to {MOST_DRAWS}")
        super().__post_init__()

    @property
    def n(self) -> int:  # type: ignore[override]
        return self.draws

    def sums(self, chunk: Chunk) -> Sums:
        draws = chunk.number + 1
        solver = counter_of(self, lambda: Solitaire(self.question, self.place, self.threads))
        solver.keep(draws - 1, draws, self.draws)
        return ((name, Sum.of([n]) if isinstance(n, float) else n) for name, n in self._swept(solver, draws))

    def _swept(self, solver: Solitaire, draws: int) -> Iterator[tuple[Any, Any]]:
        found, hands, at = solver.sweep(draws), self.question.hands(HAND_TILES - 1), (BEST, draws)
        (lowest, worst), (highest, best) = found.lowest, found.highest
        yield ("solitaire", *at, "chance"), found.chance
        yield ("solitaire", *at, "lowest"), lowest
        yield ("solitaire", *at, "highest"), highest
        yield ("hands", *at, "worst", self._text(worst), "chance"), lowest
        yield ("hands", *at, "best", self._text(best), "chance"), highest
        yield from ((("distribution", *at, p, "hands"), n) for p, n in enumerate(found.percent.tolist()) if n)
        for kind, (n, total) in enumerate(found.letters.tolist()):
            key = "letters", draws, self._text((kind,))
            yield (*key, "chance"), total / n
            if n < hands:
                yield (*key, "without"), (found.chance * hands - total) / (hands - n)

    def _text(self, hand: Hand) -> str:
        return "".join(self.tiles.kinds[self.question.kinds[kind]] for kind in hand)
