"""Hands that are far from complete: their distance and accepts are those of CP-SAT, and none takes long.

Their lists do not use some letters, or all long words contain one of a few letters. So two slots often want the same
last tile.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from kanamj.engine import UNREACHABLE, WordEngine
from kanamj.engine.check import cpsat
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.kana import fold_seion
from kanamj.tiles import HIRAGANA_120
from tests.reference.questions import drawing

ORDER = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわんー"


def words() -> Iterator[Entry]:
    for entries in load_lexicon().entries.values():
        yield from entries


def of_first(letters: int) -> list[Entry]:
    known = set(ORDER[:letters])
    return [entry for entry in words() if set(entry.reading) <= known]


def holding(letters: str) -> list[Entry]:
    return [entry for entry in words() if len(entry.reading) == 2 or set(entry.reading) & set(letters)]


LISTS: dict[str, Callable[[], list[Entry]]] = {
    "clear sounds": lambda: [entry._replace(reading=fold_seion(entry.reading)) for entry in words()],
    "28 letters": lambda: of_first(28),
    "all hold い or ん": lambda: holding("いん"),
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("n", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_far_hands(name: str, n: int) -> None:
    """The slow run takes minutes: CP-SAT answers 100 hands of each list, and three draws of each."""
    engine = WordEngine(Lexicon.from_entries(name, LISTS[name]()))
    wall = [kind for kind, copies in enumerate(HIRAGANA_120.copies) for _ in range(copies)]
    chance = random.Random(54)
    for i in range(n):
        hand = chance.sample(wall, 13 + i % 2)
        asked = engine.ask(hand)
        (question,) = asked.questions
        assert asked.distance == cpsat.distance(question)
        if asked.full:
            engine.analyze(hand)
        elif asked.distance < UNREACHABLE:
            accepted = asked.draws.kinds
            for kind in chance.sample(range(75), 3):
                if question.room is not None and question.counts[kind] < question.room[kind]:
                    assert (cpsat.distance(drawing(question, kind)) < asked.distance) == (kind in accepted)
