"""The review of a game: the earliest win is that of brute force, the costs are those of the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest
from rich.cells import cell_len

from kanamj.cli.reviewtext import (
    WIDTH,
    last_text,
    review_lines,
    sum_text,
    turn_rows,
    why_text,
)
from kanamj.errors import KanamjError
from kanamj.game import Action, Event, Phase, Rules, View, deal, preset, set_up, step
from kanamj.game.agents import Greedy, known_words, parse_agents
from kanamj.game.earliest import earliest_win
from kanamj.game.record import Record, Replayed, read_record, record_game, show
from kanamj.game.review import WORST, Review, answer, review, together, worst
from kanamj.game.states import State
from kanamj.game.steps import Agent
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.pausing import to_end
from kanamj.text import choose
from kanamj.tiles import TileSet
from kanamj.web import inpage
from kanamj.web.answers import Answers
from tests.places import GAMES, PLAYED, WORDS_OF_GAMES


def played(rules: Rules, agents: str, seed: int, dealer: int = 0) -> Record:
    texts = [spec.text for spec in parse_agents(agents, 4)][: rules.players]
    return record_game(rules, (seed,), texts, ["human", *texts[1:]], dealer=dealer)


@pytest.fixture(scope="module")
def record(common: Lexicon) -> Record:
    return played(preset("basic", common).with_kernels(), "400w", 4)


# The earliest win, by trying everything: all discards, all calls, in small worlds.


class Everything:
    """All hands a player can have at each moment, whatever it discards and calls."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.trios = set(rules.hands.blocks.by_size[3])
        self.pairs = set(rules.hands.blocks.by_size[2])
        self.complete = lru_cache(None)(self._complete)

    def _complete(self, hand: tuple[int, ...], trios: int) -> bool:
        if not trios:
            return hand in self.pairs
        for places in combinations(range(len(hand)), 3):
            rest = tuple(kind for i, kind in enumerate(hand) if i not in places)
            if tuple(hand[i] for i in places) in self.trios and self.complete(rest, trios - 1):
                return True
        return False

    def line(self, steps: list[Replayed], seat: int) -> int | None:
        start = steps[0].before
        hand, turn = start.players[seat].hand, start.turn == seat
        hands = {(hand, 2)}
        if turn:
            if any(self.complete(each, left) for each, left in hands):
                return 1
            hands = set(self.thrown(hands))
        for line, _, action, after in steps:
            if action.event == Event.DRAW and action.player == seat:
                assert after.drawn is not None
                hands = {(tuple(sorted((*each, after.drawn))), left) for each, left in hands}
                if any(self.complete(each, left) for each, left in hands):
                    return line
                hands = set(self.thrown(hands))
            elif action.event == Event.DISCARD and action.player != seat and after.phase == Phase.CALL_WINDOW:
                assert action.tile is not None
                tile = action.tile
                late = after.players[seat].turns >= self.rules.ron_from + (seat == start.dealer)
                if late and any(self.complete(tuple(sorted((*each, tile))), left) for each, left in hands):
                    return line
                if self.rules.pon == "any":
                    hands |= set(self.thrown(self.called(hands, tile)))
        return None

    def thrown(self, hands: set[tuple[tuple[int, ...], int]]) -> Iterator[tuple[tuple[int, ...], int]]:
        for hand, left in hands:
            for i in range(len(hand)):
                yield hand[:i] + hand[i + 1 :], left

    def called(self, hands: set[tuple[tuple[int, ...], int]], tile: int) -> set[tuple[tuple[int, ...], int]]:
        found = set()
        for hand, left in hands:
            for one, two in combinations(range(len(hand)), 2):
                if left and tuple(sorted((tile, hand[one], hand[two]))) in self.trios:
                    rest = tuple(kind for i, kind in enumerate(hand) if i not in (one, two))
                    found.add((rest, left - 1))
        return found


@pytest.mark.parametrize(
    ("pon", "ron_from", "dealer"), [("any", 0, 0), ("none", 0, 0), ("any", 3, 0), ("any", 3, 1)]
)
def test_the_earliest_win_is_that_of_trying_everything(
    pon: str, ron_from: int, dealer: int, common: Lexicon
) -> None:
    found = none = called = 0
    rules = preset(
        f"basic,players=3,ron=yes,pon={pon},reshuffles=0,ron_from={ron_from}", known_words(common, 0.2)
    )
    everything = Everything(rules)
    for seed in range(12 if dealer else 9):
        steps = [*show(played(rules, "random", seed, dealer)).steps][:24]
        for seat in range(2):
            win = earliest_win(rules, steps, seat)
            assert (win.line if win else None) == everything.line(steps, seat), (seed, seat)
            if win is None:
                none += 1
            else:
                found += 1
                called += bool(win.called)
                assert len("".join(block.letters for block in (*win.called, *win.closed))) == 8
    assert found > (3 if pon == "any" else 0)
    assert none > 5
    assert called or pon == "none"


