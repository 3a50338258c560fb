"""A study of many games between agents: how and when they end, and who wins.

Game number g has the seed (seed of the study, g). After each game the agents move on by one seat, so that each agent
has every seat equally often. A game depends on nothing else: not on the worker that plays it, on the order of games,
or on interruptions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias

from kanamj.errors import KanamjError
from kanamj.game.agents import AgentSpec
from kanamj.game.play import play
from kanamj.game.record import recorded
from kanamj.game.rules import Rules
from kanamj.game.table import Action, Event, State
from kanamj.lexicon import Lexicon
from kanamj.studies.csvtext import Table
from kanamj.studies.game_results import HOWS, TABLES, GameResults, share_cells
from kanamj.studies.result_folder import command_again, word_hashes
from kanamj.studies.run import Chunk, ChunkResult
from kanamj.studies.stats import Share, of_games
from kanamj.version import __version__

KIND = "games"
CHUNK = 25
"""Games per chunk: a few tenths of a second."""
MOST_GAMES = 10**12
MOST_RECORDS = 50_000
"""The most games that can be recorded: each is a file, and one manifest lists them all."""
Key: TypeAlias = tuple[Any, ...]
"""A row of a table of shares of hands: the name of the table, then the first cells of the row."""


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


@dataclass(frozen=True)
class Games:
    """A study of n games between agents. `kanamj.studies.run` says what a study is.

    agents: one per player, by seat in the first game. records: how many games, from the first, are recorded in the
    folder `games` of the results. extra: files of the user's own words in the lexicon, for the manifest.

    >>> from kanamj.game.agents import parse_agents
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.studies.run import run
    >>> from kanamj.studies.workers import open_workers
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

    kind: ClassVar[str] = KIND
    command: ClassVar[str] = "kanamj simulate games"

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
        return {
            "n": self.n,
            "agents": ",".join(agent.text for agent in self.agents),
            "seed": self.seed,
            "records": self.records,
            "rules": self.rules.to_table(),
            "lexicon": self.rules.lexicon.name,
            "lexicon_sha256": self.rules.lexicon.sha256,
            "version": __version__,
        }

    @property
    def chunk_count(self) -> int:
        return -(-self.n // CHUNK)

    def chunk(self, number: int) -> Chunk:
        return Chunk(number, min(CHUNK, self.n - number * CHUNK))

    def sent(self) -> Games:
        """The study as it is sent to workers: without anything computed so far, and without folders of this machine."""
        lexicon = self.rules.lexicon
        words = (
            () if self._knows_all else tuple(entry for words in lexicon.entries.values() for entry in words)
        )
        fresh = Lexicon(lexicon.name, lexicon.grams, given=words, added=lexicon.added)
        return replace(self, rules=replace(self.rules, lexicon=fresh), extra=())

    @property
    def _knows_all(self) -> bool:
        """True if every agent knows all words. If not, agents need to know how common words are."""
        return all(agent.knows_all for agent in self.agents)

    def play(self, game: int) -> Iterator[tuple[State, Action, State]]:
        """Yield the steps of the game with this number: (state before, action, state after)."""
        seed = (self.seed, game)
        seats = range(self.rules.players)
        agents = [self.agents[self.agent_at(game, seat)].seated(self.rules, seed, seat) for seat in seats]
        return play(self.rules, seed, agents)

    def work(self, chunk: Chunk) -> ChunkResult:
        """The games of a chunk: the record {"games": [row, …]} with `GameRow`s, and the files of recorded games."""
        rows, files = [], {}
        for game in range(chunk.number * CHUNK, chunk.number * CHUNK + chunk.size):
            steps: Iterable[tuple[State, Action, State]] = self.play(game)
            if game < self.records:
                steps = list(steps)
                names = [self.agents[self.agent_at(game, seat)].text for seat in range(self.rules.players)]
                text = recorded(self.rules, (self.seed, game), names, steps).format()
                files[record_name(game)] = text.encode()
            rows.append(summary(steps))
        return ChunkResult({"games": rows}, files)

    def tally(self) -> _Tally:
        return _Tally(self)

    def write(self, place: Path, result: GameResults) -> None:
        sizes = {length for form in self.rules.forms for length in form.lengths}
        sizes |= {4} if self.rules.kan != "none" else set()
        lexicon, readings = self.rules.lexicon, not self._knows_all
        inputs = word_hashes(lexicon, sorted(sizes), self.extra, readings=readings)
        chosen = {name: result.parameters[name] for name in ("n", "agents", "seed", "lexicon")}
        rules = dict(result.parameters["rules"])
        chosen["rules"] = ",".join([rules.pop("name"), *(f"{name}={_option(rules[name])}" for name in rules)])
        chosen["records"] = self.records
        command = command_again(self.command, chosen, self.extra)
        records = {f"games/{name}": path for name, path in result.records.items()}
        result.write(place, KIND, command, inputs, records)

    @staticmethod
    def read(folder: Path) -> GameResults:
        """The results in a folder, without the recorded games. Raises ManifestError as `TableResults.read` does."""
        return GameResults.read(folder, KIND, Games.command, TABLES)


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, list) else str(value)


