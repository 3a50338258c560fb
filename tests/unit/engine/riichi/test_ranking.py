"""The ranking of suit vectors is a bijection, shown by visiting every vector."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from kanamj.engine.riichi.ranking import Ranking


@pytest.mark.parametrize(("kinds", "size"), [(2, 25), (7, 43_130), (9, 405_350)])
def test_every_vector_has_its_own_place(kinds: int, size: int) -> None:
    ranking = Ranking(kinds)
    assert ranking.size == size
    place = 0
    for vector in product(range(5), repeat=kinds):  # lexicographic, as the ranks are
        if sum(vector) <= 14:
            assert ranking.rank(vector) == place
            place += 1
    assert place == size


@pytest.mark.parametrize(("kinds", "tiles"), [(7, 14), (9, 14), (4, 3), (3, 12)])
def test_vectors_are_in_the_order_of_their_ranks(kinds: int, tiles: int) -> None:
    ranking = Ranking(kinds, tiles)
    vectors = ranking.vectors()
    assert vectors.shape == (ranking.size, kinds)
    assert vectors.dtype == np.uint8
    sample = range(0, ranking.size, max(1, ranking.size // 5000))
    assert [ranking.rank(vectors[place].tolist()) for place in sample] == list(sample)


@pytest.mark.parametrize("vector", [(5, 0, 0), (4, 4, 4), (0, -1, 0)])
def test_what_is_not_a_vector_has_no_rank(vector: tuple[int, ...]) -> None:
    with pytest.raises(IndexError, match="is not a vector of 3 counts"):
        Ranking(3, 11).rank(vector)