def scripted(start: State, moves: Iterable[tuple[Event, int, str]]) -> tuple[list[Replayed], State]:
    """The steps of these moves, each with its event, its player, and the letters of its tile or word."""
    steps: list[Replayed] = []
    for event, player, letters in moves:
        kinds = tuple(sorted(start.rules.tiles.parse(letters)))
        tile = kinds[0] if event == Event.DISCARD else None
        action = Action(event, player, tile, kinds if event == Event.CALL else ())
        after = step(start, action)
        steps.append(Replayed(len(steps) + 2, start, action, after))
        start = after
    return steps, start


CALLED_IN_TIME = {
    # 8 tiles of the dealer, what it draws; three discards of the other: two to call, one to win on; the called words
    "the second さ is called, because ら comes after the first": (
        "なみだいくめもむ",
        "らほ",
        "ささぬ",
        ["くさら"],
    ),
    "ら comes after the only さ": ("なみだいくめもむ", "らほ", "さゆぬ", None),
    "one い is there for two words, the second comes late": ("いええくむめもや", "ほい", "あうけ", None),
    "two い are there for two words": ("いいええくむめも", "ほま", "あうけ", ["あいえ", "いうえ"]),
    "a word may be made twice": ("さくらくらいむめ", "ほま", "さゆぬ", ["くさら"]),
    "a call that completes the hand is not a win, whatever is drawn then": (
        "なみだいぬくらむ",
        "ほま",
        "さゆよ",
        None,
    ),
}


@pytest.mark.parametrize("case", CALLED_IN_TIME)
def test_a_word_is_called_when_its_other_letters_are_in_the_hand(case: str) -> None:
    """The other player's last discard completes the hand, if the calls that it needs were possible in time. Another
    form of the rules has no words of three."""
    hand, drawn, thrown, called = CALLED_IN_TIME[case]
    entries = [Entry(word, "x") for word in ("さくら", "なみだ", "いぬ", "あいえ", "いうえ", "くけ")]
    ron = "no" if "not a win" in case else "yes"
    rules = preset(
        f"basic,players=2,ron={ron},pon=any,reshuffles=0,forms=332+2222", Lexicon.from_entries("toy", entries)
    )
    first, second = drawn
    front = rules.tiles.parse(
        hand[:7] + "ふへひはぱばぴ" + hand[7] + thrown[0] + first + thrown[1] + second + thrown[2]
    )
    rest = list(rules.tiles.copies)
    for kind in front:
        rest[kind] -= 1
    wall = (*front, *(kind for kind, copies in enumerate(rest) for _ in range(copies)))
    moves = []
    for mine, others in zip((hand[7], *drawn), thrown, strict=True):
        moves += [
            (Event.DISCARD, 0, mine),
            (Event.PASS, 1, ""),
            (Event.DRAW, 1, ""),
            (Event.DISCARD, 1, others),
            (Event.PASS, 0, ""),
            (Event.DRAW, 0, ""),
        ]
    steps, _ = scripted(deal(set_up(rules, 1, wall)), moves[:-2])
    win = earliest_win(rules, steps, 0)
    if called is None:
        assert win is None
    else:
        assert win is not None
        assert win.line == steps[-1].line
        assert [block.letters for block in win.called] == called


def test_a_win_among_very_many_arrangements_is_found() -> None:
    """The tiles that come by turn 5 have more than 2,000 arrangements, and this win is one of the last."""
    rules = preset("basic,players=4,pon=any,ron=no,reshuffles=0", load_lexicon("core"))
    steps = show(record_game(rules, (26,), ["random", "greedy@0.1", "greedy@0.2", "random"])).steps
    win = earliest_win(rules, steps, 3)
    assert win is not None
    assert (win.line, win.turn, win.source, len(win.called)) == (89, 5, None, 1)


