"""kanamj score as a person uses it, and what it says to bad input."""

from __future__ import annotations

import json

import pytest

import kanamj as library
from tests.conftest import Run
from tests.places import DATA

WIN = "さくらなみだたまごきつねいぬ"
ROW = "いなりうきわえほんおかめあい"
CALLED = ("さくらもも", "--meld", "さかな", "--meld", "わかめ", "--kan", "ひまわり")
CLEAR, PRO_136 = "かつこきつねさくらたまこいぬ", "hiragana-pro-136"
NO_YAKU = ("いぬぎんがひつじほたる", "--kan", "からおけ")


@pytest.mark.parametrize(
    ("arguments", "how"),
    [
        ((WIN,), {}),
        ((ROW, "--win", "ron", "--riichi", "first", "--ippatsu"), {"win": "ron", "riichi": "first", "ippatsu": True}),
        ((WIN, "--riichi", "--dealer", "--honba", 2), {"riichi": True, "dealer": True, "honba": 2}),
        ((WIN, "--deposits", 1, "--players", 3), {"deposits": 1, "players": 3}),
        (CALLED, {"melds": ["さかな", "わかめ"], "kans": ["ひまわり"]}),
        (("さくらももさかなわかめ", "--closed-kan", "ひまわり"), {"closed_kans": ["ひまわり"]}),
        ((WIN, "--declare", "同種", "--declare", "オープンリーチ"), {"declare": ["同種", "オープンリーチ"]}),
        ((WIN, "--scoring", "pro-online,純行=9"), {"rules": "pro-online,純行=9"}),
        ((WIN, "--tiles", "hiragana-120", "--lexicon", "core"), {"tiles": "hiragana-120", "lexicon": "core"}),
        ((CLEAR, "--tiles", PRO_136, "--lexicon", "common+seion"), {"tiles": PRO_136, "lexicon": "common+seion"}),
    ],
    ids=str,
)  # fmt: skip
def test_the_command_prints_what_the_library_returns(
    kanamj: Run, arguments: tuple[object, ...], how: dict[str, object]
) -> None:
    done = kanamj("score", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    want = library.score(str(arguments[0]), **how).to_json()  # type: ignore[arg-type]
    assert json.loads(done.out) == want


def test_people_see_the_yaku_the_words_that_make_them_and_who_pays(kanamj: Run) -> None:
    done = kanamj("score", ROW, "--win", "ron", "--honba", 1, "--deposits", 2)
    assert (done.code, done.err) == (0, "")
    assert "純行     5   あめ いなほ うかい えんき おわり" in done.out
    assert "discarder 33; the winner gets 35, deposits included" in done.out
    assert kanamj("score", ROW, "--win", "ron", "--tsv").out.splitlines()[1:] == [
        "清文\t2\tあめ いなほ うかい えんき おわり",
        "二連\t3\tいなほ うかい",
        "五音\t4\tあめ いなほ うかい えんき おわり",
        "純行\t5\tあめ いなほ うかい えんき おわり",
    ]


def test_why_shows_the_next_best_readings_and_what_they_lack(kanamj: Run) -> None:
    done = kanamj("score", WIN, "--why")
    assert "the next best choices" in done.out
    assert "門前清自摸和 七対子   五音    いぬ ごみ さき ただ" in done.out
    others = json.loads(kanamj("score", WIN, "--why", "--json").out)["others"]
    assert [other["lacks"] for other in others] == [["五音"], ["五音"]]
    assert "next best" not in kanamj("score", WIN).out


def test_a_hand_without_a_yaku_and_a_word_that_the_list_does_not_have_are_said_so(kanamj: Run) -> None:
    done = kanamj("score", *NO_YAKU)
    assert (done.code, "役なし" in done.out) == (0, True)
    called = kanamj("score", "さくらなみだきつねいぬ", "--meld", "ぺーゃ")
    assert (called.code, "ぺーゃ: not in list common; read as written" in called.err) == (0, True)


def test_a_hand_that_is_not_complete_says_what_is_missing(kanamj: Run) -> None:
    done = kanamj("score", "ああいいううええおおぱぴぷぺ")
    assert (done.code, done.out) == (1, "")
    said = "not complete by the rules pro: 1 tile is missing, one of ざん in place of ぷ; nearest: "
    assert said in done.err
    assert done.err.endswith("[ぴ +1]  spare ぷ\n")
    short = kanamj("score", WIN[:-1])
    assert "1 tile is missing, one of あい" in short.err
    far = kanamj("score", "ぱぴぷぺぽぁぃぅぇぉっゃゅょ", "--lexicon", DATA / "toy")
    assert (far.code, far.out) == (1, "")


PRO = ("--scoring", "pro")
ONE_YAKU = "いくそたつててとはむもゅり"


def test_judge_says_what_each_wait_is_worth(kanamj: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")  # as in a pipe, also where the machine says something else
    hand = ONE_YAKU
    done = kanamj("judge", hand, *PRO, "--json")
    assert (done.code, done.err) == (0, "")
    said = json.loads(done.out)
    for part in ("worth", "waits"):
        assert [each["tile"] for each in said[part]] == ["う", "し", "じ"]
    for each in said["worth"]:
        for win in ("tsumo", "ron"):
            score = library.score(hand + each["tile"], win=win).as_shown(library.load_lexicon())
            assert each[win] == score.to_json()
    table = kanamj("judge", hand, *PRO).out
    assert "points, in sticks of 1,000" in table
    alike = " うじ   8       8     門前清自摸和 五音, 5 han, 8 points "  # letters that are worth the same
    assert alike in table
    each_alone = kanamj("judge", hand, *PRO, "--limit", "0").out
    assert all(f" {letter}    8       8     門前清自摸和 " in each_alone for letter in "うしじ")


def test_judge_says_what_a_complete_hand_and_the_best_discard_are_worth(kanamj: Run) -> None:
    (complete,) = json.loads(kanamj("judge", WIN, *PRO, "--json").out)["worth"]
    assert (complete["tile"], complete["ron"]["points"]) == ("", library.score(WIN, win="ron").points)
    tenpai = "ぬ" + ONE_YAKU
    said = json.loads(kanamj("judge", tenpai, *PRO, "--json").out)
    thrown = said["discards"][0]
    assert [each["tile"] for each in said["worth"]] == [accept["tile"] for accept in thrown["accepts"]]
    assert f"points after {thrown['tile']} is thrown" in kanamj("judge", tenpai, *PRO).out
    calls = ("--meld", "ひつじ", "--meld", "ほたる", "--meld", "からおけ", *PRO)
    words = kanamj("judge", "いぬぎんか", *calls, "--json")  # behind calls there is no ron
    assert words.code == 0, words.err
    assert all(each["ron"] is None for each in json.loads(words.out)["worth"])
    waits = kanamj("judge", "いぎんが", *calls)
    assert (waits.code, "役なし" in waits.out) == (0, True)


def test_judge_compares_the_discards_that_lead_to_tenpai(
    kanamj: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = "ぬ" + ONE_YAKU
    done = kanamj("judge", hand, "--scoring", "pro", "--lexicon", "core", "--json")
    said = json.loads(done.out)
    assert (done.code, done.err, said["tiles"]) == (0, "", "hiragana-pro-166")
    leading = [each for each in said["discards"] if each["shanten"] == 0]
    assert [each["discard"] for each in said["tenpais"]] == [each["tile"] for each in leading]
    for found, discard in zip(said["tenpais"], leading, strict=True):
        assert found["drawn"] == ""
        assert [(each["tile"], each["unseen"]) for each in found["waits"]] == [
            (accept["tile"], accept["unseen"]) for accept in discard["accepts"]
        ]
        wait = found["waits"][0]
        whole = hand.replace(discard["tile"], wait["tile"], 1)
        for win in ("tsumo", "ron"):
            assert wait[win] == library.score(whole, win=win, lexicon="core").points
    monkeypatch.setattr("kanamj.yaku.worth.MOST_ARRANGEMENTS", 6_000)
    cut = kanamj("judge", hand, "--scoring", "pro", "--lexicon", "core")
    first = f"1 of {len(leading)} choices are scored, up to throw {leading[0]['tile']}"
    assert f"after 6,757 arrangements, {first}; " in cut.err
    assert cut.out.startswith(f"{hand}  form 33332, 2222222, core\nrules pro, tiles hiragana-pro-166\n")


def test_judge_says_what_a_hand_one_tile_from_tenpai_may_be_worth(kanamj: Run) -> None:
    done = kanamj("judge", "いがたちづとはひふゅゆょよ", "--scoring", "pro", "--lexicon", "core")
    assert (done.code, done.err) == (0, "")
    row = next(line.split() for line in done.out.splitlines() if "draw じ, throw づ" in line)
    assert row[4:8] == ["3", "3.0", "0.0", "し"]  # し3, by ron without a yaku
    hand = ("judge", "さくらなみだたまごぽぺづゃ", *PRO, "--json")
    said = json.loads(kanamj(*hand).out)
    assert {each["drawn"] for each in said["tenpais"]} == {each["tile"] for each in said["accepts"]}
    for found in said["tenpais"][::9]:  # the discard that is advised, and what the hand then waits for
        best = json.loads(kanamj("judge", hand[1] + found["drawn"], *PRO, "--json").out)["discards"][0]
        waits = [{"tile": wait["tile"], "unseen": wait["unseen"]} for wait in found["waits"]]
        assert (found["discard"], waits) == (best["tile"], best["accepts"])
    assert "worth" not in kanamj("judge", "いがたちづとはひふゅゆょよ", "--lexicon", "core", "--json").out
