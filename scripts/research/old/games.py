"""A study of many games between agents: how and when they end, and who wins.

Game number g has the seed (seed of the study, g). After each game the agents move on by one seat, so that each agent
has every seat equally often. A game depends on nothing else: not on the worker that plays it, on the order of games,
or on interruptions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from kanamj.errors import KanamjError
from kanamj.game.agents import AgentSpec
from kanamj.game.record import recorded
from kanamj.game.rules import Rules, option_text
from kanamj.game.states import Event
from kanamj.game.steps import Step, play
from kanamj.version import __version__
from old.game_results import HOWS, TABLES, GameResults
from old.study import Chunk, ChunkResult, Study, word_hashes
from old.sums import Name, Sums, Totals, ratio_sums
from old.tables import Declared

CHUNK = 25
"""Games per chunk: a few tenths of a second."""
MOST_GAMES = 10**12
MOST_RECORDS = 50_000
"""The most games that can be recorded: each is a file, and one manifest lists them all."""


class GameRow(NamedTuple):
    """What is counted of one game. calls, discards and tenpai have one number per seat.

    how: "tsumo", "ron" or "wall". turn: the turn of the player whose tile won, from 1; 0 if nobody won. winners: the
    seats that won. source: the seat that discarded the winning tile, -1 if none did. calls: how many words a seat
    called. discards: how many tiles it discarded. tenpai: bit t is set if its hand was tenpai after discard t + 1.
    """

    how: str
    turn: int
    winners: tuple[int, ...]
    source: int
    calls: tuple[int, ...]
    discards: tuple[int, ...]
    tenpai: tuple[int, ...]


class OnGames(Study):
    """The base class of studies of games. agents: those that play. extra: files of the user's own words."""

    rules: Rules
    agents: tuple[AgentSpec, ...]
    seed: int
    extra: tuple[Path, ...]

    @property
    def played_by(self) -> dict[str, Any]:
        """The agents and the rules, as plain values; of agents from outside also the hash of their module."""
        sources = {agent.text: agent.source for agent in self.agents if agent.source}
        return {
            "agents": ",".join(agent.text for agent in self.agents),
            "seed": self.seed,
            "rules": self.rules.to_table(),
            "lexicon": self.rules.lexicon.name,
            "lexicon_sha256": self.rules.lexicon.sha256,
            **({"agents_sha256": sources} if sources else {}),
            "version": __version__,
        }

    def options(self) -> dict[str, object]:
        rules = self.rules.to_table()
        changed = ",".join([rules.pop("name"), *(f"{name}={option_text(rules[name])}" for name in rules)])
        return {**{name: self.played_by[name] for name in ("agents", "seed", "lexicon")}, "rules": changed}

    def sent(self) -> Self:
        """The study as it is sent to workers: without anything computed so far, and without folders of this machine."""
        lexicon = self.rules.lexicon
        fresh = lexicon.sent(lexicon.grams, readings=not self._knows_all)
        return replace(self, rules=replace(self.rules, lexicon=fresh), extra=())  # type: ignore[type-var]

    def game(self, number: int, agents: Sequence[AgentSpec]) -> Iterator[Step]:
        """Yield the steps of a game on the wall with this number. agents: by seat."""
        seed = (self.seed, number)
        return play(
            self.rules, seed, [agent.seated(self.rules, seed, seat) for seat, agent in enumerate(agents)]
        )

    @property
    def has_outsiders(self) -> bool:
        """True if there is an agent from outside. It can be stopped only in a process of its own."""
        return any(agent.source for agent in self.agents)

    @property
    def _knows_all(self) -> bool:
        """True if every agent knows all words. If not, agents need to know how common words are."""
        return all(agent.knows_all for agent in self.agents)

    def inputs(self) -> dict[str, str]:
        return word_hashes(
            self.rules.lexicon, self.rules.word_sizes, self.extra, readings=not self._knows_all
        )


