"""Looking words up, comparing lists, and tables of waits."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.find import explain_missing, find, find_word
from kanamj.lexicon.shelf import parse_own_word
from kanamj.lexicon.spell import keys_within, read_text, words_beyond
from kanamj.lexicon.waits import WaitTable, holdable
from kanamj.tiles import HIRAGANA_120
from tests.places import DATA

TOY = load_lexicon(DATA / "toy")


def test_a_reading_with_vu_is_looked_up_as_it_is_spoken(common: Lexicon) -> None:
    (found,) = find(common, ["ヴァイオリン"])
    assert [(entry.reading, entry.spelling) for entry in found.entries] == [("ばいおりん", "バイオリン")]
    (missing,) = find(common, ["ヴォヴォ"])
    assert missing.missing
    assert missing.missing.reading == "ぼぼ"
    toy = Lexicon.from_entries("toy", [Entry("らゔ", "ラヴ")])
    assert [entry.reading for entry in find_word(toy, "ラヴ")] == ["らゔ"]
    assert parse_own_word("ヴァイオリン") == Entry("ばいおりん", "ヴァイオリン")


def test_romaji_is_read_unless_it_is_a_spelling(common: Lexicon) -> None:
    assert [find_word(common, word)[0].spelling for word in ("katsudon", "onna", "Ｓａｋｕｒａ")] == [
        "カツ丼",
        "女",
        "桜",
    ]
    toy = Lexicon.from_entries("toy", [Entry("しーでぃー", "CD"), Entry("おん", "音")])
    assert find_word(toy, "CD")[0].reading == "しーでぃー"
    half = explain_missing(common, "さｋ")
    assert (half.reading, half.near) == ("", ())


@pytest.mark.parametrize("blank", "？?＿_*")
def test_a_word_with_a_blank_is_a_pattern(common: Lexicon, blank: str) -> None:
    (found,) = find(common, [f"か{blank}な"])
    readings = [entry.reading for entry in found.entries]
    assert {"かたな", "かんな"} <= set(readings)
    assert all(len(reading) == 3 and reading[::2] == "かな" for reading in readings)
    assert [entry.ease for entry in found.entries] == sorted(entry.ease for entry in found.entries)
    (missing,) = find(common, [f"か{blank}ゔ"])
    assert missing.missing
    assert missing.missing.reading == ""


def test_a_pattern_hides_flagged_words_and_a_spelling_with_a_blank_is_none() -> None:
    toy = Lexicon.from_entries(
        "toy", [Entry("しがい", "死骸", flag="dark"), Entry("まる", "〇"), Entry("まち", "町")]
    )
    assert [find(toy, ["し？い"], flagged=asked)[0].entries != () for asked in (False, True)] == [False, True]
    assert [entry.spelling for entry in find(toy, ["〇"])[0].entries] == ["〇"]
    assert [entry.spelling for entry in find(toy, ["ま？"])[0].entries] == ["町", "〇"]


def test_the_answer_as_plain_values(common: Lexicon) -> None:
    there, missing = (found.to_json() for found in find(common, ["さかな", "さかま"]))
    assert there["words"][0].keys() == {"key", "reading", "spelling", "cost", "ease", "flag", "gloss"}
    assert "gloss" not in next(word for word in there["words"] if word["spelling"] == "肴")
    assert (there["found"], missing["found"], missing["key"]) == (True, False, "かさま")
    assert missing["near"][0].keys() == there["words"][0].keys() - {"gloss"}


@pytest.mark.parametrize("size", [2, 3])
def test_wait_tables_equal_trying_every_letter(common: Lexicon, size: int) -> None:
    """By the definition: a wait is a letter with a copy left that makes a key with all the letters held."""
    table = WaitTable.of(common, size)
    for held in combinations_with_replacement(HIRAGANA_120.kinds, size - 1):
        waits = tuple(
            letter
            for letter in HIRAGANA_120.kinds
            if common.words("".join(sorted((*held, letter)))) and holdable((*held, letter))
        )
        assert table.after("".join(held)) == waits


def test_the_words_that_letters_spell_are_those_found_by_counting(common: Lexicon) -> None:
    chance = random.Random(7)
    wall = [
        face
        for face, copies in zip(HIRAGANA_120.kinds, HIRAGANA_120.copies, strict=True)
        for _ in range(copies)
    ]
    for count in (3, 8, 14):
        letters = "".join(chance.sample(wall, count))
        found = keys_within(common, letters)
        assert len(set(found)) == len(found)
        assert set(found) == {
            key
            for size in (2, 3, 4, 5)
            for key in common.keys(size)
            if all(key.count(letter) <= letters.count(letter) for letter in key)
        }
        assert [len(key) for key in found] == sorted(map(len, found), reverse=True)


@pytest.mark.parametrize(
    ("text", "letters", "strange"),
    [
        ("", "", []),
        ("さくら　桜/", "さくらさくら", []),
        ("ｶﾞｯｺｰ学校", "がっこーがっこう", []),
        ("お金持ち", "おかねもち", []),
        ("ヴを鼯\u202e", "", ["ヴ", "を", "鼯", "\u202e"]),
    ],
)
def test_a_text_with_kanji_is_read_as_letters(
    common: Lexicon, text: str, letters: str, strange: list[str]
) -> None:
    pieces = list(read_text(common, text))
    assert "".join(piece.letters for piece in pieces) == letters
    assert [piece.text for piece in pieces if not piece.letters] == strange


def test_a_word_with_a_flag_that_only_the_wide_list_has_may_be_laid_but_is_not_spelled() -> None:
    wide = Lexicon.from_entries(
        "wide",
        [
            Entry("ていと", "帝都", flag="wide"),
            Entry("とてい", "徒弟", flag="dark"),
            Entry("めかけ", "妾", flag="sex"),
            Entry("けがれ", "汚れ", flag="wide"),
        ],
    )
    found = words_beyond(
        Lexicon.from_entries("common", [Entry("けがれ", "穢れ")]), wide, "ていとめかけけがれ", [3]
    )
    assert found == {
        "いてと": [
            {"reading": "ていと", "spelling": "帝都", "list": "wide"},
            {"reading": "とてい", "spelling": "", "list": "wide"},
        ],
        "かけめ": [{"reading": "めかけ", "spelling": "", "list": "wide"}],
    }
