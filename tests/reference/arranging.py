"""Arranges hands by policies: it tries every choice, on letters and readings. Imports nothing of kanamj."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

Policy = tuple[str, str, str]


def reached(letters: str, words: Sequence[str], sizes: Sequence[int], policy: Policy) -> Fraction:
    """The chance that one pass lays words of these sizes from the letters, none left. words: the easiest first."""
    listed, waits = words_by_letter(words), waits_by_word(words) if policy[0] == "waits" else {}
    within = [word for word in words if spelled(word, letters)]

    @cache
    def from_here(letters: str, sizes: tuple[int, ...]) -> Fraction:
        total = Fraction(not letters)
        for word, chance in next_words(letters, within, sizes, policy, listed, waits).items():
            rest, open_sizes = letters, list(sizes)
            for each in word:
                rest = rest.replace(each, "", 1)
            open_sizes.remove(len(word))
            total += chance * from_here(rest, tuple(open_sizes))
        return total

    return from_here("".join(sorted(letters)), tuple(sorted(sizes)))


def next_words(
    letters: str,
    words: Iterable[str],
    sizes: Sequence[int],
    policy: Policy,
    listed: Mapping[str, int],
    waits: Mapping[str, int],
) -> dict[str, Fraction]:
    """The words that may be laid next, each with its chance. listed: the number of words of the list by letter. waits:
    what `waits_by_word` says of the list."""
    first, then, counted = policy
    fits = [word for word in words if len(word) in sizes and spelled(word, letters)]
    of = listed if counted == "list" else words_by_letter(fits)
    if first == "waits":  # a word has the waits of its part, one letter less, that most seldom becomes a word
        least = extreme({word: waits[word] for word in fits}, "fewest")
        return {word: Fraction(1, len(least)) for word in least}
    chances: dict[str, Fraction] = {}
    chosen = extreme({letter: of.get(letter, 0) for letter in letters}, first)
    for letter in chosen:
        having = [word for word in fits if letter in word]
        if then == "easiest":
            having = having[:1]
        if then == "hard":
            having = extreme({word: sum(Fraction(1, of[x]) for x in word) for word in having}, "most")
        for word in having:
            chances[word] = chances.get(word, Fraction()) + Fraction(1, len(having) * len(chosen))
    return chances


def words_by_letter(words: Iterable[str]) -> Counter[str]:
    return Counter(letter for word in words for letter in set(word))


def waits_by_word(words: Sequence[str]) -> dict[str, int]:
    """Word -> how many words, of as many letters, have all its letters but one; the least of all ways to leave one."""
    parts = {word: {"".join(sorted(word.replace(x, "", 1))) for x in word} for word in words}
    waits = Counter(part for each in parts.values() for part in each)
    return {word: min(waits[part] for part in parts[word]) for word in words}


def spelled(word: str, letters: str) -> bool:
    return all(word.count(letter) <= letters.count(letter) for letter in word)


def extreme(values: Mapping[str, int] | Mapping[str, Fraction], which: str) -> list[str]:
    if which == "any" or not values:
        return list(values)
    wanted = (min if which == "fewest" else max)(values.values())
    return [name for name, value in values.items() if value == wanted]
