"""The game for a page: the same game as at the table, nothing hidden in an answer, forged moves refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kanamj.errors import IllegalActionError, KanamjError
from kanamj.game.agents import known_words
from kanamj.game.record import parse_record, show
from kanamj.game.remote import answer, game_view, new_id
from kanamj.lexicon import Lexicon

SECRET = b"of this run"
RULES = ["basic", "standard", "standard,players=2,kan=any,many_rons=yes"]


def played(id: str, common: Lexicon, rules: str, seat: int = 0) -> list[dict[str, Any]]:
    """All answers of a game whose player claims what it can and discards its first tile."""
    answers = [game_view(id, [], SECRET, common, rules, "greedy@0.4", seat)]
    while not answers[-1]["end"]:
        legal = answers[-1]["legal"]
        move = next((each for each in legal if each["event"] in ("tsumo", "ron", "kan", "call")), legal[0])
        answers.append(
            game_view(id, [*answers[-1]["moves"], move], SECRET, common, rules, "greedy@0.4", seat)
        )
    return answers


@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_played_to_its_end_and_its_record_replays(rules: str, common: Lexicon) -> None:
    for seat in (0, 1):
        answers = played("game-of-" + str(seat), common, rules, seat)
        json.dumps(answers)
        last = answers[-1]
        shown = show(parse_record(last["record"]))
        assert shown.why == ""
        end = shown.steps[-1].after
        assert last["hands"] == [end.rules.tiles.format(player.hand) for player in end.players]
        assert last["players"][seat]["agent"] == "human"
        own = [{k: v for k, v in move.items() if k != "player"} for move in last["moves"]]
        said = [json.loads(line) for line in last["record"].splitlines()[1:-1]]
        of_player = [
            {k: v for k, v in event.items() if k != "player"} for event in said if event["player"] == seat
        ]
        rest = iter(of_player)
        assert all(move in rest for move in own), "the player's moves stand in the record in their order"
        told = [event for each in answers for event in each["since"]]
        drawn = sum(event["event"] == "draw" for event in said)
        assert sum(event["event"] == "draw" for event in told) == drawn
        assert all(each["record"] is None and each["hands"] is None for each in answers[:-1])


def test_an_answer_holds_nothing_hidden(common: Lexicon) -> None:
    """Exactly these fields, hands of others as numbers, and no draw of others with its tile."""
    for each in played("nothing-hidden", common, "standard")[:-1]:
        copy = json.loads(json.dumps(each))
        assert set(copy) == {
            *("id", "rules", "lexicon", "agents", "seat", "players", "moves", "phase", "turn", "wall"),
            *("reshuffles", "hand", "drawn", "missed", "seats", "last", "seen", "legal", "since", "end"),
            *("hands", "record"),
        }
        assert {key for seat in copy["seats"] for key in seat} == {
            *("seat", "hand", "turns", "riichi", "discards", "melds")
        }
        assert all(isinstance(seat["hand"], int) for seat in copy["seats"])
        for event in copy["since"]:
            assert event["event"] != "pass"
            assert ("tile" in event) == (event["event"] != "draw" or event["player"] == 0)


def test_the_wall_follows_from_id_and_secret(common: Lexicon) -> None:
    asked = ("id-number-1", [], SECRET, common, "basic")
    assert game_view(*asked) == game_view(*asked)
    others = [
        game_view("id-number-2", [], SECRET, common, "basic"),
        game_view("id-number-1", [], b"another run", common, "basic"),
        game_view("id-number-1", [], SECRET, common, "basic", seat=1),
        game_view("id-number-1", [], SECRET, common, "basic", "strong"),
        game_view("id-number-1", [], SECRET, common, "basic,players=3"),
    ]
    hands = {each["hand"] for each in [*others, game_view(*asked)]}
    assert len(hands) == 6
    assert len({new_id() for _ in range(50)}) == 50


FORGED: list[Any] = [
    *(None, 5, "tsumo", [], {}, {"event": "draw"}, {"event": "tsumo"}, {"event": "ron"}, {"event": "pass"}),
    *({"event": "end"}, {"event": "fly"}, {"event": ["tsumo"]}, {"event": "discard"}, {"event": "riichi"}),
    *({"event": "discard", "tile": tile} for tile in ("漢", "", "ああ", 5, None, "あ" * 10_000)),
    *({"event": "discard", "tile": "あ", "player": player} for player in (1, True, "0", None)),
    {"event": "discard", "tile": "あ", "seed": [1]},
    {"event": "call", "letters": "あいう"},
    {"event": "kan", "letters": "あいうえ"},
]


@pytest.mark.parametrize("move", FORGED, ids=lambda move: str(move)[:40])
def test_a_forged_move_is_refused_and_tells_nothing(move: Any, common: Lexicon) -> None:
    """The sentence is the same whatever lies in the wall and in the hands of others."""
    sentences = set()
    tried = 0
    for number in range(30):
        state = game_view(f"forged-{number}", [], SECRET, common, "basic", "greedy@0.4")
        if "あ" in state["hand"] or any(each["event"] == "tsumo" for each in state["legal"]):
            continue  # there the move would be legal
        with pytest.raises(IllegalActionError, match=r"^move 1(, .*,)? is refused: ") as error:
            game_view(f"forged-{number}", [move], SECRET, common, "basic", "greedy@0.4")
        sentences.add(str(error.value))
        tried += 1
    assert tried > 5
    assert len(sentences) == 1
    assert len(sentences.pop()) < 300


def test_moves_behind_the_end_are_refused(common: Lexicon) -> None:
    last = played("over-and-out", common, "basic")[-1]
    with pytest.raises(IllegalActionError, match="the game has ended"):
        game_view("over-and-out", [*last["moves"], {"event": "pass"}], SECRET, common, "basic", "greedy@0.4")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"id": "short"}, "the id of a game is 8 to 64"),
        ({"id": "../../etc/passwd"}, "the id of a game"),
        ({"id": 5}, "id is no text"),
        ({"rules": "chess"}, "no rules 'chess'"),
        ({"rules": "standard,players=2,forms=2222222222"}, "forms played here"),
        ({"rules": "standard,forms=4442"}, "forms played here"),
        ({"agents": "clever"}, "no agent 'clever'"),
        ({"agents": ["greedy"]}, "agents is no text"),
        ({"seat": 4}, "no seat 4"),
        ({"seat": True}, "seat is the number"),
        ({"seat": "0"}, "seat is the number"),
        ({"lexicon": "../common"}, "no list '../common'"),
        ({"moves": {}}, None),
        ({"moves": "tsumo"}, "moves is the list"),
        ({"moves": [{}] * 2_001}, "2001 moves"),
        ({"secret": "x"}, "a game has no 'secret'"),
    ],
)
def test_what_a_page_may_send(body: dict[str, Any], message: str | None) -> None:
    if message is None:
        assert answer({"rules": "basic", **body}, SECRET)["moves"] == []
        return
    with pytest.raises(KanamjError, match=message):
        answer(body, SECRET)


def test_an_id_is_made_where_none_is_given() -> None:
    first = answer({"rules": "basic"}, SECRET)
    again = answer({"rules": "basic", "id": first["id"], "moves": first["legal"][:1]}, SECRET)
    assert again["id"] == first["id"]
    assert again["moves"] == first["legal"][:1]


def test_another_list_may_be_the_default(common: Lexicon) -> None:
    few = known_words(common, 0.5)
    assert answer({"rules": "basic"}, SECRET, few)["lexicon"] == few.name
    assert answer({"rules": "basic", "lexicon": "common"}, SECRET, few)["lexicon"] == "common"
