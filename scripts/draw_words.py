"""Draw words of a shipped list at random, to judge them by eye: python scripts/draw_words.py [--cut core] [--seed 1]

Prints fifty readings of each length, each drawn with the same chance. The verdicts on the draws of seed 1 are in
wordlists/recipe/verdicts.tsv: good, or doubtful where an adult would hesitate to accept the reading as a word of its
own.
"""

from __future__ import annotations

import random

from kanamj.lexicon import load_lexicon
from kanamj.lexicon.store import SIZES, commoner_first

OF_EACH_LENGTH = 50


def draw(cut: str, seed: int = 1) -> list[tuple[str, str]]:
    """Each reading that is drawn, with its spellings, the commonest first; sorted by reading."""
    words, dice = load_lexicon(cut).by_reading, random.Random(seed)
    chosen = sorted(
        reading
        for size in SIZES
        for reading in dice.sample(sorted(r for r in words if len(r) == size), OF_EACH_LENGTH)
    )
    return [
        (reading, "・".join(word.spelling for word in sorted(words[reading], key=commoner_first)))
        for reading in chosen
    ]


def main(cut: str = "common", seed: int = 1) -> None:
    print("\n".join(f"{cut}\t{reading}\t{spellings}" for reading, spellings in draw(cut, seed)))


if __name__ == "__main__":
    from start import start

    start(main, cut="common, core or wide", seed="the seed of the draw")
