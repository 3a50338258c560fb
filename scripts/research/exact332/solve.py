"""The study of `exact332 solve`: it solves the beginners' game 332 for one player (`solitaire.py`). A chunk is a sweep.

- `solitaire.csv`, for each player and number of draws: the mean chance of dealt hands to be complete, the lowest and
  the highest. `rounding`: by how much chances may be wrong.
- `distribution.csv`: how many hands have a chance of so many percent. `hands.csv`: the worst and the best hand.
- `letters.csv`: the mean chance, by best play, of the hands that hold a letter, and of the others.
- `values.csv`: the chances of the hands that were asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from old.measures import Column, Count, Value
from old.study import Chunk
from old.sums import Sum, Sums, Totals
from old.tables import Declared

from exact332.count import SCRIPT, OnAllHands
from exact332.multisets import HAND_TILES
from exact332.solitaire import AHEAD, BEST, ONE, PLAYERS, Hand, Solitaire
from kanamj.errors import HandSizeError, KanamjError, not_one_of
from kanamj.tiles import Kinds

MOST_DRAWS = 12


def _rounding(draws: int) -> float:
    """By how much a chance may be wrong."""
    return draws / 2 / ONE


BY = ("player", "draws")
REACHED = "{lexicon}: the mean chance of a dealt hand to be complete"
ROUNDING = Column("rounding", lambda _, row: round(_rounding(row.keys[1]), 8))


@dataclass(frozen=True)
class SolveWords(OnAllHands):
    """A study that solves the game for one player.

    draws: the most draws. place: the folder of the files of values. agents: players beside best play, with commas
    between them. of: hands of seven tiles whose chances are wanted, likewise. Raises KanamjError for other numbers of
    draws, other agents and other hands.
    """

    draws: int = 6
    place: Path = Path()
    agents: str = ""
    of: str = ""

    kind = "solved game"
    command = f"{SCRIPT} solve"
    title = "The beginners' game, solved for one player"
    about = "The mean chance of dealt hands of seven tiles to be complete within some draws. Thrown tiles go back."
    game, own, chunk_size = "solitaire", ("draws", "agents", "of"), 1
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
        Declared("values", *BY, "hand", Value("chance"), title="the hands that were asked for"),
    )

    def __post_init__(self) -> None:
        if not 1 <= self.draws <= MOST_DRAWS:
            raise KanamjError(f"{self.draws} draws cannot be solved; give a number from 1 to {MOST_DRAWS}")
        for agent in {*self.players} - {*PLAYERS[1:]}:
            raise KanamjError(not_one_of(agent, "a player of solitaire", PLAYERS[1:]))
        super().__post_init__()
        _ = self.asked

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, self.agents.split(","))))

    @cached_property
    def asked(self) -> list[Kinds]:
        """The hands `of`."""
        hands = [self.tiles.parse(hand) for hand in filter(None, self.of.split(","))]
        for hand in hands:
            self.tiles.check_copies(self.tiles.tally(hand))
            if len(hand) != HAND_TILES - 1:
                said = f"{self.tiles.format(hand)} has {len(hand)} tiles; give hands of {HAND_TILES - 1}"
                raise HandSizeError(said, tiles=len(hand), fits=(HAND_TILES - 1,))
        return list(dict.fromkeys(hands))

    @cached_property
    def sweeps(self) -> list[tuple[str, int]]:
        """The player and the draws of each chunk. With one draw, all players reach the same."""
        best = [(BEST, draws) for draws in range(1, self.draws + 1)]
        return best + [(agent, draws) for agent in self.players for draws in range(2, self.draws + 1)]

    @property
    def n(self) -> int:  # type: ignore[override]
        return len(self.sweeps)

    def make(self) -> Solitaire:
        return Solitaire(self.question, self.place, self.threads, bool(self.players))

    def left_out(self, sums: Totals) -> Iterable[str]:
        return () if sums.rows("values") else ("values",)

    def sums(self, chunk: Chunk) -> Sums:
        solver, (player, draws) = self.counter, self.sweeps[chunk.number]
        of_agents = [(BEST, 1), (BEST, AHEAD), *((agent, 0) for agent in PLAYERS[1:])] if self.players else []
        solver.keep([(player, draws - 1), (player, draws), (BEST, self.draws), *of_agents])
        numbers = self._swept(solver, player, draws)
        return ((name, Sum.of([n]) if isinstance(n, float) else n) for name, n in numbers)

    def _swept(self, solver: Solitaire, player: str, draws: int) -> Iterator[tuple[Any, Any]]:
        found, hands, at = solver.sweep(player, draws), self.question.hands(HAND_TILES - 1), (player, draws)
        (lowest, worst), (highest, best) = found.lowest, found.highest
        yield ("solitaire", *at, "chance"), found.chance
        yield ("solitaire", *at, "lowest"), lowest
        yield ("solitaire", *at, "highest"), highest
        yield ("hands", *at, "worst", self._text(worst), "chance"), lowest
        yield ("hands", *at, "best", self._text(best), "chance"), highest
        chances = solver.chances(player, draws, self.asked).tolist() if self.asked else []
        for hand, chance in zip(self.asked, chances, strict=True):
            yield ("values", *at, self.tiles.format(hand), "chance"), chance
        yield from ((("distribution", *at, p, "hands"), n) for p, n in enumerate(found.percent.tolist()) if n)
        for kind, (n, total) in enumerate(found.letters.tolist() if player == BEST else ()):
            key = "letters", draws, self._text((kind,))
            yield (*key, "chance"), total / n
            if n < hands:
                yield (*key, "without"), (found.chance * hands - total) / (hands - n)

    def _text(self, hand: Hand) -> str:
        return "".join(self.tiles.kinds[self.question.kinds[kind]] for kind in hand)
