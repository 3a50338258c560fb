"""Draw words of a shipped list at random, to judge them by eye: scripts/draw_words.py [common|core] [SEED]

Fifty readings of each length, each with the same chance. The verdicts on the draws of seed 1 are in
wordlists/recipe/verdicts.tsv: good, or doubtful where an adult would hesitate to accept the reading as a word of its
own.
"""

from __future__ import annotations

import random
import sys

from kanamj.lexicon import load_lexicon
from kanamj.lexicon.store import SIZES

OF_EACH_LENGTH = 50


def draw(cut: str, seed: int = 1) -> list[tuple[str, str]]:
    """(reading, its spellings, the commonest first) of so many readings of each length, in order of the reading."""
    words, dice = load_lexicon(cut).by_reading, random.Random(seed)
    chosen = sorted(
        reading
        for size in SIZES
        for reading in dice.sample(sorted(r for r in words if len(r) == size), OF_EACH_LENGTH)
    )
    return [(reading, "・".join(word.spelling for word in words[reading])) for reading in chosen]


if __name__ == "__main__":
    named = sys.argv[1] if len(sys.argv) > 1 else "common"
    for reading, spellings in draw(named, int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        print(f"{named}\t{reading}\t{spellings}")
