"""The script of results/chances: `kept` agrees with the recursion, and an interrupted run gives the same files."""

import random
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.forms import parse_forms
from kanamj.engine.habits import kept_chances
from kanamj.folders.manifest import Manifest
from kanamj.lexicon import load_lexicon
from kanamj.studies.chances import CHUNK
from kanamj.studies.deals import Deals
from kanamj.studies.run import run_into
from kanamj.studies.workers import open_workers
from tests import places
from tests.places import files_in
from tests.reference import toy
from tests.reference.chances import discards, more


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return places.script("results_chances")


@cache
def nearest(hand: tuple[int, ...]) -> int:
    found = toy.missing(hand, toy.TILES.copies)
    assert found is not None
    return found


@cache
def kept(hand: tuple[int, ...], unseen: tuple[int, ...], draws: int) -> Fraction:
    """Throw what is drawn unless it brings the hand nearer; then throw what leaves most to wait for."""
    if not draws or not sum(unseen):
        return Fraction(0)
    total = Fraction(0)
    for kind, there in enumerate(unseen):
        if not there:
            continue
        drawn, left = more(hand, kind, 1), more(unseen, kind, -1)
        if nearest(drawn) == 0:
            total += there
        elif nearest(drawn) < nearest(hand):
            total += there * max(
                kept(after, left, draws - 1) for _, after in discards(drawn) if nearest(after) == 1
            )
        else:
            total += there * kept(hand, left, draws - 1)
    return total / sum(unseen)


def test_the_chance_of_a_hand_that_is_never_changed() -> None:
    engine, chance = WordEngine(toy.LEXICON, toy.TILES, "32"), random.Random(4)
    pieces = [kind for kind, copies in enumerate(toy.TILES.copies) for _ in range(copies)]
    seen = set()
    for _ in range(40):
        hand = toy.TILES.tally(chance.sample(pieces, 4))
        unseen = tuple(copies - count for copies, count in zip(toy.TILES.copies, hand, strict=True))
        seen.add(nearest(hand))
        if nearest(hand) <= 2:
            found = kept_chances(engine.batch, np.array(hand, np.uint8), np.array(unseen, np.int64), 3)
            assert found == pytest.approx([float(kept(hand, unseen, t)) for t in (1, 2, 3)], abs=1e-12)
    assert {1, 2} <= seen


def test_the_folder_has_pictures_of_its_tables(script: ModuleType, tmp_path: Path) -> None:
    deals = Deals(load_lexicon("common"), 12, forms=parse_forms("332"), sample=0, chunk_size=CHUNK)
    run_into(tmp_path, script.WithPictures(deals, three=3), open_workers)
    assert [*files_in(tmp_path)] == ["MANIFEST.toml", "chances.png", "costs.png", "hands.csv", "summary.csv"]
    assert Manifest.read(tmp_path).verify(tmp_path) == []
    lines = (tmp_path / "hands.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 24
    assert sum(line.split(",")[4] != "" for line in lines[1:]) == 6
