"""Which words to learn next: of some candidates, one by one, the word that brings dealt hands nearest.

Each word is chosen by what it adds to all that are known by then, so two words that do the same are not both chosen,
and words that only help together come one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine.blocks import Block
from kanamj.lexicon import Lexicon

if TYPE_CHECKING:
    from kanamj.engine.batch import CountsArray
    from kanamj.engine.known_blocks import KnownBlocks

RANDOM = 10
"""Random choices that are averaged."""

AGAIN = 10
"""Words after which the hands that candidates touch are looked for again: the more words are known, the fewer."""


class Way(NamedTuple):
    """A way to choose words. choices: keys, the first to learn at the head; several are averaged."""

    name: str
    choices: tuple[tuple[str, ...], ...]


def learning_order(
    vocabulary: KnownBlocks, rows: CountsArray, candidates: Sequence[Block], learn: int
) -> list[int]:
    """The places of the candidates to learn, the first at the head: each lowers the mean distance of the hands most,
    beside those before it. Of equal ones the first candidate is taken. They are known afterwards.

    rows: (n, K) uint8, hands. A word added changes what others are worth only on the hands it touches, so only these
    are judged again: a second per word for 700 candidates and 20,000 hands, where judging all takes ten.
    """
    import numpy as np

    by_kind = np.ascontiguousarray(rows.T)
    now = vocabulary.distance(rows)
    touched = [vocabulary.touched(by_kind, block) for block in candidates]
    after = [now[where] for where in touched]  # of the hands that a candidate touches, with it
    stale = np.ones(len(rows), np.bool_)
    gains = np.zeros(len(candidates), np.int64)
    left = dict.fromkeys(range(len(candidates)))
    chosen: list[int] = []
    while True:
        for i in left:
            where = touched[i]
            again = np.flatnonzero(stale[where])
            with vocabulary.plus(candidates[i]):
                after[i][again] = vocabulary.distance(rows[where[again]])
            gains[i] = (now[where] - after[i]).sum(dtype=np.int64)
        best = int(np.argmax(gains))
        vocabulary.add(candidates[best])
        chosen.append(best)
        if len(chosen) == learn:
            return chosen
        now[touched[best]] = after[best]
        stale[:] = False
        stale[touched[best]] = True
        gains[best] = -1
        del left[best]
        if len(chosen) % AGAIN == 0:
            for i in left:
                where = vocabulary.touched(by_kind, candidates[i])  # never more than before
                after[i] = after[i][np.searchsorted(touched[i], where)]
                touched[i] = where


def other_ways(
    lexicon: Lexicon, unknown: Sequence[str], candidates: Sequence[str], learn: int, seed: int
) -> tuple[Way, ...]:
    """As many words by ease, by cost (where the list has costs), and at random among the candidates.

    unknown: all keys that could be learnt, the easiest first.
    """
    ways = [Way("ease", (tuple(unknown[:learn]),))]
    costs = {key: cost for key in unknown if (cost := lexicon.cost(key)) >= 0}
    if len(costs) >= learn:
        common = sorted(costs, key=lambda key: (costs[key], key))
        ways.append(Way("cost", (tuple(common[:learn]),)))
    draws = [Random(f"{seed} {i}").sample(candidates, learn) for i in range(RANDOM)]
    return *ways, Way("random", tuple(map(tuple, draws)))


def rarest_letters(known: Sequence[str], learnt: Sequence[str]) -> list[tuple[str, int]]:
    """Of each key learnt the letter that is in fewest of the keys known by then, and in how many: what the word gives
    something to do.

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
