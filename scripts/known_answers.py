"""Make results/known-answers: hands with their answers, for others who implement them.

    python scripts/known_answers.py [--out DIR] [--n 2000] [--seed 1]

A file per list and forms, and one for each game of ordinary mahjong. docs/known-answers.md explains the columns.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kanamj.disk import sha256_of
from kanamj.engine import Engine, RiichiEngine, WordEngine
from kanamj.errors import KanamjError
from kanamj.lexicon import shipped_lexicons
from kanamj.results import Manifest, write_folder
from kanamj.studies import csv_text, frame

HOME = Path(__file__).resolve().parents[1] / "results" / "known-answers"
LISTS, FORMS = ("core", "common"), ("33332", "332", "33332,2222222", "4442")
MOST_CHANGED = 3
"""Of a hand that is made of words, at most so many tiles are exchanged."""
TRIES = 1_000


def engines() -> Iterator[tuple[str, Engine]]:
    """Yields the name of each file, and what answers its hands."""
    for lexicon in LISTS:
        for forms in FORMS:
            yield f"{lexicon}-{forms.replace(',', '+')}", WordEngine(lexicon, forms=forms)
    for players in (4, 3):
        riichi = RiichiEngine(players=players)
        yield riichi.tiles.name, riichi


def hand_of(engine: Engine, dice: random.Random, number: int) -> list[int]:
    """The kinds of a hand. The numbers take turns: full-sized or one tile short; dealt, or made of blocks of which some
    tiles are then exchanged."""
    form = dice.choice([form for form in engine.forms if form.lengths])
    wall = [kind for kind, copies in enumerate(engine.tiles.copies) for _ in range(copies)]
    dice.shuffle(wall)
    hand = wall[: form.tiles]
    if number % 4 > 1:
        hand = made(engine, dice, form.lengths)
        for kind in hand:
            wall.remove(kind)
        for place in range(dice.randrange(MOST_CHANGED + 1)):
            hand[place] = wall[place]
    dice.shuffle(hand)
    return sorted(hand[number % 2 :])


def made(engine: Engine, dice: random.Random, lengths: tuple[int, ...]) -> list[int]:
    """The kinds of different random blocks of these lengths, in any order. Raises KanamjError if there are none."""
    for _ in range(TRIES):
        blocks = [dice.choice(engine.blocks.by_size[length]) for length in lengths]
        hand = [kind for block in blocks for kind in block]
        there = all(hand.count(kind) <= engine.tiles.copies[kind] for kind in hand)
        if there and len({*blocks}) == len(blocks):
            dice.shuffle(hand)
            return hand
    raise KanamjError("the tiles cannot spell words for {}", engine)


def answers(name: str, engine: Engine, n: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yields a row per hand."""
    for number in range(n):
        hand = hand_of(engine, random.Random(f"{seed}/{name}/{number}"), number)
        asked = engine.ask(hand)
        accepts = engine.accepts(asked, kinds=True) if number % 2 else ()
        yield {
            "hand": engine.letters(hand),
            "distance": asked.distance,
            "accepts": engine.letters(accepts),
            "arrangements": len(asked.arrangements),
        }


def main(out: Path = HOME, n: int = 2000, seed: int = 1) -> None:
    """Write the folder; what this script wrote there before is replaced."""
    files = {f"{name}.csv": csv_text(frame(answers(name, engine, n, seed))) for name, engine in engines()}
    grams = {name: sorted(shipped_lexicons()[name].glob("[2-5]gram.txt")) for name in LISTS}
    inputs = {f"{name}/{path.name}": sha256_of(path) for name in LISTS for path in grams[name]}
    parameters = {"n": n, "seed": seed}
    manifest = Manifest(
        "known answers", "python scripts/known_answers.py", inputs=inputs, parameters=parameters
    )
    write_folder(out, files, manifest, replace=True)


if __name__ == "__main__":
    from start import start

    start(main, out="the folder to write", n="hands of each file", seed="seed of the hands")
