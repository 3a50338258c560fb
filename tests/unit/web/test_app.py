"""The server: every route, every error, and the same JSON as from the commands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from kanamj import web
from kanamj.cli.commands import app_of
from kanamj.lexicon import key_of, load_lexicon
from kanamj.web import inpage
from kanamj.web.answers import Answers
from kanamj.web.parameters import Reply
from kanamj.web.routes import MOST_BODY, Chances, Query
from tests.unit.web.asking import InProcess, client

WIN = "さくらなみだたまごきつねいぬ"
TENPAI = "てがきねあげひよこみみずぬ"
FULL = "てがきねあげひよこみみずぬぽ"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    static: Path = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text("<!doctype html><title>page</title>", encoding="utf-8")
    (static / "js").mkdir()
    (static / "js" / "main.js").write_text("export {};", encoding="utf-8")
    with client(Answers(), static) as asked:
        yield asked


def command(*words: str) -> Any:
    """What a command prints with --json."""
    return json.loads(CliRunner().invoke(app_of(), [*words, "--json"]).stdout)


def refusal(page: TestClient, address: str, status: int = 400, **options: Any) -> dict[str, Any]:
    """The error that answers a request, checked for its shape."""
    answer = page.get(address, **options)
    assert answer.status_code == status, answer.text
    error = answer.json()
    assert error["error"]
    assert {"error", "code", "field"} <= set(error)
    return error


RIICHI = "123m456p789s11z22z3z"
OPTIONS = {"meld": "さくら", "form": "332", "seen": "あい", "copies": "ignore", "limit": 3}
AS_THE_COMMAND: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    *(("judge", {"hand": hand}, (hand,)) for hand in (WIN, TENPAI, FULL, "サクラ/なみだ たまご きつね ｲﾇ")),
    ("judge", {"hand": RIICHI, "tiles": "riichi-136"}, (RIICHI, "--tiles", "riichi-136")),
    ("judge", {"hand": "なみだいぬ", **OPTIONS}, ("なみだいぬ", *(f"--{x}={y}" for x, y in OPTIONS.items()))),
    ("find", {"q": "さかな 魚 へげろ"}, ("さかな", "魚", "へげろ")),
    ("find", {"letters": "か？な"}, ("--letters", "か？な")),
    ("find", {"lacking": "なに"}, ("--lacking", "なに")),
]


@pytest.mark.parametrize(("route", "asked", "words"), AS_THE_COMMAND)
def test_a_route_answers_as_the_command(
    page: TestClient, route: str, asked: dict[str, Any], words: tuple[str, ...]
) -> None:
    name = ("lexicon", "find") if route == "find" else (route,)
    assert page.get(f"/api/v1/{route}", params=asked).json() == command(*name, *words)


@pytest.mark.parametrize("route", ["judge", "chances"])
def test_a_called_word_that_is_not_in_the_list_is_marked(page: TestClient, route: str) -> None:
    asked = {"hand": "なみだたまごき", "meld": ["ぬまよ", "さくら"]}
    report = page.get(f"/api/v1/{route}", params=asked).json()
    assert [(meld["letters"], bool(meld["words"])) for meld in report["melds"]] == [
        ("ぬまよ", False),
        ("くさら", True),
    ]
    assert report["distance"] == 1
    assert {wait["tile"]: wait["unseen"] for wait in report["waits"]}["ぬ"] == 1


def lines(answer: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("hand", [TENPAI, FULL])
def test_chances_may_follow_the_report_in_a_later_line(page: TestClient, hand: str) -> None:
    report, near, far = lines(page.get("/api/v1/judge", params={"hand": hand, "draws": 3}))
    assert report == command("judge", hand)
    assert near == command("judge", hand, "--draws", "2")
    assert far == command("judge", hand, "--draws", "3")
    assert len(lines(page.get("/api/v1/judge", params={"hand": hand, "draws": 0}))) == 1
    assert len(lines(page.get("/api/v1/judge", params={"hand": WIN, "draws": 3}))) == 1


def test_an_error_after_the_report_is_the_last_line(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = InProcess.ask

    async def late(self: InProcess, asked: Query, *more: Any) -> Reply:
        if isinstance(asked, Chances):
            return 503, '{"error": "this takes more than 60 seconds here", "code": "late", "field": null}'
        return await ask(self, asked, *more)

    monkeypatch.setattr(InProcess, "ask", late)
    report, error = lines(page.get("/api/v1/judge", params={"hand": FULL, "draws": 3}))
    assert (report["distance"], error["code"]) == (1, "late")


PRO = ("--scoring", "pro")  # the page and the command have the same tiles for these rules
TO_THROW = "さくらなみだたまごきつねぺづ"


@pytest.mark.parametrize("hand", [WIN, TENPAI])
@pytest.mark.parametrize("draws", [0, 2])
def test_the_worth_follows_the_report_as_the_command_has_it(page: TestClient, hand: str, draws: int) -> None:
    asked = {"hand": hand, "rules": "pro", "draws": draws}
    report, worth, *chances = lines(page.get("/api/v1/judge", params=asked))
    known = command("judge", hand, *PRO)
    assert worth == known
    assert known.pop("worth")
    assert known.pop("tenpais") == []
    assert report == known
    assert ["chances" in line for line in chances] == [True] * (draws == 2 and hand != WIN)


def test_the_worth_of_a_full_hand_follows_the_discard_that_the_chances_advise(page: TestClient) -> None:
    asked = {"hand": TO_THROW, "rules": "pro-online", "tiles": "hiragana-pro-166", "draws": 2}
    report, worth = lines(page.get("/api/v1/judge", params=asked))
    assert "worth" not in report
    known = command("judge", TO_THROW, "--scoring", "pro-online", "--draws", "2")
    assert worth == known
    assert len(worth["worth"]) == len(worth["discards"][0]["accepts"])


def test_a_called_word_that_the_list_lacks_is_worth_what_its_hand_is_worth(page: TestClient) -> None:
    asked = {"hand": TO_THROW.replace("さくら", ""), "meld": "ぬへむ", "rules": "pro", "draws": 0}
    _, worth = lines(page.get("/api/v1/judge", params=asked))
    assert {each["discard"] for each in worth["tenpais"]} >= {"づ", "ぺ"}
    assert worth["worth"]


def test_a_hand_one_tile_from_tenpai_says_what_each_tile_it_may_draw_is_worth(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each window stops after the same choice: its arrangements are too many."""
    monkeypatch.setattr("kanamj.yaku.worth.MOST_ARRANGEMENTS", 42)
    hand = "さくらなみだたまごぽぺづゃ"
    asked = {"hand": hand, "rules": "pro", "tiles": "hiragana-pro-166", "draws": 0}
    report, worth = lines(page.get("/api/v1/judge", params=asked))
    assert (report["distance"], worth["worth"]) == (2, [])
    assert {each["drawn"] for each in worth["tenpais"]} <= {each["tile"] for each in report["accepts"]}
    assert worth["tenpais"] == command("judge", hand, *PRO)["tenpais"]
    first, *more = worth["tenpais"]
    assert len(more) == 3
    points = [wait["ron"] for wait in first["waits"] for _ in range(wait["unseen"])]
    assert first["ron"] == pytest.approx(sum(points) / len(points))


