"""The solver `cpsat`: copies that matter only for whole blocks, words that run out, the same answer each time."""

from __future__ import annotations

import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question
from kanamj.engine.check import bitmask, cpsat
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120


def test_kinds_that_the_hand_lacks_can_run_out() -> None:
    """Both pairs are best completed with kind 3, of which there is only one tile. The model must notice this
    after its first choice, and answer 4 - 1, not 4 - 2.
    """
    blocks = Blocks(4, {2: ((0, 3), (1, 3), (2, 2))}, {2: (1, 1, 1)})
    question = Question(blocks, (1, 1, 0, 0), (2, 2))
    assert cpsat.distance(question) == 2
    assert cpsat.distance(question._replace(room=(1, 1, 2, 1))) == 3
    assert cpsat.distance(question._replace(room=(1, 1, 1, 1))) == UNREACHABLE


@pytest.mark.parametrize(("words", "expected"), [((1, 1), UNREACHABLE), ((2, 1), 2), ((3, 1), 0)])
def test_words_can_run_out(words: tuple[int, int], expected: int) -> None:
    blocks = Blocks(4, {2: ((0, 1), (2, 3))}, {2: words})
    question = Question(blocks, (3, 3, 0, 0), (2, 2, 2), None, distinct=True)
    assert cpsat.distance(question) == expected == bitmask.distance(question)


def test_every_run_gives_the_same_answer(common: Lexicon) -> None:
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    question = Question(
        blocks, HIRAGANA_120.read("ああがざせせゃゆゆよりりろろ"), (3, 3, 3, 3, 2), HIRAGANA_120.copies
    )
    watched = {kind for kind, count in enumerate(question.counts) if count}
    chosen = [cpsat._fewest_missing(question, watched) for _ in range(3)]
    assert chosen[0] == chosen[1] == chosen[2]
