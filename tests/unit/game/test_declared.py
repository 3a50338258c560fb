"""Declared words that only the judging list has are accepted, kept in the record, and not hinted at."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kanamj.errors import FileFormatError, IllegalActionError
from kanamj.game import remote, steps
from kanamj.game.legal import beyond, legal_actions
from kanamj.game.record import Record, list_named, parse_record, recorded, replay, show
from kanamj.game.review import answer as review_answer
from kanamj.game.review import review
from kanamj.game.rules import Rules, preset
from kanamj.game.states import Action, Event, Phase, State
from kanamj.game.steps import Step, deal, set_up, step
from kanamj.lexicon import Entry, load_lexicon
from kanamj.pausing import to_end
from kanamj.tiles import HIRAGANA_120

ONLY_WIDE = "せそう"  # 世相
KEY = "うせそ"
COMPLETE = "さくらねこ" + ONLY_WIDE
SEED = (1,)


def rules_of(text: str, judged: bool = True) -> Rules:
    return replace(preset(text, load_lexicon()), judge=load_lexicon("wide") if judged else None)


def wall(*hands: str) -> list[int]:
    """A wall that begins with these tiles; the others follow in order."""
    first = [kind for hand in hands for kind in HIRAGANA_120.parse(hand)]
    left = [kind for kind, copies in enumerate(HIRAGANA_120.copies) for _ in range(copies)]
    for kind in first:
        left.remove(kind)
    return first + left


FULL = wall(
    COMPLETE[:7], "ゃづぢべぴぷぽ", COMPLETE[7]
)  # two players; the dealer's first draw completes the hand


@pytest.fixture
def dealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    monkeypatch.setattr(steps, "new_wall", lambda _tiles, _seed: FULL)


def after(state: State, *actions: Action) -> list[Step]:
    done: list[Step] = []
    for action in actions:
        done.append((state, action, step(state, action)))
        state = done[-1][2]
    return done


def test_a_win_by_a_word_of_the_judging_list_is_accepted_and_is_not_listed() -> None:
    tsumo = Action(Event.TSUMO, 0)
    by_the_list, judged = (deal(set_up(rules_of("basic,players=2", each), 1, FULL)) for each in (False, True))
    with pytest.raises(IllegalActionError, match="the hand is not complete"):
        step(by_the_list, tsumo)
    assert legal_actions(judged, 0) == legal_actions(by_the_list, 0)
    assert (beyond(by_the_list, 0), beyond(judged, 0)) == ((), (Event.TSUMO,))
    end = step(judged, tsumo)
    assert end.end is not None
    (win,) = end.end.wins
    assert "せそう(世相)" in [words.text for words in win.arrangement]
    assert [word.reading for word in end.rules.lexicon.added] == [ONLY_WIDE]


def test_a_called_word_of_the_judging_list_is_a_word_of_the_game_from_then_on() -> None:
    rules = rules_of("paper,players=2")
    start = deal(set_up(rules, 1, wall("うづぢべぴぷぽゃゅょっーぶ", "せそさくらいぬなみだたまき", "ぼ")))
    face = HIRAGANA_120.parse
    thrown = step(start, Action(Event.DISCARD, 0, face("う")[0]))
    called = Action(Event.CALL, 1, block=tuple(sorted(face(ONLY_WIDE))))
    assert called not in legal_actions(thrown, 1)
    assert beyond(thrown, 1) == (Event.CALL,)
    with pytest.raises(IllegalActionError, match="does not spell a word"):
        step(thrown, Action(Event.CALL, 1, block=tuple(sorted(face("うらぬ")))))
    now = step(thrown, called)
    assert now.phase == Phase.DISCARD
    assert now.rules.hands.blocks.spell(called.block).text == "せそう(世相)"
    assert now.rules.hands.nearest(now.players[1].hand, now.players[1].blocks).distance > 0
    after_it = step(now, Action(Event.DISCARD, 1, now.players[1].hand[0]))
    assert after_it.rules.lexicon.added == now.rules.lexicon.added


def game() -> Record:
    rules = rules_of("basic,players=2")
    return recorded(
        rules, SEED, ["human", "greedy"], after(steps.initial(rules, SEED), Action(Event.TSUMO, 0))
    )


@pytest.mark.usefixtures("dealt")
def test_the_record_names_the_judging_list_and_replays_the_same() -> None:
    text = game().format()
    header = json.loads(text.splitlines()[0])
    wide = load_lexicon("wide")
    assert header["lexicon"]["judge"] == {"name": "wide", "sha256": wide.sha256}
    assert [each.after.phase for each in replay(parse_record(text))] == [Phase.END]
    header["lexicon"]["judge"] = None
    alone = json.dumps(header) + text[text.index("\n") :]
    with pytest.raises(FileFormatError, match="the hand is not complete"):
        list(replay(parse_record(alone)))
    for broken in ("wide", {"name": "wide"}, {"name": 3, "sha256": ""}):
        changed = {**header, "lexicon": {**header["lexicon"], "judge": broken}}
        with pytest.raises(FileFormatError, match=r":1: the header is not that of a record"):
            parse_record(json.dumps(changed))


@pytest.mark.usefixtures("dealt")
def test_a_changed_judging_list_is_named_where_it_refuses_a_move() -> None:
    def words(name: str) -> Any:
        return load_lexicon("common" if name == "wide" else name)

    shown = show(parse_record(game().format(), words))
    assert shown.why.startswith("record:2: with the list that is here, the rules refuse move 1: ")


@pytest.mark.usefixtures("dealt")
def test_the_review_agrees_with_the_game() -> None:
    """The win is a win there, with its words, in the terminal as on the page."""
    text = game().format()
    (seat,) = to_end(review_answer(text))["seats"]
    (turn,) = seat["turns"]
    assert (turn["won"], turn["tsumo"], turn["distance"], seat["missing"]) == (True, True, 0, 0)
    assert seat["earliest"]["turn"] == 1
    told = [word["reading"] for block in seat["earliest"]["arrangement"] for word in block["words"]]
    assert ONLY_WIDE in told
    assert ONLY_WIDE in json.dumps(review(parse_record(text)).to_json()["end"], ensure_ascii=False)


@pytest.mark.usefixtures("dealt")
def test_the_page_accepts_a_declared_word_that_only_wide_has_and_says_so() -> None:
    asked: dict[str, Any] = {"rules": "basic,players=2", "agents": "greedy", "id": "declared-words"}
    table = remote.answer(**asked)
    assert [move["event"] for move in table["legal"]] == ["discard"] * 8
    assert table["wide"]["events"] == ["tsumo"]
    assert table["wide"]["words"][KEY] == [{"reading": ONLY_WIDE, "spelling": "世相", "list": "wide"}]
    assert table["wide"]["declared"] == []
    end = remote.answer(**asked, moves=[{"event": "tsumo"}])
    assert end["end"]["how"] == "tsumo"
    assert [word["reading"] for word in end["wide"]["declared"]] == [ONLY_WIDE]
    assert remote.answer(**asked, moves=end["moves"]) == end  # read again from its record
    assert show(parse_record(end["record"])).why == ""


@pytest.mark.usefixtures("dealt")
def test_own_words_and_words_of_the_judging_list_complete_a_hand_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        steps, "new_wall", lambda _tiles, _seed: wall("ぽづぢねこてい", "べぴぷゃぶぼぞ", "と")
    )
    common = load_lexicon().with_words([Entry("ぽづぢ", "ポヅヂ")])
    told = {"rules": "basic,players=2", "agents": "greedy", "id": "own-and-wide"}
    words = {"": common, "common": common, "wide": load_lexicon("wide")}.__getitem__
    assert remote.answer(**told, words=words)["wide"]["events"] == ["tsumo"]
    assert remote.answer(**told, words=words, moves=[{"event": "tsumo"}])["end"]


@pytest.mark.usefixtures("dealt")
def test_a_list_of_ones_own_and_wide_judge_alone() -> None:
    for name in ("wide", "mine"):
        words = replace(list_named("wide" if name == "wide" else "common"), name=name)
        table = remote.answer(rules="basic,players=2", words={"": words}.__getitem__)
        assert table["wide"] == {"events": [], "words": {}, "declared": []}
