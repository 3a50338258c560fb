"""A game against bots on the page. The page sends the id of the game and all moves of its player. The server plays the
game again from its beginning up to the player's next choice.

A game is a record in the user's folder of games. Its header, with the seed and the user's own words of that moment, is
written at the first request. The rest is written when the game ends. So a game can go on after a restart of the server,
and a page can neither see nor choose the wall. Before the end, an answer contains only what the player may see. A game
that has ended accepts no other moves. The latest 1,000 games are kept. An answer has these fields:

    {"id": "Zp3kX0c2q8aB", "rules": "standard", "lexicon": "common", "agents": "400w", "seat": 0,
     "players": [{"seat": 0, "name": "you", "agent": "human"}, {"seat": 1, "name": "bot 1", "agent": "400w"}, …],
     "moves": [the player's moves, to send again with the next one],
     "phase": "Discard", "CallWindow" or "End", "turn": seat, "wall": tiles left, "reshuffles": 0,
     "dealer": seat, "deposits": riichi sticks on the table,
     "hand": "あいう…", "drawn": "ぬ" or null, "missed": whether a win that was let pass bars ron,
     "seats": [{"seat": 0, "hand": 13, "turns": 2, "riichi": 0 or its turn, "discards": ["ぬ", …],
                "melds": [{"letters", "words", "tile", "from"}]}, …],
     "last": {"player", "tile"} or null: the discard to be claimed, "seen": "tiles that lie open",
     "legal": [{"event": "discard", "tile": "あ"}, {"event": "call", "letters": "いぬる", "words": […],
                "nearer": whether the hand is nearer to a win then}, …],
     "wide": {"events": [what only the judging list allows: "tsumo", "ron", "call", "kan"],
              "words": {key: [{"reading", "spelling", "list"}]: its words in the hand, shown only when they are laid},
              "declared": [{"reading", "spelling"}: its words that were accepted in this game]},
     "since": [what has happened since the player's last move, as lines of a record: no passes, no overruled answers,
               draws of others without their tile],
     "match": `Series.to_json` (series.py), only by rules with scoring,
     "end": null or `End.to_json`, "hands": null or all hands at the end, "record": null or the text of the record}
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.errors import IllegalActionError, KanamjError, blaming, brief
from kanamj.game.agents import AgentSpec, parse_agents
from kanamj.game.legal import beyond, describe, legal_actions, refusal, with_declared
from kanamj.game.record import (
    HUMAN,
    Record,
    Words,
    action_of,
    event_of,
    list_named,
    read_record,
    recorded,
    replay,
)
from kanamj.game.rules import Rules, preset
from kanamj.game.series import Series
from kanamj.game.states import Action, Event, Meld, Phase, State, open_tiles, view
from kanamj.game.steps import step
from kanamj.lexicon import Lexicon
from kanamj.lexicon.entry import shown_words
from kanamj.lexicon.shelf import data_folder, judge_of
from kanamj.lexicon.spell import words_beyond
from kanamj.plain import plain

MOST_GAMES = 1_000
"""The number of games that are kept; a new game replaces the oldest."""
_ID = re.compile("[A-Za-z0-9_-]{8,64}")
_TOLD = ("words", "nearer", "player")
"""The fields of an entry of `legal` that are not part of the move itself."""


class PageGame(NamedTuple):
    """A game of the page: its id, rules, agents and record.

    rules, agents: the texts as the page sent them.
    series: by rules with scoring, the hands of the match before it.
    """

    id: str
    rules: str
    agents: str
    specs: tuple[AgentSpec, ...]
    record: Record
    series: Series | None = None

    @property
    def seat(self) -> int:
        """The player's seat."""
        return self.record.players.index(HUMAN)


