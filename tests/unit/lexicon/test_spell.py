"""Which words can be spelled with some letters."""

from __future__ import annotations

from pathlib import Path

from kanamj.lexicon import Entry, Lexicon
from kanamj.lexicon.spell import keys_within

WORDS = Lexicon.from_entries(
    "toy", [Entry(each, each) for each in ("いえ", "いえか", "いえかぜ", "いえかぜさ")]
)


def test_words_of_all_sizes_come_longest_first() -> None:
    assert keys_within(WORDS, "いえかぜさ") == ["いえかさぜ", "いえかぜ", "いえか", "いえ"]


def test_two_lists_are_equal_wherever_they_lie() -> None:
    assert Lexicon("toy", WORDS.grams, folder=Path("here")) == Lexicon("toy", WORDS.grams)
