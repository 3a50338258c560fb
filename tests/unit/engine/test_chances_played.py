"""Exact chances agree with play: real hands win as often as the chances say, if the best discards are played."""

import random

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.lexicon import load_lexicon

DRAWS = 3


@pytest.fixture(scope="module")
def word() -> WordEngine:
    return WordEngine(load_lexicon("common"))


def played(word: WordEngine, hand: np.ndarray, seed: int, games: int) -> float:
    """The share of games in which the hand is complete within DRAWS draws, each discard the best for the draws left."""
    chance = random.Random(seed)
    copies = np.array(word.tiles.copies, np.int64)
    left = np.repeat(np.arange(len(copies)), copies - hand).tolist()
    best: dict[tuple[bytes, bytes], int] = {}
    won = 0
    for _ in range(games):
        now, unseen = hand.copy(), copies - hand
        for turn, drawn in enumerate(chance.sample(left, DRAWS)):
            state = now.tobytes(), unseen.tobytes()
            if state not in best:
                seen = np.repeat(np.arange(len(copies)), copies - now - unseen).tolist()
                best[state] = word.chances(now, DRAWS - turn, seen=seen).discards[0].kind
            now[best[state]] -= 1
            now[drawn] += 1
            unseen[drawn] -= 1
            if word.shanten_many(now[None, :])[0] == -1:
                won += 1
                break
    return won / games


@pytest.mark.parametrize(("hands", "games"), [(1, 200), pytest.param(20, 1500, marks=pytest.mark.slow)])
def test_hands_win_as_often_as_their_chance_says(word: WordEngine, hands: int, games: int) -> None:
    """Each state is asked for its best discard once; the slow run plays 30,000 games."""
    rows, _ = word.batch.deal_rows(14, 400, deal_state(11, 0))
    shanten = word.shanten_many(rows)
    chosen = [row for pair in zip(rows[shanten == 0], rows[shanten == 1], strict=False) for row in pair]
    for number in range(hands):
        exact = float(word.chances(chosen[number], DRAWS).fractions[-1])
        error = (exact * (1 - exact) / games) ** 0.5
        assert abs(played(word, chosen[number], number, games) - exact) <= 4 * error