def answer(
    *,
    id: str = "",
    rules: str = "standard",
    agents: str = "400w",
    seat: int = 0,
    lexicon: str = "",
    moves: Sequence[object] = (),
    rounds: int = 0,
    match: Sequence[str] = (),
    words: Words = list_named,
) -> dict[str, Any]:
    """Returns the table as the player sees it after these moves: at the player's next choice, or at the end of the
    game. The first lines of this module describe its fields.

    id: "" begins a new game. For a game that has begun, rules, agents and seat must be those of its first request.
    rules, agents: as for `kanamj simulate games`.
    moves: entries of `legal` from earlier answers.
    rounds: those of a match, by rules with scoring; 0 for one hand.
    match: the ids of the earlier hands of the match, in order.
    words: see `record.Words`; for "", it must return the default list.

    >>> seen = answer(rules="basic", agents="greedy")
    >>> seen["phase"], len(seen["hand"]), seen["record"]
    ('Discard', 8, None)
    >>> len(answer(rules="basic", agents="greedy", id=seen["id"], moves=seen["legal"][:1])["moves"])
    1

    Raises IllegalActionError for a move that the rules refuse, KanamjError for a game that cannot be played. Neither
    message contains anything that the player cannot see.
    """
    id = id or secrets.token_urlsafe(12)
    path, there = _file(id, needed=bool(moves))
    begun = read_record(path, words) if there else None
    used = begun.rules.lexicon if begun else words(lexicon)
    judge = begun.rules.judge if begun else judge_of(used, words)
    table = _table(id, used, judge, rules, agents, seat)
    with blaming("id"):
        if begun and (begun.rules, begun.players) != (table.record.rules, table.record.players):
            raise KanamjError(
                "game {} was begun with players {} and other rules, agents or seat than are sent now; send those it "
                "was begun with, or begin a new game",
                id,
                ", ".join(begun.players),
            )
    if begun:
        table = table._replace(record=replace(begun, rules=table.record.rules))
    if table.record.rules.scored or rounds or match:
        table = _in_match(table, rounds, match, words, begun=begun is not None)
    return _ended(table, moves) if table.record.events else _goes_on(table, moves, path)


def _file(id: str, needed: bool) -> tuple[Path, bool]:
    """The file of a game and whether it is there. Raises KanamjError for a wrong id, or if a needed file is missing."""
    with blaming("id"):
        if not _ID.fullmatch(id):
            raise KanamjError("id is {}; the id of a game must be 8 to 64 letters, digits, - or _", brief(id))
        path = games_folder() / f"{id}.jsonl"
        there = path.is_file()
        if needed and not there:
            raise IllegalActionError("game {} is not kept here; begin a new game", id, action=None)
        return path, there


def _in_match(table: PageGame, rounds: int, ids: Sequence[str], words: Words, begun: bool) -> PageGame:
    """The game as the next hand of a match. Raises KanamjError if it, or a hand before it, is not one of the match."""
    record = table.record
    with blaming("match"):
        paths = [_file(id, needed=True)[0] for id in ids]
        hands = [_hand(path, path.stat().st_mtime_ns, words) for path in paths]
        series = Series.after(record.rules, record.players, rounds, hands)
        at = series.match
        if not begun:
            record = replace(record, dealer=at.dealer, deposits=at.deposits, honba=at.honba, points=at.points)
        series.check(record, len(hands) + 1)
    return table._replace(record=record, series=series)


@lru_cache(maxsize=64)
def _hand(path: Path, _written: int, words: Words) -> tuple[Record, State]:
    """The record of an earlier hand, and the state in which it stops."""
    record = read_record(path, words)
    steps = list(replay(record))
    return record, steps[-1].after if steps else record.start


def games_folder() -> Path:
    """Returns the folder in which the games are kept."""
    return data_folder() / "games"


