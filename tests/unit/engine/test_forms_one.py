"""Forms that are judged without a search give the answers of the search; and what a form says about itself."""

from __future__ import annotations

import random

import pytest

from kanamj.engine import RiichiEngine
from kanamj.engine.forms import Form
from kanamj.engine.search import Search, distance
from kanamj.engine.waits import accepts, accepts_after_discards
from kanamj.tiles import RIICHI_136, SANMA_108, TileSet

PAIRS = Form("2222222")


@pytest.mark.parametrize("tiles", [RIICHI_136, SANMA_108], ids=lambda tiles: tiles.name)
@pytest.mark.parametrize("form", ["seven_pairs", "thirteen_orphans"])
def test_counting_gives_the_answers_of_the_search(form: str, tiles: TileSet) -> None:
    engine = RiichiEngine(tiles, [form])
    chance = random.Random(form)
    wall = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
    few = [kind for kind in wall if kind % 9 in (0, 8) or kind > 25]
    for i in range(24):
        (judged,) = engine.ask(chance.sample(few if i % 3 else wall, 13 + i % 2)).judged
        assert judged.distance == distance(judged.question)
        if judged.full:
            assert judged.after_discards == accepts_after_discards(Search(judged.question))
        else:
            assert judged.draws == accepts(Search(judged.question))
