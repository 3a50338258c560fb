"""A match on the page: its hands follow one another, no stick is lost, and what does not fit is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kanamj.errors import KanamjError
from kanamj.game import remote
from kanamj.game.remote import answer, games_folder
from kanamj.lexicon import Lexicon, load_lexicon
from scripts.record_test_games import with_readings
from tests.places import WORDS_OF_GAMES

MATCH: dict[str, Any] = {"rules": "pro", "agents": "greedy", "rounds": 1}


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return with_readings(load_lexicon(WORDS_OF_GAMES))


@pytest.fixture(autouse=True)
def _games_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    monkeypatch.setattr(remote.secrets, "randbits", random.Random(5).getrandbits)


def hand(words: Lexicon, **asked: Any) -> list[dict[str, Any]]:
    """All answers of a hand whose player wins when it can, calls nothing and throws the last tile."""
    asked = MATCH | asked
    seen = [answer(**asked, words=lambda _: words)]
    while not seen[-1]["end"]:
        legal = seen[-1]["legal"]
        move = legal[0] if legal[0]["event"] in ("tsumo", "ron") else legal[-1]
        asked |= {"id": seen[-1]["id"], "moves": [*seen[-1]["moves"], move]}
        seen.append(answer(**asked, words=lambda _: words))
    return seen


def test_a_match_is_played_to_its_end_and_no_stick_is_lost(words: Lexicon) -> None:
    ids: list[str] = []
    before, start = [22] * 4, {"dealer": 0, "passed": 0, "deposits": 0}
    while True:
        seen = hand(words, match=ids)
        for table in seen:
            match = table["match"]
            assert sum(match["points"]) + table["deposits"] == 88
            assert match["began"] == before
            assert [now - was for now, was in zip(match["points"], before, strict=True)] == match["gains"]
        last, match = seen[-1], seen[-1]["match"]
        header = json.loads(last["record"].splitlines()[0])
        assert {"passed": match["passed"], **{name: header[name] for name in ("dealer", "deposits")}} == start
        assert len(match["hands"]) == len(ids) + 1
        for win in last["end"]["wins"]:
            assert win["score"]["yaku"]
            took = sum(each["sticks"] for each in win["paid"]) + win["score"]["deposits"]
            assert took == win["score"]["total"]
        stays = last["dealer"] in (
            [win["player"] for win in last["end"]["wins"]] or match["hands"][-1]["tenpai"]
        )
        ids.append(last["id"])
        if match["over"]:
            break
        before = match["points"]
        start = {"dealer": last["dealer"], "passed": match["passed"], "deposits": last["deposits"]}
        if not stays:
            start |= {"dealer": (last["dealer"] + 1) % 4, "passed": match["passed"] + 1}
    assert len(ids) >= 2
    assert sum(match["settlement"]) == 0
    assert sorted(match["order"]) == [0, 1, 2, 3]
    assert max(match["points"]) == match["points"][match["order"][0]]
    with pytest.raises(KanamjError, match=f"the match was over before hand {len(ids) + 1}; begin a new"):
        answer(**MATCH, match=ids, words=lambda _: words)
    with pytest.raises(KanamjError, match="hand 1 does not begin with the dealer and the sticks"):
        answer(**MATCH, match=ids[1:], words=lambda _: words)


def test_one_hand_has_points_and_is_over_at_its_end(words: Lexicon) -> None:
    last = hand(words, rounds=0)[-1]
    assert last["match"]["over"]
    assert last["match"]["settlement"] == []
    with pytest.raises(KanamjError, match="the match was over before hand 2"):
        answer(**MATCH | {"rounds": 0}, match=[last["id"]], words=lambda _: words)


def test_hands_of_another_match_are_refused(words: Lexicon) -> None:
    begun = answer(**MATCH, words=lambda _: words)
    asked: dict[str, Any] = {**MATCH, "words": lambda _: words}
    with pytest.raises(KanamjError, match="hand 1 of the match is not over; play it to its end"):
        answer(**asked, match=[begun["id"]])
    with pytest.raises(KanamjError, match="hand 1 of the match had other rules or players; begin a new"):
        answer(**asked | {"rules": "pro-online"}, match=[begun["id"]])
    with pytest.raises(KanamjError, match="is not kept here"):
        answer(**asked, match=["not-there-1"])
    with pytest.raises(KanamjError, match="the id of a game must be 8 to 64"):
        answer(**asked, match=["../../etc/passwd"])
    with pytest.raises(KanamjError, match="the rules basic have none; give pro"):
        answer(rules="basic", rounds=1)


def test_kept_hands_whose_points_are_wrong_are_refused(words: Lexicon) -> None:
    """The points do not add up, or add up otherwise than the hands before them say."""
    begun = answer(**MATCH, words=lambda _: words)
    path = games_folder() / f"{begun['id']}.jsonl"
    header, *rest = path.read_text("utf-8").splitlines()
    for points, message in (
        ([22, 22, 22, 23], "4 players have 88 sticks in all"),
        ([21, 23, 22, 22], "hand 1 does not begin with the dealer and the sticks"),
    ):
        changed = json.dumps(json.loads(header) | {"points": points}, ensure_ascii=False)
        path.write_text("\n".join([changed, *rest, ""]), "utf-8")
        with pytest.raises(KanamjError, match=message):
            answer(**MATCH, id=begun["id"], words=lambda _: words)


def test_games_without_points_have_no_match() -> None:
    assert "match" not in answer(rules="basic", agents="greedy")
