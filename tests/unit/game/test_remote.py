"""The game on the page follows the same rules, hides what a player must not see, and refuses forged moves."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from kanamj.errors import IllegalActionError, KanamjError
from kanamj.game import preset, remote
from kanamj.game.agents import known_words
from kanamj.game.record import parse_record, show
from kanamj.game.remote import answer, games_folder
from kanamj.lexicon import Entry, Lexicon

RULES = ["basic", "standard", "standard,players=2,kan=any,many_rons=yes", "paper,equal_turns=yes,ron_from=2"]


@pytest.fixture(autouse=True)
def _games_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in each run."""
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    monkeypatch.setattr(remote.secrets, "randbits", random.Random(1).getrandbits)


def seen(id: str, moves: list[Any], rules: str = "basic", agents: str = "greedy@0.4", seat: int = 0) -> Any:
    return answer(id=id, moves=moves, rules=rules, agents=agents, seat=seat)


def played(id: str, rules: str, seat: int = 0) -> list[dict[str, Any]]:
    """All answers of a game whose player claims what it can and discards its first tile."""
    answers = [seen(id, [], rules, seat=seat)]
    while not answers[-1]["end"]:
        legal = answers[-1]["legal"]
        move = next((each for each in legal if each["event"] in ("tsumo", "ron", "kan", "call")), legal[0])
        answers.append(seen(id, [*answers[-1]["moves"], move], rules, seat=seat))
    return answers


@pytest.mark.parametrize(("rules", "seat"), [*zip(RULES, (0, 1, 0, 1), strict=True)])
def test_a_game_is_played_to_its_end_and_its_record_replays(rules: str, seat: int) -> None:
    answers = played("game-of-" + str(seat), rules, seat)
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


SHOWN = """
    id rules lexicon agents seat players moves phase turn wall reshuffles dealer deposits hand drawn missed seats last
    seen legal since end hands record wide
"""
"""The fields of an answer."""


def test_an_answer_holds_nothing_hidden() -> None:
    """Exactly these fields, hands of others as numbers, and no draw of others with its tile."""
    drawn = 0
    for each in chain(*(played(f"nothing-hidden-{number}", "paper")[:-1] for number in range(3))):
        copy = json.loads(json.dumps(each))
        assert set(copy) == {*SHOWN.split()}
        assert {key for seat in copy["seats"] for key in seat} == {
            *("seat", "hand", "turns", "riichi", "discards", "melds")
        }
        assert all(isinstance(seat["hand"], int) for seat in copy["seats"])
        for event in copy["since"]:
            assert event["event"] != "pass"
            assert ("tile" in event) == (event["event"] != "draw" or event["player"] == 0)
            drawn += event["event"] == "draw" and event["player"] != 0
    assert drawn


def test_a_call_says_whether_it_brings_the_hand_nearer(common: Lexicon) -> None:
    engine, seen_both = preset("paper", common).hands.engine, set()
    games = (played(f"game-of-calls-{number}", "paper") for number in range(30))
    for each in chain.from_iterable(games):
        if len(seen_both) == 2:
            break
        melds = [meld["letters"] for meld in each["seats"][each["seat"]]["melds"]]
        for call in (move for move in each["legal"] if move["event"] == "call"):
            left = Counter(each["hand"]) - Counter(call["letters"].replace(each["last"]["tile"], "", 1))
            after = engine.distance("".join(left.elements()), [*melds, call["letters"]])
            # a tile is thrown then, and a complete hand is complete no more
            assert call["nearer"] == (max(after, 1) < engine.distance(each["hand"], melds))
            seen_both.add(call["nearer"])
    assert seen_both == {True, False}


