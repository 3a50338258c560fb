"""kanamj study arranging: what it prints, writes and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanamj.folders.manifest import MANIFEST, Manifest
from tests.places import files_in

Run = Callable[..., Any]
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


def test_folder_and_the_command_that_makes_it_again(kanamj: Run, tmp_path: Path) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    chosen = ("--policies", "fewest/hard,any/any", "--passes", 5)
    assert kanamj(*SMALL, *chosen, "--out", out).code == 0
    assert sorted(path.name for path in out.iterdir()) == [
        MANIFEST,
        "letters.csv",
        "pairs.csv",
        "policies.csv",
    ]
    manifest = Manifest.read(out)
    assert manifest.verify(out) == []
    arguments = manifest.command.removeprefix("kanamj ").replace("DIR", str(again)).split()
    assert kanamj(*arguments).code == 0
    assert files_in(out) == files_in(again)
    done = kanamj(*SMALL, *chosen, "--out", out)
    assert (done.code, "--replace" in done.err) == (1, True)
    done = kanamj(*SMALL, *chosen, "--out", out, "--resume")
    assert (done.code, "finished" in done.err) == (0, True)


def test_a_folder_with_other_content_is_left_alone(kanamj: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    done = kanamj(*SMALL, "--out", tmp_path / "mine")
    assert done.code == 1
    assert "mine" in done.err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--n", "0"), "0 deals cannot be counted; give 1 to"),
        (("--n", "some"), "is not a whole number"),
        (("--passes", "0"), "cannot be tried 0 times"),
        (
            ("--policies", "hardest/first"),
            "'hardest/first' is not a policy; give the letter that is chosen (fewest, any, most)",
        ),
        (
            ("--without", "policies"),
            "'policies' is not a table that can be left out; choose from: letters, pairs",
        ),
        (("--form", "33332,2222222"), "hands are arranged by one form, not by 33332,2222222"),
        (("--hand", "13"), "a complete hand of form 33332 has 14 tiles, not 13; leave --hand out"),
        (("--form", "33222"), "form 33222 cannot be arranged word by word"),
        (("--tiles", "riichi-136"), "needs no deals"),
        (("--lexicon", "nobody"), "nobody"),
    ],
)
def test_wrong_usage_is_an_error_of_one_sentence(kanamj: Run, options: tuple[str, ...], said: str) -> None:
    done = kanamj(*COMMAND, *options)
    assert done.code in (1, 2)
    assert said in " ".join(done.err.split())
    assert "Traceback" not in done.err


def test_ten_words_complete_no_deal(kanamj: Run, tmp_path: Path) -> None:
    words, folder = tmp_path / "ten.tsv", tmp_path / "ten"
    words.write_text("reading\tspelling\n" + "".join(f"{word}\t{word}\n" for word in TEN), encoding="utf-8")
    assert kanamj("lexicon", "build", "--from", "table", words, "-o", folder).code == 0
    done = kanamj(*COMMAND, "--n", 2_000, "--lexicon", folder, "--workers", 1)
    assert done.code == 1
    assert done.err.startswith(
        "error: none of the 2,000 deals is complete with the words of ten; deal more (--n)"
    )
    trios = tmp_path / "trios"
    words.write_text("reading\tspelling\nさくら\t桜\n", encoding="utf-8")
    assert kanamj("lexicon", "build", "--from", "table", words, "-o", trios).code == 0
    done = kanamj(*COMMAND, "--lexicon", trios)
    assert (done.code, "has no word of 2 letters" in done.err) == (1, True)
