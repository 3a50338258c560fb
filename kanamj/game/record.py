"""Games on paper: a header line, a line an event, and how it ended; JSON, UTF-8, LF.

    {"kanamj": "game", "format": 1, "version": "0.1.0", "rules": {"name": "standard", …}, "lexicon": {"name":
     "common", "sha256": "5d3f…"}, "seed": [7, 0], "players": ["greedy", "greedy+call", …]}     (one line)
    {"event": "discard", "player": 0, "tile": "ぬ"}
    {"event": "call", "player": 2, "letters": "いぬる"}
    {"event": "pass", "player": 1}
    {"event": "draw", "player": 1, "tile": "さ"}
    {"event": "end", "how": "tsumo", "winners": [1]}

The deal follows from the seed. `letters` are those of the word, sorted. Answers to a discard stand in the order
given, those that others overrule among them. A game that was broken off has no line for its end.

A file of up to 16 MiB and 100,000 lines of up to 10,000 characters is read (a game has some hundred lines of 50); a
byte order mark before the first line is let pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from kanamj.disk import write_file
from kanamj.errors import FileFormatError, IllegalActionError, KanamjError, LexiconError
from kanamj.game.play import Agent, play
from kanamj.game.rules import Rules
from kanamj.game.state import initial, step
from kanamj.game.table import Action, End, Event, Phase, State
from kanamj.game.wall import Seed
from kanamj.lexicon import Lexicon
from kanamj.manifest import package_version
from kanamj.safe_text import shown
from kanamj.tiles import TileSet

FORMAT = 1
END = "end"
MOST_BYTES = 1 << 24
MOST_LINES = 100_000
MOST_LETTERS = 10_000
"""Characters a line."""
MOST_TILES = 20
"""Characters of a tile or a word in an event."""
_Kind = TypeVar("_Kind", dict[str, Any], list[Any], str)


@dataclass(frozen=True)
class Record:
    """A recorded game. players: what the players were, by seat. events: as in the file, one table each, the end
    among them if the game has ended. version: of kanamj that played it. path: where it was read from. torn: what is
    wrong with the line behind the events, if the file goes on with one that is no event."""

    rules: Rules
    seed: Seed
    players: tuple[str, ...]
    events: tuple[Mapping[str, Any], ...]
    version: str
    path: Path = Path("record")
    torn: str = ""

    def format(self) -> str:
        """The text of the file."""
        header = {
            "kanamj": "game",
            "format": FORMAT,
            "version": self.version,
            "rules": self.rules.to_table(),
            "lexicon": {"name": self.rules.lexicon.name, "sha256": self.rules.lexicon.sha256},
            "seed": list(self.seed),
            "players": list(self.players),
        }
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (header, *self.events))

    def write(self, path: Path) -> None:
        """Write it, whole or not at all."""
        write_file(path, self.format())


class Replayed(NamedTuple):
    """A step of a replay: the line of the file, the state before, the action, the state after."""

    line: int
    before: State
    action: Action
    after: State


def record_game(rules: Rules, seed: Seed, agents: Sequence[Agent], players: Sequence[str]) -> Record:
    """The record of a game played to its end between agents; `players` says what they are.

    >>> from kanamj.game.agents import parse_agent
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> rules = preset("basic,players=2", load_lexicon())
    >>> agents = [parse_agent("greedy").seated(rules, (1,), seat) for seat in (0, 1)]
    >>> record = record_game(rules, (1,), agents, ["greedy", "greedy"])
    >>> record.events[-1]["how"], [step.after.phase.value for step in replay(record)][-1]
    ('tsumo', 'End')
    """
    return recorded(rules, seed, players, play(rules, seed, agents))


def recorded(
    rules: Rules, seed: Seed, players: Sequence[str], steps: Iterable[tuple[State, Action, State]]
) -> Record:
    """The record of a game from its states, the actions taken and what they led to; it may be broken off."""
    events: list[Mapping[str, Any]] = []
    for before, action, after in steps:
        events.append(event_of(before, action))
        if after.end:
            events.append(end_of(after.end))
    return Record(rules, seed, tuple(players), tuple(events), package_version())


def event_of(before: State, action: Action) -> dict[str, Any]:
    """The line of an action taken in a state; a draw says what was drawn."""
    tiles = before.rules.tiles
    event: dict[str, Any] = {"event": action.event.value, "player": action.player}
    tile = before.wall[0] if action.event == Event.DRAW else action.tile
    if tile is not None:
        event["tile"] = tiles.kinds[tile]
    if action.block:
        event["letters"] = tiles.format(action.block)
    return event


def end_of(end: End) -> dict[str, Any]:
    """The line of a game's end."""
    return {"event": END, "how": end.how, "winners": [win.player for win in end.wins]}


