"""The words that a player knows: a number of the easiest words, or the words of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.store import easier_first


@pytest.mark.parametrize("all_words", [False, True])
@pytest.mark.parametrize("name", ["core", "common"])
def test_the_order_is_that_of_the_easiest_word_of_each_key(name: str, all_words: bool) -> None:
    """The quick reading of words.tsv is compared with reading whole words."""
    lexicon = load_lexicon(name, all_words=all_words).with_words(
        [Entry("ぬぬぬ", "ヌヌヌ"), Entry("いぬ", "戌", 5)]
    )
    keys = [*lexicon.keys(2), *lexicon.keys(3)]
    easiest = {key: min(map(easier_first, lexicon.words_of(key))) for key in keys}
    ranked = sorted(keys, key=lambda key: (easiest[key], key))
    assert lexicon.easiest_keys(2, 3, flagged=True) == ranked
    assert lexicon.easiest_keys(2, 3) == [key for key in ranked if lexicon.shown(key)]


def test_a_file_has_readings_or_keys(tmp_path: Path) -> None:
    words = ("ねこ", "さくら", "いぬ", "くそ", "さんかく")
    toy = Lexicon.from_entries(
        "toy",
        [
            Entry(word, word, ease=rank, flag="lavatory" * (word == "くそ"))
            for rank, word in enumerate(words, 1)
        ],
    )
    file = tmp_path / "mine.txt"
    file.write_text("# mine\nサクラ\t桜\nくそ\nこね\nねこ\n", encoding="utf-8")
    assert known_keys(toy, str(file)) == ["こね", "くさら", "くそ"]
