"""What is said of words that a list lacks: one table of what `find` prints, and the values behind it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.find import explain_missing, find, parts_of
from kanamj.lexicon.why import whats
from tests.conftest import Run
from tests.places import DATA

TOY = load_lexicon(DATA / "toy")
SAID = """
さかま | its key is かさま … hiragana-120 can spell it … さかな 魚 … to add it: kanamj lexicon add さかま
えごま | the list wide has it: えごま エゴマ; --lexicon wide judges by that list … to add it
エゴマ | (read えごま) … the list wide has it: えごま エゴマ … to add it: kanamj lexicon add えごま=エゴマ
はしる | it is a verb; the shipped lists have usual nouns only … to add it
食べる | (read たべる) … it is a verb; … to add it: kanamj lexicon add たべる=食べる
にくい | it is an adjective; … to add it
しずか | it is a na-adjective, or the name of a person; … to add it
かした | it is a form of a verb or an adjective; … to add it
東京 | (read とうきょう) … it is the name of a place; … to add it
とうきょう | the same letters: きょうとう 教頭 … to add it
tanaka | (read たなか) … it is the name of a person; … to add it: kanamj lexicon add たなか
渋谷 | (read しぶや) … it is the name of a place, or the name of a person; … to add it
かじく | it is a noun that is seldom printed; the shipped lists lack it, a dictionary at the table decides … to add it
ぎっくり | it is an adverb; … to add it
ふまじめ | it is a na-adjective; … to add it
ぬへもつ | the dictionaries of the shipped lists do not have it; a dictionary at the table decides … to add it
konnya | (read こんにゃ) … near: こんや 今夜, … to add it
ほとんど | left out by hand: an adverb … to add it
愛顧 | (read あいこ) … left out by hand: it is not said alone … to add it
積極 | (read せっきょく) … left out by hand: it is not said alone … to add it
丈夫 | (read じょうぶ) … left out by hand: a na-adjective … to add it
ぼうだい | left out by hand: a na-adjective … to add it
瞬時 | (read しゅんじ) … left out by hand: it is seldom used as a noun, or its reading … to add it
らい | left out by hand: a coarse word or a slur
鼯鼠 | no word of common is spelled 鼯鼠; give its reading in kana
猫舌者 | it looks made of 猫舌 + 者; the shipped lists lack it, a dictionary at the table decides
すかいつりー | it has 6 letters; the lists have words of 2 to 5
か | it has 1 letter; the lists have words of 2 to 5
をか | its key is かを … tiles: hiragana-120 has no tile を
びーだー | tiles: needs ー 2 times, hiragana-120 has 1
ふぁん | ぁふん … tiles: hiragana-120 has no tile ぁ
fan | (read ふぁん) … tiles: hiragana-120 has no tile ぁ
we-bu | (read うぇーぶ) … tiles: hiragana-120 has no tile ぇ
さｋ | さｋ is half typed, or not romaji (k); write it in kana
か？ゔ | no word of common fits か？ゔ; --letters takes the letters in any order
かつこう | near: がっこう
こうひい | near: こーひー
らあめん | near: らーめん
"""
"""What is looked up, and what is said; … stands for any words. The last three differ in voicing, size and long vowels
from the word that comes first."""


@pytest.mark.parametrize("row", SAID.strip().split("\n"), ids=lambda row: row.split()[0])
def test_find_says_why_a_word_is_missing_and_how_it_is_added(kanamj: Run, row: str) -> None:
    word, said = row.split(" | ")
    code, out, err = kanamj("lexicon", "find", word)
    assert (code, out) == (1, "")
    rest = err
    for part in said.split("…"):
        _, found, rest = rest.partition(part.strip())
        assert found, (part, err)
    if not said.startswith("near"):
        assert ("to add it" in err) == ("to add it" in said)


def test_the_values_behind_it(common: Lexicon, kanamj: Run) -> None:
    missing = explain_missing(common, "さかま")
    assert (missing.reading, missing.key, missing.what) == ("さかま", "かさま", ("person",))
    assert (missing.unspellable, missing.excluded, missing.parts) == ("", "", ())
    assert "魚" in [entry.spelling for entry in missing.near]
    costs = [entry.cost for entry in missing.near if entry.cost >= 0]
    assert costs == sorted(costs)  # the commonest first
    assert explain_missing(common, "らい").excluded == "block"
    assert explain_missing(common, "猫舌者").parts == ("猫舌", "者")
    assert explain_missing(common, "しを").unspellable == "hiragana-120 has no tile を"
    for word in ("鼯鼠", "さｋ"):
        unknown = explain_missing(common, word)
        assert (unknown.reading, unknown.key, unknown.near) == ("", "", ())
    for word in ("たべる", "しずか", "ぬへもつ"):  # the same for any list
        assert explain_missing(TOY, word).what == explain_missing(common, word).what
    assert explain_missing(TOY, "らい").excluded == ""
    assert explain_missing(TOY, "お金") == replace(explain_missing(TOY, "おかね"), word="お金")
    assert {"adverb", "noun"} <= set(whats("ほとんど"))
    code, out, _ = kanamj("lexicon", "find", "らい", "いぬ", "--json")
    missing_, there = json.loads(out)
    assert (code, missing_["found"], missing_["key"], missing_["excluded"]) == (1, False, "いら", "block")
    assert there["found"]


def test_the_wide_list_is_asked_for_words_that_a_shipped_list_lacks(common: Lexicon) -> None:
    """What it has under a reading is named if kana were typed, or if it is spelled so."""
    assert [entry.reading for entry in explain_missing(common, "エゴマ").wider] == ["えごま"]
    assert explain_missing(common, "はしる").wider == ()
    assert explain_missing(load_lexicon("wide"), "はしる").wider == ()
    assert explain_missing(Lexicon.from_entries("toy", [Entry("いぬ", "犬")]), "えごま").wider == ()
    for spelling, reading in (("旧知", "きゅうち"), ("奇特", "きとく")):
        assert all(entry.spelling == spelling for entry in explain_missing(common, spelling).wider)
        assert all(entry.reading == reading for entry in explain_missing(common, reading).wider)


@pytest.mark.parametrize(
    ("word", "english", "japanese"),
    [
        ("たべる", "It is a verb", "動詞"),
        ("かじく", "It is a noun that is seldom printed", "辞書にはありますが、文章ではあまり使われない名詞"),
        ("しずか", "It is a na-adjective, or", "形容動詞、または人名です"),
        ("丈夫", "Left out by hand: ", "手作業で外してあります: 形容動詞"),
        ("瞬時", "Left out by hand: ", "手作業で外してあります: 名詞としてあまり使わないことば"),
        ("積極", "Left out by hand: ", "手作業で外してあります: 単独では使いません"),
        ("猫舌者", "", ""),
        ("ぬへもつ", "", ""),
    ],
)
def test_the_page_says_the_reason_too(common: Lexicon, word: str, english: str, japanese: str) -> None:
    (found,) = find(common, [word])
    told = found.to_json()
    assert (tuple(told["what"]), tuple(told.get("parts", ()))) == (
        explain_missing(common, word).what,
        parts_of(word) if word == "猫舌者" else (),
    )
    assert set(told["why"]) == ({"en", "ja"} if english else set())
    assert told["why"].get("en", "").startswith(english)
    assert told["why"].get("ja", "").startswith(japanese)


def test_a_look_up_speaks_japanese(kanamj: Run) -> None:
    words = ("しずか", "食べる", "らい", "さｋ", "か？ゔ", "ぬへもつ")
    code, _, err = kanamj("lexicon", "find", *words, "--lang", "ja")
    said = "形容動詞、または人名です … 食べる(たべる) は … 動詞です … 手作業で外してあります … 入力が途中か … 辞書に"
    assert code == 1
    assert [part for part in said.split(" … ") if part not in err] == []
    assert not re.search("[a-z]{3}", re.sub("common|hiragana|kanamj lexicon add|--letters", "", err))


ONCE_MISJUDGED = """
コッペパン 軽トラ 釣り人 カップ麺 なます いかさま 十手 出任せ 格安
お鈴 負け越し 突き落とし 焚き付け 既読 ブラウザ ハイオク
"""


def test_words_with_a_false_reason_are_there_now_as_themselves(common: Lexicon) -> None:
    """Once they were said to be rare, verbs, adverbs, forms or names, or another word was looked up."""
    for found in find(common, ONCE_MISJUDGED.split()):
        assert (found.missing, found.only_sounds) == (None, False), found
        assert found.word in {text for entry in found.entries for text in entry[:2]}


def test_a_word_typed_in_katakana_is_not_taken_for_another_word(common: Lexicon) -> None:
    heater, tin = find(common, ["カイロ", "トタン"])
    assert {"回路", "懐炉"} <= {entry.spelling for entry in heater.entries}
    assert "トタン" in {entry.spelling for entry in tin.entries}
    assert (heater.only_sounds, tin.only_sounds) == (True, False)
    assert heater.to_json()["only_sounds"] is True


def test_a_compound_shows_its_parts() -> None:
    assert [parts_of(word) for word in ("掃除機売り場", "医療費目", "鼯鼠", "ぬへもつ")] == [
        ("掃除機", "売り場"),
        ("医療費", "目"),
        (),
        (),
    ]


@pytest.mark.parametrize(
    ("reading", "what", "spelling"),
    [("いたい", "adjective", "遺体"), ("のろい", "adjective", "呪い"), ("うつ", "verb", "鬱")],
)
def test_where_every_noun_is_flagged_the_verb_or_adjective_is_said_and_nothing_shown(
    common: Lexicon, reading: str, what: str, spelling: str
) -> None:
    """The word itself is shown if it is asked for by its spelling, or with all words."""
    (found,) = find(common, [reading])
    assert (found.entries, found.missing, found.what) == ((), None, (what,))
    assert (found.to_json()["found"], found.to_json()["words"]) == (True, [])
    assert found.to_json()["why"]["ja"].startswith({"verb": "動詞", "adjective": "形容詞"}[what])
    assert [entry.spelling for entry in find(common, [spelling])[0].entries] == [spelling]
    assert find(common, [reading], flagged=True)[0].entries[0].spelling == spelling
