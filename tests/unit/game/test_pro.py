"""The rules pro and pro-online: recorded hands played again by a model written from the rules alone, bad records, bots,
and a match."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kanamj.errors import FileFormatError, KanamjError
from kanamj.game import Action, Match, play_on, preset, seated
from kanamj.game.legal import legal_actions
from kanamj.game.record import Record, event_of, parse_record, read_record, record_game, replay
from kanamj.game.states import State
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.yaku.table import TABLE
from scripts.record_test_games import with_readings
from tests.places import DATA, WORDS_OF_GAMES
from tests.reference.pro import Model, Seat

AGENTS = (
    ["random"] * 4,
    ["greedy"] * 4,
    ["greedy+call"] * 4,
    ["greedy+riichi", "random", "greedy+call", "greedy"],
)
TEXTS = ("pro", "pro-online", "pro,tiles=hiragana-pro-136", "pro,players=3", "pro,players=2")


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return with_readings(load_lexicon(WORDS_OF_GAMES))


def model_of(state: State) -> Model:
    tiles, rules = state.rules.tiles, state.rules
    read = {key: {e.reading: 0 for e in found} for key, found in rules.lexicon.entries.items()}
    known = {key: found for key, found in read.items() if set(key) <= set(tiles.kinds)}
    hands = [
        tiles.format(state.players[(state.dealer + i) % rules.players].hand) for i in range(rules.players)
    ]
    drawn = tiles.kinds[state.drawn] if state.drawn is not None else ""
    hands[0] = hands[0].replace(drawn, "", 1)
    wall = [*"".join(hands), drawn, *(tiles.kinds[kind] for kind in state.wall)]
    seats = [Seat([], points) for points in state.began]
    online = rules.name == "pro-online"
    return Model(known, wall, seats, state.dealer, state.deposits, state.honba, online, tiles.kinds)


def text_of(state: State, action: Action) -> str:
    line = event_of(state, action)
    return " ".join([action.event.value, *[line[name] for name in ("tile", "letters") if name in line]])


def check(record: Record) -> State:
    """Play a record again by the model: all legal actions, the end and all points are the same. Returns the
    end."""
    model, state = model_of(record.start), record.start
    for _, before, action, after in replay(record):
        for seat in range(before.rules.players):
            legal = {text_of(before, each) for each in legal_actions(before, seat)}
            assert {"draw" if each.startswith("draw") else each for each in legal} == model.legal(seat)
        model.play(event_of(before, action))
        state = after
    assert state.end is not None
    assert (state.end.how, [win.player for win in state.end.wins]) == (model.how, model.winners)
    assert state.points == [seat.points for seat in model.seats]
    assert sum(state.points) + state.deposits == state.rules.stake * state.rules.players
    assert Counter(yaku.name for win in state.end.wins if win.score for yaku in win.score.yaku) == Counter(
        model.yaku.elements()
    )
    return state


def played(n: int, words: Lexicon) -> Iterator[Record]:
    """So many hands, the rules and players in turn, with sticks on the table."""
    for game in range(n):
        rules = preset(TEXTS[game % 5], words).with_kernels()
        agents = AGENTS[game // 5 % 4][: rules.players]
        yield record_game(
            rules, (game,), agents, dealer=game % rules.players, deposits=game % 3, honba=game % 4
        )


@pytest.mark.parametrize("n", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_a_model_from_the_rules_alone_plays_the_same_hands(n: int, words: Lexicon) -> None:
    for record in played(n, words):
        check(record)


@pytest.mark.parametrize("path", sorted((DATA / "games").glob("pro-*")), ids=lambda path: path.stem)
def test_the_model_plays_the_recorded_games(path: Any, words: Lexicon) -> None:
    check(read_record(path, lambda _: words))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pro,forms=332", "the forms are 332; the scoring rules pro score 33332, alone or with 2222222"),
        ("pro,scoring=pro:七対子=off", "have no 七対子; give forms=33332"),
        ("pro,scoring=pri", "is not a preset of scoring rules"),
        ("pro,dead_wall=120", "166 tiles are too few"),
        ("standard,scoring=pro", "a hand that has called does not win by ron; give called_ron=no"),
    ],
)
def test_bad_rules_are_refused(text: str, message: str, words: Lexicon) -> None:
    with pytest.raises(KanamjError, match=message):
        preset(text, words)


@pytest.mark.parametrize(
    ("changes", "kept"),
    [("", ""), ("riichi=no,", "立直一発"), ("ron=no,", "地和"), ("kan=none,", "三槓子四槓子"), ("", "作文")],
)
def test_rules_by_which_nobody_can_have_a_yaku_are_refused(changes: str, kept: str, words: Lexicon) -> None:
    off = ":".join(f"{yaku.name}=off" for yaku in TABLE if not yaku.bonus and yaku.name not in kept)
    with pytest.raises(KanamjError, match="a win needs a yaku, and by these rules nobody can have one"):
        preset(f"pro,{changes}forms=33332,scoring=pro:{off}", words)


def test_bad_records_are_refused(words: Lexicon) -> None:
    lines = (DATA / "games" / "pro-riichi.jsonl").read_text(encoding="utf-8").splitlines()
    header, end = json.loads(lines[0]), json.loads(lines[-1])

    def refused(first: dict[str, Any], last: dict[str, Any]) -> str:
        text = "\n".join(
            json.dumps(line, ensure_ascii=False) for line in (first, *map(json.loads, lines[1:-1]), last)
        )
        with pytest.raises(FileFormatError) as caught:
            list(replay(parse_record(text, lambda _: words)))
        return str(caught.value)

    assert "the points are [30, 10, 41, 6]; with 2 on the table" in refused(
        header | {"points": [30, 10, 41, 6]}, end
    )
    assert "it has no 'points'" in refused({key: header[key] for key in header if key != "points"}, end)
    assert "the end is wrong" in refused(header, end | {"points": end["points"][::-1]})
    broke = header | {"points": [30, 0, 41, 15]}
    assert "riichi costs a stick, and this player has none" in refused(broke, end)
    other = header | {"rules": preset("standard,tiles=hiragana-pro-166", words).to_table()}
    assert "the rules standard have no points and no honba" in refused(other, end)


def test_in_a_match_the_sticks_are_always_the_same(words: Lexicon) -> None:
    for rounds, rules in ((1, preset("pro", words)), (2, preset("pro,players=3", words))):
        match, hands = Match.begin(rules, rounds), 0
        while not match.over:
            start = match.deal((rounds, hands))
            *_, (_, _, state) = play_on(start, seated(rules, (rounds, hands), ["greedy"] * rules.players))
            match, hands = match.after(state), hands + 1
            assert sum(match.points) + match.deposits == rules.players * rules.stake
        assert sum(match.settlement()) == 0
        assert min(match.points) < 0 or match.passed >= rounds * rules.players
    with pytest.raises(KanamjError, match="a match has points, and the rules paper have none"):
        Match.begin(preset("paper", words))
    with pytest.raises(KanamjError, match="the hand is not over"):
        match.after(match.deal(1))
