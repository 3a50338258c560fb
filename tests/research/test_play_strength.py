"""How strong the play was: bots of known words are found again, and the handicaps make fair games."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from play_strength import (
    HANDICAPS,
    WORDS_OF_LEVELS,
    Evidence,
    PlayStrength,
    choices,
    handicaps,
    main,
    strength,
    text,
)

from kanamj.errors import KanamjError
from kanamj.game import Action, Event, Rules, View, legal_actions, preset, record_game
from kanamj.game.agents import BOT_LEVELS, parse_agent, words_by_ease
from kanamj.game.record import Replayed
from kanamj.game.steps import Agent, deal, play, set_up
from kanamj.game.wall import Seed
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120
from tests.unit.game import test_declared as declared

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


def games(rules: Rules, seated: Seated, hands: int, seed: int) -> list[Evidence]:
    """The choices of this player against three of 760 words, each hand in another seat."""
    found = []
    for hand in range(hands):
        table = [parse_agent("760w").seated(rules, (seed, hand), seat) for seat in range(4)]
        table[hand % 4] = seated(rules, (seed, hand), hand % 4)
        steps = [Replayed(0, *each) for each in play(rules, (seed, hand), table)]
        found.append(choices(rules, steps, hand % 4))
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
    assert strength([Evidence(rules, (), ())]) is None
    basic = preset("basic", common).with_kernels()
    with pytest.raises(
        KanamjError, match="the games were played by other rules or lists: common {'name': 'basic'"
    ):
        strength([Evidence(rules, (), ()), Evidence(basic, (), ())])
    unranked = Lexicon.from_entries(
        "plain", [each._replace(ease=-1, cost=-1) for each in common.words_of("いぬ")]
    )
    few = Lexicon.from_entries("few", words_by_ease(rules)[:100])
    long = preset("standard,forms=5432", common).with_kernels()
    for other, why in (
        (replace(rules, lexicon=unranked), "list plain does not say how easy its words are"),
        (replace(rules, lexicon=few), "list few knows too few words by ease"),
        (long, "words that are longer than three letters"),
    ):
        with pytest.raises(KanamjError, match=why):
            choices(other, [], 0)


def test_own_words_are_no_other_list(rules: Rules, common: Lexicon) -> None:
    own = replace(rules, lexicon=common.with_words([common.words_of("いぬ")[0]._replace(reading="ぬぬ")]))
    assert strength([*games(rules, parse_agent("400w").seated, 1, 3), Evidence(own, (), ())])


def test_a_player_may_have_called_words_that_a_bot_of_few_words_does_not_know(rules: Rules) -> None:
    found = games(rules, lambda *seat: Caller(parse_agent("greedy").seated(*seat)), 1, 3)
    easiest = {entry.key for entry in words_by_ease(rules)[:100]}
    called = [meld for throw in found[0].throws for meld in throw.seen.me.blocks]
    assert {rules.tiles.format(meld) for meld in called} - easiest
    assert strength(found)


def test_handicaps_are_fair_where_they_were_measured() -> None:
    header, *rows = [line.split("\t") for line in HANDICAPS.read_text(encoding="utf-8").splitlines()[1:]]
    assert header == ["weaker", "stronger", "wins_from", "walls", "share", "share_stderr"]
    assert tuple(level.words for level in BOT_LEVELS.values()) == WORDS_OF_LEVELS
    assert {int(row[1]) for row in rows} > {level.words for level in BOT_LEVELS.values() if level.counts} - {
        400
    }
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


def test_a_called_word_that_only_the_judging_list_has_counts() -> None:
    rules = declared.rules_of("paper,players=2").with_kernels()
    start = deal(
        set_up(
            rules, 1, declared.wall("うづぢべぴぷぽゃゅょっーぶ", "せそさくらなみだたまごきつ", "ぼねんぬ")
        )
    )
    face = HIRAGANA_120.parse
    played = declared.after(
        start,
        Action(Event.DISCARD, 0, face("う")[0]),
        Action(Event.CALL, 1, block=tuple(sorted(face(declared.ONLY_WIDE)))),
    )
    while len(played) < 14:  # nobody wins or calls
        state = played[-1][2]
        legal = next(filter(None, (legal_actions(state, seat) for seat in (0, 1))))
        calm = (move for move in reversed(legal) if move.event in (Event.PASS, Event.DISCARD, Event.DRAW))
        played += declared.after(state, next(calm))
    found = choices(rules, [Replayed(0, *each) for each in played], 1)
    assert found.chances
    assert strength([found] * 10)


def test_the_program_reads_records_and_says_how_strong_the_play_was(
    common: Lexicon, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = preset("standard", common)
    paths = []
    for hand in range(3):
        players = ["greedy@760w", "760w", "760w", "760w"]
        record = record_game(rules.with_kernels(), (1, hand), players, ["human", *players[1:]])
        paths.append(str(tmp_path / f"{hand}.jsonl"))
        record.write(paths[-1])
    main([*paths, "--json"])
    said = json.loads(capsys.readouterr().out)
    assert said["low"] <= said["words"] <= said["high"]
    assert said["hands"] == 3
    main(paths)
    assert capsys.readouterr().out.startswith("The play is that of a bot that knows ")
    cut = tmp_path / "cut.jsonl"
    cut.write_text(
        "".join(Path(paths[0]).read_text(encoding="utf-8").splitlines(keepends=True)[:3]) + "nix\n"
    )
    main([str(cut), "--seat", "0"])
    assert f"{cut}:4: expected a JSON object" in capsys.readouterr().err
    for asked, why in (
        ([paths[0], "--seat", "7"], "error: 7 is not a seat; give a number from 0 to 3"),
        ([str(tmp_path / "none.jsonl")], "error: "),
    ):
        with pytest.raises(SystemExit, match=why):
            main(asked)


def test_what_is_said() -> None:
    found = PlayStrength(400, 100, 400, 5000, 3, 12, 0, handicaps(400))
    line, fair, *others = text(found)
    assert line.endswith("100 to 400 words, most likely 400; read from 12 discards in 3 hands.")
    assert fair == "A fair opponent: greedy@400w"
    assert others == [
        "Fair against 760w: it wins only after the discard of turn 7, every second hand from turn 8 on."
    ]
    assert text(replace(found, high=401))[1:] == ["More hands tell it more closely."]
    assert text(None) == ["These are too few choices to tell how strong the play was; give more games."]
