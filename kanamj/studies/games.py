"""Whole games between agents, many of them: how they end, when, who wins, and what calling is worth.

Game g of a study has the seed (study's seed, g), and the agents move one seat on from game to game, so each has
every seat equally often. A game depends on nothing else: not on who plays it, in which order, or on interruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.errors import KanamjError
from kanamj.game.agents import AgentSpec
from kanamj.game.play import play
from kanamj.game.record import recorded
from kanamj.game.rules import Rules
from kanamj.game.table import Action, Event, State
from kanamj.lexicon import Lexicon
from kanamj.manifest import package_version
from kanamj.studies.checkpoint import Checkpoint
from kanamj.studies.executors import Workers, open_workers, work_through

CHUNK = 25
"""Games a chunk: a few tenths of a second."""
PRELOAD = ("kanamj.studies.games", "kanamj.engine.batch")
"""What worker processes import first (see `executors.open_workers`)."""


class GameRow(NamedTuple):
    """What is counted of one game; lists are by seat.

    how: "tsumo", "ron" or "wall". turn: of the player whose tile it was, from 1; 0 if nobody won. winners: seats.
    source: the seat that discarded the winning tile, -1 if none. calls: words called. discards: made.
    tenpai: bit t is set if the hand was tenpai after discard t + 1.
    """

    how: str
    turn: int
    winners: tuple[int, ...]
    source: int
    calls: tuple[int, ...]
    discards: tuple[int, ...]
    tenpai: tuple[int, ...]


@dataclass(frozen=True)
class Games:
    """A study: n games of these agents by these rules. agents: one a player, at the seat of the first game."""

    rules: Rules
    agents: tuple[AgentSpec, ...]
    n: int
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.agents) != self.rules.players:
            raise KanamjError(f"{len(self.agents)} agents for {self.rules.players} players; give one each")
        if self.n < 1:
            raise KanamjError(f"{self.n} games cannot be played; give 1 or more")
        if self.seed < 0:
            raise KanamjError(f"seed {self.seed} is negative; give 0 or more")

    def agent_at(self, game: int, seat: int) -> int:
        """Which of the agents sits there in that game."""
        return (seat - game) % len(self.agents)

    def parameters(self) -> dict[str, Any]:
        """All that the games depend on, as plain values."""
        return {
            "n": self.n,
            "agents": ",".join(agent.text for agent in self.agents),
            "seed": self.seed,
            "rules": self.rules.to_table(),
            "lexicon": self.rules.lexicon.name,
            "lexicon_sha256": self.rules.lexicon.sha256,
            "version": package_version(),
        }

    def chunks(self) -> Iterator[range]:
        """The numbers of the games, chunk by chunk."""
        for start in range(0, self.n, CHUNK):
            yield range(start, min(self.n, start + CHUNK))

    def play(self, game: int) -> Iterator[tuple[State, Action, State]]:
        """The steps of one of the games."""
        seed = (self.seed, game)
        seats = range(self.rules.players)
        agents = [self.agents[self.agent_at(game, seat)].seated(self.rules, seed, seat) for seat in seats]
        return play(self.rules, seed, agents)


def play_games(
    games: Games,
    workers: Callable[[], AbstractContextManager[Workers]] = open_workers,
    checkpoint: Checkpoint | None = None,
    progress: Callable[[int], None] = lambda _: None,
    records: Path | None = None,
    keep: int = 0,
) -> list[GameRow]:
    """The rows of all games, in their order.

    workers: what opens the executor. checkpoint: chunks in it are taken as done, new ones are put there. progress:
    called with the number of games of each chunk as it is done. records: a folder for the first `keep` games.

    >>> from kanamj.game.agents import parse_agents
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> rows = play_games(Games(preset("basic", load_lexicon()), parse_agents("greedy", 4), n=2))
    >>> [row.how for row in rows]
    ['tsumo', 'tsumo']
    """
    rows: dict[int, list[GameRow]] = {}
    done = checkpoint.done if checkpoint else {}
    left = []
    for chunk in games.chunks():
        if chunk.start in done:
            rows[chunk.start] = [_row(row) for row in done[chunk.start]["games"]]
            if len(rows[chunk.start]) != len(chunk):
                raise KanamjError(
                    f"chunk {chunk.start} of the checkpoint is damaged. Start over with --replace"
                )
            progress(len(chunk))
        else:
            left.append(chunk)
    if left:
        with workers() as opened:
            for chunk, found in work_through(opened, partial(play_chunk, _sent(games), records, keep), left):
                if checkpoint:
                    checkpoint.add(chunk.start, {"games": found})
                rows[chunk.start] = found
                progress(len(chunk))
    return [row for start in sorted(rows) for row in rows[start]]


def play_chunk(games: Games, records: Path | None, keep: int, chunk: range) -> list[GameRow]:
    """The rows of a chunk; the games among the first `keep` are recorded in the folder."""
    games = _kept(games)
    rows = []
    for game in chunk:
        steps: Iterable[tuple[State, Action, State]] = games.play(game)
        if records is not None and game < keep:
            steps = list(steps)
            names = [games.agents[games.agent_at(game, seat)].text for seat in range(games.rules.players)]
            recorded(games.rules, (games.seed, game), names, steps).write(records / record_name(game))
        rows.append(summary(steps))
    return rows


def record_name(game: int) -> str:
    """The file a game is recorded in.

    >>> record_name(12)
    '000012.jsonl'
    """
    return f"{game:06}.jsonl"


def summary(steps: Iterable[tuple[State, Action, State]]) -> GameRow:
    """The row of a game, from its steps to the end."""
    tenpai: list[int] = []
    discards: list[int] = []
    for before, action, after in steps:
        if not tenpai:
            tenpai = [0] * before.rules.players
            discards = [0] * before.rules.players
        if action.event in (Event.DISCARD, Event.RIICHI):
            player = after.players[action.player]
            if before.rules.hands.waits(player.hand, player.blocks):
                tenpai[action.player] |= 1 << discards[action.player]
            discards[action.player] += 1
    assert after.end is not None
    wins = after.end.wins
    return GameRow(
        after.end.how,
        after.players[after.turn].turns if wins else 0,
        tuple(win.player for win in wins),
        -1 if not wins or wins[0].source is None else wins[0].source,
        tuple(len(player.melds) for player in after.players),
        tuple(discards),
        tuple(tenpai),
    )


def _row(values: Sequence[Any]) -> GameRow:
    """A row from JSON, which has lists for tuples."""
    how, turn, winners, source, *by_seat = values
    calls, discards, tenpai = map(tuple, by_seat)
    return GameRow(how, turn, tuple(winners), source, calls, discards, tenpai)


def _sent(games: Games) -> Games:
    """The games as workers need them: nothing that was looked up so far."""
    lexicon = games.rules.lexicon
    fresh = Lexicon(lexicon.name, lexicon.grams, lexicon.folder, lexicon.given)
    return replace(games, rules=replace(games.rules, lexicon=fresh))


@lru_cache(maxsize=1)
def _kept(games: Games) -> Games:
    """The games of the first chunk, whose rules remember hands; a worker is handed them anew with each chunk."""
    return games
