"""Records of games: a header line, one line per event, and a line for the end; JSON, UTF-8, LF.

    {"kanamj": "game", "format": 5, "rules": {"name": "standard", …}, "lexicon": {"name": "common", "sha256": "5d3f…",
     "own": [["すまほ", "スマホ"]], "judge": {"name": "wide", "sha256": "81c0…"}}, "seed": [7, 0],
     "players": ["greedy", …], "dealer": 0, "deposits": 0}  (one line)
    {"event": "discard", "player": 0, "tile": "ぬ"}
    {"event": "call", "player": 2, "letters": "いぬる"}
    {"event": "pass", "player": 1}
    {"event": "draw", "player": 1, "tile": "さ"}
    {"event": "end", "how": "tsumo", "winners": [1], "deposits": 2}

The seed determines the deal. `own` lists the user's own words as [reading, spelling]; `sha256` is the hash of the list
with these words in it. `judge` is a second list, which judges declared wins and calls (`Rules.judge`): a word that only
this list has is accepted when a player declares it, and is a word of the game from then on; null if there is none.
`dealer` is the seat that deals. `deposits` are riichi sticks on the table: in the header those of earlier games, in the
last line those at the end. A game by rules with scoring has two more values in its header, `honba` and `points` (the
sticks of each seat before the deal), and in its last line `points`, the sticks at the end. Formats 1 to 4 left out what
is empty, null or 0; they are read, too.
`letters` are the letters of the called word, sorted.
Answers to a discard are in the order in which they were given, including those that another answer overruled. A game
that was stopped has no line for its end.

A byte order mark before the first line is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from kanamj.errors import (
    FileFormatError,
    IllegalActionError,
    KanamjError,
    LexiconError,
    Message,
    brief,
    check_path,
    check_type,
    first_of,
    joined,
    not_one_of,
)
from kanamj.game.legal import with_declared
from kanamj.game.outsiders import seated
from kanamj.game.rules import Rules
from kanamj.game.states import Action, End, Event, Phase, State
from kanamj.game.steps import Agent, Step, deal, initial, play_on, set_up, step
from kanamj.game.wall import Seed, seed_of
from kanamj.lexicon import DEFAULT, Entry, Lexicon, load_lexicon, shipped_lexicons
from kanamj.lexicon.files import named, read_text
from kanamj.lexicon.kana import is_reading
from kanamj.lexicon.shelf import has_name
from kanamj.lexicon.store import SIZES, plain_spelling
from kanamj.results import write_single
from kanamj.text import shown
from kanamj.tiles import TileSet

FORMAT = 5
END = "end"
HUMAN = "human"
"""The text that a record has for a human player. For other players, it has the text of their agent."""
MOST_CHARACTERS = 20
"""The tile or the letters in an event may have at most this many characters."""


@dataclass(frozen=True)
class Record:
    """A recorded game.

    players: the agents' texts or `human`, by seat.
    events: one dict per line of the file; if the game has ended, the last one is the line of the end.
    path: the file that the record was read from.
    torn: what is wrong with the first line that is not a JSON object; "" if there is none.
    words_then: a sentence on how the words of the game differ from today's; "" if they do not.
    same_words: False if the list has changed since, so that the game cannot be judged by the words it was played
        with.
    dealer, deposits, honba: as for `set_up`.
    points: the same; () by rules without scoring.
    """

    rules: Rules
    seed: Seed
    players: tuple[str, ...]
    events: tuple[Mapping[str, Any], ...]
    path: Path = Path("record")
    torn: str = ""
    words_then: str = ""
    same_words: bool = True
    dealer: int = 0
    deposits: int = 0
    honba: int = 0
    points: tuple[int, ...] = ()

    @property
    def start(self) -> State:
        """The state after the deal."""
        sticks: Any = {"deposits": self.deposits, "honba": self.honba, "points": self.points or None}
        return deal(set_up(self.rules, self.seed, dealer=self.dealer, **sticks))

    def format(self) -> str:
        """Returns the text of the file."""
        lexicon, judge = self.rules.lexicon, self.rules.judge
        own = sorted({(entry.reading, entry.spelling) for entry in lexicon.added})
        header = {
            "kanamj": "game",
            "format": FORMAT,
            "rules": self.rules.to_table(),
            "lexicon": {
                "name": lexicon.name,
                "sha256": lexicon.sha256,
                "own": own,
                "judge": {"name": judge.name, "sha256": judge.sha256} if judge else None,
            },
            "seed": list(self.seed),
            "players": list(self.players),
            "dealer": self.dealer,
            "deposits": self.deposits,
        }
        if self.rules.scored:
            header |= {"honba": self.honba, "points": list(self.points)}
        lines = (json.dumps(each, ensure_ascii=False) for each in (header, *self.events))
        return "".join(f"{line}\n" for line in lines)

    def write(self, path: str | Path) -> None:
        """Write the file whole or not at all; an existing file is replaced."""
        write_single(Path(path), self.format(), replace=True)


class Replayed(NamedTuple):
    """A step of a replay: the number of its line in the file (from 1), state before, action, state after."""

    line: int
    before: State
    action: Action
    after: State


def record_game(
    rules: Rules,
    seed: int | Seed,
    agents: Sequence[Agent | str],
    players: Sequence[str] = (),
    *,
    dealer: int = 0,
    deposits: int = 0,
    honba: int = 0,
    points: Sequence[int] | None = None,
) -> Record:
    """Returns the record of a game that agents play to its end.

    agents: as `seated` takes them.
    players: what the record calls them, by seat; by default the text of an agent, or the name of its class.
    dealer, deposits, honba, points: as for `set_up`.

    Raises KanamjError as `seated` and `set_up` do.

    >>> from kanamj.game.rules import preset
    >>> record = record_game(preset("basic,players=2"), 1, ["greedy", "400w"])
    >>> record.players, record.events[-1]["how"], [step.after.phase.value for step in replay(record)][-1]
    (('greedy', '400w'), 'tsumo', 'End')
    """
    seed = seed_of(seed)
    start = deal(set_up(rules, seed, dealer=dealer, deposits=deposits, honba=honba, points=points))
    bots = seated(rules, seed, agents)
    names = players or [each if isinstance(each, str) else type(each).__name__ for each in agents]
    return recorded(rules, seed, names, play_on(start, bots))


def recorded(rules: Rules, seed: Seed, players: Sequence[str], steps: Iterable[Step]) -> Record:
    """Returns the record of a game from its steps. The game may have been stopped; without any step, seat 0 deals."""
    events: list[Mapping[str, Any]] = []
    start: State | None = None
    for before, action, after in steps:
        start = start or before
        events.append(event_of(before, action))
        if after.end:
            events.append(end_of(after.end, after.points))
    start = start or initial(rules, seed)
    table = start.dealer, start.deposits, start.honba, start.began
    return Record(rules, seed, tuple(players), tuple(events), Path("record"), "", "", True, *table)


def event_of(before: State, action: Action) -> dict[str, Any]:
    """Returns the line for an action taken in a state; the line of a draw names the tile drawn."""
    tiles = before.rules.tiles
    event: dict[str, Any] = {"event": action.event.value, "player": action.player}
    tile = before.wall[0] if action.event == Event.DRAW else action.tile
    if tile is not None:
        event["tile"] = tiles.kinds[tile]
    if action.block:
        event["letters"] = tiles.format(action.block)
    return event


def end_of(end: End, points: Sequence[int] = ()) -> dict[str, Any]:
    """Returns the line for the end of a game.

    points: the sticks of each seat, by rules with scoring.
    """
    winners = [win.player for win in end.wins]
    line = {"event": END, "how": end.how, "winners": winners, "deposits": end.deposits}
    return line | ({"points": list(points)} if points else {})


Words: TypeAlias = Callable[[str], Lexicon]
"""Takes the name of a word list and returns the list, with the user's own words of today.

