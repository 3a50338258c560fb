"""What a seat is worth: the points of a game add up, and the komi of one half of the games is judged on the other."""

from __future__ import annotations

import pytest
from seats import Seats

from kanamj import KanamjError
from kanamj.studies import run
from tests.conftest import Run
from tests.places import needs


@needs("matplotlib")
def test_the_points_of_all_seats_add_up_to_the_sticks_that_stay_on_the_table() -> None:
    results = run(Seats(20, 2, rules="standard basic,players=3", known="all", chunk_size=5), workers=1)
    rows = results.rows("seats")
    assert [(row["rules"], row["seat"]) for row in rows] == [
        *(("standard", seat) for seat in range(4)),
        *(("basic,players=3", seat) for seat in range(3)),
    ]
    for rules in ("standard", "basic,players=3"):
        of = [row for row in rows if row["rules"] == rules]
        assert sum(row["points"] for row in of) == pytest.approx(0, abs=1e-6)
        assert sum(row["komi"] for row in of) == pytest.approx(0, abs=0.2)
        assert all(row["left_stderr"] > row["points_stderr"] for row in of)


@needs("matplotlib")
def test_one_run(research: Run) -> None:
    """Golden: 30 games by `pro` of players of 900 words."""
    done = research("seats", "--n", 30, "--rules", "pro", "--known", 900, "--workers", 1)
    assert done.code == 0, done.err
    assert done.out.splitlines()[2] == "pro    900    0     -2.1 ± 1.8  3.3   6.9 ± 5.1"


def test_too_few_games_and_unknown_words_are_refused() -> None:
    with pytest.raises(KanamjError, match="25 games by 2 rules find no komi; give more than 25"):
        Seats(25, rules="pro", known="all,760")
    with pytest.raises(KanamjError, match="find no komi"):
        Seats(100, rules=" ")
    with pytest.raises(KanamjError, match="0 is not a number of words"):
        Seats(100, known="0")
