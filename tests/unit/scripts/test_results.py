"""What scripts and pages make of results: tables, numbers in sentences, pictures, quantiles."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.errors import KanamjError
from kanamj.results import Manifest
from kanamj.studies import interval, percent, read_table, rows_of, run
from tests.places import ROOT, files_in, needs, script

TABLE = """<!-- table
file = "results/lessons/summary/summary.csv"
rows = 1
n = "deals"
caption = "{deals} deals"
columns = {known = "words", "tenpai%" = "tenpai"}
-->
"""


@pytest.mark.parametrize("old", ["", "| old |\n", "\n*old*\n\n| old |\n| --- |\n"])
def test_a_share_on_a_page_has_its_number_of_trials_and_its_interval(old: str) -> None:
    """4 of 5,000: 0.03 to 0.21 %. Two standard errors around 0.08 % would be 0.00 to 0.16 %."""
    readme = script("readme")
    page = readme.TABLE.sub(readme.tabled, f"{TABLE}{old}\nbehind")
    shown = "\n*5,000 deals*\n\n| words | tenpai |\n| --- | --- |\n| 300 | 0.08 % (0.03–0.21) |\n\nbehind"
    assert page == TABLE + shown


def test_a_table_of_a_page_may_show_only_the_rows_with_some_values() -> None:
    readme = script("readme")
    some = TABLE.replace("rows = 1\n", 'rows = 2\nwhere = {known = [700, 1500], way = ["order"]}\n')
    shown = readme.TABLE.sub(readme.tabled, some)
    assert [line.split(" |")[0] for line in shown.splitlines()[-3:]] == ["| 700", "| 1500", ""]


def test_a_page_shows_the_blank_lines_that_a_command_prints() -> None:
    assert script("readme").output("printf 'a\\n\\nb \\n\\n'") == "a\n\nb\n"


def test_of_published_lists_only_figures_are_kept() -> None:
    """Their licence does not fit ours."""
    for name in ("v1.1", "all-v1.2"):
        kept = sorted(path.name for path in (ROOT / "results" / "arranging" / name).iterdir())
        assert kept == ["MANIFEST.toml", "policies.csv"]


@pytest.fixture(scope="module")
def chances_script() -> ModuleType:
    return script("research/results_chances")


@pytest.mark.slow
@needs("matplotlib")
def test_the_folder_has_pictures_of_its_tables(chances_script: ModuleType, tmp_path: Path) -> None:
    run(chances_script.WithPictures("common", 12, forms="332", three=3), tmp_path)
    assert [*files_in(tmp_path)] == ["MANIFEST.toml", "chances.png", "costs.png", "hands.csv", "summary.csv"]
    assert Manifest.read(tmp_path).verify(tmp_path) == []
    lines = (tmp_path / "hands.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 24
    assert sum(line.split(",")[4] != "" for line in lines[1:]) == 6


DEALS = 400


@pytest.fixture(scope="module")
def hardness_script() -> ModuleType:
    return script("research/results_hardness")


@pytest.mark.slow
@needs("matplotlib")
def test_the_folder_says_what_the_dealt_hands_need(
    hardness_script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One list and form, each hand asked by itself."""
    monkeypatch.setattr(hardness_script, "SETTINGS", [("core", "332", 0), ("core", "332", 1)])
    run(study := hardness_script.AllHardness(DEALS), tmp_path / "hard")
    engine = WordEngine("core", forms="332")
    summary, shares = (
        rows_of(read_table(tmp_path / "hard" / f"{name}.csv")) for name in ("summary", "shares")
    )
    for tiles, shanten in ((8, -1), (7, 0)):
        rows, _ = engine.batch.deal_rows(tiles, DEALS, deal_state(study.seed, 0))
        hands = [engine.tiles.format_counts(row) for row in rows.tolist()]
        asked = [hand for hand in hands if engine.shanten(hand) == shanten]
        needed = sorted(found.size for hand in asked if (found := engine.least_vocabulary(hand)))
        of_hands = [row for row in summary if row["tiles"] == tiles]
        assert {row["hands"] for row in of_hands} == {len(asked)} == {len(needed)}
        for row in of_hands:
            assert row["low"] <= row["least"] <= row["high"]
            place = row["quantile"] * len(needed)
            assert np.searchsorted(needed, row["least"]) <= place + 0.5
            assert np.searchsorted(needed, row["least"], side="right") >= place + 0.5
        of_words = [row for row in shares if row["tiles"] == tiles]
        assert [row["hands"] for row in of_words] == [
            sum(n <= row["known"] for n in needed) for row in of_words
        ]
        assert of_words[-1]["known"] == of_words[-1]["words"] == len(engine.ranks)
    manifest = Manifest.read(tmp_path / "hard")
    assert (manifest.kind, set(manifest.outputs)) == (
        "hardness",
        {"summary.csv", "shares.csv", "hardness.png"},
    )


def test_no_deals_are_refused(hardness_script: ModuleType) -> None:
    with pytest.raises(KanamjError, match="n is 0; give a whole number from 1 to"):
        run(hardness_script.AllHardness(0))


CELLS = """<!-- cells
order = "results/lessons/summary/summary.csv"
later = "results/nothing/yet.csv"
-->
"""
KEYS = "known=300, way='order'"
SUMMARY = (
    read_table(ROOT / "results/lessons/summary/summary.csv").query("known == 300 and way == 'order'").iloc[0]
)
TENPAI = percent(SUMMARY["tenpai"], interval(SUMMARY["tenpai"], SUMMARY["tenpai_stderr"], 5000))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f'of 3<!--= order("mean_shanten", {KEYS}):.2f -->, so', f"of {SUMMARY['mean_shanten']:.2f}"),
        (f'of .1 %<!--= order("tenpai", {KEYS}):.1% -->', f"of {100 * SUMMARY['tenpai']:.1f} %"),
        (f'of 1 % (0–2)<!--= order("tenpai%", "deals", {KEYS}) -->', f"of {TENPAI}"),
        (f'all 2,000<!--= order("deals", {KEYS}):, --> deals', "all 5,000"),
        ("1 ± .5<!--= order('mean_shanten', known=700, learnt=0):.1f -->", "1 ± 1.9"),
        ("by -2.0<!--= -3 -->", "by -3"),
        ("by −.5<!--= -4 -->", "by -4"),
        ('「いぬ」<!--= "ねこ" -->', "「ねこ」"),
        ("1<!--= later('cell') -->", "1"),
        (f'more<!--? order("tenpai", {KEYS}) > .005 --> than', "more"),
    ],
)
def test_a_number_in_a_sentence_follows_its_cell(before: str, after: str) -> None:
    wrong: list[str] = []
    page = script("readme").tied(CELLS + before, wrong)
    assert page == f"{CELLS}{after}{before[before.index('<!--') :]}"
    assert not wrong


@pytest.mark.parametrize(
    "sentence",
    [
        f'more<!--? order("tenpai", {KEYS}) > .01 --> than',
        f'none<!--= order("tenpai", {KEYS}) -->',
        '1<!--= order("tenpai", known=1) -->',
        '1<!--= order("nothing") -->',
        "1<!--= 1 + -->",
    ],
)
def test_what_is_not_true_or_cannot_be_said_is_named(sentence: str) -> None:
    wrong: list[str] = []
    script("readme").tied(CELLS + sentence, wrong)
    assert len(wrong) == 1
