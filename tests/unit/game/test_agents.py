"""Agents: what they choose, what they may know, and how they are written as text."""

from __future__ import annotations

from collections import Counter

import pytest

from kanamj.engine.batch import Batch
from kanamj.errors import LexiconError
from kanamj.game import Action, Event, Phase, Rules, initial, legal_actions, preset, view
from kanamj.game.agents import (
    BOT_LEVELS,
    Greedy,
    known_words,
    parse_agent,
    words_by_ease,
)
from kanamj.game.hands import less
from kanamj.game.outsiders import seated
from kanamj.game.states import WINS
from kanamj.game.steps import play
from kanamj.lexicon import Entry, Lexicon
from kanamj.lexicon.store import easier_first
from kanamj.tiles import HIRAGANA_120

T = HIRAGANA_120


@pytest.fixture(scope="module")
def rules(common: Lexicon) -> Rules:
    return preset("standard", common)


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "greedy",
        "greedy+call",
        "greedy+riichi",
        "greedy+call+riichi@0.25",
        "greedy@0.1234567",
        *BOT_LEVELS,
    ],
)
def test_an_agent_reads_what_it_writes(text: str) -> None:
    assert parse_agent(text).text == text


def by_the_book(seen_hand: tuple[int, ...], rules: Rules, unseen: list[int]) -> list[int]:
    """The discards of a closed hand from best to worst, each asked of the engine anew: shanten, accepts, rarity."""
    engine = rules.hands.engine
    uses = dict.fromkeys(range(len(T)), 0)
    for size in (3, 2):
        for key in rules.lexicon.keys(size):
            for letter in set(key):
                uses[T.index[letter]] += 1
    rows = []
    for kind in set(seen_hand):
        left = less(seen_hand, kind)
        accepted = sum(unseen[k] for k in engine.accepts(left, kinds=True))
        rows.append((engine.distance(left), -accepted, uses[kind], kind))
    return [kind for *_, kind in sorted(rows)]