@pytest.mark.parametrize("early", [True, False])
def test_wins_are_looked_for_until_the_wall_is_reshuffled(early: bool) -> None:
    """The player waits for か. It draws it, or the other throws it, and it is in the next wall."""
    words = Lexicon.from_entries("toy", [Entry(word, "x") for word in ("あいう", "えおき", "かく")])
    tiles = TileSet("mini", tuple("あいうえおかきくしすせそたちつてと"), (1,) * 17)
    rules = replace(preset("basic,players=2,reshuffles=1", words), tiles=tiles)
    second, third = "とか" if early else "かと"
    draw, discard = Event.DRAW, Event.DISCARD
    moves = [(discard, 0, "す"), (draw, 1, ""), (discard, 1, second), (draw, 0, ""), (discard, 0, third)]
    wall, drawn = tiles.parse("あいうえおきく" + "しせそたちつて" + "す" + second + third), set()
    for seed in range(12):
        steps, state = scripted(deal(set_up(rules, seed, wall)), [*moves, (draw, 1, "")])
        assert state.reshuffles == 1
        assert state.drawn is not None
        more, state = scripted(state, [(discard, 1, tiles.kinds[state.drawn]), (draw, 0, "")])
        win = earliest_win(rules, [*steps, *more], 0)
        assert (win.line if win else None) == (steps[3].line if early else None)
        drawn.add(state.drawn == tiles.index["か"])
    assert drawn == {True, False}


def test_the_review_says_that_the_wall_was_reshuffled(common: Lexicon) -> None:
    rules = preset("basic,players=4", known_words(common, 0.01)).with_kernels()
    told = review(played(rules, "random", 3), [0, 1, 2, 3], draws=0)
    assert told.shown.steps[-1].after.reshuffles
    for seat in told.seats:
        said = "Until the wall was reshuffled, no win was possible" in "\n".join(review_lines(seat, 0))
        assert seat.reshuffled == said == seat.to_json().get("reshuffled", False)
        assert seat.reshuffled != bool(seat.earliest)
    assert {seat.reshuffled for seat in told.seats} == {True, False}


def test_each_turn_is_judged_as_the_engine_judges_it(common: Lexicon) -> None:
    record = played(preset("standard", common).with_kernels(), "400w", 4)
    told = review(record, draws=1)
    assert [each.seat for each in told.seats] == [0]
    seat = told.seats[0]
    engine = record.rules.hands.engine
    costs = []
    for turn in seat.turns[:4]:
        if turn.tsumo:
            continue
        report = engine.analyze(turn.hand, turn.melds, turn.seen)
        mine = {choice.kind: (choice.distance, choice.unseen) for choice in turn.discards}
        assert mine == {each.kind: (each.distance, each.unseen) for each in report.discards}
        chance = {choice.tile: choice.chances[0] for choice in turn.discards}
        assert turn.thrown is not None
        assert turn.cost == pytest.approx(max(chance.values()) - chance[turn.thrown])
        assert turn.is_best == (chance[turn.thrown] == max(chance.values()) > 0) or not turn.by_chance
        costs.append(turn.cost)
    assert costs
    json.dumps(told.to_json())


def test_wins_and_calls_that_were_not_taken_are_listed(common: Lexicon) -> None:
    """A player of few words lets wins pass. The review lists all of them and no others."""
    tsumo = ron = calls = 0
    rules = preset("paper", common).with_kernels()
    for seed in range(8):
        record = played(rules, "greedy@0.03,greedy@0.2,greedy@0.2,greedy@0.2", seed)
        told = review(record, draws=0)
        (seat,) = told.seats
        assert seat.cost is None or seat.cost >= 0
        for turn in seat.turns:
            tsumo += turn.tsumo and not turn.won
            assert turn.tsumo == (rules.hands.engine.shanten(turn.hand) == -1)
        for offer in seat.offers:
            ron += offer.event == Event.RON and not offer.taken
            calls += offer.event == Event.CALL
            assert offer.after < offer.distance
        wins = [turn.turn for turn in seat.turns if turn.tsumo]
        if wins:
            assert seat.earliest is not None
            assert seat.earliest.turn <= wins[0]
    assert tsumo + ron > 3
    assert calls


class Careless:
    """Calls whatever it can and never wins: what it leaves is often complete."""

    def __init__(self, other: Agent) -> None:
        self.other = other

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        wanted = next((action for action in legal if action.event == Event.CALL), None)
        kept = tuple(action for action in legal if action.event not in (Event.TSUMO, Event.RON))
        return wanted or self.other.choose(seen, kept)


