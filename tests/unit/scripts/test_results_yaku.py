"""The scripts of results/yaku: examples are found again and have their yaku; the summary is that of the rows."""

from __future__ import annotations

from pathlib import Path

import pytest

import kanamj
from kanamj.results import Manifest
from kanamj.studies import read_table, rows_of
from kanamj.yaku import TABLE
from tests.places import ROOT, needs, script

pytestmark = pytest.mark.slow
EXAMPLES = (ROOT / "scripts" / "yaku_examples.tsv").read_text(encoding="utf-8")


def test_without_a_japanese_font_a_picture_has_names_in_latin_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = script("results_yaku")
    rows = [{"yaku": "清文", "reading": "せいぶん"}]
    for font, name in ((None, "seibun"), ("Some Font", "清文")):
        monkeypatch.setattr(results, "japanese_font", lambda font=font: font)
        assert results.names(rows) == [name]


def test_every_yaku_that_words_make_has_an_example_and_the_script_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {line.partition("\t")[0] for line in EXAMPLES.splitlines()[1:]} == {
        yaku.name for yaku in TABLE if not (yaku.said or yaku.bonus or yaku.name == "門前清自摸和")
    }
    finder = script("yaku_examples")
    monkeypatch.setattr(finder, "OUT", tmp_path / "examples.tsv")
    finder.main()
    assert (tmp_path / "examples.tsv").read_text(encoding="utf-8") == EXAMPLES


@needs("matplotlib")
def test_the_summary_has_a_row_for_each_folder(tmp_path: Path) -> None:
    rows = script("results_yaku")
    rows.main("4", ["166-closed", "166-1=8"], tmp_path)
    summary = rows_of(read_table(tmp_path / "summary" / "summary.csv"))
    assert [(row["row"], row["hands"]) for row in summary] == [("166-closed", 4), ("166-1", 8)]
    worth = {row["of"]: row for row in rows_of(read_table(tmp_path / "166-closed" / "worth.csv"))}
    assert summary[0]["best"] == worth["points"]["best"]
    assert summary[0]["riichi_gain"] == worth["points"]["riichi_gain"]
    yaku = {row["yaku"]: row for row in rows_of(read_table(tmp_path / "summary" / "yaku.csv"))}
    assert (str(yaku["五連"]["open"]), yaku["五連"]["closed"]) == ("8", "役満")
    assert Manifest.read(tmp_path / "summary").parameters["166-1"] == 8
    with pytest.raises(kanamj.KanamjError, match="'170' is not a row"):
        rows.main("4", ["170"], tmp_path)