def test_the_worth_behind_a_call_has_no_ron(page: TestClient) -> None:
    asked = {"hand": "なみだいぬ", "meld": ["さくら", "たまご", "きつね"], "rules": "pro"}
    (worth,) = page.get("/api/v1/worth", params=asked).json()["worth"]
    assert (worth["tile"], worth["ron"]) == ("", None)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"form": "332"}, "form"),
        ({"copies": "ignore"}, "copies"),
        ({"rules": "foo"}, "rules"),
        ({"tiles": "riichi-136"}, "rules"),
    ],
)
def test_rules_say_what_a_win_is(page: TestClient, more: dict[str, str], field: str) -> None:
    for route in ("judge", "chances", "worth"):
        asked = {"hand": WIN, "rules": "pro", "draws": 1, **more}
        assert refusal(page, f"/api/v1/{route}", params=asked)["field"] == field


def test_the_worth_of_waits_pauses_after_each_letter() -> None:
    """So that the exported page answers a newer question before."""
    parts = list(inpage.ask("worth", json.dumps({"hand": TENPAI})))
    assert parts[:-1] == [""] * len(json.loads(parts[-1])["result"]["worth"])


def test_letters_spell_words_and_what_has_no_tile_is_named(page: TestClient) -> None:
    answer = page.get("/api/v1/spell", params={"letters": "さカﾅくい☃", "limit": 3}).json()
    assert (answer["letters"], answer["strange"]) == ("さかなくい", ["☃"])
    assert answer["count"] > len(answer["words"]) == 3
    every = page.get("/api/v1/spell", params={"letters": "さかなくい"}).json()["words"]
    assert (len(every), every[:3]) == (answer["count"], answer["words"])
    keys = [each["letters"] for each in every]
    assert "かさな" in keys
    assert keys == sorted(keys, key=len, reverse=True)
    assert answer["readings"] == sum(len({word["reading"] for word in each["words"]}) for each in every)
    read = page.get("/api/v1/read", params={"text": "桜 ヴお金"}).json()
    assert (read["letters"], read["strange"]) == ("さくらおかね", ["ヴ"])
    assert read["pieces"][0] == {"text": "桜", "letters": "さくら"}


