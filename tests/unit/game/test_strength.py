"""How strong the play was: bots of known words are found again, and the handicaps make fair games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kanamj.errors import KanamjError
from kanamj.game import Action, Event, Rules, View, preset
from kanamj.game.agents import LEVELS, parse_agent, words_by_ease
from kanamj.game.record import Replayed
from kanamj.game.steps import Agent, play
from kanamj.game.strength import FOLDER, Choices, choices, handicaps, strength
from kanamj.game.wall import Seed
from kanamj.lexicon import Lexicon

Seated = Callable[[Rules, Seed, int], Agent]


class Told:
    """A player whom the program tells of every win, whatever words the player knows."""

    def __init__(self, player: Agent) -> None:
        self.player = player

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        return legal[0] if legal[0].event in (Event.TSUMO, Event.RON) else self.player.choose(seen, legal)


class Passing(Told):
    """A player who passes every win."""

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        others = tuple(action for action in legal if action.event not in (Event.TSUMO, Event.RON))
        return self.player.choose(seen, others)


def games(rules: Rules, seated: Seated, hands: int, seed: int) -> list[Choices]:
    """The choices of this player against three of 760 words, each hand in another seat."""
    found = []
    for hand in range(hands):
        table = [parse_agent("760w").seated(rules, (seed, hand), seat) for seat in range(4)]
        table[hand % 4] = seated(rules, (seed, hand), hand % 4)
        steps = [Replayed(0, *each) for each in play(rules, (seed, hand), table)]
        told = choices(rules, steps, hand % 4)
        assert told
        found.append(told)
    return found


class Caller(Told):
    """A player who calls whatever word may be called."""

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        calls = [action for action in legal if action.event == Event.CALL]
        return calls[-1] if calls else super().choose(seen, legal)


@pytest.fixture(scope="module")
def rules(common: Lexicon) -> Rules:
    return preset("standard", common).with_kernels()


@pytest.mark.parametrize("agent", ["greedy@760w", "greedy@1600w"])
def test_a_bot_of_known_words_is_found_again(rules: Rules, agent: str) -> None:
    spec = parse_agent(agent)
    found = strength(games(rules, spec.seated, 6, 1))
    assert found
    assert found.low <= spec.words <= found.high
    assert abs(found.words / spec.words - 1) <= 0.15
    assert found.hands == 6
    assert found.chances > 0


def test_who_is_told_of_every_win_is_judged_by_discards_alone(rules: Rules) -> None:
    spec = parse_agent("greedy@760w")
    told = games(rules, lambda *at: Told(spec.seated(*at)), 30, 2)
    assert sum(len(game.throws) for game in told[:8]) == 2
    assert strength(told[:8]) is None  # two discards are too few to tell it
    found = strength(told)
    assert found
    assert found.chances == 0
    assert found.low <= 760 <= found.high


def test_who_passes_every_win_is_not_taken_for_one_who_knows_every_word(rules: Rules) -> None:
    spec = parse_agent("greedy@760w")
    found = strength(games(rules, lambda *at: Passing(spec.seated(*at)), 6, 2))
    assert found
    assert found.chances > 10
    assert found.high < 1600


@pytest.mark.slow
@pytest.mark.parametrize("words", [300, 760, 1600, 2800])
def test_twenty_hands_tell_the_words_within_15_percent(rules: Rules, words: int) -> None:
    near = covered = 0
    for seed in range(20):
        found = strength(games(rules, parse_agent(f"greedy@{words}w").seated, 20, words + 7919 * seed))
        assert found
        near += abs(found.words / words - 1) <= 0.15
        covered += found.low <= words <= found.high
    assert near >= 19
    assert covered >= 18


def test_no_choice_tells_nothing_and_other_rules_are_not_mixed(rules: Rules, common: Lexicon) -> None:
    assert strength([Choices(rules, (), ())]) is None
    basic = preset("basic", common).with_kernels()
    with pytest.raises(KanamjError, match="the games were played by other rules or lists: common,basic,"):
        strength([Choices(rules, (), ()), Choices(basic, (), ())])
    unranked = Lexicon.from_entries(
        "plain", [each._replace(ease=-1, cost=-1) for each in common.words_of("いぬ")]
    )
    few = Lexicon.from_entries("few", words_by_ease(rules)[:100])
    assert choices(replace(rules, lexicon=unranked), [], 0) is None
    assert choices(replace(rules, lexicon=few), [], 0) is None
    assert choices(preset("standard,forms=5432", common).with_kernels(), [], 0) is None


def test_without_kernels_no_choice_is_judged(rules: Rules) -> None:
    """There it would take minutes."""
    steps = map(pytest.fail, ["a choice was judged"])
    assert choices(replace(rules, solver="search"), steps, 0) is None


def test_own_words_are_no_other_list(rules: Rules, common: Lexicon) -> None:
    own = replace(rules, lexicon=common.with_words([common.words_of("いぬ")[0]._replace(reading="ぬぬ")]))
    assert strength([*games(rules, parse_agent("400w").seated, 1, 3), Choices(own, (), ())])


def test_a_player_may_have_called_words_that_a_bot_of_few_words_does_not_know(rules: Rules) -> None:
    found = games(rules, lambda *seat: Caller(parse_agent("greedy").seated(*seat)), 1, 3)
    easiest = {entry.key for entry in words_by_ease(rules)[:100]}
    called = [meld for throw in found[0].throws for meld in throw.seen.me.blocks]
    assert {rules.tiles.format(meld) for meld in called} - easiest
    assert strength(found)


def test_handicaps_are_fair_where_they_were_measured() -> None:
    header, *rows = [line.split("\t") for line in (FOLDER / "handicaps.tsv").read_text().splitlines()]
    assert header == ["weaker", "stronger", "wins_from", "walls", "share", "share_stderr"]
    assert {int(row[1]) for row in rows} > {level.words for level in LEVELS.values() if level.counts} - {400}
    for row in rows:
        assert 0.45 <= float(row[4]) <= 0.55, row
    above, below = (
        {each.level: each for each in handicaps(1600)},
        {each.level: each for each in handicaps(760)},
    )
    assert not above["760w"].its_own
    assert below["1600w"].its_own
    assert above["760w"].wins_from == below["1600w"].wins_from
    assert {each.level for each in handicaps(1150)} == {"760w", "1600w"}
    assert "760w" not in {each.level for each in handicaps(800)}  # a bot of as many words is fairer
    assert handicaps(10) == handicaps(6000) == ()
