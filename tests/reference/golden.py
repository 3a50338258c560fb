"""Small studies whose results must stay the bytes in tests/data/golden, which were written once (commit 9445d4f).

Only the standard errors in tenpai.csv were written later: they are computed over games. The words are made up
from a formula, so that no change of a word list changes them.
"""

from __future__ import annotations

from itertools import islice

from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import HIRAGANA_120

LETTERS = "".join(HIRAGANA_120.kinds)


def words() -> Lexicon:
    """1,800 words of two letters and of three, of all letters of the 120 tiles; each with a cost."""
    found: dict[str, Entry] = {}
    place = 1
    while len(found) < 1_800:
        drawn = []
        for _ in range(3):
            place = (place * 1_103_515_245 + 12_345) % 2**31  # the generator of the C standard's example
            drawn.append(LETTERS[(place >> 16) % len(LETTERS)])
        word = "".join(islice(drawn, 3 if len(found) % 5 else 2))
        found.setdefault(word, Entry(word, word, len(found)))
    return Lexicon.from_entries("golden", found.values())


DEALS = {
    "deals-33332": {"n": 260_000, "sample": 100, "seed": 3},
    "deals-332-ignore": {"n": 30_000, "sample": 300, "seed": 4, "forms": ("332",), "copies": "ignore"},
    "deals-13": {"n": 20_000, "hand": 13, "sample": 0, "seed": 5},
}
GAMES = {
    "games-standard": {
        "rules": "standard",
        "agents": "greedy,greedy+call,random,greedy+call+riichi",
        "n": 60,
    },
    "games-332": {"rules": "basic", "agents": "greedy,greedy+call,random,greedy", "n": 60},
}