@dataclass(frozen=True)
class Games(OnGames):
    """A study of n games between agents.

    agents: one per player, by seat in the first game. records: how many games, from the first, are recorded in the
    folder `games` of the results. extra: files of the user's own words in the lexicon, for the manifest.

    >>> from kanamj.game.agents import parse_agents
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> from old.run import run
    >>> from old.workers import open_workers
    >>> played = run(Games(preset("basic", load_lexicon()), parse_agents("greedy", 4), n=2), open_workers)
    >>> played.tables["ends"].rows[0]
    ['tsumo', 2, 1.0, 0.0]
    """

    rules: Rules
    agents: tuple[AgentSpec, ...]
    n: int
    seed: int = 1
    records: int = 0
    extra: tuple[Path, ...] = field(default=(), compare=False)

    chunk_size = CHUNK
    kind = "games"
    command = "kanamj simulate games"
    tables = TABLES
    results = GameResults
    title = "Games"
    about = (
        "Games between agents. The turn of a win is the turn of the player who drew or threw the winning tile. A share "
        "is followed by its 95 % interval."
    )

    def __post_init__(self) -> None:
        if len(self.agents) != self.rules.players:
            raise KanamjError(
                f"{len(self.agents)} agents for {self.rules.players} players; give one per player"
            )
        if not 1 <= self.n <= MOST_GAMES:
            raise KanamjError(f"{self.n} games cannot be played; give 1 to {MOST_GAMES:,}")
        if self.seed < 0:
            raise KanamjError(f"seed {self.seed} is negative; give 0 or more")
        if not 0 <= self.records <= MOST_RECORDS:
            raise KanamjError(f"{self.records} games cannot be recorded; give 0 to {MOST_RECORDS:,}")

    def agent_at(self, game: int, seat: int) -> int:
        """The index of the agent that has this seat in this game."""
        return (seat - game) % len(self.agents)

    def parameters(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain values."""
        return {"n": self.n, "records": self.records, **self.played_by}

    def play(self, game: int) -> Iterator[Step]:
        """Yield the steps of the game with this number."""
        return self.game(game, [self.agents[self.agent_at(game, seat)] for seat in range(self.rules.players)])

    def work(self, chunk: Chunk) -> ChunkResult:
        """The games of a chunk: their sums, and the files of recorded games."""
        games, files = [], {}
        for game in range(chunk.number * CHUNK, chunk.number * CHUNK + chunk.size):
            steps: Iterable[Step] = self.play(game)
            if game < self.records:
                steps = list(steps)
                names = [self.agents[self.agent_at(game, seat)].text for seat in range(self.rules.players)]
                text = recorded(self.rules, (self.seed, game), names, steps).format()
                files[record_name(game)] = text.encode()
            games.append((game, summary(steps)))
        return self.recorded(self.sums_of(games), files)

    def sums_of(self, games: Iterable[tuple[int, GameRow]]) -> Sums:
        """What games add to the sums. games: (number, what `summary` says of it)."""
        counts: Counter[Name] = Counter()
        shares = defaultdict[Name, Counter[tuple[int, int]]](Counter)
        for game, row in games:
            counts["ends", row.how, "games"] += 1
            if row.winners:
                counts["turns", row.turn, row.how] += 1
            hands: Counter[Name] = Counter()
            hits: Counter[Name] = Counter()
            for seat, (called, discards, ready) in enumerate(
                zip(row.calls, row.discards, row.tenpai, strict=True)
            ):
                agent, won = self.agents[self.agent_at(game, seat)].text, int(seat in row.winners)
                found: dict[Name, int] = {("agents", agent): won, ("seats", seat): won}
                found |= {("tenpai", turn + 1): ready >> turn & 1 for turn in range(discards)}
                hands.update(found.keys())
                hits.update(found)
                counts["agents", agent, row.how] += won
                counts["agents", agent, "dealt_in"] += row.source == seat
                counts["agents", agent, "calls"] += called
            for key, of in hands.items():
                shares[key][of, hits[key]] += 1
        yield from ((name, count) for name, count in counts.items() if count)
        for key, alike in shares.items():
            yield from ratio_sums(key, "hits", "hands", alike)

    def rows(self, table: Declared, sums: Totals) -> Iterable[Name]:
        """Of the ends all that there can be, of the turns all up to the last, of the agents those of the first game."""
        found = [*super().rows(table, sums)]
        if table.name == "turns":
            last = max((turn for (turn,) in found), default=0)
            return [(turn,) for turn in range(1, int(last) + 1)]
        asked = {"ends": HOWS, "agents": tuple(dict.fromkeys(agent.text for agent in self.agents))}
        return [(name,) for name in asked[table.name]] if table.name in asked else found

    def result(self, sums: Totals, files: Mapping[str, Path]) -> Any:
        return super().result(sums, {f"games/{name}": path for name, path in files.items()})

    def seats(self, agent: str) -> int:
        """The number of seats that an agent has in each game."""
        return [each.text for each in self.agents].count(agent)

    def options(self) -> dict[str, object]:
        return {"n": self.n, **super().options(), "records": self.records}


def record_name(game: int) -> str:
    """The name of the file in which a game is recorded.

    >>> record_name(12)
    '000012.jsonl'
    """
    return f"{game:06}.jsonl"


def summary(steps: Iterable[Step]) -> GameRow:
    """What is counted of a game. steps: all its steps, as `Games.play` yields them."""
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
