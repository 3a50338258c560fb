"""What the readings of a word are joined to."""

from __future__ import annotations

from kanamj.yaku.slots import WordSlot
from kanamj.yaku.win import Word


def test_no_chain_goes_on_with_n() -> None:
    at_first, ends_with_n = (WordSlot([Word(reading, reading)], False) for reading in ("あさひ", "みかん"))
    assert ends_with_n.link == 0
    assert at_first.link
