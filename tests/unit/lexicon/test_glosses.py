"""Glosses, which say what words mean: reading them, keeping those of a user, and the shipped ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kanamj.errors import FileFormatError, KanamjError, LexiconError
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.glosses import (
    HEADER,
    MOST_BYTES,
    NAME,
    Glosses,
    keep_glosses,
    read_glosses,
    remove_glosses,
)
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.shelf import add_own_words, shipped_folder
from tests.places import DATA

TOY = load_lexicon(DATA / "toy")
DOG = Entry("いぬ", "犬")


@pytest.fixture(autouse=True)
def _glosses_of_this_test_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "kanamj-data"))


def gloss_of(lexicon: Lexicon, word: Entry) -> str:
    return Glosses(lexicon).of(word)


def shipped_rows(name: str) -> list[tuple[int, str, str, str]]:
    return list(read_glosses(shipped_folder() / name / NAME))


def written(folder: Path, text: str) -> Path:
    path = folder / "given.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_wrong_row_changes_nothing(common: Lexicon, tmp_path: Path) -> None:
    keep_glosses(common, written(tmp_path, "いぬ\t犬\tkept\n"))
    with pytest.raises(FileFormatError, match=r"given\.tsv:2: the gloss of ねこ is empty"):
        keep_glosses(common, written(tmp_path, "いぬ\t犬\tdog\nねこ\t猫\t \n"))
    assert gloss_of(common, DOG) == "kept"


def test_a_file_that_is_too_large_is_refused_and_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "given.tsv"
    with path.open("wb") as file:
        file.truncate(50 * MOST_BYTES)  # a hole: it takes no room on the disk
    with pytest.raises(FileFormatError, match=r"is larger than 16,000,000 bytes"):
        keep_glosses(TOY, path)


def test_words_of_other_lists_are_counted_and_left_out(tmp_path: Path) -> None:
    many = "".join(f"いぬ\tx{number}\tdog\n" for number in range(100_000))
    kept = keep_glosses(TOY, written(tmp_path, f"{many}かさな\t魚\tfish\n"))
    assert kept[1:] == (1, 100_000, "いぬ x0")
    assert kept.path.read_text(encoding="utf-8") == f"{HEADER}\nかさな\t魚\tfish\n"
    with pytest.raises(LexiconError, match="has no gloss for a word of toy: it does not have いぬ x0"):
        keep_glosses(TOY, written(tmp_path, many))
    with pytest.raises(LexiconError, match="has no gloss for a word of toy; the file is empty"):
        keep_glosses(TOY, written(tmp_path, HEADER + "\n"))


def test_the_glosses_of_a_user_are_shown_before_those_of_the_list_until_removed(
    common: Lexicon, tmp_path: Path
) -> None:
    shipped, other = gloss_of(common, DOG), gloss_of(common, Entry("ねこ", "猫"))
    assert shipped
    assert other
    keep_glosses(common, written(tmp_path, f"\ufeff{HEADER}\r\n\r\nイヌ\t犬\tdog\r\n"))
    assert (gloss_of(common, DOG), gloss_of(common, Entry("ねこ", "猫"))) == ("dog", other)
    assert gloss_of(load_lexicon("core"), DOG) == shipped  # they are kept for one list
    remove_glosses(common)
    assert gloss_of(common, DOG) == shipped
    with pytest.raises(LexiconError, match="you keep no glosses for common"):
        remove_glosses(common)


def test_own_words_can_have_glosses(common: Lexicon, tmp_path: Path) -> None:
    add_own_words(common, [Entry("ぽんた", "ぽんた")])
    mine = load_lexicon("common", own=True)
    keep_glosses(mine, written(tmp_path, "ぽんた\t\tour cat\n"))
    assert gloss_of(mine, Entry("ぽんた", "ぽんた")) == "our cat"


def test_a_list_without_glosses_has_none() -> None:
    assert gloss_of(TOY, Entry("かさな", "魚")) == ""
    assert gloss_of(Lexicon.from_entries("new", [DOG]), DOG) == ""


def test_a_kept_file_that_was_changed_by_hand_prints_no_control_characters(
    common: Lexicon, tmp_path: Path
) -> None:
    kept = keep_glosses(common, written(tmp_path, "いぬ\t犬\tdog\n"))
    kept.path.write_text("いぬ\t犬\tdog\x1b[31m\nbroken\n", encoding="utf-8")
    assert gloss_of(common, DOG) == "dog[31m"
    kept.path.write_bytes(b"\xff\xfe")
    with pytest.raises(KanamjError, match=r"common\.tsv:1: not utf-8"):
        gloss_of(common, DOG)


# --- what is shipped

EASIEST = 700


@pytest.mark.parametrize("name", ["common", "core"])
def test_the_easiest_words_have_a_gloss(name: str) -> None:
    lexicon = load_lexicon(name)
    words = sorted(
        (word for word in lexicon.readings if word.ease > 0 and not word.flag), key=lambda w: w.ease
    )
    glosses = Glosses(lexicon)
    lacking = [word for word in words[:EASIEST] if not glosses.of(word)]
    assert len(shipped_rows(name)) >= EASIEST
    assert len(lacking) <= EASIEST // 50, lacking


def test_a_child_can_read_the_shipped_glosses() -> None:
    """Kana only, one short sentence that ends with 。, between words one space; the word does not explain itself."""
    for _, reading, _, gloss in shipped_rows("common"):
        assert re.fullmatch(r"([ぁ-んァ-ヶー、。「」]+ )*[ぁ-んァ-ヶー、。「」]+。", gloss), gloss
        letters = re.sub("[ 、。「」]", "", gloss)
        assert 6 <= len(letters) <= 35, gloss  # いぬの こども。
        phrases = [parse_reading(phrase.strip("、。「」")) for phrase in re.split("[ 、。]", gloss)]
        assert reading not in phrases, f"{reading} is explained by itself: {gloss}"


def test_the_shipped_glosses_are_those_of_the_recipe() -> None:
    from scripts.recipe.glosses import gloss_file

    for name in ("common", "core"):
        lexicon = load_lexicon(name)
        assert lexicon.folder is not None
        for file, text in gloss_file(lexicon).items():
            assert (lexicon.folder / file).read_text(encoding="utf-8") == text
