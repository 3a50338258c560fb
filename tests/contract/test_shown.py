"""No part of the product shows a flagged word unasked, and all show the easiest word of a reading first.

Each command and each route is asked twice, with two lists of the same words. In one of them, every second word has a
flag; in the other, no word has one. The first answer must not contain a flagged word. The second must contain some of
these words, which proves that the answer would show them. All commands and all routes are in `WINDOWS`, or in a set
that says why they need not be there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kanamj import WordEngine
from kanamj.game.agents import parse_agent
from kanamj.game.record import Record, record_game
from kanamj.game.remote import _rules
from kanamj.game.rules import preset
from kanamj.learn import order
from kanamj.learn.dealer import Dealer
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.build import lexicon_files
from kanamj.tiles import HIRAGANA_120
from kanamj.web.answers import Answers
from kanamj.web.routes import ROUTES
from tests.commands import COMMANDS
from tests.conftest import Run

PLACES = "壱弐参肆伍陸"
"""The spelling of the second easiest word of かみ is 弐かみ, and 弐かみ禁 if it is among the flagged ones."""
WORD = re.compile(f"([{PLACES}])([ぁ-ゖー]+)(禁?)")
TABLES = {"lexicon build", "data write"}
"""Commands that compare or write whole lists: whoever asks for a list gets all of it."""
NO_WORDS = {
    "shanten", "exact", "lexicon list", "verify", "lexicon add", "lexicon remove",
    "simulate games", "simulate deals",
    "study yaku", "study strength", "rules", "web serve",
    "web export", "web",
}  # fmt: skip
"""Commands that show no words of a list, or only those that the user has typed."""
NO_WORDS_OF_THE_LIST = {"info", "own", "chances", "read"}
"""Routes that answer with no words, with those that the user has typed, or with what another route shows."""


def entries() -> Iterator[Entry]:
    """The words of two and three letters of core; the more a word costs, the easier it is here. Every second word has
    a flag; of the words of one reading, these may be the easiest."""
    easiest = list(load_lexicon("core").readings)
    easiest.sort(key=lambda word: (-word.cost, word.reading, word.spelling))
    met: dict[str, int] = {}
    for rank, word in enumerate((word for word in easiest if len(word.reading) < 4), 1):
        place = met[word.reading] = met.get(word.reading, -1) + 1
        if place < len(PLACES):
            flag = "dark" if rank % 2 else ""
            spelling = f"{PLACES[place]}{word.reading}{'禁' * (rank % 2)}"
            yield Entry(word.reading, spelling, word.cost, ease=rank, flag=flag)


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folders of the two lists: that with flags, and that without."""
    folders = []
    for name in ("flags", "plain"):
        words = [word if name == "flags" else word._replace(flag="") for word in entries()]
        folders.append(tmp_path_factory.mktemp(name) / "words")
        folders[-1].mkdir()
        for file, text in lexicon_files(Lexicon.from_entries("words", words)).items():
            (folders[-1] / file).write_text(text, encoding="utf-8", newline="\n")
    return folders[0], folders[1]


@pytest.fixture(scope="module")
def flagged(lists: tuple[Path, Path]) -> list[str]:
    """Keys of three letters whose words all have a flag, without a letter twice, none of them sharing a letter."""
    lexicon, found = load_lexicon(lists[0]), list[str]()
    for key in lexicon.keys(3):
        if (
            lexicon.flag(key)
            and set(key) <= {*HIRAGANA_120.kinds}
            and len({*"".join(found), *key}) == 3 * len(found) + 3
        ):
            found.append(key)
    return found


@pytest.fixture(scope="module")
def hand(lists: tuple[Path, Path], flagged: list[str]) -> str:
    """Eight tiles that only words with a flag arrange."""
    lexicon = load_lexicon(lists[0])
    engine = WordEngine(lexicon, forms="332")
    pairs = (key for key in lexicon.keys(2) if lexicon.flag(key) and set(key) <= {*HIRAGANA_120.kinds})
    for pair in pairs:
        for one in flagged:
            for other in flagged:
                if one < other and not set(pair) & set(one + other):
                    found = engine.arrangements(one + other + pair, kinds=True)
                    if not any(all(map(engine.blocks.is_shown, blocks)) for blocks in found):
                        return one + other + pair
    raise AssertionError("there is no such hand")


