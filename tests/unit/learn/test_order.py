"""The order in which to learn words is that of trying all words at each step; its figures, what is refused."""

from __future__ import annotations

import json
import math
import pickle
import re
import unicodedata
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.learn.learning_order import other_ways
from kanamj.learn.order import CHOOSING, Order, spelled
from kanamj.lexicon import Entry, Lexicon
from kanamj.lexicon.store import key_of
from kanamj.results import Manifest
from kanamj.studies import run
from kanamj.tiles import TileSet
from tests.conftest import Run

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
    monkeypatch.setattr("kanamj.learn.learning_order.AGAIN", 3)
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


@pytest.mark.parametrize("known", [1, 3, 8])
@pytest.mark.parametrize("seed", range(4))
def test_the_lazy_order_tries_a_word_again_only_if_its_last_gain_was_large_enough(
    seed: int, known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kanamj.learn.learning_order.AGAIN", 3)
    study = small_order(seed, known, learn=8)
    lexicon = study.words
    rows, _ = study.engine.batch.deal_rows(8, 300, deal_state(1, CHOOSING))
    keys, expected = [*study.plan.known], []
    gains = dict.fromkeys(study.plan.candidates, 10**6)  # the easiest first
    for _ in range(8):
        before, most = int(distances(lexicon, keys, rows).sum()), 0
        for key in sorted(gains, key=lambda key: -gains[key]):
            if gains[key] >= most:
                gains[key] = before - int(distances(lexicon, [*keys, key], rows).sum())
                most = max(most, gains[key])
        best = max(gains, key=lambda key: gains[key])
        del gains[best]
        keys.append(best)
        expected.append(best)
    assert study.choose(lazy=True) == tuple(expected)


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
        "ease",
        "cost",
        "random",
    ]


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


def test_a_list_of_ten_words_is_learnt(kanamj: Run, tmp_path: Path) -> None:
    folder = tmp_path / "ten"
    folder.mkdir()
    for wide, words in (("２", "いぬ ねこ かめ あり"), ("３", "さくら なみだ たまご きつね うさぎ くるま")):
        rows = [f"{key}\t{key}\n" for key in sorted(map(key_of, words.split()))]
        name = f"{unicodedata.normalize('NFKC', wide)}gram.txt"
        (folder / name).write_text(f"{wide}文字集合\t可能な{wide}文字単語\n{''.join(rows)}", encoding="utf-8")
    own = tmp_path / "known.txt"
    own.write_text("いぬ", encoding="utf-8")
    done = kanamj("study", "order", "--known", own, "--learn", 9, "--n", 200, "--lexicon", folder, "--json")
    assert done.code == 0, done.err
    said = json.loads(done.out)
    assert len(said["order"]) == 9
    assert said["compare"][0]["mean_shanten"] == 13  # nothing fills the form


def test_the_command_prints_what_each_word_adds(kanamj: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    small = ("study", "order", "--known", 700, "--learn", 3, "--candidates", 50, "--n", 500)
    out = kanamj(*small).out
    assert "of your words" in out
    assert "what to learn beside 700 words of common" in out
    assert re.findall("^ (by [a-z ]+?)  ", out, re.M) == ["by the order", "by ease", "by cost", "by chance"]
    lines = kanamj(*small, "--tsv").out.splitlines()
    assert lines[0].startswith("place\tkey\twords\tletter\tletter_words\tshanten_gain\tshanten_gain_stderr")
    assert len(lines) == 4


def test_words_are_spelled_easiest_first() -> None:
    entries = [
        Entry("かい", "貝", 30, ease=9),
        Entry("いか", "いか", 20, ease=12),
        Entry("いか", "烏賊", flag="dark"),
    ]
    toy_words = Lexicon.from_entries("toy", entries)
    assert spelled(toy_words, "いか") == "かい(貝) いか"
    assert spelled(toy_words, "いか", 1) == "かい(貝)"
    assert spelled(toy_words, "うえ") == ""
