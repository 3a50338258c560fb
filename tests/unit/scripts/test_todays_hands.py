"""The hands of the day: those that were there are frozen, and those after them are of words that children know."""

from __future__ import annotations

from datetime import date

from kanamj import load_lexicon
from kanamj.disk import sha256
from kanamj.lexicon.entry import for_children, key_of
from scripts.build_todays_hands import FILE, FIRST, hidden, shown

LANDED = (date(2026, 12, 1) - date.fromisoformat(FIRST)).days
"""The days before this one were made by the lists of 0.5."""
FROZEN = "d06c7b37ec2c1cf53709d3fe44fae5e2378b3e3c24210d8854c12c3585ee3154"


def test_the_days_before_the_landing_keep_their_bytes() -> None:
    days = FILE.read_text(encoding="utf-8").split("\n\n")[2].splitlines()
    assert sha256("\n".join(days[:LANDED])) == FROZEN


def test_a_child_of_eight_knows_each_word_of_the_days_after() -> None:
    days = FILE.read_text(encoding="utf-8").split("\n\n")[2].splitlines()
    lexicon = load_lexicon("common", own=False)
    assert len(days) == 1096
    for number, day in enumerate(days[LANDED:], LANDED + 1):
        letters = shown(day.replace(" ", ""), number)
        assert hidden(letters, number) == day.replace(" ", "")
        for start, end in ((0, 3), (3, 6), (6, 8), (8, 11), (11, 14), (14, 17), (17, 20), (20, 22)):
            assert for_children(lexicon.shown(key_of(letters[start:end]))[0]), (number, letters[start:end])
