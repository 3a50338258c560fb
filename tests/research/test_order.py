"""The order in which to learn words is that of trying all words at each step; its figures; several forms."""

from __future__ import annotations

import math
import pickle
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from known_forms import KnownForms
from learning_order import other_ways, ranked_once
from order import CHOOSING, Order

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.engine import Engine
from kanamj.engine.known_blocks import KnownBlocks
from kanamj.learn.order import ranked_by_gain
from kanamj.lexicon import Entry, Lexicon
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.store import key_of
from kanamj.results import Manifest
from kanamj.studies import run
from kanamj.tiles import TileSet
from tests.reference import golden
from tests.unit.engine.test_known_blocks import all_blocks, engine_of

LETTERS = "あいうえおかきく"
SMALL = TileSet("small", tuple(LETTERS), (2, 3, 2, 1, 3, 2, 1, 2))


def small_list(seed: object, words: int = 14) -> Lexicon:
    """Words of two and three letters, easiest first as they were drawn."""
    random = Random(f"{seed}")
    found = {key_of("".join(random.choices(LETTERS, k=size))) for _ in range(words) for size in (2, 3)}
    ranked = sorted(found, key=lambda _: random.random())
    return Lexicon.from_entries(
        "small", [Entry(word, word, random.randrange(999), ease=rank) for rank, word in enumerate(ranked, 1)]
    )


def some(lexicon: Lexicon, keys: list[str]) -> WordEngine | None:
    """An engine of these keys; None where it has no words of a length."""
    grams = {size: {key: lexicon.words(key) for key in sorted(keys) if len(key) == size} for size in (2, 3)}
    return WordEngine(Lexicon("some", grams), SMALL, "332") if all(grams.values()) else None


def distances(lexicon: Lexicon, keys: list[str], rows: Any) -> Any:
    """By an engine made anew; 8, all tiles, where no words fill the form."""
    engine = some(lexicon, keys)
    return np.minimum(engine.batch.distance(rows), 8).astype(int) if engine else np.full(len(rows), 8)


def small_order(seed: object, known: int, learn: int, n: int = 300, **chosen: Any) -> Order:
    small = {"known": str(known), "learn": learn, "candidates": 12, "tiles": SMALL, "forms": ("332",)}
    return Order(small_list(seed), n, **small, **chosen)  # type: ignore[arg-type]