def read_record(path: Path, lexicons: Iterable[Lexicon]) -> Record:
    """The record in a file, to be replayed with that of the lexicons it was played with.

    Raises FileFormatError, which names the line, for what is no record, and LexiconError if the words it was played
    with are not among the lexicons. A line behind the header that is no JSON object is said by `replay`, once what
    stands before it is replayed.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return parse_record(data, lexicons, path)


def parse_record(data: bytes | str, lexicons: Iterable[Lexicon], path: Path = Path("record")) -> Record:
    """The record that a text holds, or the bytes of a file; messages call it `path`. Raises as `read_record`."""
    lines = _lines(data, path)
    tables: list[dict[str, Any]] = []
    torn = ""
    for line in lines:
        try:
            tables.append(_table(line))
        except KanamjError as error:
            if not tables:
                raise FileFormatError(str(error), path, 1) from None
            torn = str(error)
            break
    if not tables or tables[0].get("kanamj") != "game":
        raise FileFormatError('expected a header such as {"kanamj": "game", "format": 1, …}', path, 1)
    header = tables[0]
    if header.get("format") != FORMAT:
        raise FileFormatError(f"format {_short(header.get('format'))}; this kanamj reads {FORMAT}", path, 1)
    lexicon = _lexicon(path, header, lexicons)
    try:
        rules = Rules.from_table(_field(header, "rules", dict), lexicon)
        seed = _seed(header)
        players = _players(header, rules)
        version = _field(header, "version", str)
    except KanamjError as error:
        raise FileFormatError(f"the header is not one of kanamj: {error}", path, 1) from None
    return Record(rules, seed, players, tuple(tables[1:]), version, path, torn)


def _lines(data: bytes | str, path: Path) -> list[str]:
    if len(data) > MOST_BYTES:
        raise FileFormatError(
            f"over {MOST_BYTES:,} bytes; a record has at most that, a game some hundred lines", path
        )
    text = data if isinstance(data, str) else _decoded(data, path)
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[-1].strip() == "":
        lines.pop()
    if len(lines) > MOST_LINES:
        raise FileFormatError(
            f"over {MOST_LINES:,} lines; a record has at most that, a game some hundred", path, MOST_LINES + 1
        )
    return lines


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        wrong = f"byte {data[error.start]:#04x} is no UTF-8; a record is UTF-8 text, a JSON object a line"
        raise FileFormatError(wrong, path, line) from None


def _table(line: str) -> dict[str, Any]:
    """A line as a table. KanamjError for one that is none."""
    if len(line) > MOST_LETTERS:
        raise KanamjError(f"{len(line):,} characters; a line of a record has at most {MOST_LETTERS:,}")
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise KanamjError(f"expected a JSON object, got {_short(line)}")
    return table


def _short(value: object) -> str:
    """A value of the file in a message: on one line, not too long, control characters escaped."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _field(header: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    if name not in header:
        raise KanamjError(f"it has no {name!r}")
    value = header[name]
    if not isinstance(value, kind):
        named = {dict: "an object", list: "a list", str: "text"}[kind]
        raise KanamjError(f"{name} is {_short(value)}; it is {named}")
    return value


def _seed(header: Mapping[str, Any]) -> Seed:
    numbers = _field(header, "seed", list)
    if not numbers or any(type(number) is not int or number < 0 for number in numbers):
        raise KanamjError(f"seed is {_short(numbers)}; it is a list of whole numbers from 0")
    return tuple(numbers)


def _players(header: Mapping[str, Any], rules: Rules) -> tuple[str, ...]:
    players = _field(header, "players", list)
    if len(players) != rules.players or any(not isinstance(player, str) for player in players):
        raise KanamjError(f"players is {_short(players)}; it is a list of {rules.players} texts")
    return tuple(players)


