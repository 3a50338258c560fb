"""One hand, and one game, never wait for a compiler: no kernel is called where people ask about one."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kanamj as library
from kanamj.engine.kernels import compiled
from kanamj.game import preset
from kanamj.game.agents import parse_agent
from kanamj.game.record import record_game
from kanamj.lexicon import Lexicon
from kanamj.web.answers import Answers
from tests.conftest import Run
from tests.places import GAMES, WORDS_OF_GAMES
from tests.reference.page_types import FULL, QUESTIONS, WIN, tables, told


@pytest.fixture(autouse=True)
def _no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that is called fails the test."""

    def fail(kernel: Any, *_arguments: Any) -> None:
        pytest.fail(f"{kernel.__qualname__} was called")

    if not compiled.PLAIN:
        monkeypatch.setattr(compiled._Kernel, "__call__", fail)


@pytest.mark.parametrize("draws", ["", "--draws 1", "--draws 2"])
@pytest.mark.parametrize(
    "hand",
    [
        FULL,
        FULL[:13],
        WIN,
        f"{FULL} --form 33332,2222222",
        f"{FULL[:13]} --form 2222222 --copies ignore",
        "なみだたまごきつねいぬ --meld さくら",
        "さくらなみだきつねたらいぬか --form 4442",
        "123m456p789s11223z --tiles riichi-136",
        "19m19p19s1234567z1m --tiles riichi-136",
    ],
)
def test_judge(kanamj: Run, hand: str, draws: str) -> None:
    assert kanamj("judge", *hand.split(), *draws.split()).code == 0


def test_what_wins_are_worth(kanamj: Run) -> None:
    assert kanamj("judge", FULL, "--scoring", "pro", "--draws", 2).code == 0


def test_score(kanamj: Run) -> None:
    assert kanamj("score", WIN).code == 0


def test_a_form_of_ones_own() -> None:
    class AllDifferent(library.Form):
        name, tiles = "all-different", 14

        def distance(self, counts: tuple[int, ...], room: tuple[int, ...] | None) -> int:  # noqa: ARG002
            return self.tiles - sum(count > 0 for count in counts)

    engine = library.WordEngine(forms=["33332", AllDifferent()])
    hand = "あいうえおかきくけここしし"
    assert engine.analyze(hand).accepts
    assert engine.chances(hand, 2).chances[1] > 0


@pytest.mark.parametrize(
    ("rules", "agents"),
    [
        pytest.param("standard", "400w", marks=pytest.mark.slow),  # a long game
        ("basic", "greedy+call+riichi"),
        ("basic,pon=any", "greedy+call@0.5"),
    ],
)
def test_a_game_and_its_review(common: Lexicon, rules: str, agents: str) -> None:
    played = preset(f"{rules},players=2", common)
    seated = [parse_agent(agents).seated(played, (7,), seat) for seat in range(2)]
    record = record_game(played, (7,), seated, ["human", agents])
    assert told(Answers(), "review", {"record": record.format(), "seat": None})["seats"][0]["turns"]


def test_review(kanamj: Run) -> None:
    found = kanamj("review", GAMES[0], "--seat", 0, "--lexicon", WORDS_OF_GAMES, "--json")
    assert json.loads(found.out)["seats"]


@pytest.mark.parametrize(
    ("route", "asked"),
    [
        *QUESTIONS,
        *(("chances", {"hand": [hand], "draws": ["2"]}) for hand in (FULL, FULL[:13])),
        ("worth", {"hand": [FULL], "draws": ["2"]}),
    ],
)
def test_the_answers_of_the_page(route: str, asked: dict[str, list[str]]) -> None:
    assert Answers().get(route, asked)


def test_a_game_on_the_page() -> None:
    assert [*tables(Answers())][-1]["end"]
