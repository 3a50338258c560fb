"""How common a word is: its cost as a noun in Mozc, made comparable where Mozc gives a word an id of its own.

In Mozc the cost of a word has two parts: its own cost, and the costs beside its neighbours, which depend on its id.
Nouns of one class share an id, so their own costs can be compared. A few hundred words (駅, 顔, 今日, 女史) have an id
of their own: their own cost is near 0, and nearly all is in the neighbours. `Contexts` computes that part: the mean
cost between a beginning and a particle, less the same mean of the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kanamj.errors import FileFormatError

from .archives import MOZC
from .mecab import Dictionary
from .nouns import Pair

VERBAL, PLAIN, ADVERBIAL, ADJECTIVAL = 1841, 1851, 1909, 1931
PLAIN_NOUNS = frozenset({VERBAL, PLAIN, ADVERBIAL})
ONE_WORD = frozenset(range(1842, 1919)) - PLAIN_NOUNS
NAMES = frozenset(range(1920, 1930))
LANDMARKS = {
    ("りよう", "利用"): VERBAL,
    ("しんかんせん", "新幹線"): PLAIN,
    ("じぶん", "自分"): ADVERBIAL,
    ("べんり", "便利"): ADJECTIVAL,
    ("じょし", "女史"): 1868,
}
PARTICLES = ("が", "を", "の", "は", "に", "も")


@dataclass(frozen=True)
class MozcCosts:
    """Pair -> Mozc's least cost of it, by the ids that Mozc has it under.

    nouns: the ids of verbal, plain and adverbial nouns. adjectival: the id of na-adjectives. one_word: an id of its own
    among the nouns, as (own cost, left id, right id). others: any other id, likewise; the id of a name only if there is
    no other.
    """

    nouns: Mapping[Pair, int]
    adjectival: Mapping[Pair, int]
    one_word: Mapping[Pair, tuple[int, int, int]]
    others: Mapping[Pair, tuple[int, int, int]]

    def get(self, pair: Pair) -> int | None:
        """The least cost of the pair under an id of nouns or na-adjectives; None if it has none."""
        known = [costs[pair] for costs in (self.nouns, self.adjectival) if pair in costs]
        return min(known, default=None)

    def pairs(self) -> set[Pair]:
        """All pairs whose own cost can be compared as it is."""
        return {*self.nouns, *self.adjectival}


def mozc_costs(mozc: Dictionary) -> MozcCosts:
    """The costs of Mozc's words. Raises FileFormatError if this version of Mozc numbers its ids otherwise."""
    nouns: dict[Pair, int] = {}
    adjectival: dict[Pair, int] = {}
    one_word: dict[Pair, tuple[int, int, int]] = {}
    others: dict[Pair, tuple[int, int, int]] = {}
    ids: dict[Pair, set[int]] = {pair: set() for pair in LANDMARKS}
    left, right = mozc.tokens["left"].tolist(), mozc.tokens["right"].tolist()
    cost = mozc.tokens["cost"].tolist()
    for surface, tokens in mozc.surfaces():
        reading = surface.decode()
        for token in tokens:
            noun = left[token]
            pair = (reading, mozc.feature(token))
            if pair in ids:
                ids[pair].add(noun)
            if noun in PLAIN_NOUNS or noun == ADJECTIVAL:
                costs = adjectival if noun == ADJECTIVAL else nouns
                costs[pair] = min(cost[token], costs.get(pair, cost[token]))
                continue
            wholes = one_word if noun in ONE_WORD else others
            whole = (cost[token], noun, right[token])
            wholes[pair] = min(whole, wholes.get(pair, whole), key=_names_last)
    for pair, expected in LANDMARKS.items():
        if expected not in ids[pair]:
            found = f"{pair[1]} has the noun ids {sorted(ids[pair])}, not {expected}"
            raise FileFormatError(
                f"{found}; the ids of this rule are for another version", path=Path(MOZC.file)
            )
    return MozcCosts(nouns, adjectival, one_word, others)


def _names_last(word: tuple[int, int, int]) -> tuple[bool, tuple[int, int, int]]:
    return word[1] in NAMES, word


@dataclass(frozen=True)
class Contexts:
    """The costs of words beside each other: the matrix, and (left id, right id) of each particle."""

    matrix: npt.NDArray[np.int16]
    particles: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, matrix: npt.NDArray[np.int16], mozc: MozcCosts) -> Contexts:
        """The costs in this matrix, with the particles of this dictionary."""
        return cls(matrix, tuple(mozc.others[word, word][1:] for word in PARTICLES))

    def cost(self, left: int, right: int) -> int:
        """The mean cost behind a beginning or a particle, plus the mean cost before a particle."""
        before = [0, *(after for _, after in self.particles)]
        ahead = [int(self.matrix[left, word]) for word in before]
        behind = [int(self.matrix[word, right]) for word, _ in self.particles]
        return (sum(ahead) * len(behind) + sum(behind) * len(ahead)) // (len(ahead) * len(behind))

    def comparable(self, word: tuple[int, int, int], noun: int = PLAIN) -> int:
        """The cost, at least 0, that a word (own cost, left id, right id) would have under the id of a class."""
        own, left, right = word
        return max(own + self.cost(left, right) - self.cost(noun, noun), 0)


def cheapest_readings(costs: Mapping[Pair, int]) -> dict[str, str]:
    """Spelling -> the reading with the least cost, the first by code point among equals."""
    best: dict[str, tuple[int, str]] = {}
    for (reading, spelling), cost in costs.items():
        best[spelling] = min((cost, reading), best.get(spelling, (cost, reading)))
    return {spelling: reading for spelling, (_, reading) in best.items()}
