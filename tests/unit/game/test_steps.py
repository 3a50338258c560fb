"""The state of a game: what must hold in every state of random games, and one case for each rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

import pytest

from kanamj.engine import WordEngine
from kanamj.errors import IllegalActionError
from kanamj.game import (
    Action,
    Event,
    Phase,
    Rules,
    State,
    deal,
    initial,
    legal_actions,
    preset,
    set_up,
    step,
    view,
)
from kanamj.game.legal import refusal
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import HIRAGANA_120

# Every preset, and between them every option that is not a preset's.
RULES = (
    "standard",
    "basic",
    "paper",
    "standard,players=3,pon=left,kan=left,many_rons=yes",
    "standard,players=2,forms=4442,kan=any,riichi=no,missed_win=free",
    "basic,ron=yes,pon=any,reshuffles=1",
    "basic,dead_wall=80,reshuffles=2",
    "paper,equal_turns=yes,ron_from=2",
)
T = HIRAGANA_120


@pytest.fixture(scope="module", params=RULES)
def rules(request: pytest.FixtureRequest, common: Lexicon) -> Rules:
    return preset(request.param, common).with_kernels()


def random_steps(rules: Rules, seed: int) -> Iterator[tuple[State, Action, State]]:
    """A game of random play, players answering in random order."""
    chance = random.Random(seed)
    state = initial(rules, seed, seed % rules.players, seed % 3)
    while state.phase != Phase.END:
        player = chance.choice(state.to_act())
        action = chance.choice(legal_actions(state, player))
        after = step(state, action)
        yield state, action, after
        state = after


def check_tiles(state: State) -> None:
    """Every tile is in one place: wall, a hand, a meld or a discard row."""
    on_table = list(state.wall)
    for player in state.players:
        on_table += player.hand + player.discards
        on_table += [kind for meld in player.melds for kind in meld.block]
    assert state.rules.tiles.tally(on_table) == state.rules.tiles.copies


def check_sticks(state: State, began: int) -> None:
    """Each riichi has put a stick on the table; the first winner has taken all of them."""
    assert sum(state.sticks) + state.deposits == began
    if state.end:
        riichis = sum(player.riichi > 0 for player in state.players)
        assert (state.end.deposits, state.deposits) == (
            began + riichis,
            0 if state.end.wins else began + riichis,
        )


def check_hands(state: State) -> None:
    """The player to discard, or who has won by drawing, has a full hand; the others one tile less."""
    for seat, player in enumerate(state.players):
        full = state.rules.hands.tiles_left(player.blocks)
        drew = state.phase == Phase.DISCARD or (state.end is not None and state.end.how == "tsumo")
        expected = full if drew and seat == state.turn else full - 1
        if state.wins and state.rules.equal_turns:  # who has drawn once more, or was the first to win
            expected = len(player.hand) if len(player.hand) in (full - 1, full) else full
        assert len(player.hand) == expected, (state.phase, seat)
        assert list(player.hand) == sorted(player.hand)


def check_end(engine: WordEngine, state: State) -> None:
    """Winners are complete by another engine than that of the rules; an exhausted wall is empty."""
    assert state.end is not None
    if state.end.how == "wall":
        assert not state.end.wins
        assert not state.left
        return
    assert state.end.wins
    for win in state.end.wins:
        player = state.players[win.player]
        hand = player.hand if win.source is None else (*player.hand, win.tile)
        assert engine.shanten(tuple(hand), player.blocks) == -1
        letters = "".join(block.letters for block in win.arrangement)
        held = [*hand, *(kind for meld in player.melds for kind in meld.block)]
        assert sorted(T.parse(letters)) == sorted(held)
        shown = state.rules.lexicon.shown  # words with a flag win, and are not shown
        assert all(bool(block.words) == bool(shown(block.letters)) for block in win.arrangement)


@lru_cache(maxsize=1)
def engine_of(rules: Rules) -> WordEngine:
    """An engine of its own for the winners: another than the one the rules ask."""
    return WordEngine(rules.lexicon, rules.tiles, rules.forms)


def check_game(rules: Rules, seed: int) -> State:
    engine = engine_of(rules)
    state = None
    for before, action, state in random_steps(rules, seed):
        check_tiles(state)
        check_hands(state)
        check_sticks(state, seed % 3)
        assert action in legal_actions(before, action.player)
    assert state is not None
    assert state.phase == Phase.END
    assert legal_actions(state, 0) == ()
    check_end(engine, state)
    return state


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 3))])
def test_invariants_hold_in_random_play(rules: Rules, seed: int) -> None:
    check_game(rules, seed)


def every_action(state: State, chance: random.Random) -> list[Action]:
    """Actions of every event by every player: all tiles, all calls of the last discard, and some nonsense."""
    kinds = range(len(state.rules.tiles))
    by_size = state.rules.hands.blocks.by_size
    words = [*by_size[3], *chance.sample(by_size[4], 40), (0, 0, 0), (1, 0, 2), (0, 1)]
    if state.last:
        words = [word for word in words if state.last.tile in word] + words[:5] + words[-3:]
        words += [four for four in by_size[4] if state.last.tile in four]
    actions = []
    for player in range(state.rules.players):
        for event in Event:
            actions += [
                Action(event, player),
                Action(event, player, tile=chance.choice(kinds), block=words[0]),
            ]
        actions += [Action(Event.DISCARD, player, kind) for kind in kinds]
        actions += [Action(Event.RIICHI, player, kind) for kind in kinds]
        actions += [Action(event, player, block=word) for event in (Event.CALL, Event.KAN) for word in words]
    return actions


@pytest.mark.parametrize(
    ("seed", "n"), [(0, 6), *(pytest.param(seed, 40, marks=pytest.mark.slow) for seed in range(4))]
)
def test_legal_actions_are_what_step_accepts(rules: Rules, seed: int, n: int) -> None:
    """In n states of a game, a thousand actions are tried, which takes 50 ms per state."""
    chance = random.Random(seed)
    states = [before for before, _, _ in random_steps(rules, 100 + seed)]
    met = set()
    for state in chance.sample(states, min(n, len(states))):
        legal = {action for player in range(rules.players) for action in legal_actions(state, player)}
        accepted = {action for action in every_action(state, chance) if not refusal(state, action)}
        assert accepted == legal
        for action in legal:
            step(state, action)
        met.add(state.phase)
    assert Phase.DISCARD in met or Phase.CALL_WINDOW in met


def shuffle_hidden(state: State, player: int, chance: random.Random) -> State:
    """A state that differs from this one only in what the player cannot see."""
    hidden = list(state.wall)
    for seat, other in enumerate(state.players):
        if seat != player:
            hidden += other.hand
    chance.shuffle(hidden)
    players = []
    for seat, other in enumerate(state.players):
        if seat == player:
            players.append(other)
            continue
        hand = [hidden.pop() for _ in other.hand]
        players.append(other._replace(hand=tuple(sorted(hand)), missed=chance.random() < 0.5))
    drawn = state.drawn
    if drawn is not None and state.turn != player:
        drawn = chance.choice(players[state.turn].hand)
    answers = tuple(answer for answer in state.answers if answer.player == player)
    return state._replace(
        wall=tuple(hidden), players=tuple(players), drawn=drawn, answers=answers, seed=(chance.randrange(99),)
    )


def test_the_view_shows_nothing_hidden(rules: Rules) -> None:
    chance = random.Random(3)
    compared = 0
    for before, _, _ in chain(*(random_steps(rules, seed) for seed in range(200, 204))):
        for player in range(rules.players):
            other = shuffle_hidden(before, player, chance)
            if other != before:
                compared += 1
            assert view(other, player) == view(before, player)
            if (
                before.rules.players == 2 or chance.random() < 0.05
            ):  # what is legal says nothing hidden either
                assert legal_actions(other, player) == legal_actions(before, player)
    assert compared > 20


# One rule a case, on a wall laid by hand, with few words: trios あいう えおか きくけ こさし たちつ, pairs すせ そな.


@pytest.fixture(scope="module")
def toy() -> Lexicon:
    readings = ["あいう", "えおか", "きくけ", "こさし", "たちつ", "すせ", "そな", "あいうえ", "なにぬね"]
    return Lexicon.from_entries("toy", [Entry(reading, reading) for reading in readings])


def laid(rules: Rules, hands: list[str], wall: str = "") -> State:
    """The state after a deal of these hands (the dealer's with 13 tiles too) with these tiles next in the wall."""
    order = [kind for hand in hands for kind in T.parse(hand)] + list(T.parse(wall))
    rest = list(T.copies)
    for kind in order:
        rest[kind] -= 1
    order += [kind for kind, count in enumerate(rest) for _ in range(count)]
    return deal(set_up(rules, 0, order))


def do(state: State, event: Event, player: int, tile: str = "", block: str = "") -> State:
    letters = tuple(sorted(T.parse(block)))
    return step(state, Action(event, player, T.parse(tile)[0] if tile else None, letters))


def all_pass(state: State) -> State:
    while state.phase == Phase.CALL_WINDOW:
        state = do(state, Event.PASS, state.to_act()[0])
    return state


READY = "あいうえおかきくけこさしす"  # waits for せ
IDLE = ["ぱぴぷぺぽがぎぐげござじず", "だぢづでどばびぶべぼゃゅょ", "はひふへほまみむめもやゆよ"]


def table(lexicon: Lexicon, options: str = "", ready: int = 1, wall: str = "っー") -> State:
    """The player `ready` waits for せ, the others are nowhere."""
    hands = list(IDLE)
    hands.insert(ready, READY)
    return laid(preset("paper" + options, lexicon), hands, wall)


def refused(state: State, event: Event, player: int, tile: str = "", block: str = "") -> str:
    with pytest.raises(IllegalActionError) as error:
        do(state, event, player, tile, block)
    return str(error.value)


def test_ron_goes_before_kan_and_kan_before_call_and_the_nearest_player_first(toy: Lexicon) -> None:
    # Player 0 discards え: player 1 could call えおか, player 2 kan あいうえ, player 3 (tenpai) wins.
    hands = ["えぱぴぷぺぽがぎぐげござじ", "おかだぢづでどばびぶべぼゃ", "あいうはひふへほまみむめも"]
    hands.append("あいうおかきくけこさしすせ")
    state = laid(preset("paper,kan=any", toy), hands, "ずー")
    window = do(state, Event.DISCARD, 0, "え")
    assert window.to_act() == (1, 2, 3)
    called = do(window, Event.CALL, 1, block="えおか")
    kan = do(called, Event.KAN, 2, block="あいうえ")
    assert kan.phase == Phase.CALL_WINDOW
    assert view(kan, 3) == view(
        do(do(window, Event.PASS, 1), Event.PASS, 2), 3
    )  # answers stay hidden till all are in
    won = do(kan, Event.RON, 3)
    assert won.end is not None
    assert (won.end.how, [win.player for win in won.end.wins], won.end.wins[0].source) == ("ron", [3], 0)
    passed = do(kan, Event.PASS, 3)  # the kan goes first, draws, and player 3 has let a win pass
    assert (passed.turn, passed.phase, passed.players[3].missed) == (2, Phase.DRAW, True)
    assert passed.players[2].melds[0].block == tuple(sorted(T.parse("あいうえ")))
    assert passed.players[0].discards == ()
    drawn = do(passed, Event.DRAW, 2)
    assert (len(drawn.players[2].hand), drawn.players[2].turns) == (11, 1)
    third = do(do(called, Event.PASS, 2), Event.PASS, 3)  # without it the call takes the tile
    assert (third.turn, third.phase, len(third.players[1].hand)) == (1, Phase.DISCARD, 11)
    assert "after a call a tile must be discarded first" in refused(third, Event.TSUMO, 1)


def test_a_kan_needs_a_tile_to_draw(toy: Lexicon) -> None:
    """After a kan the hand is one tile short. When the wall is empty, a call of three letters is still allowed."""
    hands = ["えぱぴぷぺぽがぎぐげござじ", "あいうおかはひふへほまみむ", *IDLE[1:]]
    window = do(laid(preset("paper,kan=any", toy), hands, "ずー"), Event.DISCARD, 0, "え")
    kan = Action(Event.KAN, 1, None, tuple(sorted(T.parse("あいうえ"))))
    assert kan in legal_actions(window, 1)
    last = window._replace(wall=())
    assert {action.event for action in legal_actions(last, 1)} == {Event.CALL, Event.PASS}
    assert "a kan draws a tile, and the wall is empty" in refused(last, Event.KAN, 1, block="あいうえ")


@pytest.mark.parametrize(
    ("many", "winners", "paid"), [("no", [3], [0, 0, -3, 3]), ("yes", [3, 1], [0, 3, -6, 3])]
)
def test_the_winner_nearest_to_the_discarder_takes_the_sticks(
    toy: Lexicon, many: str, winners: list[int], paid: list[int]
) -> None:
    """Another game has left two sticks. Seat 1 declares riichi; seats 3 and 1 win on what seat 2 discards, who pays
    each winner what all would pay after a tsumo."""
    start = laid(preset(f"paper,many_rons={many}", toy), [IDLE[0], READY, IDLE[1], READY], "らーせ")
    drawn = do(all_pass(do(start._replace(deposits=2), Event.DISCARD, 0, "ら")), Event.DRAW, 1)
    declared = do(drawn, Event.RIICHI, 1, "ー")
    assert (declared.deposits, declared.sticks, view(declared, 3).deposits) == (3, [0, -1, 0, 0], 3)
    window = do(do(all_pass(declared), Event.DRAW, 2), Event.DISCARD, 2, "せ")
    state = do(do(do(window, Event.RON, 1), Event.PASS, 0), Event.RON, 3)
    assert state.end is not None
    assert [win.player for win in state.end.wins] == winners
    assert (state.sticks, state.deposits, state.end.deposits) == ([0, -1, 0, 3], 0, 3)
    assert state.end.payments(4) == paid


def test_who_has_had_fewer_turns_draws_once_more_after_a_win(toy: Lexicon) -> None:
    """Seat 1 wins on its first draw. Seats 2 and 3 draw too, and seat 3 wins as well; the dealer has had its turn."""
    hands = [IDLE[0], READY, IDLE[1], READY]
    first = all_pass(
        do(laid(preset("paper,equal_turns=yes", toy), hands, "らせーせ"), Event.DISCARD, 0, "ら")
    )
    won = do(do(first, Event.DRAW, 1), Event.TSUMO, 1)
    assert (won.phase, won.to_act(), won.end) == (Phase.DRAW, (2,), None)
    assert [action.event for action in legal_actions(won, 2)] == [Event.DRAW]
    second = do(won, Event.DRAW, 2)
    assert second.to_act() == (3,)
    state = do(second, Event.DRAW, 3)
    assert state.end is not None
    assert (state.end.how, [win.player for win in state.end.wins]) == ("tsumo", [1, 3])
    assert state.end.payments(4) == [-2, 2, -2, 2]
    assert [player.turns for player in state.players] == [1, 1, 1, 1]


def test_the_player_after_the_winner_is_the_first_to_draw_once_more(toy: Lexicon) -> None:
    state = laid(preset("paper,equal_turns=yes", toy), [IDLE[0], IDLE[1], READY, IDLE[2]], "ーせ")
    players = tuple(player._replace(turns=2 if seat == 0 else 1) for seat, player in enumerate(state.players))
    drawing = state._replace(players=players, turn=2, drawn=None, phase=Phase.DRAW)
    assert do(do(drawing, Event.DRAW, 2), Event.TSUMO, 2).to_act() == (3,)


def test_without_a_wall_nobody_draws_once_more(toy: Lexicon) -> None:
    hands = ["せぱぴぷぺぽがぎぐげござじ", READY, *IDLE[1:]]
    window = do(laid(preset("paper,equal_turns=yes", toy), hands, "ずー"), Event.DISCARD, 0, "せ")
    last = all_pass(do(window._replace(wall=()), Event.RON, 1))
    assert last.end is not None
    assert [win.player for win in last.end.wins] == [1]


def test_ron_is_allowed_from_an_own_turn_on_and_what_came_before_was_not_let_pass(toy: Lexicon) -> None:
    """Player 1 waits for せ, which comes before its first turn, and again after it."""
    hands = ["せぱぴぷぺぽがぎぐげござじ", READY, *IDLE[1:]]
    window = do(laid(preset("paper,ron_from=1", toy), hands, "ずー"), Event.DISCARD, 0, "せ")
    assert {action.event for action in legal_actions(window, 1)} == {Event.PASS}
    assert "ron is allowed from the own turn 1" in refused(window, Event.RON, 1)
    state = all_pass(window)
    assert not state.players[1].missed
    again = window._replace(
        players=(window.players[0], window.players[1]._replace(turns=1), *window.players[2:])
    )
    assert legal_actions(again, 1)[0].event == Event.RON
    deals = again._replace(dealer=1)  # it may only one turn later
    assert {action.event for action in legal_actions(deals, 1)} == {Event.PASS}
    assert "ron is allowed from the own turn 1" in refused(deals, Event.RON, 1)
    assert not all_pass(deals).players[1].missed
    assert all_pass(again).players[1].missed
    assert not preset("paper,ron_from=2", toy).may_ron(0, 2)  # the dealer, one turn later
    assert preset("paper,ron_from=2", toy).may_ron(0, 3)
    third = initial(preset("paper,ron_from=2", toy), 3, dealer=2)
    assert [third.rules.may_ron(seat, 2, third.dealer) for seat in range(4)] == [True, True, False, True]


@pytest.mark.parametrize("missed_win", ["bars", "free"])
def test_a_win_let_pass_bars_ron_until_the_next_own_draw(toy: Lexicon, missed_win: str) -> None:
    # Player 1 waits for せ. Both せ come: from player 0, then from player 3 before player 1 has drawn, if called for.
    hands = ["せぱぴぷぺぽがぎぐげござじ", READY, "だぢづでどばびぶべぼゃたち", "せはひふへほまみむめもやゆ"]
    state = laid(preset(f"paper,missed_win={missed_win}", toy), hands, "つーっ")
    state = do(state, Event.DISCARD, 0, "つ")
    state = do(do(do(state, Event.PASS, 1), Event.CALL, 2, block="たちつ"), Event.PASS, 3)
    state = all_pass(do(state, Event.DISCARD, 2, "だ"))
    state = do(state, Event.DRAW, 3)
    window = do(state, Event.DISCARD, 3, "せ")
    assert Action(Event.RON, 1) in legal_actions(window, 1)
    state = all_pass(window)
    assert state.players[1].missed == (missed_win == "bars")
    state = do(do(state, Event.DRAW, 0), Event.DISCARD, 0, "せ")
    if missed_win == "free":
        assert Action(Event.RON, 1) in legal_actions(state, 1)
        return
    assert legal_actions(state, 1) == (Action(Event.PASS, 1),)
    assert "ron is barred until the next own draw" in refused(state, Event.RON, 1)
    state = all_pass(state)
    assert not do(state, Event.DRAW, 1).players[1].missed


def test_after_riichi_only_the_drawn_tile_may_go_and_a_win_let_pass_bars_for_good(toy: Lexicon) -> None:
    hands = ["せはひふへほまみむめもやゆ", READY, "だぢづでどばびぶべぼゃゅょ", "せぱぴぷぺぽがぎぐげござじ"]
    state = laid(preset("paper", toy), hands, "ーよらりるれろわん")
    state = all_pass(do(state, Event.DISCARD, 0, "ー"))
    state = do(state, Event.DRAW, 1)
    assert "needs a hand that is tenpai without す" in refused(state, Event.RIICHI, 1, "す")
    riichi = do(state, Event.RIICHI, 1, "よ")
    assert riichi.players[1].riichi == 1
    state = all_pass(riichi)
    for player in (2, 3):
        state = do(state, Event.DRAW, player)
        assert state.drawn is not None
        state = step(state, Action(Event.DISCARD, player, state.drawn))
        assert legal_actions(state, 1) == (Action(Event.PASS, 1),)  # nothing can be called either
        state = all_pass(state)
    state = do(do(state, Event.DRAW, 0), Event.DISCARD, 0, "せ")
    assert "after riichi no tile can be called" in refused(state, Event.CALL, 1, block="あいう")
    state = all_pass(state)
    state = do(state, Event.DRAW, 1)
    assert state.players[1].missed  # the own draw does not lift it
    assert state.drawn is not None
    assert [action.tile for action in legal_actions(state, 1)] == [state.drawn]
    assert "only the drawn tile may be discarded" in refused(state, Event.DISCARD, 1, "あ")
    assert "riichi can be declared only once" in refused(state, Event.RIICHI, 1, "あ")
    state = all_pass(
        do(do(all_pass(step(state, legal_actions(state, 1)[0])), Event.DRAW, 2), Event.DISCARD, 2, "だ")
    )
    state = do(do(state, Event.DRAW, 3), Event.DISCARD, 3, "せ")
    assert "barred until the end of the game" in refused(state, Event.RON, 1)


def test_tsumo_stays_after_riichi_and_letting_it_pass_bars_ron(toy: Lexicon) -> None:
    state = table(toy, ready=0, wall="ーらりるせ")
    state = all_pass(do(state, Event.RIICHI, 0, "ー"))
    for player in (1, 2, 3):
        state = do(state, Event.DRAW, player)
        assert state.drawn is not None
        state = all_pass(step(state, Action(Event.DISCARD, player, state.drawn)))
    state = do(state, Event.DRAW, 0)
    assert [action.event for action in legal_actions(state, 0)] == [Event.TSUMO, Event.DISCARD]
    assert do(state, Event.TSUMO, 0).phase == Phase.END
    assert do(state, Event.DISCARD, 0, "せ").players[0].missed


def test_a_call_takes_the_tile_from_the_discarder_and_ends_riichi(toy: Lexicon) -> None:
    hands = [
        "あぱぴぷぺぽがぎぐげござじ",
        "だぢづでどばびぶべぼゃゅょ",
        "いうえおかきくけこさしすせ",
        IDLE[2],
    ]
    state = do(laid(preset("paper", toy), hands, "ずー"), Event.DISCARD, 0, "あ")
    assert legal_actions(state, 2)[0].event == Event.RON  # the other tiles are complete
    state = do(do(do(state, Event.PASS, 1), Event.CALL, 2, block="あいう"), Event.PASS, 3)
    assert state.players[0].discards == ()
    assert [tuple(meld[1:]) for meld in state.players[2].melds] == [(T.parse("あ")[0], 0)]
    assert state.turn == 2
    assert "this player has called words" in refused(state, Event.RIICHI, 2, "え")
    assert all(action.event == Event.DISCARD for action in legal_actions(state, 2))


def test_calls_from_the_left_only(toy: Lexicon) -> None:
    hands = ["あぱぴぷぺぽがぎぐげござじ", "いうだぢづでどばびぶべぼゃ", "いうはひふへほまみむめもや"]
    hands.append("ゅょらりるれろわんゆよなに")
    window = do(laid(preset("paper,pon=left", toy), hands, "ずー"), Event.DISCARD, 0, "あ")
    assert any(action.event == Event.CALL for action in legal_actions(window, 1))
    assert legal_actions(window, 2) == (Action(Event.PASS, 2),)
    assert "player to the left" in refused(window, Event.CALL, 2, block="あいう")


def test_an_illegal_action_names_the_rule_and_leaves_the_state(toy: Lexicon) -> None:
    """The dealer must discard; or has discarded あ, which the others may claim; or one of them has passed."""
    begun = table(toy)
    hands = ["あぱぴぷぺぽがぎぐげござじ", *IDLE[1:], "ゅょっーらりるれろわんせそ"]
    hands[1] = "だぢづでどばびぶべぼゃなに"
    window = do(laid(preset("paper", toy), hands, "ずす"), Event.DISCARD, 0, "あ")
    answered = do(window, Event.PASS, 1)
    for state, event, player, tile, block, rule in (
        (begun, Event.DISCARD, 0, "あ", "", "あ is not in the hand"),
        (begun, Event.DISCARD, 1, "あ", "", "player 0 must act first"),
        (begun, Event.DRAW, 0, "", "", "draw belongs to the phase Draw; the phase is Discard"),
        (begun, Event.RON, 1, "", "", "ron belongs to the phase CallWindow"),
        (begun, Event.TSUMO, 0, "", "", "the hand is not complete"),
        (begun, Event.RIICHI, 0, "ぱ", "", "needs a hand that is tenpai"),
        (begun, Event.DISCARD, 0, "", "", "name a tile"),
        (begun, Event.TSUMO, 0, "ぱ", "", "the other events must not"),
        (
            begun,
            Event.DISCARD,
            0,
            "ぱ",
            "あいう",
            "must name the letters of a word, and the other events must not",
        ),
        (window, Event.CALL, 1, "", "あいえ", "does not spell a word of the list"),
        (window, Event.CALL, 1, "", "えおか", "has no あ, which is the last discard"),
        (window, Event.CALL, 1, "", "あい", "a call needs a word of 3 letters"),
        (window, Event.CALL, 1, "", "あいう", "いう is not in the hand"),
        (window, Event.KAN, 1, "", "あいうえ", "these rules have no kan"),
        (window, Event.RON, 1, "", "", "does not complete the hand"),
        (window, Event.PASS, 0, "", "", "player 1 and 2 and 3 must act first"),
        (answered, Event.PASS, 1, "", "", "player 2 and 3 must act first"),
    ):
        before = state._replace()
        message = refused(state, event, player, tile, block)
        assert rule in message
        assert message.startswith(f"player {player} cannot {event}")
        assert state == before