@pytest.fixture(scope="module")
def record(lists: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose players call whatever they can. The winner has called a word with a flag."""
    rules = preset("basic,players=3,pon=any", load_lexicon(lists[0]))
    blocks = rules.hands.blocks
    found = list[Record]()
    for seed in range(40):
        agents = [parse_agent("random").seated(rules, (seed,), seat) for seat in range(3)]
        game = record_game(rules, (seed,), agents, ["random"] * 3)
        winners: Any = game.events[-1]["winners"]
        calls = [
            event["letters"]
            for event in game.events
            if event["event"] == "call" and event["player"] in winners
        ]
        if any(not blocks.is_shown(rules.tiles.parse(letters)) for letters in calls):  # type: ignore[arg-type]
            found.append(game)
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    min(found, key=lambda game: len(game.events)).write(path)  # the shortest, as reviews take long
    return path


ODD = ("--meld", "ぴーょ", "--meld", "ぺーゅ")
"""Called words that no list has, of letters that no hand here has."""
WINDOWS: dict[str, list[Callable[[str, Path], tuple[object, ...]]]] = {
    "judge": [
        lambda hand, _: (hand, "--form", "332"),
        lambda hand, _: (hand, "--form", "332", "--json"),
        lambda hand, _: (hand, "--form", "332", "--tsv"),
        lambda hand, _: (hand[3:], "--meld", hand[:3], "--form", "332"),
        lambda hand, _: (hand[1:], "--form", "332"),
        lambda hand, _: (hand[1:], "--form", "332", "--json"),
        lambda hand, _: (hand[:6] + "んぬ", "--form", "332", "--json"),
    ],
    "score": [
        lambda hand, _: (hand, *ODD, "--why"),
        lambda hand, _: (hand, *ODD, "--json", "--why"),
        lambda hand, _: (hand[1:], *ODD),
    ],
    "lexicon find": [
        lambda hand, _: (hand[:3] + "ん",),
        lambda hand, _: ("--letters", hand[:2] + "？"),
        lambda hand, _: ("--letters", hand[:2] + "？", "--json"),
        lambda hand, _: ("--lacking", hand[:2]),
    ],
    "quiz": [
        lambda _, __: ("--form", "332", "--n", 5, "--kind", "arrange", "--json"),
        lambda _, __: ("--form", "332", "--n", 2, "--kind", "wait", "--json"),
        lambda _, __: ("--form", "332", "--n", 2, "--kind", "discard", "--json"),
        lambda _, __: ("--form", "332", "--n", 2, "--kind", "hidden", "--json"),
        lambda _, __: ("--form", "332", "--n", 5),
        lambda _, __: ("--form", "332", "--n", 5, "--html"),
    ],
    "data sheet": [lambda _, place: ("--out", place / "sheet")],
    "data anki": [lambda _, place: (place / "cards.txt",)],
    "review": [
        lambda _, place: (place / "game.jsonl", "--moves"),
        lambda _, place: (place / "game.jsonl", "--draws", 1),
        lambda _, place: (place / "game.jsonl", "--draws", 1, "--json"),
    ],
}
"""Command -> what it is asked, made of a hand and a folder that has a game."""
SILENT = {("quiz", 1), ("quiz", 2), ("quiz", 3)}
"""Questions whose answers have letters only."""
INCOMPLETE = ("score", 2)
"""A hand that is not complete: the answer says what it lacks."""


def test_every_command_and_route_is_tested_here_or_a_reason_is_given() -> None:
    assert {*COMMANDS} - TABLES - NO_WORDS == {*WINDOWS}
    assert {*ROUTES} - NO_WORDS_OF_THE_LIST == {*ASKED}


def check(answers: list[str], *, silent: bool = False) -> None:
    """Check two answers: for the list with flags, and for the list without."""
    family, whole = ([*WORD.finditer(answer)] for answer in answers)
    assert "禁" not in answers[0]
    assert ("禁" in answers[1]) != silent  # so the window shows the words, and this test can fail
    for found, first in ((family, None), (whole, PLACES[0])):
        places: dict[str, list[str]] = {}
        for place, reading, _ in (match.groups() for match in found):
            seen = places.setdefault(reading, [])
            if place not in seen:
                seen.append(place)
        for reading, seen in places.items():
            assert seen == sorted(seen, key=PLACES.index), reading  # the easiest first
            assert first in (None, seen[0]), reading


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name, asked in WINDOWS.items() for number in range(len(asked))]
)
def test_a_command_shows_no_flagged_word_unasked_and_the_easiest_first(
    kanamj: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    lists: tuple[Path, Path],
    record: Path,
    hand: str,
    name: str,
    number: int,
) -> None:
    monkeypatch.setattr(order, "DEALS", 200)
    monkeypatch.setenv("COLUMNS", "100000")  # no table is wrapped
    answers = []
    for folder in lists:
        place = tmp_path / folder.parent.name
        place.mkdir()
        (place / "game.jsonl").write_bytes(record.read_bytes())
        code, out, err = kanamj(*name.split(), *WINDOWS[name][number](hand, place), "--lexicon", folder)
        assert code == 0 or name == "lexicon find" or (name, number) == INCOMPLETE, err
        out += err
        if (sheet := place / "sheet" / "sheet.html").exists():
            out += sheet.read_text(encoding="utf-8")
        if (cards := place / "cards.txt").exists():
            out += cards.read_text(encoding="utf-8")
        answers.append(out)
    check(answers, silent=(name, number) in SILENT)


Ask = Callable[[Answers, str, str], Any]


def _deal(kind: str) -> Ask:
    def ask(answers: Answers, _hand: str, _record: str) -> Any:
        form, more = {"form": ["332"]}, {"kind": [kind], "answer": ["1"]}
        return [
            answers.get("deal", {**form, **more, "seed": [str(seed)], "level": ["5"]}) for seed in range(3)
        ]

    return ask


def _hint(answers: Answers, hand: str, _record: str) -> Any:
    return answers.get("hint", {"hand": [hand], "form": ["332"]})


def _game(answers: Answers, _hand: str, _record: str) -> Any:
    """Everything that a player sees who calls whenever it is possible."""
    asked: dict[str, Any] = {"rules": "paper,players=3", "agents": "random,random", "moves": []}
    seen = []
    for _ in range(80):
        status, view = answers.reply("game", asked)
        assert status == 200, view
        seen.append({name: part for name, part in view.items() if name != "record"})
        if view["end"]:
            break
        asked = {**asked, "id": view["id"], "moves": [*view["moves"], view["legal"][0]]}
    return seen


def _get(route: str, **fields: Callable[[str], str]) -> Ask:
    return lambda answers, hand, _: answers.get(route, {name: [of(hand)] for name, of in fields.items()})


ASKED: dict[str, list[Ask]] = {
    "judge": [
        _get("judge", hand=str, form=lambda _: "332"),
        _get("judge", hand=lambda hand: hand[1:], form=lambda _: "332"),
        _get("judge", hand=lambda hand: hand[3:], meld=lambda hand: hand[:3], form=lambda _: "332"),
        _get("chances", hand=lambda hand: hand[1:], form=lambda _: "332", draws=lambda _: "1"),
    ],
    "worth": [
        lambda answers, hand, _: answers.get(
            "worth", {"hand": [hand], "meld": [*ODD[1::2]], "tiles": ["hiragana-pro-166"]}
        )
    ],
    "deal": [_deal("complete"), _deal("tenpai")],
    "hint": [_hint],
    "words": [_get("words", size=lambda _: "3", words=lambda _: "1")],
    "find": [
        _get("find", q=lambda hand: hand[:3] + "ん"),
        _get("find", letters=lambda hand: hand[:2] + "？"),
        _get("find", lacking=lambda hand: hand[:2]),
    ],
    "spell": [_get("spell", letters=str)],
    "waits": [_get("waits", letters=lambda hand: hand[:2])],
    "game": [_game],
    "review": [lambda answers, _, record: answers.reply("review", {"record": record, "draws": 0})[1]],
}


@pytest.mark.parametrize(
    ("route", "number"), [(name, number) for name, asked in ASKED.items() for number in range(len(asked))]
)
def test_a_route_sends_no_flagged_word_unasked_and_the_easiest_first(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    lists: tuple[Path, Path],
    record: Path,
    hand: str,
    route: str,
    number: int,
) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    monkeypatch.setattr("kanamj.game.remote.secrets.randbits", lambda _: 5)
    monkeypatch.setattr(
        "kanamj.game.remote._rules", _rules.__wrapped__
    )  # the two lists differ in their flags only
    game = record.read_text(encoding="utf-8")
    answers = [
        json.dumps(ASKED[route][number](Answers(str(folder)), hand, game), ensure_ascii=False)
        for folder in lists
    ]
    check(answers)


def test_a_flagged_word_is_found_by_users_who_look_it_up(
    kanamj: Run, lists: tuple[Path, Path], flagged: list[str]
) -> None:
    word = load_lexicon(lists[0]).words_of(flagged[0])[0]
    for asked in (word.reading, word.spelling):
        assert word.spelling in kanamj("lexicon", "find", asked, "--lexicon", lists[0]).out
    for way in ("--letters", "--lacking"):
        letters = flagged[0][: 3 if way == "--letters" else 2]
        asked = ("lexicon", "find", way, letters, "--lexicon", lists[0])
        assert word.spelling not in kanamj(*asked).out
        if way == "--letters":
            assert (
                f"has these letters: {letters}; words with a flag do, and --all-words shows them"
                in kanamj(*asked).err
            )
        assert word.spelling in kanamj(*asked, "--all-words").out


def test_a_practice_hand_can_be_arranged_with_words_that_are_shown(lists: tuple[Path, Path]) -> None:
    dealer = Dealer(WordEngine(load_lexicon(lists[0]), forms="332"))
    for seed in range(5):
        for blocks in dealer.answers(dealer.deal(5, str(seed)))["arrangements"]:
            assert all(block["words"] for block in blocks)
