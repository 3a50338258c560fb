"""Which words can be spelled with some letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.lexicon.shelf import new_lexicon_folder
from kanamj.lexicon.spell import keys_within

WORDS = Lexicon.from_entries(
    "toy", [Entry(each, each) for each in ("いえ", "いえか", "いえかぜ", "いえかぜさ")]
)


def test_words_of_all_sizes_come_longest_first() -> None:
    assert keys_within(WORDS, "いえかぜさ") == ["いえかさぜ", "いえかぜ", "いえか", "いえ"]


def test_no_list_of_ones_own_takes_the_name_of_a_shipped_one() -> None:
    with pytest.raises(KanamjError, match="core is the name of a shipped list; give another with --name"):
        new_lexicon_folder("core")


def test_two_lists_are_equal_wherever_they_lie() -> None:
    assert Lexicon("toy", WORDS.grams, folder=Path("here")) == Lexicon("toy", WORDS.grams)