@pytest.mark.parametrize("known", [1, 3, 8])
@pytest.mark.parametrize("seed", range(4))
def test_the_order_is_the_one_found_by_trying_all_words_at_each_step(
    seed: int, known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("learning_order.AGAIN", 3)
    study = small_order(seed, known, learn=8)
    lexicon = study.words
    rows, _ = study.engine.batch.deal_rows(8, 300, deal_state(1, CHOOSING))
    keys, left, expected = [*study.plan.known], [*study.plan.candidates], []
    for _ in range(8):
        sums = [int(distances(lexicon, [*keys, key], rows).sum()) for key in left]
        best = left.pop(sums.index(min(sums)))  # the first, so the easiest, of equal ones
        keys.append(best)
        expected.append(best)
    assert study.plan.order == tuple(expected)


def error_of(values: Any) -> float:
    """The standard error of a mean over choices and deals, (choices, deals): both are samples."""
    choices, deals = values.shape
    variance = values.mean(axis=0).var(ddof=1) / deals
    if choices > 1:
        rest = values - values.mean(axis=0) - values.mean(axis=1)[:, None] + values.mean()
        noise = (rest**2).sum() / (choices - 1) / (deals - 1) / deals
        variance += max(0.0, values.mean(axis=1).var(ddof=1) - noise) / choices
    return math.sqrt(variance)


@pytest.mark.parametrize("seed", range(3))
def test_figures_are_those_of_other_deals(seed: int) -> None:
    study = small_order(seed, 5, learn=6, n=500)
    lexicon = study.words
    rows, _ = study.engine.batch.deal_rows(8, 500, deal_state(1, 0))
    found = run(study)
    before = distances(lexicon, [*study.plan.known], rows)
    start = before
    for place, row in enumerate(found.rows("order"), 1):
        now = distances(lexicon, [*study.plan.known, *study.plan.order[:place]], rows)
        expected = {
            "shanten_gain": before - now,
            "tenpai_gain": (now <= 1) * 1 - (before <= 1),
            "mean_shanten": now - 1,
            "tenpai": (now <= 1) * 1,
        }
        for name, numbers in expected.items():
            assert row[name] == pytest.approx(fmean(numbers.tolist()), abs=1e-7)
            n = 500 if name == "tenpai" else 499  # a share has the error of a share
            error = np.std(numbers) / math.sqrt(n)
            assert row[f"{name}_stderr"] == pytest.approx(error, abs=1e-7)
        before = now
    by_order = before
    ways = {way.name: way.choices for way in study.plan.ways}
    for row in found.rows("compare"):
        if row["way"] not in ways:
            continue
        each = [
            distances(lexicon, [*study.plan.known, *choice[: row["words"]]], rows)
            for choice in ways[row["way"]]
        ]
        mean = np.mean(each, axis=0)
        assert row["mean_shanten"] == pytest.approx(mean.mean() - 1, abs=1e-7)
        assert row["shanten_gain"] == pytest.approx((start - mean).mean(), abs=1e-7)
        assert row["behind"] == pytest.approx((mean - by_order).mean(), abs=1e-7)
        error = error_of(np.array(each) - by_order)
        assert row["behind_stderr"] == pytest.approx(error, abs=1e-7)
        by_chance = row["way"] == "random"
        assert (error > (mean - by_order).std(ddof=1) / math.sqrt(500) + 1e-9) == by_chance
        assert row["tenpai"] == pytest.approx(np.mean([one <= 1 for one in each]), abs=1e-7)
    assert [row["way"] for row in found.rows("compare")] == [
        "known",
        "order",
        "once",
        "ease",
        "cost",
        "random",
    ]


def test_a_small_order_is_the_golden_one() -> None:
    """It was written by version 0.5, where the study was a command of kanamj."""
    study = Order(golden.words(), 400, known="300", learn=6, candidates=60, forms=("33332", "2222222"))  # type: ignore[arg-type]
    assert study.plan.order == ("ちにわ", "まりん", "でのぽ", "いさも", "ぜちね", "おけり")
    *_, row = (row for row in run(study).rows("compare") if row["way"] == "random")
    assert (row["mean_shanten"], row["mean_shanten_stderr"]) == (2.52825, 0.03687943)
    assert (row["behind"], row["behind_stderr"]) == (0.00575, 0.00840574)


def test_workers_are_sent_what_is_chosen() -> None:
    study = small_order(1, 5, learn=4)
    sent: Order = pickle.loads(pickle.dumps(study))
    assert sent.__dict__["plan"] == study.plan
    assert sent.words.readings == ()
    assert sent.chunk(0, 300) == study.chunk(0, 300)


def test_known_words_may_be_those_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("さかな\nかさな\nイヌ\tいぬ\n# a remark\n", encoding="utf-8")
    study = Order("core", 10, known=str(file), learn=5, candidates=20)
    assert sorted(study.plan.known) == ["いぬ", "かさな"]
    assert not {*study.plan.known} & {*study.plan.candidates}
    assert "--known known.txt" in _command(study, tmp_path)


def _command(study: Order, place: Path) -> str:
    run(study, place / "out")
    manifest = Manifest.read(place / "out")
    assert "known.txt" in manifest.inputs
    return manifest.command


def test_other_ways_are_by_ease_by_cost_and_by_chance() -> None:
    lexicon = small_list(5)
    unknown = lexicon.easiest_keys(2, 3)
    ease, cost, random = other_ways(lexicon, unknown, unknown[:10], 6, seed=1)
    assert ease.choices == (tuple(unknown[:6]),)
    assert cost.choices[0] == tuple(sorted(unknown, key=lambda key: (lexicon.cost(key), key))[:6])
    assert len({*random.choices}) > 1
    assert all(len({*choice}) == 6 and {*choice} <= {*unknown[:10]} for choice in random.choices)


def test_words_ranked_once_are_those_that_kanamj_ranks_for_a_player_without_an_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kanamj.learn.order.DEALS", 300)
    study = Order("core", 300, known="900")
    known, unknown = study._keys
    candidates = unknown[: study.candidates]
    blocks = [*map(study._block, candidates)]
    found = ranked_once(study._knowing(known), study.dealt(0, 300), blocks)
    assert tuple(candidates[i] for i in found[: study.learn]) == ranked_by_gain(study.words, study.set, "900")


def test_the_orders_of_the_shipped_lists_are_ahead_of_words_ranked_once_and_of_all_others() -> None:
    for folder in (shipped_folder() / "order").iterdir():
        rows = Order.read(folder).rows("compare")
        behind = {row["way"]: (row["behind"], row["behind_stderr"]) for row in rows if row["words"] == 100}
        assert {*behind} == {"order", "once", "ease", "cost", "random"}
        assert all(far > 2 * error for way, (far, error) in behind.items() if way != "order")


@pytest.mark.parametrize("known_first", [4, 30])
@pytest.mark.parametrize("forms", ["33332,2222222", "2222222"])
def test_several_forms_judge_as_a_new_engine_and_words_change_no_hand_that_they_do_not_touch(
    forms: str, known_first: int
) -> None:
    faces = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふ"
    random, untouched = Random(f"{forms} {known_first}"), 0
    wide = TileSet("wide", tuple(sorted(faces)), (2,) * 28)
    words = {"".join(sorted(random.choices(faces, k=size))) for size in (2, 3) for _ in range(80)}
    engine = engine_of([*sorted(words), "あえう", "えあう"], forms, tiles=wide)
    rows, _ = engine.batch.deal_rows(14, 60, deal_state(3, 0))
    blocks, by_kind = all_blocks(engine), np.ascontiguousarray(rows.T)
    random.shuffle(blocks)
    judge = KnownForms(engine, blocks[:known_first])
    for block in blocks[known_first : known_first + 25]:
        before, touched = judge.distance(rows), judge.touched(by_kind, block)
        untouched += len(rows) - len(touched)
        with judge.added(block):
            now = judge.distance(rows)
        assert block not in judge.known
        assert judge.distance(rows).tolist() == before.tolist()
        judge.add(block)
        assert judge.distance(rows).tolist() == now.tolist()
        new = by_limit(engine, [*judge.known])
        assert now.tolist() == np.minimum(new.batch.distance(rows), 14).tolist()
        assert {*np.flatnonzero(now != before).tolist()} <= {*touched.tolist()}
    assert untouched or known_first == 4


def by_limit(engine: Engine, known: list[Block]) -> Engine:
    """An engine of these blocks, each of which spells as many words as in the other one."""
    by_size = {size: tuple(sorted(block for block in known if len(block) == size)) for size in (2, 3)}
    words = {size: tuple(engine.blocks.limit[block] for block in by_size[size]) for size in by_size}
    blocks = Blocks(engine.blocks.kinds, by_size, words)
    return Engine(engine.tiles, blocks, [form.over(blocks) for form in engine.forms], engine.copies)


def test_one_form_judges_as_known_blocks_do() -> None:
    engine = engine_of(["あい", "うえ", "おかき", "いうえ"], "332")
    rows, _ = engine.batch.deal_rows(8, 100, deal_state(1, 0))
    known, new = all_blocks(engine)[:-1], all_blocks(engine)[-1]
    ours, theirs = KnownForms(engine, known), KnownBlocks(engine, known)
    assert ours.distance(rows).tolist() == theirs.distance(rows).tolist()
    by_kind = np.ascontiguousarray(rows.T)
    assert ours.touched(by_kind, new).tolist() == theirs.touched(by_kind, new).tolist()