def _keep(path: Path, record: Record) -> None:
    """Write a game into the folder of games. If there are 1,000 games, a new game replaces the oldest."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            games = [game for game in path.parent.glob("*.jsonl") if _ID.fullmatch(game.stem)]
            for old in sorted(games, key=lambda game: game.stat().st_mtime)[: 1 - MOST_GAMES]:
                old.unlink(missing_ok=True)
        record.write(path)
    except OSError as error:
        raise KanamjError(
            "the game cannot be kept in {}: {}. Set KANAMJ_DATA to a folder that can be written to",
            path.parent,
            error,
        ) from None


def _goes_on(table: PageGame, moves: Sequence[object], path: Path) -> dict[str, Any]:
    """The game after these moves. A new game is kept once its first answer is known, so that none is kept that cannot
    be played. A game that has ended is kept as a whole before the answer is given."""
    steps, state, chosen_at = _played(table, moves)
    record = table.record
    if steps:
        record = recorded(record.rules, record.seed, record.players, steps)
    if state.end or not path.exists():
        _keep(path, record if state.end else table.record)
    return _view(table._replace(record=record), steps, state, chosen_at)


def _ended(table: PageGame, moves: Sequence[object]) -> dict[str, Any]:
    """The answer for a game that has ended. Moves that were not played in it are refused."""
    steps: _Steps = [(each.before, each.action, each.after) for each in replay(table.record)]
    chosen_at = [
        at
        for at, (before, action, _) in enumerate(steps)
        if action.player == table.seat and _chooses(before, table.seat)
    ]
    own = [_own(steps[at]) for at in chosen_at]
    if [_said(move) for move in moves] != own[: len(moves)]:
        raise IllegalActionError("the game has ended with other moves; begin a new game", action=None)
    return _view(table, steps, steps[-1][2], chosen_at)


@lru_cache(maxsize=8)
def _rules(lexicon: Lexicon, judge: Lexicon | None, text: str) -> Rules:
    """The rules that a text names. They are cached, because making their blocks and judging their hands takes time."""
    return replace(preset(text, lexicon), judge=judge)


def _table(id: str, lexicon: Lexicon, judge: Lexicon | None, text: str, agents: str, seat: int) -> PageGame:
    """A new game, with a random seed. Raises KanamjError for a wrong seat, or a form that is not `Hands.quick`."""
    with blaming("rules"):
        rules = _rules(lexicon, judge, text)
        if not rules.hands.quick:
            raise KanamjError(
                "the page cannot play {}: its forms must be of 2s and 3s, with at most 14 tiles, such as 33332",
                brief(text),
            )
    with blaming("seat"):
        if not 0 <= seat < rules.players:
            raise KanamjError("{} is not a seat; give a number from 0 to {}", seat, rules.players - 1)
    with blaming("agents"):
        specs = list(parse_agents(agents, rules.players - 1))
    specs.insert(seat, specs[0])  # fills the player's own seat; no agent sits there
    players = [HUMAN if place == seat else spec.text for place, spec in enumerate(specs)]
    seed = tuple(secrets.randbits(32) for _ in range(4))  # numbers that JavaScript can hold
    return PageGame(id, text, agents, tuple(specs), recorded(rules, seed, players, ()))


_Steps = list[tuple[State, Action, State]]


def _played(table: PageGame, moves: Sequence[object]) -> tuple[_Steps, State, list[int]]:
    """The steps up to the player's next choice, the state there, and the indices of the steps that the player chose."""
    rules, seed, seat = table.record.rules, table.record.seed, table.seat
    seated = [spec.seated(rules, seed, place) for place, spec in enumerate(table.specs)]
    steps: _Steps = []
    chosen_at: list[int] = []
    state = table.record.start
    while state.phase != Phase.END:
        player = state.to_act()[0]
        legal = legal_actions(state, player)
        if len(legal) == 1 and not (player == seat and beyond(state, seat)):
            action = legal[0]
        elif player != seat:
            action = seated[player].choose(view(state, player), legal)
        elif len(chosen_at) < len(moves):
            action = _move(state, moves[len(chosen_at)], seat, len(chosen_at) + 1)
            chosen_at.append(len(steps))
        else:
            break
        after = step(state, action)
        steps.append((state, action, after))
        state = after
    if len(chosen_at) < len(moves):
        raise IllegalActionError("move {} is refused: the game has ended", len(chosen_at) + 1, action=None)
    return steps, state, chosen_at


def _chooses(state: State, seat: int) -> bool:
    return len(legal_actions(state, seat)) > 1 or bool(beyond(state, seat))


def _said(move: object) -> dict[str, Any] | None:
    """An entry of `legal` as a move, without the fields in _TOLD; None if it is not a dict."""
    if not isinstance(move, dict):
        return None
    return {name: value for name, value in move.items() if name not in _TOLD}


def _move(state: State, move: object, seat: int, number: int) -> Action:
    """The player's move. Raises IllegalActionError if it is not legal. The message contains only what the player can
    see: the player's own hand and the open tiles."""
    told = _said(move)
    if not isinstance(move, dict) or told is None:
        raise IllegalActionError("move {} is refused: it is not an entry of `legal`", number, action=None)
    try:
        if move.get("player", seat) != seat:
            raise KanamjError("it is a move of another player")
        action = action_of(state.rules.tiles, told, seat)
    except KanamjError as error:
        raise IllegalActionError("move {} is refused: {}", number, error, action=None) from None
    if why := refusal(with_declared(state, action), action):
        raise IllegalActionError(
            "move {}, {}, is refused: {}", number, describe(state, action), why, action=action
        )
    return action


