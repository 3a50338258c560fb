"""The distance as a maximum weight independent set in a graph of candidate blocks (the paper, section 3.1).

A vertex is a part (some or all tiles of a block) in one slot of the form; its weight is the number of tiles that it
takes. An edge joins two vertices that exclude each other because they share a tile or a slot. The heaviest set of
vertices without an edge takes as many tiles as the slots can. networkx finds it, by exact branch and bound, as the
heaviest clique of the complement. (A *maximal* set, which cannot grow, need not be a heaviest one; recipes that collect
maximal sets do not answer this question.)

Each choice appears in the 24 orders of four equal slots. So the distances d = 0, 1, … are tried in turn, and equal
slots are ordered by how many tiles they miss: if d tiles are missing in all, the i-th slot from the end misses at most
d / i. If several sets of vertices mean the same choice, `_Candidates` keeps few of them. That leaves 120 to 310
vertices.

An edge excludes only pairs of vertices, but three slots may want the last two tiles of a kind. So a set that was found
is completed as a whole. If that is impossible, its vertices are excluded one after the other, and the search goes on.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.engine.blocks import Block
from kanamj.engine.check.parts import Choice, choices_of, completable, parts_of
from kanamj.engine.hand import UNREACHABLE, Question
from kanamj.errors import needing

with needing("the solver graph", "networkx"):
    import networkx as nx


class Vertex(NamedTuple):
    """A part in a slot. slot: index into the sizes of the form. tiles: the tiles of the part, as positions in
    `question.kinds`. part: the kinds of these tiles."""

    slot: int
    tiles: tuple[int, ...]
    part: Block


def distance(question: Question) -> int:
    """The distance of a hand, as `search.distance` returns it."""
    if not _fillable(question):
        return UNREACHABLE
    slot_tiles = sum(question.sizes)
    for missing in range(max(0, slot_tiles - sum(question.counts)), slot_tiles):
        candidates = _Candidates(question, missing)
        if candidates.take(slot_tiles - missing, np.ones(len(candidates.vertices), np.bool_)):
            return missing
    return slot_tiles


Matrix: TypeAlias = npt.NDArray[np.bool_]
"""A bool per vertex, or per pair of vertices."""


class _Candidates:
    """The vertices of a hand that is `missing` tiles short, and which of them exclude each other.

    If several sets of vertices mean the same choice, few of them are kept. Equal slots are ordered by how many tiles
    they miss, then by their kinds. Of the tiles of one kind, each slot takes neighbours, and an earlier slot takes
    earlier tiles.
    """

    def __init__(self, question: Question, missing: int) -> None:
        self.question = question
        self.missing = missing
        self.vertices: list[Vertex] = []
        self.choices: list[list[Choice]] = []
        self.empty: dict[int, list[Choice]] = {}
        for size in set(question.sizes):
            for part, blocks in parts_of(question, size).items():
                if choices := choices_of(question, size, part, blocks):
                    if part:
                        self._add(size, part, choices)
                    else:
                        self.empty[size] = choices

    def _add(self, size: int, part: Block, choices: list[Choice]) -> None:
        sizes = self.question.sizes
        for slot in range(len(sizes)):
            if sizes[slot] == size:
                equal_from_here = sizes[slot:].count(size)
                if size - len(part) <= self.missing // equal_from_here:
                    for tiles in self._tiles(slot, part):
                        self.vertices.append(Vertex(slot, tiles, part))
                        self.choices.append(choices)

    def _tiles(self, slot: int, part: Block) -> list[tuple[int, ...]]:
        ways = []
        for kind in dict.fromkeys(part):
            tiles = [tile for tile, held in enumerate(self.question.kinds) if held == kind]
            taken = part.count(kind)
            starts = range(len(tiles) - taken + 1) if slot else range(1)
            ways.append([tuple(tiles[start : start + taken]) for start in starts])
        return [tuple(tile for tiles in chosen for tile in tiles) for chosen in product(*ways)]

    @cached_property
    def compatible(self) -> Matrix:
        """[i, j] is True if no edge joins the vertices i and j: they may be chosen together, and they are in order."""
        slots = np.array([vertex.slot for vertex in self.vertices], np.int64)
        masks = np.array([sum(1 << tile for tile in vertex.tiles) for vertex in self.vertices], np.int64)
        misplaced = self._misplaced(slots)
        excluded: Matrix = (
            (slots[:, None] == slots)
            | (masks[:, None] & masks != 0)
            | self._overask()
            | misplaced
            | misplaced.T
        )
        return ~excluded

    def _misplaced(self, slots: npt.NDArray[np.int64]) -> Matrix:
        """[i, j] is True if vertex i is in an earlier slot than j, but they break the order of `_Candidates`."""
        keys = [(-len(vertex.part), vertex.part) for vertex in self.vertices]
        place = {key: i for i, key in enumerate(sorted(set(keys)))}
        places = np.array([place[key] for key in keys], np.int64)
        sizes = np.array(self.question.sizes, np.int64)[slots]
        earlier = slots[:, None] < slots
        misplaced: Matrix = (sizes[:, None] == sizes) & (places[:, None] > places)
        for kind, count in enumerate(self.question.counts):
            if count > 1:
                tiles = [
                    [tile for tile, held in zip(vertex.tiles, vertex.part, strict=True) if held == kind]
                    for vertex in self.vertices
                ]
                last = np.array([max(taken, default=-1) for taken in tiles], np.int64)
                first = np.array([min(taken, default=len(self.question.kinds)) for taken in tiles], np.int64)
                misplaced |= last[:, None] > first
        misplaced &= earlier
        return misplaced

    def _overask(self) -> Matrix:
        """[i, j] is True if the vertices i and j together need more tiles of a kind, or uses of a word, than there are,
        whatever blocks they become."""
        question = self.question
        count = len(self.vertices)
        found = np.zeros((count, count), np.bool_)
        if question.room is not None:
            needs: dict[int, npt.NDArray[np.int64]] = {}
            for i, choices in enumerate(self.choices):
                for kind in set(choices[0][1]).intersection(*(lacking for _, lacking in choices[1:])):
                    least = min(lacking.count(kind) for _, lacking in choices)
                    needs.setdefault(kind, np.zeros(count, np.int64))[i] = least
            for kind, need in needs.items():
                users = np.flatnonzero(need)
                left = question.room[kind] - question.counts[kind]
                found[np.ix_(users, users)] |= need[users, None] + need[users] > left
        if question.distinct:
            only: dict[Block, list[int]] = {}
            for i, choices in enumerate(self.choices):
                if len(choices) == 1 and question.blocks.limit[choices[0][0]] < 2:
                    only.setdefault(choices[0][0], []).append(i)
            for same in only.values():
                found[np.ix_(same, same)] = True
        return found

    def take(self, tiles: int, allowed: Matrix) -> bool:
        """True if some of the allowed vertices take that many tiles, do not exclude each other and can be completed
        together. allowed: a bool per vertex."""
        chosen = self._heaviest(allowed)
        if sum(len(self.vertices[i].tiles) for i in chosen) < tiles:
            return False
        slots = {self.vertices[i].slot for i in chosen}
        empty = [
            self.empty.get(size, []) for slot, size in enumerate(self.question.sizes) if slot not in slots
        ]
        if completable(self.question, [*(self.choices[i] for i in chosen), *empty]):
            return True
        # Any other set lacks one of these culprits: the first; or it has the first and lacks the second; and so on.
        allowed = allowed.copy()
        for i in self._culprits(chosen):
            allowed[i] = False
            if self.take(tiles, allowed):
                return True
            allowed &= self.compatible[i]
            allowed[i] = True
        return False

    def _heaviest(self, allowed: Matrix) -> list[int]:
        there = np.flatnonzero(allowed)
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from((i, {"weight": len(self.vertices[i].tiles)}) for i in there.tolist())
        pairs = np.argwhere(np.triu(self.compatible[np.ix_(there, there)], 1))
        graph.add_edges_from(there[pairs].tolist())
        return list(nx.max_weight_clique(graph)[0])

    def _culprits(self, chosen: list[int]) -> list[int]:
        """Some of the `chosen` vertices that cannot be completed together. If any one of them is left out, the others
        can be completed. If all of `chosen` can be completed, but not with the slots that have no vertex: `chosen`."""
        culprits = list(chosen)
        if not completable(self.question, [self.choices[i] for i in culprits]):
            for i in chosen:
                fewer = [other for other in culprits if other != i]
                if not completable(self.question, [self.choices[other] for other in fewer]):
                    culprits = fewer
        return culprits


def _fillable(question: Question) -> bool:
    """True if some blocks fill the form within the room, whatever tiles the hand holds."""
    empty = question._replace(counts=(0,) * len(question.counts))
    choices = {
        size: choices_of(empty, size, (), parts_of(empty, size).get((), 0)) for size in set(question.sizes)
    }
    return completable(empty, [choices[size] for size in question.sizes])