def test_info_lists_what_may_be_asked(page: TestClient) -> None:
    info = page.get("/api/v1/info").json()
    assert info["lexicon"] == "common"
    assert "common" in [lexicon["name"] for lexicon in info["lexicons"]]
    tiles = info["tiles"][0]
    assert (tiles["name"], sum(tiles["copies"]), len(tiles["kinds"])) == ("hiragana-120", 120, 75)
    both, long = ["33332", "2222222"], ["33332"]
    rules = {"basic": ["332"], "paper": long, "standard": both, "pro": both, "pro-online": long}
    assert info["rules"] == rules
    assert info["agents"] == ["290w", "400w", "760w", "1600w"]


def test_words_are_the_keys_of_the_list(page: TestClient) -> None:
    answers = Answers()
    words = page.get("/api/v1/words", params={"size": 3, "words": 1}).json()
    keys = [words["keys"][place : place + 3] for place in range(0, len(words["keys"]), 3)]
    assert len(keys) == words["count"] == len(words["words"])
    assert keys == [key for key in answers.default.keys(3) if key in set(keys)]
    assert words["words"][keys.index("かさな")] == "さかな 魚"


def test_waits_rank_letters_by_the_number_of_tiles_they_wait_for(page: TestClient) -> None:
    table = page.get("/api/v1/waits", params={"size": 2, "limit": 10}).json()
    tiles = [row["tiles"] for row in table["rows"]]
    every = page.get("/api/v1/waits", params={"size": 2, "limit": 0}).json()["rows"]
    assert tiles == sorted((row["tiles"] for row in every), reverse=True)[:10]
    assert len(every) == table["of"]
    row = page.get("/api/v1/waits", params={"letters": table["rows"][1]["letters"]}).json()
    assert (row["rank"], row["of"]) == (2, table["of"])
    assert row["row"]["tiles"] == tiles[1] == sum(wait["unseen"] for wait in row["row"]["waits"])
    assert all(wait["words"] for wait in row["row"]["waits"])
    nothing = page.get("/api/v1/waits", params={"letters": "ぺづ"}).json()
    assert (nothing["rank"], nothing["row"]["tiles"]) == (None, 0)


def test_waits_do_not_count_tiles_that_are_held(page: TestClient) -> None:
    waits = page.get("/api/v1/waits", params={"letters": "き"}).json()["row"]["waits"]
    assert {wait["tile"]: wait["unseen"] for wait in waits}["き"] == 1  # きき: one of two is held


def test_a_deal_is_the_same_for_everybody_and_does_not_reveal_its_answer(page: TestClient) -> None:
    asked = {"level": 2, "seed": "2026-11-22"}
    first, again = (page.get("/api/v1/deal", params=asked).json() for _ in range(2))
    assert first == again
    assert "arrangements" not in first
    answer = page.get("/api/v1/deal", params={**asked, "answer": 1}).json()
    assert answer["hand"] == first["hand"]
    assert answer["arrangements"]
    assert page.get("/api/v1/deal").json()["seed"] != page.get("/api/v1/deal").json()["seed"]