@pytest.mark.parametrize("seeds", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_greedy_discards_by_shanten_then_accepts_then_rarity(rules: Rules, seeds: int) -> None:
    greedy = Greedy(rules.hands)
    for seed in range(seeds):
        state = initial(rules, seed)
        seen = view(state, 0)
        action = greedy.choose(seen, legal_actions(state, 0))
        if action.event == Event.TSUMO:
            continue
        assert action == Action(Event.DISCARD, 0, by_the_book(seen.me.hand, rules, seen.unseen())[0])


def test_greedy_calls_exactly_when_that_lowers_the_distance(rules: Rules) -> None:
    """Compared with the engine at every possible call of some games. Without the option, greedy never calls."""
    engine, kernels = rules.hands.engine, rules.with_kernels()
    caller, closed = Greedy(kernels.hands, calls=True), Greedy(kernels.hands)
    called = refused = 0
    for seed in range(80):
        if min(called, refused) >= 3:
            break
        for before, _, _ in play(kernels, seed, seated(kernels, seed, ["greedy+call"] * 4)):
            if before.phase != Phase.CALL_WINDOW or before.last is None:
                continue
            player = before.to_act()[0]
            legal = legal_actions(before, player)
            calls = [action for action in legal if action.event == Event.CALL]
            if not calls or legal[0].event == Event.RON:
                continue
            me, tile = before.players[player], before.last.tile
            now = engine.distance(me.hand, me.blocks)
            after = {}
            for action in calls:
                hand = me.hand
                for kind in less(action.block, tile):
                    hand = less(hand, kind)
                after[action] = engine.distance(hand, (*me.blocks, action.block))
            choice = caller.choose(view(before, player), legal)
            if min(after.values()) < now:
                assert after[choice] == min(after.values())
                called += 1
            else:
                assert choice.event == Event.PASS
                refused += 1
            assert closed.choose(view(before, player), legal).event == Event.PASS
    assert called >= 3
    assert refused >= 3


def test_greedy_wins_when_it_can_and_declares_riichi_only_if_asked(rules: Rules) -> None:
    rules, riichis = rules.with_kernels(), Counter[int]()
    for seed in range(16):
        agents = seated(rules, seed, ["greedy", "greedy+riichi"] * 2)
        for before, action, _ in play(rules, seed, agents):
            if {each.event for each in legal_actions(before, action.player)} & {*WINS}:
                assert action.event in WINS
            riichis[action.player] += action.event == Event.RIICHI
    assert riichis[0] == riichis[2] == 0 < riichis[1] + riichis[3]


def test_an_agent_declares_riichi_only_if_its_own_words_say_tenpai(common: Lexicon) -> None:
    rules = preset("standard", common).with_kernels()
    own = unknown = 0
    for seed in range(12):
        agents = seated(rules, seed, ["greedy+riichi@400w"] * 4)
        for before, action, _ in play(rules, seed, agents):
            me = before.players[action.player]
            if action.tile is None or me.riichi or me.melds:
                continue
            hands, left = agents[action.player].hands, less(me.hand, action.tile)  # type: ignore[attr-defined]
            assert (action.event == Event.RIICHI) == bool(hands.waits(left, ()))
            own += action.event == Event.RIICHI
            unknown += action.event == Event.DISCARD and bool(rules.hands.waits(left, ()))
    assert min(own, unknown) > 0


def test_an_agent_knows_the_easiest_words_and_no_flagged_one(common: Lexicon) -> None:
    half = known_words(common, 0.5)
    known = {entry for entries in half.entries.values() for entry in entries}
    unknown = {entry for entries in common.entries.values() for entry in entries if not entry.flag} - known
    assert len(known) == pytest.approx(len(unknown), abs=1)
    assert not any(entry.flag for entry in known)
    assert max(map(easier_first, known)) <= min(map(easier_first, unknown))
    assert all(common.words(key) for size in (2, 3) for key in half.keys(size))
    with pytest.raises(LexiconError, match="does not say how common its words are"):
        known_words(Lexicon.from_entries("toy", [Entry("いぬ", "犬")]), 0.5)


def test_a_beginner_asks_only_for_distances(common: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accepts take most of the time of a game. A beginner ignores them, and riichi needs only distances. The kind that
    is thrown is the one that all discards give: the least distance, then the fewest words, then the lowest kind."""
    rules = preset("standard,players=2", common).with_kernels()
    seen = []
    with monkeypatch.context() as patch:
        patch.setattr(Batch, "accepts", lambda *_: pytest.fail("accepts were computed"))
        for game in range(2):
            for before, action, _ in play(rules, game, seated(rules, game, ["290w"] * 2)):
                if action.event == Event.DISCARD:
                    seen.append((before.players[action.player].hand, action.tile))
    assert len(seen) > 20
    beginner = parse_agent("290w").seated(rules, (0,), 0)
    assert isinstance(beginner, Greedy)
    uses = beginner.hands.uses
    for hand, thrown in seen:
        every = beginner.hands.every_discard(hand, ())
        assert thrown == min(every, key=lambda kind: (every[kind].distance, uses[kind], kind))


@pytest.mark.parametrize(
    ("rules", "calls"),
    [("paper", True), ("standard", False), ("standard,forms=33332", True), ("basic", True)],
)
def test_levels_call_only_where_no_form_closes(common: Lexicon, rules: str, calls: bool) -> None:
    chosen = preset(rules, common)
    assert [parse_agent(name).seated(chosen, (1,), 0).calls for name in BOT_LEVELS] == [  # type: ignore[attr-defined]
        level.calls and calls for level in BOT_LEVELS.values()
    ]


def test_a_number_of_words_is_that_of_the_easiest(common: Lexicon) -> None:
    rules = preset("paper", common)
    for name, level in BOT_LEVELS.items():
        easiest = words_by_ease(rules)[: level.words]
        assert (len(easiest), {len(entry.reading) for entry in easiest}) == (level.words, {2, 3})
        hands = parse_agent(name).seated(rules, (1,), 0).hands  # type: ignore[attr-defined]
        assert hands is parse_agent(f"greedy@{name}").seated(rules, (1,), 0).hands  # type: ignore[attr-defined]
        assert hands.blocks.by_size.keys() == {2, 3}
    knows_one = parse_agent("greedy@1w").seated(rules, (1,), 0).hands  # type: ignore[attr-defined]
    assert sum(map(len, knows_one.blocks.by_size.values())) == 1
