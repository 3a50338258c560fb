"""Arranging by policies, by playing every choice out on letters and readings. Shares nothing with kanamj."""

from __future__ import annotations

from fractions import Fraction


def reached(letters: str, words: list[str], sizes: list[int], policy: tuple[str, str, str]) -> Fraction:
    """The chance that one pass lays words of these sizes from the letters, none left. words: the easiest first."""
    first, then, counted = policy
    if not letters:
        return Fraction(1)
    fits = [word for word in words if len(word) in sizes and spelled(word, letters)]
    of = words if counted == "list" else fits
    total = Fraction(0)
    chosen = extreme({letter: len([w for w in of if letter in w]) for letter in letters}, first)
    for letter in chosen:
        having = [word for word in fits if letter in word]
        if then == "easiest":
            having = having[:1]
        if then == "hard":
            worth = {word: sum(Fraction(1, len([w for w in of if x in w])) for x in word) for word in having}
            having = extreme(worth, "most")
        for word in having:
            rest, open_sizes = letters, list(sizes)
            for each in word:
                rest = rest.replace(each, "", 1)
            open_sizes.remove(len(word))
            total += reached(rest, words, open_sizes, policy) / len(having) / len(chosen)
    return total


def spelled(word: str, letters: str) -> bool:
    return all(word.count(letter) <= letters.count(letter) for letter in word)


def extreme(values: dict[str, int] | dict[str, Fraction], which: str) -> list[str]:
    if which == "any" or not values:
        return list(values)
    wanted = (min if which == "fewest" else max)(values.values())
    return [name for name, value in values.items() if value == wanted]