@pytest.mark.parametrize("draws", [1, 2])
def test_a_complete_hand_thrown_away_costs_what_it_could_not_win_back(draws: int, common: Lexicon) -> None:
    """After a call, a player may not win. There, the cost is measured from the best discard."""
    rules = preset("basic,players=2,pon=any", common).with_kernels()
    engine = rules.hands.engine
    passed = called = 0
    for seed in range(4):
        careless = Careless(Greedy(rules.hands))
        record = record_game(rules, (seed,), [careless, "greedy"], ["human", "greedy"])
        (seat,) = review(record, draws=draws).seats
        for turn in seat.turns:
            if engine.distance(turn.hand, turn.melds) or turn.won:
                continue
            chances = {}
            for tile in {
                *turn.hand
            }:  # by the engine, hand by hand; tiles of own calls are not seen elsewhere
                seen = turn.seen
                for letter in "".join(turn.melds):
                    seen = seen.replace(letter, "", 1)
                hand = turn.hand.replace(tile, "", 1)
                counted = engine.chances(hand, draws, turn.melds, seen + tile)
                chances[tile] = counted.chances[-1]
            assert {choice.tile: choice.chances[-1] for choice in turn.discards} == chances
            best = 1 if turn.tsumo else max(chances.values())
            assert turn.thrown is not None
            assert turn.cost == pytest.approx(best - chances[turn.thrown])
            assert turn.is_best == (not turn.tsumo and chances[turn.thrown] == best)
            passed += turn.tsumo
            called += not turn.tsumo
        assert seat.cost == pytest.approx(sum(turn.cost or 0 for turn in seat.turns))
    assert passed
    assert called


def test_a_win_says_how_many_words_it_needs(common: Lexicon) -> None:
    """Called words count, and so does the winning tile."""
    rules = preset("standard", common).with_kernels()
    told = review(record_game(rules, (3,), ["greedy+call"] * 4, ["bot"] * 4), draws=0)
    won = [each for each in told.seats if not each.last.distance]
    assert told.shown.end
    assert {each.seat for each in won} >= {win.player for win in told.shown.end.wins} != set()
    assert told.to_json()["end"]["how"] == told.shown.end.how
    for each in won:
        needed = each.last.vocabulary
        assert needed is not None
        assert len(needed.words) in (5, 7)
        assert {meld.letters for meld in each.last.melds} <= {word.letters for word, _ in needed.words}
        reading = needed.rarest.words[0].reading
        assert any(reading in line and f"word {needed.size:,} of" in line for line in last_text(each))
        assert each.last.to_json()["vocabulary"]["size"] == needed.size
    assert all(len(last_text(each)) == 1 for each in told.seats if each.last.distance)


def test_the_record_of_an_unfinished_game_is_reviewed_as_far_as_it_goes(record: Record) -> None:
    for kept in (0, 1, 7, 20):
        told = review(replace(record, events=record.events[:kept]), draws=0).to_json()
        assert told["stopped"] == {"line": kept + 2, "why": "the record stops before the game ends"}
        assert told["end"] is None
        assert len(told["seats"][0]["turns"]) <= kept
    events = [*record.events[:7], {"event": "fly", "player": 0}, *record.events[7:]]
    told = review(replace(record, events=tuple(events)), draws=0).to_json()
    assert told["stopped"]["line"] == 9
    assert "'fly' is not an event" in told["stopped"]["why"]


def test_what_cannot_be_reviewed_is_refused(record: Record) -> None:
    for seats, draws, message in (
        ([4], 0, "4 is not a seat"),
        ([-1], 0, "-1 is not a seat"),
        (None, 4, "draws is 4"),
    ):
        with pytest.raises(KanamjError, match=message):
            review(record, seats, draws)
    with pytest.raises(KanamjError, match="'../x' is not a shipped word list"):
        to_end(answer(record.format(), lexicon="../x"))
    assert to_end(answer(record.format(), seat=2, draws=0))["seats"][0]["seat"] == 2