def _view(table: PageGame, steps: _Steps, state: State, chosen_at: list[int]) -> dict[str, Any]:
    rules, players, seat = state.rules, table.record.players, table.seat
    seen = view(state, seat)
    face = rules.tiles.kinds
    ended = state.phase == Phase.END
    names = ["you" if place == seat else f"bot {place}" for place in range(rules.players)]
    since = steps[chosen_at[-1] + 1 :] if chosen_at else steps
    if chosen_at and steps[chosen_at[-1]][0].phase == Phase.CALL_WINDOW:
        since = steps[chosen_at[-1] :]  # includes the player's own answer, if it counts
    return {
        "id": table.id,
        "rules": table.rules,
        "lexicon": rules.lexicon.name,
        "agents": table.agents,
        "seat": seat,
        "players": [
            {"seat": place, "name": names[place], "agent": agent} for place, agent in enumerate(players)
        ],
        "moves": [_own(steps[at]) for at in chosen_at],
        "phase": state.phase.value,
        "turn": state.turn,
        "wall": state.left,
        "reshuffles": state.reshuffles,
        "dealer": state.dealer,
        "deposits": state.deposits,
        "hand": rules.tiles.format(seen.me.hand),
        "drawn": None if seen.drawn is None or ended else face[seen.drawn],
        "missed": seen.me.missed,
        "seats": [
            {
                "seat": place,
                "hand": shown.hand,
                "turns": shown.turns,
                "riichi": shown.riichi,
                "discards": [face[kind] for kind in shown.discards],
                "melds": [_meld_json(rules, meld) for meld in shown.melds],
            }
            for place, shown in enumerate(seen.seats)
        ],
        "last": None if seen.last is None else {"player": seen.last.player, "tile": face[seen.last.tile]},
        "seen": rules.tiles.format(open_tiles(seen)),
        "legal": [_choice(state, action) for action in legal_actions(state, seat)],
        "wide": _wide_json(table.record.rules, state, seat),
        "since": [line for each in since for line in _happened(*each, seat)],
        **({"match": table.series.to_json(state, seat)} if table.series else {}),
        "end": plain(state.end),
        "hands": [rules.tiles.format(player.hand) for player in state.players] if ended else None,
        "record": table.record.format() if ended else None,
    }


def _wide_json(begun: Rules, state: State, seat: int) -> dict[str, Any]:
    """What the judging list adds. begun: the rules at the beginning of the game."""
    rules, me = state.rules, state.players[seat]
    held = me.hand if state.last is None else (*me.hand, state.last.tile)
    words = {}
    if rules.judge and state.phase != Phase.END:
        words = words_beyond(
            rules.lexicon, rules.judge, rules.tiles.format(held), rules.word_sizes, rules.tiles
        )
    declared = shown_words(rules.lexicon.added[len(begun.lexicon.added) :])
    return {
        "events": [event.value for event in beyond(state, seat)],
        "words": words,
        "declared": [{"reading": word.reading, "spelling": word.spelling} for word in declared],
    }


def _meld_json(rules: Rules, meld: Meld) -> dict[str, Any]:
    """A called word: {"letters", "words", "tile", "from"}."""
    word = rules.hands.blocks.spell(meld.block).to_json()
    return {**word, "tile": rules.tiles.kinds[meld.tile], "from": meld.source}


def _own(step: tuple[State, Action, State]) -> dict[str, Any]:
    """A move of the player as the page sends it."""
    move = event_of(step[0], step[1])
    del move["player"]
    return move


def _choice(state: State, action: Action) -> dict[str, Any]:
    """An entry of `legal`: a move. A call also has its words, and whether it lowers the distance of the hand."""
    choice = event_of(state, action)
    del choice["player"]
    if action.block:
        me, last, hands = state.players[action.player], state.last, state.rules.hands
        choice["words"] = hands.blocks.spell(action.block).to_json()["words"]
        if last is not None:
            after = hands.distance_after_call(me.hand, me.blocks, last.tile, action.block)
            choice["nearer"] = after < hands.outlook(me.hand, me.blocks).distance
    return choice


def _happened(before: State, action: Action, after: State, seat: int) -> list[dict[str, Any]]:
    """What a step adds to `since`: lines of a record, without the tiles that other players draw.

    An answer to a discard adds nothing, except the last answer: it adds a line for each answer that counts (ron, call).
    """
    if before.phase != Phase.CALL_WINDOW:
        event = event_of(before, action)
        if action.event == Event.DRAW and action.player != seat:
            del event["tile"]
        return [event]
    if after.phase == Phase.CALL_WINDOW:
        return []
    if after.wins:
        return [{"event": Event.RON.value, "player": win.player} for win in after.wins]
    for player, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        if len(now.melds) > len(was.melds):
            meld = now.melds[-1]
            kind = Event.KAN if len(meld.block) == 4 else Event.CALL
            return [{"event": kind.value, "player": player, **_meld_json(after.rules, meld)}]
    return []
