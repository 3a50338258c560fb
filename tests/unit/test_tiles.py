"""Tile sets have the counts of the paper (section 2.1) and of the PRO edition; parse and format invert each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanamj.tiles import (
    TILE_SETS,
    TileSet,
    tile_set,
)


@pytest.mark.parametrize("tiles", TILE_SETS.values(), ids=str)
@given(data=st.data())
def test_parse_inverts_format(tiles: TileSet, data: st.DataObject) -> None:
    there = [kind for kind, copies in enumerate(tiles.copies) if copies]
    kinds = tuple(data.draw(st.lists(st.sampled_from(there), max_size=20)))
    assert tiles.parse(tiles.format(kinds)) == kinds


@pytest.mark.parametrize("name", TILE_SETS)
def test_the_repr_can_be_pasted_back(name: str) -> None:
    assert eval(repr(tile_set(name))) is tile_set(name)
    custom = TileSet("mine", ("a", "b"), (1, 2))
    assert eval(repr(custom)) == custom
