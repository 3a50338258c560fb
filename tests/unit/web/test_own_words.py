"""Own words at the server: they count in every room and for every list, from the next question on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kanamj.lexicon import Entry, load_lexicon
from kanamj.lexicon.shelf import add_own_words, remove_words
from kanamj.web.answers import Answers
from tests.unit.web.asking import client

NEW = "のへむ"
"""No word of a shipped list."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def page(home: Path) -> Iterator[TestClient]:  # noqa: ARG001  # own words are there
    with client(Answers("common")) as asked:
        yield asked


@pytest.mark.parametrize("lexicon", ["common", "core"])
def test_own_words_count_in_every_room(lexicon: str, home: Path, page: TestClient) -> None:
    """The server was started with `common`, and without own words."""

    def counts() -> list[bool]:
        def answer(route: str, **fields: Any) -> Any:
            return page.get(f"/api/v1/{route}", params={"lexicon": lexicon, **fields}).json()

        body = {"lexicon": lexicon, "rules": "standard,players=2", "agents": "greedy"}
        game = page.post("/api/v1/game", json=body).json()
        kept = (home / "games" / f"{game['id']}.jsonl").read_text(encoding="utf-8")
        return [
            answer("find", q=NEW)[0]["found"],
            answer("judge", hand=f"{NEW}なみだたまごきつねいぬ")["shanten"] == -1,
            any(wait["tile"] == "む" for wait in answer("waits", letters="のへ")["row"]["waits"]),
            "".join(sorted(NEW)) in answer("words", size=3)["keys"],
            NEW in kept,
        ]

    chosen = load_lexicon(lexicon)
    assert not any(counts())
    add_own_words(chosen, [Entry(NEW, NEW)])
    assert all(counts())
    remove_words(chosen, [NEW])
    assert not any(counts())


def test_own_words_that_cannot_be_read_are_an_error(home: Path, page: TestClient) -> None:
    """As soon as they can be read again, questions are answered."""
    file = home / "words" / "common.tsv"
    file.mkdir(parents=True)
    for _ in range(2):
        refused = page.get("/api/v1/find", params={"q": "さくら"})
        assert refused.status_code == 400
        assert "your own words for common cannot be read" in refused.json()["error"]
    file.rmdir()
    assert page.get("/api/v1/find", params={"q": "さくら"}).status_code == 200


@pytest.mark.parametrize(("route", "body"), [("own", {"add": [NEW]}), ("game", {"rules": "basic"})])
def test_a_place_that_cannot_be_written_to_is_an_error(
    route: str, body: dict[str, Any], home: Path, page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").touch()
    monkeypatch.setenv("KANAMJ_DATA", str(home / "file" / "data"))
    refused = page.post(f"/api/v1/{route}", json=body)
    assert refused.status_code == 400
    assert "Set KANAMJ_DATA to a folder that can be written to" in refused.json()["error"]


def test_own_words_are_kept_by_the_page_and_a_refused_one_changes_nothing(page: TestClient) -> None:
    def own(**changes: Any) -> list[tuple[str, str]]:
        words = page.post("/api/v1/own", json=changes).json()["words"]
        return [(word["reading"], word["spelling"]) for word in words]

    for asked, field in (
        ({"add": ["魚"]}, "add"),
        ({"add": ["あいうえおか"]}, "add"),
        ({"remove": [NEW]}, "remove"),
        ({"lexicon": "../x"}, "lexicon"),
    ):
        refused = page.post("/api/v1/own", json={"add": ["いろはに"], "remove": ["いろはに"], **asked})
        assert (refused.status_code, refused.json()["field"]) == (400, field)
        assert own() == []
    assert own(add=[f"{NEW}=<b>", NEW]) == [(NEW, "<b>"), (NEW, NEW)]
    assert own(lexicon="core") == []
    assert own(remove=[f"{NEW}=<b>"]) == [(NEW, NEW)]
    assert own(remove=[NEW]) == []


@pytest.fixture(scope="module")
def answers() -> Answers:
    return Answers()


def test_flagged_words_are_shown_if_the_question_or_the_server_asks_for_them(answers: Answers) -> None:
    """tests/contract/test_shown.py proves that no route shows them unasked. A hand is judged alike."""
    asked: dict[str, Any] = {"hand": "じがいみるくみぎ", "form": "332"}
    usual, whole = (answers.reply("judge", asked | more)[1] for more in ({}, {"all_words": 1}))
    server = Answers(all_words=True)
    assert [("自害" in str(each)) for each in (usual, whole, server.reply("judge", asked)[1])] == [
        False,
        True,
        True,
    ]
    for name in ("shanten", "arrangement_count", "accepts", "discards"):
        assert usual[name] == whole[name]
    assert server.reply("info", {})[1]["all_words"]
    assert server.reply("spell", {"letters": "じがい", "all_words": 1})[0] == 200