def test_the_wall_depends_on_the_kept_game_and_not_on_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another server, the same id has another wall. A server that is started again goes on with the game."""
    hands = {seen("id-number-1", [])["hand"]}
    first = seen("id-number-1", [])
    assert hands == {first["hand"]}
    (header,) = (games_folder() / "id-number-1.jsonl").read_text(encoding="utf-8").splitlines()
    assert str(json.loads(header)["seed"][0]) not in json.dumps(first)
    remote._rules.cache_clear()
    second = seen("id-number-1", first["legal"][-1:])
    assert seen("id-number-1", second["moves"]) == second
    for number in range(4):
        monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / str(number)))
        hands.add(seen("id-number-1", [])["hand"])
    assert len(hands) == 5


def test_a_game_that_has_ended_takes_no_other_moves() -> None:
    """At the end, all hands are shown. A player who began again would know them all."""
    answers = played("over-and-out", "basic")
    last = answers[-1]
    for known in ([], last["moves"][:1], last["moves"]):  # also what was sent before, if the answer was lost
        assert seen("over-and-out", known) == last
    other = next(move for move in answers[0]["legal"] if move not in last["moves"])
    for moves in (
        [other],
        [*last["moves"], {"event": "pass"}],
        [*last["moves"][:-1], other],
        [None],
        ["tsumo"],
    ):
        with pytest.raises(IllegalActionError, match="the game has ended with other moves"):
            seen("over-and-out", moves)


def test_a_game_keeps_the_own_words_with_which_it_began(common: Lexicon) -> None:
    """A word added while a game is played would change what bots throw and what can be called."""
    few = known_words(common, 0.5)
    body: dict[str, Any] = {"id": "own-words", "rules": "standard", "agents": "greedy+call"}
    first = answer(**body, words=lambda _: few)
    more = few.with_words([Entry("さかま", "サカマ")])
    body["moves"] = first["legal"][:1]
    then = answer(**body, words=lambda _: few)
    assert answer(**body, words=lambda _: more) == then
    mine = answer(**{**body, "id": "with-more", "moves": []}, words=lambda _: more)
    assert "サカマ" in (games_folder() / "with-more.jsonl").read_text(encoding="utf-8")
    went_on = {**body, "id": "with-more", "moves": mine["legal"][:1]}
    assert answer(**went_on, words=lambda _: few) == answer(**went_on, words=lambda _: more)


def test_a_game_that_is_not_kept_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="game never-begun is not kept here; begin a new game"):
        seen("never-begun", [{"event": "tsumo"}])
    seen("another-one", [])
    for rules, agents, seat in (
        ("paper", "greedy@0.4", 0),
        ("basic", "greedy", 0),
        ("basic", "greedy@0.4", 1),
    ):
        with pytest.raises(KanamjError, match="send those it was begun with, or begin"):
            seen("another-one", [], rules, agents, seat)
    (games_folder() / "another-one.jsonl").write_text('{"kanamj": "else"}', encoding="utf-8")
    with pytest.raises(KanamjError, match="expected a header"):
        seen("another-one", [])


def test_the_latest_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MOST_GAMES", 3)
    for number in range(5):
        seen(f"game-{number}-of-5", [])
        os.utime(games_folder() / f"game-{number}-of-5.jsonl", (number, number))
    note = games_folder() / "my note.jsonl"
    note.write_text("mine", encoding="utf-8")
    seen("game-5-of-5", [])
    assert sorted(path.stem for path in games_folder().iterdir()) == [
        "game-3-of-5",
        "game-4-of-5",
        "game-5-of-5",
        "my note",
    ]


FORGED: list[Any] = [
    *(None, 5, "tsumo", [], {}, {"event": "draw"}, {"event": "tsumo"}, {"event": "ron"}, {"event": "pass"}),
    *({"event": "end"}, {"event": "fly"}, {"event": ["tsumo"]}, {"event": "discard"}, {"event": "riichi"}),
    *({"event": "discard", "tile": tile} for tile in ("漢", "", "ああ", 5, None, "あ" * 10_000)),
    *({"event": "discard", "tile": "あ", "player": player} for player in (1, True, "0", None)),
    {"event": "discard", "tile": "あ", "seed": [1]},
    {"event": "call", "letters": "あいう"},
    {"event": "kan", "letters": "あいうえ"},
]


def test_a_forged_move_is_refused_and_its_error_reveals_nothing() -> None:
    """The error is the same, whatever tiles the wall and the other players have."""
    begun = {f"forged-{number}": seen(f"forged-{number}", []) for number in range(12)}
    tried = [
        id
        for id, state in begun.items()
        if "あ" not in state["hand"]  # there the moves would be legal
        and "tsumo" not in json.dumps([state["legal"], state["wide"]["events"]])
    ]
    assert len(tried) > 5
    for move in FORGED:
        sentences = set()
        for id in tried:
            with pytest.raises(IllegalActionError, match=r"^move 1(, .*,)? is refused: ") as error:
                seen(id, [move])
            sentences.add(str(error.value))
        assert len(sentences) == 1, move
        assert len(sentences.pop()) < 300


def test_a_game_that_cannot_be_played_is_not_kept() -> None:
    """The agent needs a list that says how common its words are."""
    bare = Lexicon.from_entries("bare", [Entry("いぬ", "犬"), Entry("さくら", "桜")])
    asked: dict[str, Any] = {"id": "never-kept", "rules": "basic"}
    with pytest.raises(KanamjError, match="does not say how common its words are"):
        answer(**asked, agents="greedy@0.5", words=lambda _: bare)
    assert not (games_folder() / "never-kept.jsonl").exists()
    assert answer(**asked, agents="greedy", words=lambda _: bare)["agents"] == "greedy"
