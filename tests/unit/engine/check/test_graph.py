"""The conflict graph: what is drawn in it, and that the set found is a heaviest one."""

from __future__ import annotations

import random
from itertools import combinations

import networkx as nx
import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question
from kanamj.engine.check import bitmask
from kanamj.engine.check.graph import conflict_graph, distance
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120

BLOCKS = Blocks(5, {2: ((0, 1), (1, 2), (3, 3)), 3: ((0, 0, 1), (1, 2, 3))}, {2: (1, 1, 1), 3: (1, 1)})


def heaviest_by_trying(graph: nx.Graph) -> int:
    """The weight of the heaviest independent set, all sets tried."""
    best = 0

    def grow(weight: int, left: list[object]) -> None:
        nonlocal best
        best = max(best, weight)
        for i, vertex in enumerate(left):
            apart = [other for other in left[i + 1 :] if not graph.has_edge(vertex, other)]
            grow(weight + graph.nodes[vertex]["weight"], apart)

    grow(0, list(graph))
    return best


def small_hands() -> list[Question]:
    chance = random.Random(4)
    pieces = [0, 0, 1, 1, 2, 2, 3, 3, 4]
    return [
        Question(BLOCKS, tuple(hand.count(kind) for kind in range(5)), sizes, room)
        for sizes in ((3, 2), (2, 2), (3, 3))
        for room in (None, (2, 2, 2, 2, 1))
        for hand in (chance.sample(pieces, sum(sizes)) for _ in range(4))
    ]


@pytest.mark.parametrize(
    "question", small_hands(), ids=lambda q: f"{q.counts}-{q.sizes}-{q.room is not None}"
)
def test_vertices_and_edges(question: Question) -> None:
    graph = conflict_graph(question)
    kinds = question.kinds
    for vertex, seen in graph.nodes(data=True):
        assert vertex.part == tuple(kinds[tile] for tile in vertex.tiles)
        assert seen["weight"] == len(vertex.tiles) > 0
        assert seen["size"] == question.sizes[vertex.slot]
        assert seen["blocks"]
        for block in seen["blocks"]:
            assert len(block) == seen["size"]
            assert all(block.count(kind) >= vertex.part.count(kind) for kind in vertex.part)
    for a, b in combinations(graph, 2):
        reason = "slot" if a.slot == b.slot else "tile" if set(a.tiles) & set(b.tiles) else None
        if reason:
            assert graph.edges[a, b]["why"] == reason
        elif graph.has_edge(a, b):
            assert graph.edges[a, b]["why"] == "copies"
            assert question.room is not None
    parts = {(vertex.slot, vertex.tiles) for vertex in graph}
    expected = {
        (slot, tiles)
        for slot, size in enumerate(question.sizes)
        for taken in range(1, size + 1)
        for tiles in combinations(range(len(kinds)), taken)
        if any(_becomes(question, [kinds[tile] for tile in tiles], block) for block in BLOCKS.by_size[size])
    }
    assert parts == expected


def _becomes(question: Question, part: list[int], block: tuple[int, ...]) -> bool:
    lacking = {kind: block.count(kind) - part.count(kind) for kind in {*block, *part}}
    return all(count >= 0 for count in lacking.values()) and all(
        question.room is None or not count or question.counts[kind] + count <= question.room[kind]
        for kind, count in lacking.items()
    )


@pytest.mark.parametrize(
    "question", small_hands(), ids=lambda q: f"{q.counts}-{q.sizes}-{q.room is not None}"
)
def test_the_heaviest_set_is_the_distance(question: Question) -> None:
    """Of the whole graph where copies are ignored; strict, completions may lack tiles, so it is a lower bound. The
    smaller graph has a set of that weight exactly where as few tiles are missing."""
    slot_tiles = sum(question.sizes)
    whole = heaviest_by_trying(conflict_graph(question))
    least = bitmask.distance(question)
    assert distance(question) == least
    assert slot_tiles - whole == least or (question.room is not None and slot_tiles - whole < least)
    assert heaviest_by_trying(conflict_graph(question, least)) >= slot_tiles - least
    if question.room is None and least:
        assert heaviest_by_trying(conflict_graph(question, least - 1)) < slot_tiles - least + 1


def test_three_slots_that_want_the_last_two_tiles() -> None:
    """Each two of the three can be completed, all three cannot: no edge says so, the cut does."""
    blocks = Blocks(4, {2: ((0, 1), (0, 2), (0, 3))}, {2: (1, 1, 1)})
    question = Question(blocks, (0, 1, 1, 1), (2, 2, 2), (2, 1, 1, 1))
    graph = conflict_graph(question)
    assert not {"copies"} & {why for _, _, why in graph.edges(data="why")}
    assert heaviest_by_trying(graph) == 3
    assert distance(question) == UNREACHABLE == bitmask.distance(question)
    roomier = question._replace(room=(3, 1, 1, 1))
    assert distance(roomier) == 3 == bitmask.distance(roomier)


def test_two_that_want_the_last_tile_have_an_edge() -> None:
    blocks = Blocks(3, {2: ((0, 1), (0, 2))}, {2: (1, 1)})
    graph = conflict_graph(Question(blocks, (0, 1, 1), (2, 2), (1, 1, 1)))
    assert "copies" in {why for _, _, why in graph.edges(data="why")}


def test_a_word_hand(common: Lexicon) -> None:
    """The whole graph of a dealt hand has hundreds of vertices, the one that is searched far fewer."""
    blocks = Blocks.from_lexicon(common, HIRAGANA_120)
    hand = HIRAGANA_120.read("さくらなみだたまごきつねいぬ")
    question = Question(blocks, hand, (3, 3, 3, 3, 2), HIRAGANA_120.copies)
    whole, searched = conflict_graph(question), conflict_graph(question, 0)
    assert len(searched) * 2 < len(whole)
    assert {vertex.slot for vertex in whole} == {0, 1, 2, 3, 4}
    assert distance(question) == 0
