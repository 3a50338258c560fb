"""Write kanamj/web/static/today.txt: the hands of the day for three years, and the words that count in them.

    python scripts/build_todays_hands.py [--days 1096] [--since 2026-12-01]

The page has the same hand for everybody on a day, without a network. The file is frozen: hands and words stay as they
are when the word lists change, so that players of different versions can compare their results. Run this again only
to add days. `--since` names the first day that is made anew; the days before it keep their bytes. A word that the lists
have no more stays if a day before cannot be arranged without it. Of the words that only `wide` has, the file keeps
those that it had: with new ones, a phone would load too much.

The file has three parts, with an empty line between them:

1. The first day, such as 2026-01-01. It has the number 1.
2. A word per line: its reading and up to two spellings, with spaces between them. A reading alone is a word that the
   page does not show unasked. `+` before the reading marks a word that only the list `wide` has.
3. Two hands per line, one line per day: eight tiles (3 + 3 + 2) and fourteen (3 + 3 + 3 + 3 + 2). The letters are those
   of a solution, word after word. They are shifted by `shifts`, so that a look at the file does not give away a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import accumulate, islice, pairwise
from pathlib import Path

from kanamj import WordEngine, load_lexicon
from kanamj.disk import write_file
from kanamj.learn.dealer import Dealer
from kanamj.lexicon import Lexicon, key_of
from kanamj.lexicon.spell import beyond_of
from kanamj.tiles import HIRAGANA_120

FILE = Path(__file__).resolve().parents[1] / "kanamj" / "web" / "static" / "today.txt"
FIRST = "2026-01-01"
GAMES = (("332", 1), ("33332", 2))
"""Form and level of the two hands of a day."""
LETTERS = "".join(HIRAGANA_120.kinds)


def shifts(number: int) -> Iterator[int]:
    """By how many letters each letter of the day with this number is shifted. The page computes the same."""
    state = number * 7919 + 17
    while True:
        state = state * 48271 % 2147483647
        yield state % len(LETTERS)


def hidden(text: str, number: int) -> str:
    """The letters of a day, shifted."""
    return "".join(
        LETTERS[(LETTERS.index(letter) + shift) % len(LETTERS)]
        for letter, shift in zip(text, shifts(number), strict=False)
    )


def solution(dealer: Dealer, level: int, number: int) -> str:
    """The words of the best-known arrangement of a hand, the longest first."""
    first, *_ = dealer.answers(dealer.deal(level, f"today {number}"))["arrangements"]
    return "".join(block["words"][0]["reading"] for block in first)


def words(usual: Lexicon, wide: Lexicon) -> Iterator[str]:
    """The lines of the second part."""
    for key in sorted({key for of in (usual, wide) for size in (2, 3) for key in of.keys(size)}):
        shown = [(word.reading, word.spelling) for word in usual.shown(key)]
        beyond = [(word["reading"], word["spelling"]) for word in beyond_of(usual, wide, key)]
        listed = dict.fromkeys(word.reading for word in usual.words_of(key))
        for mark, of, readings in (("", shown, listed), ("+", beyond, dict(beyond))):
            for reading in readings:
                spellings = dict.fromkeys(spelling or reading for each, spelling in of if each == reading)
                yield " ".join([mark + reading, *islice(spellings, 2)])


def shown(text: str, number: int) -> str:
    """The letters of a day again; the inverse of `hidden`."""
    return "".join(
        LETTERS[(LETTERS.index(letter) - shift) % len(LETTERS)]
        for letter, shift in zip(text, shifts(number), strict=False)
    )


def reading_of(line: str) -> str:
    """The reading of a line of the second part."""
    return line.split()[0].lstrip("+")


def missing(kept: list[str], dealers: list[tuple[Dealer, int]]) -> Iterator[str]:
    """Yield the readings of the solutions of the kept days that cannot be arranged by the lists any more."""
    for number, day in enumerate(kept, 1):
        letters = shown(day.replace(" ", ""), number)
        for (dealer, _), hand in zip(dealers, (letters[:8], letters[8:]), strict=True):
            if dealer.engine.shanten(hand) >= 0:
                ends = list(accumulate(sorted(dealer.form.lengths, reverse=True)))
                yield from (hand[start:end] for start, end in pairwise([0, *ends]))


def main(days: int = 1096, since: str = FIRST) -> None:
    usual, wide = load_lexicon("common", own=False), load_lexicon("wide", own=False)
    dealers = [(Dealer(WordEngine(usual, forms=form)), level) for form, level in GAMES]
    first = (date.fromisoformat(since) - date.fromisoformat(FIRST)).days
    _, before, there = FILE.read_text(encoding="utf-8").split("\n\n") if first else ("", "", "")
    kept = there.splitlines()[:first]
    hands = [
        hidden("".join(solution(dealer, level, number) for dealer, level in dealers), number)
        for number in range(len(kept) + 1, days + 1)
    ]
    lines = [*kept, *(hand[:8] + " " + hand[8:] for hand in hands)]
    had = {reading_of(line): line for line in before.splitlines()}
    listed = [line for line in words(usual, wide) if line[0] != "+" or not had or reading_of(line) in had]
    needed = {*missing(kept, dealers)} - {reading_of(line) for line in listed}
    listed = sorted([*listed, *map(had.__getitem__, needed)], key=lambda line: key_of(reading_of(line)))
    write_file(FILE, "\n\n".join([FIRST, "\n".join(listed), "\n".join(lines)]) + "\n")


if __name__ == "__main__":
    from start import start

    start(main, days="how many days", since="the first day that is made anew")
