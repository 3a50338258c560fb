"""Exact distributions over all hands, by convolving suits.

The other suits need to know three things of a suit: its class (see `tables`), its number of tiles and, for seven pairs
and thirteen orphans, four small counts. A suit has 2,718 such states and the honours have 177. Each has a number of
ways to draw it, the product of C(4, count) over its kinds. Suits are merged two by two, which gives 7,740 states; the
distances of all hands are then those of half a million pairs of states. A hand is a set of tiles, so the total is the
binomial coefficient; it and every count fit 63 bits.

Distinct hands differ in how many copies of a kind they hold, not in which copies. They are counted the same way, but
each vector of a suit then has one way.

The mean number of accepts is counted the same way too. One suit is *marked*: its states are pairs, before and after a
draw, and the ways are multiplied by the copies that could be drawn. The other three suits are merged first. A pair of
states counts if the distance after the draw is less than before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.riichi import FORMS, GENERAL, SEVEN, THIRTEEN
from kanamj.engine.riichi.ranking import COPIES, HAND, Ranking
from kanamj.engine.riichi.tables import BLOCKS, ROW, Bytes, load_tables
from kanamj.errors import HandSizeError, KanamjError

Numbers: TypeAlias = npt.NDArray[np.int64]

LEAST = "least"
DRAWN = np.array([comb(COPIES, count) for count in range(COPIES + 1)], np.int64)
"""[n]: the number of ways to draw n copies of a kind."""
ALIKE = np.ones(COPIES + 1, np.int64)
"""The same if the copies of a kind are not told apart."""
SIZES = (2, 14, 8, 8, 256, HAND + 1)
"""One more than the largest value of each number of a state, for packing. The numbers that are 0 without tallies come
first."""
PACKED = int(np.prod(SIZES))
FARTHEST = 15


class States(NamedTuple):
    """n states of one or more suits; each field has shape `(n,)`. doubled: whether a terminal or honour is paired.
    orphans: how many terminals and honours are held, each kind once. kinds, pairs: how many kinds are held, and held
    twice, 7 at most. classes: their classes. tiles: how many tiles. ways: the number of ways to draw each state."""

    doubled: Numbers
    orphans: Numbers
    kinds: Numbers
    pairs: Numbers
    classes: Numbers
    tiles: Numbers
    ways: Numbers

    @property
    def packed(self) -> Numbers:
        """One number per state."""
        return np.ravel_multi_index(self[:6], SIZES)

    def merged(self) -> States:
        """Equal states added up."""
        packed = self.packed
        ways = np.zeros(int(packed.max()) + 1, np.int64)
        np.add.at(ways, packed, self.ways)
        there = np.flatnonzero(ways)
        return unpacked(there, ways[there])

    def at(self, places: Any) -> States:
        """The states at some places."""
        return States(*(column[places] for column in self))


def unpacked(packed: Numbers, ways: Numbers) -> States:
    """The states with these packed numbers."""
    doubled, orphans, kinds, pairs, classes, tiles = np.unravel_index(packed, SIZES)
    return States(doubled, orphans, kinds, pairs, classes, tiles, ways)


class Counted(NamedTuple):
    """The distribution of all hands of a size by one form.

    counts: shanten -> hands. distinct: shanten -> different hands if the copies of a kind are not told apart.
    accepted: shanten -> tiles that lower it, summed over the hands; empty for 14 tiles, of which one is thrown first.
    """

    counts: dict[int, int]
    distinct: dict[int, int]
    accepted: dict[int, int]

    def mean_accepts(self) -> dict[int, float]:
        """Shanten -> mean number of tiles that lower it."""
        return {shanten: total / self.counts[shanten] for shanten, total in self.accepted.items()}


def count_hands(players: int, hand: int, accepts: bool = True) -> dict[str, Counted]:
    """Form -> the exact distribution over all hands, in integers. "least" is the nearest form of each hand.

    players: 4 (136 tiles) or 3 (108). hand: 13 or 14 tiles. accepts=False leaves the accepts of 13 tiles out.

    >>> count_hands(4, 14)["least"].counts[-1]
    12859078207674
    >>> count_hands(4, 14)["least"].distinct[-1]
    16873619

    Raises KanamjError for other players, HandSizeError for other sizes.
    """
    _check(players, hand)
    counts = _distribution(players, hand, (*FORMS, LEAST))
    accepted: dict[str, dict[int, int]] = {form: {} for form in counts}
    if accepts and hand == HAND - 1:
        accepted = _accepted(players)
    distinct = _distribution(players, hand, (*FORMS, LEAST), alike=True)
    return {form: Counted(dict(counts[form]), dict(distinct[form]), accepted[form]) for form in counts}


def count_general(players: int, hand: int) -> dict[int, int]:
    """Shanten -> hands by the general form alone: the same counts as those of `count_hands`, in less time.

    >>> count_general(4, 14)[8]
    21751324999680
    """
    _check(players, hand)
    return dict(_distribution(players, hand, (GENERAL,))[GENERAL])


def _check(players: int, hand: int) -> None:
    if players not in (4, 3):
        raise KanamjError(f"riichi has 4 or 3 players, not {players}")
    if hand not in (HAND - 1, HAND):
        raise HandSizeError(f"hands are counted with 13 or 14 tiles, not {hand}", hand, (HAND - 1, HAND))


def _names(players: int) -> list[str]:
    return ["suit" if players == 4 else "terminals", "suit", "suit", "honours"]


@lru_cache
def _group(name: str, tally: bool, alike: bool = False) -> States:
    """The states of a suit, the honours, or 1m and 9m alone. Without `tally`, they have only class and tiles. alike:
    each vector has one way."""
    vectors, classes = _vectors(name)
    return _states(name, vectors, classes, _ways(vectors, ALIKE if alike else DRAWN), tally).merged()


def _vectors(name: str) -> tuple[Bytes, Bytes]:
    """The vectors of a suit, and the table of their classes by base-5 place."""
    tables = load_tables()
    if name == "terminals":
        vectors = Ranking(2).vectors()
        places = _places(vectors)
        classes = np.zeros(5**2, np.uint8)
        classes[places] = tables.terminals[vectors[:, 0].astype(np.int64) * 5**8 % ROW + vectors[:, 1]]
        return vectors, classes
    return (Ranking(9).vectors(), tables.suit) if name == "suit" else (Ranking(7).vectors(), tables.honours)


def _places(vectors: Bytes) -> Numbers:
    return reduce(lambda places, column: places * 5 + column, vectors.T, np.zeros(len(vectors), np.int64))


def _ways(vectors: Bytes, of_kind: Numbers = DRAWN) -> Numbers:
    return reduce(lambda ways, column: ways * of_kind[column], vectors.T, np.ones(len(vectors), np.int64))


def _states(name: str, vectors: Bytes, classes: Bytes, ways: Numbers, tally: bool) -> States:
    """The state of each vector, not yet merged."""
    none = np.zeros(len(vectors), np.int64)
    pairs, kinds, orphans, doubled = none, none, none, none
    if tally:
        terminals = vectors[:, [0, 8]] if name == "suit" else vectors
        pairs = np.minimum(_total(vectors > 1), 7)
        kinds = np.minimum(_total(vectors > 0), 7)
        orphans, doubled = _total(terminals > 0), np.minimum(_total(terminals > 1), 1)
    places = _places(vectors)
    return States(doubled, orphans, kinds, pairs, classes[places].astype(np.int64), _total(vectors), ways)


def _total(vectors: npt.NDArray[Any]) -> Numbers:
    return reduce(np.add, vectors.T, np.zeros(len(vectors), np.int64))


def _both(left: States, right: States) -> States:
    """The states of two groups of suits together, of all pairs that make no more than a hand."""
    i, j = np.nonzero(left.tiles[:, None] + right.tiles[None, :] <= HAND)
    a, b = left.at(i), right.at(j)
    return States(
        a.doubled | b.doubled,
        a.orphans + b.orphans,
        np.minimum(a.kinds + b.kinds, 7),
        np.minimum(a.pairs + b.pairs, 7),
        load_tables().merge[a.classes * ROW + b.classes].astype(np.int64),
        a.tiles + b.tiles,
        a.ways * b.ways,
    ).merged()


def _distances(a: States, b: States, forms: tuple[str, ...]) -> dict[str, Numbers]:
    """Distances of pairs of states that make a hand, by form."""
    found: dict[str, Numbers] = {}
    if GENERAL in forms:
        found[GENERAL] = load_tables().missing[BLOCKS][a.classes * ROW + b.classes].astype(np.int64)
    if SEVEN in forms:
        found[SEVEN] = 14 - np.minimum(a.pairs + b.pairs, 7) - np.minimum(a.kinds + b.kinds, 7)
    if THIRTEEN in forms:
        found[THIRTEEN] = 14 - a.orphans - b.orphans - (a.doubled | b.doubled)
    if LEAST in forms:
        found[LEAST] = np.minimum(np.minimum(found[GENERAL], found[SEVEN]), found[THIRTEEN])
    return found


def _pairs_of_states(left: States, right: States, hand: int) -> Iterator[tuple[States, States]]:
    """The pairs of states that make a hand, those with equally many tiles in the first state together."""
    for held in range(hand + 1):
        a, b = left.at(left.tiles == held), right.at(right.tiles == hand - held)
        i, j = (index.ravel() for index in np.indices((len(a.ways), len(b.ways))))
        yield a.at(i), b.at(j)


@lru_cache
def _distribution(
    players: int, hand: int, forms: tuple[str, ...], alike: bool = False
) -> dict[str, dict[int, int]]:
    """Form -> shanten -> hands; alike: distinct hands."""
    man, pin, sou, honours = (_group(name, forms != (GENERAL,), alike) for name in _names(players))
    hands = {form: np.zeros(FARTHEST, np.int64) for form in forms}
    for a, b in _pairs_of_states(_both(man, pin), _both(sou, honours), hand):
        for form, distances in _distances(a, b, forms).items():
            np.add.at(hands[form], distances, a.ways * b.ways)
    return {form: _by_shanten(counts) for form, counts in hands.items()}


def _by_shanten(counts: npt.NDArray[Any]) -> dict[int, int]:
    return {distance - 1: count for distance, count in enumerate(counts.tolist()) if count}


def _accepted(players: int) -> dict[str, dict[int, int]]:
    """Form -> shanten -> tiles that lower it, over all hands of 13 tiles."""
    names = _names(players)
    totals = {form: [0] * FARTHEST for form in (*FORMS, LEAST)}
    for name in dict.fromkeys(names):
        others = list(names)
        others.remove(name)
        rest = reduce(_both, [_group(other, tally=True) for other in others])
        for form, accepted in _accepted_of(name, rest).items():
            for distance, total in enumerate(accepted.tolist()):
                totals[form][distance] += names.count(name) * total
    return {form: _by_shanten(np.array(accepted, object)) for form, accepted in totals.items()}


def _accepted_of(name: str, rest: States) -> dict[str, npt.NDArray[np.uint64]]:
    """Form -> distance -> tiles of one suit that lower it. 64 bits are enough: all draws of a suit are C(136, 13) * 123
    * 9 / 34, a sixth less than 2 ** 64."""
    before, after = _drawing(name)
    forms = (*FORMS, LEAST)
    totals = {form: np.zeros(FARTHEST, np.uint64) for form in forms}
    for held in range(HAND):
        at = before.tiles == held
        others = rest.at(rest.tiles == HAND - 1 - held)
        i, j = (index.ravel() for index in np.indices((int(at.sum()), len(others.ways))))
        a, b, c = before.at(at).at(i), after.at(at).at(i), others.at(j)
        later = _distances(b, c, forms)
        for form, distances in _distances(a, c, forms).items():
            lowered = np.flatnonzero(later[form] < distances)
            ways = (a.ways[lowered] * c.ways[lowered]).astype(np.uint64)
            np.add.at(totals[form], distances[lowered], ways)
    return totals


@lru_cache
def _drawing(name: str) -> tuple[States, States]:
    """The states of a suit before and after each draw; the ways count the hands before and the copies drawn."""
    vectors, classes = _vectors(name)
    ways = _ways(vectors)
    pairs, drawn = [], []
    for kind in range(vectors.shape[1]):
        free = (vectors[:, kind] < COPIES) & (_total(vectors) < HAND)
        before = np.asfortranarray(vectors[free])
        after = before.copy(order="F")
        after[:, kind] += 1
        copies = ways[free] * (COPIES - before[:, kind].astype(np.int64))
        one, other = (_states(name, each, classes, copies, tally=True).packed for each in (before, after))
        pairs.append(one * PACKED + other)
        drawn.append(copies)
    packed, of = np.unique(np.concatenate(pairs), return_inverse=True)
    total = np.zeros(len(packed), np.int64)
    np.add.at(total, of, np.concatenate(drawn))
    before_states, after_states = (unpacked(each, total) for each in np.divmod(packed, PACKED))
    return before_states, after_states
