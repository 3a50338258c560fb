"""The quiz: every question can be solved, and an independent solver gives the same answer."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from kanamj.engine import WordEngine
from kanamj.learn.answers import answer_text
from kanamj.learn.quiz import KINDS, quiz
from kanamj.lexicon import Lexicon, load_lexicon
from tests.conftest import Run

KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}


@pytest.fixture(scope="module")
def engine() -> WordEngine:
    return WordEngine(load_lexicon("core"))


class Splitter:
    """All ways to split letters into words, by trying all.

    What splits into threes is kept: the hands of a question have most of their parts in common. The waits of level 1
    take four seconds so, and a minute without.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.grams = lexicon.grams
        self.trios = cache(self._trios)

    def _trios(self, left: tuple[str, ...]) -> set[tuple[str, ...]]:
        """The first letter with each two others."""
        if not left:
            return {()}
        first, found = left[0], set()
        for i, j in combinations(range(1, len(left)), 2):
            key = "".join(sorted(first + left[i] + left[j]))
            if key in self.grams[3]:
                rest = tuple(face for at, face in enumerate(left) if at not in (0, i, j))
                found |= {tuple(sorted((key, *others))) for others in self.trios(rest)}
        return found

    def splits(self, letters: str) -> set[tuple[str, ...]]:
        """14 letters: the pair taken off first."""
        whole, found = sorted(letters), set()
        for i, j in combinations(range(len(whole)), 2):
            key = "".join(whole[i] + whole[j])
            if key in self.grams[2]:
                rest = tuple(face for at, face in enumerate(whole) if at not in (i, j))
                found |= {(*others, key) for others in self.trios(rest)}
        return found


@pytest.mark.parametrize(
    ("n", "level"), [(4, 2), *(pytest.param(100, level, marks=pytest.mark.slow) for level in (1, 3, 5))]
)
def test_arrangements(engine: WordEngine, n: int, level: int) -> None:
    plain = Splitter(engine.lexicon)
    for item in quiz(engine, n, "arrange", level=level):
        ways = [[block["letters"] for block in way] for way in item["answer"]["arrangements"]]
        answer = {tuple(sorted(way, key=lambda key: (-len(key), key))) for way in ways}
        assert answer == plain.splits(item["hand"])
        assert len(answer) == item["answer"]["count"] > 0


@pytest.mark.parametrize("level", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_waits(engine: WordEngine, level: int) -> None:
    """Hands of easy levels split in more ways; the plain splitter takes four seconds for one of level 1."""
    plain = Splitter(engine.lexicon)
    (item,) = quiz(engine, 1, "wait", level)
    left = Counter(dict(zip(engine.tiles.kinds, engine.tiles.copies, strict=True))) - Counter(item["hand"])
    assert {wait["tile"]: wait["unseen"] for wait in item["answer"]["waits"]} == {
        face: left[face] for face in left if plain.splits(item["hand"] + face)
    }


def test_discards(engine: WordEngine) -> None:
    for item in quiz(engine, 3, "discard", level=3):
        best = item["answer"]["discards"][0]
        assert best["tile"] in item["answer"]["best"]
        assert best["distance"] == 1
        for accept in best["accepts"]:
            assert engine.shanten(item["hand"].replace(best["tile"], accept["tile"], 1)) == -1


def test_the_same_seed_asks_the_same_questions(kanamj: Run) -> None:
    _, one, _ = kanamj("quiz", "--json", "--n", 2, "--level", 1)
    _, two, _ = kanamj("quiz", "--json", "--n", 2, "--level", 1)
    assert one == two
    assert [json.loads(line)["id"] for line in one.splitlines()] == ["arrange-1-1-0", "arrange-1-1-1"]


def test_hands_can_be_made_of_the_words_that_one_studies(kanamj: Run, tmp_path: Path) -> None:
    """Hands of the words of a file, or of so many of the easiest."""
    file = tmp_path / "mine.txt"
    file.write_text("さくら\nなみだ\nたまご\nきつね\nいぬ\n", encoding="utf-8")
    for kind in KINDS:
        _, out, _ = kanamj("quiz", "--json", "--n", 1, "--kind", kind, "--words", file)
        hand = Counter(json.loads(out)["hand"])
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
    for option, between in (((), "\nAnswers\n"), (("--html",), '<h1 class="answers">Answers</h1>')):
        questions, answers = kanamj(*asked, *option).out.split(between)
        for item in items:
            word = item["answer"]["arrangements"][0][0]["words"][0]["reading"]
            assert item["hand"] in questions
            assert word in answers
            assert word not in questions