def record_name(game: int) -> str:
    """The name of the file in which a game is recorded.

    >>> record_name(12)
    '000012.jsonl'
    """
    return f"{game:06}.jsonl"


def summary(steps: Iterable[tuple[State, Action, State]]) -> GameRow:
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


class _Tally:
    """Adds up all games. It keeps only sums, no rows of games, so it stays small."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.texts = [agent.text for agent in games.agents]
        self.ends: Counter[str] = Counter()
        self.turns: Counter[tuple[int, str]] = Counter()
        self.seats: Counter[int] = Counter()
        self.agents: dict[str, Counter[str]] = {text: Counter() for text in self.texts}
        self.shares = defaultdict[Key, Counter[tuple[int, int]]](Counter)  # as `of_games` takes them
        self.files: dict[str, Path] = {}

    def add(self, chunk: Chunk, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:
        self.files.update(files)
        for game, row in enumerate(record["games"], chunk.number * CHUNK):
            self._add(game, GameRow(*row))

    def _add(self, game: int, row: GameRow) -> None:
        self.ends[row.how] += 1
        if row.winners:
            self.turns[row.turn, row.how] += 1
        self.seats.update(row.winners)
        hands, found = Counter[Key](), Counter[Key]()
        for seat, (called, discards, ready) in enumerate(
            zip(row.calls, row.discards, row.tenpai, strict=True)
        ):
            text = self.texts[self.games.agent_at(game, seat)]
            won = seat in row.winners
            hits: dict[Key, int] = {("agents", text): won, ("calls", text, "yes" if called else "no"): won}
            hits |= {("tenpai", turn + 1): ready >> turn & 1 for turn in range(discards)}
            hands.update(hits.keys())
            found.update(hits)
            agent = self.agents[text]
            agent[row.how] += won
            agent["dealt_in"] += row.source == seat
            agent["calls"] += called
        for key, number in hands.items():
            self.shares[key][number, found[key]] += 1

    def result(self) -> GameResults:
        return GameResults(
            self.games.parameters(),
            {
                "ends": self._ends(),
                "turns": self._turns(),
                "tenpai": self._tenpai(),
                "seats": self._seats(),
                "agents": self._agents(),
                "calls": self._calls(),
            },
            records=dict(sorted(self.files.items())),
        )

    @cached_property
    def n(self) -> int:
        return sum(self.ends.values())

    def _ends(self) -> Table:
        """The table of how the games ended."""
        rows = [[how, *_cells(self.ends[how], self.n)] for how in HOWS]
        return Table(("how", "games", "share", "stderr"), rows)

    def _turns(self) -> Table:
        """The table of the turns in which games were won."""
        last = max((turn for turn, _ in self.turns), default=0)
        rows: list[list[object]] = [
            [turn, self.turns[turn, "tsumo"], self.turns[turn, "ron"]] for turn in range(1, last + 1)
        ]
        return Table(("turn", "tsumo", "ron"), rows)

    def _tenpai(self) -> Table:
        """The table of tenpai hands: for each t, how many hands made a t-th discard, how many were tenpai after it."""
        rows = [[*first, hands, *cells] for first, hands, cells in self._of_games("tenpai")]
        return Table(("turn", "hands", "tenpai", "share", "stderr"), rows)

    def _seats(self) -> Table:
        """The table of wins by seat."""
        seats = range(self.games.rules.players)
        rows = [[seat, self.n, *_cells(self.seats[seat], self.n)] for seat in seats]
        return Table(("seat", "games", "wins", "share", "stderr"), rows)

    def _agents(self) -> Table:
        """The table of wins by agent, in the order of the first seats."""
        cells = {text: cells for (text,), _, cells in self._of_games("agents")}
        rows: list[list[object]] = []
        for text, agent in self.agents.items():
            counted = [agent[name] for name in ("tsumo", "ron", "dealt_in", "calls")]
            rows.append([text, self.texts.count(text), *cells[text], *counted])
        return Table(("agent", "seats", "wins", "share", "stderr", "tsumo", "ron", "dealt_in", "calls"), rows)

    def _calls(self) -> Table:
        """The table of wins by agent, for hands that called a word and for hands that did not.

        These are different hands, so the difference of their shares is not what a call is worth.
        """
        rows = [[*first, hands, *cells] for first, hands, cells in self._of_games("calls")]
        return Table(("agent", "called", "hands", "wins", "share", "stderr"), rows)

    def _of_games(self, table: str) -> Iterator[tuple[tuple[Any, ...], int, list[object]]]:
        """Yield for each row of a table, sorted: its first cells, the number of hands, and the cells of their share."""
        for key in sorted(key for key in self.shares if key[0] == table):
            games = self.shares[key]
            hands, found = (sum(pair[i] * number for pair, number in games.items()) for i in (0, 1))
            yield key[1:], hands, share_cells(found, *of_games(games))


def _cells(count: int, n: int) -> list[object]:
    """The cells of a share of games."""
    share = Share(count, n)
    return share_cells(count, share.value, share.stderr)
