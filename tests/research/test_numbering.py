"""The numbers of words: those of any finite set are a minimal perfect hash, and the counts of a suit are one case."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numbering import Numbering

from kanamj import KanamjError
from kanamj.engine.riichi.ranking import Ranking
from tests.places import ROOT

WORDS = st.sets(st.text("abcd", max_size=6), max_size=40)


@given(WORDS, st.permutations("abcd"))
def test_the_number_of_a_word_is_how_many_are_before_it(words: set[str], alphabet: list[str]) -> None:
    """In dictionary order by the alphabet, whatever its order; a word comes behind those that it begins with. No two
    beginnings with the same ends are two states."""
    found = Numbering(words, alphabet)
    ordered = sorted(words, key=lambda word: [alphabet.index(letter) for letter in word])
    assert found.size == len(words)
    assert [found.rank(word) for word in ordered] == [*range(len(words))]
    begins = {word[:size] for word in words for size in range(len(word) + 1)} | {""}
    ends = {frozenset(word[len(each) :] for word in words if word.startswith(each)) for each in begins}
    assert len(found.of) == len(ends)
    for other in {word[:-1] for word in words} | {"dddd"}:
        if other not in words:
            with pytest.raises(KanamjError, match="is not one of the"):
                found.rank(other)


@pytest.mark.parametrize(("kinds", "tiles"), [(3, 5), (4, 14), (5, 7)])
def test_counts_of_a_suit_are_one_case(kinds: int, tiles: int) -> None:
    ranking = Ranking(kinds, tiles)
    vectors = ranking.vectors().tolist()
    found = Numbering(vectors, range(5))
    assert [*map(found.rank, vectors)] == [*map(ranking.rank, vectors)]
    assert len(found.of) <= sum(len(rows) for rows in ranking.before)  # several sums may have the same ends


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        ("いぬ いぬき ねこ いぬ", "0\tいぬ\n1\tいぬき\n2\tねこ\n"),
        ("--alphabet baA ab a Ab", "1\tab\n0\ta\n2\tAb\n"),
        (
            "--alphabet aa a",
            "error: a letter is twice in the alphabet; give each letter once, in its order\n",
        ),
        ("--alphabet a ab", "error: b is not in the alphabet; give an alphabet with all letters\n"),
    ],
)
def test_the_script_prints_the_numbers(arguments: str, printed: str) -> None:
    command = [sys.executable, "scripts/research/numbering.py", *arguments.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == printed


def test_an_empty_set_has_no_words() -> None:
    assert Numbering([], "ab").size == 0
    with pytest.raises(KanamjError, match="is not one of the 0 words"):
        Numbering([], "ab").rank("")
