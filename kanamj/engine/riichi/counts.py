"""Exact distributions over all hands of ordinary mahjong, by convolving suits.

Three things of each suit decide the distance of a hand: the class of the suit (see `tables`), its number of tiles and,
for seven pairs and thirteen orphans, four small counts. They are a state (`States`); a suit has 2,718 states, the
honours have 177. A vector of counts can be drawn in as many ways as the product of C(4, count) over its kinds; a state
has the ways of all its vectors. Suits are merged two by two, which gives 7,740 states; the distances of all hands are
then those of half a million pairs of states. A hand is a set of tiles, so the number of hands is a binomial
coefficient. This number and every count fit into 63 bits.

Distinct hands differ in how many copies of a kind they hold, not in which copies. They are counted the same way, but
each vector of a suit then has one way.

The mean number of accepts is counted in a similar way. One suit gets the draw: its states are pairs, before and after
the draw, and its ways are multiplied by the number of copies that could be drawn. The other three suits are merged
first. The ways are added up if the distance after the draw is less than before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.riichi import FORMS, GENERAL, SEVEN, THIRTEEN
from kanamj.engine.riichi.ranking import HAND, Ranking, places
from kanamj.engine.riichi.tables import BLOCKS, COPIES, ROW, Bytes, load_tables
from kanamj.errors import HandSizeError, KanamjError

Numbers: TypeAlias = npt.NDArray[np.int64]

LEAST = "least"
DRAWN = np.array([comb(COPIES, count) for count in range(COPIES + 1)], np.int64)
"""DRAWN[n]: the number of ways to draw n copies of a kind."""
ALIKE = np.ones(COPIES + 1, np.int64)
"""ALIKE[n]: the number of ways if the copies of a kind are not told apart: always 1."""
SIZES = (2, 14, 8, 8, 256, HAND + 1)
"""For each field of `States` except `ways`: one more than its largest value. `States.packed` needs this."""
PACKED = int(np.prod(SIZES))
FARTHEST = 15


class States(NamedTuple):
    """n states of a suit, or of several suits together; each field has shape `(n,)`. A state is what decides the
    distance of a hand.

    doubled: 1 if a terminal or honour is held at least twice, else 0. orphans: how many kinds of terminals and honours
    are held. kinds, pairs: how many kinds are held, and how many are held at least twice; each is 7 at most. classes:
    the class (see `tables`). tiles: how many tiles are held. ways: in how many ways the state can be drawn.
    """

    doubled: Numbers
    orphans: Numbers
    kinds: Numbers
    pairs: Numbers
    classes: Numbers
    tiles: Numbers
    ways: Numbers

    @property
    def packed(self) -> Numbers:
        """Each state as one number, which contains all fields except `ways`."""
        return np.ravel_multi_index(self[:6], SIZES)

    def merged(self) -> States:
        """The different states, each with the sum of its ways."""
        packed = self.packed
        ways = np.zeros(int(packed.max()) + 1, np.int64)
        np.add.at(ways, packed, self.ways)
        there = np.flatnonzero(ways)
        return unpacked(there, ways[there])

    def at(self, places: Any) -> States:
        """The states at `places`, an array of indices or of booleans."""
        return States(*(column[places] for column in self))


def unpacked(packed: Numbers, ways: Numbers) -> States:
    """The reverse of `States.packed`: the states with these numbers and these ways."""
    doubled, orphans, kinds, pairs, classes, tiles = np.unravel_index(packed, SIZES)
    return States(doubled, orphans, kinds, pairs, classes, tiles, ways)


class Counted(NamedTuple):
    """The distribution of all hands of a size by their distance to one form.

    counts: shanten -> number of hands. distinct: shanten -> number of different hands if the copies of a kind are not
    told apart. accepted: shanten -> tiles that lower it, summed over the hands; empty for 14 tiles, where a tile is
    thrown before the next draw.
    """

    counts: dict[int, int]
    distinct: dict[int, int]
    accepted: dict[int, int]

    def mean_accepts(self) -> dict[int, float]:
        """Shanten -> mean number of tiles that lower it."""
        return {shanten: total / self.counts[shanten] for shanten, total in self.accepted.items()}


def count_hands(players: int, hand: int) -> dict[str, Counted]:
    """Form -> the exact distribution over all hands, in integers. Under "least", each hand has the least of its
    distances.

    players: 4 (136 tiles) or 3 (108). hand: 13 or 14 tiles.

    >>> count_hands(4, 14)["least"].counts[-1]
    12859078207674
    >>> count_hands(4, 14)["least"].distinct[-1]
    16873619

    Raises KanamjError for other players, HandSizeError for other sizes.
    """
    if players not in (4, 3):
        raise KanamjError("riichi has 4 or 3 players, not {}", players)
    if hand not in (HAND - 1, HAND):
        raise HandSizeError(
            "hands are counted with 13 or 14 tiles, not {}", hand, tiles=hand, fits=(HAND - 1, HAND)
        )
    counts, distinct = _distribution(players, hand), _distribution(players, hand, alike=True)
    accepted = _accepted(players) if hand < HAND else {form: {} for form in counts}
    return {form: Counted(dict(counts[form]), dict(distinct[form]), accepted[form]) for form in counts}


def _names(players: int) -> list[str]:
    return ["suit" if players == 4 else "terminals", "suit", "suit", "honours"]


@lru_cache
def _group(name: str, alike: bool = False) -> States:
    """The states of "suit", "honours" or "terminals" (1m and 9m). alike: whether copies are not told apart."""
    vectors, classes = suit_vectors(name)
    return _states(name, vectors, classes, _ways(vectors, ALIKE if alike else DRAWN)).merged()


def suit_vectors(name: str) -> tuple[Bytes, Bytes]:
    """All vectors of counts of a suit, and a table: base-5 place of a vector -> its class. name: as in `_group`."""
    tables = load_tables()
    if name == "terminals":
        vectors = Ranking(2).vectors()
        classes = np.zeros(5**2, np.uint8)
        classes[places(vectors)] = tables.terminals[
            vectors[:, 0].astype(np.int64) * 5**8 % ROW + vectors[:, 1]
        ]
        return vectors, classes
    return (Ranking(9).vectors(), tables.suit) if name == "suit" else (Ranking(7).vectors(), tables.honours)


def _ways(vectors: Bytes, of_kind: Numbers = DRAWN) -> Numbers:
    return reduce(lambda ways, column: ways * of_kind[column], vectors.T, np.ones(len(vectors), np.int64))


def _states(name: str, vectors: Bytes, classes: Bytes, ways: Numbers) -> States:
    """The state of each vector, not yet merged. name: as in `_group`."""
    terminals = vectors[:, [0, 8]] if name == "suit" else vectors
    return States(
        np.minimum(_total(terminals > 1), 1),
        _total(terminals > 0),
        np.minimum(_total(vectors > 0), 7),
        np.minimum(_total(vectors > 1), 7),
        classes[places(vectors)].astype(np.int64),
        _total(vectors),
        ways,
    )


def _total(vectors: npt.NDArray[Any]) -> Numbers:
    return reduce(np.add, vectors.T, np.zeros(len(vectors), np.int64))


def _both(left: States, right: States) -> States:
    """The states of two groups of suits together, merged: all pairs of states that have at most HAND tiles."""
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


def _distances(a: States, b: States) -> dict[str, Numbers]:
    """Form -> the distance of each hand that consists of the states a[i] and b[i]."""
    general = load_tables().missing[BLOCKS][a.classes * ROW + b.classes].astype(np.int64)
    seven = 14 - np.minimum(a.pairs + b.pairs, 7) - np.minimum(a.kinds + b.kinds, 7)
    thirteen = 14 - a.orphans - b.orphans - (a.doubled | b.doubled)
    least = np.minimum(np.minimum(general, seven), thirteen)
    return {GENERAL: general, SEVEN: seven, THIRTEEN: thirteen, LEAST: least}


def _pairs_of_states(left: States, right: States, hand: int) -> Iterator[tuple[States, States]]:
    """All pairs of states that have `hand` tiles together, in groups by the number of tiles in the state of `left`."""
    for held in range(hand + 1):
        a, b = left.at(left.tiles == held), right.at(right.tiles == hand - held)
        i, j = (index.ravel() for index in np.indices((len(a.ways), len(b.ways))))
        yield a.at(i), b.at(j)


@lru_cache
def _distribution(players: int, hand: int, alike: bool = False) -> dict[str, dict[int, int]]:
    """Form -> shanten -> number of hands. alike: count distinct hands, not telling copies apart."""
    man, pin, sou, honours = (_group(name, alike) for name in _names(players))
    hands = {form: np.zeros(FARTHEST, np.int64) for form in (*FORMS, LEAST)}
    for a, b in _pairs_of_states(_both(man, pin), _both(sou, honours), hand):
        for form, distances in _distances(a, b).items():
            np.add.at(hands[form], distances, a.ways * b.ways)
    return {form: _by_shanten(counts) for form, counts in hands.items()}


def _by_shanten(counts: npt.NDArray[Any]) -> dict[int, int]:
    return {distance - 1: count for distance, count in enumerate(counts.tolist()) if count}


def _accepted(players: int) -> dict[str, dict[int, int]]:
    """Form -> shanten -> tiles that lower it, summed over all hands of 13 tiles."""
    names = _names(players)
    totals = {form: [0] * FARTHEST for form in (*FORMS, LEAST)}
    for name in dict.fromkeys(names):
        others = names[: names.index(name)] + names[names.index(name) + 1 :]
        rest = reduce(_both, map(_group, others))
        for form, accepted in _accepted_of(name, rest).items():
            for distance, total in enumerate(accepted.tolist()):
                totals[form][distance] += names.count(name) * total
    return {form: _by_shanten(np.array(accepted, object)) for form, accepted in totals.items()}


def _accepted_of(name: str, rest: States) -> dict[str, npt.NDArray[np.uint64]]:
    """Form -> distance -> tiles of one suit that lower it, summed over all hands of 13 tiles. rest: the states of the
    other suits. The sums fit into 64 bits: all hands have C(136, 13) * 123 * 9 / 34 draws of this suit together, a
    seventh less than 2 ** 64."""
    before, after = _drawing(name)
    totals = {form: np.zeros(FARTHEST, np.uint64) for form in (*FORMS, LEAST)}
    for held in range(HAND):
        at = before.tiles == held
        others = rest.at(rest.tiles == HAND - 1 - held)
        i, j = (index.ravel() for index in np.indices((int(at.sum()), len(others.ways))))
        a, b, c = before.at(at).at(i), after.at(at).at(i), others.at(j)
        later = _distances(b, c)
        for form, distances in _distances(a, c).items():
            lowered = np.flatnonzero(later[form] < distances)
            ways = (a.ways[lowered] * c.ways[lowered]).astype(np.uint64)
            np.add.at(totals[form], distances[lowered], ways)
    return totals


@lru_cache
def _drawing(name: str) -> tuple[States, States]:
    """The states of a suit before a draw, and after it; entry i of both is the same draw. Their field `ways` says in
    how many ways the first state can be drawn, times the copies that can be drawn next."""
    vectors, classes = suit_vectors(name)
    ways = _ways(vectors)
    pairs, drawn = [], []
    for kind in range(vectors.shape[1]):
        free = (vectors[:, kind] < COPIES) & (_total(vectors) < HAND)
        before = np.asfortranarray(vectors[free])
        after = before.copy(order="F")
        after[:, kind] += 1
        copies = ways[free] * (COPIES - before[:, kind].astype(np.int64))
        one, other = (_states(name, each, classes, copies).packed for each in (before, after))
        pairs.append(one * PACKED + other)
        drawn.append(copies)
    packed, of = np.unique(np.concatenate(pairs), return_inverse=True)
    total = np.zeros(len(packed), np.int64)
    np.add.at(total, of, np.concatenate(drawn))
    before_states, after_states = (unpacked(each, total) for each in np.divmod(packed, PACKED))
    return before_states, after_states
