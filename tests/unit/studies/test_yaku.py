"""The study of yaku: each hand asked by itself, folders made again, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from statistics import mean, stdev
from typing import Any

import pytest

from kanamj import KanamjError, Lexicon, load_lexicon
from kanamj.engine.batch import deal_state
from kanamj.lexicon import Entry
from kanamj.studies import YakuStudy, run
from kanamj.tiles import HIRAGANA_PRO_136, HIRAGANA_PRO_166, TileSet
from kanamj.yaku import How, Scorer
from kanamj.yaku.kans import Kans
from tests.conftest import Run
from tests.places import DATA

HANDS = 24


def study(tiles: TileSet = HIRAGANA_PRO_166, n: int = HANDS, lexicon: str = "core", **more: Any) -> YakuStudy:
    return YakuStudy(lexicon, n, 3, tiles=tiles, chunk_size=16, **more)


@pytest.mark.parametrize(
    ("tiles", "win", "rules"), [(HIRAGANA_PRO_166, "tsumo", "pro"), (HIRAGANA_PRO_136, "ron", "pro-online")]
)
def test_the_tables_are_what_each_hand_says(tiles: TileSet, win: str, rules: str) -> None:
    lexicon = "core" if tiles is HIRAGANA_PRO_166 else "core+seion"
    found = run(study(tiles, lexicon=lexicon, rules=rules, win=win))
    assert found.parameters["lexicon"] == lexicon
    scorer, how = Scorer(rules, lexicon, tiles), How(win=win)
    hands, deals = [], 0
    for chunk, size in ((0, 16), (1, 8)):
        rows, _ = scorer.engine.batch.deal_rows(14, 500, deal_state(3, chunk))
        dealt = [tiles.format_counts(row.tolist()) for row in rows]
        places = [i for i, hand in enumerate(dealt) if scorer.engine.shanten(hand) == -1][:size]
        hands += [dealt[i] for i in places]
        deals += places[-1] + 1
    assert found.counted == {"deals": deals}
    best = [scorer.score(hand, how) for hand in hands]
    shown = [scorer.reading(scorer.first_shown(hand), how) for hand in hands]
    riichi = [scorer.score(hand, How(win=win, riichi=True)) for hand in hands]
    worth = {row["of"]: row for row in found.rows("worth")}
    assert worth["points"]["best"] == pytest.approx(mean(score.points for score in best))
    assert worth["points"]["shown"] == pytest.approx(mean(choice.points for choice in shown))
    gains = [score.points - choice.points for score, choice in zip(best, shown, strict=True)]
    assert min(gains) >= 0
    assert worth["points"]["gain"] == pytest.approx(mean(gains))
    assert worth["points"]["gain_stderr"] == pytest.approx(stdev(gains) / HANDS**0.5)
    assert worth["points"]["riichi"] == pytest.approx(mean(score.points for score in riichi))
    adds = [more.points - score.points for more, score in zip(riichi, best, strict=True)]
    assert worth["points"]["riichi_gain"] == pytest.approx(mean(adds))
    assert worth["points"]["riichi_gain_stderr"] == pytest.approx(stdev(adds) / HANDS**0.5)
    assert worth["any yaku"]["best"] == pytest.approx(mean(bool(score.yaku) for score in best))
    assert (worth["any yaku"]["best_low"] > 0.6, worth["points"]["best_low"]) == (True, None)
    for row in found.rows("yaku"):
        assert row["best_low"] <= row["best"] <= row["best_high"]
        assert row["best_low"] < row["best_high"]
        of = [row["yaku"] in {yaku.name for yaku in score.yaku} for score in best]
        assert row["best"] == pytest.approx(mean(of), abs=1e-8)
    names = {row["yaku"] for row in found.rows("yaku")}
    assert ("七対子" in names, "立直" in names, "カンドラ" in names) == (rules == "pro", False, False)


def test_what_is_first_shown_is_the_first_arrangement_of_the_game() -> None:
    words = {"いぬ": 1, "ぬい": 2, "さくら": 3, "くらさ": 4, "なみだ": 5, "たまご": 6, "きつね": 7}
    lexicon = Lexicon.from_entries("toy", [Entry(word, word, 100, ease=ease) for word, ease in words.items()])
    hand = "さくらなみだたまごきつねいぬ"
    scorer = Scorer("pro", lexicon)
    shown = scorer.first_shown(hand)
    assert {word.reading for word in shown} == {"いぬ", "さくら", "なみだ", "たまご", "きつね"}
    assert [yaku.name for yaku in scorer.reading(shown, How()).yaku] == ["門前清自摸和"]
    pairs = ["いか", "かい", "たこ", "くま", "とり", "わに", "しか"]
    of_pairs = Lexicon.from_entries(
        "pairs", [Entry(word, word) for word in pairs] + [Entry("ぬぬぬ", "ぬぬぬ")]
    )
    shown = Scorer("pro", of_pairs).first_shown("".join(pairs))
    assert sorted(word.reading for word in shown) == sorted(pairs)


def test_the_first_words_shown_are_those_of_the_first_arrangement_of_the_engine() -> None:
    scorer = Scorer("pro", "core")
    for hand in (DATA / "complete-166.txt").read_text(encoding="utf-8").split()[:40]:
        keys = [sorted(blocks) for blocks in scorer.engine.arrangements(hand)]
        first = min(keys, key=len)
        assert sorted("".join(sorted(word.reading)) for word in scorer.first_shown(hand)) == first


def test_called_words_are_the_best_known_ones_and_are_open() -> None:
    found = run(study(calls=2, rules="pro,七対子=3"))
    scorer = Scorer("pro,七対子=off", "core")
    hands = []
    for chunk, size in ((0, 16), (1, 8)):
        rows, _ = scorer.engine.batch.deal_rows(14, 500, deal_state(3, chunk))
        dealt = [HIRAGANA_PRO_166.format_counts(row.tolist()) for row in rows]
        hands += [hand for hand in dealt if scorer.engine.shanten(hand) == -1][:size]
    best = []
    for hand in hands:
        words = sorted(scorer.first_shown(hand)[1:], key=lambda word: word.cost)[:2]
        left = list(hand)
        for letter in "".join(word.reading for word in words):
            left.remove(letter)
        best.append(scorer.score("".join(left), How([word.reading for word in words])))
    worth = {row["of"]: row for row in found.rows("worth")}
    assert worth["points"]["best"] == pytest.approx(mean(score.points for score in best))
    assert worth["points"]["riichi"] is None
    assert "kans" not in found.tables
    there = [row["yaku"] for row in found.rows("yaku")]
    assert ("同頭" in there, "七対子" in there, "門前清自摸和" in there) == (True, False, False)


def test_the_most_kans_are_those_that_brute_force_finds() -> None:
    lexicon = load_lexicon("core")
    kans = Kans(lexicon.entries)
    keys = [Counter(key) for key in kans.keys]

    def most(held: Counter[str], drawn: str) -> int:
        best = 0
        for key in keys:
            if key <= held:
                number = key.total() - 3
                best = max(best, 1 + most(held - key + Counter(drawn[:number]), drawn[number:]))
        return min(best, 4)

    rows, _ = Scorer("pro", lexicon).engine.batch.deal_rows(20, 6, deal_state(4, 0))
    for row in rows:
        letters = HIRAGANA_PRO_166.format_counts(row.tolist())[::-1]
        assert kans.chain(letters[:14]) == most(Counter(letters[:14]), "")
        assert kans.chain(letters[:14], letters[14:17]) == most(Counter(letters[:14]), letters[14:17])
    assert Kans(["あいうえ", "えおかき"]).chain("あいうえおか", "") == 1
    assert Kans(["あいうえ", "えおかき"]).chain("あいうええおか", "き") == 2


def test_the_terminal_and_json_show_the_tables(kanamj: Run) -> None:
    asked = ("study", "yaku", "--n", 8, "--workers", 1)
    out = kanamj(*asked).out
    assert "the share of complete hands with each yaku" in out
    assert "門前清自摸和   100 % (68–100)" in out
    said = json.loads(kanamj(*asked, "--json").out)
    assert {"deals", "worth", "yaku", "kans", "parameters"} == {*said}
    assert said["worth"][2]["of"] == "points"
    assert kanamj(*asked, "--tsv").out.startswith(
        "# worth\nof\tshown\tshown_stderr\tshown_low\tshown_high\tbest"
    )


def test_a_list_that_completes_no_hand_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kanamj.studies.deals.IN_VAIN", 2_000)
    words = ["いぬ", "さくら"]
    few = Lexicon.from_entries("few", [Entry(word, word) for word in words])
    with pytest.raises(KanamjError, match="none of 2,000 deals has shanten -1; give a larger --lexicon"):
        run(YakuStudy(few, 4, chunk_size=4))
