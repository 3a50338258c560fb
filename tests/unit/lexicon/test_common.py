"""The shipped lists: which words they must have, and what must hold for all of their words."""

from __future__ import annotations

import csv
import runpy
from itertools import combinations, product

import pytest

from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.build import verify_lexicon
from kanamj.lexicon.entry import BEYOND, CHILDREN, FLAGS, easier_first, for_children
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.sources import read_own_words, read_rows
from kanamj.lexicon.why import HEADER, WHATS
from kanamj.results import Manifest
from kanamj.tiles import HIRAGANA_120, LONG, SMALL
from scripts.recipe.archives import ARCHIVES
from scripts.recipe.recipe import (
    HAND_KEPT,
    NEVER_FIRST,
    NO_FLAG,
    PASSES,
    common_notice,
    read_decided,
    read_fields,
    recipe_file,
)
from scripts.recipe.rules import has_kanji, same_word
from tests.places import DATA, ROOT

CUTS = ("common", "core", "wide")


@pytest.fixture(scope="module", params=CUTS)
def shipped(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def all_entries(lexicon: Lexicon) -> set[Entry]:
    return {entry for entries in lexicon.entries.values() for entry in entries}


def test_every_word_of_core_is_in_common_with_its_rank() -> None:
    core, common = (all_entries(load_lexicon(cut)) for cut in ("core", "common"))
    assert core < common
    assert {entry.cut for entry in core} == {"core"}
    assert {entry.cut for entry in common - core} == {"common"}
    ranks = {word[:2]: word.ease for word in load_lexicon("common").readings}
    assert sorted(ranks.values()) == list(range(1, len(ranks) + 1))
    assert all(ranks[word[:2]] == word.ease for word in load_lexicon("core").readings)


def test_small_letters_and_the_long_sound_make_no_word_alone(shipped: Lexicon) -> None:
    """As the paper has it (appendix A). Every tile is in a word."""
    keys = {key for grams in shipped.grams.values() for key in grams}
    assert len(keys) > 10_000
    assert not [key for key in keys if {*key} <= {*SMALL, LONG}]
    assert {letter for key in keys for letter in key} == {*HIRAGANA_120.kinds}


def test_every_word_obeys_the_rules_of_the_list(shipped: Lexicon) -> None:
    """No reading is spelled twice in kana: くり and クリ are one word. Every word has a cost, on one scale; only words
    that we added have an estimated one."""
    excluded = {pair for pair, kind in read_decided("exclude.tsv").items() if kind != "common"}
    entries = all_entries(shipped)
    for entry in entries:
        assert HIRAGANA_120.index.keys() >= set(entry.reading)
        assert entry.reading[0] not in NEVER_FIRST
        assert (entry.reading, entry.spelling) not in excluded
        assert (entry.reading, "*") not in excluded
        assert entry.cost > 1000
        assert "hand" in entry.sources or "estimated" not in entry.sources.split()
    kana = [entry.reading for entry in entries if parse_reading(entry.spelling) == entry.reading]
    assert len(kana) == len(set(kana))
    cost = {entry[:2]: entry.cost for entry in entries}
    assert cost["ゆうき", "勇気"] > 5000
    assert cost["じょし", "女子"] < 5000
    assert cost.get(("じょし", "女史"), 9999) > 5500


@pytest.mark.parametrize("cut", CUTS)
def test_the_shipped_folder_is_as_its_manifest_says_which_names_all_that_it_is_made_of(cut: str) -> None:
    folder = shipped_folder() / cut
    assert verify_lexicon(folder) == []
    inputs = Manifest.read(folder).inputs
    assert {archive.file: archive.sha256 for archive in ARCHIVES}.items() <= inputs.items()
    assert set(inputs) - {archive.file for archive in ARCHIVES} == set(HAND_KEPT)
    notice = (folder / "NOTICE").read_text(encoding="utf-8")
    holders = ("University of Tokyo", "Nara Institute", "The UniDic Consortium", "Google Inc.", "Daniel Lemm")
    assert [holder for holder in holders if holder not in notice] == []
    assert notice == common_notice()


def test_wide_adds_readings_that_are_judged_and_not_shown() -> None:
    """All of common is in wide, as it is; what only wide has is flagged, so that nothing of it is shown unasked."""
    common, wide = load_lexicon("common"), load_lexicon("wide")
    more = all_entries(wide) - all_entries(common)
    assert all_entries(common) < all_entries(wide)
    assert {entry.cut for entry in more} == {"wide"}
    assert BEYOND in {entry.flag for entry in more} <= {*FLAGS, BEYOND}
    assert {entry.ease for entry in more} == {-1}
    assert not {entry.reading for entry in more} & common.by_reading.keys()
    assert wide.easiest_keys(2, 3, 4, 5) == common.easiest_keys(2, 3, 4, 5)
    by_rule = [entry for entry in more if "hand" not in entry.sources.split()]
    assert all(len(set(entry.sources.split()) & {"juman", "ipadic", "unidic"}) >= 2 for entry in by_rule)
    assert max(entry.cost for entry in by_rule) <= 6500
    assert {(entry.reading, entry.spelling) for entry in more} - {tuple(entry[:2]) for entry in by_rule} <= {
        *read_decided("household.tsv")
    }


def test_the_reasons_are_as_their_manifest_says_and_for_other_readings_than_the_lists() -> None:
    folder = shipped_folder() / "why"
    assert Manifest.read(folder).verify(folder) == []
    assert (folder / "NOTICE").read_text(encoding="utf-8") == common_notice()
    header, *rows = (folder / "why.tsv").read_text(encoding="utf-8").splitlines()
    cells = [row.split("\t") for row in rows]
    readings = [reading for reading, _, _ in cells]
    assert header == HEADER
    assert readings == sorted(set(readings))
    assert {len(reading) for reading in readings} == {2, 3, 4, 5}
    listed = load_lexicon("wide").by_reading
    both = set(readings) & listed.keys()
    assert {word.flag for reading in both for word in listed[reading]} <= {*FLAGS}
    for reading, what, _ in cells:
        assert reading not in both or {*what.split()} <= {"verb", "adjective"}
        assert what.split() == sorted(set(what.split()), key=list(WHATS).index)


def everyday() -> dict[int, set[str]]:
    """Readings of nouns of daily life, by length; written down by topic before the list was looked at."""
    with (DATA / "everyday.tsv").open(encoding="utf-8", newline="") as file:
        readings = {row["reading"] for row in csv.DictReader(file, delimiter="\t")}
    return {size: {reading for reading in readings if len(reading) == size} for size in (2, 3, 4, 5)}


@pytest.mark.parametrize(("cut", "least"), [("common", 0.98), ("core", 0.97), ("wide", 0.98)])
def test_everyday_words_are_there(cut: str, least: float) -> None:
    there = {entry.reading for entry in all_entries(load_lexicon(cut))}
    for size, readings in everyday().items():
        assert len(readings & there) / len(readings) >= least, (size, sorted(readings - there))


FIRST = """
さかな/魚 さくら/桜 いぬ/犬 たまご/卵 まーじゃん/麻雀 こーひー/コーヒー おかね/お金 すまほ/スマホ としょかん/図書館
げんき/元気 はなぢ/鼻血 ひるごはん/昼ご飯 あるまじろ/アルマジロ
"""
"""The word of the reading in all lists."""
SPELLED = """
アップ ダウン アース タウン クロス ハウス ベビー レター ラブ ネーム 気質 気まま 品 久しぶり 多才 硬派 一律 無名 無害
野蛮 別々 憂鬱 見栄 あいこ 薬缶 キロ タンゴ 錨 勝ち 借り 童謡 鉄琴 麺棒 一 三 千 億 快適 豪華 勇敢 平凡 春風 夏野菜
紙やすり 踏み場 目薬 家具屋 待ち針 雨男 甘さ 寒がり 居残り 蜂の巣 作業着 塩加減 綱渡り 初夢
会議室 事務室 管理室 候補者 支持者 参加者 加害者 建築家 医療費 生活費 交際費 美術部 野球部 水泳部
帰宅部 補助金 還付金 保険金 整備士 飛行士 建築士 自治会 支持率 路線図 設計図 家系図 脱衣所 精算機
印刷機 整理券 猛暑日 登校日 地方紙 頭痛薬 保冷剤 魔術師 円高 円安 入部 退部 勝ち越し 負け越し
内掛け 外掛け 編み棒 ベーゴマ 玉結び 懐炉 合羽 トタン リンドウ ツナ 鱚
"""
READ = """
わんわん ぶーぶー でこぼこ ぎざぎざ つぶつぶ
おはよう こんにちは こんばんは おやすみ さようなら さよなら ばいばい ただいま おかえり ありがとう
"""
IN_WIDE_ONLY = "いらいら もやもや うずうず うっかり ぶつぶつ ごたごた"
NOWHERE = """
どきどき わくわく ぎりぎり のりのり もしもし どうぞ
えきもれ いしつみ まとあて みずぎれ みずとき とりだし ほりだし ふうじ かたどり
くびふり こえだし まちのり めおし くりひろい けがり そとぐつ ねこちゃん おぐら わかたけ やすみのひ じえん
"""
NO_WORDS = """
はいきゅう/ハイキュー ばち/鉢 かい/海 きゅう/休 しょ/処 うつぼ/靭 りっち/リッチ
しだ/試打 ほんてん/本展 こうし/公司 おおはし/大橋
"""


def test_words_of_which_there_was_a_doubt_once_are_where_they_belong(common: Lexicon) -> None:
    """Words of daily life, compounds that dictionaries split, one of a pair, a second meaning; words of sound and
    greetings (docs/words.md); and what is not a word of its own."""
    lists, wide = [load_lexicon(cut) for cut in CUTS], load_lexicon("wide")
    for (reading, spelling), lexicon in product(pairs(FIRST), lists):
        words = lexicon.entries["".join(sorted(reading))]
        assert next(word for word in words if word.reading == reading).spelling == spelling
    assert [word for word in SPELLED.split() if word not in common.by_spelling] == []
    assert [word for word in READ.split() if word not in common.by_reading] == []
    assert {*IN_WIDE_ONLY.split()} <= wide.by_reading.keys() - common.by_reading.keys()
    assert not {*NOWHERE.split()} & wide.by_reading.keys()
    assert not {*pairs(NO_WORDS)} & {entry[:2] for entry in wide.readings}
    expected = {*pairs("こうもん/校門 らんし/乱視 いちい/一位 かほう/家宝 しない/竹刀 はく/箔")}
    assert expected <= {entry[:2] for entry in common.readings}


def pairs(text: str) -> list[tuple[str, ...]]:
    """Readings and spellings."""
    return [tuple(pair.split("/")) for pair in text.split()]


def test_what_is_added_by_hand_is_not_excluded_by_hand(common: Lexicon) -> None:
    excluded = {pair for pair, kind in read_decided("exclude.tsv").items() if kind != "common"}
    added = [(word.reading, word.spelling) for word in read_own_words(recipe_file("additions.tsv"))]
    assert len(set(added)) == len(added)
    assert [pair for pair in added if pair in excluded or (pair[0], "*") in excluded] == []
    there = {(entry.reading, entry.spelling) for entry in all_entries(common)}
    assert [pair for pair in added if pair not in there] == []


def test_words_of_six_year_olds_are_learned_first(common: Lexicon) -> None:
    """Of 120 readings written down before the rank was made, and not used for it: half are among the first 300."""
    six = {reading for reading, *_ in read_rows(recipe_file("six.tsv"), 2)}
    ease = [min(word.ease for word in common.by_reading[reading]) for reading in six]
    assert sum(rank <= 300 for rank in ease) / len(ease) >= 0.5
    assert sum(rank <= 700 for rank in ease) / len(ease) >= 0.95


def test_ease_agrees_with_what_a_child_knows(common: Lexicon) -> None:
    """On 400 readings labelled before the rank was made: the share of pairs that it orders as the labels do."""
    known: dict[str, list[int]] = {"known": [], "not": []}
    for reading, _, label in read_rows(recipe_file("labels.tsv"), 3):
        if reading in common.by_reading:
            known[label].append(min(word.ease for word in common.by_reading[reading]))
    pairs = [early < late for early in known["known"] for late in known["not"]]
    assert sum(pairs) / len(pairs) >= 0.8


def test_a_flag_belongs_to_one_word_and_not_to_its_reading(common: Lexicon) -> None:
    flag = {(word.reading, word.spelling): word.flag for word in common.readings}
    assert set(flag.values()) == {*FLAGS, ""}
    some = pairs(
        "せいり/生理 せいり/整理 うんち/うんち しょうがい/障がい しょうがい/生涯 がん/癌 "
        "なまけもの/怠け者 なまけもの/ナマケモノ"
    )
    assert [flag[pair] for pair in some] == ["sex", "", "lavatory", "touchy", "", "touchy", "insult", ""]
    assert not {"おしっこ", "うんち", "おなら"} & {reading for reading, _ in read_decided("first.tsv")}
    assert {flag[pair] for pair in pairs("ちり/塵 あま/尼 したぎ/下着 ぎせい/犠牲")} == {""}


def test_the_spellings_of_a_word_have_one_flag(common: Lexicon) -> None:
    """Spellings with the same kanji, and kana beside kanji, but for the spellings that fields.tsv names."""
    named = read_fields()
    for reading, words in common.by_reading.items():
        for word in words:
            same = [other for other in words if same_word(word.spelling, other.spelling)]
            flags = {other.flag for other in (word, *same) if (reading, other.spelling) not in named}
            assert len(flags) < 2, (reading, word.spelling, flags)
        if all(word.flag for word in words if parse_reading(word.spelling) != reading) and len(words) > 1:
            kana = [word for word in words if parse_reading(word.spelling) == reading]
            assert all(word.flag or (reading, word.spelling) in named for word in kana), reading


def test_the_words_of_each_pass_are_in_the_list_that_the_recipe_says() -> None:
    """Unless a rule or an earlier pass has their reading, or hand-kept lists leave them out."""
    lists = {cut: load_lexicon(cut) for cut in CUTS}
    for name, cut in PASSES.items():
        there = {(word.reading, word.spelling) for word in lists[cut.name].readings}
        pairs_ = read_decided(name)
        assert len(pairs_) > 100
        assert sum(pair in there for pair in pairs_) / len(pairs_) > 0.9, name


def test_words_of_one_field_have_one_flag() -> None:
    wide, fields = load_lexicon("wide"), read_fields()
    for (reading, spelling), decided in fields.items():
        words = wide.by_reading[reading]
        named = [word for word in words if spelling == word.spelling]
        named = named or [word for word in words if (reading, word.spelling) not in fields]
        expected = ("", BEYOND) if decided == NO_FLAG else (decided,)
        assert [word for word in named if word.flag not in expected] == []
    shown = (
        "墓 霊園 犯人 逮捕 有罪 無罪 軍艦 戦艦 反乱 内戦 暴動 裸 下痢 貧乏 けち 狂喜 脱毛 鉄砲 養父 養父母"
    )
    hidden = {
        "dark": "戦争 戦災 兵火 銃 賄賂 贈賄 汚職 弔い 弔電 パチンコ",
        "touchy": "独身 未婚 婚期 再婚 エイズ",
    }
    hidden["insult"] = "出っ歯 出べそ ハゲ 薄毛 のっぽ ちび"
    by_spelling = {word.spelling: word.flag for word in wide.readings}
    assert {by_spelling[word] for word in shown.split()} == {""}
    for expected_flag, words in hidden.items():
        assert {by_spelling[word] for word in words.split()} == {expected_flag}
    assert by_spelling["肛門"] == "lavatory"


def test_a_compound_has_the_flag_of_its_word_unless_a_shown_field_has_it() -> None:
    """A spelling of two letters or more that is never shown is in no shown word that fields.tsv does not name."""
    words = {(word.reading, word.spelling): word.flag for word in load_lexicon("wide").readings}
    named = read_fields()
    shown = {spelling for (_, spelling), flag in words.items() if flag not in FLAGS}
    flagged = {spelling for (_, spelling), flag in words.items() if flag in FLAGS} - shown
    heads = {word for word in flagged if len(word) > 1 and has_kanji(word)}
    wrong = [
        pair
        for pair, flag in words.items()
        if flag not in FLAGS and pair not in named and (pair[0], "*") not in named
        for start, end in combinations(range(len(pair[1]) + 1), 2)
        if pair[1][start:end] in heads
    ]
    assert wrong == []


def test_the_first_words_are_those_that_a_child_of_eight_knows(common: Lexicon) -> None:
    """At least the 3,000 words that levels 1 and 2 can show were read; what is not for children comes later."""
    read = read_decided("children.tsv")
    known = {pair for pair, verdict in read.items() if verdict == "known"}
    assert set(read.values()) == {"known", "not"}
    assert len(known) == CHILDREN >= 3000
    assert {(word.reading, word.spelling) for word in common.readings if for_children(word)} == known
    assert not [word for word in common.readings if for_children(word) and word.flag]
    hard = "排気 語学 空路 機体 女医 家屋 比率 把握 微分 蝮 獏 蝗 予選 石油 座敷 磯"
    assert not [w for w in common.readings if for_children(w) and w.spelling in hard.split()]


def test_of_a_reading_that_a_child_knows_the_childs_word_comes_first(common: Lexicon) -> None:
    """No theme falls on a homophone, kana of Chinese origin are not easy, and a word with お is learned with the word
    that it is made of."""
    first = dict(pairs("やかん/薬缶 さい/サイ そり/ソリ どじょう/ドジョウ ほうき/箒 たんご/タンゴ"))
    easiest = {reading: min(common.by_reading[reading], key=easier_first).spelling for reading in first}
    assert easiest == first
    ease = {(word.reading, word.spelling): word.ease for word in common.readings}
    assert all(
        rank > 3000 for (reading, _), rank in ease.items() if reading in ("せいさん", "どうこう", "かんてい")
    )
    days = "はたち ここのか ふつか まいばん いちにち おおぜい おてあらい いっしょ ばんごう いみ たてもの"
    assert max(min(word.ease for word in common.by_reading[day]) for day in days.split()) <= 3000
    for plain in pairs("さとう/砂糖 みそしる/味噌汁 はし/箸 もち/餅 さいふ/財布 くち/口"):
        polite = ("お" + plain[0], "お" + plain[1])
        assert ease[plain] < ease[polite] < ease[plain] + 500, polite


def test_a_word_says_its_accent_its_origin_and_its_kind(common: Lexicon) -> None:
    facts = {(word.reading, word.spelling): word[7:] for word in common.readings}
    assert facts["こーひー", "コーヒー"] == ("3", "外 coffee", "人工物-食べ物")
    assert facts["さくら", "桜"] == ("0", "和", "植物")
    for place, share in enumerate((0.7, 0.75, 0.4)):
        assert sum(bool(fact[place]) for fact in facts.values()) / len(facts) > share
    assert common.flag("うちん") == "lavatory"
    assert common.flag("いせり") == ""


def test_few_words_of_a_random_sample_are_doubtful() -> None:
    """The verdicts are on the lists as they are: at most 3 % of common, 2 % of core, 8 % of wide."""
    drawn = runpy.run_path(str(ROOT / "scripts" / "draw_words.py"))["draw"]
    rows = [
        line.split("\t") for line in recipe_file("verdicts.tsv").read_text(encoding="utf-8").splitlines()[1:]
    ]
    for cut, most in (("common", 0.03), ("core", 0.02), ("wide", 0.08)):
        judged = [row for row in rows if row[0] == cut]
        assert [(reading, spellings) for _, reading, spellings, *_ in judged] == drawn(cut)
        for reading in (3, 4):
            assert {row[reading] for row in judged} <= {"good", "doubtful"}
            assert sum(row[reading] == "doubtful" for row in judged) / len(judged) <= most
