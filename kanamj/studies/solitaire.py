"""A study that solves the beginners' game 332 for one player (`engine/counting/solitaire.py`). A chunk is a sweep.

- `solitaire.csv`, for each player and number of draws: the mean chance of dealt hands to be complete, the lowest and
  the highest. `rounding`: by how much chances may be wrong.
- `expected.csv`: draws_low and draws_high bound the mean number of draws; kept_low and kept_high, of which they are
  made, bound the chance not to be complete divided by that with a draw less, for each hand and all later draws. Best
  play knows how many draws are left. So its draws_low holds for all players, but its draws_high for none.
- `distribution.csv`: how many hands have a chance of so many percent. `hands.csv`: the worst and the best hand.
- `letters.csv`: the mean chance, by best play, of the hands that hold a letter, and of the others.
- `throws.csv`: of dealt hands of eight tiles that are not complete, the share in which the throw of a player is not the
  best one, the share that loses 1 % or more, and the mean loss, by the values of best play. `examples.csv`: hands of
  these that lose most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kanamj.engine.counting.multisets import HAND_TILES
from kanamj.engine.counting.solitaire import AHEAD, BEST, ONE, PLAYERS, Hand, Solitaire
from kanamj.errors import KanamjError, not_one_of
from kanamj.studies.exact_words import OnAllHands, counter_of
from kanamj.studies.run import Chunk
from kanamj.studies.tables import Column, Count, Declared, Mean, Row, Share, Sum, Sums, Totals, Value

MOST_DRAWS = 12
DEALT, EXAMPLES = 100_000, 20
"""How many hands of eight tiles are dealt to judge the throws of a player, and how many of them are examples."""


def _rounding(draws: int) -> float:
    """By how much a chance may be wrong."""
    return draws / 2 / ONE


def _bound(name: str, kept: str, sign: int) -> Column:
    """A bound of the mean number of draws, which is the sum over t of the chance not to be complete after t draws."""

    def of(_: Any, row: Row) -> float | None:
        player, draws = row.keys
        keys = [(BEST, 1), *((player, t) for t in range(2, draws + 1))]
        chances = [Row("solitaire", key, row.sums)["chance"].mean for key in keys]
        missing = [1.0, *(1 - chance + sign * _rounding(t) for t, chance in enumerate(chances, 1))]
        shares = [Row("expected", key, row.sums)[kept].mean for key in keys]
        rest = 1 - (max(shares) if sign < 0 else min(shares))  # what bounds later draws once, always does
        return round(sum(missing[:-1]) + missing[-1] / rest, 6) if rest > 0 else None

    return Column(name, of, parsed=lambda cell: None if cell == "" else cell)


def _by_loss(row: dict[str, Any]) -> tuple[str, float]:
    return row["player"], row["chance"] - row["best_chance"]


BY = ("player", "draws")
REACHED = "{lexicon}: the mean chance of a dealt hand to be complete"
ROUNDING = Column("rounding", lambda _, row: round(_rounding(row.keys[1]), 8))
BOUNDS = _bound("draws_low", "kept_low", -1), _bound("draws_high", "kept_high", 1)
WORSE = Share("worse", "dealt", "worse")
ONE_PERCENT = Share("one_percent", share="one_percent", stderr="one_percent_stderr")
CHANCES = Value("chance"), Value("best_chance")


@dataclass(frozen=True)
class SolveWords(OnAllHands):
    """A study that solves the game for one player. `kanamj.studies.run` says what a study is.

    draws: the most draws. agents: players beside best play, with commas between them. place: the folder of the files of
    values. Raises KanamjError for other numbers of draws and other agents.
    """

    draws: int = 6
    agents: str = ""
    place: Path = Path()

    kind = "solved game"
    title = "The beginners' game, solved for one player"
    about = "The mean chance of dealt hands of seven tiles to be complete within some draws. Thrown tiles go back."
    game, own, chunk_size = "solitaire", ("draws", "agents"), 1
    tables = (
        Declared(
            "solitaire", *BY, Value("chance"), ROUNDING, Value("lowest"), Value("highest"), title=REACHED
        ),
        Declared("expected", *BY, Value("kept_low"), Value("kept_high"), *BOUNDS),
        Declared("distribution", *BY, "percent", Count("hands")),
        Declared("hands", *BY, "what", "hand", Value("chance")),
        Declared("letters", "draws", "letter", Value("chance"), Value("without")),
        Declared("throws", "player", WORSE, ONE_PERCENT, Mean("lost"), title="throws that are not the best"),
        Declared("examples", *("player", "hand", "throws", "best"), *CHANCES, order=_by_loss),
    )

    def __post_init__(self) -> None:
        if not 1 <= self.draws <= MOST_DRAWS:
            raise KanamjError(f"{self.draws} draws cannot be solved; give a number from 1 to {MOST_DRAWS}")
        for agent in {*self.players} - {*PLAYERS[1:]}:
            raise KanamjError(not_one_of(agent, "a player of solitaire", PLAYERS[1:]))
        super().__post_init__()

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(filter(None, self.agents.split(",")))

    @cached_property
    def steps(self) -> list[tuple[str, int]]:
        """What the chunks do: (player, draws) is a sweep, (player, 0) judges the throws of a player. With one draw, all
        players reach the same."""
        best = [(BEST, draws) for draws in range(1, self.draws + 1)]
        return best + [(agent, draws) for agent in self.players for draws in (*range(2, self.draws + 1), 0)]

    @property
    def n(self) -> int:  # type: ignore[override]
        return len(self.steps)

    def sums(self, chunk: Chunk) -> Sums:
        player, draws = self.steps[chunk.number]
        solver = counter_of(self, lambda: Solitaire(self.question, self.place, self.threads))
        of_agents = [(agent, needed) for agent in self.players for needed in (0, 1)]
        solver.keep([(player, draws - 1), (player, draws), (BEST, AHEAD), (BEST, self.draws), *of_agents])
        numbers = self._swept(solver, player, draws) if draws else self._thrown(solver, player)
        return ((name, Sum.of([n]) if isinstance(n, float) else n) for name, n in numbers)

    def _swept(self, solver: Solitaire, player: str, draws: int) -> Iterator[tuple[Any, Any]]:
        found, hands, at = solver.sweep(player, draws), self.question.hands(HAND_TILES - 1), (player, draws)
        (lowest, worst), (highest, best), (low, high) = found.lowest, found.highest, found.kept
        yield ("solitaire", *at, "chance"), found.chance
        yield ("solitaire", *at, "lowest"), lowest
        yield ("solitaire", *at, "highest"), highest
        yield ("expected", *at, "kept_low"), low
        yield ("expected", *at, "kept_high"), high
        yield ("hands", *at, "worst", self._text(worst), "chance"), lowest
        yield ("hands", *at, "best", self._text(best), "chance"), highest
        yield from ((("distribution", *at, p, "hands"), n) for p, n in enumerate(found.percent.tolist()) if n)
        for kind, (n, total) in enumerate(found.letters.tolist() if player == BEST else ()):
            key = "letters", draws, self._text((kind,))
            yield (*key, "chance"), total / n
            if n < hands:
                yield (*key, "without"), (found.chance * hands - total) / (hands - n)

    def _thrown(self, solver: Solitaire, player: str) -> Iterator[tuple[Any, Any]]:
        import numpy as np

        random, kinds = np.random.default_rng(0), np.arange(solver.ranks.starts)
        tiles, each = np.repeat(kinds, solver.ranks.copies), np.arange(DEALT)
        hands = np.sort([random.choice(tiles, HAND_TILES, replace=False) for _ in each])
        thrown, best, chances = solver.throws(hands, player, self.draws)
        mine, most = chances[each, thrown], chances[each, best]
        lost = (most - mine)[most < 1]
        yield ("throws", player, "worse"), Sum.of(lost > 2 * _rounding(self.draws))
        yield ("throws", player, "one_percent"), Sum.of(lost >= 0.01)
        yield ("throws", player, "lost"), Sum.of(lost)
        for i in np.argsort(mine - most, kind="stable")[:EXAMPLES].tolist():
            if mine[i] < most[i]:
                throws = (self._text((hands[i, place[i]],)) for place in (thrown, best))
                key = ("examples", player, self._text(hands[i]), *throws)
                yield (*key, "chance"), float(mine[i])
                yield (*key, "best_chance"), float(most[i])

    def _text(self, hand: Hand) -> str:
        return "".join(self.tiles.kinds[self.question.kinds[kind]] for kind in hand)

    def left_out(self, sums: Totals) -> Iterable[str]:
        return [name for name in ("throws", "examples") if not sums.rows(name)]
