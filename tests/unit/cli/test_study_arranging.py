"""kanamj study arranging: what it prints, writes and refuses."""

from __future__ import annotations

import json

from tests.conftest import Run

COMMAND = ("study", "arranging")
SMALL = (*COMMAND, "--n", "300", "--form", "332", "--workers", 1)
TEN = ["いぬ", "ねこ", "さる", "うし", "くま", "かめ", "さくら", "なみだ", "たまご", "きつね"]


def test_table_json_and_tsv(kanamj: Run) -> None:
    done = kanamj(*SMALL)
    assert (done.code, done.err) == (0, "")
    assert "complete hands of 300 dealt, core, seed 1; one pass, and within 20" in done.out
    assert "hard letters, and words that have them: ぢ " in done.out
    assert "letters that belong together" in done.out
    said = json.loads(kanamj(*SMALL, "--json").out)
    best = said["policies"][0]
    assert best["share"] == max(row["share"] for row in said["policies"])
    assert best["within"] >= best["share"]
    assert (best["then"], said["n"], said["parameters"]["passes"]) == ("hard", 300, 20)
    lines = kanamj(*SMALL, "--tsv").out.splitlines()
    assert lines[0].split("\t")[:4] == ["first", "then", "counted", "share"]
    assert len(lines) == 1 + len(said["policies"]) == 17