@pytest.mark.parametrize("name", ["core", "common", "wide"])
def test_a_player_may_lay_words_that_only_the_wide_list_has(page: TestClient, name: str) -> None:
    """They are marked, and they are no part of an answer. A hand of another list has more of them."""
    asked = {"level": 1, "seed": "0", "answer": 1, "lexicon": name}
    deal = page.get("/api/v1/deal", params=asked).json()
    wide = load_lexicon("wide")
    laid = {(word["reading"], word.get("list", "")) for words in deal["words"].values() for word in words}
    usual = {reading for reading, named in laid if not named}
    beyond = {reading for reading, named in laid if named == "wide"}
    assert usual.isdisjoint(beyond)
    assert bool(beyond) == (name != "wide")
    for reading in beyond:
        assert wide.by_reading[reading]
        assert not any(
            word.reading == reading and not word.flag for word in load_lexicon(name).words_of(key_of(reading))
        )
    for key, words in deal["words"].items():  # the list's own words of these letters stay
        own = {word.reading for word in load_lexicon(name).words_of(key)}
        assert own <= {word["reading"] for word in words if "list" not in word}
    answered = {block["letters"] for way in deal["arrangements"] for block in way}
    assert all(load_lexicon(name).words_of(key) for key in answered)


def test_a_hand_that_only_the_wide_list_completes_is_told_with_its_words(page: TestClient) -> None:
    """The judgement itself stays that of the list. Own words complete such a hand, too."""

    def told(hand: str, **more: str) -> tuple[int, list[str]]:
        asked = {"hand": hand, "form": "332", "wide": 1, **more}
        answer = page.get("/api/v1/judge", params=asked).json()
        return answer["shanten"], [block["words"][0]["spelling"] for block in answer["wide"]]

    assert told("さくらねこせそう") == (0, ["世相", "桜", "猫"])
    assert told("さくらねこせそう", lexicon="core") == (0, ["世相", "桜", "猫"])
    assert told("さくらねこせそう", lexicon="wide") == (-1, [])
    assert told("せそうねこ", meld="さくら") == (0, ["世相", "猫"])
    assert told("さくらねこてい") == (0, [])
    assert told("さくらねこぺづぢ") == (1, [])
    ruled = page.get("/api/v1/judge", params={"hand": WIN, "wide": 1, "rules": "pro"})
    assert "wide" not in lines(ruled)[0]
    assert page.post("/api/v1/own", json={"add": ["ぺづぢ"]}).status_code == 200
    assert told("ぺづぢねこせそう")[1] == ["世相", "ぺづぢ", "猫"]
    assert page.post("/api/v1/own", json={"remove": ["ぺづぢ"]}).status_code == 200


BAD: dict[str, dict[str, Any]] = {
    "judge": {"code": "query", "field": "hand"},
    "judge?hand=": {"code": "query", "field": "hand"},
    "judge?hand=さくら": {"code": "size", "field": "hand", "tiles": 3, "fits": [13, 14]},
    "judge?hand=" + "さ" * 14: {"code": "tile", "field": "hand", "tile": "さ", "held": 14, "copies": 2},
    "judge?hand=" + "を" * 14: {"code": "tile", "field": "hand", "tile": "を", "held": 0, "copies": 0},
    "judge?hand=" + "あ" * 201: {"code": "long", "field": "hand"},
    f"judge?hand={WIN}&meld=ぬま": {"code": "meld", "field": "meld", "meld": "ぬま"},
    f"judge?hand={WIN}&meld=%F0%9F%98%80": {"code": "tile", "field": "meld"},
    f"judge?hand={WIN}&seen=ぬぬぬ": {"code": "tile", "field": "seen"},
    f"judge?hand={WIN}&form=9": {"code": "form", "field": "form"},
    f"judge?hand={WIN}&lexicon=../../wordlists/common": {"code": "lexicon", "field": "lexicon"},
    f"judge?hand={WIN}&copies=many": {"code": "query", "field": "copies"},
    f"judge?hand={WIN}&limit=many": {"code": "query", "field": "limit"},
    f"judge?hand={WIN}&hand={WIN}": {"code": "query", "field": "hand"},
    f"judge?hand={WIN}&colour=red": {"code": "query", "field": "colour"},
    "judge?hand=%FF%FE": {"code": "query", "field": None},
    "judge?" + "&".join(f"a{i}=1" for i in range(50)): {"code": "long", "field": None},
    "deal?level=0": {"code": "query", "field": "level"},
    "deal?level=３": {"code": "query", "field": "level"},
    "deal?form=" + "2" * 30: {"code": "form", "field": "form"},
    "deal?tiles=riichi-136": {"code": "query", "field": "tiles"},
    "hint?hand=さくら": {"code": "size", "field": "hand"},
    f"hint?hand={WIN}&laid=ヴ": {"code": "tile", "field": "hand"},
    "find": {"code": "query", "field": "q"},
    "find?q=a&letters=b": {"code": "query", "field": "letters"},
    "find?letters=abc": {"code": "lexicon", "field": "letters"},
    "find?lacking=か[": {"code": "lexicon", "field": "lacking"},
    "read?text=" + "桜" * 201: {"code": "long", "field": "text"},
    "waits?letters=さくらいろに": {"code": "query", "field": "letters"},
    "waits?letters=☃": {"code": "tile", "field": "letters"},
}
"""A question, and the fields of its error with which the page says it in its own words."""