Raises LexiconError if there is no such list."""


def list_named(name: str, extra: Iterable[Path] = ()) -> Lexicon:
    """Returns the shipped list of that name ("": the default), with the extra files and the user's own words."""
    name = name or DEFAULT
    if not has_name(name):
        raise LexiconError(not_one_of(name, "a shipped word list", shipped_lexicons()))
    return load_lexicon(name, extra, own=True)


def read_record(path: str | Path, words: Words = list_named) -> Record:
    """Returns the record in a file, with the words of the game; if the list has changed since, with its words of
    today.

    words: see `Words`.

    Raises LexiconError if there is no list with the name in the header, and FileFormatError, which names the line,
    if the header is not that of a record. A later line that is not a JSON object does not raise an error here;
    `replay` raises FileFormatError at that line.
    """
    path = check_path("path", path)
    return parse_record(read_text(path, None), words, named(path))


def parse_record(text: str, words: Words = list_named, path: Path = Path("record")) -> Record:
    """Returns the record in a text; `path` is its name in messages. Raises the same errors as `read_record`."""
    first, *lines = text.removeprefix("\ufeff").rstrip().split("\n")
    try:
        header = _table(first or "{}")
        if header.get("kanamj") != "game":
            raise KanamjError('expected a header such as {"kanamj": "game", "format": 5, …}')
        form = header.get("format")
        if type(form) is not int or not 1 <= form <= FORMAT:
            newer = type(form) is int and form > FORMAT
            way = Message(
                "try a newer one" if newer else "the file is damaged, or it is not a game of kanamj"
            )
            raise KanamjError(
                "the format is {}; this kanamj reads formats 1 to {}; {}", brief(form), FORMAT, way
            )
        record = _from_header(header if form == FORMAT else _completed(header), words, path)
    except LexiconError:
        raise
    except KanamjError as error:
        raise FileFormatError(error.message, path=path, line=1) from None
    events: list[dict[str, Any]] = []
    torn = ""
    try:
        events.extend(map(_table, lines))
    except KanamjError as error:
        torn = error.message
    if form < FORMAT and events and events[-1].get("event") == END:
        events[-1].setdefault("deposits", 0)
    return replace(record, events=tuple(events), torn=torn)


