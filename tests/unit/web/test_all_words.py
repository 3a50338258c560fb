"""Flagged words are judged like others, and shown only to users who ask for all words or for the word itself."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from kanamj.game import remote
from kanamj.web.answers import Answers
from tests.unit.web.asking import client

ONLY_FLAGGED = "じがいみるくみぎ"  # 自害 ミルク 右, and nothing else
FLAGGED = {"自害", "死体", "死骸", "下着"}


@pytest.fixture(scope="module")
def answers() -> Answers:
    return Answers()


def shown(answer: Any) -> set[str]:
    """The spellings in an answer, without the dictionary of a practice hand, which is for what the player makes."""
    found = set()
    for part in answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list) else ():
        found |= shown(part)
    if isinstance(answer, dict):
        words = answer.get("words")
        if isinstance(words, dict):
            return shown({name: part for name, part in answer.items() if name != "words"})
        found |= {word for word in words or () if isinstance(word, str)} | {answer.get("spelling", "")}
    return found


ASKED = [
    ("judge", {"hand": ONLY_FLAGGED, "form": "332"}),
    ("judge", {"hand": ONLY_FLAGGED[1:], "form": "332"}),
    ("spell", {"letters": ONLY_FLAGGED}),
    ("find", {"q": "いがじ"}),
    ("find", {"letters": "じ？い"}),
    ("find", {"lacking": "じが"}),
    ("waits", {"letters": "じが"}),
]


@pytest.mark.parametrize(("route", "fields"), ASKED, ids=range(len(ASKED)))
def test_a_flagged_word_is_shown_on_request_only(
    answers: Answers, route: str, fields: dict[str, str]
) -> None:
    with client(answers) as page:
        usual = page.get(f"/api/v1/{route}", params=fields)
        whole = page.get(f"/api/v1/{route}", params={**fields, "all_words": "1"})
    assert usual.status_code == whole.status_code == 200
    assert not FLAGGED & shown(usual.json())
    assert "自害" in shown(whole.json())
    if route == "judge":
        for name in ("shanten", "arrangement_count", "accepts", "discards"):
            assert usual.json()[name] == whole.json()[name]  # judged alike


def test_a_server_may_show_all_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    answers = Answers(all_words=True)
    assert answers.get("info", {})["all_words"]
    assert "自害" in shown(answers.get("spell", {"letters": ["じがい"]}))
    body = {"rules": "basic", "agents": "greedy"}
    assert answers.reply("game", {**body, "all_words": 1})[0] == 200


def test_a_call_says_whether_it_brings_the_hand_nearer(
    answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    monkeypatch.setattr(remote.secrets, "randbits", random.Random(1).getrandbits)
    asked: dict[str, Any] = {"rules": "standard", "agents": "beginner", "moves": []}
    judged = []
    for _ in range(60):
        status, view = answers.reply("game", asked)
        assert status == 200
        calls = [move for move in view["legal"] if move["event"] == "call"]
        for call in calls:
            left = list(view["hand"])
            for letter in call["letters"].replace(view["last"]["tile"], "", 1):
                left.remove(letter)
            melds = [meld["letters"] for meld in view["seats"][view["seat"]]["melds"]]
            form = ["33332,2222222"]
            now = answers.get("judge", {"hand": [view["hand"]], "meld": melds, "form": form})
            then = answers.get(
                "judge", {"hand": ["".join(left)], "meld": [*melds, call["letters"]], "form": form}
            )
            judged.append(call["nearer"])
            after = max(then["distance"], 1)  # a tile is thrown then, and a complete hand is complete no more
            assert call["nearer"] == (after < now["distance"])
        if view["end"] or len(judged) > 8:
            break
        discards = [move for move in view["legal"] if move["event"] == "discard"]
        move = discards[0] if discards else {"event": "pass"}
        asked = {**asked, "id": view["id"], "moves": [*view["moves"], move]}
    assert judged