def _lexicon(path: Path, header: Mapping[str, Any], lexicons: Iterable[Lexicon]) -> Lexicon:
    wanted = header.get("lexicon")
    if not isinstance(wanted, dict) or not isinstance(wanted.get("sha256"), str):
        raise FileFormatError("the header does not say the lexicon and its sha256", path, 1)
    offered = list(lexicons)
    for lexicon in offered:
        if lexicon.sha256 == wanted["sha256"]:
            return lexicon
    there = ", ".join(dict.fromkeys(f"{lexicon.name} {lexicon.sha256[:8]}…" for lexicon in offered))
    raise LexiconError(
        f"{path} was played with lexicon {shown(str(wanted.get('name'))[:60])} {shown(wanted['sha256'][:8])}…, "
        f"here is {there}. "
        "Give the list it was played with (--lexicon, --extra)"
    )


def replay(record: Record) -> Iterator[Replayed]:
    """The record's game again, step by step, each checked by the rules.

    Raises FileFormatError, which names the line, at the first event the rules refuse, at a draw the wall does not
    give, at an end that is not the game's, and at a line that is no event.
    """
    state = initial(record.rules, record.seed)
    for number, event in enumerate(record.events, 2):
        try:
            if event.get("event") == END:
                _check_end(state, event)
                continue
            action = _action(record.rules.tiles, event)
            after = step(state, action)
        except IllegalActionError as error:
            raise FileFormatError(f"the rules refuse this: {error}", record.path, number) from None
        except KanamjError as error:
            raise FileFormatError(shown(str(error)), record.path, number) from None
        drawn = event_of(state, action).get("tile")
        if event.get("tile") != drawn:
            raise FileFormatError(
                f"the wall gives {drawn}, the record draws {_short(event.get('tile'))}", record.path, number
            )
        yield Replayed(number, state, action, after)
        state = after
    if record.torn:
        raise FileFormatError(record.torn, record.path, len(record.events) + 2)


class Shown(NamedTuple):
    """What a record has to show: the steps that stand, how the game ended, and why it stops where it did not end.

    refused: the line that is wrong; None if the record only leaves off before the end, as one does that was left
    by `q`.
    """

    steps: tuple[Replayed, ...]
    end: End | None
    refused: FileFormatError | None

    @property
    def line(self) -> int:
        """The line at which it stops: that of the end, or the first that is wrong or missing."""
        if self.refused is not None and self.refused.line is not None:
            return self.refused.line
        return (self.steps[-1].line if self.steps else 1) + 1

    @property
    def why(self) -> str:
        """Why it stops before the end, in words; empty if it does not."""
        if self.refused is not None:
            return str(self.refused)
        return "" if self.end else "the record stops before the game ends"


def show(record: Record) -> Shown:
    """As much of the record as stands: `replay` up to the end, or to where it goes wrong."""
    steps: list[Replayed] = []
    refused = None
    try:
        steps.extend(replay(record))
    except FileFormatError as error:
        refused = error
    return Shown(tuple(steps), steps[-1].after.end if steps else None, refused)


def _action(tiles: TileSet, event: Mapping[str, Any]) -> Action:
    """The action a line says. KanamjError for a line that says none."""
    player = event.get("player")
    if not isinstance(player, int) or isinstance(player, bool):
        raise KanamjError(f"player is {_short(player)}; it is the number of a seat")
    return action_of(tiles, event, player)


def action_of(tiles: TileSet, event: Mapping[str, Any], player: int) -> Action:
    """The action that a table says, as a line of a record does, taken by this player. KanamjError if it says none."""
    kinds = list(Event)
    if event.get("event") not in kinds:
        raise KanamjError(f"no event {_short(event.get('event'))}; there are {', '.join(kinds)} and {END}")
    kind = Event(event["event"])
    extra = sorted(set(event) - {"event", "player", "tile", "letters"})
    if extra:
        raise KanamjError(f"an event has no {_short(extra[0])}; it has event, player, tile and letters")
    for name in ("tile", "letters"):
        if name in event and (not isinstance(event[name], str) or len(event[name]) > MOST_TILES):
            raise KanamjError(f"{name} is {_short(event[name])}; it is written in letters")
    tile = None
    if "tile" in event and kind != Event.DRAW:
        (tile, *more) = tiles.parse(event["tile"]) or (None,)
        if more or tile is None:
            raise KanamjError(f"tile is {_short(event['tile'])}; it is one letter")
    return Action(kind, player, tile, tuple(sorted(tiles.parse(event.get("letters", "")))))


def _check_end(state: State, event: Mapping[str, Any]) -> None:
    if state.phase != Phase.END or state.end is None:
        raise KanamjError(f"the game has not ended; the phase is {state.phase}")
    if dict(event) != end_of(state.end):
        raise KanamjError(f"the game ends otherwise: {json.dumps(end_of(state.end), ensure_ascii=False)}")
