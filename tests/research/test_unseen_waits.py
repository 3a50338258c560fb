"""The waits that one does not see: those of a small world, found by trying all words; and the table of a run."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from unseen_waits import UnseenWaits, best_first

from kanamj import KanamjError
from kanamj.studies import run
from tests.conftest import Run
from tests.contract import test_studies as contract
from tests.places import needs
from tests.reference import toy

KEYS = {"".join(sorted(word)) for word in toy.WORDS}


def test_the_best_ways_come_first_and_each_shows_what_is_new() -> None:
    seen = best_first([{1, 2}, {1, 2, 3, 4}, {4, 5}, {6}])
    assert [next(seen) for _ in range(5)] == [4, 5, 6, 6, 6]


def laid(hand: Counter[str]) -> dict[tuple[str, str], set[str]]:
    """Of a hand of four letters: a word and what is left over -> the letters that make it a word of the other size."""
    found = defaultdict[tuple[str, str], set[str]](set)
    for key in KEYS:
        if Counter(key) <= hand:
            rest = hand - Counter(key)
            for letter, copies in zip(toy.TILES.kinds, toy.TILES.copies, strict=True):
                grown = "".join(sorted((rest + Counter(letter)).elements()))
                if grown in KEYS and hand[letter] < copies:
                    found[key, "".join(rest.elements())].add(letter)
    return found


@needs("matplotlib")
def test_the_best_way_is_the_best_of_all_ways_tried() -> None:
    study = UnseenWaits(contract.EASY, 300, hand=4, **contract.TOY)
    hands = [Counter(study.set.format_counts(row.tolist())) for row in study.dealt(0, 300)]
    tenpai = [ways for hand in hands if (ways := laid(hand))]
    results = run(study, workers=1)
    first = results.rows("seen")[0]
    assert first["letters"] == pytest.approx(
        sum(max(map(len, ways.values())) for ways in tenpai) / len(tenpai)
    )
    every = [len(set[str]().union(*ways.values())) for ways in tenpai]
    assert first["of_letters"] == pytest.approx(sum(every) / len(tenpai))
    over = Counter(min(2, len({rest for _, rest in ways if len(rest) == 1})) for ways in tenpai)
    assert {row["letters_over"]: row["hands"] for row in results.rows("over")} == over
    assert len(over) == 2


@needs("matplotlib")
def test_one_run(research: Run) -> None:
    """Golden: 40 deals of core, seed 1."""
    done = research("unseen_waits", "--n", 40, "--workers", 1)
    assert done.code == 0, done.err
    assert done.out.splitlines()[2] == "1     no               13.7 ± 3.2  25.5 ± 5.4  54 % (45–62)"


def test_a_hand_that_cannot_wait_is_refused() -> None:
    with pytest.raises(KanamjError, match="a hand of 14 tiles does not wait by 33332; give one tile less"):
        UnseenWaits(hand=14)
