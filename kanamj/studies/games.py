"""A study of many games between agents: how and when they end, and who wins.

Game number g has the seed (seed of the study, g). After each game the agents move on by one seat, so that each agent
has every seat equally often. A game depends on nothing else: not on the worker that plays it, on the order of games,
or on interruptions. The standard error of a share of hands is computed over games, because the hands of one game depend
on each other.

ends.csv      how,games,share,stderr
turns.csv     turn,tsumo,ron                          games by the turn of the player whose tile won
tenpai.csv    turn,hands,tenpai,share,stderr          turn n: hands with an n-th discard; those tenpai after it
seats.csv     seat,games,wins,share,stderr            seat 0 deals
agents.csv    agent,seats,wins,share,stderr,tsumo,ron,dealt_in,calls    share: wins per game and seat
games/        recorded games
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.errors import KanamjError, check_type
from kanamj.game import outsiders
from kanamj.game.agents import AgentSpec
from kanamj.game.record import recorded
from kanamj.game.rules import Rules, option_text
from kanamj.game.states import RONS, Event
from kanamj.game.steps import Step, play
from kanamj.lexicon.shelf import files_of, way_to
from kanamj.studies.base import Results, Study, Sums, word_hashes
from kanamj.studies.figures import part, ratio, share
from kanamj.studies.frames import frame
from kanamj.version import __version__

if TYPE_CHECKING:
    import pandas as pd

GAMES_PER_CHUNK = 25
"""Games per chunk: a few tenths of a second."""
MOST_GAMES = 10**12
MOST_RECORDS = 50_000
"""The most games that can be recorded: each is a file, and one manifest lists them all."""
HOWS = ("tsumo", "ron", "wall")


class GameRow(NamedTuple):
    """What is counted of one game. calls, discards and tenpai have one number per seat.

    how: "tsumo", "ron" or "wall".
    turn: the turn of the player whose tile won, from 1; 0 if nobody won.
    winners: the seats that won.
    sources: the seats that discarded what these won with, -1 for a tsumo.
    calls: how many words a seat called.
    discards: how many tiles it discarded.
    tenpai: bit t is set if its hand was tenpai after discard t + 1.
    """

    how: str
    turn: int
    winners: tuple[int, ...]
    sources: tuple[int, ...]
    calls: tuple[int, ...]
    discards: tuple[int, ...]
    tenpai: tuple[int, ...]


class GameStudy(Study):
    """The base class of studies of games.

    agents: those that play.
    extra: files of the user's own words.
    """

    rules: Rules
    agents: tuple[AgentSpec, ...]
    extra: tuple[Path, ...]

    def check_players(self) -> None:
        """Raise KanamjError if the rules, the agents or the files are of a wrong type."""
        check_type("rules", self.rules, Rules, "Rules, such as preset('standard')")
        agents = check_type("agents", self.agents, tuple, "a tuple, such as parse_agents('greedy', 4)")
        for agent in agents:
            check_type("an agent", agent, AgentSpec, "an AgentSpec, such as parse_agent('greedy')")
        object.__setattr__(self, "extra", files_of(self.extra))

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
        found = {name: self.played_by[name] for name in ("agents", "seed")}
        found["lexicon"] = way_to(self.rules.lexicon)
        path = outsiders.looked_in() if any(agent.source for agent in self.agents) else None
        return {**found, "rules": changed, "path": path, "extra": self.extra}

    def __getstate__(self) -> dict[str, Any]:
        """What workers need: without folders of this machine."""
        lexicon = self.rules.lexicon
        fresh = lexicon.sent(lexicon.grams, readings=not self._knows_all)
        return super().__getstate__() | {"rules": replace(self.rules, lexicon=fresh), "extra": ()}

    def prepare(self) -> None:
        if not any(agent.source for agent in self.agents):  # agents from outside play only in workers
            self.chunk(0, 1)

    def game(self, number: int, agents: Sequence[AgentSpec]) -> Iterator[Step]:
        """Yields the steps of a game on the wall with this number.

        agents: by seat.
        """
        seed = (self.seed, number)
        return play(
            self.rules, seed, [agent.seated(self.rules, seed, seat) for seat, agent in enumerate(agents)]
        )

    @property
    def _knows_all(self) -> bool:
        """True if every agent knows all words. If not, agents need to know how common words are."""
        return all(agent.knows_all for agent in self.agents)

    def inputs(self) -> dict[str, str]:
        return word_hashes(
            self.rules.lexicon, self.rules.word_sizes, self.extra, readings=not self._knows_all
        )


class GameResults(Results):
    """The results of games. files: the recorded games, by name."""

    @property
    def n(self) -> int:
        return sum(row["games"] for row in self.rows("ends"))

    @property
    def median_turn(self) -> float | None:
        """The median turn of the win; None if no game was won."""
        won = {row["turn"]: row["tsumo"] + row["ron"] for row in self.rows("turns")}
        turns = sorted(Counter(won).elements())
        return (turns[(len(turns) - 1) // 2] + turns[len(turns) // 2]) / 2 if turns else None

    def to_json(self) -> dict[str, Any]:
        """Returns what `kanamj simulate games --json` prints."""
        return {"n": self.n, "median_turn": self.median_turn, **super().to_json()}


@dataclass(frozen=True)
class Games(GameStudy):
    """A study of n games between agents.

    agents: one per player, by seat in the first game.
    records: how many games, from the first, are recorded in the folder `games` of the results.
    extra: files of the user's own words in the lexicon, for the manifest.

    >>> from kanamj.game.agents import parse_agents
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.studies.runner import run
    >>> played = run(Games(preset("basic", load_lexicon()), parse_agents("greedy", 4), n=2))
    >>> played.rows("ends")[0]
    {'how': 'tsumo', 'games': 2, 'share': 1.0, 'stderr': 0.0}
    """

    rules: Rules
    agents: tuple[AgentSpec, ...]
    n: int
    seed: int = 1
    records: int = 0
    extra: tuple[Path, ...] = field(default=(), compare=False)

    chunk_size, most_n = GAMES_PER_CHUNK, MOST_GAMES
    kind = "games"
    command = "kanamj simulate games"
    digits = 6
    result = GameResults

    def __post_init__(self) -> None:
        self.check_players()
        if len(self.agents) != self.rules.players:
            raise KanamjError(
                "{} agents for {} players; give one per player", len(self.agents), self.rules.players
            )
        self.check(("records", 0, MOST_RECORDS))

    def agent_at(self, game: int, seat: int) -> int:
        """Returns the index of the agent that has this seat in this game."""
        return (seat - game) % len(self.agents)

    def parameters(self) -> dict[str, Any]:
        return {"n": self.n, "records": self.records, **self.played_by}

    def options(self) -> dict[str, object]:
        found = super().options()
        extra = found.pop("extra")
        return {"n": self.n, **found, "records": self.records, "extra": extra}

    def play(self, game: int) -> Iterator[Step]:
        """Yields the steps of the game with this number."""
        return self.game(game, [self.agents[self.agent_at(game, seat)] for seat in range(self.rules.players)])

    def chunk(self, number: int, size: int) -> tuple[Sums, Mapping[str, str]]:
        games, files = [], {}
        for game in range(number * GAMES_PER_CHUNK, number * GAMES_PER_CHUNK + size):
            steps: Iterable[Step] = self.play(game)
            if game < self.records:
                steps = list(steps)
                names = [self.agents[self.agent_at(game, seat)].text for seat in range(self.rules.players)]
                text = recorded(self.rules, (self.seed, game), names, steps).format()
                files[f"games/{record_name(game)}"] = text
            games.append((game, summary(steps)))
        return self.sums_of(games), files

    def sums_of(self, games: Iterable[tuple[int, GameRow]]) -> Sums:
        """Returns what games add to the sums.

        games: (number, what `summary` says of it).
        """
        counts: Counter[Any] = Counter()
        shares = defaultdict[Any, Counter[tuple[int, int]]](Counter)
        for game, row in games:
            counts["ends", row.how] += 1
            if row.winners:
                counts["turns", row.turn, row.how] += 1
            for winner, source in zip(row.winners, row.sources, strict=True):
                how = Event.TSUMO if source < 0 else Event.RON
                counts["of agents", self.agents[self.agent_at(game, winner)].text, how.value] += 1
            hands: Counter[Any] = Counter()
            hits: Counter[Any] = Counter()
            for seat, (called, discards, ready) in enumerate(
                zip(row.calls, row.discards, row.tenpai, strict=True)
            ):
                agent, won = self.agents[self.agent_at(game, seat)].text, int(seat in row.winners)
                found: dict[Any, int] = {("agents", agent): won, ("seats", seat): won}
                found |= {("tenpai", turn + 1): ready >> turn & 1 for turn in range(discards)}
                hands.update(found.keys())
                hits.update(found)
                counts["of agents", agent, "dealt_in"] += seat in row.sources
                counts["of agents", agent, "calls"] += called
            for key, of in hands.items():
                shares[key][hits[key], of] += 1
        return {
            **{key: n for key, n in counts.items() if n},
            **{key: _moments(of) for key, of in shares.items()},
        }

    def tables(self, sums: Sums) -> dict[str, pd.DataFrame]:
        ends, turns, found = part(sums, "ends"), part(sums, "turns"), part(sums, "of agents")
        n, last = sum(ends.values()), max((turn for turn, _ in turns), default=0)
        names = [*dict.fromkeys(agent.text for agent in self.agents)]
        seats = [agent.text for agent in self.agents]
        agents = part(sums, "agents")
        return {
            "ends": frame(
                (
                    {"how": how, "games": ends.get(how, 0), **share("share", n, ends.get(how, 0))}
                    for how in (*HOWS, *({RONS} & ends.keys()))
                ),
                ("how", "games", "share", "stderr"),
            ),
            "turns": frame(
                {"turn": turn, **{how: turns.get((turn, how), 0) for how in HOWS[:2]}}
                for turn in range(1, last + 1)
            )
            if last
            else frame([], ("turn", *HOWS[:2])),
            "tenpai": frame(
                _ratio("turn", turn, "hands", "tenpai", of) for turn, of in part(sums, "tenpai").items()
            ),
            "seats": frame(
                _ratio("seat", seat, "games", "wins", of) for seat, of in part(sums, "seats").items()
            ),
            "agents": frame(
                {
                    "agent": name,
                    "seats": seats.count(name),
                    "wins": agents[name][1],
                    **ratio("share", *agents[name]),
                    **{of: found.get((name, of), 0) for of in ("tsumo", "ron", "dealt_in", "calls")},
                }
                for name in names
            ),
        }


def _moments(alike: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """The moments of two numbers of games. alike: both numbers -> how many games have these."""
    powers = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1))
    return tuple(sum(x**i * y**j * n for (x, y), n in alike.items()) for i, j in powers)


def _ratio(key: str, value: int, n: str, count: str, sums: Sequence[int]) -> dict[str, Any]:
    """A row of hands, and how many of them have something, over games."""
    return {key: value, n: sums[3], count: sums[1], **ratio("share", *sums)}


def record_name(game: int) -> str:
    """Returns the name of the file in which a game is recorded.

    >>> record_name(12)
    '000012.jsonl'
    """
    return f"{game:06}.jsonl"


def summary(steps: Iterable[Step]) -> GameRow:
    """Returns what is counted of a game.

    steps: all its steps, as `Games.play` yields them.
    """
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
        tuple(-1 if win.source is None else win.source for win in wins),
        tuple(len(player.melds) for player in after.players),
        tuple(discards),
        tuple(tenpai),
    )
