"""Riichi: `FromShare` declares from its share on, and a declaration gains what the two games differ by."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from riichi import FromShare, Riichi

from kanamj import KanamjError, score
from kanamj.game import Event, play, preset
from kanamj.studies import run
from tests.places import needs


@pytest.mark.parametrize("share", [-0.1, 1.01, float("nan")])
def test_a_share_outside_0_to_1_is_refused(share: float) -> None:
    with pytest.raises(KanamjError, match="cannot win; give a share from 0 to 1"):
        FromShare(preset("standard").hands, share)


def test_riichi_is_declared_from_a_share_of_winning_tiles_on() -> None:
    study, counted = Riichi(2, known="900"), {}
    rules, (player, *_) = study.game, study.seats("900")
    for share in (0.0, 0.2, 1.0):
        agents = [FromShare(player.hands, share) for _ in range(4)]
        shares = [
            sum(n for kind, n in enumerate(after_unseen(before)) if waits >> kind & 1)
            / sum(after_unseen(before))
            for seed in range(6)
            for before, action, after in play(rules, seed, agents)
            if action.event == Event.RIICHI
            for waits in [player.hands.waits(after.players[action.player].hand, ())]
        ]
        assert all(each >= share for each in shares)
        counted[share] = len(shares)
    assert counted[0.0] > counted[0.2] > counted[1.0] == 0


def after_unseen(state: object) -> list[int]:
    from kanamj.game import view

    return view(state, state.turn).unseen()  # type: ignore[attr-defined,arg-type]


def test_what_a_rule_gains_is_what_games_with_it_gain() -> None:
    """If one player declares from a share on, and the others never, its games differ by the gains of the study."""
    study = Riichi(4, 5, known="all", shares="0,0.35")
    for share, limit in ((0.0, 0), (0.35, 1)):
        for game in range(4):
            seed, seats = (5, 0, game), study.seats("all")
            gains = [0.0] * 4
            for seat in range(4):
                players = [
                    FromShare(each.hands, share if at == seat else 2.0) for at, each in enumerate(seats)
                ]
                *_, (_, _, end) = play(study.game, seed, players)
                *_, (_, _, usual) = play(study.game, seed, seats)
                gains[seat] = study.sticks(end)[seat] - study.sticks(usual)[seat]
            found = [gain for _, limits, gain, _ in study.declared(seats, range(4), seed) if limit in limits]
            assert sum(found) == pytest.approx(sum(gains))


@pytest.mark.parametrize(
    ("declared", "turns", "how"),
    [
        (0, 3, {}),
        (1, 2, {"riichi": "first", "ippatsu": True}),
        (1, 3, {"riichi": "first"}),
        (2, 3, {"riichi": True, "ippatsu": True}),
        (2, 4, {"riichi": True}),
    ],
)
def test_a_win_by_tsumo_is_worth_what_the_rules_pro_say(declared: int, turns: int, how: Any) -> None:
    study = Riichi(2, known="all")
    ends = (list(play(study.game, seed, study.seats("all")))[-1][2] for seed in count())
    end = next(end for end in ends if end.end and end.end.how == "tsumo" and end.end.wins[0].player)
    (win,) = end.end.wins
    players = [*end.players]
    players[win.player] = players[win.player]._replace(riichi=declared, turns=turns)
    hand = study.game.tiles.format(win.hand)
    expected = score(hand, "pro", lexicon=study.game.lexicon, tiles=study.game.tiles, **how).total
    assert study.sticks(end._replace(players=tuple(players)))[win.player] == expected - (declared > 0)


def test_one_declares_among_three_others_who_know_more() -> None:
    study = Riichi(4, known="900", others="all")
    mine, theirs = study.seats("900")[0].hands, study.seats("all")[0].hands
    assert mine is not theirs
    for seat, (agents, seats) in enumerate(study.seatings("900")):
        assert [agent.hands is mine for agent in agents] == [at == seat for at in range(4)]
        assert [*seats] == [seat]
    with pytest.raises(KanamjError, match="few is not a number of words"):
        Riichi(4, others="few")


@needs("matplotlib")
def test_tables_have_all_rules_and_the_best_is_judged_on_other_walls() -> None:
    results = run(Riichi(12, 3, known="all,900", shares="0,0.3", chunk_size=5), workers=1)
    assert [(row["known"], row["from_share"]) for row in results.rows("rules")] == [
        (known, share) for known in ("all", "900") for share in (0.0, 0.3)
    ]
    assert [row["rule"] for row in results.rows("rule")] == ["best", "always"] * 2
