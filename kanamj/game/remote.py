"""A game against bots for a page elsewhere, without memory: the page sends the game's id and its player's moves, and
the game is played anew up to the next choice of the player.

The wall follows from the id and a secret of this run of the server (HMAC-SHA256), so the page can neither know nor
choose it, and nothing but what the player may see is in an answer before the game has ended. Then the record is.

    {"id": "Zp3kX0c2q8aB", "rules": "standard", "lexicon": "common", "agents": "amateur", "seat": 0,
     "players": [{"seat": 0, "name": "you", "agent": "human"}, {"seat": 1, "name": "bot 1", "agent": "amateur"}, …],
     "moves": [the player's moves, to send again with the next one],
     "phase": "Discard", "CallWindow" or "End", "turn": seat, "wall": tiles left, "reshuffles": 0,
     "hand": "あいう…", "drawn": "ぬ" or null, "missed": true if ron is barred,
     "seats": [{"seat": 0, "hand": 13, "turns": 2, "riichi": 0 or its turn, "discards": ["ぬ", …],
                "melds": [{"letters", "words", "tile", "from"}]}, …],
     "last": {"player", "tile"} or null: the discard to be claimed, "seen": "tiles that lie open",
     "legal": [{"event": "discard", "tile": "あ"}, {"event": "call", "letters": "いぬる", "words": […]}, …],
     "since": [what has happened since the player's last move, as lines of a record: no passes, no overruled answers,
               draws of others without their tile],
     "end": null or `plain.end_json`, "hands": null or all hands at the end, "record": null or the text of the record}
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kanamj.errors import IllegalActionError, KanamjError
from kanamj.game.agents import AgentSpec, parse_agents
from kanamj.game.legal import describe, legal_actions, refusal
from kanamj.game.plain import end_json, meld_json, words_json
from kanamj.game.record import action_of, event_of, recorded
from kanamj.game.rules import Rules, preset
from kanamj.game.state import initial, step
from kanamj.game.table import Action, Event, Phase, State
from kanamj.game.view import view
from kanamj.game.wall import Seed
from kanamj.lexicon import Lexicon, load_lexicon

MOST_MOVES = 2_000
_ID = re.compile("[A-Za-z0-9_-]{8,64}")
_FIELDS = ("id", "rules", "agents", "seat", "lexicon", "moves")
_TOLD = ("words", "player")
"""What an entry of `legal` may hold beside the move itself."""


class Table(NamedTuple):
    """What a game is played with: the rules by name and as they are, the players by name, and who is the player."""

    text: str
    rules: Rules
    agents: str
    specs: tuple[AgentSpec, ...]
    seat: int


def new_id() -> str:
    """A name for a game nobody has played."""
    return secrets.token_urlsafe(12)


def answer(body: Mapping[str, Any], secret: bytes, lexicon: Lexicon | None = None) -> dict[str, Any]:
    """`game_view` of what a page sends: {"id", "rules", "agents", "seat", "lexicon", "moves"}, all of them optional.

    lexicon: the list where the page names none, or this one by its name; `common` by default.

    Raises KanamjError for what cannot be played, IllegalActionError for a move the rules refuse.
    """
    unknown = sorted(set(body) - set(_FIELDS), key=str)
    if unknown:
        raise KanamjError(f"a game has no {str(unknown[0])[:40]!r}; it has {', '.join(_FIELDS)}")
    texts = {"id": "", "rules": "standard", "agents": "amateur", "lexicon": ""}
    given = {name: body.get(name) or default for name, default in texts.items()}
    for name, value in given.items():
        if not isinstance(value, str) or len(value) > 200:
            raise KanamjError(f"{name} is no text of up to 200 letters")
    seat, moves = body.get("seat") or 0, body.get("moves") or []
    if type(seat) is not int:
        raise KanamjError("seat is the number of a seat, from 0")
    if not isinstance(moves, list):
        raise KanamjError("moves is the list of the player's own moves, the first one first")
    words = named_lexicon(given["lexicon"], lexicon)
    return game_view(given["id"] or new_id(), moves, secret, words, given["rules"], given["agents"], seat)


def prepare(lexicon: Lexicon | None = None) -> None:
    """Load the list and the kernels, so that the first move is answered as fast as the others."""
    game_view("warming-up", [], b"", named_lexicon("", lexicon))


def named_lexicon(name: str, default: Lexicon | None) -> Lexicon:
    """The list of that name, or the default: `common` where there is none."""
    if default is not None and name in ("", default.name):
        return default
    return _lexicon(name or "common")


def game_view(
    id: str,
    moves: Sequence[object],
    secret: bytes,
    lexicon: Lexicon,
    rules: str = "standard",
    agents: str = "amateur",
    seat: int = 0,
) -> dict[str, Any]:
    """What the player sees of the game of that id after these moves of its own, up to its next choice or the end.

    moves: entries of `legal` of the answers before. rules, agents: as for `kanamj game play`. The module says what
    is in the answer.

    >>> seen = game_view("example-1", [], b"secret", load_lexicon(), rules="basic", agents="greedy")
    >>> seen["phase"], len(seen["hand"]), seen["record"]
    ('Discard', 8, None)
    >>> seen = game_view("example-1", seen["legal"][:1], b"secret", load_lexicon(), rules="basic", agents="greedy")
    >>> len(seen["moves"])
    1

    Raises IllegalActionError for a move the rules refuse, KanamjError for an id, rules, agents or a seat there cannot
    be. Neither says anything of what the player cannot see.
    """
    if not isinstance(id, str) or not _ID.fullmatch(id):
        raise KanamjError("the id of a game is 8 to 64 letters, digits, - or _")
    if len(moves) > MOST_MOVES:
        raise KanamjError(f"{len(moves)} moves; a game has at most {MOST_MOVES} of one player")
    table = _table(lexicon, rules, agents, seat)
    seed = _seed(table, id, secret)
    steps, state, choices = _played(table, seed, moves)
    return _view(table, id, seed, steps, state, choices)


@lru_cache(maxsize=4)
def _lexicon(name: str) -> Lexicon:
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]*", name):
        raise KanamjError(f"no list {name!r}; give the name of one, such as common")
    return load_lexicon(name)


_RULES: dict[tuple[str, str], Rules] = {}
"""(hash of the list, rules as given) -> rules, which know their blocks and remember hands."""
MOST_RULES = 8


def _rules(lexicon: Lexicon, text: str) -> Rules:
    found = _RULES.get((lexicon.sha256, text))
    if found is None:
        found = preset(text, lexicon).with_kernels()
        while len(_RULES) >= MOST_RULES:
            del _RULES[next(iter(_RULES))]
        _RULES[lexicon.sha256, text] = found
    return found


def _table(lexicon: Lexicon, text: str, agents: str, seat: int) -> Table:
    rules = _rules(lexicon, text)
    if any(form.tiles > 14 or set(form.sizes) - {2, 3} for form in rules.forms):
        raise KanamjError("forms played here are made of 2s and 3s, of 14 tiles at most")
    if not 0 <= seat < rules.players:
        raise KanamjError(f"no seat {seat}; there are 0 to {rules.players - 1}")
    specs = list(parse_agents(agents, rules.players - 1))
    specs.insert(seat, specs[0])  # the player's own place; nobody sits there
    return Table(text, rules, agents, tuple(specs), seat)


def _seed(table: Table, id: str, secret: bytes) -> Seed:
    """Four 32-bit numbers, which JavaScript can hold, from all that makes the game."""
    rules = table.rules
    made_of = [id, rules.to_table(), table.agents, table.seat, rules.lexicon.sha256]
    digest = hmac.digest(secret, json.dumps(made_of, sort_keys=True).encode(), hashlib.sha256)
    return tuple(int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4))


_Steps = list[tuple[State, Action, State]]


def _played(table: Table, seed: Seed, moves: Sequence[object]) -> tuple[_Steps, State, list[int]]:
    """The steps of the game up to the player's next choice, the state then, and at which steps the player chose."""
    rules, seat = table.rules, table.seat
    seated = [spec.seated(rules, seed, place) for place, spec in enumerate(table.specs)]
    steps: _Steps = []
    choices: list[int] = []
    state = initial(rules, seed)
    while state.phase != Phase.END:
        player = state.to_act()[0]
        legal = legal_actions(state, player)
        if len(legal) == 1:
            action = legal[0]
        elif player != seat:
            action = seated[player].choose(view(state, player), legal)
        elif len(choices) < len(moves):
            action = _move(state, moves[len(choices)], seat, len(choices) + 1)
            choices.append(len(steps))
        else:
            break
        after = step(state, action)
        steps.append((state, action, after))
        state = after
    if len(choices) < len(moves):
        raise IllegalActionError(f"move {len(choices) + 1} is refused: the game has ended", None)
    return steps, state, choices