@pytest.mark.parametrize(
    "file",
    [
        GAMES[3],
        GAMES[9],
        *(pytest.param(file, marks=pytest.mark.slow) for file in (*GAMES, *PLAYED)),
    ],
    ids=lambda file: file.stem,
)
def test_every_window_counts_the_same_good_choices(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The review, the API, the exported page and the terminal; tests/browser/test_truth.py counts on the page. The
    exported page pauses after each turn, so that it answers a newer question before.

    Slow for all recorded games and those in results/: four seats each, five minutes in all.
    """
    folder = str(WORDS_OF_GAMES) if file in GAMES else "common"
    server, browser = Answers(folder), Answers(folder, "browser")
    monkeypatch.setattr(inpage, "_answers", lambda: browser)
    told = review(read_record(file, lambda name: load_lexicon(folder if file in GAMES else name, own=True)))
    asked = {"record": file.read_text(encoding="utf-8")}
    posted = json.loads(json.dumps(server.reply("review", asked)[1]))
    *pauses, whole = inpage.ask("review", json.dumps(asked))
    exported = json.loads(whole)["result"]
    assert posted == exported
    assert pauses == [""] * sum(len(seat["turns"]) for seat in posted["seats"])
    written = json.loads(json.dumps(told.to_json()))["seats"]
    assert [seat["turns"] for seat in posted["seats"]] == [seat["turns"] for seat in written]
    for seat, sent in zip(told.seats, posted["seats"], strict=True):
        fine = sum(turn.fine for turn in seat.turns if not turn.forced)
        assert fine == seat.fine_choices == sent["fine_choices"]
        assert fine == sum(turn["fine"] for turn in sent["turns"] if not turn["forced"])
        _, rows = turn_rows(seat, told.draws)
        assert [row[-1] for row in rows].count("◎") == fine
        assert [row[-1] for row in rows].count("△") == seat.choices - fine
        assert not seat.choices or f"good choices: {fine} of {seat.choices} " in sum_text(seat, told.draws)[0]


@pytest.fixture(scope="module")
def kans() -> Review:
    """The review of four players; the third passes a win and makes costly discards."""
    words = load_lexicon(WORDS_OF_GAMES)
    return review(read_record(GAMES[0].with_name("standard-kan.jsonl"), lambda _: words), range(4))


def test_a_choice_is_fine_if_it_costs_less_than_a_point(kans: Review) -> None:
    """Held against the numbers of the discards. What is best is fine, and comes first."""
    by, record = set(), kans.record
    for seat in kans.seats:
        for turn in seat.turns:
            if turn.forced or turn.won:
                continue
            chances = [each.chances[1] for each in turn.discards]
            tiles = [(each.distance, -each.unseen) for each in turn.discards]
            left = sum(record.rules.tiles.copies) - len(turn.hand) - len(turn.seen)
            by.add(turn.measured)
            if max(chances) >= 0.01:
                expected = [chance > max(chances) - 0.01 for chance in chances]
                assert chances == sorted(chances, reverse=True)
            else:
                near, most = min(tiles)
                expected = [far == near and (few - most) / left < 0.01 for far, few in tiles]
                assert tiles == sorted(tiles)
            assert [each.fine for each in turn.discards] == expected
            assert turn.best is not None
            assert turn.best.best
            assert turn.fine >= turn.is_best
    assert by == {"chance", "tiles"}


def test_a_choice_that_cost_something_says_why(kans: Review) -> None:
    """The tiles that the better discard waits for and the other does not, and words that these tiles complete."""
    seat, engine = kans.seats[2], kans.record.rules.hands.engine
    reasons = [turn for turn in seat.turns if turn.why]
    assert reasons == [turn for turn in seat.turns if not turn.fine]
    lost = 0
    for turn in reasons:
        assert turn.why
        if turn.tsumo:
            assert sorted("".join(block.letters for _, block in turn.why.words)) == sorted(turn.hand)
            continue
        assert turn.best
        assert turn.taken
        after = {
            each.tile: engine.analyze(turn.hand.replace(each.tile, "", 1), turn.melds)
            for each in (turn.best, turn.taken)
        }
        better, other = after[turn.best.tile], after[turn.taken.tile]
        accepted = {each.tile for each in turn.why.accepts}
        assert accepted <= {each.tile for each in better.accepts}
        held = {each.tile for each in other.accepts} if other.distance <= better.distance else set()
        assert {each.tile for each in turn.why.lost} == accepted - held
        lost += len(turn.why.lost)
        for tile, block in turn.why.words:
            assert block.words
            if tile:
                assert tile in block.letters
                assert tile in accepted
    assert lost
    told = worst([seat])
    assert len(told) == min(WORST, len(reasons))
    assert [turn.cost for _, turn in told] == sorted((turn.cost or 0 for turn in reasons), reverse=True)[
        :WORST
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_reasons_fit_sixty_columns_in_both_languages(kans: Review, language: str) -> None:
    choose(language)
    try:
        seat = kans.seats[2]
        why = [*why_text([seat]), *why_text([seat, seat], ["one.jsonl", "two.jsonl"])]
        assert len(why) > 10
        assert all(cell_len(line) <= WIDTH for line in why)
        everything = "\n".join([*why, *review_lines(seat, 2)])
    finally:
        choose("")
    letters = re.sub("|".join([*map(re.escape, kans.record.players), r"\w+\.jsonl"]), "", everything)
    assert bool(re.search("[a-z]{2}", letters)) == (language == "en")


def test_a_record_cut_short_before_any_choice_has_none_that_cost(record: Record) -> None:
    (seat,) = together([review(replace(record, events=()))])
    assert why_text([seat]) == []
