"""Chooses which words to learn next, one after another: always the word that brings dealt hands nearest to complete.

A word is judged by what it adds to the words known by then. So of two words that help the same hands only one is
chosen, and words that only help together come one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from known_forms import Block, KnownForms, Rows

from kanamj import Lexicon

RANDOM = 10
"""The number of random choices of words that are averaged."""

AGAIN = 10
"""A candidate touches the hands whose distance it may lower (see `KnownBlocks`). These hands become fewer, so they are
looked up anew after every AGAIN chosen words."""


class LearningWay(NamedTuple):
    """A way to choose words. choices: one or several lists of keys, in the order of learning; results are averaged."""

    name: str
    choices: tuple[tuple[str, ...], ...]


def learning_order(known: KnownForms, rows: Rows, candidates: Sequence[Block], learn: int) -> list[int]:
    """Returns the indices of the `learn` candidates to learn, in order.

    Each time the candidate is taken that, together with the words known by then, lowers the mean distance of the hands
    most; of equal candidates, the first. Afterwards `known` also has the chosen words.

    rows: (n, K) uint8, hands.

    A new word changes the gains of other words only on the hands that it touches (see `KnownBlocks`), so only these
    hands are judged again. That takes a second per word for 700 candidates and 20,000 hands; judging all hands takes
    ten.
    """
    by_kind = np.ascontiguousarray(rows.T)
    now = known.distance(rows)
    touched = [known.touched(by_kind, block) for block in candidates]
    after = [now[where] for where in touched]  # per candidate: distances of these hands with it
    changed = np.ones(len(rows), np.int64)  # per hand: the step in which its distance was last changed
    gains = np.zeros(len(candidates), np.int64)
    left = dict.fromkeys(range(len(candidates)))
    chosen: list[int] = []
    while True:
        for i in left:
            where = touched[i]
            again = np.flatnonzero(changed[where] > len(chosen))
            with known.added(candidates[i]):
                after[i][again] = known.distance(rows[where[again]])
            gains[i] = (now[where] - after[i]).sum(dtype=np.int64)
        best = int(np.argmax(gains))
        known.add(candidates[best])
        chosen.append(best)
        if len(chosen) == learn:
            return chosen
        now[touched[best]] = after[best]
        changed[touched[best]] = len(chosen) + 1
        gains[best] = -1
        del left[best]
        if len(chosen) % AGAIN == 0:
            for i in left:
                where = known.touched(by_kind, candidates[i])  # never more hands than before
                after[i] = after[i][np.searchsorted(touched[i], where)]
                touched[i] = where


def ranked_once(known: KnownForms, rows: Rows, candidates: Sequence[Block]) -> list[int]:
    """Returns the indices of the candidates by how much each alone lowers the mean distance of the hands, most first.

    Of equal candidates, the first comes first.
    """
    by_kind, now = np.ascontiguousarray(rows.T), known.distance(rows)

    def gain(block: Block) -> int:
        where = known.touched(by_kind, block)
        with known.added(block):
            return int((now[where] - known.distance(rows[where])).sum(dtype=np.int64))

    gains = [gain(block) for block in candidates]
    return sorted(range(len(candidates)), key=lambda i: -gains[i])


def other_ways(
    lexicon: Lexicon, unknown: Sequence[str], candidates: Sequence[str], learn: int, seed: int
) -> tuple[LearningWay, ...]:
    """Returns other ways to choose `learn` words: by ease and by cost (if the list has them), and at random.

    unknown: all keys that could be learnt, the easiest first.
    candidates: those of which random ones are chosen.
    """
    ways = []
    if any(lexicon.ease(key) >= 0 for key in unknown):
        ways.append(LearningWay("ease", (tuple(unknown[:learn]),)))
    costs = {key: cost for key in unknown if (cost := lexicon.cost(key)) >= 0}
    if len(costs) >= learn:
        common = sorted(costs, key=lambda key: (costs[key], key))
        ways.append(LearningWay("cost", (tuple(common[:learn]),)))
    draws = [Random(f"{seed} {i}").sample(candidates, learn) for i in range(RANDOM)]
    return *ways, LearningWay("random", tuple(map(tuple, draws)))


def rarest_letters(known: Sequence[str], learnt: Sequence[str]) -> list[tuple[str, int]]:
    """Returns, for each learnt key, its letter that is in the fewest of the keys known by then, and their number.

    This is the letter that the new word makes easier to use.

    >>> rarest_letters(["いぬ", "いか"], ["かぬ", "ぬの"])
    [('か', 1), ('の', 0)]
    """
    found, words = [], [{*key} for key in known]
    for key in learnt:
        count: dict[Any, int] = {letter: sum(letter in word for word in words) for letter in {*key}}
        letter = min(count, key=lambda letter: (count[letter], letter))
        found.append((letter, count[letter]))
        words.append({*key})
    return found
