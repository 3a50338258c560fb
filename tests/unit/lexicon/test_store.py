"""The lexicon folder: reading, writing, own words, and what is said of broken files."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.errors import FileFormatError, LexiconError
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.shelf import own_words, parse_own_word, write_own_words
from kanamj.lexicon.store import format_grams, header, load_folder, read_grams, read_words
from tests.places import DATA

TOY = DATA / "toy"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_folder_reads_and_formats_back() -> None:
    toy = load_folder(TOY)
    assert toy.keys(2) == ("いぬ", "かさ", "こね", "もも")
    assert toy.words("もも") == ("桃", "腿")
    assert "かさな" in toy
    assert "なかさ" in toy  # letters in any order
    assert "なか" not in toy
    for size in (2, 3):
        assert format_grams(size, toy.grams[size]) == (TOY / f"{size}gram.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("version", ["v1.0", "v1.1", "all-v1.2"])
def test_published_folders_load_unchanged(published: Path, version: str) -> None:
    lexicon = load_folder(published / version)
    for size in (2, 3):
        file = published / version / f"{size}gram.txt"
        assert format_grams(size, lexicon.grams[size]) == file.read_text(encoding="utf-8")


BAD_GRAMS = [
    ("", 1, "header line"),
    ("あ\tい\n", 1, "header line"),
    (header(2) + "\nいぬ\n", 2, "a key, a tab and words"),
    (header(2) + "\nいぬ\t犬\nかさな\t魚\n", 3, "a key of 2 letters"),
    (header(2) + "\nぬい\t犬\n", 2, "expected いぬ"),
    (header(2) + "\nいぬ\t犬\nいぬ\t戌\n", 3, "appears twice"),
    (header(2) + "\nいぬ\t犬::戌\n", 2, "words joined by ':'"),
]


@pytest.mark.parametrize(("text", "line", "said"), BAD_GRAMS)
def test_a_broken_file_names_line_and_rule(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = tmp_path / "2gram.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileFormatError, match=said) as caught:
        read_grams(path, 2)
    assert (caught.value.path, caught.value.line) == (path, line)


def test_cp932_is_named_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "2gram.txt"
    path.write_bytes((header(2) + "\nいぬ\t犬\n").encode("cp932"))
    with pytest.raises(
        FileFormatError,
        match=r"2gram.txt:1: not utf-8; it reads as cp932. Convert it: iconv -f cp932 -t utf-8",
    ):
        read_grams(path, 2)


def test_a_word_file_wants_three_columns(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("reading\tspelling\tcost\nいぬ\t犬\tx\n", encoding="utf-8")
    with pytest.raises(FileFormatError, match=r"words.tsv:2: expected reading, spelling and a whole number"):
        read_words(path)


def test_an_empty_folder_and_an_unknown_name(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match=r"no word list in"):
        load_lexicon(tmp_path)
    with pytest.raises(LexiconError, match=r"no lexicon 'commn'; there are: common"):
        load_lexicon("commn")


def test_extra_words_come_beside_the_list_and_change_its_hash(tmp_path: Path) -> None:
    extra = tmp_path / "extra.tsv"
    extra.write_text("# mine\nすまほ\tスマホ\tnew\nネコ\n", encoding="utf-8")
    toy, more = load_lexicon(TOY), load_lexicon(TOY, [extra])
    assert more.words("すほま") == ("スマホ",)
    assert more.words("こね") == ("ネコ", "猫")
    assert more.keys(2) == toy.keys(2)
    assert more.sha256 != toy.sha256


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("すまほ\n魚\n", r"extra.tsv:2: expected a reading in kana, got '魚'"),
        ("あいうえおか\n", "has 6 letters"),
    ],
)
def test_bad_extra_words(tmp_path: Path, text: str, said: str) -> None:
    extra = tmp_path / "extra.tsv"
    extra.write_text(text, encoding="utf-8")
    with pytest.raises((FileFormatError, LexiconError), match=said):
        load_lexicon(TOY, [extra])


def test_a_missing_extra_file(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match=r"no file"):
        load_lexicon(TOY, [tmp_path / "none.tsv"])


def test_own_words_are_used_only_when_asked_for(home: Path) -> None:
    write_own_words("toy", [parse_own_word("すまほ=スマホ")])
    assert own_words("toy") == [Entry("すまほ", "スマホ")]
    assert "すほま" in load_lexicon(TOY, own=True)
    assert "すほま" not in load_lexicon(TOY)
    assert (home / "words" / "toy.tsv").read_text(encoding="utf-8") == "すまほ\tスマホ\n"


def test_entries_are_ordered_by_cost() -> None:
    toy = Lexicon.from_entries(
        "toy", [Entry("かみ", "髪", 9), Entry("かみ", "紙", 3), Entry("みか", "三日", 5)]
    )
    assert [entry.spelling for entry in toy.entries["かみ"]] == ["紙", "三日", "髪"]
