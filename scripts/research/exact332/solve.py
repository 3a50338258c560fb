"""The study of `exact332 solve`: it solves the beginners' game 332 for one player (`solitaire.py`). A chunk is a sweep.

- `solitaire.csv`, for each player and number of draws: the mean chance of dealt hands to be complete, the lowest and
  the highest. `rounding`: by how much chances may be wrong.
- `distribution.csv`: how many hands have a chance of so many percent. `hands.csv`: the worst and the best hand.
- `letters.csv`: the mean chance, by best play, of the hands that hold a letter, and of the others.
- `values.csv`: the chances of the hands that were asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from exact332.count import SCRIPT, OnAllHands
from exact332.multisets import HAND_TILES
from exact332.solitaire import AHEAD, BEST, ONE, PLAYERS, Solitaire
from exact332.values import ValueFiles
from kanamj import KanamjError
from kanamj.studies import frame, part

MOST_DRAWS = 12


@dataclass(frozen=True)
class SolveWords(OnAllHands):
    """Solve the beginners' game 332 of one player, who throws back into the bag. A draw and player takes minutes.

    draws: the most draws. agents: players beside best play, with commas between them. of: hands of seven tiles whose
    chances are wanted, likewise. values: the folder in which the values of best play stay. Raises KanamjError for other
    numbers of draws, other agents and other hands.
    """

    draws: int = field(default=6, metadata={"help": "Solve for up to this many draws (1 to 12)."})
    agents: str = field(
        default="", metadata={"help": "Players beside best play: greedy, chance, or greedy,chance."}
    )
    of: str = field(default="", metadata={"help": "Hands of 7 tiles, with commas: what is each worth?"})
    values: Path | None = field(
        default=None,
        compare=False,
        metadata={"help": "Keep values in this folder: for the agent Solved, and to go on after a stop."},
    )

    kind = "solved game"
    command = f"{SCRIPT} solve"
    chunk_size = 1

    def __post_init__(self) -> None:
        if not 1 <= self.draws <= MOST_DRAWS:
            raise KanamjError(f"{self.draws} draws cannot be solved; give a number from 1 to {MOST_DRAWS}")
        for agent in {*self.players} - {*PLAYERS[1:]}:
            raise KanamjError(f"{agent!r} is not a player of solitaire; choose from: greedy, chance")
        super().__post_init__()
        _ = self.asked

    def __getstate__(self) -> dict[str, Any]:
        raise KanamjError(
            "each sweep needs the one before, so all are done in this process: leave out --workers and --dask"
        )

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, self.agents.split(","))))

    @cached_property
    def asked(self) -> list[tuple[int, ...]]:
        """The hands `of`."""
        hands = [self.set.parse(hand) for hand in filter(None, self.of.split(","))]
        for hand in hands:
            self.set.check_copies(self.set.tally(hand))
            if len(hand) != HAND_TILES - 1:
                raise KanamjError(f"{self.set.format(hand)} has {len(hand)} tiles; give hands of 7")
        return list(dict.fromkeys(hands))

    @cached_property
    def sweeps(self) -> list[tuple[str, int]]:
        """The player and the draws of each chunk. With one draw, all players reach the same."""
        best = [(BEST, draws) for draws in range(1, self.draws + 1)]
        return best + [(agent, draws) for agent in self.players for draws in range(2, self.draws + 1)]

    @property
    def n(self) -> int:  # type: ignore[override]
        return len(self.sweeps)

    @cached_property
    def solver(self) -> Solitaire:
        """What solves the game, for all chunks."""
        return Solitaire(
            self.question, ValueFiles(self.question, self.values), self.threads, bool(self.players)
        )

    def chunk(self, number: int, size: int) -> dict[Any, Any]:  # noqa: ARG002
        solver, (player, draws), last = self.solver, self.sweeps[number], (BEST, self.draws)
        of_agents = [(BEST, 1), (BEST, AHEAD), *((agent, 0) for agent in PLAYERS[1:])] if self.players else []
        solver.files.keep([(player, draws - 1), (player, draws), last, *of_agents])
        found, hands, at = solver.sweep(player, draws), self.question.hands(HAND_TILES - 1), (player, draws)
        sums: dict[Any, Any] = {("solitaire", *at): (found.chance, found.lowest[0], found.highest[0])}
        for what, (chance, hand) in (("best", found.highest), ("worst", found.lowest)):
            sums["hands", *at, what, self._text(hand)] = chance
        if self.asked:
            chances = zip(self.asked, solver.chances(player, draws, self.asked).tolist(), strict=True)
            sums |= {("values", *at, self.set.format(hand)): chance for hand, chance in chances}
        sums |= {("distribution", *at, p): n for p, n in enumerate(found.percent.tolist()) if n}
        for kind, (n, total) in enumerate(found.letters.tolist() if player == BEST else ()):
            without = ((found.chance * hands - total) / (hands - n),) if n < hands else ()
            sums["letters", draws, self._text((kind,))] = (total / n, *without)
        if number == self.n - 1:
            solver.files.keep([last])
        return sums

    def _text(self, hand: Iterable[int]) -> str:
        return "".join(self.set.kinds[self.question.kinds[kind]] for kind in hand)

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {
            "solitaire": [
                {"player": player, "draws": draws, "chance": chance, "rounding": draws / 2 / ONE}
                | {"lowest": lowest, "highest": highest}
                for (player, draws), (chance, lowest, highest) in part(sums, "solitaire").items()
            ],
            "letters": frame(
                {"draws": draws, "letter": letter, "chance": of[0], "without": of[1] if len(of) > 1 else None}
                for (draws, letter), of in part(sums, "letters").items()
            ),
        }
        for name, columns in {
            "distribution": ("percent", "hands"),
            "hands": ("what", "hand", "chance"),
            "values": ("hand", "chance"),
        }.items():
            if rows := part(sums, name):
                heads = ("player", "draws", *columns)
                found[name] = [dict(zip(heads, (*key, of), strict=True)) for key, of in rows.items()]
        return found
