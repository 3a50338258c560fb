"""kanamj simulate deals: what it prints, writes and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanamj.cli.running import parse_number
from kanamj.folders.manifest import CHECKPOINT, MANIFEST, Manifest
from kanamj.studies.deal_results import COUNTS
from kanamj.studies.deals import Deals
from kanamj.studies.stats import Share
from tests.places import files_in

Run = Callable[..., Any]
SMALL = ("simulate", "deals", "--n", "300", "--form", "332", "--sample", "20")


def test_json_has_counts_and_standard_errors(kanamj: Run) -> None:
    done = kanamj(*SMALL, "--json", "--seed", 3)
    assert done.code == 0
    assert done.err == ""
    said = json.loads(done.out)
    assert (said["n"], said["seed"]) == (300, 3)
    assert sum(said["counts"].values()) == 300
    assert set(said["counts"]) <= {"-1", "0", "1", "2", "3", "4", "5", "6", "7"}
    for shanten, count in said["counts"].items():
        share = Share(count, 300)
        assert said["share"][shanten] == share.value
        assert said["stderr"][shanten] == share.stderr
        assert said["interval_95"][shanten] == list(share.interval)
    assert said["mean_shanten"] == pytest.approx(
        sum(int(at) * hands for at, hands in said["counts"].items()) / 300
    )
    histograms = [said["waits"], *said["accepts"].values()]
    assert 0 < sum(sum(histogram.values()) for histogram in histograms) <= 20
    assert said["parameters"]["lexicon"] == "core"


def test_the_same_seed_gives_the_same_output_and_another_seed_another_one(kanamj: Run) -> None:
    assert kanamj(*SMALL, "--tsv").out == kanamj(*SMALL, "--tsv", "--workers", 1).out
    assert kanamj(*SMALL, "--tsv").out != kanamj(*SMALL, "--tsv", "--seed", 2).out


def test_tsv_and_table(kanamj: Run) -> None:
    lines = kanamj(*SMALL, "--tsv").out.splitlines()
    assert lines[0].split("\t") == ["shanten", "count", "share", "stderr", "low", "high"]
    assert sum(int(line.split("\t")[1]) for line in lines[1:]) == 300
    done = kanamj(*SMALL)
    assert "300 deals, core, 8 tiles, form 332, seed 1" in done.out
    assert "mean shanten" in done.out
    assert done.err == ""
    assert "tenpai" not in done.out


def test_folder_holds_results_and_manifest(kanamj: Run, tmp_path: Path) -> None:
    out = tmp_path / "sub" / "out"
    assert kanamj(*SMALL, "--out", out).code == 0
    assert sorted(path.name for path in out.iterdir()) == [MANIFEST, "accepts.csv", COUNTS, "waits.csv"]
    manifest = Manifest.read(out)
    assert manifest.verify(out) == []
    assert manifest.parameters["n"] == 300
    assert Deals.read(out).n == 300
    again = tmp_path / "again"
    arguments = manifest.command.removeprefix("kanamj ").replace("DIR", str(again)).split()
    assert kanamj(*arguments).code == 0
    assert files_in(out) == files_in(again)


def test_a_folder_is_not_overwritten_unless_asked(kanamj: Run, tmp_path: Path) -> None:
    assert kanamj(*SMALL, "--out", tmp_path / "out").code == 0
    done = kanamj(*SMALL, "--out", tmp_path / "out")
    assert done.code == 1
    assert "--replace" in done.err
    done = kanamj(*SMALL, "--out", tmp_path / "out", "--resume")
    assert (done.code, "finished" in done.err) == (0, True)
    done = kanamj(*SMALL, "--seed", 9, "--out", tmp_path / "out", "--resume")
    assert (done.code, "seed" in done.err) == (1, True)
    assert kanamj(*SMALL, "--seed", 9, "--out", tmp_path / "out", "--replace", "--keep-checkpoint").code == 0
    assert Deals.read(tmp_path / "out").parameters["seed"] == 9
    assert (tmp_path / "out" / CHECKPOINT).is_file()


def test_extra_words_are_in_the_manifest_and_own_words_are_not_used(kanamj: Run, tmp_path: Path) -> None:
    plain = kanamj(*SMALL, "--tsv").out
    assert kanamj("lexicon", "add", "むぬ=無ぬ", "めへ").code == 0
    assert kanamj(*SMALL, "--tsv").out == plain
    words = tmp_path / "mine.tsv"
    words.write_text("".join(f"{a}{b}\n" for a in "あいうえお" for b in "かきくけこ"))
    done = kanamj(*SMALL, "--tsv", "--extra", words, "--out", tmp_path / "out")
    assert done.out != plain
    assert "mine.tsv" in Manifest.read(tmp_path / "out").inputs


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--n", "0"), 1, "0 deals"),
        (("--n", "many"), 2, "not a whole number"),
        (("--n", "1.5"), 2, "not a whole number"),
        (("--n", "1e999999999"), 2, "not a whole number"),
        (("--n", "9" * 5_000), 2, "not a whole number"),
        (("--n", "Infinity"), 2, "not a whole number"),
        (("--n", "1e13"), 1, "cannot be counted"),
        (("--n", "10", "--patience", "-1"), 1, "patience of -1"),
        (("--n", "10", "--hand", "20"), 1, "13 or 14 tiles, not 20"),
        (("--n", "10", "--form", "9"), 1, "not a form"),
        (("--n", "10", "--tiles", "domino"), 1, "'domino' is not a tile set"),
        (("--n", "10", "--tiles", "riichi-136"), 1, "kanamj exact"),
        (("--n", "10", "--copies", "some"), 1, "'some' is not a copies rule"),
        (("--n", "10", "--lexicon", "nobody"), 1, "'nobody' is not a lexicon"),
        (("--n", "10", "--seed", "-1"), 1, "seed -1"),
        (("--n", "10", "--workers", "-1"), 2, "-1 is less than 0"),
        (("--n", "10", "--resume"), 2, "--out"),
        (("--n", "10", "--resume", "--replace", "--out", "x"), 2, "one of them"),
        ((), 2, "--n"),
    ],
)
def test_wrong_usage_is_an_error(kanamj: Run, arguments: tuple[str, ...], code: int, said: str) -> None:
    done = kanamj("simulate", "deals", *arguments)
    assert done.code == code
    assert said in done.err
    assert done.out == ""
    assert "Traceback" not in done.err


def test_numbers_are_read_as_people_write_them() -> None:
    assert [parse_number(text) for text in ("7", "1e3", "1_000", "1,000", "2.5e1")] == [
        7,
        1000,
        1000,
        1000,
        25,
    ]
