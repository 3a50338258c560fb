"""A table of what a judged hand is worth by scoring rules."""

from __future__ import annotations

from kanamj.cli.output import print_table
from kanamj.yaku import Score


def print_worths(found: dict[str, list[Score]], thrown: str) -> None:
    """Print a table with a row for each letter: the points by tsumo and by ron, the yaku and words by tsumo."""
    rows: list[list[object]] = []
    for letter, (tsumo, *ron) in found.items():
        points = [str(score.points) if score.yaku else "役なし" for score in (tsumo, *ron)]
        words = " ".join(word.reading for word in tsumo.words)
        rows.append([letter or "complete", *points, *["-"] * (1 - len(ron)), tsumo.line, words])
    after = f" after {thrown} is thrown" if thrown else ""
    print_table(("win", "tsumo", "ron", "by tsumo", "words"), rows, f"points{after}, in sticks of 1,000")
