"""The contract of the solvers: all of `SOLVERS` give the same answers, for words and for riichi.

A solver that is added to `SOLVERS` is tested here without another line. Random hands are compared with `search`. That
`search` is right follows from `bitmask`, the definition, which is one of the solvers compared, and from
test_small_worlds.py, where brute force answers. Hands whose distance is known are in test_cases.py.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kanamj.engine import Blocks, Question, RiichiEngine, WordEngine, search
from kanamj.engine.check.solvers import SOLVERS, CrossCheckError, cross_check, knows, solver_of
from kanamj.engine.hand import COPIES
from kanamj.engine.search import Search
from kanamj.engine.waits import accepts
from kanamj.errors import FormError
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.tiles import HIRAGANA_120, RIICHI_136, SANMA_108
from tests.places import DATA
from tests.reference.questions import STYLES, Game, drawing, questions


@cache
def game(name: str) -> Game:
    if name == "words":
        return Game(HIRAGANA_120, Blocks.from_lexicon(load_lexicon(), HIRAGANA_120))
    tiles = {"riichi": RIICHI_136, "sanma": SANMA_108}[name]
    return Game(tiles, Blocks.riichi(tiles))


GAMES = ("words", "riichi", "sanma")


# Hands of each game, every style twice or more: with the slow mark 2,000 of each.
SOME = {"bitmask": 16, "subsets": 80, "graph": 16, "cpsat": 64, "batch": 80}


ASKED = 1600
"""Questions of each game that tests share."""


@cache
def asked(which: str, n: int = 800) -> list[tuple[Question, int]]:
    """The first n questions of all styles, and what `search` answers."""
    if n < ASKED:
        return asked(which, ASKED)[:n]
    return [(question, search.distance(question)) for question in questions(game(which), seed=20261120, n=n)]


@pytest.mark.parametrize(
    ("which", "name"),
    [
        (which, name)
        for which in GAMES
        for name in SOLVERS
        if name != "search" and (name, which) != ("tables", "words")
    ],
)
@pytest.mark.parametrize("n", ["some", pytest.param("2000", marks=pytest.mark.slow)])
def test_random_hands(which: str, name: str, n: str) -> None:
    count = SOME.get(name, 80) if n == "some" else 2000
    compared = 0
    for question, expected in asked(which, count):
        if knows(name, question):
            assert SOLVERS[name](question) == expected, question[1:]
            compared += 1
    assert compared >= (1 if name == "tables" else count * (len(STYLES) - 1) // len(STYLES))


@pytest.mark.parametrize("which", GAMES)
def test_the_random_hands_differ_in_distance_and_size_and_copies_matter(which: str) -> None:
    """The comparison would prove little if all hands were alike, or if the copies never mattered."""
    answers = asked(which, ASKED)
    assert {distance for _, distance in answers} >= {0, 1, 2, 3, 4}
    assert {sum(question.counts) - sum(question.sizes) for question, _ in answers} == {0, -1}
    assert {question.room is None for question, _ in answers} == {True, False}
    assert any(
        question.room is not None and search.distance(question._replace(room=None)) < distance
        for question, distance in answers
    )


def draws(question: Question) -> Iterator[int]:
    return (
        kind
        for kind, count in enumerate(question.counts)
        if question.room is None or count < question.room[kind]
    )


# Properties of whole hands that hypothesis makes up; the quicker solvers are asked.


def hands_of(of_game: Game, tiles: int) -> st.SearchStrategy[tuple[int, ...]]:
    pieces = [kind for kind, count in enumerate(of_game.room) for _ in range(count)]
    return st.lists(st.integers(0, len(pieces) - 1), min_size=tiles, max_size=tiles, unique=True).map(
        lambda taken: of_game.tiles.tally(pieces[i] for i in taken)
    )


@pytest.mark.parametrize("which", GAMES)
@settings(max_examples=8)
@given(data=st.data())
def test_properties_of_whole_hands(which: str, data: st.DataObject) -> None:
    of_game = game(which)
    room = data.draw(st.sampled_from((of_game.room, None)))
    question = Question(of_game.blocks, data.draw(hands_of(of_game, 13)), (3, 3, 3, 3, 2), room)
    distance = cross_check(question, ("search", "subsets", "cpsat"))["search"]
    lowering = tuple(kind for kind in draws(question) if search.distance(drawing(question, kind)) < distance)
    assert accepts(Search(question)) == (distance, lowering)
    assert all(distance - 1 <= search.distance(drawing(question, kind)) for kind in lowering)


@pytest.mark.parametrize(
    ("engine", "hand", "strange"),
    [
        (WordEngine(forms="4442"), "あいうえおかきくけこさしすせ", ("batch", "tables")),
        (WordEngine(forms="33333"), "あいうえおかきくけこさしすせ", ("batch", "tables")),
        (WordEngine(), "あいうえおかきくけこさしすせ", ("tables",)),
        (RiichiEngine(forms=["thirteen_orphans"]), "19m19p19s1234567z", ("batch",)),
    ],
    ids=["4442", "33333", "33332", "orphans"],
)
def test_a_solver_that_does_not_know_a_form_says_so(
    engine: WordEngine | RiichiEngine, hand: str, strange: tuple[str, ...]
) -> None:
    """It must not answer by the search instead."""
    (question,) = engine.ask(hand).questions
    assert tuple(name for name in SOLVERS if not knows(name, question)) == strange
    for name in strange:
        with pytest.raises(
            FormError, match=f"solver {name} cannot judge a hand of form .*; give one of search, "
        ):
            solver_of(name)(question)


def test_cross_check_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    (question,) = RiichiEngine(forms=["general"]).ask("1111m3335555666z").questions
    assert cross_check(question) == dict.fromkeys(SOLVERS, 2)  # riichi hands are known to all
    monkeypatch.setitem(SOLVERS, "cpsat", lambda _: 1)  # type: ignore[index]
    with pytest.raises(CrossCheckError, match=r"1111m3335555666z.*33332.*search 2.*cpsat 1") as caught:
        cross_check(question)
    assert caught.value.distances["cpsat"] == 1
    assert caught.value.question is question


def test_listing_the_names_of_the_solvers_loads_no_solver() -> None:
    heavy = "numpy, numba, networkx, ortools, pandas"
    code = f"import sys, kanamj.engine.check.solvers; assert not set({heavy.split(', ')}) & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


# The hands of the paper, judged with the shipped list and the words of the hand.

COPIES_OF = dict(zip(HIRAGANA_120.kinds, HIRAGANA_120.copies, strict=True))
PAPER = [
    dict(zip(["hand", "thrown", "kind", "grown", "waits", "section"], line.split("\t"), strict=True))
    for line in (DATA / "paper-hands.tsv").read_text(encoding="utf-8").splitlines()[4:]
]


@pytest.mark.parametrize("copies", COPIES)
@pytest.mark.parametrize("row", PAPER, ids=lambda row: row["section"])
def test_hands_of_the_paper(common: Lexicon, row: dict[str, str], copies: str) -> None:
    # なにわ: the shipped list has no word that grows なに.
    words = [Entry(word, word) for word in [*row["hand"].split(), "なにわ"] if len(word) > 1]
    engine = WordEngine(common.with_words(words), copies=copies)
    (question,) = engine.ask(row["hand"]).questions
    (distance,) = set(cross_check(question).values())
    assert distance <= 1  # the list has words that the paper's had not
    report = engine.analyze(row["hand"].replace(row["thrown"], "", 1))
    assert report.shanten == 0
    assert row["kind"] in report.kinds_of_wait
    waits = {wait.tile for wait in report.waits}
    assert waits >= {*row["waits"].split()}
    for letters in row["grown"].split():
        grow = {
            letter
            for letter in engine.tiles.kinds
            if "".join(sorted(letters + letter)) in engine.lexicon.grams[len(letters) + 1]
            and (copies == "ignore" or row["hand"].count(letter) < COPIES_OF[letter])
        }
        assert grow
        assert waits >= grow
