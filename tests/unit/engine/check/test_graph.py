"""The solver `graph`: conflicts that no edge expresses; few vertices. tests/contract checks its distances."""

from __future__ import annotations

from kanamj.engine import UNREACHABLE, Blocks, Question
from kanamj.engine.check import bitmask
from kanamj.engine.check.graph import _Candidates, distance
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120


def test_three_slots_that_want_the_last_two_tiles() -> None:
    """Any two of the three can be completed together, all three cannot. No edge can say this, so a cut does."""
    blocks = Blocks(4, {2: ((0, 1), (0, 2), (0, 3))}, {2: (1, 1, 1)})
    question = Question(blocks, (0, 1, 1, 1), (2, 2, 2), (2, 1, 1, 1))
    assert _Candidates(question, 3).compatible.any()
    assert distance(question) == UNREACHABLE == bitmask.distance(question)
    roomier = question._replace(room=(3, 1, 1, 1))
    assert distance(roomier) == 3 == bitmask.distance(roomier)


def test_a_word_hand_has_few_vertices(common: Lexicon) -> None:
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    hand = HIRAGANA_120.read("さくらなみだたまごきつねいぬ")
    question = Question(blocks, hand, (3, 3, 3, 3, 2), HIRAGANA_120.copies)
    assert {vertex.slot for vertex in _Candidates(question, 0).vertices} == {0, 1, 2, 3, 4}
    assert len(_Candidates(question, 0).vertices) < 330  # 324 with the list of 0.4
    assert distance(question) == 0
