"""Answers for every sub-hand of a hand at once, by zeta and Möbius transforms over the subsets of its tiles.

The tiles of a hand are numbered 0..n-1. A sub-hand is a mask of n bits, and a function on sub-hands is an array of 2^n
values whose index is the mask. A transform looks at each tile once and combines the sub-hands without the tile and
those with it. That is n steps over 2^n values, instead of 3^n pairs of a set and a subset. A hand of 14 tiles has
16,384 sub-hands.

There are two uses. `arrangement_counts` says in how many ways each sub-hand splits into blocks, by ranked subset
convolution (Björklund, Husfeldt, Kaski and Koivisto, Fourier meets Möbius, STOC 2007, section 3). `_Hand.coverage` says
how many tiles of each sub-hand the slots can take; the other tiles of the form are missing, and so `distance` is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, reduce
from itertools import combinations, pairwise, product
from math import factorial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.blocks import Block
from kanamj.engine.check.parts import Choice, choices_of, completable, parts_of
from kanamj.engine.hand import UNREACHABLE, Question, without

OverSubsets: TypeAlias = npt.NDArray[Any]
"""A function on the subsets of n tiles: shape (2^n,); the value for a subset is at the index that is its mask."""


def _split(values: OverSubsets, above: bool = False) -> Iterator[tuple[OverSubsets, OverSubsets]]:
    """For each tile, two views of `values`: at the subsets without the tile, and at the same subsets with it. above:
    the other way round."""
    for tile in range(values.size.bit_length() - 1):
        halves = values.reshape(-1, 2, 1 << tile)
        yield halves[:, int(above)], halves[:, int(not above)]


def zeta_sum(values: OverSubsets, above: bool = False) -> OverSubsets:
    """Sums over subsets: at each set S, the sum of `values` at all subsets T of S. `moebius_sum` is the inverse.

    above: sums over supersets instead, so T contains S. Integers may wrap around at their width; the inverse undoes
    that too.

    >>> zeta_sum(np.array([1, 10, 100, 1000])).tolist()
    [1, 11, 101, 1111]
    >>> zeta_sum(np.array([1, 10, 100, 1000]), above=True).tolist()
    [1111, 1010, 1100, 1000]
    """
    sums = values.copy()
    for source, target in _split(sums, above):
        target += source
    return sums


def moebius_sum(sums: OverSubsets, above: bool = False) -> OverSubsets:
    """The values whose sums over subsets are `sums`: at each S, the sum over its subsets T of (-1)^|S - T| sums(T).
    above: over its supersets T, of (-1)^|T - S| sums(T)."""
    values = sums.copy()
    for source, target in _split(values, above):
        target -= source
    return values


def zeta_max(values: OverSubsets) -> OverSubsets:
    """Maxima over subsets: at each set S, the greatest of `values` at all subsets T of S. There is no inverse."""
    maxima = values.copy()
    for bare, having in _split(maxima):
        np.maximum(having, bare, out=having)
    return maxima


Ranked: TypeAlias = Mapping[int, OverSubsets]
"""A function in ranked form: rank r -> at each set S, the sum of the function at those subsets of S that have r tiles.
A rank is left out if the function is 0 at all sets of that many tiles."""


def ranks(tiles: int) -> OverSubsets:
    """The number of tiles in each subset, shape (2^tiles,) uint8: 0, 1, 1, 2, 1, 2, 2, 3 for three tiles."""
    rank = np.zeros(1 << tiles, np.uint8)
    for _, having in _split(rank):
        having += 1
    return rank


def ranked_zeta(values: OverSubsets) -> Ranked:
    """Rank r -> `zeta_sum` of `values` at the subsets of r tiles only. `ranked_moebius` is the inverse."""
    rank = ranks(values.size.bit_length() - 1)
    return {int(r): zeta_sum(np.where(rank == r, values, 0)) for r in np.unique(rank[values != 0])}


def ranked_product(one: Ranked, other: Ranked) -> Ranked:
    """The product of two ranked functions: at each set, they are multiplied like polynomials whose exponents are the
    ranks. Ranks above the number of tiles are dropped."""
    sums: dict[int, OverSubsets] = {}
    for r, of_one in one.items():
        for s, of_other in other.items():
            if 1 << r + s <= of_one.size:
                term = of_one * of_other
                sums[r + s] = sums[r + s] + term if r + s in sums else term
    return sums


def ranked_moebius(ranked: Ranked, tiles: int) -> OverSubsets:
    """The function whose ranked form is `ranked`, on the subsets of that many tiles, shape (2^tiles,) int64.

    In a product, two sets that share tiles have a union with fewer tiles than the sum of their ranks. Rank r is read
    only at the sets of r tiles, so only the products of disjoint sets remain.
    """
    rank = ranks(tiles)
    values = np.zeros(1 << tiles, np.int64)
    for r, sums in ranked.items():
        np.copyto(values, moebius_sum(sums), where=rank == r)
    return values


def convolve(*functions: OverSubsets) -> OverSubsets:
    """Subset convolution: at each set S, a sum over all ways to divide S into one share per function. Each way adds the
    product of the functions at their shares.

    The result is int64. For two functions of n tiles, it takes n^2 2^n steps. Results below 2^63 are exact, even if
    sums wrap around on the way.

    >>> convolve(np.array([1, 2, 3, 0]), np.array([1, 5, 7, 0])).tolist()
    [1, 7, 10, 29]
    """
    tiles = functions[0].size.bit_length() - 1
    return ranked_moebius(reduce(ranked_product, map(ranked_zeta, functions)), tiles)


def arrangement_counts(question: Question) -> OverSubsets:
    """In how many ways each sub-hand splits into blocks that fill some of the slots of the form, (2^n,) int64.

    A way is a multiset of blocks, as `Search.arrangements` lists them: two tiles of one kind, or two uses of one block,
    are not distinguished. If the hand is as large as the form, the last entry is the number of its arrangements. If
    words must differ, a block is used at most as often as it has words.

    Why the count is exact: let x^u stand for tiles of which u_k are of kind k. Tiles are joined by a product,
    x^u x^v = x^(u + v). To compute products by `convolve`, x^u is stored as an array with prod u_k! at every mask of
    such tiles, and 0 elsewhere. This is right: at a mask of w = u + v, `convolve` adds up prod C(w_k, u_k) ways to
    divide the tiles, each with prod u_k! v_k!, and the sum is prod w_k!. At the end, each value is divided by this
    factor. Let H_m be the sum of x^u over all multisets of m blocks of one size, and P_j the sum over all these blocks,
    each taken j times. Newton's identities for complete homogeneous symmetric functions give the H_m one after the
    other: m H_m = sum over j = 1 … m of P_j H_(m - j).
    """
    tiles = len(question.kinds)
    per_size = []
    for size in dict.fromkeys(question.sizes):
        powers = _power_sums(question, size)
        nothing = np.zeros(1 << tiles, np.int64)
        nothing[0] = 1
        complete = [nothing]
        for m in range(1, question.sizes.count(size) + 1):
            terms = [convolve(powers[j], complete[m - j]) for j in range(1, m + 1) if j in powers]
            complete.append(sum(terms, np.zeros_like(nothing)) // m)
        per_size.append(sum(complete[1:], nothing))
    return convolve(*per_size) // _factorials(question)


def arrangement_count(question: Question) -> int:
    """The number of arrangements of a complete hand, 0 if it is not complete.

    >>> from kanamj.engine.blocks import Blocks
    >>> blocks = Blocks(3, {3: ((0, 1, 2), (0, 0, 0), (1, 1, 1), (2, 2, 2))}, {3: (1, 1, 1, 1)})
    >>> arrangement_count(Question(blocks, (3, 3, 3), (3, 3, 3)))
    2
    """
    if sum(question.counts) != sum(question.sizes):
        return 0
    return int(arrangement_counts(question)[-1])


def _power_sums(question: Question, size: int) -> dict[int, OverSubsets]:
    """j -> P_j as in `arrangement_counts`: the sum of the blocks of that size that the hand holds j times, each taken j
    times. If a block b may be used at most L times, the sum over its uses is 1 + b + … + b^L, which is
    (1 - b^(L + 1)) / (1 - b), instead of 1 / (1 - b). So (L + 1) b^j is subtracted from P_j if L + 1 divides j."""
    sums: dict[int, OverSubsets] = {}
    tiles = len(question.kinds)
    for block in _inside(question, size):
        for j in range(1, min(question.counts[kind] // block.count(kind) for kind in block) + 1):
            weight = 1
            if question.distinct and j % (question.blocks.limit[block] + 1) == 0:
                weight = -question.blocks.limit[block]
            held = tuple(sorted(block * j))
            for kind in set(held):
                weight *= factorial(held.count(kind))
            sums.setdefault(j, np.zeros(1 << tiles, np.int64))[_masks(question, held)] = weight
    return sums


def _inside(question: Question, size: int) -> list[Block]:
    """The blocks of that size that the hand holds."""
    return [
        block
        for block in question.blocks.by_size.get(size, ())
        if all(question.counts[kind] >= block.count(kind) for kind in block)
    ]


def _masks(question: Question, kinds: Block) -> list[int]:
    """The masks of all sub-hands that have exactly these kinds."""
    choices = [
        [
            sum(1 << tile for tile in chosen)
            for chosen in combinations(_tiles_of(question, kind), kinds.count(kind))
        ]
        for kind in dict.fromkeys(kinds)
    ]
    return [sum(chosen) for chosen in product(*choices)]


def _tiles_of(question: Question, kind: int) -> range:
    first = sum(question.counts[:kind])
    return range(first, first + question.counts[kind])


def _factorials(question: Question) -> OverSubsets:
    """For each sub-hand, the product of count! over its kinds."""
    rank = ranks(len(question.kinds))
    found = np.ones(rank.size, np.int64)
    for kind, count in enumerate(question.counts):
        if count > 1:
            tiles = _tiles_of(question, kind)
            held = rank[np.arange(rank.size) >> tiles.start & (1 << count) - 1]
            found *= np.array([factorial(c) for c in range(count + 1)])[held]
    return found


def distance(question: Question) -> int:
    """The distance of a hand, as `search.distance` returns it."""
    return _Hand(question).distance()


class _Hand:
    """A hand with the parts that its slots can take, and what they take of each sub-hand.

    parts: size -> what `parts_of` returns. taken: for each mask, True if the slots together can take exactly these
    tiles. coverage: for each sub-hand, the largest number of its tiles that the slots can take as parts of blocks,
    (2^n,) int8; -1 if the form cannot be filled at all.

    If copies are ignored and words may repeat, the coverage is exact: the distance of a sub-hand is the number of tiles
    of the form minus this number. Otherwise it is an upper bound, as slots may want the same last tile or word;
    `distance` checks that.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.kinds = question.kinds
        self.parts = {size: parts_of(question, size) for size in set(question.sizes)}
        ranked = {size: ranked_zeta(self._taken_by(size)) for size in self.parts}
        tiles = len(self.kinds)
        self.taken = (
            ranked_moebius(reduce(ranked_product, [ranked[size] for size in question.sizes]), tiles) != 0
        )
        self.rank = ranks(tiles).astype(np.int8)
        self.coverage = zeta_max(np.where(self.taken, self.rank, np.int8(-1)))

    def _taken_by(self, size: int) -> OverSubsets:
        """For each mask: 1 if one slot of that size can take exactly these tiles, else 0."""
        taken = np.zeros(1 << len(self.kinds), np.int64)
        for part in self.parts[size]:
            taken[_masks(self.question, part)] = 1
        return taken

    def distance(self) -> int:
        """The distance of the hand."""
        question = self.question
        slot_tiles = sum(question.sizes)
        free = question.room is None and not question.distinct

        @cache
        def choices(size: int, part: Block) -> list[Choice]:
            return choices_of(question, size, part, self.parts[size][part])

        for covered in range(self.coverage[-1], -1, -1):
            if free or any(
                completable(question, [choices(size, part) for size, part in way])
                for way in self._ways(covered)
            ):
                return slot_tiles - covered
        return UNREACHABLE

    def _ways(self, covered: int) -> Iterator[list[tuple[int, Block]]]:
        """Every way to give each slot some held tiles of one block, or none, so that the slots have `covered` tiles
        together. A way is a list of (size of the slot, its tiles).

        If only some tiles of a kind are taken, they are the first ones, so that the same kinds are not tried twice.
        """
        first = sum(1 << i for i, (a, b) in enumerate(pairwise(self.kinds)) if a == b)
        masks = np.flatnonzero(self.taken & (self.rank == covered))
        masks = masks[masks >> 1 & ~masks & first == 0]
        for mask in masks.tolist():
            kinds = tuple(kind for tile, kind in enumerate(self.kinds) if mask >> tile & 1)
            yield from self._shares(kinds, self.question.sizes)

    def _shares(self, kinds: Block, sizes: tuple[int, ...]) -> Iterator[list[tuple[int, Block]]]:
        """The ways to divide these kinds among slots of these sizes. The first kind left begins the next part."""
        if not kinds:
            if all(() in self.parts[size] for size in sizes):
                yield [(size, ()) for size in sizes]
            return
        for size in dict.fromkeys(sizes):
            left = without(sizes, [size])
            for others in range(min(size, len(kinds))):
                for chosen in dict.fromkeys(combinations(kinds[1:], others)):
                    part = (kinds[0], *chosen)
                    if part in self.parts[size] and len(kinds) - len(part) <= sum(left):
                        for shares in self._shares(tuple(without(kinds, part)), tuple(left)):
                            yield [(size, part), *shares]
