"""Games by kernels and games by the search are the same, and all hands in them are judged the same."""

from __future__ import annotations

import pytest

from kanamj.game import Action, Phase, Rules, legal_actions, preset
from kanamj.game.agents import known_words, parse_agents
from kanamj.game.steps import play
from kanamj.lexicon import Lexicon


@pytest.fixture(scope="module")
def few(common: Lexicon) -> Lexicon:
    return known_words(common, 0.1)


@pytest.mark.parametrize(
    ("name", "agents", "games"),
    [
        ("standard", "greedy", 2),
        ("standard", "greedy+call", 1),
        ("basic", "random", 1),
        ("paper", "greedy+call", 2),
        ("standard,forms=2222222,players=2", "greedy", 1),
    ],
)
def test_kernels_judge_every_hand_as_the_search_does(
    name: str, agents: str, games: int, common: Lexicon
) -> None:
    rules = preset(name, common)
    kernels, search = rules.with_kernels().hands, rules.hands
    compared = 0
    for game in range(games):
        seated = [
            spec.seated(rules, (9, game), seat)
            for seat, spec in enumerate(parse_agents(agents, rules.players))
        ]
        for before, _, _ in play(rules, (9, game), seated):
            me = before.players[before.turn]
            if before.phase == Phase.DISCARD and compared < 6:
                assert kernels.discards(me.hand, me.blocks) == search.discards(me.hand, me.blocks)
                assert kernels.nearest(me.hand, me.blocks) == search.nearest(me.hand, me.blocks)
                unseen = [copies - me.hand.count(k) for k, copies in enumerate(rules.tiles.copies)]
                within = me.hand, me.blocks, unseen
                assert kernels.best_by_chance(*within) == search.best_by_chance(*within)
                assert kernels.ways(*within) == search.ways(*within)
                compared += 1
            elif before.phase == Phase.DRAW and compared < 6:
                assert kernels.outlook(me.hand, me.blocks) == search.outlook(me.hand, me.blocks)
                assert kernels.waits(me.hand, me.blocks) == search.waits(me.hand, me.blocks)
    assert compared


RULES = [
    "standard",
    "standard,pon=left,kan=left,many_rons=yes",
    "standard,forms=33332+2222222+4442,kan=any,missed_win=free",
    "standard,tiles=hiragana-pro-136",
    "standard,tiles=hiragana-pro-166,kan=any,players=3",
    "paper,players=2,riichi=no",
    "basic",
    "basic,tiles=hiragana-pro-136,forms=332,ron=yes,pon=any",
    "standard,forms=2222222,players=2,tiles=hiragana-pro-136",
    "standard,forms=2222222,players=2",
]
"""All rules, all tile sets, all forms; solvers must not matter."""
AGENTS = [
    "greedy",
    "greedy+call",
    "greedy+call+riichi@0.6,greedy@0.8,random,greedy+riichi",
    "random,greedy+call,greedy,random",
]


def moves(rules: Rules, agents: str, seed: int, most: int) -> list[tuple[Action, Phase]]:
    specs = [parse_agents(agents, 4)[seat] for seat in range(rules.players)]
    seated = [spec.seated(rules, (seed,), seat) for seat, spec in enumerate(specs)]
    found = []
    for before, action, after in play(rules, seed, seated):
        for player in range(rules.players):  # asked of all, so that both look at every hand
            legal_actions(before, player)
        found.append((action, after.phase))
        if len(found) >= most:  # random players of the beginners' game take for ever
            break
    return found


def same_games(number: int, words: Lexicon, most: int = 400) -> int:
    """Play game `number` by both, at most so many moves. Returns the number of moves played."""
    text, agents = RULES[number % len(RULES)], AGENTS[number // len(RULES) % len(AGENTS)]
    rules = preset(text, words)
    by_search = moves(rules, agents, number, most)
    by_kernels = moves(rules.with_kernels(), agents, number, most)
    assert by_search == by_kernels, (number, text, agents)
    return len(by_search)


def test_games_are_the_same_by_kernels_and_by_search(few: Lexicon) -> None:
    """One game per preset, with a small list of words: games are longer, and the search is quick. It takes 0.1
    s per move if seven pairs are one of several forms.
    """
    moves = [same_games(number, few, 15 if "+2222222" in rules else 60) for number, rules in enumerate(RULES)]
    assert sum(moves) > 180


@pytest.mark.slow
def test_200_games_are_the_same_by_kernels_and_by_search(common: Lexicon) -> None:
    """Slow: the search takes up to a second a hand of seven pairs, some 20 minutes in all."""
    for number in range(200):
        same_games(number, common)