def _completed(header: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a header of formats 1 to 4 with what they left out."""
    whole = {"dealer": 0, "deposits": 0, **header}
    if isinstance(lexicon := header.get("lexicon"), dict):
        whole["lexicon"] = {"own": [], **lexicon}
    return whole


def _from_header(header: Mapping[str, Any], words: Words, path: Path) -> Record:
    """The record without its events. Raises KanamjError if a value of the header is missing or wrong."""

    def read(name: str, fits: Callable[[Any], bool], it_is: str, table: Mapping[str, Any] = header) -> Any:
        value = table.get(name)
        if not fits(value):
            told = (
                Message("it has no {}", repr(name))
                if name not in table
                else Message("{} is {}", name, brief(value))
            )
            raise KanamjError(
                "the header is not that of a record: {}; {} must be {}", told, name, Message(it_is)
            )
        return value

    lexicon = read("lexicon", lambda value: isinstance(value, dict), "an object")
    name, sha256 = (read(each, _is_text, "text", lexicon) for each in ("name", "sha256"))
    own = read("own", _is_own, "a list of words, [reading in kana, spelling]", lexicon)
    judge = read(
        "judge", lambda value: value is None or isinstance(value, dict), "an object or null", lexicon
    )
    today = _list_today(words, name, sha256, path)
    then = _words_played(
        [Entry(reading, plain_spelling(spelling) or reading) for reading, spelling in own], today, sha256
    )
    options = read("rules", lambda value: isinstance(value, dict), "an object")
    try:
        rules = Rules.from_table(options, then)
    except KanamjError as error:
        raise KanamjError("the header is not that of a record: {}", error) from None
    seed = read("seed", lambda value: _is_list(value, int) and value and min(value) >= 0, "numbers from 0")
    players = read(
        "players",
        lambda value: _is_list(value, str) and len(value) == rules.players,
        Message("a list of {} texts", rules.players),
    )
    told = _words_then(then, today, name, sha256)
    same = then.sha256 == sha256
    if judge is not None:
        name, sha256 = (read(each, _is_text, "text", judge) for each in ("name", "sha256"))
        wide = _words_played([], _list_today(words, name, sha256, path), sha256)
        rules, same = replace(rules, judge=wide), same and wide.sha256 == sha256
    table = {name: header.get(name) for name in ("dealer", "deposits")}
    if rules.scored or not {"points", "honba"}.isdisjoint(header):
        table["points"] = read("points", lambda value: _is_list(value, int), "a list of numbers")
        table["honba"] = header.get("honba")
    sticks: Any = table
    try:
        start = set_up(rules, tuple(seed), **sticks)
    except KanamjError as error:
        raise KanamjError("the header is not that of a record: {}", error) from None
    places = (start.dealer, start.deposits, start.honba, start.began)
    return Record(rules, tuple(seed), tuple(players), (), path, "", told, same, *places)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(each) is kind for each in value)


def _is_own(value: object) -> bool:
    return _is_list(value, list) and all(
        _is_list(word, str) and len(word) == 2 and is_reading(word[0]) and len(word[0]) in SIZES
        for word in cast("list[list[str]]", value)
    )


def _list_today(words: Words, name: str, sha256: str, path: Path) -> Lexicon:
    """The list with that name as it is today. If there is none, raises LexiconError, which says what to do."""
    try:
        return words(name)
    except KanamjError as error:
        raise LexiconError(
            "{} was played with lexicon {} {}…, which is not here: {}. Give the list it was played with (--lexicon, "
            "--extra)",
            path,
            shown(name[:60]),
            shown(sha256[:8]),
            error,
        ) from None


def _table(line: str) -> dict[str, Any]:
    """The dict in a line of JSON. Raises KanamjError if the line is not a JSON object."""
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise KanamjError("expected a JSON object, got {}", brief(line))
    return table


def _words_played(own: list[Entry], today: Lexicon, sha256: str) -> Lexicon:
    """The words of the game: the stage of today's list that has this hash (see `Lexicon.stages`).

    If no stage has the hash, returns the first stage (today's list before any words were added) with the words in `own`
    added. If `own` is empty too, returns today's list.
    """
    for lexicon in today.stages:
        if lexicon.sha256 == sha256:
            return lexicon
    return today.stages[0].with_words(own) if own else today


def _words_then(lexicon: Lexicon, today: Lexicon, name: str, sha256: str) -> str:
    """A sentence on how the words of the game differ from today's; "" if they do not."""
    if lexicon.sha256 != sha256:
        return Message(
            "the game was played with lexicon {} {}…, here is {} {}…; it is judged by the list that is here",
            shown(name[:60]),
            shown(sha256[:8]),
            lexicon.name,
            lexicon.sha256[:8],
        )
    if lexicon.sha256 == today.sha256:
        return ""
    then, now = ({entry.reading for entry in words.added} for words in (lexicon, today))
    gone, more = sorted(now - then), sorted(then - now)
    told = [Message("without your own words {}", first_of(gone))] if gone else []
    told += [Message("with {}", first_of(more))] if more else []
    if not told:
        return ""
    said = joined(told, Message(", and "))
    return Message("the game was played {}; it is judged by the words it was played with", said)


def replay(record: Record) -> Iterator[Replayed]:
    """Play the recorded game again and yield its steps. The rules check each step.

    Raises FileFormatError, which names the line, at the first wrong line. A line is wrong if it is not an event, if the
    rules refuse the event, if it draws another tile than the next tile of the wall, or if it describes another end
    than the game has.
    """
    state = check_type("record", record, Record, "a Record, such as read_record returns").start
    for number, event in enumerate(record.events, 2):
        try:
            if event.get("event") == END:
                _check_end(state, event)
                continue
            action = _action(record.rules.tiles, event)
            state = with_declared(state, action)
            after = step(state, action)
        except IllegalActionError as error:
            wrong = Message("the rules refuse this: {}", error)
            if not record.same_words:
                wrong = Message("with the list that is here, the rules refuse move {}: {}", number - 1, error)
            raise FileFormatError(wrong, path=record.path, line=number) from None
        except KanamjError as error:
            raise FileFormatError(error.message, path=record.path, line=number) from None
        drawn = event_of(state, action).get("tile")
        if event.get("tile") != drawn:
            raise FileFormatError(
                "the next tile of the wall is {}; the record draws {}",
                drawn,
                brief(event.get("tile")),
                path=record.path,
                line=number,
            )
        yield Replayed(number, state, action, after)
        state = after
    if record.torn:
        raise FileFormatError(record.torn, path=record.path, line=len(record.events) + 2)


class Shown(NamedTuple):
    """The valid part of a record: its steps, how the game ended, and why the record stops if the game did not end.

    refused: the error of the first wrong line; None if there is no wrong line. A record that was stopped, for
        example by `q`, has no wrong line and no end.
    """

    steps: tuple[Replayed, ...]
    end: End | None
    refused: FileFormatError | None

    @property
    def line(self) -> int:
        """The number of the line at which the record stops: the line of the end, or the first wrong or missing line."""
        if self.refused is not None and self.refused.line is not None:
            return self.refused.line
        return (self.steps[-1].line if self.steps else 1) + 1

    @property
    def why(self) -> str:
        """A sentence that says why the record stops before the end of the game; "" if it has the end."""
        if self.refused is not None:
            return str(self.refused)
        return "" if self.end else "the record stops before the game ends"


def show(record: Record) -> Shown:
    """Returns the valid part of a record: `replay` up to the end or to the first wrong line."""
    steps: list[Replayed] = []
    refused = None
    try:
        steps.extend(replay(record))
    except FileFormatError as error:
        refused = error
    return Shown(tuple(steps), steps[-1].after.end if steps else None, refused)


def _action(tiles: TileSet, event: Mapping[str, Any]) -> Action:
    """The action in a line. Raises KanamjError if the line is not an action."""
    player = event.get("player")
    if not isinstance(player, int) or isinstance(player, bool):
        raise KanamjError("player is {}; give a seat as a number from 0", brief(player))
    return action_of(tiles, event, player)


def action_of(tiles: TileSet, event: Mapping[str, Any], player: int) -> Action:
    """Returns the action that an event describes, taken by this player.

    event: a dict like a line of a record.

    Raises KanamjError if the event is not an action.
    """
    kinds = list(Event)
    if event.get("event") not in kinds:
        raise KanamjError(not_one_of(event.get("event"), "an event", [*kinds, END]))
    kind = Event(event["event"])
    known = ("event", "player", "tile", "letters")
    extra = sorted(set(event) - set(known))
    if extra:
        raise KanamjError(not_one_of(extra[0], "a field of an event", known))
    for name in ("tile", "letters"):
        if name in event and (not isinstance(event[name], str) or len(event[name]) > MOST_CHARACTERS):
            raise KanamjError(
                "{} is {}; it must be kana, at most {} letters", name, brief(event[name]), MOST_CHARACTERS
            )
    tile = None
    if "tile" in event and kind != Event.DRAW:
        (tile, *more) = tiles.parse(event["tile"]) or (None,)
        if more or tile is None:
            raise KanamjError("tile is {}; it must be one letter", brief(event["tile"]))
    return Action(kind, player, tile, tuple(sorted(tiles.parse(event.get("letters", "")))))


def _check_end(state: State, event: Mapping[str, Any]) -> None:
    if state.phase != Phase.END or state.end is None:
        raise KanamjError(
            "the record ends the game here, but the game is not over (phase {}); if it was stopped here, delete "
            "this line",
            state.phase,
        )
    end = end_of(state.end, state.points)
    if dict(event) != end:
        raise KanamjError("the end is wrong; it must be {}", json.dumps(end, ensure_ascii=False))
