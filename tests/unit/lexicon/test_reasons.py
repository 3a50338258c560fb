"""What `find` says of words that a list lacks: the cases of the review, and that each reason is true."""

from __future__ import annotations

import pytest

from kanamj.lexicon import Lexicon
from kanamj.lexicon.find import explain_missing, find, parts_of
from kanamj.lexicon.why import said, whats

ONCE_MISJUDGED = """
コッペパン 軽トラ 釣り人 カップ麺 なます いかさま 十手 出任せ 格安
お鈴 負け越し 突き落とし 焚き付け 既読 ブラウザ ハイオク
"""


@pytest.mark.parametrize("word", ONCE_MISJUDGED.split())
def test_words_with_a_false_reason_are_there_now_as_themselves(common: Lexicon, word: str) -> None:
    """Once they were said to be rare, verbs, adverbs, forms or names, or another word was looked up."""
    (found,) = find(common, [word])
    assert found.missing is None
    assert not found.only_sounds
    assert word in {entry.spelling for entry in found.entries} | {entry.reading for entry in found.entries}


def test_a_word_typed_in_katakana_is_not_taken_for_another_word(common: Lexicon) -> None:
    heater, tin = find(common, ["カイロ", "トタン"])
    assert {"回路", "懐炉"} <= {entry.spelling for entry in heater.entries}
    assert "トタン" in {entry.spelling for entry in tin.entries}
    assert (heater.only_sounds, tin.only_sounds) == (True, False)
    assert heater.to_json()["only_sounds"] is True


def test_a_noun_that_is_seldom_printed_is_not_called_rare() -> None:
    text = said(("noun",))
    assert text["en"] == (
        "it is a noun that is seldom printed; the shipped lists lack it, a dictionary at the table decides"
    )
    assert text["ja"].startswith("辞書にはありますが、文章ではあまり使われない名詞")


def test_nouns_that_are_also_something_else_are_said_to_be_nouns() -> None:
    """ほとんど is an adverb and a noun; たべる is no noun, though IPADIC has a word for it (田部瑠)."""
    assert whats("たべる") == ("verb",)
    assert {"adverb", "noun"} <= set(whats("ほとんど"))


@pytest.mark.parametrize(
    ("word", "reading", "why"),
    [
        ("丈夫", "じょうぶ", "形容動詞"),
        ("ぼうだい", "ぼうだい", "形容動詞"),
        ("瞬時", "しゅんじ", "名詞としてあまり使わないことば"),
        ("積極", "せっきょく", "単独では使いません"),
    ],
)
def test_a_word_left_out_by_hand_has_its_own_reading_and_reason(
    common: Lexicon, word: str, reading: str, why: str
) -> None:
    """Not ますらお for 丈夫, which the list `wide` has; the page says the reason, too."""
    (found,) = find(common, [word])
    told = found.to_json()
    assert told["reading"] == reading
    assert told["why"]["ja"].startswith(f"手作業で外してあります: {why}")
    assert told["why"]["en"].startswith("Left out by hand: ")


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("猫舌者", ("猫舌", "者")),
        ("掃除機売り場", ("掃除機", "売り場")),
        ("医療費目", ("医療費", "目")),
        ("鼯鼠", ()),
        ("ぬへもつ", ()),
    ],
)
def test_a_compound_shows_its_parts(word: str, parts: tuple[str, ...]) -> None:
    assert parts_of(word) == parts


def test_a_missing_compound_is_explained_by_its_parts(common: Lexicon) -> None:
    missing = explain_missing(common, "猫舌者")
    assert (missing.reading, missing.parts) == ("", ("猫舌", "者"))
    (found,) = find(common, ["猫舌者"])
    assert found.to_json()["parts"] == ["猫舌", "者"]


def test_a_spelling_is_not_explained_by_another_word_of_its_reading(common: Lexicon) -> None:
    """What wide has under the reading is named only if it is spelled so, or if kana were typed."""
    for spelling, reading in (("旧知", "きゅうち"), ("奇特", "きとく")):
        assert all(entry.spelling == spelling for entry in explain_missing(common, spelling).wider)
        assert all(entry.reading == reading for entry in explain_missing(common, reading).wider)


@pytest.mark.parametrize(
    ("reading", "what", "spelling"),
    [
        ("いたい", "adjective", "遺体"),
        ("たかい", "adjective", "他界"),
        ("のろい", "adjective", "呪い"),
        ("うつ", "verb", "鬱"),
    ],
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


@pytest.mark.parametrize(
    ("reading", "what"),
    [
        ("ぎっくり", ("adverb",)),
        ("はると", ("person",)),
        ("ゆうと", ("noun", "person")),
        ("ふまじめ", ("na-adjective",)),
        ("ごてんば", ("place",)),
        ("もば", ("noun",)),
    ],
)
def test_a_reason_names_what_the_word_is(reading: str, what: tuple[str, ...]) -> None:
    assert whats(reading) == what
