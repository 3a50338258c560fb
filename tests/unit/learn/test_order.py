"""What is shipped beside the lists, and what words are worth learning for other lists, players and tiles."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.errors import KanamjError
from kanamj.learn import order
from kanamj.learn.order import CANDIDATES, KNOWN, LEARNT, worth_learning
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.shelf import shipped_folder
from kanamj.results import Manifest
from kanamj.tiles import HIRAGANA_120, HIRAGANA_PRO_136

LISTS = ("core", "common", "wide")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank on fewer deals, and fewer words."""
    monkeypatch.setattr(order, "DEALS", 100)
    monkeypatch.setattr(order, "CANDIDATES", 120)


@pytest.mark.parametrize("name", LISTS)
def test_the_order_beside_a_shipped_list_is_of_that_list_and_player(name: str) -> None:
    lexicon, folder = load_lexicon(name), shipped_folder() / "order" / name
    made = Manifest.read(folder)
    assert made.verify(folder) == []
    given = made.parameters
    assert made.command.startswith(f"python scripts/research/order.py --n {given['n']} ")
    assert (given["lexicon"], given["lexicon_sha256"]) == (name, lexicon.sha256)
    assert (given["tiles"], given["forms"], given["copies"]) == (HIRAGANA_120.name, "33332", "strict")
    assert (str(given["known"]), given["learn"], given["candidates"]) == (KNOWN, LEARNT, CANDIDATES)
    shipped = Manifest.read(shipped_folder() / name).outputs
    assert {file: shipped[file].sha256 for file in made.inputs} == made.inputs
    learn, ranked = worth_learning(lexicon, HIRAGANA_120), lexicon.easiest_keys(2, 3)
    assert len({*learn}) == LEARNT
    assert {*learn} <= {*ranked[int(KNOWN) : int(KNOWN) + CANDIDATES]}
    with (folder / "order.csv").open(encoding="utf-8", newline="") as file:
        assert [row["key"] for row in csv.DictReader(file)] == [*learn]
    assert worth_learning(lexicon, HIRAGANA_120, KNOWN) == learn


def test_words_are_ranked_by_what_each_alone_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "DEALS", 200)
    monkeypatch.setattr(order, "CANDIDATES", 6)
    lexicon = load_lexicon("core")
    ranked = lexicon.easiest_keys(2, 3)
    known, candidates = ranked[:900], ranked[900:906]
    rows, _ = WordEngine(lexicon).batch.deal_rows(14, 200, deal_state(1, 0))

    def distance(keys: list[str]) -> int:
        grams = {
            size: {key: lexicon.words(key) for key in sorted(keys) if len(key) == size} for size in (2, 3)
        }
        found = np.minimum(WordEngine(Lexicon("some", grams)).batch.distance(rows), 14)
        return int(found.sum(dtype=np.int64))

    gains = {key: distance(known) - distance([*known, key]) for key in candidates}
    assert len({*gains.values()}) > 1
    expected = sorted(candidates, key=lambda key: -gains[key])  # ties: the easier first
    assert worth_learning(lexicon, HIRAGANA_120, "900") == tuple(expected)


@pytest.mark.usefixtures("quick")
def test_another_list_player_or_set_of_tiles_has_no_shipped_order(tmp_path: Path) -> None:
    core = load_lexicon("core")
    shipped = worth_learning(core, HIRAGANA_120)
    file = tmp_path / "known.txt"
    file.write_text("\n".join(core.shown(key)[0].reading for key in core.easiest_keys(2, 3)[:690]), "utf-8")
    copied = shutil.copytree(shipped_folder() / "core", tmp_path / "core")
    others = {
        "more words": worth_learning(core.with_words([Entry("ぬぬ", "ぬぬ")]), HIRAGANA_120),
        "clear sounds": worth_learning(core.fold("seion"), HIRAGANA_120),
        "all words": worth_learning(load_lexicon("core", all_words=True), HIRAGANA_120),
        "a folder of that name": worth_learning(load_lexicon(copied), HIRAGANA_120),
        "other tiles": worth_learning(core, HIRAGANA_PRO_136),
        "a number": worth_learning(core, HIRAGANA_120, "690"),
        "a file": worth_learning(core, HIRAGANA_120, str(file)),
    }
    for what, learn in others.items():
        assert (len({*learn}), learn == shipped) == (LEARNT, False), what
    assert others["a number"] == others["a file"]
    faces = HIRAGANA_PRO_136.index.keys()
    assert all(faces >= {*key} for key in others["other tiles"])


@pytest.mark.usefixtures("quick")
def test_a_player_who_knows_almost_all_words_learns_the_rest() -> None:
    lexicon = load_lexicon("core")
    ranked = lexicon.easiest_keys(2, 3)
    assert {*worth_learning(lexicon, HIRAGANA_120, str(len(ranked) - 3))} == {*ranked[-3:]}
    with pytest.raises(KanamjError, match=f"all {len(ranked):,} words of core are known"):
        worth_learning(lexicon, HIRAGANA_120, str(len(ranked)))


def test_a_list_too_short_to_learn_from_has_no_words_to_learn() -> None:
    toy = Lexicon.from_entries("toy", [Entry("さかな", "魚", 100), Entry("いぬ", "犬", 10)])
    assert worth_learning(toy, HIRAGANA_120) == ()
    with pytest.raises(KanamjError, match="words cannot be known; toy has"):
        worth_learning(toy, HIRAGANA_120, "50")
