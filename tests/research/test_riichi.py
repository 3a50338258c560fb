"""Riichi: `FromShare` declares from its share on, and a declaration gains what the two games differ by."""

from __future__ import annotations

import pytest
from riichi import FromShare, Riichi, gains, knowing, lacks_yaku

from kanamj import KanamjError
from kanamj.game import Event, State, legal_actions, play, preset, view
from kanamj.studies import run
from tests.places import needs


@pytest.mark.parametrize("share", [-0.1, 1.01, float("nan")])
def test_a_share_outside_0_to_1_is_refused(share: float) -> None:
    with pytest.raises(KanamjError, match="cannot win; give a share from 0 to 1"):
        FromShare(preset("standard").hands, share)


def after_unseen(state: State) -> list[int]:
    return view(state, state.turn).unseen()


@pytest.mark.parametrize("rules", ["pro", "standard"])
def test_riichi_is_declared_from_a_share_of_winning_tiles_on_or_for_its_yaku(rules: str) -> None:
    game, counted = knowing(preset(rules, "core").with_kernels(), "900"), {}
    for share in (0.0, 0.2, 1.0):
        agents = [FromShare(game.hands, share, or_yaku=True) for _ in range(4)]
        declared = [
            (sum(n for kind, n in enumerate(after_unseen(before)) if waits >> kind & 1) / sum(after_unseen(before)),
             agents[0].gives_yaku(view(before, action.player), action.tile))
            for seed in range(12)
            for before, action, after in play(game, seed, agents)
            if action.event == Event.RIICHI
            for waits in [game.hands.waits(after.players[action.player].hand, ())]
        ]  # fmt: skip
        assert all(each >= share or yaku for each, yaku in declared)
        assert any(yaku for _, yaku in declared) == (rules == "pro")
        counted[share] = len(declared)
    assert counted[0.0] > counted[0.2] >= counted[1.0]
    assert (counted[1.0] == 0) == (rules == "standard")


def test_what_a_rule_gains_is_what_games_with_it_gain() -> None:
    """If one player declares from a share on, and the others never, its games differ by the gains of the study."""
    study = Riichi(4, 5, known="900", shares="0,0.35")
    ((rules, seats, places),) = study.seatings("900")
    for way, (or_yaku, share) in enumerate(study.ways):
        for game in range(4):
            steps = [*play(rules, (5, 0, game), seats)]
            total = 0.0
            for seat in places:
                one = FromShare(rules.hands, share, or_yaku == "yes")
                *_, (_, _, end) = play(
                    rules, (5, 0, game), [one if at == seat else seats[at] for at in places]
                )
                total += gains(end)[seat] - gains(steps[-1][2])[seat]
            found = [gain for ways, gain in study.declared(seats, places, steps) if way in ways]
            assert sum(found) == pytest.approx(total)


def test_the_first_complete_hand_lacks_a_yaku_where_the_game_refuses_ron() -> None:
    """In games in which only the yaku can be a reason: of nobody's discards, and of no call."""
    rules = preset("pro", "core").with_kernels()
    agents = [FromShare(rules.hands, 2.0)] * 4
    refused = 0
    for seed in range(30):
        steps = [*play(rules, seed, agents)]
        first = next((
            (after, seat)
            for _, action, after in steps if action.event == Event.DISCARD
            for seat in after.to_act() if rules.hands.completes(after.players[seat].hand, (), action.tile)
        ), None)  # fmt: skip
        lacks = lacks_yaku(steps)
        if lacks is not None:
            assert first
            legal = {each.event for each in legal_actions(*first)}
            assert not lacks or Event.RON not in legal
            refused += lacks
    assert 0 < refused < 15


def test_only_known_words_count_and_one_plays_among_three_others_who_know_more() -> None:
    study = Riichi(4, known="900", others="all")
    game = knowing(study.game, "900")
    words = sum(map(len, game.lexicon.entries.values()))
    assert words == 900
    for seat, (rules, agents, seats) in enumerate(study.seatings("900")):
        assert rules == study.game
        assert [len(agent.hands.engine.lexicon.entries) == len(game.lexicon.entries) for agent in agents] == [
            at == seat for at in range(4)
        ]
        assert [*seats] == [seat]
    with pytest.raises(KanamjError, match="few is not a number of words"):
        Riichi(4, others="few")


@needs("matplotlib")
def test_one_run() -> None:
    """12 walls. A step is the difference of two gains on the same walls."""
    results = run(Riichi(12, 3, known="all,900", shares="0,0.3", chunk_size=5), workers=1)
    rows = results.rows("rules")
    ways = [(way, share) for way in ("no", "yes") for share in (0.0, 0.3)]
    assert [(row["known"], row["or_yaku"], row["from_share"]) for row in rows] == [
        (known, *way) for known in ("all", "900") for way in ways
    ]
    for at in (0, 4):
        first, second, *yaku = rows[at : at + 4]
        assert first["step"] == pytest.approx(first["gain"])
        assert second["step"] == pytest.approx(second["gain"] - first["gain"])
        for row, alone in zip(yaku, (first, second), strict=True):
            assert row["step"] == pytest.approx(row["gain"] - alone["gain"])
    assert [row["games"] for row in results.rows("yaku")] == [12, 12]