def _move(state: State, move: object, seat: int, number: int) -> Action:
    """The player's move, if it is legal. What is refused is said of the player's own hand and of what lies open."""
    if not isinstance(move, dict):
        raise IllegalActionError(f"move {number} is refused: it is no entry of `legal`", None)
    told = {name: value for name, value in move.items() if name not in _TOLD}
    try:
        if move.get("player", seat) != seat:
            raise KanamjError("it is of another player")
        action = action_of(state.rules.tiles, told, seat)
    except KanamjError as error:
        raise IllegalActionError(f"move {number} is refused: {error}", None) from None
    if why := refusal(state, action):
        raise IllegalActionError(f"move {number}, {describe(state, action)}, is refused: {why}", action)
    return action


def _view(
    table: Table, id: str, seed: Seed, steps: _Steps, state: State, choices: list[int]
) -> dict[str, Any]:
    rules, seat = table.rules, table.seat
    seen = view(state, seat)
    face = rules.tiles.kinds
    ended = state.phase == Phase.END
    texts = ["human" if place == seat else spec.text for place, spec in enumerate(table.specs)]
    names = ["you" if place == seat else f"bot {place}" for place in range(rules.players)]
    open_tiles = [kind for p in seen.seats for kind in p.discards]
    open_tiles += [kind for p in seen.seats for meld in p.melds for kind in meld.block]
    since = steps[choices[-1] + 1 :] if choices else steps
    if choices and steps[choices[-1]][0].phase == Phase.CALL_WINDOW:
        since = steps[choices[-1] :]  # the answer itself is told if it counts
    return {
        "id": id,
        "rules": table.text,
        "lexicon": rules.lexicon.name,
        "agents": table.agents,
        "seat": seat,
        "players": [
            {"seat": place, "name": names[place], "agent": texts[place]} for place in range(rules.players)
        ],
        "moves": [_own(steps[at]) for at in choices],
        "phase": state.phase.value,
        "turn": state.turn,
        "wall": len(state.wall),
        "reshuffles": state.reshuffles,
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
                "melds": [meld_json(rules, meld) for meld in shown.melds],
            }
            for place, shown in enumerate(seen.seats)
        ],
        "last": None if seen.last is None else {"player": seen.last.player, "tile": face[seen.last.tile]},
        "seen": rules.tiles.format(sorted(open_tiles)),
        "legal": [_choice(state, action) for action in legal_actions(state, seat)],
        "since": [line for each in since for line in _happened(*each, seat)],
        "end": end_json(rules, state.end) if state.end else None,
        "hands": [rules.tiles.format(player.hand) for player in state.players] if ended else None,
        "record": recorded(rules, seed, texts, steps).format() if ended else None,
    }


def _own(step: tuple[State, Action, State]) -> dict[str, Any]:
    """A move of the player as it is sent."""
    move = event_of(step[0], step[1])
    del move["player"]
    return move


def _choice(state: State, action: Action) -> dict[str, Any]:
    """A legal move; with a call its words."""
    choice = event_of(state, action)
    del choice["player"]
    if action.block:
        choice["words"] = words_json(state.rules.hands.blocks.spell(action.block))
    return choice


def _happened(before: State, action: Action, after: State, seat: int) -> list[dict[str, Any]]:
    """What all see of a step: the answers to a discard only when the last has been given, and those that count."""
    if before.phase != Phase.CALL_WINDOW:
        event = event_of(before, action)
        if action.event == Event.DRAW and action.player != seat:
            del event["tile"]
        return [event]
    if after.phase == Phase.CALL_WINDOW:
        return []
    if after.end is not None:
        return [{"event": Event.RON.value, "player": win.player} for win in after.end.wins]
    for player, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        if len(now.melds) > len(was.melds):
            meld = now.melds[-1]
            kind = Event.KAN if len(meld.block) == 4 else Event.CALL
            return [{"event": kind.value, "player": player, **meld_json(before.rules, meld)}]
    return []
