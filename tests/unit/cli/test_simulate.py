"""kanamj simulate deals: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanamj.results import Manifest
from kanamj.studies.stats import Proportion
from tests.conftest import Run

SMALL = ("simulate", "deals", "--n", "300", "--form", "332", "--sample", "20")


def test_json_has_counts_and_standard_errors(kanamj: Run) -> None:
    done = kanamj(*SMALL, "--json", "--seed", 3)
    assert (done.code, done.err) == (0, "")
    said = json.loads(done.out)
    assert (said["n"], said["seed"], said["parameters"]["lexicon"]) == (300, 3, "common")
    assert set(said["counts"]) <= {str(shanten) for shanten in range(-1, 8)}
    assert sum(said["counts"].values()) == 300
    for shanten, count in said["counts"].items():
        share = Proportion(count, 300)
        found = (said["share"][shanten], said["stderr"][shanten], said["interval_95"][shanten])
        assert found == (share.value, share.stderr, list(share.interval))
    mean = sum(int(at) * hands for at, hands in said["counts"].items()) / 300
    assert said["mean_shanten"] == pytest.approx(mean)
    histograms = [said["waits"], *said["accepts"].values()]
    assert 0 < sum(sum(histogram.values()) for histogram in histograms) <= 20


def test_tables_are_the_same_for_the_same_seed_and_others_for_another(kanamj: Run) -> None:
    table = kanamj(*SMALL, "--tsv")
    header, *lines = table.out.splitlines()
    assert header.split("\t") == ["shanten", "count", "share", "stderr", "low", "high"]
    assert sum(int(line.split("\t")[1]) for line in lines) == 300
    assert kanamj(*SMALL, "--tsv").out == table.out
    assert kanamj(*SMALL, "--tsv", "--seed", 2).out != table.out
    done = kanamj(*SMALL)
    assert "300 deals, common, 8 tiles, form 332, seed 1" in done.out
    assert "mean shanten" in done.out
    assert ("tenpai" in done.out, done.err) == (False, "")


def test_extra_words_are_in_the_manifest_and_own_words_are_not_used(kanamj: Run, tmp_path: Path) -> None:
    plain = kanamj(*SMALL, "--tsv").out
    assert kanamj("lexicon", "add", "むぬ=無ぬ", "めへ").code == 0
    assert kanamj(*SMALL, "--tsv").out == plain
    words = tmp_path / "mine.tsv"
    words.write_text("".join(f"{a}{b}\n" for a in "あいうえお" for b in "かきくけこ"))
    done = kanamj(*SMALL, "--tsv", "--extra", words, "--out", tmp_path / "out")
    assert done.out != plain
    assert "mine.tsv" in Manifest.read(tmp_path / "out").inputs
