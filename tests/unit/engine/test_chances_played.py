"""Exact chances agree with play: real hands win as often as the chances say, if the best discards are played."""

import random

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.exact_chances import best_by_chance
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
                best[state] = best_by_chance(word.batch, now, unseen, DRAWS - turn)
            now[best[state]] -= 1
            now[drawn] += 1
            unseen[drawn] -= 1
            if word.shanten_many(now[None, :])[0] == -1:
                won += 1
                break
    return won / games


def check(word: WordEngine, hands: range, games: int) -> None:
    rows, _ = word.batch.deal_rows(14, 400, deal_state(11, 0))
    shanten = word.shanten_many(rows)
    chosen = [row for pair in zip(rows[shanten == 0], rows[shanten == 1], strict=False) for row in pair]
    for number in hands:
        exact = float(word.chances(chosen[number], DRAWS).fractions[-1])
        error = (exact * (1 - exact) / games) ** 0.5
        assert abs(played(word, chosen[number], number, games) - exact) <= 4 * error


def test_two_hands_played(word: WordEngine) -> None:
    check(word, range(2), 400)


@pytest.mark.slow
def test_twenty_hands_played(word: WordEngine) -> None:
    """Slow: 30,000 games, each state of which is asked for its best discard once."""
    check(word, range(20), 1500)
