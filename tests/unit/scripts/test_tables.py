"""What scripts write about results: tables on pages, limits for games that nobody won, how values were ranked."""

from __future__ import annotations

import pytest

from kanamj.folders import Manifest
from kanamj.studies.stats import Share
from tests.places import ROOT, script

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
    """7 of 5,000: 0.07 to 0.29 %. Two standard errors around 0.14 % would be 0.03 to 0.25 %."""
    readme = script("readme")
    page = readme.TABLE.sub(readme.tabled, f"{TABLE}{old}\nbehind")
    shown = "\n*5,000 deals*\n\n| words | tenpai |\n| --- | --- |\n| 300 | 0.14 % (0.07–0.29) |\n\nbehind"
    assert page == TABLE + shown.replace("\n\nbehind", "\nbehind" if not old else "\n\nbehind")


def test_a_count_of_none_in_ten_thousand_games_has_an_interval() -> None:
    text = script("build_open_games").open_games(ROOT / "results" / "games" / "paper-called")
    assert text == (ROOT / "kanamj" / "engine" / "data" / "open_games.tsv").read_text(encoding="utf-8")
    header, *rows = (line.split("\t") for line in text.splitlines())
    assert header == ["turn", "games", "open", "share", "low", "high"]
    for _, games, left, *numbers in rows:
        share = Share(int(left), int(games))
        assert numbers == [f"{number:.6f}" for number in (share.value, *share.interval)]
    assert rows[-1][2:] == ["0", "0.000000", "0.000000", "0.000384"]


@pytest.mark.parametrize(
    ("page", "said"),
    [("learning.md", "ranked and measured on the same deals"), ("ja/learning.md", "同じ手牌で出した")],
)
def test_the_page_says_how_the_values_that_it_shows_were_ranked(page: str, said: str) -> None:
    """The sentence goes when results/lessons/values-14 is made again."""
    made = Manifest.read(ROOT / "results" / "lessons" / "values-14").parameters
    text = " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
    assert (said in text) == ("ranking" not in made)
