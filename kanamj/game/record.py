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
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.errors import FileFormatError, IllegalActionError, KanamjError, LexiconError
from kanamj.game.play import Agent, play
from kanamj.game.rules import Rules
from kanamj.game.state import initial, step
from kanamj.game.table import Action, End, Event, Phase, State
from kanamj.game.wall import Seed
from kanamj.lexicon import Lexicon
from kanamj.manifest import package_version, write_file
from kanamj.tiles import TileSet

FORMAT = 1
END = "end"


@dataclass(frozen=True)
class Record:
    """A recorded game. players: what the players were, by seat. events: as in the file, one table each, the end
    among them if the game has ended. version: of kanamj that played it. path: where it was read from."""

    rules: Rules
    seed: Seed
    players: tuple[str, ...]
    events: tuple[Mapping[str, Any], ...]
    version: str
    path: Path = Path("record")

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
    with are not among the lexicons.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    tables = [_table(path, number, line) for number, line in enumerate(lines, 1)]
    if not tables or tables[0].get("kanamj") != "game":
        raise FileFormatError('expected a header such as {"kanamj": "game", "format": 1, …}', path, 1)
    header = tables[0]
    if header.get("format") != FORMAT:
        raise FileFormatError(f"format {header.get('format')!r}; this kanamj reads {FORMAT}", path, 1)
    lexicon = _lexicon(path, header, lexicons)
    try:
        rules = Rules.from_table(header["rules"], lexicon)
        seed = tuple(int(number) for number in header["seed"])
        players = tuple(str(player) for player in header["players"])
        version = str(header["version"])
    except KeyError as error:
        raise FileFormatError(f"the header has no {error.args[0]!r}", path, 1) from None
    except (KanamjError, TypeError, ValueError) as error:
        raise FileFormatError(f"the header is not one of kanamj: {error}", path, 1) from None
    return Record(rules, seed, players, tuple(tables[1:]), version, path)


def _table(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        table = json.loads(line)
    except ValueError:
        table = None
    if not isinstance(table, dict):
        raise FileFormatError(f"expected a JSON object, got {line[:60]!r}", path, number)
    return table


def _lexicon(path: Path, header: Mapping[str, Any], lexicons: Iterable[Lexicon]) -> Lexicon:
    wanted = header.get("lexicon")
    if not isinstance(wanted, dict) or "sha256" not in wanted:
        raise FileFormatError("the header does not say the lexicon and its sha256", path, 1)
    offered = list(lexicons)
    for lexicon in offered:
        if lexicon.sha256 == wanted["sha256"]:
            return lexicon
    there = ", ".join(f"{lexicon.name} {lexicon.sha256[:8]}…" for lexicon in offered)
    raise LexiconError(
        f"{path} was played with lexicon {wanted.get('name')} {str(wanted['sha256'])[:8]}…, here is {there}. "
        "Give the list it was played with (--lexicon, --extra)"
    )


def replay(record: Record) -> Iterator[Replayed]:
    """The record's game again, step by step, each checked by the rules.

    Raises FileFormatError, which names the line, at the first event the rules refuse, at a draw the wall does not
    give, and at an end that is not the game's.
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
            raise FileFormatError(str(error), record.path, number) from None
        drawn = event_of(state, action).get("tile")
        if event.get("tile") != drawn:
            raise FileFormatError(
                f"the wall gives {drawn}, the record draws {event.get('tile')}", record.path, number
            )
        yield Replayed(number, state, action, after)
        state = after


def _action(tiles: TileSet, event: Mapping[str, Any]) -> Action:
    """The action a line says. KanamjError for a line that says none."""
    kinds = list(Event)
    if event.get("event") not in kinds:
        raise KanamjError(f"no event {event.get('event')!r}; there are {', '.join(kinds)} and {END}")
    kind, player = Event(event["event"]), event.get("player")
    if not isinstance(player, int) or isinstance(player, bool):
        raise KanamjError(f"player is {player!r}; it is the number of a seat")
    extra = sorted(set(event) - {"event", "player", "tile", "letters"})
    if extra:
        raise KanamjError(f"an event has no {extra[0]!r}; it has event, player, tile and letters")
    tile = None
    if "tile" in event and kind != Event.DRAW:
        (tile, *more) = tiles.parse(str(event["tile"])) or (None,)
        if more or tile is None:
            raise KanamjError(f"tile is {event['tile']!r}; it is one letter")
    return Action(kind, player, tile, tuple(sorted(tiles.parse(str(event.get("letters", ""))))))


def _check_end(state: State, event: Mapping[str, Any]) -> None:
    if state.phase != Phase.END or state.end is None:
        raise KanamjError(f"the game has not ended; the phase is {state.phase}")
    if dict(event) != end_of(state.end):
        raise KanamjError(f"the game ends otherwise: {json.dumps(end_of(state.end), ensure_ascii=False)}")