@pytest.mark.parametrize("address", BAD)
def test_bad_questions_get_an_error_of_one_sentence(page: TestClient, address: str) -> None:
    error = refusal(page, f"/api/v1/{address}")
    assert {name: error[name] for name in BAD[address]} == BAD[address]


def test_wrong_addresses_and_methods(page: TestClient) -> None:
    for name in ("nix", "openapi.json", ""):
        assert refusal(page, f"/api/v1/{name}", 404)["code"] == "route"
    assert refusal(page, "/nix.html", 404)["code"] == "route"
    assert refusal(page, "/../../etc/passwd", 404)["code"] == "route"
    assert refusal(page, "/%2e%2e/%2e%2e/etc/passwd", 404)["code"] == "route"
    assert refusal(page, "/api/v1/game", 405)["code"] == "method"
    for answer in (page.post("/api/v1/judge"), page.delete("/api/v1/judge"), page.post("/index.html")):
        assert answer.status_code == 405
        assert answer.json()["code"] == "method"


@pytest.mark.parametrize(
    "body", ["", "{", "[]", '"text"', "nan", "[" * 100_000, b"\xff\xfe", '{"moves": [' * 5000], ids=repr
)
def test_wrong_json_gets_an_error_of_one_sentence(page: TestClient, body: str | bytes) -> None:
    answer = page.post("/api/v1/game", content=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "json"


def test_what_is_too_large_is_not_read(page: TestClient) -> None:
    assert refusal(page, "/api/v1/judge?hand=" + "あ" * 5000, 414)["code"] == "long"
    assert page.post("/api/v1/game", content="x" * (MOST_BODY + 1)).status_code == 413
    chunks = (b"x" * 100_000 for _ in range(MOST_BODY // 100_000 + 2))  # no length is told beforehand
    assert page.post("/api/v1/game", content=chunks).status_code == 413


def test_forged_moves_are_refused(page: TestClient) -> None:
    first = page.post("/api/v1/game", json={"rules": "basic", "agents": "290w", "moves": []}).json()
    forged = {"event": "discard", "tile": next(tile for tile in "あいうえお" if tile not in first["hand"])}
    asked = {"id": first["id"], "rules": "basic", "agents": "290w", "moves": [forged]}
    refused = page.post("/api/v1/game", json=asked)
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (422, "move", "moves")
    other = page.post("/api/v1/game", json=asked | {"moves": [], "agents": "400w"}).json()
    assert (other["code"], other["field"]) == ("query", "id")


@pytest.mark.parametrize(
    ("route", "body", "field", "message"),
    [
        ("game", {"id": 5}, "id", "id is 5; it must be a text"),
        ("game", {"id": "a" * 201}, "id", "id has 201 letters; give at most 200"),
        ("game", {"seat": True}, "seat", "seat is True; give a number from 0 to 3"),
        ("game", {"moves": "tsumo"}, "moves", "moves is 'tsumo'; it must be a list"),
        ("game", {"moves": [{}] * 2_001}, "moves", "moves is given 2001 times; give it at most 2000 times"),
        (
            "game",
            {"secret": "x"},
            "secret",
            "is not a field of this question; choose from: id, rules, agents, seat",
        ),
        ("game", {"id": "../x"}, "id", "the id of a game must be 8 to 64 letters, digits, - or _"),
        ("game", {"rules": "nix"}, "rules", "'nix' is not a preset of rules"),
        ("game", {"rules": "standard,forms=44442"}, "rules", "the page cannot play 'standard,forms=44442'"),
        ("game", {"rules": "standard,players=2,forms=2222222222"}, "rules", "its forms must be of 2s and 3s"),
        ("game", {"rules": "standard,players=2", "seat": 2}, "seat", "2 is not a seat; give a number from 0"),
        ("game", {"agents": "nix"}, "agents", "'nix' is not an agent"),
        ("game", {"lexicon": "nix"}, "lexicon", "'nix' is not a word list"),
        ("review", {}, "record", "record is missing: the text of a recorded game"),
        ("review", {"record": "x"}, "record", "expected a JSON object"),
        ("review", {"record": "x", "draws": 4}, "draws", "draws is 4; give a number from 0 to 3"),
        ("own", {"add": "すまほ"}, "add", "add is 'すまほ'; it must be a list"),
        ("own", {"add": ["すまほ", 3]}, "add", "add is 3; it must be a text"),
    ],
)
def test_a_wrong_field_of_a_body_gets_a_sentence(
    page: TestClient, route: str, body: dict[str, Any], field: str, message: str
) -> None:
    answer = page.post(f"/api/v1/{route}", json=body)
    assert answer.status_code == 400
    assert answer.json()["field"] == field
    assert message in answer.json()["error"]


def test_an_empty_field_of_a_body_counts_as_not_given(page: TestClient) -> None:
    empty = {**dict.fromkeys(("id", "lexicon", "all_words"), ""), "agents": None, "seat": None, "moves": {}}
    first = page.post("/api/v1/game", json={**empty, "rules": "basic"}).json()
    assert (first["seat"], first["agents"], first["moves"]) == (0, "400w", [])


@pytest.mark.parametrize(
    ("headers", "page_and_answer"),
    [
        *(
            ({"host": host}, (400, 400))
            for host in ("evil.example:8765", "127.0.0.1.evil.example", "evil.example", "")
        ),
        *(
            ({"host": host, "origin": f"http://{host.lower()}"}, (200, 200))
            for host in ("127.0.0.1:8765", "LOCALHOST:8765", "[::1]:8765")
        ),
        *(
            ({"origin": origin}, (200, 403))
            for origin in ("https://evil.example", "null", "http://127.0.0.1:80", "https://127.0.0.1:8765")
        ),
        ({"sec-fetch-site": "cross-site"}, (200, 403)),  # a link to the page; an image on any page
        ({"sec-fetch-site": "same-site"}, (200, 403)),
        ({"sec-fetch-site": "same-origin"}, (200, 200)),
    ],
)
def test_only_the_page_of_this_machine_may_ask(
    page: TestClient, headers: dict[str, str], page_and_answer: tuple[int, int]
) -> None:
    answers = [page.get(address, headers=headers) for address in ("/", "/api/v1/info")]
    assert tuple(answer.status_code for answer in answers) == page_and_answer
    assert page.post("/api/v1/own", json={}, headers=headers).status_code == page_and_answer[1]
    assert page_and_answer[1] != 403 or answers[1].json()["code"] == "host"


def test_files_have_their_types_and_the_browser_keeps_no_answer(page: TestClient) -> None:
    kept = {"/": "no-cache", "/js/main.js": "no-cache", "/api/v1/info": "no-store", "/nix": "no-store"}
    assert {address: page.get(address).headers["cache-control"] for address in kept} == kept
    assert page.get("/").headers["content-type"] == "text/html; charset=utf-8"
    assert page.get("/js/main.js").headers["content-type"].startswith("text/javascript")


def test_the_map_of_a_click_names_every_module() -> None:
    room = Path(web.__file__).parent
    named = set(re.findall(r"[\w/.]+", web.__doc__ or ""))
    assert {path.stem for path in room.glob("[a-z]*.py")} <= named
    assert all((room / path).is_file() for path in named if path.endswith(".js"))
