"""The quiz: every question can be solved, and an independent solver gives the same answer."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from kanamj.cli.answers import answer_text
from kanamj.engine import WordEngine
from kanamj.engine.check.subsets import arrangement_count
from kanamj.learn.quiz import KINDS, quiz
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.entry import key_of
from tests.conftest import Run


@pytest.fixture(scope="module")
def engine() -> WordEngine:
    return WordEngine(load_lexicon("core"))


@pytest.mark.parametrize("level", [1, 3, 5])
def test_arrangements_are_as_many_as_another_solver_counts(engine: WordEngine, level: int) -> None:
    for item in quiz(engine, 2, "arrange", level=level):
        ways = [[block["letters"] for block in way] for way in item["answer"]["arrangements"]]
        assert len(ways) == item["answer"]["count"]
        assert len(ways) == arrangement_count(engine.ask(item["hand"]).questions[0])
        assert all(Counter("".join(way)) == Counter(item["hand"]) for way in ways)


@pytest.mark.parametrize("level", [1, 3, 5])
def test_waits_are_those_of_the_kernels(engine: WordEngine, level: int) -> None:
    (item,) = quiz(engine, 1, "wait", level)
    (marks,) = engine.waits_many([item["hand"]])
    left = Counter(dict(zip(engine.tiles.kinds, engine.tiles.copies, strict=True))) - Counter(item["hand"])
    waits = {face: left[face] for face, mark in zip(engine.tiles.kinds, marks, strict=True) if mark}
    assert {wait["tile"]: wait["unseen"] for wait in item["answer"]["waits"]} == waits != {}


@pytest.mark.parametrize(("form", "level"), [("33332", 1), ("33332", 4), ("332", 3), ("2222222", 2)])
def test_hidden_waits_complete_the_hand_only_if_it_is_laid_anew(form: str, level: int) -> None:
    """What completes the letters that are left over is found in the list, with the words laid as they are."""
    engine = WordEngine(load_lexicon("core"), forms=form)
    lengths = sorted(engine.forms[0].lengths)
    for item in quiz(engine, 3, "hidden", level):
        hand = item["hand"].replace(" ", "")
        waits, seen = {each["tile"] for each in item["answer"]["waits"]}, {*item["answer"]["seen"]}
        assert waits | seen == {*engine.waits(hand)}
        assert not waits & seen
        for letter in waits | seen:
            grown = [
                sorted(map(len, words)) == lengths and all(map(engine.lexicon.words_of, map(key_of, words)))
                for at, part in enumerate(item["hand"].split())
                for words in [[*item["hand"].split()[:at], part + letter, *item["hand"].split()[at + 1 :]]]
            ]
            assert any(grown) == (letter in seen), (item["hand"], letter)


def test_discards(engine: WordEngine) -> None:
    for item in quiz(engine, 3, "discard", level=3):
        best = item["answer"]["discards"][0]
        assert best["tile"] in item["answer"]["best"]
        assert best["distance"] == 1
        for accept in best["accepts"]:
            assert engine.shanten(item["hand"].replace(best["tile"], accept["tile"], 1)) == -1


def test_hands_can_be_made_of_the_words_that_one_studies(kanamj: Run, tmp_path: Path) -> None:
    """Hands of the words of a file, or of so many of the easiest."""
    file = tmp_path / "mine.txt"
    file.write_text("さくら\nなみだ\nたまご\nきつね\nいぬ\n", encoding="utf-8")
    for kind in KINDS:
        _, out, _ = kanamj("quiz", "--json", "--n", 1, "--kind", kind, "--words", file)
        hand = Counter(json.loads(out)["hand"].replace(" ", ""))
        assert (hand - Counter("さくらなみだたまごきつねいぬ")).total() == (kind == "discard")
    _, out, _ = kanamj("quiz", "--json", "--n", 3, "--words", 150, "--level", 5)
    assert all(json.loads(line)["needs"] <= 150 for line in out.splitlines())


def test_of_many_waits_the_others_are_named(engine: WordEngine) -> None:
    (wait,) = quiz(engine, 1, "wait", 2)
    waits = {each["tile"] for each in wait["answer"]["waits"]}
    rest = sorted(face for face in engine.tiles.kinds if face not in waits)
    assert answer_text(wait) == f"all letters but {' '.join(rest)}"  # most of 75 letters complete it


ASK = ("quiz", "--form", "332", "--level", 1, "--seed", 1)


def test_questions_are_printed_with_the_answers_on_another_page(kanamj: Run) -> None:
    asked = (*ASK, "--n", 3)
    items = [json.loads(line) for line in kanamj(*asked, "--json").out.splitlines()]
    assert [item["id"] for item in items] == ["arrange-1-1-0", "arrange-1-1-1", "arrange-1-1-2"]
    for option, between in (((), "\nAnswers\n"), (("--html",), '<h1 class="answers">Answers</h1>')):
        questions, answers = kanamj(*asked, *option).out.split(between)
        for item in items:
            word = item["answer"]["arrangements"][0][0]["words"][0]["reading"]
            assert item["hand"] in questions
            assert word in answers
            assert word not in questions
