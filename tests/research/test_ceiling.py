"""The study of the ceiling: greedy, and one who knows the draws, against plain search in a small world."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from ceiling import Ceiling

from kanamj.errors import KanamjError
from kanamj.lexicon import Lexicon
from kanamj.studies import run


def study(lexicon: Lexicon, draws: int, **options: object) -> Ceiling:
    return Ceiling(lexicon, 20, 5, forms="332", draws=draws, **options)  # type: ignore[arg-type]


def test_greedy_and_foreseen_are_those_of_hands_played_one_by_one(common: Lexicon) -> None:
    asked = study(common, 4)

    def complete(*hands: Any) -> bool:
        return bool((engine.shanten_many(np.array(hands)) == -1).any())

    engine, copies = asked.engine, np.array(asked.set.copies)
    hands = asked.dealt(0, 20)
    drawn = np.array([np.random.default_rng(i).permutation(np.repeat(np.arange(75), copies - hand))[:3]
                      for i, hand in enumerate(hands)])  # fmt: skip
    found = (
        zip(*asked.by_greedy(hands, drawn.T), strict=True),
        zip(*asked.foreseen(hands, drawn.T), strict=True),
    )
    for hand, later, greedy, foreseen in zip(hands, drawn.tolist(), *found, strict=True):
        held, all_tiles = hand.tolist(), [kind for kind, count in enumerate(hand) for _ in range(count)]
        unseen = (copies - hand).tolist()
        won = {True: [complete(held)], False: [complete(held)]}
        for kind in later:
            if not won[True][-1]:
                (best,) = engine.best_discards_many(np.array([held]), np.array([unseen])).kind
                held[best] -= 1
                held[kind] += 1
                unseen[kind] -= 1
            won[True].append(won[True][-1] or complete(held))
            all_tiles.append(kind)
            subsets = {tuple(sorted(some)) for some in combinations(all_tiles, 8)}
            won[False].append(complete(*(np.bincount(some, minlength=75) for some in subsets)))
        assert [*greedy] == won[True]
        assert [*foreseen] == won[False]


def test_nobody_loses_by_knowing_the_draws_and_the_first_draw_is_no_choice(common: Lexicon) -> None:
    rows = run(study(common, 3)).rows("ceiling")
    assert [row["draws"] for row in rows] == [1, 2, 3]
    assert rows[0]["gain"] == rows[0]["gain_stderr"] == 0
    assert all(
        row["gain"] >= 0 and row["gain"] == pytest.approx(row["foreseen"] - row["greedy"]) for row in rows
    )


@pytest.mark.parametrize(("draws", "hand"), [(0, 8), (7, 8), (2, 7)])
def test_what_cannot_be_foreseen_is_refused(common: Lexicon, draws: int, hand: int) -> None:
    with pytest.raises(KanamjError, match="give 1 to 6|leave out --hand"):
        study(common, draws, hand=hand)
