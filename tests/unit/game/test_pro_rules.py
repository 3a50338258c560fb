"""A recorded hand for each rule of PRO: a hand made here is played, written and read, and the model plays it again."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from kanamj.errors import FileFormatError, IllegalActionError
from kanamj.game import Event, Match, State, deal, play_on, preset, set_up, step, steps
from kanamj.game.legal import legal_actions
from kanamj.game.record import Record, action_of, parse_record, recorded, replay
from kanamj.game.review import review
from kanamj.game.rules import Rules
from kanamj.game.states import Action, Phase, View
from kanamj.lexicon import Entry, Lexicon
from kanamj.yaku.table import TABLE, YAKUMAN
from tests.places import DATA, by_default
from tests.reference.scoring import TSUMO
from tests.unit.game.test_pro import check
from tests.unit.yaku.test_yaku import CASES

HANDS = [line.split("\t") for line in (DATA / "pro-hands.tsv").read_text(encoding="utf-8").splitlines()[1:]]
"""A hand for each rule beside the yaku. rule; mark: where it is from; rules; words: the list; table: sticks, who deals;
hands: the dealer's first, "." is any letter that is not named here; draws; acts: `4:2 ron` is what seat 2 does after 4
discards, `!ron` what it may not do then, all others pass or throw what they drew; end: how, the winners, their yaku;
sticks: what each seat has gained; then: who deals next, honba and deposits."""
BY_PEOPLE = {"オープンリーチ", "同種", "純同種", "作文"}


def wall_of(rules: Rules, hands: Sequence[str], draws: str) -> list[int]:
    asked = "".join(hand.ljust(rules.hand_size, ".") for hand in hands) + draws
    left = Counter(dict(zip(rules.tiles.kinds, rules.tiles.copies, strict=True)))
    left.subtract(asked.replace(".", ""))
    assert min(left.values()) >= 0, left
    rest = iter(sorted(left.elements(), key=lambda letter: letter in asked))
    return list(
        rules.tiles.parse("".join(next(rest) if each == "." else each for each in asked) + "".join(rest))
    )


def play(state: State, acts: str) -> Iterator[steps.Step]:
    """Play to the end with these acts."""
    todo, discards = [act.split() for act in acts.split(", ") if act], 0
    while state.phase != Phase.END:
        for seat in state.to_act():
            usual = {Phase.DRAW: Event.DRAW, Phase.CALL_WINDOW: Event.PASS}.get(state.phase, Event.DISCARD)
            action = Action(usual, seat, state.drawn if usual == Event.DISCARD else None)
            for act in [each for each in todo if each[0] == f"{discards}:{seat}" and usual != Event.DRAW]:
                event, may = act[1].strip("!"), act[1][0] != "!"
                if (event in ("ron", "call", "kan")) == (usual == Event.PASS):
                    name = "tile" if event in ("discard", "riichi") else "letters"
                    drawn = state.rules.tiles.kinds[state.drawn or 0]
                    fields = {name: "".join(act[2:]).replace(".", drawn)} if act[2:] else {}
                    asked = action_of(state.rules.tiles, {"event": event, **fields}, seat)
                    assert (asked in legal_actions(state, seat)) == may, act
                    todo.remove(act)
                    action = asked if may else action
            after = step(state, action)
            yield state, action, after
            state, discards = after, discards + (action.event in (Event.DISCARD, Event.RIICHI))
    assert not todo


Played: TypeAlias = Callable[..., Record]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    """Returns the record of a hand that has been played, written and read."""

    def made(
        words: str, hands: Sequence[str], draws: str, acts: str, text: str = "pro", **table: Any
    ) -> Record:
        toy = Lexicon.from_entries("toy", [Entry(word, word) for word in words.split()])
        rules = preset(text, toy)
        wall = wall_of(rules, hands, draws)
        monkeypatch.setattr(steps, "new_wall", lambda *_: wall)
        start = deal(set_up(rules, 1, **table))
        made = recorded(rules, (1,), ["bot"] * rules.players, play(start, acts))
        record = parse_record(made.format(), lambda _: toy)
        assert record.events == made.events
        return record

    return made


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row[0])
def test_each_rule_has_a_recorded_hand(row: list[str], played: Played) -> None:
    rule, mark, text, words, table, hands, draws, acts, *wanted = row
    assert rule
    assert mark in "OMHK-"
    state = check(played(words, hands.split(), draws, acts, text, **json.loads(table or "{}")))
    assert state.end is not None
    told = [state.end.how, *(f"{win.player} {_named(win.score)}" for win in state.end.wins)]
    gained = [now - before for now, before in zip(state.points, state.began, strict=True)]
    following = Match(state.rules, state.began, dealer=state.dealer).after(state)
    then = f"{following.dealer} {following.honba} {following.deposits}"
    assert [" | ".join(told), " ".join(map(str, gained)), then] == wanted
    assert state.end.how != "wall" or len(state.wall) == 14


def _named(score: Any) -> str:
    return " ".join(f"{yaku.name}{'満' if yaku.yakuman else yaku.han}" for yaku in score.yaku)


def hand_of(words: Sequence[str], win: str, *events: str) -> tuple[list[str], str, str]:
    """Hands, draws and acts by which these words are won: by the dealer, or by the next player."""
    me, last = int("dealer" not in events), words[0][-1]
    called = [word[1:] for word in words if word[0] in "+*"]
    pons = [word for word in called if len(word) == 3]
    spare = [kana for kana in "あいうえおかきくけこさしす" if kana not in "".join(words)][: len(pons)]
    turns = [] if {"first", "天和", "地和"} & {*events} else ["."]
    turns += [*called, *(["riichi"] if {"riichi", "first"} & {*events} else [])]
    turns += ["."] if turns[-1:] == ["riichi"] and "ippatsu" not in events else []
    draws, acts, discards = "", list[str](), 0
    for i, now in enumerate([*turns, win]):
        if i or me:  # the player before me throws
            draws += now[0] if now in called else last if now == "ron" else "."
            discards += 1
        if now in (*called, "riichi", win):
            event = {3: "call ", 4: "kan "}.get(len(now), "") + now if now in called else now
            acts.append(f"{discards}:{me} {event}" + " ." * (now == "riichi"))
        if now in pons:
            acts.append(f"{discards}:{me} discard {spare[pons.index(now)]}")
        draws += ".." if now in pons else "..." if now != win else last * (win == "tsumo")
        discards += 3
    hand = "".join(word for word in words if word[0] not in "+*").replace(last, "", 1)
    hand += "".join(word[1:] for word in called) + "".join(spare)
    return (["."] * me + [hand, ".", ".", "."])[:4], draws, ", ".join(acts)


def _cases() -> dict[tuple[str, str, str], set[Any]]:
    """The cases of yaku.tsv that a game can have, each by a child and by the dealer: words, events and yaku, and what
    it is a case of."""
    found = {}
    for words, events, yaku, bonus in CASES:
        plain, (win, *said) = words.replace("+", "").replace("*", ""), events.replace(" dealer", "").split()
        keys = {"".join(sorted(word)) for word in {*plain.split()}}  # a called word may be read in each way
        longest = max(map(len, plain.split()))
        odd = plain != words and len(keys) < len({*plain.split()})
        if not yaku or longest > 4 or "=" in words or odd or BY_PEOPLE & {*said}:
            continue
        han = 13 if "満" in yaku else sum(map(int, re.findall("[0-9]+", yaku))) + int(bonus)
        level = next(least for least in TSUMO if han >= least)
        for dealer in {"天和" in said} if {"天和", "地和"} & {*said} else (False, True):
            told = " ".join([win, *said, *["dealer"] * dealer])
            bonuses = {("bonus", longest)} if int(bonus) else set()
            found[words, told, yaku] = {*yaku.split(), *bonuses, (level, win, dealer)}
    return found


PLAYABLE = _cases()
CHOSEN = {
    next(case for case, of in PLAYABLE.items() if one in of): one for one in set().union(*PLAYABLE.values())
}


@pytest.mark.parametrize(("words", "events", "yaku"), by_default(CHOSEN, PLAYABLE), ids=lambda cell: cell)
def test_each_yaku_and_each_number_of_han_has_a_recorded_hand(
    words: str, events: str, yaku: str, played: Played
) -> None:
    plain = words.replace("+", "").replace("*", "")
    state = check(played(plain, *hand_of(words.split(), *events.split())))
    assert state.end is not None
    assert {*_named(state.end.wins[0].score).split()} == {*yaku.split()}


def test_the_recorded_hands_have_every_yaku_of_the_game_and_every_row_of_the_points() -> None:
    there = set().union(*PLAYABLE.values())
    for yaku in TABLE:
        hans = {yaku.open, yaku.closed if "槓子" not in yaku.name else None} - {None}
        if not yaku.bonus and yaku.name not in {*BY_PEOPLE, "重回文"}:
            assert {f"{yaku.name}{'満' if han == YAKUMAN else han}" for han in hans} <= there, yaku
    assert {"立直2", "重回文4", "重回文7"} <= there
    assert {("bonus", 3), ("bonus", 4)} <= there
    assert {
        (level, win, dealer) for level in TSUMO for win in ("ron", "tsumo") for dealer in (False, True)
    } <= there


HAND, WORDS = "いぬさくらたまごへちましず", "いぬ さくら たまご へちま しずく"
"""く completes the hand, and by ron it has no yaku."""


class Wins:
    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        return Action(Event.RON, seen.player) if seen.phase == Phase.CALL_WINDOW else legal[-1]


@pytest.mark.parametrize(("points", "how"), [([22] * 4, "ron"), ([44, 0, 22, 22], "tsumo")])
def test_a_win_without_a_yaku_is_refused_and_nobody_has_overlooked_it(
    points: list[int], how: str, played: Played
) -> None:
    """The earliest win is by ron if the player had a stick for riichi."""
    record = played(WORDS, [".", HAND, ".", "."], "..く..く", "3:1 !ron, 5:1 tsumo", points=points)
    (told,) = review(record, [1], draws=1).seats
    assert [turn.tsumo for turn in told.turns] == [False, True]
    assert not told.offers
    assert told.earliest is not None
    assert told.earliest.how == how
    said = "player 1 cannot ron: the hand is complete, but it has no yaku"
    (here,) = [
        each for each in replay(record) if each.action[:2] == (Event.PASS, 1) and each.before.turn == 2
    ]
    wrong = replace(record, events=(*record.events[: here.line - 2], {"event": "ron", "player": 1}))
    with pytest.raises(FileFormatError, match=f"the rules refuse this: {said}"):
        list(replay(wrong))
    with pytest.raises(IllegalActionError, match=said):
        list(play_on(here.before, [Wins()] * 4))


def test_the_first_discard_of_the_dealer_may_be_the_earliest_win(played: Played) -> None:
    (told,) = review(played(WORDS, [".", HAND, ".", "."], "く....く", "5:1 tsumo"), [1], draws=0).seats
    assert told.earliest is not None
    assert (told.earliest.line, [offer.event for offer in told.offers]) == (2, [Event.RON])


def test_a_called_hand_without_a_yaku_was_no_win(played: Played) -> None:
    hands = [".", "いぬくらたまごへちましずよ", "さきかいむすめつくしおとな", "."]
    acts = "1:1 call さくら, 1:1 discard よ, 5:1 !tsumo, 6:2 tsumo"
    record = played(f"{WORDS} さる きかい むすめ つくし おとな", hands, "さ...くる", acts)
    told = review(record, [1, 2], draws=1)
    assert [turn.tsumo for turn in told.seats[0].turns] == [False, False]
    assert [seat.earliest and seat.earliest.how for seat in told.seats] == [None, "tsumo"]


@pytest.mark.parametrize(
    ("points", "passed", "over", "settled"),
    [
        ([22, 22, 22, 22], 3, False, None),  # the last hand is to be played
        ([26, 22, 20, 20], 4, False, None),  # nobody has the return points
        ([27, 22, 20, 19], 4, True, [35, 0, -12, -23]),
        ([26, 22, 20, 20], 8, True, [34, 0, -12, -22]),  # one more round at most
        ([45, 22, 22, -1], 1, True, [53, 0, -10, -43]),
        ([28, 29, 30], 3, False, None),
        ([24, 29, 34], 3, True, [-25, -5, 30]),
    ],
)
def test_when_a_match_is_over_and_how_it_is_settled(
    points: list[int], passed: int, over: bool, settled: list[int] | None, common: Lexicon
) -> None:
    match = replace(
        Match.begin(preset(f"pro,players={len(points)}", common)), points=tuple(points), passed=passed
    )
    assert sum(points) == sum(Match.begin(match.rules).points)
    assert match.over == over
    assert match.settlement() == settled or not over
