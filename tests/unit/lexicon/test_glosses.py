"""Glosses, which say what words mean: reading them, keeping those of a user, and the shipped ones."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from kanamj.errors import LexiconError
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.glosses import HEADER, MOST_BYTES, NAME, Glosses, format_glosses, read_glosses
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.shelf import add_own_words, own_glosses_file, shipped_folder
from tests.places import DATA

TOY = load_lexicon(DATA / "toy")
DOG, CAT = Entry("いぬ", "犬"), Entry("ねこ", "猫")


@pytest.fixture(autouse=True)
def _glosses_of_this_test_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "kanamj-data"))


def gloss_of(lexicon: Lexicon, word: Entry) -> str:
    return Glosses(lexicon).of(word)


def shipped_rows(name: str) -> list[tuple[int, str, str, str]]:
    return list(read_glosses(shipped_folder() / name / NAME))


def written(lexicon: Lexicon, text: str) -> Path:
    """The file of a user's own glosses for this list."""
    path = own_glosses_file(lexicon)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def test_a_file_that_is_wrong_is_refused_with_its_list_and_line(common: Lexicon) -> None:
    """All that can be wrong with it is in tests/unit/test_broken_files.py."""
    path = written(common, "いぬ\t犬\tdog\nねこ\t猫\t \n")
    said = r"your own glosses for common cannot be read: .*common\.tsv:2: the gloss of ねこ is empty"
    with pytest.raises(LexiconError, match=said) as error:
        Glosses(common)
    assert str(error.value).endswith(f"Mend {path}, or move it away")


def test_a_file_that_is_too_large_is_refused_and_not_read_whole() -> None:
    with written(TOY, "").open("wb") as file:
        file.truncate(50 * MOST_BYTES)  # a hole: it takes no room on the disk
    with pytest.raises(LexiconError, match=r"is larger than 16,000,000 bytes"):
        Glosses(TOY)


def test_the_glosses_of_a_user_are_shown_before_those_of_the_list_while_there_is_a_file(
    common: Lexicon,
) -> None:
    """Words of one's own can have some, too."""
    shipped, other, own = gloss_of(common, DOG), gloss_of(common, CAT), Entry("ぽんた", "ぽんた")
    assert shipped
    assert other
    add_own_words(common, [own])
    path = written(common, f"\ufeff{HEADER}\r\n\r\nイヌ\t犬\tdog\r\nほげ\tホゲ\tno word\nぽんた\t\tour cat\n")
    assert (gloss_of(common, DOG), gloss_of(common, CAT)) == ("dog", other)
    assert gloss_of(load_lexicon("common", own=True), own) == "our cat"
    assert gloss_of(load_lexicon("core"), DOG) == shipped  # the file is for one list
    path.unlink()
    assert gloss_of(common, DOG) == shipped


@pytest.mark.parametrize("text", ["さかな\t魚\tfish\n", f"{HEADER}\nかさな\t魚\tfish\n"])
def test_a_word_of_a_list_without_readings_is_found_by_its_letters(text: str) -> None:
    """The second has its key for a reading, under a header line."""
    assert gloss_of(TOY, Entry("かさな", "魚")) == gloss_of(Lexicon.from_entries("new", [DOG]), DOG) == ""
    written(TOY, text)
    assert gloss_of(TOY, Entry("かさな", "魚")) == "fish"


def test_quotes_in_a_gloss_stay_in_the_file_of_a_user_and_in_that_of_a_list(tmp_path: Path) -> None:
    glosses = {("いぬ", '"犬"'): '"dog", a word', ("いぬ", "狗"): '"dog"', ("いぬ", "犬"): 'a "dog"'}
    listed = tmp_path / "list"
    shutil.copytree(DATA / "toy", listed)
    (listed / NAME).write_text(format_glosses(glosses), encoding="utf-8")
    assert {(reading, word): gloss for _, reading, word, gloss in read_glosses(listed / NAME)} == glosses
    written(TOY, format_glosses(glosses))
    for lexicon in (load_lexicon(listed), TOY):
        assert {pair: gloss_of(lexicon, Entry(*pair)) for pair in glosses} == glosses


# --- what is shipped

EASIEST = 700


@pytest.mark.parametrize("name", ["common", "core"])
def test_the_easiest_words_have_a_gloss_and_all_are_those_of_the_recipe(name: str) -> None:
    from scripts.recipe.glosses import gloss_file

    lexicon = load_lexicon(name)
    words = sorted(
        (word for word in lexicon.readings if word.ease > 0 and not word.flag), key=lambda w: w.ease
    )
    glosses = Glosses(lexicon)
    lacking = [word for word in words[:EASIEST] if not glosses.of(word)]
    assert len(shipped_rows(name)) >= EASIEST
    assert len(lacking) <= EASIEST // 50, lacking
    for file, text in gloss_file(lexicon).items():
        assert (shipped_folder() / name / file).read_text(encoding="utf-8") == text


def test_a_child_can_read_the_shipped_glosses() -> None:
    """Kana only, one short sentence that ends with 。, between words one space; the word does not explain itself."""
    for _, reading, _, gloss in shipped_rows("common"):
        assert re.fullmatch(r"([ぁ-んァ-ヶー、。「」]+ )*[ぁ-んァ-ヶー、。「」]+。", gloss), gloss
        letters = re.sub("[ 、。「」]", "", gloss)
        assert 8 <= len(letters) <= 35, gloss
        phrases = [parse_reading(phrase.strip("、。「」")) for phrase in re.split("[ 、。]", gloss)]
        assert reading not in phrases, f"{reading} is explained by itself: {gloss}"
