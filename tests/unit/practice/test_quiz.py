"""The quiz: every question can be solved, and an independent solver gives the same answer."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from kanamj.engine import WordEngine
from kanamj.errors import KanamjError
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.practice.answers import answer_text, is_right
from kanamj.practice.quiz import KINDS, quiz
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
    _, one, _ = kanamj("data", "quiz", "--json", "--n", 2, "--level", 1)
    _, two, _ = kanamj("data", "quiz", "--json", "--n", 2, "--level", 1)
    assert one == two
    assert [json.loads(line)["id"] for line in one.splitlines()] == ["arrange-1-1-0", "arrange-1-1-1"]


def test_hands_can_be_made_of_the_words_that_one_studies(kanamj: Run, tmp_path: Path) -> None:
    """Hands of the words of a file, or of so many of the easiest."""
    file = tmp_path / "mine.txt"
    file.write_text("さくら\nなみだ\nたまご\nきつね\nいぬ\n", encoding="utf-8")
    for kind in KINDS:
        _, out, _ = kanamj("data", "quiz", "--json", "--n", 1, "--kind", kind, "--words", file)
        hand = Counter(json.loads(out)["hand"])
        assert (hand - Counter("さくらなみだたまごきつねいぬ")).total() == (kind == "discard")
    _, out, _ = kanamj("data", "quiz", "--json", "--n", 3, "--words", 150, "--level", 5)
    assert all(json.loads(line)["needs"] <= 150 for line in out.splitlines())


def test_an_answer_is_right_in_any_spelling_of_the_letters(engine: WordEngine) -> None:
    (arrange,), (wait,), (discard,) = (list(quiz(engine, 1, kind, 2)) for kind in KINDS)
    tiles = engine.tiles
    readings = [word["letters"] for word in arrange["answer"]["arrangements"][-1]]
    waits = "".join(each["tile"] for each in wait["answer"]["waits"])
    best = discard["answer"]["best"][0]
    for item, typed in ((arrange, " ".join(reversed(readings))), (wait, waits), (discard, best)):
        assert is_right(item, typed, tiles)
        assert is_right(item, typed.translate(KATAKANA), tiles)
    assert not is_right(wait, waits[1:], tiles)
    rest = "".join(face for face in tiles.kinds if face not in waits)
    assert is_right(wait, f"!{rest}", tiles)
    assert not is_right(wait, f"!{rest[1:]}", tiles)
    assert answer_text(wait) == f"all letters but {' '.join(sorted(rest))}"  # most of 75 letters complete it
    others = [letter for letter in discard["hand"] if letter not in discard["answer"]["best"]]
    assert not is_right(discard, others[0], tiles)
    assert not is_right(arrange, f"{arrange['hand'][:7]} {arrange['hand'][7:]}", tiles)
    for item, typed in ((arrange, readings[0]), (discard, discard["hand"][:2])):
        with pytest.raises(KanamjError, match="of the hand"):
            is_right(item, typed, tiles)


ASK = ("quiz", "--form", "332", "--level", 1, "--seed", 1)


def test_questions_are_asked_and_the_answers_counted_over_sessions(kanamj: Run, tmp_path: Path) -> None:
    known = json.loads(kanamj("data", *ASK, "--n", 1, "--json").out)
    readings = [word["words"][0]["reading"] for word in known["answer"]["arrangements"][0]]
    first = kanamj(*ASK, "--n", 2, "--lang", "ja", typed=f"{readings[0]}\n{' '.join(readings)}\n\n")
    assert first.code == 0, first.err
    assert "手牌の文字と合いません" in first.err
    assert first.out.count("正解(") == 1
    assert "2問中1問正解" in first.out
    assert "0 of 0 right" in kanamj(*ASK, "--n", 1, typed="").out  # Ctrl-D
    assert re.search(r"arrange +1 +2 +1 ", kanamj("quiz", "--stats").out)
    (tmp_path / "kanamj-data" / "quiz.json").write_text("[1]", encoding="utf-8")
    assert "quiz.json does not have the statistics" in kanamj("quiz", "--stats").err


def test_questions_are_printed_with_the_answers_on_another_page(kanamj: Run) -> None:
    asked = ("data", *ASK, "--n", 3)
    items = [json.loads(line) for line in kanamj(*asked, "--json").out.splitlines()]
    for option, between in (((), "\nAnswers\n"), (("--html",), '<h1 class="answers">Answers</h1>')):
        questions, answers = kanamj(*asked, *option).out.split(between)
        for item in items:
            word = item["answer"]["arrangements"][0][0]["words"][0]["reading"]
            assert item["hand"] in questions
            assert word in answers
            assert word not in questions
